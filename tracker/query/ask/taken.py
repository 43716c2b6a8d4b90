"""What somebody took, and when: takings are told as what happened, never as what is in somebody's hands now."""

from __future__ import annotations

from tracker.domain.payloads import Moved, Removed
from tracker.domain.times import to_us
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.holdings import Holding
from tracker.query.itinerary import pieces_back


def was_taken(plan: Plan, world: World, one: Holding) -> bool:
    """Whether the holder took it in the window and, if a place was named, from there."""
    event = world.event(one.view.slice.claims[0].event_id)
    window = plan.window_us
    if event is None or not isinstance(event.payload, (Removed, Moved)) or (window and one.start < window[0]):
        return False
    if plan.place is None:
        return True
    before = next(pieces_back(world.scene, one.thing, one.start, one.start - 1), None)
    return before is not None and before.passes(world.scene, world.scene.root(plan.place))


def tell_taken(v: Voice, plan: Plan, world: World, holder: str, has: list[Holding], things: list[str]) -> str:
    """Each taking with its time, and until when it was known to last: nothing about who has it now."""
    who = v.person(holder)
    if not things:
        if not world.known(holder):
            return v("nothing was ever reported about {w}.", "從來沒有關於{w}的消息。", w=who)
        return v("{w} is not known to have taken anything.", "沒有{w}拿走什麼的消息。", w=who)
    only_said = all(world.is_said(world.event(one.taken)) for one in has)
    return v(
        "{w} took {all}{h}.",
        "{w}拿走了{all}{h}。",
        w=who,
        all=v.all_of(
            v.bit(
                "{x}{p} ({t})",
                "{p}{x}（{t}）",
                x=v.name(thing),
                p="" if plan.place is None else v.bit(" from {p}", "{p}的", p=v.name(plan.place)),
                t=v.bit("; ", "；").join(_taking(v, world, who, one) for one in reversed(has) if one.thing == thing),
            )
            for thing in things
        ),
        h=v.bit(", by what was said", "（聽說的）") if only_said else "",
    )


def _taking(v: Voice, world: World, who: str, one: Holding) -> str:
    """One span: when it was taken, when that was reported again, and when it was over."""
    again = world.event(one.taken)
    text = v.bit("{t}, {ago}", "{t}，{ago}", t=v.clock(one.start), ago=v.ago(one.start))
    if again is not None and to_us(again.occurred_at) > one.start:
        text += v.bit("; again {t}", "；{t}又有一次", t=v.clock(to_us(again.occurred_at)))
    if one.end is not None:
        text += v.bit("; with {w} until {t}", "；到{t}為止在{w}那裡", w=who, t=v.moment(one.end))
    return text
