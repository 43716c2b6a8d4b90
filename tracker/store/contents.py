"""All that the views hold of whole entities, as rows: for rebuilding the views, comparing them and digesting them.

Times are microseconds since the epoch (UTC). Functions run inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import orjson
from sqlalchemy import Connection

from tracker.domain.slices import slice_from_json
from tracker.domain.times import from_us
from tracker.store.engine import fetch, insert_rows, run_many
from tracker.store.tables import VIEWS, problems
from tracker.store.views import Item, Name, Row, Snapshot, name_row, problem_row, snapshot_row

_ATTRIBUTE_START = itemgetter(1, 2)


class Content(NamedTuple):
    """All rows of one entity, view by view as `VIEWS` lists them, each in the order of its key."""

    slices: list[Row]
    problems: list[Row]
    names: list[Row]
    consults: list[Row]
    snapshots: list[Row]


# By view: where the entity stands in a row, and in which order an entity's rows stand.
_OWNERS = (0, 1, 1, 0, 0)
_ORDERS = ("attribute, start", "conflict_id", "name_key, event_id", "consulted", "ordinal")


def content_of(
    entity_id: str,
    rows: list[Row],
    items: Sequence[Item],
    given: Sequence[Name],
    looked: Mapping[str, int],
    taken: Sequence[Snapshot],
) -> Content:
    """What an entity's whole fold gave, as the rows that say it; `rows` are those of its slices."""
    rows.sort(key=_ATTRIBUTE_START)
    queued = {item.problem.conflict_id: problem_row(item) for item in items}
    called = sorted(map(name_row, given), key=itemgetter(0, 2))
    return Content(
        rows,
        [queued[each] for each in sorted(queued)],
        called,
        [(entity_id, other, looked[other]) for other in sorted(looked)],
        [snapshot_row(entity_id, one) for one in taken],
    )


def contents(
    connection: Connection, after: str, upto: str | None, only: Sequence[int] = range(len(VIEWS))
) -> dict[str, Content]:
    """The stored rows of the entities past `after` up to and including `upto` (None: of all past it), by entity; `only`
    of some views, by their place in `VIEWS`."""
    found: dict[str, Content] = {}
    within, bounds = (
        ("entity_id > ?", (after,)) if upto is None else ("entity_id > ? AND entity_id <= ?", (after, upto))
    )
    for view in only:
        sql = f"SELECT * FROM {VIEWS[view].name} WHERE {within} ORDER BY entity_id, {_ORDERS[view]}"
        for entity_id, rows in groupby(fetch(connection, sql, bounds), key=itemgetter(_OWNERS[view])):
            content = found.get(entity_id)
            if content is None:
                content = found[entity_id] = Content([], [], [], [], [])
            content[view].extend(rows)
    return found


def replace(connection: Connection, view: int, gone: Sequence[str], rows: Sequence[Row]) -> None:
    """Take these entities' rows out of the view (its place in `VIEWS`) and put the given rows in."""
    table = VIEWS[view]
    run_many(connection, f"DELETE FROM {table.name} WHERE entity_id = ?", [(entity_id,) for entity_id in gone])
    if table is problems:
        # An event that waits for a person may have moved to another entity: its item goes where it stood.
        run_many(connection, "DELETE FROM problems WHERE conflict_id = ?", [(row[0],) for row in rows])
    insert_rows(connection, table, rows)


def fingerprint(content: Content) -> bytes:
    """SHA-256 over what one entity's slices and problems say; empty when it has none."""
    if not content.slices and not content.problems:
        return b""
    return sha256(orjson.dumps(content[:2])).digest()


def digest(connection: Connection) -> str:
    """SHA-256 (hex) of the derived state: the fingerprints of all entities in the order of their ids, the same on every
    database."""
    sum_ = sha256()
    for after, upto in ranges(sizes(connection)):
        found = contents(connection, after, upto, only=(0, 1))
        for entity_id in sorted(found):
            sum_.update(fingerprint(found[entity_id]))
    return sum_.hexdigest()


def sizes(connection: Connection) -> dict[str, int]:
    """How many slices each entity has, by id in order."""
    return dict(fetch(connection, "SELECT entity_id, count(*) FROM slices GROUP BY entity_id ORDER BY entity_id"))


def ranges(sizes: Mapping[str, int], most: int = 500) -> list[tuple[str, str | None]]:
    """Cut all ids into ranges `(after, upto]` with about `most` rows each, but no entity in two; `sizes` says how many
    each has, in order. The last range is open: together they hold every id there may be."""
    found: list[tuple[str, str | None]] = []
    after, rows = "", 0
    for entity_id, size in sizes.items():
        rows += size
        if rows >= most:
            found.append((after, entity_id))
            after, rows = entity_id, 0
    return [*found, (after, None)]


def differences(before: Content, after: Content) -> list[tuple[str, str]]:
    """The slices of one entity that differ, as lines (old, new); either is empty where the other has no counterpart at
    that start."""
    pairs: dict[tuple[str, int], list[Row | None]] = {}
    for place, content in enumerate((before, after)):
        for row in content.slices:
            pairs.setdefault((row[1], row[2]), [None, None])[place] = row
    return [
        (_line(old) if old else "", _line(new) if new else "")
        for _, (old, new) in sorted(pairs.items(), key=itemgetter(0))
        if old != new
    ]


def _line(row: Row) -> str:
    entity_id, attribute, start, end, _, rule, _, body = row
    each = slice_from_json(orjson.loads(body))
    held = each.claims[0][1::-1] if each.status == "known" else ()
    until = "" if end is None else from_us(end).isoformat()
    shown = " ".join(part for part in held if part) or each.status
    return f"{entity_id} {attribute}: {shown} [{from_us(start).isoformat()}, {until}) {rule}"
