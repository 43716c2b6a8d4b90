"""When something came to be so, how often it was, and for how long."""

from __future__ import annotations

from tracker.domain.payloads import LOCATION
from tracker.domain.times import from_us
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.lapsing import nothing_since
from tracker.query.ask.moves import count_moves, is_glimpse
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.relation import as_told, words_of, words_were
from tracker.query.ask.spells import (
    EVER,
    Spell,
    as_data,
    as_reported,
    cut_to,
    last_reported,
    newest_event,
    spells_in,
    times,
)
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.itinerary import pieces_back
from tracker.query.where import where


def _how_often(plan: Plan, world: World) -> Answered:
    """How many times it became so in the window; a spell that was under way at its start is told apart."""
    plan = as_reported(plan, world)
    v = world.voice(plan)
    if plan.attribute == LOCATION and plan.place is None:
        return _moves(plan, world, v)
    start, end = plan.window_us or (EVER[0], plan.at_us + 1)
    if plan.attribute == LOCATION:
        return _times_there(plan, world, v, start, end)
    spells = spells_in(world, plan, start, end, certain=plan.intent == "how_long")
    so = [s for s in spells if s.value == plan.value and (s.end is None or s.end > start)]
    began = [s for s in so if s.start >= start]
    under_way = len(so) - len(began)
    total = sum(min(end if s.end is None else s.end, end, plan.now_us) - max(s.start, start) for s in so)
    name, state = v.name(plan.entity), v.state(plan.attribute, plan.value or "")
    ids = each_once(s.begun for s in so)
    data = [as_data(s) for s in so]
    stale = last_reported(world, plan, so[-1]) if so else ""
    if not so:
        status = "current" if world.reported(plan.entity, plan.attribute) else "never_seen"
        return Answered(
            status,
            (0,),
            v(
                "{x} {was} never reported {s}{t}.",
                "{t}沒有{x}{s}的消息。",
                x=name,
                was=v.be(plan.entity, past=True),
                s=state,
                t="" if plan.window is None else v.bit(" in that time", "那段時間"),
            ),
            data,
        )
    more = v.bit(", and it was so already at the start", "，一開始就已經{s}", s=state) if under_way else ""
    if plan.intent == "how_long" and plan.window is None:
        return _newest_stretch(plan, world, v, so[-1])
    if plan.intent == "how_long":
        text = v(
            "{x} {was} {s} for {n}, in {k} {times}.",
            "{x}一共{s}{n}，分 {k} 次。",
            x=name,
            was=v.be(plan.entity, past=True),
            s=state,
            n=v.lasting(total),
            k=len(so),
            times="stretch" if len(so) == 1 else "stretches",
        )
        return Answered("current", (total // 1_000_000,), text + stale, data, ids)
    text = v(
        "{x} came to be {s} {n}{more}; {l} in all.",
        "{x}變成{s} {n} 次{more}；一共 {l}。",
        x=name,
        s=state,
        n=times(v, len(began)),
        more=more,
        l=v.lasting(total),
    )
    return Answered("current", (len(began),), text + stale, data, ids)


def _newest_stretch(plan: Plan, world: World, v: Voice, last: Spell) -> Answered:
    """Asked of no span of time: since when it is so now; of what is over, how long it was so last, and that it is
    over."""
    entity, at = plan.entity, plan.at_us
    name, state, past = v.name(entity), v.state(plan.attribute, plan.value or ""), plan.at < plan.now
    found = where(world.scene, world.policy, entity, plan.attribute, at)
    over = last.end is not None and last.end <= at
    end = last.end if over and last.end is not None else at
    ids, lasted = each_once((last.begun,)), end - last.start
    span = cut_to(v, last, (EVER[0], at + 1)) if over else v.bit("from {t}", "從{t}起", t=v.moment(last.start))
    if found.status != "current":
        text = v(
            "{x} {was} {s} {t}; whether it is so now is not known.",
            "{x}{t}{s}；現在是不是這樣不清楚。",
            x=name,
            was=v.be(entity, past=True),
            s=state,
            t=span,
        )
        stale = last_reported(world, plan, last)
        return Answered(found.status, (), text + stale, as_data(last), ids)
    if over:
        text = v(
            "{x} {be} not {s}{now}; {they} last {s} for {n}, {t}.",
            "{x}{now}不是{s}；上一次{s}了 {n}（{t}）。",
            x=name,
            be=v.be(entity, past=past),
            now=v.bit("", "那時") if past else v.bit(" now", "現在"),
            they=v.they(entity, past=True),
            s=state,
            n=v.lasting(lasted),
            t=span,
        )
        return Answered("current", () if plan.still else (lasted // 1_000_000,), text, as_data(last), ids)
    has = "has" if v.be(entity, past=False) == "is" else "have"
    text = v(
        "{x} {has} been {s} for {n}, {t}.",
        "{x}{s} {n}了，{t}起。",
        x=name,
        has="had" if past else has,
        s=state,
        n=v.lasting(lasted),
        t=v.since(last.start),
    )
    return Answered("current", (lasted // 1_000_000,), text, as_data(last), ids)


def _moves(plan: Plan, world: World, v: Voice) -> Answered:
    """How many times it changed place, or was seen."""
    start, end = plan.window_us or (EVER[0], plan.at_us + 1)
    if plan.value == "seen":
        views = world.scene.slices_of(plan.entity, LOCATION, start, end)
        ids = each_once(newest_event(view) for view in views if view.slice.start >= start)
    else:
        ids = tuple(count_moves(world, plan.entity, (max(start, 0), end)))
    verb = v.bit("reported", "有消息") if plan.value == "seen" else v.bit("moved", "移動")
    text = v(
        "{x} {was} {verb} {n}{t}.",
        "{x}{t}{verb} {n} 次。",
        x=v.name(plan.entity),
        was=v.be(plan.entity, past=True),
        verb=verb,
        n=times(v, len(ids)),
        t=_in_that_time(v, plan),
    )
    return Answered("current" if world.reported(plan.entity) else "never_seen", (len(ids),), text, None, ids)


def _in_that_time(v: Voice, plan: Plan) -> str:
    """' yesterday', for a count of a window; '' for one of all time."""
    window = plan.window_us
    if window is None or plan.window is None:
        return ""
    if plan.window[0] is None:
        return v.bit(" before {t}", "{t}以前", t=v.moment(window[1]))
    return v.bit(" {t}", "{t}", t=v.span(*window))


def _times_there(plan: Plan, world: World, v: Voice, start: int, end: int) -> Answered:
    """How many stays at the place began in the window."""
    target, stays, inside = world.scene.root(plan.place or ""), 0, False
    ids: list[str] = []
    pieces = list(pieces_back(world.scene, plan.entity, end, start))
    there = [piece for piece in pieces if piece.status == "known" and piece.passes(world.scene, target)]
    for piece in reversed(pieces):
        if piece in there and not inside:
            stays += 1
            ids += piece.support
        inside = piece in there
    relation, rest = as_told(world, plan, there, target, past=True)
    text = v(
        "{x} {was} {p} {n}{t}.",
        "{x}{t}{p} {n} 次。",
        x=v.name(plan.entity),
        was=v.be(plan.entity, past=True),
        p=v.place(plan.place or "", relation or "in"),
        n=times(v, stays),
        t=_in_that_time(v, plan),
    )
    status = "current" if world.reported(plan.entity) else "never_seen"
    return Answered(status, () if rest else (stays,), text + rest, None, each_once(ids))


def _when_became(plan: Plan, world: World) -> Answered:
    """When it last came to be so."""
    plan = as_reported(plan, world)
    v = world.voice(plan)
    start, end = plan.window_us or (EVER[0], plan.at_us + 1)
    spells = spells_in(world, plan, start, end)
    name, state = v.name(plan.entity), v.state(plan.attribute, plan.value or "")
    for index in range(len(spells) - 1, -1, -1):
        spell = spells[index]
        if spell.value != plan.value or spell.start < start:
            continue
        bounds = spells[index - 1].bounds if index else None
        over = spell.end if spell.end is not None and spell.end <= plan.upto_us else None
        stale = nothing_since(world, plan, plan.entity, plan.attribute, reaching=spell.end)
        ids = each_once((spell.begun,))
        said = "" if index or plan.window_us else v.bit(" (the first report of it)", "（第一個消息）")
        if bounds is not None and bounds[1] - bounds[0] > 0 and is_glimpse(world, spell.begun):
            text = v(
                "{x} came to be {s} some time {b}.", "{x}{b}的某個時候變成{s}。", x=name, s=state, b=v.span(*bounds)
            )
            return Answered("current", (from_us(bounds[0]), from_us(bounds[1])), text + stale, as_data(spell), ids)
        text = v(
            "{x} {was} {s} from {t}, {ago}{said}{until}.",
            "{x}從{t}（{ago}）起{s}{said}{until}。",
            x=name,
            was=v.be(plan.entity, past=True),
            s=state,
            t=v.moment(spell.start),
            ago=v.ago(spell.start),
            said=said,
            until="" if over is None else v.bit(", until {u}", "，到{u}為止", u=v.moment(over)),
        )
        return Answered("current", (from_us(spell.start),), text + stale, as_data(spell), ids)
    status = "unknown" if world.reported(plan.entity, plan.attribute) else "never_seen"
    return Answered(
        status,
        (),
        v(
            "{x} {was} never reported {s}{t}.",
            "{t}沒有{x}{s}的消息。",
            x=name,
            was=v.be(plan.entity, past=True),
            s=state,
            t="" if plan.window is None else v.bit(" in that time", "那段時間"),
        ),
    )


def _who_made_it_so(plan: Plan, world: World) -> Answered:
    """Reports of a state name nobody whose doing it was: when it came to be so is told, and in what words."""
    v, became = world.voice(plan), _when_became(plan, world)
    if became.status != "current":
        return became
    words = next((told for one in became.event_ids if (told := words_of(world, world.event(one)))), None)
    quoted = "" if words is None else words_were(v, words)
    text = v("who that was is not reported. {t}{q}", "沒有說是誰。{t}{q}", t=became.text, q=quoted)
    return Answered("unknown", (), text, became.answer, became.event_ids)


def _answer(plan: Plan, world: World) -> Answered:
    if plan.asks == "who":
        return _who_made_it_so(plan, world)
    return _when_became(plan, world) if plan.intent == "when_became" else _how_often(plan, world)


_DONE = "(?P<v>opened|closed|shut|locked|unlocked|turned on|turned off|switched on|switched off)"
_ZH_DONE = "STATE(?![心会车始玩口学店发展系于注照怀])"
"""What is done to a door or a lamp: 開會 opens nothing."""
_WHEN = "(?:when|at what time|what time|since when)"
_OFTEN = "how (?:often|many times)"
FAMILY = Family(
    "often",
    ("when_became", "how_often", "how_long"),
    (
        *english(
            "when_became",
            f"{_WHEN} (?:did|was|were|has|have|is|are) <x> (?:last |been )?STATE(?: last)?",
            f"{_WHEN} did ANYONE (?:last )?STATE <x>",
            f"{_WHEN} did ANYONE (?:turn|switch) <x> STATE",
            "how long ago (?:was|were|did) <x> STATE",
        ),
        *english(
            "when_became",
            f"who (?:has |had )?(?:last )?{_DONE} <x>(?: last)?",
            "who (?:has |had )?(?:last )?(?:turned|switched) <x> STATE",
            f"who was <x> {_DONE} by",
            asks="who",
        ),
        *english(
            "how_often",
            f"{_OFTEN} (?:was|were|has|have|had|did|is|are|does|do) <x> (?:been |get )?STATE",
            f"{_OFTEN} (?:did|has|have|was|were) ANYONE STATE <x>",
        ),
        *english(
            "how_often",
            f"{_OFTEN} (?:was|were|has|have|had|did|is) <x> (?:been )?REL <p>",
            f"{_OFTEN} (?:did|has|have) <x> (?:go|gone|been|come|come back|return|move) (?:in)?to <p>",
            f"{_OFTEN} (?:did|has|have) <x> (?:visit|visited|enter|entered|reach|reached) <p>",
            attribute="location",
        ),
        *english(
            "how_often",
            f"{_OFTEN} (?:did|was|were|has|have) <x> (?:been )?(?:move|moved|change places?|taken)",
            attribute="location",
            value="moved",
        ),
        *english(
            "how_often",
            f"{_OFTEN} (?:did|has|have) ANYONE (?:see|seen|spot|spotted) <x>",
            f"{_OFTEN} (?:was|were|has|have) <x> (?:been )?(?:seen|reported|spotted|observed)",
            attribute="location",
            value="seen",
        ),
        *english("how_long", "(?:for |since )?how long (?:has|have) <x> been (?:left )?STATE", still=True),
        *english(
            "how_long",
            "(?:for )?how long (?:was|were|has|have|had|did|is|are) <x> (?:been |stay )?(?:left )?STATE",
            "how much (?:time|of the time) (?:was|were) <x> STATE",
        ),
        *chinese(
            "when_became",
            "<x>(?:最后一?次|上一?次|最近一次)(?:被)?STATE(?:着)?(?:是)?(?:在)?WHENEND",
            "<x>(?:最后一?次|上一?次|最近一次)(?:是)?(?:在)?WHEN(?:被)?STATE(?:着)?的?END",
        ),
        *chinese(
            "when_became", "<x>(?:是)?MAYBEWHEN(?:被)?STATE(?:着)?(?:的|了)?END", "(?:是)?WHENSTATE(?!始)了?<x>END"
        ),
        *chinese(
            "when_became",
            f"(?:是)?谁(?:最后)?{_ZH_DONE}(?:了|过)?<x>(?:的)?呢?",
            f"(?:是)?谁(?:最后)?把<x>{_ZH_DONE}(?:了|过|的)?呢?",
            f"<x>(?:最后)?(?:是)?(?:被)?谁{_ZH_DONE}(?:了|过|的)?呢?",
            asks="who",
        ),
        *chinese(
            "how_often",
            "<x>(?:一共|总共|被|共)*STATE(?:着)?(?:了|过)*(?:几|多少)次END",
            "<x>(?:有)?(?:几|多少)次(?:是)?STATE(?:着)?(?:的)?END",
        ),
        *chinese(
            "how_often",
            "<x>(?:一共|总共|共)*(?:去|到|在)过?<p>SIDE(?:几|多少)次END",
            "<x>(?:一共|总共|共)*(?:去|到)(?:了|过)*(?:几|多少)次<p>END",
            attribute="location",
        ),
        *chinese(
            "how_often",
            "<x>(?:一共|总共|被|共)*(?:移|搬)?动(?:了|过)*(?:几|多少)次END",
            attribute="location",
            value="moved",
        ),
        *chinese("how_long", "<x>(?:已经)?(?:被)?STATE(?:着)?了?(?:多久|多长时间)了", still=True),
        *chinese("how_long", "<x>(?:一共|总共|共|被)*STATE(?:着)?(?:了|过)*(?:多久|多长时间)END"),
    ),
    (
        Example("昨天暖氣開了多久？", {"intent": "how_long", "entities": ["暖氣"]}),
        Example("how often was the lamp on last week?", {"intent": "how_often", "entities": ["lamp"], "value": "on"}),
        Example(
            "how many times did the gate open today?", {"intent": "how_often", "entities": ["gate"], "value": "open"}
        ),
        Example("how long was the heater on yesterday?", {"intent": "how_long", "entities": ["heater"], "value": "on"}),
        Example("when was the window closed?", {"intent": "when_became", "entities": ["window"], "value": "closed"}),
        Example("who opened the gate?", {"intent": "when_became", "entities": ["gate"], "asks": "who"}),
        Example("誰把窗戶關上了？", {"intent": "when_became", "entities": ["窗戶"], "value": "closed", "asks": "who"}),
        Example("when did the gate open?", {"intent": "when_became", "entities": ["gate"], "value": "open"}),
        Example(
            "how many times was the cat seen this week?", {"intent": "how_often", "entities": ["cat"], "value": "seen"}
        ),
        Example("大門什麼時候打開的？", {"intent": "when_became", "entities": ["大門"], "value": "open"}),
        Example("今天大門開了幾次？", {"intent": "how_often", "entities": ["大門"], "value": "open"}),
    ),
    _answer,
)
