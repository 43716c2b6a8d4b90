"""What of an event that a viewer may read would tell of events that the viewer may not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection

from tracker.domain.events import Event
from tracker.domain.payloads import NAMING_FIELDS, Forgotten
from tracker.store import codec
from tracker.store.sql import fetch, marks, parts


def concealed(connection: Connection, found: Sequence[Event], viewer: frozenset[str] | None) -> list[Event]:
    """The events without the ids of those that the viewer may not read: as what caused them, and as what a decision is
    about. Of a decision about such events alone only that it was made is left."""
    if viewer is None:
        return list(found)
    named = sorted({str(event_id) for event in found for event_id in _named(event)})
    hidden: set[str] = set()
    for part in parts(named):
        sql = f"SELECT event_id, visibility FROM events WHERE visibility IS NOT NULL AND event_id IN ({marks(part)})"
        hidden.update(
            each for each, visibility in fetch(connection, sql, part) if not codec.readable(visibility, viewer)
        )
    return [_without(event, hidden) for event in found] if hidden else list(found)


def _named(event: Event) -> Iterator[Any]:
    if event.caused_by is not None:
        yield event.caused_by
    for field in NAMING_FIELDS:
        yield from getattr(event.payload, field, ())


def _without(event: Event, hidden: set[str]) -> Event:
    changed: dict[str, Any] = {}
    if str(event.caused_by) in hidden:
        changed["caused_by"] = None
    lists = {field: getattr(event.payload, field) for field in NAMING_FIELDS if getattr(event.payload, field, ())}
    kept = {field: tuple(each for each in ids if str(each) not in hidden) for field, ids in lists.items()}
    if kept != lists:
        changed["payload"] = event.payload.model_copy(update=kept) if any(kept.values()) else Forgotten()
    return event.model_copy(update=changed) if changed else event
