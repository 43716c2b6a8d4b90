"""What a batch bears on beyond its own events: events that its decisions are about, and events that answer its words.

Decisions and words may come before or after what they bear on; either way both sides find each other here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, get_args

import orjson
from sqlalchemy import Connection, select, update

from tracker.domain.payloads import LOCATION
from tracker.domain.sides import Relation
from tracker.store.batch import Given
from tracker.store.codec import Row
from tracker.store.sql import insert_rows, parts
from tracker.store.tables import decision_targets, events

Order = tuple[int, int, str]
"""A place in fold order: `(occurred, observed, event_id)`, times in microseconds since the epoch (UTC)."""
BEFORE_ALL: Order = (-(1 << 62), -(1 << 62), "")
AFTER_ALL: Order = (1 << 62, 1 << 62, "")
SPOKEN = ("stated", "planned")
_COMMON = frozenset((LOCATION, *get_args(Relation)))
_OVERRULING = frozenset({"accepted", "rejected", "redacted", "split"})


class Borne(NamedTuple):
    """What a batch's decisions bear on, by event id: all events that they are about, and through decisions that they
    are about, and so on; and those of them whose content was erased just now, with all text that this
    held."""

    events: tuple[str, ...] = ()
    erased: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()


class _Owned(NamedTuple):
    entity_id: str
    type: str


def decided_before(connection: Connection, fresh: list[Given], awaited: bool) -> dict[str, list[str]]:
    """Of these events, those that a decision was already about before they came, with the decisions' types. `awaited`:
    whether any decision awaits what it is about."""
    met: dict[str, list[str]] = {}
    deciding = any(each.draft.type == "redacted" for each in fresh)
    if awaited:
        for part in parts([each.draft.event_id for each in fresh]):
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


def meet(connection: Connection, appended: list[Row], unmet: dict[str, list[str]], affected: dict[str, Order]) -> None:
    """Note on decisions that came first which entity the event they are about belongs to. A settled conflict folds
    anew when one of the events that settle it arrives."""
    for row in appended:
        if row.event_id in unmet:
            awaited = decision_targets.c.target == row.event_id
            connection.execute(update(decision_targets).where(awaited).values(target_entity=row.entity_id))
            _affect_settled(connection, [row.event_id], affected)


def decide(connection: Connection, fresh: list[Given], affected: dict[str, Order]) -> Borne:
    """Index the batch's decisions by what they are about and erase what they redact. Whatever they bear on folds
    anew."""
    pairs = [(str(target), each) for each in fresh for target in each.targets]
    if not pairs:
        return Borne()
    named = _affect_all(connection, [target for target, _ in pairs], affected)
    indexed = [
        (target, each.draft.event_id, each.draft.type, each.draft.entity_id, owned.entity_id if owned else None)
        for target, each in pairs
        for owned in [named.get(target)]
    ]
    insert_rows(connection, decision_targets, indexed)
    redacted = [target for target, each in pairs if each.draft.type == "redacted"]
    words = set[str]()
    erased = list(chain.from_iterable(_erase(connection, part, words) for part in parts(redacted)))
    for part in parts(erased):
        _affect_settled(connection, part, affected)
    return Borne(_borne(connection, named, affected), tuple(erased), frozenset(words))


def _affect_settled(connection: Connection, ids: Sequence[str], affected: dict[str, Order]) -> None:
    """Mark as affected what folds the decisions that settle a conflict by these events: what these said is looked up
    there, wherever they stand."""
    about = decision_targets.c.target.in_(ids)
    settling = select(decision_targets.c.decision).where(about, decision_targets.c.type == "resolved")
    _affect_all(connection, connection.execute(settling).scalars().all(), affected)


def _borne(connection: Connection, named: dict[str, _Owned], affected: dict[str, Order]) -> tuple[str, ...]:
    """All that the decisions bear on which are about these events: where one of these is itself a decision, it may
    have ceased to count or count again, and what it is about folds anew."""
    found = {**named}
    while named:
        targets = select(decision_targets.c.target).where
        about: Iterable[str] = chain.from_iterable(
            connection.execute(targets(decision_targets.c.decision.in_(part))).scalars()
            for part in parts([event_id for event_id, owned in named.items() if owned.type in _OVERRULING])
        )
        named = _affect_all(connection, list({*about} - found.keys()), affected)
        found |= named
    return tuple(found)


def _erase(connection: Connection, ids: Sequence[str], words: set[str]) -> Sequence[str]:
    """Erase the content of those of the events that have any → their ids; what it said is added to `words`."""
    columns = (events.c.event_id, events.c.payload, events.c.model, events.c.evidence)
    there = select(*columns).where(events.c.event_id.in_(ids), events.c.payload.is_not(None))
    rows = connection.execute(there).all()
    found = [row.event_id for row in rows]
    for _, *contents in rows:
        for content in contents:
            if content is not None:
                words.update(_texts(orjson.loads(content)))
    if found:
        emptied = {"payload": None, "model": None, "evidence": None, "salt": None}
        connection.execute(update(events).where(events.c.event_id.in_(found)).values(emptied))
    return found


def _texts(data: Any) -> Iterator[str]:
    """All text in JSON data but what every log is full of."""
    if isinstance(data, str):
        if data not in _COMMON:
            yield data
    elif isinstance(data, (list, dict)):
        for each in data.values() if isinstance(data, dict) else data:
            yield from _texts(each)


def _affect_all(connection: Connection, ids: Sequence[str], affected: dict[str, Order]) -> dict[str, _Owned]:
    """Mark the entities of these events as affected from there on → event id to entity id and type."""
    found = {}
    columns = (events.c.event_id, events.c.entity_id, events.c.type, events.c.occurred_at, events.c.observed_at)
    for part in parts(ids):
        for event_id, entity_id, kind, occurred, observed in connection.execute(
            select(*columns).where(events.c.event_id.in_(part))
        ):
            found[event_id] = _Owned(entity_id, kind)
            order = (occurred, observed, event_id)
            if order < affected.setdefault(entity_id, order):
                affected[entity_id] = order
    return found


def spoken(connection: Connection, appended: list[Row], affected: dict[str, Order]) -> frozenset[str]:
    """The appended events that are, or answer, somebody's words. Events that came before the words they answer are
    marked as affected."""
    said = {row.event_id for row in appended if row.type in SPOKEN}
    answering = [row for row in appended if row.caused_by is not None]
    if not said and not answering:
        return frozenset()
    asked = {row.caused_by for row in answering} - said
    for part in parts([*asked]):
        known = select(events.c.event_id).where(events.c.event_id.in_(part), events.c.type.in_(SPOKEN))
        said.update(connection.execute(known).scalars())
    for part in parts([row.event_id for row in appended if row.type in SPOKEN]):
        earlier = select(events.c.event_id).where(events.c.caused_by.in_(part))
        _affect_all(connection, connection.execute(earlier).scalars().all(), affected)
    stated = {row.event_id for row in appended if row.type == "stated"}
    return frozenset(stated.union(row.event_id for row in answering if row.caused_by in said))
