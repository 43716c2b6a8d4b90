"""Reading the views: what folding the log gave. All of it can be dropped and rebuilt from the log.

Times are microseconds since the epoch (UTC). Functions run inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from typing import Any, Literal, NamedTuple

import orjson
from sqlalchemy import Connection, Select, or_, select, tuple_

from tracker.domain.payloads import LOCATION
from tracker.domain.sides import LANDMARK_RELATIONS
from tracker.domain.slices import Held, Problem, Slice, slice_from_json
from tracker.store.bearing import Order
from tracker.store.sql import fetch, marks, parts, run_sql
from tracker.store.tables import names, problems, slices

ProblemKind = Literal["conflict", "candidate", "rule"]
Row = tuple[Any, ...]
_PAGE = 2000
# Before a holder's id in `target`: not with the holder, but where the holder was. No id has a control character.
PUT_DOWN_BY = "\x1e"
# Before a landmark's: not carried along by it, but under it, behind it, …
TOLD_BY = "\x1d"
_DIRECT = chr(ord(PUT_DOWN_BY) + 1)
_COLUMNS = ("entity_id", "attribute", "rule", "kind", "target", "body")
_NEWEST_BEFORE = (
    f'SELECT {", ".join(_COLUMNS)}, "start" FROM slices WHERE entity_id = ? AND attribute = ? AND "start" < ?'
    ' ORDER BY "start" DESC LIMIT ?'
)
_TARGETING = (
    f'SELECT {", ".join(_COLUMNS)}, "start" FROM slices WHERE target = ? AND attribute = ?'
    ' AND ("start", entity_id) < (?, ?) ORDER BY "start" DESC, entity_id DESC LIMIT ?'
)
_SLICE_AT = (
    f'SELECT {", ".join(_COLUMNS)}, "end" FROM slices'
    " WHERE entity_id = ? AND attribute = ? AND start <= ? ORDER BY start DESC LIMIT 1"
)
_CONSULTING = "SELECT consulted, entity_id, upto FROM consults WHERE consulted IN ({0}) AND upto >= ?"
_NEWEST_SNAPSHOTS = (
    "SELECT * FROM snapshots s WHERE entity_id IN ({0})"
    " AND ordinal = (SELECT max(ordinal) FROM snapshots WHERE entity_id = s.entity_id)"
)
_VIEW = tuple(slices.c[name] for name in _COLUMNS)


class View(NamedTuple):
    """A slice with what it belongs to: `rule` is `name@version`, `kind` the entity's, `target` the known location."""

    entity_id: str
    attribute: str
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
    """A fold's state after the event at `place`, the entity's event number `ordinal` from 1 on of those that fold."""

    ordinal: int
    place: Order
    state: Any


def name_row(one: Name) -> tuple[Any, ...]:
    return (one.key, one.entity_id, one.event_id, one.name, one.kind, _labels_text(one.visibility))


def snapshot_row(entity_id: str, one: Snapshot) -> tuple[Any, ...]:
    return (entity_id, one.ordinal, *one.place, orjson.dumps(one.state, default=list).decode())


def slice_row(entity_id: str, attribute: str, rule: str, kind: str | None, each: Slice) -> Row:
    start, end, status, since, claims, bounds, ended_by, reason, conflict_id = each
    held = [[*claim] for claim in claims]
    body = orjson.dumps([start, end, status, since, held, bounds, ended_by, reason, conflict_id]).decode()
    target = target_of(attribute, each)
    if target is not None and claims[0].holder_at is None and claims[0].relation in LANDMARK_RELATIONS:
        target = TOLD_BY + target
    return (entity_id, attribute, start, end, target, rule, kind, body)


def start_of(row: Row) -> int:
    """When the slice of a row starts."""
    start: int = row[2]
    return start


def target_of(attribute: str, each: Slice) -> str | None:
    """The known location, by which `inside` looks things up."""
    if attribute != LOCATION or each.status != "known":
        return None
    claim = each.claims[0]
    return claim.value if claim.holder_at is None else PUT_DOWN_BY + claim.value


def is_indirect(view: View) -> bool:
    """Whether the slice puts its entity where something else was: put down by somebody, or told by a landmark."""
    if view.target is None:
        return False
    claim = view.slice.claims[0]
    return claim.holder_at is not None or claim.relation in LANDMARK_RELATIONS


def _view(row: Sequence[Any]) -> View:
    entity_id, attribute, rule, kind, target, body = row[:6]
    if target is not None and target.startswith(TOLD_BY):
        target = target.removeprefix(TOLD_BY)
    return View(entity_id, attribute, rule, kind, target, slice_from_json(orjson.loads(body)))


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
    return [_view(row) for row in connection.execute(chosen.order_by(slices.c.attribute, slices.c.start))]


def held_in(connection: Connection, target: str, at: int) -> list[View]:
    """The slices that put their entity directly in, on, at or with `target` at that time, by entity."""
    holding = (slices.c.target == target, slices.c.start <= at, or_(slices.c.end.is_(None), slices.c.end > at))
    return [_view(row) for row in connection.execute(select(*_VIEW).where(*holding).order_by(slices.c.entity_id))]


