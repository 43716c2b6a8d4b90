"""A memory: a text, and the span for which it holds.

Times are microseconds since the epoch (UTC)."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.evidence import Evidence
from tracker.domain.memories import MemoryKind, MemoryStatus


class Memory(NamedTuple):
    """Holds over `[start, end)`. `phases`: its statuses from when on, in order of time, the first from `start`.
    `about` are the root entities that it is about, its own first; `places` the places that it tells of. `series`: of
    what belongs together, so that at one time only one of it holds."""

    event_id: str
    text: str
    kind: MemoryKind
    entity_id: str
    start: int
    end: int | None
    phases: tuple[tuple[int, MemoryStatus], ...]
    about: frozenset[str]
    places: frozenset[str]
    source: str
    confidence: float
    told: bool
    speaker: str | None = None
    due: tuple[int, int | None] | None = None
    event_ids: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    series: str | None = None

    def searched(self) -> str:
        """What a question is compared with: a document or a plan is also found by its name."""
        if self.kind in ("utterance", "note"):
            return self.text
        return f"{self.entity_id.replace('_', ' ')} {self.text}"

    def status_at(self, at: int) -> MemoryStatus:
        """What there is to say of it at that time."""
        if at < self.start:
            return "not_yet"
        return [status for since, status in self.phases if since <= at][-1]

    def holds_at(self, at: int) -> bool:
        return self.start <= at and (self.end is None or at < self.end)

    def changes(self) -> tuple[int, ...]:
        """When it began, what it went through by decision, and when it ended."""
        decided = [since for since, status in self.phases if status in ("completed", "cancelled")]
        return (self.start, *decided, *(() if self.end is None else (self.end,)))
