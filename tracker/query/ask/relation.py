"""Whether a report of a place answers what was asked about it: 'at the bed' tells neither on nor in nor under it.

The relations kept are in, on, at and with; what a sentence says finer is in its words alone, which are quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from tracker.domain.events import Event
from tracker.domain.sides import LANDMARK_RELATIONS, Relation, covers
from tracker.language.chinese.lexicon import SIDES as CHINESE_SIDES
from tracker.language.english.lexicon import SIDES
from tracker.language.normalise import simplified
from tracker.language.places import PLACES, ROOMS, is_place_word
from tracker.language.sides import Side
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.itinerary import Piece

Fit = Literal["so", "not_told", "not_so"]

_HAN = re.compile(r"[\u3400-\u9fff]")
_PARTS = re.compile(r"[^\s_-]+")
_ENGLISH_SIDE = "|".join(sorted(SIDES, key=len, reverse=True))
_CHINESE_SIDE = "|".join(sorted(CHINESE_SIDES, key=len, reverse=True))
_DENIES = re.compile(r"\b(?:not|never|no longer)\b|n['’]t\b|不|沒|没", re.IGNORECASE)
_LONGEST_QUOTE = 200
_ASKED = {
    "under": ("under {p}", "在{p}下面"),
    "behind": ("behind {p}", "在{p}後面"),
    "front": ("in front of {p}", "在{p}前面"),
}

_SIDE_AS_TOLD: dict[Side, Relation] = {"under": "under", "behind": "behind", "front": "in_front_of"}


def side_asked(plan: Plan) -> Relation | None:
    """The relation to a landmark that the plan asks for; None when it asks for none."""
    wanted = _SIDE_AS_TOLD[plan.side] if plan.side is not None else plan.relation
    return wanted if wanted in LANDMARK_RELATIONS else None


class Told(NamedTuple):
    """How far a report answers; `words`: those that it was made in, where it was."""

    fit: Fit
    words: str | None = None


class Spot(NamedTuple):
    """`who` is in that relation to `place`, by the report."""

    who: str
    relation: str | None
    place: str
    report: Event | None


def fits(world: World, plan: Plan, spot: Spot) -> Told:
    """What the spot tells of the relation asked about.

    A report that names no relation says all that it can by the place; one that says 'at' leaves open which."""
    asked, side, relation = plan.relation, plan.side, spot.relation
    if relation in LANDMARK_RELATIONS:
        wanted = _SIDE_AS_TOLD[side] if side is not None else asked or "at"
        fit: Fit = "so" if covers(wanted, relation) else "not_told" if covers(relation, wanted) else "not_so"
        return Told(fit, words_of(world, spot.report))
    if asked not in ("in", "on") and side is None:
        return Told("so")
    words = words_of(world, spot.report)
    sides = _sides_told(words or "", spot.place)
    if side is not None:
        if relation in ("in", "on"):
            return Told("not_so", words)
        # Of words that name two sides, or deny one, whose side is whose is not read here: they are quoted.
        plainly = sides == {side} and not _DENIES.search(words or "")
        return Told("so" if plainly else "not_told", words)
    if relation in ("in", "on") and relation != asked and spot.report is not None and world.is_said(spot.report):
        # One place to a camera; somebody's words tell them apart, if only loosely.
        return Told("not_told", words)
    if relation != "at" or spot.report is None or _relation_of(spot.report) is None:
        return Told("so")
    if asked == "in" and not sides and _goes_in(world, spot, words or ""):
        return Told("so")
    return Told("not_told", words)


def fit_of(world: World, plan: Plan, entity: str, piece: Piece, target: str) -> Told:
    """What the piece of the entity's way tells at its hop to `target` (a root); 'not_so' when it has none."""
    if piece.status != "known":
        return Told("not_so")
    who = entity
    for hop in piece.hops:
        if world.scene.root(hop.value) == target:
            return fits(world, plan, Spot(who, hop.relation, hop.value, _report_of(world, piece.support, hop.value)))
        who = hop.value
    return Told("not_so")


def is_of_another_side(world: World, plan: Plan, denial: Event, place: str) -> bool:
    """Whether a report that something is not at the place says so of a side that was not asked about: what is not
    under the bed may be on it."""
    sides = _sides_told(words_of(world, denial) or "", place)
    return bool(sides) and plan.side not in sides - {None}


