"""Draft → plan: whom the words mean, and when."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from tracker.domain.payloads import LOCATION
from tracker.language.when import When
from tracker.link.mentions import fold, slug
from tracker.projection.scene import resolve as resolve_name
from tracker.query.ask import lexicon
from tracker.query.ask.pattern import Draft
from tracker.query.ask.plan import Plan
from tracker.query.ask.question import THEN, NotUnderstood, Question
from tracker.query.ask.world import World

_AND = {True: re.compile(r"和|跟|与|以及|、"), False: re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)}
_MANY = frozenset({"where", "is_at"})
_FUTURE = frozenset({"planned", "plan"})
_LAST_DAY = timedelta(hours=24)
_EVER = 1 << 61


class Context(NamedTuple):
    """The turn before: its plan and what it answered, for 'it', 'there' and 'and yesterday?'."""

    plan: Plan
    values: tuple[Any, ...]


class Asker(NamedTuple):
    """Whose question it is: their moment (aware UTC), zone name, and what of the past they want it known by."""

    now: datetime
    tz: str
    known_at: datetime | None


def resolve(draft: Draft, question: Question, asker: Asker, world: World, before: Context | None) -> Plan:
    """The plan; NotUnderstood for names that several entities share, pronouns without a turn before, future times."""
    fields: dict[str, Any] = dict(draft.settled)
    attribute = fields.get("attribute", LOCATION)
    said: dict[str, str] = {}
    slots = draft.slots
    entities = _entities(draft, question, world, before, attribute, said)
    about = entities[0] if entities else None
    for slot in ("place", "holder", "receiver"):
        if slot in slots:
            fields[slot] = _other(slot, slots[slot], question, world, before, about, said)
    fields |= times(draft.intent, question, asker, before)
    if draft.intent == "where" and fields.get("window") is not None:
        fields["intent"] = "visits"
    if fields.get("holder") and draft.intent == "is_at":
        fields["relation"] = "with"
    known_at = asker.known_at
    if question.known is not None:
        known_at = question.known.start or question.known.end
    return Plan.model_validate(
        {
            "intent": draft.intent, "entities": entities, "now": asker.now, "tz": asker.tz, "said": said,
            "language": question.language, "known_at": known_at, **fields,
        }
    )  # fmt: skip


def _entities(
    draft: Draft, question: Question, world: World, before: Context | None, attribute: str, said: dict[str, str]
) -> tuple[str, ...]:
    phrase = draft.slots.get("entity")
    if phrase is None:
        return ()
    if draft.intent in _FUTURE:
        attribute = "plan"
    parts = [phrase]
    joined = [part for part in _AND[question.chinese].split(phrase) if part]
    if len(joined) > 1 and not _whole(question.as_written(phrase), world):
        if draft.intent not in _MANY:
            raise NotUnderstood("one at a time", phrase)
        parts = joined
    return tuple(dict.fromkeys(entity(part, question, world, before, attribute, said) for part in parts))


def _whole(phrase: str, world: World) -> bool:
    return len(resolve_name(world.scene, slug(phrase))) > 1 or world.known(resolve_name(world.scene, slug(phrase) or phrase)[0])


def entity(
    phrase: str, question: Question, world: World, before: Context | None, attribute: str, said: dict[str, str]
) -> str:
    """The id that a phrase means: a registered name, an id that has reports, the same name written otherwise, else
    the id that the phrase itself makes."""
    if phrase.lower() in lexicon.PRONOUNS:
        return _meant_before(phrase, before, said)
    written = question.as_written(phrase)
    made = slug(written)
    if not made:
        raise NotUnderstood("no name", phrase)
    found = _found(written, made, world, attribute)
    if attribute == "plan" and not world.reported(found, "plan"):
        found = _plan_named(phrase, world) or found
    said[found] = written
    return found


def _found(written: str, made: str, world: World, attribute: str) -> str:
    for candidate in dict.fromkeys((made, written)):
        ids = resolve_name(world.scene, candidate)
        if len(ids) > 1:
            raise NotUnderstood("ambiguous", written, ", ".join(ids))
        if ids[0] != candidate or world.reported(ids[0], attribute) or world.known(ids[0]):
            return ids[0]
    key = fold(written)
    alike = [one for one in world.scene.entities() if fold(one) == key]
    if len(alike) > 1:
        raise NotUnderstood("ambiguous", written, ", ".join(alike))
    return alike[0] if alike else made


def _plan_named(phrase: str, world: World) -> str | None:
    """The one plan whose name or words hold the phrase: 'the exam' for `algebra_exam`."""
    key = fold(phrase)
    planned = dict.fromkeys(view.entity_id for view in world.scene.started_in(0, _EVER, "plan"))
    alike = [one for one in planned if _same_event(key, fold(one))]
    if len(alike) > 1:
        raise NotUnderstood("ambiguous", phrase, ", ".join(alike))
    return alike[0] if alike else None


def _same_event(asked: str, planned: str) -> bool:
    return planned.endswith(f"_{asked}") or asked.endswith(f"_{planned}") or (
        not asked.isascii() and (asked in planned or planned in asked)
    )  # fmt: skip


def _other(
    slot: str, phrase: str, question: Question, world: World, before: Context | None, about: str | None,
    said: dict[str, str],
) -> str:  # fmt: skip
    if phrase.lower() in lexicon.PRONOUNS:
        return _place_before(phrase, before, said) if slot == "place" else _meant_before(phrase, before, said)
    written = question.as_written(phrase)
    made = slug(written)
    if not made:
        raise NotUnderstood("no name", phrase)
    found = _found(written, made, world, LOCATION)
    if about is not None and slot == "place" and not world.known(found):
        found = _place_of(about, found, written, world) or found
    said[found] = written
    return found


def _place_of(about: str, made: str, written: str, world: World) -> str | None:
    """'The drawer', when the one drawer this entity was ever in is the `hall_drawer`."""
    head = fold(made)
    places = {view.target for view in world.scene.slices_of(about, LOCATION) if view.target}
    for each in list(places):
        places |= {view.target for view in world.scene.slices_of(world.scene.root(each), LOCATION) if view.target}
    fitting = sorted(one for one in places if fold(one) == head or _ends_with(fold(one), head))
    if len(fitting) > 1:
        raise NotUnderstood("ambiguous", written, ", ".join(fitting))
    return fitting[0] if fitting else None


def _ends_with(name: str, head: str) -> bool:
    return name.endswith((f"_{head}", f" {head}", f"-{head}")) or (not head.isascii() and name.endswith(head))


def _meant_before(phrase: str, before: Context | None, said: dict[str, str]) -> str:
    if before is None:
        raise NotUnderstood("no context", phrase)
    plan = before.plan
    person = phrase.lower() in ("he", "she", "him", "her", "his", "hers", "他", "她")
    order = (plan.holder, *plan.entities, plan.receiver) if person else (*plan.entities, plan.holder, plan.place)
    meant = next((one for one in order if one), None)
    if meant is None:
        raise NotUnderstood("no context", phrase)
    said.update({one: plan.said[one] for one in (meant,) if one in plan.said})
    return meant


def _place_before(phrase: str, before: Context | None, said: dict[str, str]) -> str:
    """'There': the place the turn before asked about, else the one that it answered."""
    if before is None:
        raise NotUnderstood("no context", phrase)
    answered = before.values[0] if before.plan.intent in ("where", "visits", "where_next_to", "last_seen") and before.values else None
    meant = before.plan.place or (answered if isinstance(answered, str) else None)
    if meant is None:
        raise NotUnderstood("no context", phrase)
    said.update({one: before.plan.said[one] for one in (meant,) if one in before.plan.said})
    return meant


def times(intent: str, question: Question, asker: Asker, before: Context | None) -> Mapping[str, Any]:
    """The instant or window that the question asks about."""
    when = question.when
    if when is None and question.anchor is not None:
        return _then(question, before)
    if when is None:
        if intent == "changes":
            return {"at": asker.now, "window": (asker.now - _LAST_DAY, asker.now), "reading": "the last 24 hours"}
        return {"at": asker.now}
    fields = _placed(when, intent, asker)
    if when.doubt:
        fields["reading"] = f"{question.when_said}: {when.doubt}"
    return fields


def _placed(when: When, intent: str, asker: Asker) -> dict[str, Any]:
    now, ahead = asker.now, intent in _FUTURE
    start, end = when.start, when.end
    if when.bound == "during" and start is not None and (when.grain.is_instant or start == end):
        if start > now and not ahead:
            raise NotUnderstood("future")
        return {"at": start} if not ahead else {"at": now, "window": (start, max(end or start, start + timedelta(minutes=1)))}
    if when.bound in ("since", "after") and start is not None:
        end = now if start < now or not ahead else datetime.max.replace(tzinfo=now.tzinfo) - timedelta(days=2)
    if when.bound == "by" and end is not None and not ahead:
        return {"at": min(end, now)}
    if end is None:
        raise NotUnderstood("time", when.text)
    if not ahead:
        if start is not None and start >= now:
            raise NotUnderstood("future")
        end = min(end, now + timedelta(microseconds=1))
    if start is not None and start >= end:
        raise NotUnderstood("time", when.text)
    return {"at": now, "window": (start, end)}


def _then(question: Question, before: Context | None) -> Mapping[str, Any]:
    """'Then' is the time of the turn before; nothing else that is relative to an event can be placed."""
    anchor = question.anchor
    assert anchor is not None
    if before is None or anchor.offset is not None or anchor.text.lower() not in THEN:
        raise NotUnderstood("time", anchor.text)
    return {"at": before.plan.at, "window": before.plan.window}
