"""Reading the log: for folding (per entity, in fold order, as `Logged`) and for people (as `Event`).

`known_at` leaves out what was observed later, `viewer` what its labels may not read; both also hold for the utterance
that an event answers. Redacted events do not fold; people see that they were there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from sqlalchemy import Column, Connection, and_, select, tuple_

from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.domain.ids import event_id_for
from tracker.domain.logged import Logged
from tracker.domain.slices import AS_TUPLE
from tracker.store import codec
from tracker.store.bearing import SPOKEN, Order
from tracker.store.codec import OwnRow, Row
from tracker.store.concealing import concealed
from tracker.store.engine import Store
from tracker.store.log import read_head
from tracker.store.sql import fetch, marks, parts, run_sql
from tracker.store.tables import events

IDENTITY_CHANGES = ("merged", "split")
Viewer = frozenset[str] | None
_PAGE = 2000
_WIDTH = len(Row._fields)
_ROW = ", ".join(f"e.{name} AS {name}" for name in Row._fields)
_ANSWERED = "c.type AS c_type, c.observed_at AS c_observed, c.visibility AS c_visibility"
_ANSWERS = "LEFT JOIN events c ON c.event_id = e.caused_by"


def _foldable(own: str, foreign: str) -> str:
    """The foldable events with the entity whose fold they belong to: its own, and the decisions about its events that
    stand under another entity. A decision about several events may come several times in a row."""
    return (
        f"SELECT e.entity_id AS owner, {_ROW}, {_ANSWERED} FROM events e {_ANSWERS}"
        f" WHERE e.payload IS NOT NULL AND {own}"
        f" UNION ALL SELECT t.target_entity AS owner, {_ROW}, {_ANSWERED} FROM decision_targets t"
        f" JOIN events e ON e.event_id = t.decision {_ANSWERS}"
        f" WHERE t.entity_id <> t.target_entity AND e.payload IS NOT NULL AND {foreign}"
        f" ORDER BY owner, occurred_at, observed_at, event_id"
    )


_OF_ENTITY = _foldable("e.entity_id = ?", "t.target_entity = ?")
PAST = "(e.occurred_at, e.observed_at, e.event_id) > (?, ?, ?)"
_OF_ENTITY_PAST = _foldable(f"e.entity_id = ? AND {PAST}", f"t.target_entity = ? AND {PAST}")
OWN_EVENTS = (
    "SELECT e.event_id, e.entity_id, e.type, e.occurred_at, e.occurred_until, e.observed_at, e.confidence, e.payload,"
    " e.source, e.visibility, CASE WHEN e.caused_by IS NOT NULL THEN"
    " (SELECT c.type FROM events c WHERE c.event_id = e.caused_by) END FROM events e WHERE e.payload IS NOT NULL"
)
IN_FOLD_ORDER = "ORDER BY e.entity_id, e.occurred_at, e.observed_at, e.event_id"


class Filter(NamedTuple):
    """Which events: of these entities, of these types, that began in `[start, end)`, observed by `known_at`, readable
    by `viewer`, that stand up to `upto` in the log, and past `after` in fold order. None means all. Times are
    microseconds since the epoch (UTC)."""

    entity_ids: Sequence[str] | None = None
    types: Sequence[str] | None = None
    start: int | None = None
    end: int | None = None
    known_at: int | None = None
    viewer: Viewer = None
    upto: int | None = None
    after: Order | None = None


def of_entities(
    connection: Connection,
    entity_ids: Sequence[str],
    *,
    after: Order | None = None,
    known_at: int | None = None,
    viewer: Viewer = None,
) -> list[Logged]:
    """All foldable events of these entities in fold order, with the decisions about them wherever those stand; only
    those past `after` if it is given. Raises StoreDamaged for a row that is not what was appended."""
    found: list[Logged] = []
    for entity_id in entity_ids:
        if after is None:
            rows = run_sql(connection, _OF_ENTITY, (entity_id, entity_id))
        else:
            rows = run_sql(connection, _OF_ENTITY_PAST, (entity_id, *after, entity_id, *after))
        found += [one for _, one in _folded(rows, known_at, viewer)]
    if len(entity_ids) > 1:
        unique = {one.event_id: one for one in found}
        found = sorted(unique.values(), key=lambda one: one.order)
    return found


def by_entity(
    connection: Connection, after: str = "", upto: str | None = None, *, last: bool = True
) -> Iterator[tuple[str, list[Logged]]]:
    """The foldable events of the entities past `after` up to `upto` (`last`: and including it), entity by entity and in
    fold order within each; without the decisions about them that stand under other entities. All of the range is read
    at once.

    For rebuilding views: content is not compared with its digest, which would cost as much as reading it. That is for
    `verify`; whoever asks for the evidence of an answer gets it checked."""
    if upto is None:
        rows = fetch(connection, f"{OWN_EVENTS} AND e.entity_id > ? {IN_FOLD_ORDER}", (after,))
    else:
        before = "<=" if last else "<"
        rows = fetch(
            connection, f"{OWN_EVENTS} AND e.entity_id > ? AND e.entity_id {before} ? {IN_FOLD_ORDER}", (after, upto)
        )
    owner = ""
    found: list[Logged] = []
    for row in rows:
        if row[1] != owner:
            if found:
                yield owner, found
            owner, found = row[1], []
        found.append(unchecked(row))
    if found:
        yield owner, found


def rows_since(connection: Connection, seq: int) -> list[OwnRow]:
    """The foldable events past this place in the log, in log order, to be read by `unchecked`."""
    return fetch(connection, f"{OWN_EVENTS} AND e.seq > ? ORDER BY e.seq", (seq,))


def unnamed(connection: Connection) -> list[str]:
    """The entities of which a decision rejected an event that gives a name."""
    sql = (
        "SELECT DISTINCT e.entity_id FROM decision_targets t JOIN events e ON e.event_id = t.target"
        " WHERE t.type = 'rejected' AND e.type IN ('registered', 'alias_added')"
    )
    return list(run_sql(connection, sql).scalars())


def naming_since(connection: Connection, seq: int) -> list[str]:
    """The entities that events past this place in the log give a name."""
    sql = "SELECT DISTINCT entity_id FROM events WHERE seq > ? AND type IN ('registered', 'alias_added')"
    return list(run_sql(connection, sql, (seq,)).scalars())


def unchecked(row: OwnRow) -> Logged:
    """The event of a row of `OWN_EVENTS`, its content not compared with its digest."""
    event_id, entity_id, kind, occurred, until, observed, confidence, payload, source, visibility, answered = row
    try:
        content = orjson.loads(payload)
    except orjson.JSONDecodeError:
        raise codec.damaged(event_id) from None
    stated = kind == "stated" or answered in SPOKEN
    seen_by = codec.labels(visibility) if visibility else ()
    fields = (event_id, entity_id, kind, occurred, until, observed, confidence, content, source, stated, seen_by)
    return AS_TUPLE(Logged, fields)


def sizes(connection: Connection) -> dict[str, int]:
    """How many events each entity has, by id in order."""
    return dict(fetch(connection, "SELECT entity_id, count(*) FROM events GROUP BY entity_id ORDER BY entity_id"))


def _folded(rows: Iterable[Any], known_at: int | None, viewer: Viewer) -> Iterator[tuple[str, Logged]]:
    before = None
    for raw in rows:
        row = Row._make(raw[1 : 1 + _WIDTH])
        repeated, before = before == (raw[0], row.event_id), (raw[0], row.event_id)
        if repeated or not _in_sight(row.observed_at, row.visibility, known_at, viewer):
            continue
        kind, observed, visibility = raw[1 + _WIDTH :]
        heard = kind in SPOKEN and _in_sight(observed, visibility, known_at, viewer)
        yield raw[0], codec.logged(codec.checked(row), row.type == "stated" or heard)


_LOGGED = f"SELECT e.entity_id AS owner, {_ROW}, {_ANSWERED} FROM events e {_ANSWERS} WHERE e.payload IS NOT NULL AND "


def entities_with_identity_events(connection: Connection) -> list[str]:
    """The entities that were merged into another or split."""
    sql = "SELECT DISTINCT entity_id FROM events WHERE type IN ('merged', 'split') ORDER BY entity_id"
    return list(run_sql(connection, sql).scalars())


def identity_changes(connection: Connection, *, known_at: int | None = None, viewer: Viewer = None) -> list[Logged]:
    """All merges and splits."""
    rows = run_sql(connection, f"{_LOGGED} e.type IN ('merged', 'split') ORDER BY e.entity_id, e.event_id")
    return [one for _, one in _folded(rows, known_at, viewer)]


def naming(connection: Connection, *, known_at: int | None = None, viewer: Viewer = None) -> list[Logged]:
    """All events that say what an entity is and what it is called."""
    rows = run_sql(connection, f"{_LOGGED} e.type IN ('registered', 'alias_added') ORDER BY e.entity_id, e.event_id")
    return [one for _, one in _folded(rows, known_at, viewer)]


def all_entities(connection: Connection) -> frozenset[str]:
    """The ids of all entities that have events."""
    return frozenset(run_sql(connection, "SELECT DISTINCT entity_id FROM events").scalars())


def of_types(connection: Connection, event_ids: Sequence[str], types: Iterable[str]) -> frozenset[str]:
    """The entities of those of these events that are of these types, redacted or not."""
    found: set[str] = set()
    kinds = sorted(types)
    for part in parts(event_ids):
        sql = f"SELECT DISTINCT entity_id FROM events WHERE event_id IN ({marks(part)}) AND type IN ({marks(kinds)})"
        found.update(run_sql(connection, sql, (*part, *kinds)).scalars())
    return frozenset(found)


def any_restricted(connection: Connection) -> bool:
    """Whether any event is not for everyone to read."""
    return bool(run_sql(connection, "SELECT EXISTS (SELECT 1 FROM events WHERE visibility IS NOT NULL)").scalar_one())


def decided_entities(connection: Connection) -> frozenset[str]:
    """The entities about whose events something was decided."""
    sql = "SELECT DISTINCT target_entity FROM decision_targets WHERE target_entity IS NOT NULL"
    return frozenset(run_sql(connection, sql).scalars())


def anything_decided(connection: Connection) -> bool:
    """Whether there is any decision at all."""
    return bool(run_sql(connection, "SELECT EXISTS (SELECT 1 FROM decision_targets)").scalar_one())


def decided_among(connection: Connection, entity_ids: Sequence[str]) -> frozenset[str]:
    """Those of these entities about whose events something was decided."""
    found: set[str] = set()
    for part in parts(entity_ids):
        sql = f"SELECT DISTINCT target_entity FROM decision_targets WHERE target_entity IN ({marks(part)})"
        found.update(run_sql(connection, sql, part).scalars())
    return frozenset(found)


def decisions_about(
    connection: Connection, entity_ids: Sequence[str], *, known_at: int | None = None, viewer: Viewer = None
) -> list[Logged]:
    """The decisions about these entities' events, and those about the decisions, in fold order."""
    found: dict[str, Logged] = {}
    sql = "SELECT DISTINCT decision FROM decision_targets WHERE {0} IN ({1})"
    column, asked = "target_entity", list(entity_ids)
    while asked:
        pages = (run_sql(connection, sql.format(column, marks(part)), part).scalars() for part in parts(asked))
        asked = [each for each in dict.fromkeys(chain.from_iterable(pages)) if each not in found]
        for one in logged_by_ids(connection, asked, known_at=known_at, viewer=viewer):
            found[one.event_id] = one
        column = "target"
        asked = [event_id for event_id in asked if event_id in found]
    return sorted(found.values(), key=lambda one: one.order)


