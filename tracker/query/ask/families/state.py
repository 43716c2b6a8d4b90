"""States other than place: is it (still) open, was it, when did that change, how often and for how long."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.payloads import LOCATION
from tracker.domain.times import from_us, to_us
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.lexicon import ALSO, OTHERWISE
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.telling import speaker_of
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.where import where
from tracker.store.views import View

_EVER = (-(1 << 61), 1 << 61)


class _Spell(NamedTuple):
    """A stretch in which the attribute had one value (None: unknown or disputed). `begun` and `newest` support it."""

    start: int
    end: int | None
    value: str | None
    begun: str | None
    newest: str | None
    bounds: tuple[int, int] | None


def _as_reported(plan: Plan, world: World) -> Plan:
    """The plan for the attribute that is reported: 燈開著 is its power where a door's would be its openness."""
    other = OTHERWISE.get(plan.attribute)
    if other is None or world.reported(plan.entity, plan.attribute) or not world.reported(plan.entity, other):
        return plan
    return plan.model_copy(update={"attribute": other, "value": ALSO.get((plan.attribute, plan.value or ""))})


def _spells(world: World, plan: Plan, start: int, end: int) -> list[_Spell]:
    """What held in the window, oldest first, uncut."""
    views = world.scene.slices_of(plan.entity, plan.attribute, start, end)
    if views and views[0].slice.since < views[0].slice.start:
        views = world.scene.slices_of(plan.entity, plan.attribute, views[0].slice.since, end)
    found: list[_Spell] = []
    for view in views:
        row = view.slice
        value = row.claims[0].value if row.status == "known" else None
        newest = _newest(view)
        if found and found[-1].value == value and found[-1].end == row.start and value is not None:
            found[-1] = found[-1]._replace(end=row.end, newest=newest, bounds=row.bounds)
        else:
            found.append(_Spell(row.start, row.end, value, newest, newest, row.bounds))
    return found


def _newest(view: View) -> str | None:
    row = view.slice
    if row.status == "unknown":
        return row.ended_by
    return max(row.claims, key=lambda claim: (claim.at, claim.event_id)).event_id if row.claims else None


def _is_so(plan: Plan, world: World) -> Answered:
    plan = _as_reported(plan, world)
    v = world.voice(plan)
    if plan.window is not None:
        return _was_so(plan, world, v, plan.window_us or _EVER)
    found = where(world.scene, world.policy, plan.entity, plan.attribute, plan.at_us)
    ids = tuple(str(i) for i in found.event_ids)
    name, wanted = v.name(plan.entity), plan.value or ""
    past = plan.at < plan.now
    be = v.be(plan.entity, past=past)
    opening = v.bit("{t}, ", "{t}，", t=v.clock(plan.at_us)) if past else ""
    if found.status == "never_seen":
        text = v("maybe: nothing was ever reported about whether {x} {be} {s}.", "不確定：從來沒有{x}是否{s}的消息。", x=name, be=be, s=v.state(plan.attribute, wanted))
        return Answered(found.status, ("maybe",), text, found)
    if found.status == "conflict":
        values = [side.value for side in found.candidates if not side.denied]
        sides = "; ".join(f"{v.state(plan.attribute, side.value)} ({side.source})" for side in found.candidates)
        verdict = "maybe" if wanted in values else "no"
        text = v("{w}: reports disagree about {x}: {s}.", "{w}：關於{x}的消息不一致：{s}。", w=_word(v, verdict), x=name, s=sides)
        return Answered(found.status, (verdict,), text, found, ids)
    if found.status != "current" or found.value is None:
        text = v("maybe: {o}it is not known whether {x} {be} {s}.", "不確定：{o}不知道{x}是否{s}。", o=opening, x=name, be=be, s=v.state(plan.attribute, wanted))
        return Answered(found.status, ("maybe",), text, found, ids)
    verdict = "yes" if found.value == wanted else "no"
    text = v("{w}: {o}{t}", "{w}：{o}{t}", w=_word(v, verdict), o=opening, t=_now_so(world, plan, v, found.value, found.since and to_us(found.since), ids))
    return Answered(found.status, (verdict,), text + _silence(found.text, v), found, ids)


