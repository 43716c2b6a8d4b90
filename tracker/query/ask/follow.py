"""Follow-ups: 'and yesterday?', 'what about the phone?', 那昨天呢？ — the question before with one thing changed."""

from __future__ import annotations

import re
from typing import Any

from tracker.domain.payloads import LOCATION
from tracker.language.english.lexicon import RELATIONS
from tracker.query.ask.meaning import Context, Meaning, answered_places
from tracker.query.ask.moments import Asker, times
from tracker.query.ask.plan import Plan
from tracker.query.ask.question import NotUnderstood, Question
from tracker.query.ask.read import is_plain
from tracker.query.ask.world import World

_ENGLISH = re.compile(
    r"(?:(?:and|but|or|so|ok)\b[ ,]*)?(?:(?:what|how) about\b[ ,]*|what of )?(?P<rest>.*)", re.IGNORECASE
)
_SHORT = re.compile(r"(?:(?:and|but)\b.*|(?:what|how) about\b.*|)", re.IGNORECASE)
_CHINESE = re.compile(r"(?:那么?|还有|而)?(?P<rest>.*?)(?:呢|的话呢?|的话)?")
_STILL = re.compile(
    (
        r"(?:is (?:that|it|this) )?(?:still|currently) (?:true|so|the case|correct|valid)|is"
        r" (?:that|this|it) still (?:true|so|the case|correct)|still|(?:那)?(?:现在)?(?:还|仍然)(?:是|这样"
        r"|如此|成立)(?:吗|么)?(?:这样吗)?"
    ),
    re.IGNORECASE,
)
_PLACE = re.compile(
    rf"(?P<rel>{'|'.join(sorted(map(re.escape, RELATIONS), key=len, reverse=True))}) (?P<place>.+)",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?P<order>before|after) (?:that|then|this)|(?P<before>(?:再)?(?:之前|以前))|(?P<after>(?:再)?(?:之后|以后|后来))",
    re.IGNORECASE,
)
_DETERMINER = re.compile(r"^(?:(?:all|any|the|of|my|our) )+", re.IGNORECASE)
_SINCE_WHEN = re.compile(
    r"since when|(?P<long>(?:for )?how long(?: (?:already|now))?)|(?:是)?(?:从|自)?(?:什么时候|何时|几点)(?:开始|起)的?"
    r"|(?P<long_2>(?:已经)?多久了?)",
    re.IGNORECASE,
)


def follow(question: Question, asker: Asker, world: World, before: Context | None) -> Plan | None:
    """The plan of a follow-up; None when the words are not one. NotUnderstood without a turn before to follow."""
    words = question.words
    shape = _CHINESE if question.chinese else _ENGLISH
    found = shape.fullmatch(words)
    rest = found["rest"].strip(" ,，") if found else words
    is_follow_up = bool(
        _STILL.fullmatch(words)
        or _SINCE_WHEN.fullmatch(rest)
        or _ORDER.fullmatch(rest)
        or (rest != words and is_plain_rest(rest, question))
        or not rest
    )
    if not is_follow_up:
        return None
    if before is None:
        raise NotUnderstood("no context", question.text.strip())
    if _STILL.fullmatch(words):
        return _again(before.plan, question, asker, {"at": asker.now, "window": None, "still": True})
    if since := _SINCE_WHEN.fullmatch(rest):
        fields = _since_when(before, how_long=bool(since["long"] or since["long_2"]))
        return None if fields is None else _again(before.plan, question, asker, fields)
    if order := _ORDER.fullmatch(rest):
        wanted = order["order"].lower() if order["order"] else "before" if order["before"] else "after"
        place = next(iter(answered_places(before)), before.plan.place)
        fields = {"intent": "where_next_to", "order": wanted, "place": place, "at": before.plan.at, "window": None}
        return _again(before.plan, question, asker, fields) if before.plan.entities else None
    return _changed(rest, question, asker, world, before)