def logged_by_ids(
    connection: Connection, event_ids: Iterable[str], *, known_at: int | None = None, viewer: Viewer = None
) -> list[Logged]:
    """The foldable events with these ids, in no particular order."""
    wanted = list(event_ids)
    found: list[Logged] = []
    for part in parts(wanted):
        rows = run_sql(connection, f"{_LOGGED} e.event_id IN ({marks(part)})", part)
        found += [one for _, one in _folded(rows, known_at, viewer)]
    return found


def entity_ids(connection: Connection, after: str = "", limit: int = _PAGE) -> list[str]:
    """The next entities that have events, by id, past `after`."""
    sql = f"SELECT DISTINCT entity_id FROM events WHERE entity_id > ? ORDER BY entity_id LIMIT {limit}"
    return list(run_sql(connection, sql, (after,)).scalars())


def reported(connection: Connection, entity_id: str) -> bool:
    """Whether any event names this entity as its own."""
    return bool(
        run_sql(connection, "SELECT EXISTS (SELECT 1 FROM events WHERE entity_id = ?)", (entity_id,)).scalar_one()
    )


def mentioned(connection: Connection, entity_id: str, viewer: Viewer = None) -> bool:
    """Whether any event that the viewer may read is about this entity or names it in its payload: as a place, a holder,
    a speaker… Looks through the whole log when no event is about it."""
    if viewer is None and reported(connection, entity_id):
        return True
    value = f":{orjson.dumps(entity_id).decode()}"  # canonical JSON has no space there, and escapes quotes in text
    # Not LIKE: it takes `_` for any character, and SQLite's takes `Keys` for `keys`.
    sql = "SELECT DISTINCT visibility FROM events WHERE entity_id = ? OR replace(payload, ?, '') <> payload"
    found = run_sql(connection, sql, (entity_id, value)).scalars()
    return any(codec.readable(visibility, viewer) for visibility in found)


