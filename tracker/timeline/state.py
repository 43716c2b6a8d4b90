"""The state of a timeline: its current value, its open dispute, what it waits for, and the rows it has finished."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Self

from tracker.domain.rule import Around, Subject
from tracker.domain.slices import AS_TUPLE, Held, Problem, Slice, Status, slice_from_json, slice_to_json

Ending = Literal["open", "lapsed", "resolved"]


class Interrupted(NamedTuple):
    """A claim that goes on when what contradicts it ends, with its supports in `recent` when it was interrupted."""

    held: Held
    supports: tuple[Held, ...]


def room_for(waiting: int) -> int:
    """How many claims may wait before it is worth looking which of them still can come back."""
    return 8 + 2 * waiting


class Verdict(NamedTuple):
    """What was decided about the dispute after it was over, for its span up to `until` (C19): the (source, value,
    relation) of the sides kept and dropped. `told`, `since`: what the last decided slice said, and since when."""

    event_id: str
    until: int
    kept: tuple[tuple[str, str, str | None], ...]
    dropped: tuple[tuple[str, str, str | None], ...]
    told: str = ""
    since: int = 0


class TimelineState:
    """Plain fields that can be dumped as JSON and loaded again.

    `claims`: the value and what stands beside it (see `Slice`). `layer`: while the value is known, the claims that hold
    together, the newest last, which `claims` arranges. `recent`: their supports, as they were heard, so new that
    another source's claim could still contradict them. `under`: claims that bounded ones interrupt, the newest
    last; those that have ended meanwhile are passed over when it is their turn, and cleared away when there are more
    than `room`, so that one more costs the same however many wait. `landings`:
    placements whose action's span has not ended. `rulings`: (end, observed, source) of corrections with a span. `ajar`:
    the last slice, while another event at its end may still bound it. `spoken`:
    (event, source, occurred, observed) of what people said of the newest instant that they spoke of."""

    __slots__ = (
        "ajar",
        "around",
        "claims",
        "conflict_id",
        "ended_by",
        "landings",
        "layer",
        "problems",
        "reason",
        "recent",
        "room",
        "rulings",
        "since",
        "slices",
        "spoken",
        "start",
        "status",
        "subject",
        "under",
        "verdict",
    )

    def __init__(self, subject: Subject, around: Around) -> None:
        self.subject, self.around = subject, around
        self.status: Status | None = None
        self.start = self.since = 0
        self.claims: tuple[Held, ...] = ()
        self.ended_by: str | None = None
        self.reason: str | None = None
        self.conflict_id: str | None = None
        self.recent: tuple[Held, ...] = ()
        self.layer: tuple[Held, ...] = ()
        self.under: list[Interrupted] = []
        self.room = room_for(0)
        self.landings: tuple[Held, ...] = ()
        self.rulings: tuple[tuple[int, int, str], ...] = ()
        self.ajar: Slice | None = None
        self.verdict: Verdict | None = None
        self.spoken: tuple[tuple[str, str, int, int], ...] = ()
        self.slices: list[Slice] = []
        self.problems: list[Problem] = []

    @classmethod
    def load(cls, subject: Subject, state: Any, around: Around) -> Self:
        """The timeline that `dump` described; a new one for None."""
        line = cls(subject, around)
        if state is not None:
            (line.status, line.start, line.since, claims, line.ended_by, line.reason, line.conflict_id) = state[:7]
            line.claims, line.recent, line.landings, layer = (
                tuple(Held(*held) for held in group) for group in (claims, *state[7:10])
            )
            line.layer = line.claims if line.status == "known" and not layer else layer
            line.under = [
                Interrupted(Held(*held), tuple(Held(*support) for support in supports)) for held, supports in state[10]
            ]
            line.room = room_for(len(line.under))
            line.rulings = tuple((until, observed, source) for until, observed, source in state[11])
            line.ajar = None if state[12] is None else slice_from_json(state[12])
            line.spoken = tuple((event, source, occurred, observed) for event, source, occurred, observed in state[13])
            if len(state) > 14:
                event, until, kept, dropped, told, since = state[14]
                line.verdict = Verdict(
                    event, until, tuple(tuple(one) for one in kept), tuple(tuple(one) for one in dropped), told, since
                )
        return line

    def dump(self) -> list[Any]:
        head = [self.status, self.start, self.since, [list(held) for held in self.claims]]
        groups = (self.recent, self.landings, self.layer if len(self.layer) > 1 else ())
        tail = [[list(held) for held in group] for group in groups]
        under = [[list(one.held), [list(support) for support in one.supports]] for one in self.under]
        rulings = [list(ruling) for ruling in self.rulings]
        ajar = None if self.ajar is None else slice_to_json(self.ajar)
        return [
            *head,
            self.ended_by,
            self.reason,
            self.conflict_id,
            *tail,
            under,
            rulings,
            ajar,
            [list(one) for one in self.spoken],
            *([] if self.verdict is None else [list(self.verdict)]),
        ]

    def _forget(self, at: int, event_id: str, reason: str, bounds: tuple[int, int] | None) -> None:
        if self.status == "unknown":
            return
        self._cut(at, bounds)
        self._hold(at, ())
        self.status, self.ended_by, self.reason = "unknown", event_id, reason
        self.recent, self.under = (), []

    def _hold(self, since: int, claims: tuple[Held, ...], start: int | None = None) -> None:
        self.status, self.since, self.claims, self.layer = "known", since, claims, claims
        self.start = since if start is None else start
        self.ended_by = self.reason = self.conflict_id = None

    def _cut(self, at: int | None, bounds: tuple[int, int] | None = None, *, goes_on: bool = False) -> None:
        """Finish the current slice at that time; None leaves it open. When its value `goes_on`, what happens at the
        same instant may still end it there, and bound the change."""
        if self.status is None:
            return
        if at is None or at > self.start:
            self._shut()
            ended, why, dispute = self.ended_by, self.reason, self.conflict_id
            row = (self.start, at, self.status, self.since, self.claims, bounds, ended, why, dispute)
            finished = AS_TUPLE(Slice, row)
            if self.verdict is not None and self.status == "conflict":
                self.slices += self._as_decided(finished, self.verdict)
            elif goes_on:
                self.ajar = finished
            else:
                self.slices.append(finished)
        elif self.ajar is not None and not goes_on:
            self.ajar = self.ajar._replace(bounds=bounds)
            self._shut()

    def _as_decided(self, row: Slice, verdict: Verdict) -> list[Slice]:
        """The slice of a dispute as it is to be told where the dispute was decided for its span."""
        raise NotImplementedError

    def _shut(self) -> None:
        if self.ajar is not None:
            self.slices.append(self.ajar)
            self.ajar = None

    def _report(self, end: int | None, how: Ending, event_id: str | None) -> None:
        if self.verdict is not None and end is not None and end <= self.verdict.until:
            how, event_id = "resolved", self.verdict.event_id
        if self.conflict_id is not None and (end is None or end > self.since):
            self.problems.append(
                Problem(
                    self.conflict_id,
                    self.subject.entity_id,
                    self.subject.attribute,
                    self.since,
                    end,
                    how,
                    self.claims,
                    event_id,
                )
            )
