"""Reading what there is of one entity a page at a time: however much that is, no more than a page is held.

Times are microseconds since the epoch (UTC). Functions run inside the caller's transaction; a page is read whole before
it is given, so that the caller may write between two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import islice
from operator import attrgetter

from sqlalchemy import Connection

from tracker.domain.logged import Logged
from tracker.store import reader
from tracker.store.reader import IN_FOLD_ORDER, OWN_EVENTS, PAST, unchecked
from tracker.store.sql import fetch, marks, parts
from tracker.store.views import Row

PAGE = 2000
"""An entity with more slices or events than this is read, folded, compared and digested so many at a time."""
FIRST, LAST = -(1 << 63), (1 << 63) - 1
"""The bounds of what a column of whole numbers can hold."""
_NUMBERED = {
    "slices": 'SELECT * FROM slices WHERE entity_id = ? AND attribute = ? AND "start" >= ? AND "start" <= ?'
    ' ORDER BY "start" LIMIT ?',
    "snapshots": "SELECT * FROM snapshots WHERE entity_id = ? AND ordinal >= ? AND ordinal <= ?"
    " ORDER BY ordinal LIMIT ?",
}
_PROBLEMS = "SELECT * FROM problems WHERE entity_id = ? AND conflict_id > ? ORDER BY conflict_id LIMIT ?"
_NEXT_ATTRIBUTE = "SELECT attribute FROM slices WHERE entity_id = ? AND attribute > ? ORDER BY attribute LIMIT 1"
_FEWEST = 16
_order = attrgetter("order")


def rows(
    connection: Connection, view: str, key: Row, page: int, since: int = FIRST, upto: int = LAST
) -> Iterator[tuple[list[Row], int]]:
    """The stored rows of one attribute's slices (`key`: entity and attribute) or of one entity's snapshots (`key`: the
    entity) whose start or ordinal is in `[since, upto]`, in order. With each page comes how far it reaches: no row up
    to there is missing. One page at least, if an empty one."""
    while True:
        found = fetch(connection, _NUMBERED[view], (*key, since, upto, page))
        if len(found) < page:
            yield found, upto
            return
        reach: int = found[-1][len(key)]
        yield found, reach
        if reach >= upto:
            return
        since = reach + 1


def problems(connection: Connection, entity_id: str, page: int) -> Iterator[list[Row]]:
    """The stored rows of one entity's problems, by conflict id."""
    found = fetch(connection, _PROBLEMS, (entity_id, "", page))
    while found:
        yield found
        found = fetch(connection, _PROBLEMS, (entity_id, found[-1][0], page))


def problems_by_id(connection: Connection, ids: Sequence[str]) -> dict[str, Row]:
    """Those of these problems that are stored, whosever they are."""
    found: dict[str, Row] = {}
    for part in parts(ids):
        sql = f"SELECT * FROM problems WHERE conflict_id IN ({marks(part)})"
        found.update((row[0], row) for row in fetch(connection, sql, part))
    return found


def attributes(connection: Connection, entity_id: str) -> Iterator[str]:
    """The attributes of which the entity has slices, in order: by one lookup each, not by reading all its slices."""
    found = fetch(connection, _NEXT_ATTRIBUTE, (entity_id, ""))
    while found:
        attribute: str = found[0][0]
        yield attribute
        found = fetch(connection, _NEXT_ATTRIBUTE, (entity_id, attribute))


def events(connection: Connection, entity_ids: Sequence[str], page: int) -> Iterator[list[Logged]]:
    """The foldable events of these entities in fold order with the decisions about them, wherever those stand, about
    `page` at a time. Content is not compared with its digest, as in `reader.by_entity`."""
    elsewhere = _decisions_elsewhere(connection, entity_ids)
    if len(entity_ids) == 1 and not elsewhere:
        yield from _own(connection, entity_ids[0], page)
        return
    share = max(_FEWEST, page // len(entity_ids))
    streams = [_one_by_one(_own(connection, entity_id, share)) for entity_id in entity_ids]
    merged = _unique(merge(elsewhere, *streams, key=_order))
    while part := list(islice(merged, page)):
        yield part


def events_of_types(connection: Connection, entity_ids: Sequence[str], types: Iterable[str]) -> list[Logged]:
    """All of these entities' own foldable events that have one of the types, in fold order; content as in `events`."""
    wanted = sorted(types)
    found: list[Logged] = []
    for entity_id in entity_ids:
        sql = f"{OWN_EVENTS} AND e.entity_id = ? AND e.type IN ({marks(wanted)})"
        found += [unchecked(row) for row in fetch(connection, sql, (entity_id, *wanted))]
    return sorted(found, key=_order)


def _own(connection: Connection, entity_id: str, page: int) -> Iterator[list[Logged]]:
    rows = fetch(connection, f"{OWN_EVENTS} AND e.entity_id = ? {IN_FOLD_ORDER} LIMIT ?", (entity_id, page))
    while rows:
        yield [unchecked(row) for row in rows]
        if len(rows) < page:
            return
        event_id, _, _, occurred, _, observed, *_ = rows[-1]
        past = (entity_id, occurred, observed, event_id, page)
        rows = fetch(connection, f"{OWN_EVENTS} AND e.entity_id = ? AND {PAST} {IN_FOLD_ORDER} LIMIT ?", past)


def _decisions_elsewhere(connection: Connection, entity_ids: Iterable[str]) -> list[Logged]:
    """The decisions about events of these entities that stand under another one, in fold order."""
    sql = "SELECT DISTINCT decision FROM decision_targets WHERE target_entity = ? AND entity_id <> target_entity"
    ids = {event_id for entity_id in entity_ids for (event_id,) in fetch(connection, sql, (entity_id,))}
    return sorted(reader.logged_by_ids(connection, ids), key=_order)


def _one_by_one(pages: Iterator[list[Logged]]) -> Iterator[Logged]:
    for page in pages:
        yield from page


def _unique(merged: Iterator[Logged]) -> Iterator[Logged]:
    """A decision may stand under one of the entities and be about another of them."""
    before = ""
    for event in merged:
        if event.event_id != before:
            yield event
        before = event.event_id
