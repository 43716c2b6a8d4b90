"""All that the views hold of whole entities, as rows: for rebuilding the views, comparing them and digesting them.

Times are microseconds since the epoch (UTC). Functions run inside the caller's transaction."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence, Set
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection

from tracker.domain.slices import AS_TUPLE, slice_from_json
from tracker.domain.times import from_us
from tracker.store import pages
from tracker.store.sql import fetch, insert_rows, run_many, run_sql
from tracker.store.tables import VIEWS, problems
from tracker.store.views import Item, Name, Row, Snapshot, name_row, problem_row, snapshot_row

SLICES, PROBLEMS, NAMES, CONSULTS, SNAPSHOTS = range(len(VIEWS))
_ATTRIBUTE, _ATTRIBUTE_START = itemgetter(1), itemgetter(1, 2)


class Range(NamedTuple):
    """The entities past `after` up to and including `upto` (None: all past it), in order of their ids. `paged`: the
    last of them, `upto`, is too large to be held in memory; what is said about whole entities leaves it out."""

    after: str
    upto: str | None
    paged: bool = False


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
    consulted = [(entity_id, other, looked[other]) for other in sorted(looked)]
    snapshots = [snapshot_row(entity_id, one) for one in taken]
    return AS_TUPLE(Content, (rows, [queued[each] for each in sorted(queued)], called, consulted, snapshots))


_PROBLEM_OF = ["conflict_id", "entity_id"]


def contents(connection: Connection, within: Range, only: Sequence[int] = range(len(VIEWS))) -> dict[str, Content]:
    """The stored rows of the range's entities, by entity; `only` of some views, by their place in `VIEWS`."""
    found: dict[str, Content] = {}
    chosen, bounds = "entity_id > ?", [within.after]
    if within.upto is not None:
        chosen += " AND entity_id < ?" if within.paged else " AND entity_id <= ?"
        bounds.append(within.upto)
    for view in only:
        sql = f"SELECT * FROM {VIEWS[view].name} WHERE {chosen} ORDER BY entity_id, {_ORDERS[view]}"
        for entity_id, rows in groupby(fetch(connection, sql, bounds), key=itemgetter(_OWNERS[view])):
            content = found.get(entity_id)
            if content is None:
                content = found[entity_id] = AS_TUPLE(Content, ([], [], [], [], []))
            content[view].extend(rows)
    return found


def of_entity(connection: Connection, entity_id: str, view: int) -> list[Row]:
    """The stored rows of one entity in a view of which it has few."""
    sql = f"SELECT * FROM {VIEWS[view].name} WHERE entity_id = ? ORDER BY {_ORDERS[view]}"
    return fetch(connection, sql, (entity_id,))


def renew(connection: Connection) -> None:
    """Make the views' tables anew, empty, whatever is there instead."""
    for view in VIEWS:
        run_sql(connection, f"DROP TABLE IF EXISTS {view.name}")
        view.create(connection, checkfirst=False)


def remove(connection: Connection, view: int, keys: Sequence[Row]) -> None:
    """Take single rows out of the view, by their primary keys; of a problem also by whose it is: by now it may stand
    under another entity."""
    table = VIEWS[view]
    named = [column.name for column in table.primary_key.columns] if table is not problems else _PROBLEM_OF
    own = " AND ".join(f'"{name}" = ?' for name in named)
    run_many(connection, f"DELETE FROM {table.name} WHERE {own}", keys)


def replace(connection: Connection, view: int, gone: Sequence[str], rows: Sequence[Row]) -> None:
    """Take these entities' rows out of the view (its place in `VIEWS`) and put the given rows in."""
    table = VIEWS[view]
    run_many(connection, f"DELETE FROM {table.name} WHERE entity_id = ?", [(entity_id,) for entity_id in gone])
    if table is problems:
        # An event that waits for a person may have moved to another entity: its item goes where it stood.
        run_many(connection, "DELETE FROM problems WHERE conflict_id = ?", [(row[0],) for row in rows])
    insert_rows(connection, table, rows)


