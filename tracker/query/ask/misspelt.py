"""'Did you mean the passport?', after an answer about a name that nothing bears."""

from __future__ import annotations

from tracker.query.ask.plan import Plan
from tracker.query.ask.world import World
from tracker.query.misspelt import nearest_name


def meant_instead(plan: Plan, world: World) -> str:
    """A question back for every name in the plan that nothing known bears and one that is known resembles; '' when
    there is none."""
    v, told = world.voice(plan), []
    for asked in dict.fromkeys((*plan.entities, plan.place, plan.holder, plan.receiver)):
        near = None if asked is None or world.known(asked) else nearest_name(world.scene, asked)
        if near is not None:
            told.append(v.bit(" Did you mean {x}?", "你是指{x}嗎？", x=v.name(near)))
    return "".join(told)
