"""Which events of the log carry words worth remembering: utterances, plans, versions of documents.

An index of the log, not a view: rows go in with the events and out when those are erased, and a replay makes it anew.
It holds no text of its own, so that nothing has to be kept from being forgotten in two places. Times are microseconds
since the epoch (UTC)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sqlalchemy import Connection

from tracker.domain.logged import Logged
from tracker.store import codec
from tracker.store.codec import Row
from tracker.store.sql import fetch, insert_rows, marks, parts, run_many, run_sql
from tracker.store.tables import memories

Carries = Literal["words", "plan", "document"]
_CONTENT = '"attribute":"content"'  # as the canonical JSON of a claim spells it
_CLAIMING = ("seen", "system_action", "stated", "confirmed", "corrected")
_AT_A_TIME = 2000
_EVENT = ", ".join(f"e.{field}" for field in Row._fields)
_ROWS = f"SELECT {_EVENT} FROM events e WHERE e.payload IS NOT NULL AND e.seq > ? ORDER BY e.seq LIMIT {_AT_A_TIME}"
_KEPT = (
    f"SELECT m.carries, {_EVENT} FROM memories m JOIN events e ON e.seq = m.seq"
    " WHERE e.payload IS NOT NULL AND e.observed_at <= ? ORDER BY m.seq"
)
_ANSWERING = (
    f"SELECT {_EVENT} FROM memories m JOIN events u ON u.seq = m.seq JOIN events e ON e.caused_by = u.event_id"
    " WHERE e.payload IS NOT NULL AND e.observed_at <= ? AND e.type <> 'stated' ORDER BY e.seq"
)
_EVER = 1 << 62


class Kept(NamedTuple):
    """An event that carries words, and what of it a rule does not see."""

    carries: Carries
    event: Logged
    row: Row


def index(connection: Connection, rows: Iterable[Row]) -> None:
    """Put those of the rows into the index that carry words."""
    found = [(row.seq, carried) for row in rows if (carried := _carried(row)) is not None]
    insert_rows(connection, memories, found)


def _carried(row: Row) -> Carries | None:
    if row.payload is None:
        return None
    if _CONTENT in row.payload and row.type in _CLAIMING:
        return "document"
    if row.type == "stated":
        return "words"
    return "plan" if row.type == "planned" else None


def forget(connection: Connection, event_ids: Sequence[str]) -> None:
    """Take these events out of the index."""
    for part in parts(event_ids):
        sql = f"SELECT m.seq FROM events e JOIN memories m ON m.seq = e.seq WHERE e.event_id IN ({marks(part)})"
        run_many(connection, "DELETE FROM memories WHERE seq = ?", sorted(fetch(connection, sql, part)))


def rebuild(connection: Connection) -> None:
    """Make the index anew from the log."""
    run_sql(connection, "DELETE FROM memories")
    last = 0
    while rows := [Row._make(row) for row in fetch(connection, _ROWS, (last,))]:
        index(connection, rows)
        last = rows[-1].seq


def kept(connection: Connection, known_at: int | None = None, viewer: frozenset[str] | None = None) -> list[Kept]:
    """The events that carry words, in log order, that were known by then and that the viewer may read. Raises
    StoreDamaged for what is not what was appended."""
    found = []
    for carries, *fields in fetch(connection, _KEPT, (_EVER if known_at is None else known_at,)):
        row = Row._make(fields)
        if codec.readable(row.visibility, viewer):
            found.append(Kept(carries, codec.logged(codec.checked(row), row.type == "stated"), row))
    return found


def answering(
    connection: Connection, known_at: int | None = None, viewer: frozenset[str] | None = None
) -> list[tuple[str, Logged]]:
    """What was read from the words kept: the id of the words, and the event that answers them."""
    found = []
    for fields in fetch(connection, _ANSWERING, (_EVER if known_at is None else known_at,)):
        row = Row._make(fields)
        if codec.readable(row.visibility, viewer) and row.caused_by is not None:
            found.append((row.caused_by, codec.logged(codec.checked(row), True)))
    return found
