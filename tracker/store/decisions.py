"""Whether the index of decisions (`decision_targets`) says what the decisions in the log say, no less and no more.

The index is no part of the hash chain, but whatever of it an event with content decides can be read from that event. Of
a decision that was erased itself nobody can: there the guards of the table must do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection

from tracker.domain.payloads import NAMING_EVENTS, NAMING_FIELDS
from tracker.store.codec import FORGOTTEN, Row
from tracker.store.engine import Store
from tracker.store.log import Head
from tracker.store.sql import fetch, marks, parts

_PAGE = 2000
_INDEX = (
    "SELECT t.target, t.decision, t.type, t.entity_id, t.target_entity, d.seq, d.type, d.entity_id, e.seq, e.entity_id"
    " FROM decision_targets t LEFT JOIN events d ON d.event_id = t.decision"
    " LEFT JOIN events e ON e.event_id = t.target"
    f" WHERE (t.target, t.decision) > (?, ?) ORDER BY t.target, t.decision LIMIT {_PAGE}"
)


class Stray(NamedTuple):
    """A row of the index that is not what the log says; `seq` is that of the decision, else of what it is about, else
    where the log ends."""

    seq: int
    problem: str


def targets(payload: str) -> tuple[str, ...]:
    """The events that a decision with this payload is about; none for what cannot be read."""
    try:
        content: Any = orjson.loads(payload)
        named = [target for field in NAMING_FIELDS for target in content.get(field, ())]
    except (ValueError, TypeError, AttributeError):
        return ()
    return tuple(target for target in named if isinstance(target, str))


def lacking(connection: Connection, page: Sequence[Row]) -> dict[int, str]:
    """What the index lacks of the decisions among these rows: an event that each is about, by the decision's seq."""
    named = [
        (target, row)
        for row in page
        if row.type in NAMING_EVENTS and row.payload is not None
        for target in targets(row.payload)
    ]
    indexed: set[tuple[str, str]] = set()
    for part in parts(sorted({target for target, _ in named})):
        sql = f"SELECT target, decision FROM decision_targets WHERE target IN ({marks(part)})"
        indexed.update((target, decision) for target, decision in fetch(connection, sql, part))
    return {row.seq: target for target, row in named if (target, row.event_id) not in indexed}


def unexplained(connection: Connection, erased: Sequence[str]) -> set[str]:
    """Those of these erased events that no redaction explains: one that names them, or one that was erased itself and
    is explained in turn. One that came without content explains, as nobody can know what it named."""
    return {event_id for event_id in erased if not _explained(connection, event_id)}


def _explained(connection: Connection, event_id: str) -> bool:
    deciding = (
        "SELECT e.event_id, e.payload, e.digest FROM decision_targets t JOIN events e ON e.event_id = t.decision"
        " WHERE t.target = ? AND t.type = 'redacted' AND e.type = 'redacted'"
    )
    seen, waiting = {event_id}, [event_id]
    while waiting:
        target = waiting.pop()
        for decision, payload, digest in fetch(connection, deciding, (target,)):
            if digest == FORGOTTEN if payload is None else target in targets(payload):
                return True
            if payload is None and decision not in seen:
                seen.add(decision)
                waiting.append(decision)
    return False


def strays(store: Store, head: Head) -> Iterator[Stray]:
    """The rows of the index that do not stand for a decision in the log."""
    last = ("", "")
    while True:
        with store.read() as connection:
            rows = fetch(connection, _INDEX, last)
            decided = _decided(connection, sorted({row[1] for row in rows if type(row[1]) is str}))
        for row in rows:
            problem = _problem(row, decided)
            if problem is not None:
                yield Stray(row[5] or row[8] or head.seq, problem)
        if len(rows) < _PAGE:
            return
        last = rows[-1][:2]


def _decided(connection: Connection, decisions: Sequence[str]) -> dict[str, frozenset[str]]:
    """What these decisions are about, of those that still say so."""
    found = {}
    for part in parts(decisions):
        sql = f"SELECT event_id, payload FROM events WHERE payload IS NOT NULL AND event_id IN ({marks(part)})"
        found.update({event_id: frozenset(targets(payload)) for event_id, payload in fetch(connection, sql, part)})
    return found


def _problem(row: tuple[Any, ...], decided: dict[str, frozenset[str]]) -> str | None:
    target, decision, kind, entity_id, target_entity, seq, logged_kind, logged_entity, _, logged_target = row
    if seq is None:
        return f"decision {decision} about event {target} is in the index but not in the log"
    if kind not in NAMING_EVENTS or (kind, entity_id) != (logged_kind, logged_entity):
        return f"event {decision} is not the decision that the index says it is"
    if decision in decided and target not in decided[decision]:
        return f"decision {decision} is not about event {target}, as the index says"
    if target_entity != logged_target:
        return f"the index says that event {target} is about {target_entity!r}, the log {logged_target!r}"
    return None
