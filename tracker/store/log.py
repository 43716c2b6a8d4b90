"""Appending to the log.

One call is one batch inside the caller's write transaction: positions without gaps, recording times that never step
back, resends recognised, decisions indexed by what they decide about, redacted content erased."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, and_, select, tuple_, update

from tracker.domain.answers import Rejected
from tracker.domain.events import Event, Logged, read_event
from tracker.domain.ids import event_id_for
from tracker.domain.payloads import DECISION_TYPES, Decided, Redacted, Resolved, Split
from tracker.domain.times import DAY, from_us
from tracker.errors import InvalidEvent, InvalidInput, SequenceMoved, SourceKeyConflict
from tracker.store import codec
from tracker.store.codec import Draft, Row
from tracker.store.engine import insert_rows, insert_unless_taken, run_sql
from tracker.store.tables import decision_targets, events

Order = tuple[int, int, str]
# Clocks of cameras and phones drift by minutes; a day ahead is a wrong clock or a wrong zone.
MOST_AHEAD = DAY
_CHUNK = 500
_HEAD = "SELECT seq, hash, recorded_at FROM head"
_BEFORE = _HEAD.replace(" FROM", ", EXISTS (SELECT 1 FROM decision_targets WHERE target_entity IS NULL) FROM", 1)
DECIDING = DECISION_TYPES | {"split"}
SPOKEN = ("stated", "planned")


class Head(NamedTuple):
    """Where the log ends: the last row's position, hash and recording time (microseconds since the epoch)."""

    seq: int
    hash: str
    recorded_at: int


class Appended(NamedTuple):
    """What a batch did. `rows` are the appended events in log order, without those that were redacted before they
    came; `event_ids` are those of all accepted events, resent ones included, in the order given; `erased` the events
    whose content this batch redacted.

    `affected` says for each entity from which place in fold order on its fold may differ: its own events, events that
    the batch's decisions are about, and events that answer utterances of the batch."""

    rows: tuple[Logged, ...]
    appended: int
    event_ids: tuple[UUID, ...]
    duplicates: int
    rejected: tuple[Rejected, ...]
    last_seq: int
    recorded_at: int
    affected: dict[str, Order]
    erased: tuple[str, ...]


class _Given(NamedTuple):
    """An event of the batch: where it stood, its id, how it will be stored, and the events it decides about. The event
    itself is let go at once: thousands kept alive cost more in garbage collection than in validation."""

    place: int
    event_id: UUID
    draft: Draft
    targets: tuple[UUID, ...]


def read_head(connection: Connection) -> Head:
    """The end of the log; seq 0 when it is empty."""
    return Head._make(run_sql(connection, _HEAD).one())


def append(
    connection: Connection,
    given: Iterable[Event | Mapping[str, Any]],
    now: int,
    *,
    on_error: Literal["raise", "skip"] = "raise",
    expected_seq: int | None = None,
) -> Appended:
    """Append the events inside the caller's write transaction. `now` is the clock in microseconds since the epoch.

    Raises SequenceMoved when the log does not end at `expected_seq`; InvalidEvent, or SourceKeyConflict for a key or id
    that already has other content. With `on_error="skip"` such rows are reported as rejected and the rest appended."""
    if on_error not in ("raise", "skip"):
        raise InvalidInput(f"on_error: {on_error!r} is neither 'raise' nor 'skip'")
    *ending, awaited = run_sql(connection, _BEFORE).one()
    before = Head._make(ending)
    if expected_seq is not None and before.seq != expected_seq:
        raise SequenceMoved(f"the log is at seq {before.seq}, not at the expected {expected_seq}; read it and retry")
    now = max(now, before.recorded_at)
    rejected: list[Rejected] = []

    def refuse(index: int, error: InvalidInput, field: str, problem: str) -> None:
        if on_error == "raise":
            raise error
        rejected.append(Rejected(index=index, field=field, problem=problem))

    read = _read(given, now, refuse)
    fresh = _without_repeats(read, refuse)
    unmet = _decided_before(connection, fresh, awaited)
    appended = _insert(connection, fresh, before, now, unmet)
    if appended is None:
        fresh = _without_stored(connection, fresh, refuse)
        appended = _insert(connection, fresh, before, now, unmet)
        if appended is None:
            raise InvalidInput("events of one batch claim the same id or source key")
    if appended:
        last = appended[-1]
        run_sql(connection, "UPDATE head SET seq = ?, hash = ?, recorded_at = ?", (last.seq, last.hash, now))
    else:
        last = None
    _meet(connection, appended, unmet)
    affected: dict[str, Order] = {}
    for row in appended:
        order = (row.occurred_at, row.observed_at, row.event_id)
        if order < affected.setdefault(row.entity_id, order):
            affected[row.entity_id] = order
    erased = _decide(connection, fresh, affected)
    stated = _spoken(connection, appended, affected)
    refused = {each.index for each in rejected}
    return Appended(
        rows=tuple(codec.logged(row, row.event_id in stated) for row in appended if row.payload is not None),
        appended=len(appended),
        event_ids=tuple(each.event_id for each in read if each.place not in refused),
        duplicates=len(read) - len(appended) - sum(each.place in refused for each in read),
        rejected=tuple(sorted(rejected, key=lambda each: each.index)),
        last_seq=last.seq if last else before.seq,
        recorded_at=now,
        affected=affected,
        erased=erased,
    )


