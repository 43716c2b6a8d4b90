"""That an answer rests on words and not on sightings: said at its end, unless its family weaves that in."""

from __future__ import annotations

from tracker.domain.answers import Whereabouts
from tracker.query.ask.answered import Answered
from tracker.query.ask.plan import Plan
from tracker.query.ask.world import World

_SAY_IT_THEMSELVES = frozenset({"carrying", "given", "did", "planned", "plan"})


def told_only(plan: Plan, answered: Answered, world: World) -> str:
    """A sentence for an answer that rests wholly or partly on what was told; '' when its text says so, or need not."""
    nothing = answered.status in ("unknown", "never_seen")
    if nothing or plan.intent in _SAY_IT_THEMSELVES or _is_whereabouts(plan, answered):
        return ""
    behind = answered.event_ids
    if plan.intent == "when_moved":
        behind = behind[:1]  # what ended the stay, or began it, is what 'when' rests on
    told = [world.is_said(world.event(one)) for one in behind]
    if not any(told):
        return ""
    v = world.voice(plan)
    if all(told):
        return v.bit(" This was told, not observed.", "這是聽說的，沒有觀察到。")
    return v.bit(" Part of this was told, not observed.", "其中一部分是聽說的，沒有觀察到。")


def _is_whereabouts(plan: Plan, answered: Answered) -> bool:
    """Whether the text is that of a whereabouts, or of several, which tells its ground."""
    if plan.intent == "which_so":
        return plan.window is None
    found = answered.answer[0] if isinstance(answered.answer, tuple) and answered.answer else answered.answer
    return isinstance(found, Whereabouts) and not (plan.intent == "how_long" and answered.values)