def as_told(world: World, plan: Plan, pieces: Iterable[Piece], target: str, *, past: bool) -> tuple[str | None, str]:
    """The relation in which to tell that it was at `target` in these pieces: as it was asked, or 'at' with a sentence
    that leaves the rest open where that is more than was told of all of them."""
    told = [fit_of(world, plan, plan.entity, piece, target) for piece in pieces]
    unsure = next((one for one in told if one.fit != "so"), None)
    if unsure is None:
        return plan.relation, ""
    return "at", open_question(world.voice(plan), plan, plan.entity, unsure, past=past)


def asked_place(v: Voice, plan: Plan) -> str:
    """The place as it was asked about: 'on the bed', 'under the bed'."""
    name = plan.place or plan.holder or ""
    return v.bit(*_ASKED[plan.side], p=v.name(name)) if plan.side else v.place(name, plan.relation)


def words_were(v: Voice, words: str) -> str:
    """A sentence that quotes somebody's words."""
    return v.bit(" The words were {q}", "原話是{q}", q=_quote(v, words))


def _quote(v: Voice, words: str) -> str:
    """Words in quotation marks, cut where they are very long."""
    return v.bit("“{q}”", "「{q}」", q=words[:_LONGEST_QUOTE])


def open_question(v: Voice, plan: Plan, entity: str, told: Told, *, past: bool) -> str:
    """'Whether it is on the bed was not told; the words were “The box is under the bed.”'"""
    words = told.words
    quoted = "" if not words else v.bit("; the words were {q}", "；原話是{q}", q=_quote(v, words))
    end = "" if quoted else v.bit(".", "。")
    return v.bit(
        " Whether {it} {p} was not told{q}{end}",
        "是不是{p}沒有說{q}{end}",
        it=v.they(entity, past=past),
        p=asked_place(v, plan),
        q=quoted,
        end=end,
    )


def _report_of(world: World, support: Iterable[str], place: str) -> Event | None:
    """The event among those behind a piece that says so of the place."""
    root = world.scene.root(place)
    for event in map(world.event, support):
        named = None if event is None else _place_of(event)
        if named is not None and world.scene.root(named) == root:
            return event
    return None


def _place_of(event: Event) -> str | None:
    payload = event.payload
    claim = getattr(payload, "claim", None)
    if claim is not None:
        return str(claim.value)
    return getattr(payload, "to_place", None) or getattr(payload, "place", None)


def _relation_of(event: Event) -> str | None:
    claim = getattr(event.payload, "claim", None)
    return getattr(event.payload if claim is None else claim, "relation", None)


def words_of(world: World, event: Event | None) -> str | None:
    """The sentence that the report was made in: its own, or that of the statement that caused it."""
    if event is None:
        return None
    text = getattr(event.payload, "text", None)
    if text is None and event.caused_by is not None:
        said = world.event(str(event.caused_by))
        text = getattr(said.payload, "text", None) if said is not None else None
    return text or None


def _sides_told(words: str, place: str) -> frozenset[Side | None]:
    """The sides of the place that the words name; of any place, when they call it by another name."""
    text = simplified(words)
    name = r"[\s_-]*".join(map(re.escape, _PARTS.findall(simplified(place))))
    if _HAN.search(place):
        near = re.findall(f"{name}的?({_CHINESE_SIDE})", text)
        if not near and not re.search(name, text):
            near = re.findall(_CHINESE_SIDE, text)
        return frozenset(CHINESE_SIDES[side] for side in near)
    near = re.findall(rf"\b({_ENGLISH_SIDE})(?:\s+\S+){{0,2}}?\s+{name}\b", text, re.IGNORECASE)
    if not near and not re.search(rf"\b{name}\b", text, re.IGNORECASE):
        near = re.findall(rf"\b({_ENGLISH_SIDE})\b", text, re.IGNORECASE)
    return frozenset(SIDES[side.lower()] for side in near)


def _goes_in(world: World, spot: Spot, words: str) -> bool:
    """Whether to be at the place is to be in it: a room for anything, a park or a town for somebody."""
    parts = _PARTS.findall(simplified(spot.place))
    if world.kind_of(spot.place) == "room" or not parts or parts[-1] in ROOMS or is_place_word(parts[-1]):
        return True
    a_place = parts[-1] in PLACES or "-".join(parts[-2:]) in PLACES
    if not a_place:
        a_place = re.search(rf"(?<=\w )(?<!the ){re.escape(' '.join(parts).title())}\b", words) is not None
    return a_place and world.kind_of(spot.who) in ("person", "pet")
