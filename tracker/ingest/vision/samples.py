"""Pictures in order of time, from a video or from stills, and the pointers back to them as evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from tracker.domain.evidence import Evidence, Region
from tracker.errors import InvalidInput
from tracker.ingest.vision.zones import Image


class DamagedMedia(InvalidInput):
    """The media cannot be read any further; what was read before is kept."""


class Sample(NamedTuple):
    """A picture and its time (microseconds since the epoch, UTC). Without a picture: reading came this far."""

    at: int
    image: Image | None


class PictureSource(Protocol):
    """A video or a set of stills. `identity` names its content and times; `unit` is what `done` counts."""

    @property
    def identity(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def total(self) -> float | None: ...

    def samples(self, every: int, after: int | None) -> Iterator[Sample]:
        """At most one picture per `every` microseconds, all later than `after`; the same ones wherever one
        resumes. Raises DamagedMedia when it can be read no further."""
        ...

    def mark(self, after: int) -> str:
        """What lies at or before `after`, as a digest: a position is good only while this stays the same."""
        ...

    def done(self, at: int) -> float:
        """How much of `total` lies at or before `at`."""
        ...

    def evidence(self, first: int, last: int, region: Region) -> tuple[Evidence, ...]:
        """Pointers to the samples at `first` and `last` and what lies between them."""
        ...


class ChunkReader:
    """Cuts samples into chunks, remembers how far it came, and keeps damage until what came before is dealt with."""

    def __init__(self, samples: Iterator[Sample]) -> None:
        self._samples = samples
        self.at: int | None = None
        self.ended = False
        self.damage: DamagedMedia | None = None

    def chunk(self, size: int) -> Iterator[Sample]:
        """Up to `size` pictures; fewer when reading has gone on long without one."""
        for _ in range(size):
            try:
                sample = next(self._samples, None)
            except DamagedMedia as damage:
                self.damage, sample = damage, None
            if sample is None:
                self.ended = True
                return
            self.at = sample.at
            yield sample
            if sample.image is None:
                return
