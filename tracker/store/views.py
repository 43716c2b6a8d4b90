"""Reading and writing the views: what folding the log gave. All of it can be dropped and rebuilt from the log.

Times are microseconds since the epoch (UTC). Functions run inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import orjson
from sqlalchemy import Connection, Select, or_, select, tuple_

from tracker.domain.payloads import LOCATION
from tracker.domain.slices import Held, Problem, Slice, slice_from_json
from tracker.store.bearing import Order
from tracker.store.engine import fetch, insert_rows, run_many, run_sql
from tracker.store.tables import VIEWS, names, problems, slices, snapshots

ProblemKind = Literal["conflict", "candidate", "rule"]
Track = tuple[str, str]
_PAGE = 2000
# Before a holder's id in `target`: not with the holder, but where the holder was. No id has a control character.
PUT_DOWN_BY = "\x1e"
_COLUMNS = ("entity_id", "attribute", "ordinal", "rule", "kind", "target", "body")
_NEWEST_BEFORE = (
    f'SELECT {", ".join(_COLUMNS)}, "start" FROM slices WHERE entity_id = ? AND attribute = ? AND "start" < ?'
    ' ORDER BY "start" DESC LIMIT ?'
)
_TARGETING = (
    f'SELECT {", ".join(_COLUMNS)}, "start" FROM slices WHERE target = ? AND attribute = ?'
    ' AND ("start", entity_id, ordinal) < (?, ?, ?) ORDER BY "start" DESC, entity_id DESC, ordinal DESC LIMIT ?'
)
_SLICE_AT = (
    f'SELECT {", ".join(_COLUMNS)}, "end" FROM slices'
    " WHERE entity_id = ? AND attribute = ? AND start <= ? ORDER BY start DESC LIMIT 1"
)
_VIEW = tuple(slices.c[name] for name in _COLUMNS)


class View(NamedTuple):
    """A slice with what it belongs to: `rule` is `name@version`, `kind` the entity's, `target` the known location."""

    entity_id: str
    attribute: str
    ordinal: int
    rule: str
    kind: str | None
    target: str | None
    slice: Slice


class Item(NamedTuple):
    """A problem in the review queue, with what kind it is."""

    kind: ProblemKind
    problem: Problem


class Name(NamedTuple):
    """A name that an event gave an entity. `key` is the form in which names are looked up."""

    key: str
    entity_id: str
    event_id: str
    name: str
    kind: str | None = None
    visibility: tuple[str, ...] = ()


class Snapshot(NamedTuple):
    """A fold's state after the event at `place`; `emitted` counts the final rows by then, in the fold's own terms."""

    ordinal: int
    place: Order
    emitted: Any
    state: Any


def name_row(one: Name) -> tuple[Any, ...]:
    return (one.key, one.entity_id, one.event_id, one.name, one.kind, _labels_text(one.visibility))


def snapshot_row(entity_id: str, one: Snapshot) -> tuple[Any, ...]:
    emitted, state = orjson.dumps(one.emitted).decode(), orjson.dumps(one.state).decode()
    return (entity_id, one.ordinal, *one.place, emitted, state)


def put_slices(connection: Connection, rows: Sequence[View], keep: Mapping[Track, int]) -> None:
    """Replace the ends of tracks: of each `(entity_id, attribute)` in `keep` the rows from that ordinal on go; then
    `rows` come, in any mixture of tracks."""
    run_many(
        connection,
        "DELETE FROM slices WHERE entity_id = ? AND attribute = ? AND ordinal >= ?",
        [(*track, ordinal) for track, ordinal in keep.items()],
    )
    insert_rows(connection, slices, [slice_row(row) for row in rows])


def slice_row(row: View) -> tuple[Any, ...]:
    entity_id, attribute, ordinal, rule, kind, target, each = row
    start, end, status, since, claims, _, _, _, conflict_id = each
    value, relation = claims[0][:2] if status == "known" else (None, None)
    body = orjson.dumps(each, default=list).decode()
    return (
        entity_id, attribute, ordinal, start, end, status, value, relation, since, target, conflict_id, rule, kind, body
    )  # fmt: skip


def _view(row: Sequence[Any]) -> View:
    entity_id, attribute, ordinal, rule, kind, target, body = row[:7]
    return View(entity_id, attribute, ordinal, rule, kind, target, slice_from_json(orjson.loads(body)))


def has(connection: Connection, entity_id: str, attribute: str) -> bool:
    """Whether the track has any slice."""
    sql = "SELECT 1 FROM slices WHERE entity_id = ? AND attribute = ? LIMIT 1"
    return bool(fetch(connection, sql, (entity_id, attribute)))


def slice_at(connection: Connection, entity_id: str, attribute: str, at: int) -> View | None:
    """The slice that holds at `at`; None before the first and after an ended last one."""
    found = run_sql(connection, _SLICE_AT, (entity_id, attribute, at)).first()
    if found is None or (found[-1] is not None and found[-1] <= at):
        return None
    return _view(found)


