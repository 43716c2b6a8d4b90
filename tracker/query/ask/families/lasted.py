"""How long something has been where it is, or was at a place in a window."""

from __future__ import annotations

from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.families.moved import back, is_there
from tracker.query.ask.lapsing import nothing_since
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.telling import whereabouts
from tracker.query.ask.world import World


def _how_long_there(plan: Plan, world: World) -> Answered:
    """How long it has been where it is; in a window, how much of it it spent at the place."""
    v = world.voice(plan)
    name, was = v.name(plan.entity), v.be(plan.entity, past=True)
    window = plan.window_us
    if window is not None and plan.place is not None:
        pieces = list(back(world, plan.entity, window[1], window[0]))
        there = [p for p in pieces if is_there(world, p, plan.place)]
        total = sum((p.end or window[1]) - max(p.start, window[0]) for p in there)
        text = v(
            "{x} {was} {p} for {n} in that time.",
            "那段時間{x}{p}一共 {n}。",
            x=name,
            was=was,
            p=v.place(plan.place, plan.relation or "in"),
            n=v.lasting(total),
        )
        stale = nothing_since(world, plan, plan.entity) if there and there[0] is pieces[0] else ""
        return Answered(
            "current" if pieces else "unknown",
            (total // 1_000_000,),
            text + stale,
            None,
            each_once(i for p in there for i in p.support),
        )
    found = whereabouts(world, plan, plan.entity, plan.at_us)
    older = back(world, plan.entity, plan.at_us + 1, None)
    newest = next(older, None)
    place = plan.place or (newest.place or newest.holder if newest else None)
    if found.status != "current" or place is None or newest is None or not is_there(world, newest, place):
        return Answered(found.status, (), found.text, found, tuple(str(i) for i in found.event_ids))
    start = newest.start
    support = newest.support
    for piece in older:
        if not is_there(world, piece, place):
            break
        start = piece.start
    text = v(
        "{x} {be} {p} for at least {n}, {s}.",
        "{x}{s}{p}，至少 {n}了。",
        x=name,
        be=v.bit("has been", "") if v.be(plan.entity, past=False) == "is" else "have been",
        p=v.place(place, plan.relation or newest.relation or "with"),
        n=v.lasting(plan.at_us - start),
        s=v.since(start),
    )
    return Answered("current", ((plan.at_us - start) // 1_000_000,), text, found, support)


FAMILY = Family(
    "lasted",
    ("how_long",),
    (
        *english(
            "how_long",
            "how long (?:has|have) <x> been REL <p>",
            "how long (?:was|were|did) <x> (?:stay )?REL <p>",
            "how long (?:has|have) <x> been (?:there|here)",
            attribute="location",
        ),
        *chinese("how_long", "<x>(?:已经)?在<p>SIDE(?:待|放|留)?了?多久了?END", attribute="location"),
    ),
    (
        Example("車在車庫裡多久了？", {"intent": "how_long", "entities": ["車"], "place": "車庫"}),
        Example(
            "how long has the car been in the garage?", {"intent": "how_long", "entities": ["car"], "place": "garage"}
        ),
    ),
    _how_long_there,
)