def _read(given: Iterable[Event | Mapping[str, Any]], now: int, refuse: Any) -> list[_Given]:
    read: list[_Given] = []
    for index, one in enumerate(given):
        try:
            event = read_event(one)
            draft = codec.draft(event)
            if draft.observed_at is not None and draft.observed_at > now + MOST_AHEAD:
                raise InvalidEvent("observed_at", f"is more than a day ahead of the clock ({from_us(now).isoformat()})")
        except InvalidEvent as error:
            refuse(index, InvalidEvent(error.field, error.problem, f"event {index}"), error.field, error.problem)
        else:
            read.append(_Given(index, event.event_id, draft, targets(event) if event.type in DECIDING else ()))
    return read


def _without_repeats(read: list[_Given], refuse: Any) -> list[_Given]:
    """The events without those that repeat an earlier one of the same batch."""
    by_id: dict[str, _Given] = {}
    by_key: dict[tuple[str, str], _Given] = {}
    fresh = []
    for each in read:
        draft = each.draft
        key = (draft.source, draft.source_key) if draft.source_key is not None else None
        earlier = by_id.setdefault(draft.event_id, each)
        if earlier is each and key is not None:
            earlier = by_key.setdefault(key, each)
        if earlier is each:
            fresh.append(each)
        else:
            _compare(each, earlier.draft, f"event {earlier.place} of this batch", False, refuse)
    return fresh


def _insert(
    connection: Connection, fresh: list[_Given], before: Head, now: int, unmet: dict[str, list[str]]
) -> list[Row] | None:
    """Insert the events; None, and nothing inserted, when some are stored already."""
    if not fresh:
        return []
    erased = frozenset(target for target, types in unmet.items() if "redacted" in types)
    made = list(codec.rows([each.draft for each in fresh], before.seq, before.hash, now, erased))
    return made if insert_unless_taken(connection, events, made) else None


def _without_stored(connection: Connection, fresh: list[_Given], refuse: Any) -> list[_Given]:
    """The events without those that the log holds already."""
    by_id: dict[str, Row] = {}
    by_key: dict[tuple[str, str | None], Row] = {}
    for part in _parts(fresh):
        ids = [each.draft.event_id for each in part]
        keys = [(each.draft.source, each.draft.source_key) for each in part if each.draft.source_key is not None]
        found = connection.execute(select(events).where(events.c.event_id.in_(ids))).all()
        if keys:
            keyed = select(events).where(tuple_(events.c.source, events.c.source_key).in_(keys))
            found = [*found, *connection.execute(keyed).all()]
        for stored in map(Row._make, found):
            by_id[stored.event_id] = by_key[stored.source, stored.source_key] = stored
    remaining = []
    for each in fresh:
        draft = each.draft
        known = by_id.get(draft.event_id)
        if known is None and draft.source_key is not None:
            known = by_key.get((draft.source, draft.source_key))
        if known is None:
            remaining.append(each)
            continue
        filled_in = known.observed_at == known.recorded_at
        _compare(each, codec.drafted(known), f"seq {known.seq}", filled_in, refuse)
    return remaining


def _compare(each: _Given, stored: Draft, where: str, observed_filled_in: bool, refuse: Any) -> None:
    """Refuse the event unless it says what the stored one says. What the log filled in (an id made from the source
    key, the observation time) is not compared, and neither is content that has been redacted since."""
    draft = each.draft
    skipped = set()
    if draft.source_key is not None:
        made = str(event_id_for(draft.source, draft.source_key))
        if made in (draft.event_id, stored.event_id):
            skipped.add("event_id")
    if draft.observed_at is None or stored.observed_at is None or observed_filled_in:
        skipped.add("observed_at")
    if stored.payload is None or draft.payload is None:
        skipped |= {"payload", "model", "evidence"}
    differing = [
        field
        for field, mine, theirs in zip(Draft._fields, draft, stored, strict=True)
        if mine != theirs and field not in skipped
    ]
    if not differing:
        return
    problem = f"{where} holds event {stored.event_id} and event {draft.event_id} differs in {', '.join(differing)}"
    if draft.source_key is not None and (draft.source, draft.source_key) == (stored.source, stored.source_key):
        key = f"{draft.source} / {draft.source_key}"
        refuse(each.place, SourceKeyConflict(f"source key {key}: {problem}"), "source_key", problem)
    else:
        refuse(each.place, InvalidEvent("event_id", problem, f"event {each.place}"), "event_id", problem)