def touched_since(connection: Connection, entity_ids: Sequence[str], seq: int, viewer: Viewer = None) -> bool:
    """Whether past this place in the log there is an event that the viewer may read about any of these entities, or a
    decision about an event of theirs."""
    for part in parts(entity_ids):
        named = marks(part)
        sql = (
            f"SELECT DISTINCT e.visibility FROM events e WHERE e.seq > ? AND (e.entity_id IN ({named}) OR e.event_id IN"
            f" (SELECT t.decision FROM decision_targets t WHERE t.target_entity IN ({named})))"
        )
        found = run_sql(connection, sql, (seq, *part, *part)).scalars()
        if any(codec.readable(visibility, viewer) for visibility in found):
            return True
    return False


def restricted(connection: Connection, entity_id: str) -> bool:
    """Whether some event of the entity, or some decision about it, is not for everyone to read."""
    sql = (
        "SELECT EXISTS (SELECT 1 FROM events WHERE entity_id = ? AND visibility IS NOT NULL) OR EXISTS (SELECT 1 FROM"
        " decision_targets t JOIN events e ON e.event_id = t.decision"
        " WHERE t.target_entity = ? AND e.visibility IS NOT NULL)"
    )
    return bool(run_sql(connection, sql, (entity_id, entity_id)).scalar_one())


