"""Which memories are asked for: exact in time, before anything is ranked."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.memories import MemoryKind
from tracker.recall.memory import Memory

Window = tuple[int, int]


class Filters(NamedTuple):
    """None means any. Times are microseconds since the epoch (UTC), windows half-open. `as_of`: holds then. `overlaps`:
    holds at some time in the window; `throughout`: at every. `changed_in`: began, ended, or was decided in it.
    `before`, `after`: began before, began then or after. `entity`: is about this root entity. `source`: reported by it,
    or by one of its kind (`camera`: `camera:hall`). `places`: tells of one of them."""

    as_of: int | None = None
    overlaps: Window | None = None
    throughout: Window | None = None
    changed_in: Window | None = None
    before: int | None = None
    after: int | None = None
    entity: str | None = None
    kind: MemoryKind | None = None
    source: str | None = None
    places: frozenset[str] | None = None

    @property
    def of_time(self) -> bool:
        """Whether a time is asked for at all."""
        return any(given is not None for given in self[:6])

    def let_through(self, memory: Memory) -> bool:
        return self._in_time(memory) and self._in_kind(memory)

    def _in_time(self, memory: Memory) -> bool:
        start, end, changed_in = memory.start, memory.end, self.changed_in
        return (
            (self.as_of is None or memory.holds_at(self.as_of))
            and (self.overlaps is None or (start < self.overlaps[1] and (end is None or end > self.overlaps[0])))
            and (self.throughout is None or (start <= self.throughout[0] and _lasts(end, self.throughout[1])))
            and (changed_in is None or any(changed_in[0] <= at < changed_in[1] for at in memory.changes()))
            and (self.before is None or start < self.before)
            and (self.after is None or start >= self.after)
        )

    def _in_kind(self, memory: Memory) -> bool:
        return (
            (self.entity is None or self.entity in memory.about)
            and (self.kind is None or memory.kind == self.kind)
            and (self.source is None or memory.source == self.source or memory.source.startswith(f"{self.source}:"))
            and (self.places is None or not self.places.isdisjoint(memory.places))
        )


def _lasts(end: int | None, until: int) -> bool:
    return end is None or end >= until
