"""The nearest name that is known, for one that nothing bears."""

from __future__ import annotations

from difflib import get_close_matches

from tracker.link.mentions import fold
from tracker.query.ask.plan import Plan
from tracker.query.ask.world import World

_NEAR_NAME = 0.75
"""Letters in common, as `difflib` counts: pasport and passport, not umbrella and camera."""


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