def restricted_entities(connection: Connection) -> set[str]:
    """The entities of which `restricted` holds."""
    own = run_sql(connection, "SELECT DISTINCT entity_id FROM events WHERE visibility IS NOT NULL").scalars()
    sql = (
        "SELECT DISTINCT t.target_entity FROM decision_targets t JOIN events e ON e.event_id = t.decision"
        " WHERE e.visibility IS NOT NULL AND t.target_entity IS NOT NULL"
    )
    return {*own, *run_sql(connection, sql).scalars()}


def keyed(connection: Connection, wanted: Iterable[tuple[str, Sequence[str]]]) -> frozenset[str]:
    """Of these source keys of these sources, those of which an event is there. Only for events whose id was made from
    the key."""
    keys = {str(event_id_for(source, key)): key for source, several in wanted for key in several}
    found: set[str] = set()
    for part in parts(list(keys)):
        ids = run_sql(connection, f"SELECT event_id FROM events WHERE event_id IN ({marks(part)})", part).scalars()
        found.update(keys[event_id] for event_id in ids)
    return frozenset(found)


def ids_beginning(connection: Connection, beginning: str, viewer: Viewer = None) -> list[str]:
    """The ids that begin with these characters, of events that the viewer may read. Looks through the whole log."""
    sql = "SELECT event_id, visibility FROM events WHERE substr(event_id, 1, ?) = ? ORDER BY event_id"
    rows = run_sql(connection, sql, (len(beginning), beginning))
    return [event_id for event_id, labels in rows if codec.readable(labels, viewer)]