def targeting(connection: Connection, target: str, upto: int) -> Iterator[View]:
    """The slices that ever put their entity directly in, on, at or with `target`, or told where it is by that, that
    began at or before `upto`, newest first."""
    each = (_targeting(connection, marked, upto) for marked in (target, TOLD_BY + target))
    return merge(*each, key=_newness, reverse=True)


def _newness(view: View) -> tuple[int, str]:
    return (view.slice.start, view.entity_id)


def _targeting(connection: Connection, target: str, upto: int) -> Iterator[View]:
    place: tuple[int, str] = (upto + 1, "")
    limit = 4
    while rows := fetch(connection, _TARGETING, (target, LOCATION, *place, limit)):
        yield from map(_view, rows)
        if len(rows) < limit:
            return
        place, limit = (rows[-1][-1], rows[-1][0]), min(128, limit * 4)


def targets(connection: Connection) -> list[str]:
    """Every place, container, holder and landmark that told where anything was."""
    sql = "SELECT DISTINCT target FROM slices WHERE target >= ? OR (target >= ? AND target < ?)"
    found = run_sql(connection, sql, (_DIRECT, TOLD_BY, PUT_DOWN_BY)).scalars()
    return sorted({target.removeprefix(TOLD_BY) for target in found})


def indirect_at(connection: Connection, at: int) -> list[View]:
    """The slices that put their entity where something else was at some time (`is_indirect`), by entity."""
    target, end = slices.c.target, slices.c.end
    marked = (target >= TOLD_BY, target < _DIRECT)
    chosen = select(*_VIEW).where(*marked, slices.c.start <= at, or_(end.is_(None), end > at))
    return [_view(row) for row in connection.execute(chosen.order_by(slices.c.entity_id))]


def started_in(
    connection: Connection, start: int, end: int, attribute: str | None = None, entity_id: str | None = None
) -> Iterator[View]:
    """The slices that begin in `[start, end)`, in order of time; pages through them."""
    key = (slices.c.start, slices.c.entity_id, slices.c.attribute)
    chosen = select(*_VIEW, slices.c.start).where(slices.c.start >= start, slices.c.start < end)
    if attribute is not None:
        chosen = chosen.where(slices.c.attribute == attribute)
    if entity_id is not None:
        chosen = chosen.where(slices.c.entity_id == entity_id)
    page = chosen = chosen.order_by(*key).limit(_PAGE)
    while rows := connection.execute(page).all():
        yield from map(_view, rows)
        last = rows[-1]
        page = chosen.where(tuple_(*key) > (last.start, last.entity_id, last.attribute))


def attributes_of(connection: Connection, entity_id: str) -> list[str]:
    """The attributes of which the entity has slices."""
    chosen = select(slices.c.attribute).where(slices.c.entity_id == entity_id).distinct()
    return list(connection.execute(chosen.order_by(slices.c.attribute)).scalars())


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


def consulting(connection: Connection, consulted: Mapping[str, int]) -> list[tuple[str, str]]:
    """The entities whose fold looked at one of these, at a time at or after the one given with it → (consulted,
    looking), in order."""
    found: list[tuple[str, str]] = []
    names = sorted(consulted)
    for part in parts(names):
        since = min(consulted[name] for name in part)
        rows = fetch(connection, _CONSULTING.format(marks(part)), (*part, since))
        found += [(other, entity_id) for other, entity_id, upto in rows if upto >= consulted[other]]
    return sorted(found)


def folded(connection: Connection, entity_id: str) -> bool:
    """Whether any event folds as the entity's: then there is a snapshot of where that ended."""
    sql = "SELECT EXISTS (SELECT 1 FROM snapshots WHERE entity_id = ?)"
    return bool(run_sql(connection, sql, (entity_id,)).scalar_one())


def all_folded(connection: Connection) -> list[str]:
    """The entities of which `folded` holds, by id."""
    return list(run_sql(connection, "SELECT DISTINCT entity_id FROM snapshots ORDER BY entity_id").scalars())


def snapshot_before(connection: Connection, entity_id: str, place: Order | None = None) -> Snapshot | None:
    """The entity's newest snapshot, or the newest one strictly before `place` in fold order."""
    past = "" if place is None else " AND (occurred, observed, event_id) < (?, ?, ?)"
    sql = f"SELECT * FROM snapshots WHERE entity_id = ?{past} ORDER BY ordinal DESC LIMIT 1"
    found = run_sql(connection, sql, (entity_id, *(place or ()))).first()
    if found is None:
        return None
    return snapshot_of(found)


def newest_snapshots(connection: Connection, entity_ids: Sequence[str]) -> dict[str, Snapshot]:
    """The newest snapshot of each of these entities that has one."""
    found = {}
    for part in parts(entity_ids):
        for row in fetch(connection, _NEWEST_SNAPSHOTS.format(marks(part)), part):
            found[row[0]] = snapshot_of(row)
    return found


def snapshot_of(row: tuple[Any, ...]) -> Snapshot:
    _, ordinal, occurred, observed, event_id, state = row
    return Snapshot(ordinal, (occurred, observed, event_id), orjson.loads(state))