def _silence(text: str, v: Voice) -> str:
    """What the API says of a silent source: an answer resting on it says so too."""
    if "offline since" not in text:
        return ""
    return v.bit(" Its source has been offline, so this may have changed.", "不過消息來源已經離線，情況可能變了。")


def _word(v: Voice, verdict: str) -> str:
    return v.bit(verdict.capitalize(), {"yes": "是", "no": "不是", "maybe": "不確定"}[verdict])


def _now_so(world: World, plan: Plan, v: Voice, value: str, since: int | None, ids: tuple[str, ...]) -> str:
    when = "" if since is None else v.bit(", {s}, {ago}", "，{s}起（{ago}）", s=v.since(since), ago=v.ago(since))
    event = world.event(ids[0] if ids else None)
    told = ""
    if event is not None and (event.type == "stated" or event.caused_by is not None):
        who = speaker_of(event)
        told = v.bit(" (told{b}, not observed)", "（{b}說的，沒有觀察到）", b=v.bit(" by {w}", "{w}", w=v.person(who)) if who else v.bit("", "別人"))
    return v.bit("{x} {be} {s}{when}{told}.", "{x}{s}{when}{told}。", x=v.name(plan.entity), be=v.be(plan.entity, past=plan.at < plan.now),
                 s=v.state(plan.attribute, value), when=when, told=told)  # fmt: skip


def _was_so(plan: Plan, world: World, v: Voice, window: tuple[int, int]) -> Answered:
    """Whether it was so at any time in the window (or, asked so, throughout), and when exactly."""
    start, end = window
    spells = [s for s in _spells(world, plan, start, end) if s.end is None or s.end > start]
    so = [s for s in spells if s.value == plan.value]
    name, state, was = v.name(plan.entity), v.state(plan.attribute, plan.value or ""), v.be(plan.entity, past=True)
    covered = bool(spells) and spells[0].start <= start and all(s.value is not None for s in spells)
    covered = covered and (spells[-1].end is None or spells[-1].end >= end)
    always = covered and len(so) == len(spells)
    ids = each_once(i for s in (so or spells) for i in (s.begun, s.newest))
    data = [_data(s) for s in so]
    spans = v.all_of(_cut(v, s, window) for s in so)
    if always:
        return Answered("current", ("yes",), v("yes: {x} {was} {s} all of that time.", "是：那段時間{x}一直{s}。", x=name, was=was, s=state), data, ids)
    if so and not plan.throughout:
        return Answered("current", ("yes",), v("yes: {x} {was} {s} {t}.", "是：{x}{t}{s}。", x=name, was=was, s=state, t=spans), data, ids)
    if so:
        return Answered("current", ("no",), v("not all the time: {x} {was} {s} {t}.", "不是一直：{x}{t}{s}。", x=name, was=was, s=state, t=spans), data, ids)
    if not spells:
        status = "unknown" if world.reported(plan.entity, plan.attribute) else "never_seen"
        return Answered(status, ("maybe",), v("maybe: nothing was reported about that.", "不確定：沒有相關的消息。"))
    if covered:
        return Answered("current", ("no",), v("no: {x} {was} not {s} in that time.", "不是：那段時間{x}沒有{s}。", x=name, was=was, s=state), data, ids)
    text = v("maybe: nothing says {x} {was} {s}, but it is not known for all of that time.", "不確定：沒有{x}{s}的消息，但那段時間並不完全清楚。", x=name, was=was, s=state)
    return Answered("unknown", ("maybe",), text, data, ids)


def _cut(v: Voice, spell: _Spell, window: tuple[int, int]) -> str:
    return v.span(max(spell.start, window[0]), min(window[1] if spell.end is None else spell.end, window[1]))


def _data(spell: _Spell) -> dict[str, object]:
    return {
        "value": spell.value,
        "start": from_us(spell.start).isoformat(),
        "end": None if spell.end is None else from_us(spell.end).isoformat(),
    }