def _since_when(before: Context, *, how_long: bool) -> dict[str, Any] | None:
    """'Since when?' of what was just said to be so, or of where something was said to be; of nothing else."""
    plan, values = before
    places = answered_places(before)
    if plan.window is not None or len(plan.entities) != 1:
        return None
    if plan.intent == "is_so" and values == ("yes",):
        return {"intent": "how_long", "still": True} if how_long else {"intent": "when_became"}
    place = places[0] if len(places) == 1 else None
    if plan.intent == "is_at" and values == ("yes",):
        place = plan.place or plan.holder
    if plan.intent == "who_has" and plan.value is None and values and isinstance(values[0], str):
        place = values[0]
    if place is None or plan.intent not in ("where", "is_at", "who_has"):
        return None
    kept = {"place": place, "holder": None, "asks": None}
    return kept | ({"intent": "how_long"} if how_long else {"intent": "when_moved", "value": "arrived"})


def is_plain_rest(rest: str, question: Question) -> bool:
    """Whether what follows 'what about' is a name, or a place with its preposition."""
    if not rest:
        return True
    place = None if question.chinese else _PLACE.fullmatch(rest)
    return is_plain(place["place"] if place else rest, chinese=question.chinese)


def _changed(rest: str, question: Question, asker: Asker, world: World, before: Context) -> Plan:
    plan = before.plan
    fields: dict[str, Any] = _kept_times(plan, asker)
    if question.when is not None or question.anchor is not None:
        fields = {"window": None, "reading": None, **times(plan.intent, question, asker, before)}
    if rest and plan.intent == "which_so":
        fields |= _of_another(rest, question, world, before)
    elif rest:
        meaning = Meaning(question, world, before, dict(plan.said))
        place = None if question.chinese else _PLACE.fullmatch(rest)
        slot = "place" if place else _subject(plan)
        name = meaning.place(place["place"], None) if place else meaning.entity(rest, plan.attribute)
        if plan.intent == "did" and plan.holder and not place and world.kind_of(name) == "person":
            slot = "holder"  # 'and Ana?' after 'did Tom take it?'
        if (
            plan.intent == "where_next_to"
            and plan.place
            and slot == "entities"
            and not _was_at(world, name, plan.place)
        ):
            fields["place"] = None  # what was never there has another place before the one that it is in
        fields |= {"said": meaning.said} | ({"entities": (name,)} if slot == "entities" else {slot: name})
        if place and plan.place is None and plan.intent not in ("changes", "inside"):
            raise NotUnderstood("no pattern")
    return _again(plan, question, asker, fields)


def _of_another(rest: str, question: Question, world: World, before: Context) -> dict[str, Any]:
    """'And the windows?' after 'which doors are open?' asks of that kind; 'and the back door?' of one thing."""
    meaning = Meaning(question, world, before, dict(before.plan.said))
    kind = _DETERMINER.sub("", rest)
    if " " not in kind and meaning.known_name(rest) is None:
        return {"kind": question.as_written(kind)}
    return {"intent": "is_so", "kind": None, "asks": None, "entities": (meaning.entity(rest),), "said": meaning.said}


def _was_at(world: World, entity: str, place: str) -> bool:
    views = world.scene.slices_of(world.scene.root(entity), LOCATION)
    return world.scene.root(place) in {world.scene.root(view.target) for view in views if view.target}


def _kept_times(plan: Plan, asker: Asker) -> dict[str, Any]:
    """A question about 'now' stays one about now; another time stays as it was."""
    return {"at": asker.now} if plan.at == plan.now and plan.window is None else {}


def _subject(plan: Plan) -> str:
    if plan.intent == "inside" or (plan.intent == "changes" and plan.place):
        return "place"
    return "holder" if plan.intent == "carrying" else "entities"


def _again(plan: Plan, question: Question, asker: Asker, fields: dict[str, Any]) -> Plan:
    data = plan.model_dump() | {
        "now": asker.now,
        "tz": asker.tz,
        "language": question.language,
        "known_at": asker.known_at,
    }
    data |= fields
    if data["intent"] == "where" and data["window"] is not None:
        data["intent"] = "visits"
    elif data["intent"] == "visits" and data["window"] is None and data["attribute"] == LOCATION:
        data["intent"] = "where"
    return Plan.model_validate(data)
