"""What a decision changed: the answers as they were known just before it, beside those of now."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from tracker.domain.answers import Interval, Whereabouts
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION
from tracker.serve.http.desk import Desk
from tracker.serve.web.visitor import Visitor

_MOST_HELD = 50


class Answered(NamedTuple):
    """One answer before the decision and after it, and the spans of its past that went and came."""

    entity: str
    attribute: str
    before: Whereabouts
    after: Whereabouts
    gone: tuple[Interval, ...]
    come: tuple[Interval, ...]


class Outcome(NamedTuple):
    """The decision, and every answer that it changed."""

    event: Event
    answers: tuple[Answered, ...]


def outcome(desk: Desk, who: Visitor, event_id: UUID) -> Outcome | None:
    """What the decision of this event changed; None when there is none that the visitor may see."""
    event = desk.tracker.event(event_id, viewer=who.labels)
    if event is None or event.observed_at is None:
        return None
    entities, attributes = _about(desk, who, event)
    answers = [_answer(desk, who, event, one, each) for one in sorted(entities) for each in sorted(attributes)]
    return Outcome(event, tuple(one for one in answers if _differs(one)))


def _about(desk: Desk, who: Visitor, event: Event) -> tuple[set[str], set[str]]:
    """The entities and the attributes that a decision can have changed answers about: what it names, and what is in
    there."""
    t, payload = desk.tracker, event.payload
    entities = _named(event)
    attributes = {LOCATION}
    named = [one for name in ("event_ids", "keep", "drop") for one in getattr(payload, name, ())]
    conflict_id = getattr(payload, "conflict_id", None)
    # A decision that takes another back is about what that one was about.
    behind = [event, *(found for one in named if (found := t.event(one, viewer=who.labels)) is not None)]
    for one in behind[1:]:
        conflict_id = conflict_id or getattr(one.payload, "conflict_id", None)
        entities |= _named(one)
    for one in behind:
        claim = getattr(one.payload, "claim", None)
        attributes |= {claim.attribute} if claim is not None else set()
    if conflict_id is not None:
        attributes |= {one.attribute for one in t.conflicts(None, viewer=who.labels) if one.conflict_id == conflict_id}
    held = [inner for one in sorted(entities) for inner in t.inside(one, viewer=who.labels)]
    return entities | set(held[:_MOST_HELD]), attributes


def _named(event: Event) -> set[str]:
    others = (getattr(event.payload, field, None) for field in ("into", "new_entity"))
    return {event.entity_id, *(one for one in others if one)}


def _answer(desk: Desk, who: Visitor, event: Event, entity: str, attribute: str) -> Answered:
    t, viewer = desk.tracker, who.labels
    assert event.observed_at is not None
    known = event.observed_at - timedelta(microseconds=1)
    after = t.state(entity, attribute, viewer=viewer, tz=who.zone)
    before = t.state(entity, attribute, after.at, known, viewer=viewer, tz=who.zone)
    was, now = (t.history(entity, attribute, known_at=when, viewer=viewer) for when in (known, None))
    before_spans, now_spans = ({_mark(one) for one in spans} for spans in (was, now))
    return Answered(
        entity,
        attribute,
        before,
        after,
        tuple(one for one in was if _mark(one) not in now_spans),
        tuple(one for one in now if _mark(one) not in before_spans),
    )


def _mark(interval: Interval) -> tuple[object, ...]:
    return interval.start, interval.end, interval.status, interval.value, interval.relation


def _differs(one: Answered) -> bool:
    def told(answer: Whereabouts) -> tuple[object, ...]:
        return answer.status, answer.value, answer.place, answer.path, answer.relations

    return bool(told(one.before) != told(one.after) or one.gone or one.come)