def _parts(items: Sequence[Any]) -> Iterable[Any]:
    return (items[start : start + _CHUNK] for start in range(0, len(items), _CHUNK))


def _decided_before(connection: Connection, fresh: list[_Given], awaited: bool) -> dict[str, list[str]]:
    """Of these events, those that a decision was already about before they came, with the decisions' types. `awaited`:
    whether any decision awaits what it is about."""
    met: dict[str, list[str]] = {}
    deciding = any(each.draft.type == "redacted" for each in fresh)
    if awaited:
        for part in _parts([each.draft.event_id for each in fresh]):
            early = select(decision_targets.c.target, decision_targets.c.type).where(
                decision_targets.c.target.in_(part), decision_targets.c.target_entity.is_(None)
            )
            for target, kind in connection.execute(early):
                met.setdefault(target, []).append(kind)
    if deciding:
        here = {each.draft.event_id for each in fresh}
        for each in fresh:
            if each.draft.type == "redacted":
                for target in map(str, each.targets):
                    if target in here:
                        met.setdefault(target, []).append("redacted")
    return met


def _meet(connection: Connection, appended: list[Row], unmet: dict[str, list[str]]) -> None:
    """Note on decisions that came first which entity the event they are about belongs to."""
    for row in appended:
        if row.event_id in unmet:
            awaited = decision_targets.c.target == row.event_id
            connection.execute(update(decision_targets).where(awaited).values(target_entity=row.entity_id))


def targets(event: Event) -> tuple[UUID, ...]:
    """The events that this event decides about."""
    payload = event.payload
    if isinstance(payload, (Decided, Redacted, Split)):
        return tuple(dict.fromkeys(payload.event_ids))
    if isinstance(payload, Resolved):
        return tuple(dict.fromkeys((*payload.keep, *payload.drop)))
    return ()


def _decide(connection: Connection, fresh: list[_Given], affected: dict[str, Order]) -> tuple[str, ...]:
    """Index the batch's decisions by what they are about and erase what they redact → the ids erased."""
    pairs = [(str(target), each) for each in fresh for target in each.targets]
    if not pairs:
        return ()
    entities = _affect_all(connection, [target for target, _ in pairs], affected)
    indexed = [
        (target, each.draft.event_id, each.draft.type, each.draft.entity_id, entities.get(target))
        for target, each in pairs
    ]
    insert_rows(connection, decision_targets, indexed)
    redacted = [target for target, each in pairs if each.draft.type == "redacted"]
    erased = list(chain.from_iterable(_erase(connection, part) for part in _parts(redacted)))
    for part in _parts(erased):
        # A decision whose content is gone decides nothing any more; what it was about folds anew.
        lapsed = and_(decision_targets.c.decision.in_(part), decision_targets.c.type != "redacted")
        freed = connection.execute(select(decision_targets.c.target).where(lapsed)).scalars().all()
        _affect_all(connection, freed, affected)
    return tuple(erased)


def _erase(connection: Connection, ids: Sequence[str]) -> Sequence[str]:
    there = select(events.c.event_id).where(events.c.event_id.in_(ids), events.c.payload.is_not(None))
    found = connection.execute(there).scalars().all()
    if found:
        emptied = {"payload": None, "model": None, "evidence": None, "salt": None}
        connection.execute(update(events).where(events.c.event_id.in_(found)).values(emptied))
    return found


def _affect_all(connection: Connection, ids: Sequence[str], affected: dict[str, Order]) -> dict[str, str]:
    """Mark the entities of these events as affected from there on → event id to entity id."""
    entities = {}
    columns = (events.c.event_id, events.c.entity_id, events.c.occurred_at, events.c.observed_at)
    for part in _parts(ids):
        for event_id, entity_id, occurred, observed in connection.execute(
            select(*columns).where(events.c.event_id.in_(part))
        ):
            entities[event_id] = entity_id
            order = (occurred, observed, event_id)
            if order < affected.setdefault(entity_id, order):
                affected[entity_id] = order
    return entities


def _spoken(connection: Connection, appended: list[Row], affected: dict[str, Order]) -> frozenset[str]:
    """The appended events that are, or answer, somebody's words. Events that came before the words they answer are
    marked as affected."""
    said = {row.event_id for row in appended if row.type in SPOKEN}
    answering = [row for row in appended if row.caused_by is not None]
    asked = {row.caused_by for row in answering} - said
    for part in _parts([*asked]):
        known = select(events.c.event_id).where(events.c.event_id.in_(part), events.c.type.in_(SPOKEN))
        said.update(connection.execute(known).scalars())
    for part in _parts([row.event_id for row in appended if row.type in SPOKEN]):
        earlier = select(events.c.event_id).where(events.c.caused_by.in_(part))
        _affect_all(connection, connection.execute(earlier).scalars().all(), affected)
    stated = {row.event_id for row in appended if row.type == "stated"}
    return frozenset(stated.union(row.event_id for row in answering if row.caused_by in said))
