"""Forgetting: wiping what redaction left behind in the database's files, and finding what has been kept long enough.

Content is erased by appending a `redacted` event (`tracker.store.log`); this file does what cannot be done inside that
transaction, and says which events a sweep should redact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import orjson
from sqlalchemy import Connection, and_, or_, select

from tracker.domain.events import Event
from tracker.domain.payloads import ACTION_TYPES, DECISION_TYPES, IDENTITY_TYPES, LOCATION, Redacted
from tracker.domain.times import from_us
from tracker.store import codec
from tracker.store.engine import Store
from tracker.store.sql import run_sql
from tracker.store.tables import VIEWS, events, mentions

RETENTION = "tracker:retention"
EXPIRED = "expired"
_KEPT_ALWAYS = DECISION_TYPES | IDENTITY_TYPES
_SOURCES = "SELECT DISTINCT source FROM events"
_MOST_PER_TRACE = 500


def scrub(store: Store, vacuum: bool = False) -> bool:
    """Wipe erased content from where a transaction leaves copies → whether everything could be wiped.

    SQLite zeroes erased content in the database file by itself (`secure_delete`); this empties the write-ahead log,
    which fails while another process is reading. PostgreSQL keeps dead rows until they are vacuumed away; its own
    write-ahead log holds copies until the server recycles it. `vacuum` rewrites the whole database."""
    with store.outside() as connection:
        if store.postgres:
            tables = ", ".join(("events", "checkpoints", mentions.name, *(table.name for table in VIEWS)))
            connection.exec_driver_sql(f"VACUUM {'(FULL) ' if vacuum else ''}{tables}")
            return True
        if vacuum:
            connection.exec_driver_sql("VACUUM")
        busy, _, _ = tuple(connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one())
        return not busy


def expired(
    connection: Connection, now: int, kept_for: Callable[[str], int | None], limit: int = 10_000
) -> list[Event]:
    """The `redacted` events that a sweep at `now` should append, about at most `limit` events; empty when nothing is
    due. Sweep again until it is.

    An event is due when its `retain_until` has passed, or when it is older than its source is `kept_for` (both in
    microseconds; None: for ever). Decisions and identity facts only fall due by their own `retain_until`. There is a
    trace for each attribute that loses support; it stands where the newest of the events it is about stood, and is for
    the same readers to see."""
    due = events.c.retain_until <= now
    spans = {source: kept_for(source) for source in run_sql(connection, _SOURCES).scalars()}
    for span in {span for span in spans.values() if span is not None}:
        sources = [source for source in spans if spans[source] == span]
        swept = and_(events.c.source.in_(sources), events.c.type.not_in(_KEPT_ALWAYS))
        began = max(now - span, -(1 << 62))  # a database cannot hold what lies much further back
        due = or_(due, and_(events.c.occurred_at <= began, swept))
    order = (events.c.occurred_at, events.c.observed_at, events.c.event_id)
    columns = (
        events.c.event_id,
        events.c.entity_id,
        events.c.visibility,
        events.c.occurred_at,
        events.c.type,
        events.c.payload,
    )
    chosen = select(*columns).where(events.c.payload.is_not(None), due).order_by(*order).limit(limit)
    groups: dict[tuple[str, str | None, str | None], list[Any]] = {}
    for row in connection.execute(chosen):
        groups.setdefault((row.entity_id, row.visibility, _supported(row)), []).append(row)
    return [
        _trace(entity_id, visibility, attribute, rows[start : start + _MOST_PER_TRACE])
        for (entity_id, visibility, attribute), rows in groups.items()
        for start in range(0, len(rows), _MOST_PER_TRACE)
    ]


def _supported(row: Any) -> str | None:
    """The attribute that the event may have been the newest support of."""
    if row.type in ACTION_TYPES:
        return LOCATION
    claim = orjson.loads(row.payload).get("claim")
    return str(claim["attribute"]) if claim else None


def _trace(entity_id: str, visibility: str | None, attribute: str | None, due: list[Any]) -> Event:
    return Event(
        entity_id=entity_id,
        type="redacted",
        occurred_at=from_us(due[-1].occurred_at),
        payload=Redacted(event_ids=tuple(UUID(row.event_id) for row in due), reason=EXPIRED, attribute=attribute),
        source=RETENTION,
        visibility=codec.labels(visibility),
    )
