"""Draft → plan: whom the words mean, and when."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from tracker.domain.payloads import LOCATION
from tracker.query.ask import lexicon
from tracker.query.ask.meaning import Context, Meaning
from tracker.query.ask.modified import apart_from_its_place
from tracker.query.ask.moments import FUTURE, Asker, times
from tracker.query.ask.of_kind import registered_as
from tracker.query.ask.pattern import Draft
from tracker.query.ask.plan import Plan
from tracker.query.ask.question import NotUnderstood, Question
from tracker.query.ask.world import World

_AND = {True: re.compile(r"和|跟|与|以及|、"), False: re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)}
_MANY = frozenset({"where", "is_at"})
_MOST_OF_A_KIND = 20
_PAST = re.compile(
    r"(?:was|were|did)\b(?! \w+ (?:leave|left)\b)|(?:has|have|had)\b.*\b(?:been|had|held|carried)\b", re.IGNORECASE
)
"""What 'was it on the sofa?' begins with: asked of no time in particular, it asks of any."""
_LASTS = re.compile(
    r"(?:has|have|had)\b(?!.*\b(?:opened|turned|switched)\b).*\bbeen\b|(?=.*[着在])[^过了]+$", re.IGNORECASE
)
"""What has been so 'since nine' was so all the time; what has been opened since nine was opened once."""
_UNTIL_NOW = re.compile(r"\b(?:until|till|to) now$|到(?:现在|現在|目前)$", re.IGNORECASE)
_SO_OR_THERE = frozenset({"is_so", "is_at", "which_so"})


def resolve(draft: Draft, question: Question, asker: Asker, world: World, before: Context | None) -> Plan:
    """The plan; NotUnderstood for names that several entities share, pronouns without a turn before, future times."""
    meaning = Meaning(question, world, before, {})
    draft = _as_planned(_as_agenda(draft, question, asker), meaning, world)
    draft = _as_stocked(_as_over_or_inside(draft, meaning, world), meaning, world)
    draft = apart_from_its_place(draft, question, meaning)
    fields: dict[str, Any] = dict(draft.settled)
    if fields.pop("ahead", False):
        raise NotUnderstood("future")
    if "kind" in fields:
        fields["kind"] = question.as_written(fields["kind"])
    there = fields.pop("there", False)
    ever = fields.pop("ever", False)
    attribute = fields.get("attribute", LOCATION)
    slots = draft.slots
    todo, sure = fields.pop("todo", None), fields.pop("sure", False)
    if todo is not None:
        entities: tuple[str, ...] = (meaning.to_do(todo, sure=sure),)
    else:
        entities = _of_its_kind(draft, _entities(draft, question, meaning, attribute), world)
    if slots.get("place") in lexicon.PARTED_PLACE_PRONOUNS:
        fields.pop("relation", None)
        fields.pop("side", None)
    if "place" in slots and not (before is None and _is_wherever_it_is(draft)):
        fields["place"] = meaning.place(slots["place"], entities[0] if entities else None)
    fields |= {slot: _one_person(slots[slot], question, meaning) for slot in ("holder", "receiver") if slot in slots}
    fields |= times(draft.intent, question, asker, before)
    if draft.intent == "where" and fields.get("window") is not None:
        fields["intent"] = "visits"
    if there and not world.reported(entities[0], "plan") and world.reported(entities[0]):
        fields |= {"intent": "where", "asks": None}  # 'is there any milk?' is no question about plans
    if draft.intent == "inside" and _is_of_a_person(fields, world):
        fields |= {"intent": "carrying", "holder": fields.pop("place")}
    if fields.get("holder") and draft.intent == "is_at":
        fields |= {"relation": "with", "side": None}
    known_at = asker.known_at
    if question.known is not None:
        known_at = question.known.start or question.known.end
    is_nothing = question.chinese and draft.intent == "plan" and not world.reported(entities[0], "plan")
    if fields.get("value") == "then" and (question.when is None or is_nothing):
        raise NotUnderstood("no pattern")
    if draft.intent in _SO_OR_THERE:
        fields |= _spans(fields, question, asker, ever=ever)
    return Plan.model_validate(
        {
            "intent": draft.intent,
            "entities": entities,
            "now": asker.now,
            "tz": asker.tz,
            "said": meaning.said,
            "language": question.language,
            "known_at": known_at,
            **fields,
        }
    )


def _of_its_kind(draft: Draft, entities: tuple[str, ...], world: World) -> tuple[str, ...]:
    """'Where are the pumps?', when nothing is called so: all that is registered as a pump."""
    if draft.intent not in _MANY or len(entities) != 1 or world.known(entities[0]) or world.scene.reported(entities[0]):
        return entities
    return tuple(registered_as(world, entities[0]))[:_MOST_OF_A_KIND] or entities


def _as_planned(draft: Draft, meaning: Meaning, world: World) -> Draft:
    """'Is the concert still on?' as a question about a plan, if there is one and nothing of that name has power."""
    state = draft.settled.get("attribute"), draft.settled.get("value")
    if draft.intent != "is_so" or state not in (("power", "on"), ("power", "off")) or "entity" not in draft.slots:
        return draft
    name = meaning.known_name(draft.slots["entity"])
    if name is not None and (world.reported(name, "power") or world.reported(name, "openness")):
        return draft
    if meaning.planned(draft.slots["entity"]) is None:
        return draft
    return Draft("plan", draft.slots, {"asks": "whether", "value": state[1]})


def _as_over_or_inside(draft: Draft, meaning: Meaning, world: World) -> Draft:
    """'Is it done?' asks of a plan and 'is it empty?' of what is in it, unless just that was told of the thing."""
    state = draft.settled.get("attribute"), draft.settled.get("value")
    if draft.intent != "is_so" or state not in (("done", "yes"), ("fullness", "empty")) or "entity" not in draft.slots:
        return draft
    name = meaning.known_name(draft.slots["entity"])
    if name is not None and world.reported(name, state[0] or ""):
        return draft
    if state[0] == "done":
        return Draft("plan", draft.slots, {"asks": "whether", "value": "over"})
    return Draft("inside", {"place": draft.slots["entity"]}, {"asks": "whether"})


def _as_stocked(draft: Draft, meaning: Meaning, world: World) -> Draft:
    """'Is there any milk?' as a question about how much there is, if that was ever told of it; 'is there any left?' as
    one about where it is, if only that was."""
    if "entity" not in draft.slots or not (draft.settled.get("there") or draft.intent == "in_stock"):
        return draft
    name = meaning.known_name(draft.slots["entity"])
    if name is None:
        return draft
    if draft.settled.get("there") and world.reported(name, "stock"):
        return Draft("in_stock", draft.slots, {"attribute": "stock", "asks": "whether"})
    if draft.intent == "in_stock" and not world.reported(name, "stock") and world.reported(name):
        return Draft("where", draft.slots, {})
    return draft


def _as_agenda(draft: Draft, question: Question, asker: Asker) -> Draft:
    """'What is on this week?' asks for what is planned; without a time that is not over, for what has power."""
    state = draft.settled.get("attribute"), draft.settled.get("value")
    when = question.ahead or question.when
    if draft.intent != "which_so" or state != ("power", "on") or draft.settled.get("kind") or when is None:
        return draft
    ahead = when.bound == "during" and when.end is not None and when.end > asker.now
    return Draft("planned", {}, {"asks": "which"}) if ahead else draft


def _is_wherever_it_is(draft: Draft) -> bool:
    """'Who put it there?', 'how long has it been there?' of no place before: where it was put last, where it is."""
    there = draft.slots["place"].lower() in lexicon.PLACE_PRONOUNS | lexicon.PARTED_PLACE_PRONOUNS
    return there and (draft.intent == "how_long" or draft.settled.get("asks") == "who")


def _spans(fields: Mapping[str, Any], question: Question, asker: Asker, *, ever: bool) -> dict[str, Any]:
    """What the tense adds: 'was it open?', asked of no time, asks of any; 'has it been open since nine?' of all."""
    when = question.when
    if when is None and question.anchor is None:
        at_any = ever or (fields.get("asks") == "whether" and not fields.get("kind"))  # 'did anyone open it?'
        if not fields.get("still") and not fields.get("throughout"):
            at_any = at_any or _PAST.match(question.words) is not None
        return {"window": (None, asker.now + timedelta(microseconds=1))} if at_any else {}
    since = when is not None and (when.bound == "since" or _UNTIL_NOW.search(when.text) is not None)
    return {"throughout": True} if since and not ever and _LASTS.match(question.words) else {}


def _is_of_a_person(fields: dict[str, Any], world: World) -> bool:
    """Whether 'what is there' was asked of somebody: 湯姆有什麼 asks what he has, nothing is inside him."""
    place = fields.get("place")
    asks_things = fields.get("asks") not in ("who", "whether_who")
    return place is not None and asks_things and not fields.get("relation") and world.kind_of(place) == "person"


def _one_person(phrase: str, question: Question, meaning: Meaning) -> str:
    if sum(map(bool, _AND[question.chinese].split(phrase))) > 1 and not meaning.is_whole(phrase):
        raise NotUnderstood("one at a time", phrase)
    return meaning.entity(phrase)


def _entities(draft: Draft, question: Question, meaning: Meaning, attribute: str) -> tuple[str, ...]:
    phrase = draft.slots.get("entity")
    if phrase is None:
        return ()
    if draft.intent in FUTURE:
        attribute = "plan"
    parts = [phrase]
    joined = [part for part in _AND[question.chinese].split(phrase) if part]
    if len(joined) > 1 and not meaning.is_whole(phrase):
        if draft.intent not in _MANY:
            raise NotUnderstood("one at a time", phrase)
        parts = joined
    return tuple(dict.fromkeys(meaning.entity(part, attribute) for part in parts))