def fingerprint(content: Content) -> bytes:
    """What one entity's slices and problems say: the SHA-256 over the JSON of each attribute's slices, in the order of
    the attributes' names, then that over those of its problems; nothing for what it has none of."""
    rows = content.slices
    found, place = b"", 0
    while place < len(rows):
        attribute = rows[place][1]
        end = len(rows) if rows[-1][1] == attribute else bisect_right(rows, attribute, place, key=_ATTRIBUTE)
        found += sha256(orjson.dumps(rows[place:end])).digest()
        place = end
    return found + _of_problems([digest_of(row) for row in content.problems])


def digest_of(row: Row) -> bytes:
    return sha256(orjson.dumps(row)).digest()


def _of_problems(digests: Iterable[bytes]) -> bytes:
    together = b"".join(sorted(digests))
    return sha256(together).digest() if together else b""


class Fingerprint:
    """The fingerprint of an entity whose rows come a few at a time."""

    def __init__(self) -> None:
        self._sums: dict[str, Any] = {}

    def add(self, attribute: str, rows: Sequence[Row]) -> None:
        """The next slices of an attribute in order of their starts."""
        if not rows:
            return
        array = orjson.dumps(rows)[:-1]  # the bracket is closed in the end
        if attribute in self._sums:
            self._sums[attribute].update(b"," + array[1:])
        else:
            self._sums[attribute] = sha256(array)

    def end(self, problems: Iterable[bytes]) -> bytes:
        """The fingerprint, when all slices were added; `problems`: the digest of each row."""
        for sum_ in self._sums.values():
            sum_.update(b"]")
        found = b"".join(self._sums[attribute].digest() for attribute in sorted(self._sums))
        return found + _of_problems(problems)


def digest(connection: Connection, page: int = pages.PAGE) -> str:
    """SHA-256 (hex) of the derived state: the fingerprints of all entities in the order of their ids, the same on every
    database. Holds `page` rows of one entity at most, and a digest of each of its problems."""
    sum_ = sha256()
    stored = sizes(connection)
    for within in ranges(stored, paged={each for each, size in stored.items() if size > page}):
        found = contents(connection, within, only=(SLICES, PROBLEMS))
        for entity_id in sorted(found):
            sum_.update(fingerprint(found[entity_id]))
        if within.paged and within.upto is not None:
            sum_.update(_fingerprint_in_pages(connection, within.upto, page))
    return sum_.hexdigest()


def _fingerprint_in_pages(connection: Connection, entity_id: str, page: int) -> bytes:
    made = Fingerprint()
    for attribute in pages.attributes(connection, entity_id):
        for rows, _ in pages.rows(connection, "slices", (entity_id, attribute), page):
            made.add(attribute, rows)
    stored = pages.problems(connection, entity_id, page)
    return made.end([digest_of(row) for rows in stored for row in rows])


def sizes(connection: Connection) -> dict[str, int]:
    """How many slices each entity has, by id in order."""
    return dict(fetch(connection, "SELECT entity_id, count(*) FROM slices GROUP BY entity_id ORDER BY entity_id"))


def ranges(sizes: Mapping[str, int], most: int = 250, paged: Set[str] = frozenset()) -> list[Range]:
    """Cut all ids into ranges with about `most` rows each, but no entity in two; `sizes` says how many each has, in
    order. Each of the `paged` is the last of its range. The last range is open: together they hold every id there may
    be."""
    found: list[Range] = []
    after, rows = "", 0
    for entity_id, size in sizes.items():
        rows += size
        if rows >= most or entity_id in paged:
            found.append(Range(after, entity_id, entity_id in paged))
            after, rows = entity_id, 0
    return [*found, Range(after, None)]


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


def queued_differently(before: Content, after: Content) -> int:
    """How many of one entity's problems differ, those that only one side has among them."""
    return len({row[0] for row in {*before.problems} ^ {*after.problems}})


def _line(row: Row) -> str:
    entity_id, attribute, start, end, _, rule, _, body = row
    each = slice_from_json(orjson.loads(body))
    held = each.claims[0][1::-1] if each.status == "known" else ()
    until = "" if end is None else from_us(end).isoformat()
    shown = " ".join(part for part in held if part) or each.status
    return f"{entity_id} {attribute}: {shown} [{from_us(start).isoformat()}, {until}) {rule}"
