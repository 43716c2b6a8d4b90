"""Forgetting: wiping what redaction left behind in the database's files, and finding what has been kept long enough.

Content is erased by appending a `redacted` event (`tracker.store.log`); this file does what cannot be done inside that
transaction, and says which events a sweep should redact."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
from sqlalchemy import Connection, and_, or_, select

from tracker.domain.events import Event
from tracker.domain.payloads import ACTION_TYPES, DECISION_TYPES, IDENTITY_TYPES, LOCATION, Redacted
from tracker.domain.times import from_us
from tracker.errors import StoreBusy, StoreFull, StoreReadOnly
from tracker.link.mentions import fold as name_key
from tracker.store import codec, positions, remains
from tracker.store.engine import Store, waiting
from tracker.store.sql import run_sql
from tracker.store.tables import VIEWS, checkpoints, events, memories, mentions

_SHORTEST = 3
_LOCK_MS = 2000
# Whether a snapshot, a transaction, a prepared one or a replica may still see rows that this transaction replaced.
_MAY_BE_SEEN = (
    "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    " AND (datname = current_database() OR datname IS NULL) AND (age(backend_xmin) >= age((?::text::xid8)::xid)"
    " OR age(backend_xid) >= age((?::text::xid8)::xid)))"
    " OR EXISTS (SELECT 1 FROM pg_prepared_xacts WHERE age(transaction) >= age((?::text::xid8)::xid))"
    " OR EXISTS (SELECT 1 FROM pg_replication_slots WHERE age(xmin) >= age((?::text::xid8)::xid)"
    " OR age(catalog_xmin) >= age((?::text::xid8)::xid))"
)
RETENTION = "tracker:retention"
EXPIRED = "expired"
_KEPT_ALWAYS = DECISION_TYPES | IDENTITY_TYPES
_SOURCES = "SELECT DISTINCT source FROM events"
_MOST_PER_TRACE = 500


def wipe(store: Store, unwiped: str, words: frozenset[str] | None = None, wait_ms: int = 0) -> bool:
    """Wipe what was erased from where a transaction leaves copies of it → whether all of it is gone; if so, it is not
    `unwiped` any more, the mark that `positions.Standing` tells. `words`: what was erased, if that is still known;
    `wait_ms`: how long to wait for readers that are in the way.

    SQLite zeroes what is deleted in the file, but copies are left in its write-ahead log, which cannot be emptied while
    another connection reads an older state, and in unused parts of pages: if these hold any of the words, or nobody
    knows the words any more, the file is rewritten. On PostgreSQL the tables are rewritten, unless something there may
    still see what was erased; its own write-ahead log holds copies until the server recycles it."""
    try:
        done = _rewritten(store, unwiped) if store.postgres else store.file is None or _emptied(store, words, wait_ms)
        if done:
            with store.write() as connection:
                positions.set_wiped(connection, unwiped)
    except (StoreBusy, StoreFull, StoreReadOnly):
        return False
    return done


def _emptied(store: Store, words: frozenset[str] | None, wait_ms: int) -> bool:
    if not _log_emptied(store, wait_ms):
        return False
    if words is not None and not _left(store, words):
        return True
    with store.outside() as connection:
        # What is erased is in no copy any more that is made now; and a copy of it all may be too much for the memory.
        run_sql(connection, "PRAGMA temp_store = FILE")
        try:
            run_sql(connection, "VACUUM")
        finally:
            run_sql(connection, "PRAGMA temp_store = MEMORY")
    return _log_emptied(store, wait_ms)


def _log_emptied(store: Store, wait_ms: int) -> bool:
    """Whether nothing is left in the write-ahead log, as the file itself says."""
    with store.outside() as connection, waiting(connection, wait_ms):
        busy, _, _ = run_sql(connection, "PRAGMA wal_checkpoint(TRUNCATE)").one()
    log = Path(f"{store.file}-wal")
    return not busy and (not log.exists() or log.stat().st_size == 0)


def _left(store: Store, words: frozenset[str]) -> bool:
    """Whether any of the words is left in the unused parts of the file."""
    spelt = {form for word in words for form in (word, name_key(word), orjson.dumps(word).decode()[1:-1])}
    # A writer that has the turn keeps others from moving pages about meanwhile.
    with store.write() as connection:
        roots = run_sql(connection, "SELECT rootpage FROM sqlite_master WHERE rootpage > 0").scalars()
        assert store.file is not None
        return remains.holds(store.file, roots, [form.encode() for form in spelt if len(form) >= _SHORTEST])


def _rewritten(store: Store, unwiped: str) -> bool:
    with store.outside() as connection:
        if run_sql(connection, _MAY_BE_SEEN, (unwiped,) * 5).scalar_one():
            return False
        run_sql(connection, f"SET lock_timeout = {_LOCK_MS}")
        try:
            for table in (events, mentions, memories, checkpoints, *VIEWS):
                run_sql(connection, f"VACUUM (FULL) {table.name}")
        finally:
            run_sql(connection, "RESET lock_timeout")
    return True


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
