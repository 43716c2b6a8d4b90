"""What may have been meant: the nearest question that is understood, the nearest name that is known."""

from __future__ import annotations

from difflib import SequenceMatcher, get_close_matches

from tracker.link.mentions import fold
from tracker.query.ask.families import FAMILIES
from tracker.query.ask.plan import Language, Plan
from tracker.query.ask.question import traditional
from tracker.query.ask.voice.chinese import in_simplified
from tracker.query.ask.voice.naming import has_han
from tracker.query.ask.world import World

_NEAR_QUESTION = 0.5
"""Shared words below which an example would only puzzle."""
_NEAR_NAME = 0.75
"""Letters in common, as `difflib` counts: pasport and passport, not umbrella and camera."""


def nearest_question(text: str, language: Language) -> str | None:
    """The example of all families that shares most with the question, in its language; None when none shares much."""
    han = language != "en"
    asked = _pieces(text, han)
    known = [e.question for family in FAMILIES for e in family.examples if e.plan and has_han(e.question) is han]
    scored = [(SequenceMatcher(None, asked, _pieces(one, han), autojunk=False).ratio(), one) for one in known]
    score, found = max(scored, key=lambda pair: pair[0])
    if score < _NEAR_QUESTION:
        return None
    return found if not han else in_simplified(found) if language == "zh-Hans" else traditional(found)


def _pieces(text: str, han: bool) -> list[str]:
    if han:
        return [one for one in in_simplified(text[:400]) if one.isalnum()]
    return "".join(one if one.isalnum() else " " for one in text[:400].lower()).split()


def meant_instead(plan: Plan, world: World) -> str:
    """'Did you mean the passport?' for every name in the plan that nothing known bears; '' when there is none.

    Only names of the scene are offered: what the asker may not see is not there to be guessed."""
    v, told = world.voice(plan), []
    for asked in dict.fromkeys((*plan.entities, plan.place, plan.holder, plan.receiver)):
        if asked is None or world.scene.reported(world.scene.root(asked)) or world.known(asked):
            continue
        names = {fold(one): one for one in (*world.scene.entities(), *world.scene.targets())}
        near = get_close_matches(fold(asked), names, n=1, cutoff=_NEAR_NAME)
        told += [v.bit(" Did you mean {x}?", "你是指{x}嗎？", x=v.name(names[one])) for one in near]
    return "".join(told)
