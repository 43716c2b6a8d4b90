"""Forgetting: wiping what redaction left behind in the database's files, and finding what has been kept long enough.

Content is erased by appending a `redacted` event (`tracker.store.log`); this file does what cannot be done inside that
transaction, and says which events a sweep should redact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, or_, select, tuple_

from tracker.domain.events import Event
from tracker.domain.payloads import DECISION_TYPES, IDENTITY_TYPES, Redacted
from tracker.domain.times import from_us
from tracker.store import codec
from tracker.store.engine import Store
from tracker.store.tables import VIEWS, events

RETENTION = "tracker:retention"
EXPIRED = "expired"
_KEPT_ALWAYS = DECISION_TYPES | IDENTITY_TYPES
_PAGE = 2000


def scrub(store: Store, vacuum: bool = False) -> bool:
    """Wipe erased content from where a transaction leaves copies → whether everything could be wiped.

    SQLite zeroes erased content in the database file by itself (`secure_delete`); this empties the write-ahead log,
    which fails while another process is reading. PostgreSQL keeps dead rows until they are vacuumed away; its own
    write-ahead log holds copies until the server recycles it. `vacuum` rewrites the whole database."""
    with store.outside() as connection:
        if store.postgres:
            tables = ", ".join(("events", *(table.name for table in VIEWS)))
            connection.exec_driver_sql(f"VACUUM {'(FULL) ' if vacuum else ''}{tables}")
            return True
        if vacuum:
            connection.exec_driver_sql("VACUUM")
        busy, _, _ = tuple(connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one())
        return not busy


def expired(connection: Connection, now: int, kept_for: Callable[[str], int | None], limit: int = 1000) -> list[Event]:
    """The `redacted` events that a sweep at `now` should append, about at most `limit` events; empty when nothing is
    due. Sweep again until it is.

    An event is due when its `retain_until` has passed, or when it is older than its source is `kept_for` (both in
    microseconds; None: for ever). Decisions and identity facts only fall due by their own `retain_until`. The trace
    stands where the newest of the events it is about stood, and is for the same readers to see."""
    groups: dict[tuple[str, str | None], list[Any]] = {}
    found = 0
    columns = (
        events.c.event_id,
        events.c.entity_id,
        events.c.type,
        events.c.source,
        events.c.occurred_at,
        events.c.observed_at,
        events.c.visibility,
        events.c.retain_until,
    )
    key = (events.c.occurred_at, events.c.observed_at, events.c.event_id)
    old = or_(events.c.retain_until <= now, events.c.occurred_at <= now)
    page = chosen = select(*columns).where(events.c.payload.is_not(None), old).order_by(*key).limit(_PAGE)
    while found < limit and (rows := connection.execute(page).all()):
        for row in rows:
            if found < limit and _due(row, now, kept_for):
                groups.setdefault((row.entity_id, row.visibility), []).append(row)
                found += 1
        page = chosen.where(tuple_(*key) > (rows[-1].occurred_at, rows[-1].observed_at, rows[-1].event_id))
    return [_trace(entity_id, visibility, due) for (entity_id, visibility), due in groups.items()]


def _due(row: Any, now: int, kept_for: Callable[[str], int | None]) -> bool:
    if row.retain_until is not None and row.retain_until <= now:
        return True
    span = None if row.type in _KEPT_ALWAYS else kept_for(row.source)
    return span is not None and row.occurred_at + span <= now


def _trace(entity_id: str, visibility: str | None, due: list[Any]) -> Event:
    return Event(
        entity_id=entity_id,
        type="redacted",
        occurred_at=from_us(due[-1].occurred_at),
        payload=Redacted(event_ids=tuple(UUID(row.event_id) for row in due), reason=EXPIRED),
        source=RETENTION,
        visibility=codec.labels(visibility),
    )
