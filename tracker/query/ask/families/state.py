"""States other than place: is it (still) open, was it, and what is it."""

from __future__ import annotations

from tracker.domain.answers import Whereabouts
from tracker.domain.payloads import LOCATION
from tracker.domain.times import to_us
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.grounds import silence, speaker_of, waits
from tracker.query.ask.lapsing import nothing_since
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.spells import as_data, as_reported, cut_to, last_reported, most_recent, spells_in
from tracker.query.ask.telling import dispute_over
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.where import where


def _is_so(plan: Plan, world: World) -> Answered:
    plan = as_reported(plan, world)
    v = world.voice(plan)
    if plan.window_us is not None:
        return _was_so(plan, world, v, plan.window_us)
    found = where(world.scene, world.policy, plan.entity, plan.attribute, plan.at_us)
    ids = tuple(str(i) for i in found.event_ids)
    name, wanted = v.name(plan.entity), plan.value or ""
    past = plan.at < plan.now
    be = v.be(plan.entity, past=past)
    opening = v.bit("{t}, ", "{t}，", t=v.clock(plan.at_us)) if past else ""
    if found.status == "never_seen":
        text = v(
            "maybe: nothing was ever reported about whether {x} {be} {s}.",
            "不確定：從來沒有{x}是否{s}的消息。",
            x=name,
            be=be,
            s=v.state(plan.attribute, wanted),
        ) + waits(world, v, plan.entity, plan.attribute, plan.at_us)
        return Answered(found.status, ("maybe",), text, found)
    if found.status == "conflict":
        values = [side.value for side in found.candidates if not side.denied]
        sides = "; ".join(f"{v.state(plan.attribute, side.value)} ({side.source})" for side in found.candidates)
        verdict = "maybe" if wanted in values else "no"
        text = v(
            "{w}: reports disagree about {x}: {s}.",
            "{w}：關於{x}的消息不一致：{s}。",
            w=_word(v, verdict),
            x=name,
            s=sides,
        )
        return Answered(found.status, (verdict,), text, found, ids)
    if found.status != "current" or found.value is None:
        text = v(
            "maybe: {o}it is not known whether {x} {be} {s}.",
            "不確定：{o}不知道{x}是否{s}。",
            o=opening,
            x=name,
            be=be,
            s=v.state(plan.attribute, wanted),
        )
        return Answered(found.status, ("maybe",), text, found, ids)
    verdict = "yes" if found.value == wanted else "no"
    text = v(
        "{w}: {o}{t}",
        "{w}：{o}{t}",
        w=_word(v, verdict),
        o=opening,
        t=_now_so(world, plan, v, found, ids),
    )
    return Answered(found.status, (verdict,), text + silence(world, v, found), found, ids)


def _word(v: Voice, verdict: str) -> str:
    return v.bit(verdict.capitalize(), {"yes": "是", "no": "不是", "maybe": "不確定"}[verdict])


def _now_so(world: World, plan: Plan, v: Voice, found: Whereabouts, ids: tuple[str, ...]) -> str:
    since = None if found.since is None else to_us(found.since)
    when = "" if since is None else v.bit(", {s}, {ago}", "，{s}起（{ago}）", s=v.since(since), ago=v.ago(since))
    when = dispute_over(world, v, found) or when
    event = world.event(ids[0] if ids else None)
    told = ""
    if event is not None and world.is_said(event):
        who = speaker_of(event)
        told = v.bit(
            " (told{b}, not observed)",
            "（{b}說的，沒有觀察到）",
            b=v.bit(" by {w}", "{w}", w=v.person(who)) if who else v.bit("", "別人"),
        )
    return v.bit(
        "{x} {be} {s}{when}{told}.",
        "{x}{s}{when}{told}。",
        x=v.name(plan.entity),
        be=v.be(plan.entity, past=plan.at < plan.now),
        s=v.state(plan.attribute, found.value or ""),
        when=when,
        told=told,
    )