def newest_before(connection: Connection, entity_id: str, attribute: str, at: int) -> Iterator[View]:
    """The track's slices that began at or before `at`, newest first; pages through them, the first pages small: most
    who ask want the newest alone."""
    reached, limit = at + 1, 2
    while rows := fetch(connection, _NEWEST_BEFORE, (entity_id, attribute, reached, limit)):
        yield from map(_view, rows)
        if len(rows) < limit:
            return
        reached, limit = rows[-1][-1], min(64, limit * 4)


def slices_of(
    connection: Connection,
    entity_id: str,
    attribute: str | None = None,
    start: int | None = None,
    end: int | None = None,
) -> list[View]:
    """An entity's slices that overlap `[start, end)`, by attribute and time."""
    chosen = select(*_VIEW).where(slices.c.entity_id == entity_id)
    if attribute is not None:
        chosen = chosen.where(slices.c.attribute == attribute)
    if start is not None:
        chosen = chosen.where(or_(slices.c.end.is_(None), slices.c.end > start))
    if end is not None:
        chosen = chosen.where(slices.c.start < end)
    return [_view(row) for row in connection.execute(chosen.order_by(slices.c.attribute, slices.c.ordinal))]


def held_in(connection: Connection, target: str, at: int) -> list[View]:
    """The slices that put their entity directly in, on, at or with `target` at that time, by entity."""
    holding = (slices.c.target == target, slices.c.start <= at, or_(slices.c.end.is_(None), slices.c.end > at))
    return [_view(row) for row in connection.execute(select(*_VIEW).where(*holding).order_by(slices.c.entity_id))]


def targeting(connection: Connection, target: str, upto: int) -> Iterator[View]:
    """The slices that ever put their entity directly in, on, at or with `target`, that began at or before `upto`,
    newest first; pages through them."""
    place: tuple[int, str, int] = (upto + 1, "", -1)
    limit = 4
    while rows := fetch(connection, _TARGETING, (target, LOCATION, *place, limit)):
        yield from map(_view, rows)
        if len(rows) < limit:
            return
        place, limit = (rows[-1][-1], rows[-1][0], rows[-1][2]), min(128, limit * 4)


def targets(connection: Connection) -> list[str]:
    """Every place, container and holder that anything was ever known to be directly in, on, at or with."""
    sql = "SELECT DISTINCT target FROM slices WHERE target IS NOT NULL AND target >= ? ORDER BY target"
    return list(run_sql(connection, sql, (chr(ord(PUT_DOWN_BY) + 1),)).scalars())


def put_down_at(connection: Connection, at: int) -> list[View]:
    """The slices that put their entity where a holder was at some time, by entity."""
    target, end = slices.c.target, slices.c.end
    marked = (target >= PUT_DOWN_BY, target < chr(ord(PUT_DOWN_BY) + 1))
    chosen = select(*_VIEW).where(*marked, slices.c.start <= at, or_(end.is_(None), end > at))
    return [_view(row) for row in connection.execute(chosen.order_by(slices.c.entity_id))]


def started_in(
    connection: Connection, start: int, end: int, attribute: str | None = None, entity_id: str | None = None
) -> Iterator[View]:
    """The slices that begin in `[start, end)`, in order of time; pages through them."""
    key = (slices.c.start, slices.c.entity_id, slices.c.attribute, slices.c.ordinal)
    chosen = select(*_VIEW, slices.c.start).where(slices.c.start >= start, slices.c.start < end)
    if attribute is not None:
        chosen = chosen.where(slices.c.attribute == attribute)
    if entity_id is not None:
        chosen = chosen.where(slices.c.entity_id == entity_id)
    page = chosen = chosen.order_by(*key).limit(_PAGE)
    while rows := connection.execute(page).all():
        yield from map(_view, rows)
        last = rows[-1]
        page = chosen.where(tuple_(*key) > (last.start, last.entity_id, last.attribute, last.ordinal))


def attributes_of(connection: Connection, entity_id: str) -> list[str]:
    """The attributes of which the entity has slices."""
    chosen = select(slices.c.attribute).where(slices.c.entity_id == entity_id).distinct()
    return list(connection.execute(chosen.order_by(slices.c.attribute)).scalars())


def put_problems(connection: Connection, items: Sequence[Item], gone: Mapping[Track, int]) -> None:
    """Replace the newest problems of tracks: of each `(entity_id, attribute)` in `gone` the conflicts and failures
    that start at or after the given time go; then `items` come. An item whose conflict is still there replaces it."""
    run_many(
        connection,
        "DELETE FROM problems WHERE entity_id = ? AND attribute = ? AND start >= ? AND kind <> 'candidate'",
        [(*track, start) for track, start in gone.items()],
    )
    rows = {item.problem.conflict_id: problem_row(item) for item in items}
    run_many(connection, "DELETE FROM problems WHERE conflict_id = ?", [(conflict_id,) for conflict_id in rows])
    insert_rows(connection, problems, list(rows.values()))


