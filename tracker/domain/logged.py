"""An event as rules see it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Logged(NamedTuple):
    """An event as rules see it: plain values, times in microseconds since the epoch (UTC), payload as JSON data.

    `stated` is true when the event is somebody's words, or answers (`caused_by`) somebody's words."""

    event_id: str
    entity_id: str
    type: str
    occurred: int
    until: int | None
    observed: int
    confidence: float
    payload: dict[str, Any]
    source: str
    stated: bool = False
    visibility: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[int, int, str]:
        """Fold order (DESIGN section 4): never the order of arrival."""
        return (self.occurred, self.observed, self.event_id)