def _how_often(plan: Plan, world: World) -> Answered:
    """How many times it became so in the window; a spell that was under way at its start is told apart."""
    plan = _as_reported(plan, world)
    v = world.voice(plan)
    if plan.attribute == LOCATION and plan.place is None:
        return _moves(plan, world, v)
    start, end = plan.window_us or (_EVER[0], plan.at_us + 1)
    if plan.attribute == LOCATION:
        return _times_there(plan, world, v, start, end)
    so = [s for s in _spells(world, plan, start, end) if s.value == plan.value and (s.end is None or s.end > start)]
    began = [s for s in so if s.start >= start]
    under_way = len(so) - len(began)
    total = sum(min(end if s.end is None else s.end, end, plan.now_us) - max(s.start, start) for s in so)
    name, state = v.name(plan.entity), v.state(plan.attribute, plan.value or "")
    ids = each_once(s.begun for s in so)
    data = [_data(s) for s in so]
    if not so:
        status = "current" if world.reported(plan.entity, plan.attribute) else "never_seen"
        return Answered(status, (0,), v("{x} {was} never reported {s} in that time.", "那段時間沒有{x}{s}的消息。", x=name, was=v.be(plan.entity, past=True), s=state), data)
    more = v.bit(", and it was so already at the start", "，一開始就已經{s}", s=state) if under_way else ""
    if plan.intent == "how_long":
        text = v("{x} {was} {s} for {n}, in {k} {times}.", "{x}一共{s}{n}，分 {k} 次。", x=name, was=v.be(plan.entity, past=True), s=state,
                 n=v.lasting(total), k=len(so), times="stretch" if len(so) == 1 else "stretches")  # fmt: skip
        return Answered("current", (total // 1_000_000,), text, data, ids)
    text = v("{x} came to be {s} {n}{more}; {l} in all.", "{x}{s} {n} 次{more}；一共 {l}。", x=name, s=state, n=_times(v, len(began)), more=more, l=v.lasting(total))
    return Answered("current", (len(began),), text, data, ids)


def _times(v: Voice, count: int) -> str:
    words = {0: "no time", 1: "once", 2: "twice"}
    return v.bit(words.get(count, f"{count} times"), str(count))


def _moves(plan: Plan, world: World, v: Voice) -> Answered:
    """How many times it changed place, or was seen."""
    start, end = plan.window_us or (_EVER[0], plan.at_us + 1)
    views = [view for view in world.scene.slices_of(plan.entity, LOCATION, start, end) if view.slice.start >= start]
    views = [view for view in views if plan.value == "seen" or view.slice.since == view.slice.start]
    ids = each_once(_newest(view) for view in views)
    verb = v.bit("reported", "有消息") if plan.value == "seen" else v.bit("moved", "移動")
    text = v("{x} {was} {verb} {n}.", "{x}{verb} {n} 次。", x=v.name(plan.entity), was=v.be(plan.entity, past=True), verb=verb, n=_times(v, len(views)))
    return Answered("current" if world.reported(plan.entity) else "never_seen", (len(views),), text, None, ids)


def _times_there(plan: Plan, world: World, v: Voice, start: int, end: int) -> Answered:
    """How many stays at the place began in the window."""
    from tracker.query.itinerary import pieces_back

    target, stays, ids, inside = world.scene.root(plan.place or ""), 0, [], False
    for piece in reversed(list(pieces_back(world.scene, plan.entity, end, start))):
        there = piece.status == "known" and piece.passes(world.scene, target)
        if there and not inside:
            stays += 1
            ids += piece.support
        inside = there
    text = v("{x} {was} {p} {n}.", "{x}{p} {n} 次。", x=v.name(plan.entity), was=v.be(plan.entity, past=True), p=v.place(plan.place or "", plan.relation or "in"), n=_times(v, stays))
    return Answered("current" if world.reported(plan.entity) else "never_seen", (stays,), text, None, each_once(ids))


def _when_became(plan: Plan, world: World) -> Answered:
    """When it last came to be so."""
    plan = _as_reported(plan, world)
    v = world.voice(plan)
    start, end = plan.window_us or (_EVER[0], plan.at_us + 1)
    spells = _spells(world, plan, start, end)
    name, state = v.name(plan.entity), v.state(plan.attribute, plan.value or "")
    for index in range(len(spells) - 1, -1, -1):
        spell = spells[index]
        if spell.value != plan.value or spell.start < start:
            continue
        bounds = spells[index - 1].bounds if index else None
        ids = each_once((spell.begun,))
        said = "" if index or plan.window_us else v.bit(" (the first report of it)", "（第一個消息）")
        if bounds is not None and bounds[1] - bounds[0] > 0 and _is_glimpse(world, spell.begun):
            text = v("{x} came to be {s} some time {b}.", "{x}{b}的某個時候變成{s}。", x=name, s=state, b=v.span(*bounds))
            return Answered("current", (from_us(bounds[0]), from_us(bounds[1])), text, _data(spell), ids)
        text = v("{x} {was} {s} from {t}, {ago}{said}.", "{x}從{t}（{ago}）起{s}{said}。", x=name, was=v.be(plan.entity, past=True), s=state,
                 t=v.clock(spell.start).removeprefix("at "), ago=v.ago(spell.start), said=said)  # fmt: skip
        return Answered("current", (from_us(spell.start),), text, _data(spell), ids)
    status = "unknown" if world.reported(plan.entity, plan.attribute) else "never_seen"
    return Answered(status, (), v("{x} {was} never reported {s} in that time.", "那段時間沒有{x}{s}的消息。", x=name, was=v.be(plan.entity, past=True), s=state))


def _is_glimpse(world: World, event_id: str | None) -> bool:
    """Whether the event only saw the state, so that the change lies somewhere before it; a sensor that reports a
    change (`system_action`) and words that tell one say when it was."""
    event = world.event(event_id)
    return event is not None and event.type == "seen" and not event.source.startswith("sensor:")


def _state(plan: Plan, world: World) -> Answered:
    """Every reported state of the entity."""
    v, told, ids, values = world.voice(plan), [], [], []
    attributes = sorted({view.attribute for view in world.scene.slices_of(plan.entity, None, plan.at_us, plan.at_us + 1)} - {LOCATION, "plan"})
    if plan.attribute != LOCATION:
        attributes = [plan.attribute]
    for attribute in attributes:
        found = where(world.scene, world.policy, plan.entity, attribute, plan.at_us)
        ids += [str(i) for i in found.event_ids]
        value = v.state(attribute, found.value) if found.status == "current" and found.value else v.bit("not known", "不清楚")
        since = v.bit(" ({s})", "（{s}起）", s=v.since(to_us(found.since))) if found.since else ""
        told.append(v.bit("{a}: {s}{t}", "{a}：{s}{t}", a=v.attribute(attribute), s=value, t=since))
        values += [found.value] if found.value else []
    if not told:
        status = "unknown" if world.known(plan.entity) else "never_seen"
        return Answered(status, (), v("no state of {x} was reported.", "沒有{x}的狀態消息。", x=v.name(plan.entity)))
    text = v("{x}: {all}.", "{x}：{all}。", x=v.name(plan.entity), all="; ".join(told))
    return Answered("current", tuple(values), text, None, each_once(ids))


def _answer(plan: Plan, world: World) -> Answered:
    answers = {"is_so": _is_so, "how_often": _how_often, "how_long": _how_often, "when_became": _when_became, "state": _state}
    return answers[plan.intent](plan, world)


_WHEN = "(?:when|at what time|what time|since when)"
_OFTEN = "how (?:often|many times)"
FAMILY = Family(
    "state",
    ("is_so", "when_became", "how_often", "how_long", "state"),
    (
        *english("is_so", "BE STILL<x> (?:currently |now |ever |(?P<every>always|constantly) )?(?:left )?STATE(?: now| right now)?", "(?:has|have|had) <x> (?:ever |already )?been (?:left )?STATE", "did ANYONE (?:leave|left) <x> STATE",
                 "BE STILL<x> STATE (?P<every>throughout|all the time|the whole time)", "BE STILL<x> (?P<still>still) STATE"),
        *english("when_became", f"{_WHEN} (?:did|was|were|has|have|is|are) <x> (?:last |been )?STATE(?: last)?", f"{_WHEN} did ANYONE (?:last )?STATE <x>", f"{_WHEN} did ANYONE (?:turn|switch) <x> STATE", "how long ago (?:was|were|did) <x> STATE"),
        *english("how_often", f"{_OFTEN} (?:was|were|has|have|had|did|is|are|does|do) <x> (?:been |get )?STATE", f"{_OFTEN} (?:did|has|have|was|were) ANYONE STATE <x>"),
        *english("how_often", f"{_OFTEN} (?:was|were|has|have|had|did|is) <x> (?:been )?REL <p>", f"{_OFTEN} (?:did|has|have) <x> (?:go|gone|been) to <p>", attribute="location"),
        *english("how_often", f"{_OFTEN} (?:did|was|were|has|have) <x> (?:been )?(?:move|moved|change places?|taken)", attribute="location", value="moved"),
        *english("how_often", f"{_OFTEN} (?:did|was|were|has|have) (?:ANYONE )?(?:see |seen )?<x>(?: been)?(?: seen| reported| spotted)?", attribute="location", value="seen"),
        *english("how_long", "(?:for )?how long (?:was|were|has|have|had|did|is|are) <x> (?:been |stay )?(?:left )?STATE", "how much (?:time|of the time) (?:was|were) <x> STATE"),
        *english("state", "(?:what|which) state (?:is|are|was|were) <x> in", "(?:what is |what was )?the (?:state|status|condition) of <x>", "what is <x> (?:status|state)", "how (?:is|are) <x>"),
        *chinese("is_so", "<x>(?:是不是|是否|有没有|是)?STILLMAYBE(?:是不是|是否|有没有)?(?P<every>一直)?(?:被)?STATE(?:着)?(?:过)?(?:了)?(?:吗|么|嘛|没有?|呢)", "<x>(?:是不是|是否|有没有)STILL(?P<every>一直)?(?:被)?STATE(?:着)?(?:过)?(?:了)?(?:的)?", "(?:有没有|有人)?(?:把)?<x>STATE了?(?:吗|没有?)"),
        *chinese("when_became", "<x>(?:是)?MAYBEWHEN(?:被)?STATE(?:着)?(?:的|了)?END", "(?:是)?WHENSTATE了?<x>END"),
        *chinese("how_often", "<x>(?:一共|总共|被|共)*STATE(?:着)?(?:了|过)*(?:几|多少)次END", "<x>(?:有)?(?:几|多少)次(?:是)?STATE(?:着)?(?:的)?END"),
        *chinese("how_often", "<x>(?:一共|总共|共)*(?:去|到|在)过?<p>SIDE(?:几|多少)次END", "<x>(?:一共|总共|共)*(?:去|到)(?:了|过)*(?:几|多少)次<p>END", attribute="location"),
        *chinese("how_often", "<x>(?:一共|总共|被|共)*(?:移|搬)?动(?:了|过)*(?:几|多少)次END", attribute="location", value="moved"),
        *chinese("how_long", "<x>(?:一共|总共|共)*STATE(?:着)?(?:了|过)*(?:多久|多长时间)END"),
        *chinese("state", "<x>的?状态(?:是什么|如何|怎么样|怎样|呢)?", "<x>(?:现在)?是什么状态"),
    ),
    (
        Example("is the front door open?", {"intent": "is_so", "entities": ["front_door"], "attribute": "openness", "value": "open"}),
        Example("Is the porch light still on?", {"intent": "is_so", "attribute": "power", "value": "on", "still": True}),
        Example("was the fridge open between 2 and 4?", {"intent": "is_so", "entities": ["fridge"], "value": "open"}),
        Example("how often was the lamp on last week?", {"intent": "how_often", "entities": ["lamp"], "value": "on"}),
        Example("how many times did the gate open today?", {"intent": "how_often", "entities": ["gate"], "value": "open"}),
        Example("how long was the heater on yesterday?", {"intent": "how_long", "entities": ["heater"], "value": "on"}),
        Example("when was the window closed?", {"intent": "when_became", "entities": ["window"], "value": "closed"}),
        Example("when did the gate open?", {"intent": "when_became", "entities": ["gate"], "value": "open"}),
        Example("how many times was the cat seen this week?", {"intent": "how_often", "entities": ["cat"], "value": "seen"}),
        Example("what is the state of the gate?", {"intent": "state", "entities": ["gate"]}),
        Example("大門還開著嗎？", {"intent": "is_so", "entities": ["大門"], "value": "open", "still": True}),
        Example("窗户关了没有？", {"intent": "is_so", "entities": ["窗户"], "value": "closed"}),
        Example("大門什麼時候打開的？", {"intent": "when_became", "entities": ["大門"], "value": "open"}),
        Example("今天大門開了幾次？", {"intent": "how_often", "entities": ["大門"], "value": "open"}),
    ),
    _answer,
)  # fmt: skip