def problem_row(item: Item) -> tuple[Any, ...]:
    each = item.problem
    body = orjson.dumps([[list(held) for held in each.claims], each.ended_by, each.failure]).decode()
    return (
        each.conflict_id,
        each.entity_id,
        each.attribute,
        item.kind,
        each.start,
        each.end,
        each.status,
        body,
    )


def _item(row: Any) -> Item:
    claims, ended_by, failure = orjson.loads(row.body)
    held = tuple(Held(*claim) for claim in claims)
    problem = Problem(
        row.conflict_id, row.entity_id, row.attribute, row.start, row.end, row.status, held, ended_by, failure
    )
    return Item(row.kind, problem)


def problem(connection: Connection, conflict_id: str) -> Item | None:
    found = connection.execute(select(problems).where(problems.c.conflict_id == conflict_id)).first()
    return _item(found) if found else None


def find_problems(
    connection: Connection, status: str | None = None, entity_id: str | None = None, kind: str | None = None
) -> list[Item]:
    """The review queue in order of time."""
    chosen = select(problems)
    for column, value in ((problems.c.status, status), (problems.c.entity_id, entity_id), (problems.c.kind, kind)):
        if value is not None:
            chosen = chosen.where(column == value)
    return [_item(row) for row in connection.execute(chosen.order_by(problems.c.start, problems.c.conflict_id))]


def put_names(connection: Connection, entity_ids: Iterable[str], given: Sequence[Name]) -> None:
    """Replace all names of these entities."""
    run_many(connection, "DELETE FROM names WHERE entity_id = ?", [(entity_id,) for entity_id in entity_ids])
    insert_rows(
        connection,
        names,
        [(one.key, one.entity_id, one.event_id, one.name, one.kind, _labels_text(one.visibility)) for one in given],
    )


def _labels_text(visibility: tuple[str, ...]) -> str | None:
    return orjson.dumps(visibility).decode() if visibility else None


def named(connection: Connection, key: str) -> list[Name]:
    """Whom a name means: every entity that was given it."""
    return _names(connection, select(names).where(names.c.name_key == key))


def names_of(connection: Connection, entity_id: str) -> list[Name]:
    return _names(connection, select(names).where(names.c.entity_id == entity_id))


def all_names(connection: Connection) -> list[Name]:
    return _names(connection, select(names))


def _names(connection: Connection, chosen: Select[Any]) -> list[Name]:
    rows = connection.execute(chosen.order_by(names.c.name_key, names.c.entity_id, names.c.event_id))
    return [Name._make((*row[:5], tuple(orjson.loads(row[5])) if row[5] else ())) for row in rows]


def consulting(connection: Connection, consulted: str, since: int) -> list[str]:
    """The entities whose fold looked at `consulted` at a time at or after `since`."""
    sql = "SELECT entity_id FROM consults WHERE consulted = ? AND upto >= ? ORDER BY entity_id"
    return list(run_sql(connection, sql, (consulted, since)).scalars())


def note_consults(connection: Connection, entity_id: str, looked: Mapping[str, int]) -> None:
    """Add to what the entity's fold looked at: entity → until which time."""
    sql = (
        "INSERT INTO consults (entity_id, consulted, upto) VALUES (?, ?, ?) ON CONFLICT (entity_id, consulted)"
        " DO UPDATE SET upto = CASE WHEN excluded.upto > consults.upto THEN excluded.upto ELSE consults.upto END"
    )
    run_many(connection, sql, [(entity_id, other, upto) for other, upto in looked.items()])


def drop_candidates(connection: Connection, event_ids: Sequence[str]) -> None:
    """Take these events off the review queue."""
    run_many(
        connection,
        "DELETE FROM problems WHERE conflict_id = ? AND kind = 'candidate'",
        [(event_id,) for event_id in event_ids],
    )


def clear_entity(connection: Connection, entity_id: str) -> None:
    """Empty every view of one entity."""
    for table in VIEWS:
        run_sql(connection, f"DELETE FROM {table.name} WHERE entity_id = ?", (entity_id,))


def put_snapshots(connection: Connection, entity_id: str, keep: int, taken: Sequence[Snapshot]) -> None:
    """The entity's snapshots from ordinal `keep` on go; then `taken` come."""
    run_sql(connection, "DELETE FROM snapshots WHERE entity_id = ? AND ordinal >= ?", (entity_id, keep))
    insert_rows(connection, snapshots, [snapshot_row(entity_id, one) for one in taken])


def snapshot_before(connection: Connection, entity_id: str, place: Order | None = None) -> Snapshot | None:
    """The entity's newest snapshot, or the newest one strictly before `place` in fold order."""
    past = "" if place is None else " AND (occurred, observed, event_id) < (?, ?, ?)"
    sql = f"SELECT * FROM snapshots WHERE entity_id = ?{past} ORDER BY ordinal DESC LIMIT 1"
    found = run_sql(connection, sql, (entity_id, *(place or ()))).first()
    if found is None:
        return None
    _, ordinal, occurred, observed, event_id, emitted, state = found
    return Snapshot(ordinal, (occurred, observed, event_id), orjson.loads(emitted), orjson.loads(state))