def by_ids(
    connection: Connection, event_ids: Iterable[str | UUID], *, known_at: int | None = None, viewer: Viewer = None
) -> dict[str, Event]:
    """The events with these ids that exist, were known by then and that the viewer may read."""
    wanted = [str(one) for one in event_ids]
    found: list[Event] = []
    for part in parts(wanted):
        for raw in fetch(connection, f"SELECT {_ROW} FROM events e WHERE e.event_id IN ({marks(part)})", part):
            row = Row._make(raw)
            if _in_sight(row.observed_at, row.visibility, known_at, viewer):
                found.append(codec.event(codec.checked(row)))
    return {str(event.event_id): event for event in concealed(connection, found, viewer)}


def _in_sight(observed_at: int, visibility: str | None, known_at: int | None, viewer: Viewer) -> bool:
    """Whether an event was known by then (None: by now) and may be read by the viewer."""
    return (known_at is None or observed_at <= known_at) and codec.readable(visibility, viewer)


class Ground(NamedTuple):
    """What an answer needs of an event that it rests on; `payload` as JSON data, empty when it was erased."""

    type: str
    source: str
    payload: dict[str, Any]
    evidence: tuple[Evidence, ...]


_GROUND = (
    "SELECT event_id, seq, type, source, observed_at, visibility, payload, model, evidence, salt, digest FROM events"
)


def grounds(
    connection: Connection, event_ids: Sequence[str], *, known_at: int | None = None, viewer: Viewer = None
) -> dict[str, Ground]:
    """As `by_ids`, of each event only what an answer needs: reading a whole event costs several times as much."""
    found: dict[str, Ground] = {}
    for row in fetch(connection, f"{_GROUND} WHERE event_id IN ({marks(event_ids)})", event_ids):
        event_id, seq, kind, source, observed_at, visibility, payload, model, evidence, salt, digest = row
        if not _in_sight(observed_at, visibility, known_at, viewer):
            continue
        if payload is not None and codec.content_digest(salt, payload, model, evidence) != digest:
            raise codec.damaged(event_id, seq)
        found[event_id] = Ground(kind, source, orjson.loads(payload) if payload else {}, codec.evidence_of(evidence))
    return found


def newest_first(
    connection: Connection,
    entity_ids: Sequence[str],
    types: Sequence[str],
    upto: int,
    *,
    known_at: int | None = None,
    viewer: Viewer = None,
    page: int = 50,
) -> Iterator[list[Event]]:
    """The events of these entities and types that began at or before `upto`, newest first, `page` of them at a time;
    of a page only what the viewer may read."""
    latest = (1 << 62) if known_at is None else known_at
    chosen = (
        f"SELECT {_ROW} FROM events e WHERE e.entity_id IN ({marks(entity_ids)}) AND e.type IN ({marks(types)})"
        " AND e.occurred_at <= ? AND e.observed_at <= ? AND e.payload IS NOT NULL"
    )
    sooner = " AND (e.occurred_at, e.observed_at, e.event_id) < (?, ?, ?)"
    in_order = f" ORDER BY e.occurred_at DESC, e.observed_at DESC, e.event_id DESC LIMIT {page}"
    wanted = (*entity_ids, *types, upto, latest)
    rows = [Row._make(raw) for raw in run_sql(connection, chosen + in_order, wanted)]
    while rows:
        told = [codec.event(codec.checked(row)) for row in rows if codec.readable(row.visibility, viewer)]
        yield concealed(connection, told, viewer)
        if len(rows) < page:
            return
        last = (rows[-1].occurred_at, rows[-1].observed_at, rows[-1].event_id)
        rows = [Row._make(raw) for raw in run_sql(connection, chosen + sooner + in_order, (*wanted, *last))]


