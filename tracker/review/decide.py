"""Turning a person's decision into one event. A decision is checked against the log before it is written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from typing import Any
from uuid import UUID

from tracker.domain.answers import Conflict, Decision
from tracker.domain.events import Event, read_event
from tracker.errors import InvalidInput, UnknownReference

# What each action's event has a place for, beside who decides and when.
_FIELDS = {
    "accept": ("event_ids", "reason"),
    "reject": ("event_ids", "reason"),
    "resolve": ("conflict_id", "keep", "drop", "reason"),
    "merge": ("entity_id", "into"),
    "split": ("entity_id", "new_entity", "event_ids"),
    "correct": ("entity_id", "value", "relation", "attribute", "until"),
}
_ALWAYS = ("action", "by", "at")


def decision_event(decision: Decision, events: Mapping[str, Event], conflict: Conflict | None, now: str) -> Event:
    """The event that a decision is. `events`: those it names, by id; `conflict`: the one it names, if it does; `now`:
    the time of deciding (ISO 8601).

    Raises UnknownReference for an event or conflict that does not exist, InvalidInput naming the field that is missing
    or that the event has no place for."""
    _check_fields(decision)
    make = {
        "accept": _about_events,
        "reject": _about_events,
        "resolve": _resolve,
        "merge": _merge,
        "split": _split,
        "correct": _correct,
    }[decision.action]
    if not decision.by:
        raise InvalidInput("by: is empty; say who decides")
    for event_id in (*decision.event_ids, *decision.keep, *decision.drop):
        if str(event_id) not in events:
            raise UnknownReference(f"event {event_id} does not exist")
    made = make(decision, events, conflict)
    at = decision.at.isoformat() if decision.at is not None else now
    common = {"source": decision.by if ":" in decision.by else f"user:{decision.by}", "occurred_at": at}
    return read_event({**common, **made}, "decision")


def bears_on(decision: Decision, events: Mapping[str, Event], conflict: Conflict | None) -> set[str]:
    """The entities that a decision bears on."""
    named = {decision.entity_id, decision.into, conflict.entity_id if conflict is not None else None}
    return {*(entity_id for entity_id in named if entity_id), *(event.entity_id for event in events.values())}


def _check_fields(decision: Decision) -> None:
    fields: Collection[str] = _FIELDS[decision.action]
    for name, field in Decision.model_fields.items():
        if getattr(decision, name) != field.default and name not in fields and name not in _ALWAYS:
            raise InvalidInput(f"{decision.action}: has no place for {name}; it takes {', '.join(fields)}")


def check_merge(entity_id: str, mentioned: bool) -> None:
    """UnknownReference for an entity that no event mentions: there is nothing to merge, so it is a slip of the pen."""
    if not mentioned:
        raise UnknownReference(f"merge: no event mentions the entity {entity_id!r}")


def check_split(decision: Decision, events: Mapping[str, Event], tied: Set[str]) -> None:
    """InvalidInput for an event that cannot be the entity's; `tied`: the entities with which it ever shared events."""
    for event_id in decision.event_ids:
        event = events.get(str(event_id))
        if event is not None and event.entity_id not in tied:
            raise InvalidInput(f"event {event_id} is about {event.entity_id}, not about {decision.entity_id}")


def check_sides(decision: Decision, conflict: Conflict, owners: Mapping[str, str]) -> None:
    """InvalidInput for an event to keep or to drop that is not the entity's that the conflict is about. `owners`: the
    entity as whose each event folds, by event id; an event that does not fold any more is left out."""
    sides: set[UUID] = set(conflict.event_ids)
    for event_id in (*decision.keep, *decision.drop) if conflict.status != "resolved" else ():
        about = owners.get(str(event_id), conflict.entity_id)
        if event_id not in sides and about != conflict.entity_id:
            raise InvalidInput(f"event {event_id} is about {about}, not about {conflict.entity_id}")


def _about_events(decision: Decision, events: Mapping[str, Event], _: Conflict | None) -> dict[str, Any]:
    ids = decision.event_ids
    if not ids:
        raise InvalidInput(f"{decision.action}: event_ids is empty")
    payload: dict[str, Any] = {"event_ids": ids, "reason": decision.reason}
    about = events[str(ids[0])].entity_id
    return {"entity_id": about, "type": f"{decision.action}ed", "payload": payload, "caused_by": ids[0]}


def _resolve(decision: Decision, _: Mapping[str, Event], conflict: Conflict | None) -> dict[str, Any]:
    if decision.conflict_id is None:
        raise InvalidInput("resolve: conflict_id is missing")
    if conflict is None:
        raise UnknownReference(f"conflict {decision.conflict_id} does not exist")
    if conflict.status == "resolved":
        raise InvalidInput(f"conflict {conflict.conflict_id} is not open: it is {conflict.status}")
    payload = {
        "conflict_id": conflict.conflict_id,
        "keep": decision.keep,
        "drop": decision.drop,
        "reason": decision.reason,
    }
    made = {"entity_id": conflict.entity_id, "type": "resolved", "payload": payload}
    if conflict.status == "open":
        return made
    if decision.at is not None:
        raise InvalidInput(f"at: conflict {conflict.conflict_id} is over; leave it out, all of its span is decided")
    return {**made, "occurred_at": conflict.start, "occurred_until": conflict.end}


def _merge(decision: Decision, _: Mapping[str, Event], __: Conflict | None) -> dict[str, Any]:
    if not decision.entity_id or not decision.into:
        raise InvalidInput("merge: needs entity_id and into")
    return {"entity_id": decision.entity_id, "type": "merged", "payload": {"into": decision.into}}


def _split(decision: Decision, _: Mapping[str, Event], __: Conflict | None) -> dict[str, Any]:
    if not decision.entity_id or not decision.new_entity or not decision.event_ids:
        raise InvalidInput("split: needs entity_id, new_entity and event_ids")
    payload = {"new_entity": decision.new_entity, "event_ids": decision.event_ids}
    return {"entity_id": decision.entity_id, "type": "split", "payload": payload}


def _correct(decision: Decision, _: Mapping[str, Event], __: Conflict | None) -> dict[str, Any]:
    if not decision.entity_id or decision.value is None:
        raise InvalidInput("correct: needs entity_id and value")
    claim = {"attribute": decision.attribute, "value": decision.value, "relation": decision.relation}
    made = {"entity_id": decision.entity_id, "type": "corrected", "payload": {"claim": claim}}
    return made if decision.until is None else {**made, "occurred_until": decision.until}