def _was_so(plan: Plan, world: World, v: Voice, window: tuple[int, int]) -> Answered:
    """Whether it was so at any time in the window (or, asked so, throughout), and when exactly."""
    start, end = window
    spells = [s for s in spells_in(world, plan, start, end, certain=True) if s.end is None or s.end > start]
    so = [s for s in spells if s.value == plan.value]
    name, state, was = v.name(plan.entity), v.state(plan.attribute, plan.value or ""), v.be(plan.entity, past=True)
    covered = bool(spells) and spells[0].start <= start and all(s.value is not None for s in spells)
    covered = covered and (spells[-1].end is None or spells[-1].end >= end)
    always = covered and len(so) == len(spells)
    ids = each_once(i for s in (so or spells) for i in (s.begun, s.newest))
    data = [as_data(s) for s in so]
    last = so[-1] if so else None
    stale = "" if last is None else last_reported(world, plan, last)
    spans = most_recent(v, [cut_to(v, s, window) for s in so])
    if always:
        return Answered(
            "current",
            ("yes",),
            v("yes: {x} {was} {s} all of that time.", "是：那段時間{x}一直{s}。", x=name, was=was, s=state) + stale,
            data,
            ids,
        )
    if so and not plan.throughout:
        return Answered(
            "current",
            ("yes",),
            v("yes: {x} {was} {s} {t}.", "是：{x}{t}{s}。", x=name, was=was, s=state, t=spans) + stale,
            data,
            ids,
        )
    if so and all(s.value in (None, plan.value) for s in spells):
        text = v(
            "maybe: {x} {was} {s} {t}; that is not certain for all of that time.",
            "不確定：{x}{t}{s}，但不是那段時間都清楚。",
            x=name,
            was=was,
            s=state,
            t=spans,
        )
        return Answered("current", ("maybe",), text + stale, data, ids)
    if so:
        return Answered(
            "current",
            ("no",),
            v("not all the time: {x} {was} {s} {t}.", "不是一直：{x}{t}{s}。", x=name, was=was, s=state, t=spans)
            + stale,
            data,
            ids,
        )
    if not spells:
        status = "unknown" if world.reported(plan.entity, plan.attribute) else "never_seen"
        return Answered(status, ("maybe",), v("maybe: nothing was reported about that.", "不確定：沒有相關的消息。"))
    if covered:
        return Answered(
            "current",
            ("no",),
            v("no: {x} {was} not {s} in that time.", "不是：那段時間{x}沒有{s}。", x=name, was=was, s=state),
            data,
            ids,
        )
    text = v(
        "maybe: nothing says {x} {was} {s}, but it is not known for all of that time.",
        "不確定：沒有{x}{s}的消息，但那段時間並不完全清楚。",
        x=name,
        was=was,
        s=state,
    )
    return Answered("unknown", ("maybe",), text, data, ids)


def _state(plan: Plan, world: World) -> Answered:
    """Every reported state of the entity."""
    v, told, ids, values = world.voice(plan), [], [], []
    attributes = sorted(
        {view.attribute for view in world.scene.slices_of(plan.entity, None, plan.at_us, plan.at_us + 1)}
        - {LOCATION, "plan"}
    )
    if plan.attribute != LOCATION:
        attributes = [plan.attribute]
    for attribute in attributes:
        found = where(world.scene, world.policy, plan.entity, attribute, plan.at_us)
        ids += [str(i) for i in found.event_ids]
        value = (
            v.state(attribute, found.value)
            if found.status == "current" and found.value
            else v.bit("not known", "不清楚")
        )
        current = found.status == "current"
        since = v.bit(" ({s})", "（{s}起）", s=v.since(to_us(found.since))) if found.since and current else ""
        told.append(v.bit("{a}: {s}{t}", "{a}：{s}{t}", a=v.attribute(attribute), s=value, t=since))
        values += [found.value] if found.value else []
    if not told:
        status = "unknown" if world.known(plan.entity) else "never_seen"
        return Answered(status, (), v("no state of {x} was reported.", "沒有{x}的狀態消息。", x=v.name(plan.entity)))
    stale = nothing_since(world, plan, plan.entity, attributes[0]) if len(told) == 1 else ""
    text = v("{x}: {all}.", "{x}：{all}。", x=v.name(plan.entity), all="; ".join(told)) + stale
    return Answered("current", tuple(values), text, None, each_once(ids))


def _answer(plan: Plan, world: World) -> Answered:
    return _is_so(plan, world) if plan.intent == "is_so" else _state(plan, world)