def origins(connection: Connection, event_ids: Sequence[str]) -> set[tuple[str, str | None]]:
    """The sources and source keys of these events, erased ones too."""
    found: set[tuple[str, str | None]] = set()
    for part in parts(event_ids):
        sql = f"SELECT source, source_key FROM events WHERE event_id IN ({marks(part)})"
        found.update((source, key) for source, key in fetch(connection, sql, part))
    return found


def read(store: Store, wanted: Filter = Filter(), page: int = _PAGE) -> Iterator[Event]:  # noqa: B008 — a frozen tuple
    """The events in fold order, as the log stood when reading began. Goes through the log `page` events at a time with
    a short transaction each, so a slow reader holds nothing up and may append meanwhile. Redacted ones come with a
    `Forgotten` payload."""
    return _paged(store, wanted, (events.c.occurred_at, events.c.observed_at, events.c.event_id), page)


def in_log_order(store: Store, wanted: Filter = Filter()) -> Iterator[Event]:  # noqa: B008 — a frozen tuple
    """As `read`, by position in the log: for copying a log."""
    return _paged(store, wanted, (events.c.seq,))


def past(connection: Connection, seq: int, viewer: Viewer, limit: int) -> tuple[list[Event], int]:
    """The next `limit` events past this place in the log, as far as the viewer may read them, and the place of the last
    of them."""
    found = fetch(connection, f"SELECT {_ROW} FROM events e WHERE e.seq > ? ORDER BY e.seq LIMIT ?", (seq, limit))
    rows = [codec.checked(Row._make(raw)) for raw in found]
    mine = [codec.event(row) for row in rows if codec.readable(row.visibility, viewer)]
    return concealed(connection, mine, viewer), rows[-1].seq if rows else seq


def _paged(store: Store, wanted: Filter, key: tuple[Column[Any], ...], size: int = _PAGE) -> Iterator[Event]:
    with store.read() as connection:
        last = read_head(connection).seq
    conditions = [events.c.seq <= (last if wanted.upto is None else min(last, wanted.upto))]
    if wanted.entity_ids is not None:
        conditions.append(events.c.entity_id.in_(wanted.entity_ids))
    if wanted.types is not None:
        conditions.append(events.c.type.in_(wanted.types))
    if wanted.start is not None:
        conditions.append(events.c.occurred_at >= wanted.start)
    if wanted.end is not None:
        conditions.append(events.c.occurred_at < wanted.end)
    if wanted.known_at is not None:
        conditions.append(events.c.observed_at <= wanted.known_at)
    chosen = select(events).where(and_(*conditions)).order_by(*key).limit(size)
    places = [Row._fields.index(column.name) for column in key]
    page = chosen if wanted.after is None else chosen.where(tuple_(*key) > wanted.after)
    while True:
        with store.read() as connection:
            rows = [Row._make(raw) for raw in connection.execute(page)]
            found: Iterable[Event] = (codec.event(codec.checked(row)) for row in rows)
            if wanted.viewer is not None:
                mine = [row for row in rows if codec.readable(codec.checked(row).visibility, wanted.viewer)]
                found = concealed(connection, list(map(codec.event, mine)), wanted.viewer)
        yield from found
        if len(rows) < size:
            return
        page = chosen.where(tuple_(*key) > tuple(rows[-1][place] for place in places))
