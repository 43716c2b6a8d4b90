"""From noisy readings to few findings: a label is taken up after several samples for it, and held until several
samples say otherwise. Pure; the state is plain JSON data, so a stopped ingest goes on where it was.

Scores are whole thousandths: sums are exact, so the same samples give the same confidence however they are cut into
batches."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple


class Reading(NamedTuple):
    """One sample's verdict. `at`: microseconds since the epoch (UTC). `label` is None when the scores decide nothing;
    `clear` is False when something blocks the view, and then nothing else counts."""

    at: int
    label: str | None
    score: int
    clear: bool = True


class Run(NamedTuple):
    """Samples for one label: the first, the newest, the sum of their scores (thousandths) and how many."""

    label: str
    start: int
    until: int
    total: int
    samples: int

    def with_reading(self, reading: Reading) -> Run:
        return self._replace(until=reading.at, total=self.total + reading.score, samples=self.samples + 1)

    @property
    def mean(self) -> float:
        """Mean score, 0..1, to three decimals."""
        return round(self.total / self.samples / 1000, 3)


class Finding(NamedTuple):
    """`entered`: the label was taken up, first at `start`, certain by the sample at `until`; `previous` is the label
    it replaced. `held`: every deciding sample from `start` to `until` had the label, in a clear view. `score` is the
    mean over the samples it rests on."""

    kind: Literal["entered", "held"]
    label: str
    start: int
    until: int
    score: float
    previous: str | None = None


class Limits(NamedTuple):
    """Samples needed to take a label up; span after which holding is reported (0: only when it ends); and the
    distance between samples that breaks a span. The latter two in microseconds."""

    min_samples: int
    refresh: int
    max_gap: int


class Track(NamedTuple):
    """`current` label; `held`: its samples not reported yet; `rival`: samples for another label, not enough so far."""

    current: str | None = None
    held: Run | None = None
    rival: Run | None = None

    def to_json(self) -> list[Any]:
        return [self.current, self.held and list(self.held), self.rival and list(self.rival)]

    @classmethod
    def from_json(cls, data: list[Any]) -> Track:
        current, held, rival = data
        return cls(current, held and Run(*held), rival and Run(*rival))


def _first(reading: Reading, label: str) -> Run:
    return Run(label, reading.at, reading.at, reading.score, 1)


def _report(run: Run | None) -> tuple[Finding, ...]:
    return (Finding("held", run.label, run.start, run.until, run.mean),) if run else ()


def advance(track: Track, reading: Reading, limits: Limits) -> tuple[Track, tuple[Finding, ...]]:
    """The track after one more reading, and what is now known. Readings come in order of time."""
    if not reading.clear:
        # Nobody saw it stay, so the span ends here; but nothing says that it went either.
        return track._replace(held=None), _report(track.held)
    if reading.label is None:
        return track, ()
    if reading.label == track.current:
        return _hold(track, reading, limits)
    rival = track.rival
    same = rival is not None and rival.label == reading.label
    rival = rival.with_reading(reading) if rival is not None and same else _first(reading, reading.label)
    if rival.samples < limits.min_samples:
        return track._replace(rival=rival), ()
    entered = Finding("entered", rival.label, rival.start, rival.until, rival.mean, track.current)
    return Track(rival.label, _first(reading, rival.label)), (*_report(track.held), entered)


def _hold(track: Track, reading: Reading, limits: Limits) -> tuple[Track, tuple[Finding, ...]]:
    held, label = track.held, str(track.current)
    if held is None:
        return Track(label, _first(reading, label)), ()
    if reading.at - held.until > limits.max_gap:
        return Track(label, _first(reading, label)), _report(held)
    held = held.with_reading(reading)
    if limits.refresh and held.until - held.start >= limits.refresh:
        return Track(label), _report(held)
    return Track(label, held), ()


def close(track: Track) -> tuple[Track, tuple[Finding, ...]]:
    """At the end of the media: report what is held and not reported yet. Closing twice reports nothing new."""
    return track._replace(held=None), _report(track.held)