FAMILY = Family(
    "state",
    ("is_so", "state"),
    (
        *english("is_so", "did <x> (?P<every>stay|remain) STATE"),
        *english(
            "is_so",
            "(?:did|has|have) ANYONE (?:turn|switch|turned|switched) <x> STATE",
            "(?:did|has|have) ANYONE STATE <x>",
            "did <x> (?:(?P<ever>ever) )?(?:get )?STATE",
            (
                "(?:has|have|had) <x> (?:(?P<ever>ever|already) |(?P<every>always|constantly) )?been "
                "(?:left )?STATE(?: (?P<every>throughout|all the time|the whole time))?"
            ),
            asks="whether",
        ),
        *english(
            "is_so",
            (
                "BE STILL<x> (?:currently |now |already |(?P<ever>ever) |(?P<every>always|constantly) )?(?:left )?STATE"
                "(?: now| right now)?"
            ),
            "did ANYONE (?:leave|left) <x> STATE",
            "BE STILL<x> STATE (?P<every>throughout|all the time|the whole time)",
            "BE STILL<x> (?P<still>still) STATE",
        ),
        *english(
            "state",
            "(?:what|which) state (?:is|are|was|were) <x> in",
            "(?:what is |what was )?the (?:state|status|condition) of <x>",
            "what is <x> (?:status|state)",
            "how (?:is|are) <x>",
        ),
        *chinese(
            "is_so",
            (
                "<x>(?:是不是|是否|有没有|是)?STILL(?P<ever>ONCE)?MAYBE(?:是不是|是否|有没有)?就?(?P<every>一直)?(?:都)?(?:被)?"
                "STATE(?:着)?(?P<ever>过)?(?:了)?(?:吗|么|嘛|没有?|呢)"
            ),
            "<x>(?:是不是|是否|有没有)STILL(?P<every>一直)?(?:被)?STATE(?:着)?(?P<ever>过)?(?:了)?(?:的)?",
            "<x>(?P<v>[关开锁亮])没(?:[关开锁亮])(?:上|好)?",
            "(?:有没有|有人)?(?:把)?<x>STATE了?(?:吗|没有?)",
            "(?P<x>[^是]+?)MAYBE(?:(?P<still>还)|仍然?)?是(?:STATE)着?的(?:吗|嘛)",
            "(?P<x>[^是]+?)MAYBE是不是(?P<still>还)?(?:STATE)着?的",
        ),
        *chinese(
            "is_so",
            "(?:有没有人|有人)STATE(?![心会车始玩口学店发展系于注照怀])(?:了|过)?<x>(?:吗|没有?)?",
            "(?:有没有人|有人)把<x>STATE(?:了|过)?(?:吗|没有?)?",
            asks="whether",
        ),
        *english(
            "is_so",
            "(?:has|have|did) <x> (?:already )?(?:arrived?|come|been delivered)(?: yet| already)?",
            attribute="arrived",
            value="yes",
        ),
        *chinese(
            "is_so",
            "<x>(?<![找见看买拿等收])(?:已经|是不是|是否|有没有)*(?:寄到|送到|送来|寄来|送达|到货|到)了?(?:吗|么|没有?)",
            "(?:已经|有没有|是不是|是否)*收到<x>了?(?:吗|么|没有?)?",
            attribute="arrived",
            value="yes",
        ),
        *chinese("state", "<x>的?状态(?:是什么|如何|怎么样|怎样|呢)?", "<x>(?:现在)?是什么状态"),
    ),
    (
        Example("did anyone open the gate?", {"intent": "is_so", "entities": ["gate"], "value": "open"}),
        Example("大門的狀態是什麼？", {"intent": "state", "entities": ["大門"]}),
        Example(
            "is the front door open?",
            {"intent": "is_so", "entities": ["front_door"], "attribute": "openness", "value": "open"},
        ),
        Example(
            "Is the porch light still on?", {"intent": "is_so", "attribute": "power", "value": "on", "still": True}
        ),
        Example("was the fridge open between 2 and 4?", {"intent": "is_so", "entities": ["fridge"], "value": "open"}),
        Example("what is the state of the gate?", {"intent": "state", "entities": ["gate"]}),
        Example("快遞到了沒", {"intent": "is_so", "entities": ["快遞"], "attribute": "arrived", "value": "yes"}),
        Example("has the parcel arrived yet?", {"intent": "is_so", "attribute": "arrived", "value": "yes"}),
        Example("大門還開著嗎？", {"intent": "is_so", "entities": ["大門"], "value": "open", "still": True}),
        Example("窗户关了没有？", {"intent": "is_so", "entities": ["窗户"], "value": "closed"}),
    ),
    _answer,
)
