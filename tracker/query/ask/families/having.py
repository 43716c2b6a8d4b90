"""Who has something, and what somebody has: now or at a time."""

from __future__ import annotations

from tracker.domain.payloads import LOCATION, Moved, Removed
from tracker.domain.times import from_us, to_us
from tracker.query.ask.acts import counted
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.lapsing import faded_after, faded_to, last_told, not_since, nothing_since, told_spans
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.taken import tell_taken, was_taken
from tracker.query.ask.telling import capital, whereabouts
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.holdings import Holding, held_in, holdings
from tracker.query.itinerary import Piece, pieces_back

_DONE = {Removed: ("took", "拿走了"), Moved: ("moved", "動了")}
_REMEMBERED = 200
"""Spans of holding that a 'what does she have' looks back over: the answer rests on all of them."""


def _who_has(plan: Plan, world: World) -> Answered:
    v = world.voice(plan)
    found = whereabouts(world, plan, plan.entity, plan.at_us)
    ids = tuple(str(i) for i in found.event_ids)
    holders = _holders(world, found.path, found.relation, plan.at_us) if found.status == "current" else ()
    if holders:
        return Answered(found.status, holders[:1], found.text, found, ids)
    if found.status == "conflict":
        sides = tuple(side.value for side in found.candidates if side.relation == "with" and not side.denied)
        return Answered("conflict", sides, found.text, found, ids)
    text = v(
        "nobody is known to have {x}. {t}",
        "沒有人拿著{x}的消息。{t}",
        x=v.name(plan.entity),
        t=capital(found.text),
    )
    return Answered(found.status, (), text, found, ids)


def _holders(world: World, path: tuple[str, ...], relation: str | None, at: int) -> tuple[str, ...]:
    """Who is on the chain as a holder: keys in the bag, the bag with Ana."""
    found = []
    for place in path:
        if relation == "with":
            found.append(place)
        view = world.scene.slice_at(world.scene.root(place), LOCATION, at)
        relation = view.slice.claims[0].relation if view is not None and view.slice.status == "known" else None
    return tuple(found)


def _who_took(plan: Plan, world: World) -> Answered:
    """Who took it last, whoever has it now."""
    v = world.voice(plan)
    window = plan.window_us
    for event in counted(world, plan.entity, ("removed", "moved"), plan.upto_us):
        by, when = getattr(event.payload, "by", None), to_us(event.occurred_at)
        if window is not None and when < window[0]:
            break
        if by is None or not isinstance(event.payload, (Removed, Moved)):
            continue
        place = event.payload.place if isinstance(event.payload, Removed) else None
        where = "" if place is None else v.bit(" from {p}", "（從{p}）", p=v.name(place))
        text = v(
            "{w} {did} {x}{where} {t}, {ago}.",
            "{w}{t}（{ago}）{did}{x}{where}。",
            w=v.person(by),
            did=v.bit(*_DONE[type(event.payload)]),
            x=v.name(plan.entity),
            where=where,
            t=v.clock(when),
            ago=v.ago(when),
        )
        return Answered("current", (by,), text, event, (str(event.event_id),))
    text = v("nobody is known to have moved {x}.", "沒有誰動過{x}的消息。", x=v.name(plan.entity))
    return Answered("unknown" if world.reported(plan.entity) else "never_seen", (), text)


def _carrying(plan: Plan, world: World) -> Answered:
    """What the holder has. That there is nothing more rests on everything that came and went."""
    v = world.voice(plan)
    holder = plan.holder or ""
    at = plan.upto_us
    found = holdings(world.scene, world.scene.root(holder), at, _REMEMBERED)
    window = plan.window_us
    faded: list[Holding] = []
    if plan.value == "took":
        has = [one for one in found if was_taken(plan, world, one)]
    else:
        has, faded = held_in(world.policy, found, window or (at, at + 1))
    things = sorted({one.thing for one in has}, key=lambda thing: _since(has, thing))
    values: tuple[object, ...] = tuple(things)
    if plan.asks == "count":
        values = (len(things),)
    elif plan.asks == "count_and_which":
        values = (len(things), *things)
    elif plan.asks == "whether":
        values = ("yes" if things else "no" if not faded and (found or world.known(holder)) else "maybe",)
    ids = each_once(i for one in reversed(found) for i in (one.taken, one.ended))
    status = "current" if found else "unknown" if world.known(holder) else "never_seen"
    tell = tell_taken if plan.value == "took" else _tell_held
    text = tell(v, plan, world, holder, has, things) + _last_with(v, faded)
    status = "last_seen" if faded and not has else status
    data = [{"thing": one.thing, "since": from_us(one.start).isoformat()} for one in has]
    return Answered(status, values, text, data, ids)


def _last_with(v: Voice, faded: list[Holding]) -> str:
    """What the holder was last reported to have, too long before to say so still."""
    newest = {one.thing: one for one in reversed(faded)}
    if not newest:
        return ""
    return v.bit(
        " Last reported so, too long before to be certain: {all}.",
        "最後一次有消息是在那裡，但太久了，不能確定：{all}。",
        all=v.all_of(
            v.bit("{x} ({t})", "{x}（{t}）", x=v.name(one.thing), t=v.moment(one.view.slice.claims[0].through))
            for one in newest.values()
        ),
    )


def _since(has: list[Holding], thing: str) -> int:
    return min(one.start for one in has if one.thing == thing)


def _tell_held(v: Voice, plan: Plan, world: World, holder: str, has: list[Holding], things: list[str]) -> str:
    who = v.person(holder)
    past = plan.window is not None or plan.at < plan.now
    if not things:
        if not world.known(holder):
            return v("nothing was ever reported about {w}.", "從來沒有關於{w}的消息。", w=who)
        asked = v.clock(plan.at_us) if plan.window_us is None else v.span(*plan.window_us)
        when = v.bit("", "") if not past else v.bit(" {t}", "{t}", t=asked)
        return v(
            "nothing is known to {be} with {w}{t}.",
            "沒有{w}{t}拿著什麼的消息。",
            be="have been" if past else "be",
            w=who,
            t=when,
        )
    said = {one.thing for one in has if world.is_said(world.event(one.taken))}
    only_said = said.issuperset(things)
    told = v.all_of(
        v.bit(
            "{x} ({s}{h})",
            "{x}（{s}{h}）",
            x=v.name(thing),
            s=_while(v, plan, world, thing, has),
            h=v.bit(", by what was said", "，聽說的") if thing in said and not only_said else "",
        )
        for thing in things
    )
    hedge = v.bit(", by what was said", "（聽說的）") if only_said else ""
    count = v.bit("{n}: ", "{n} 個：", n=len(things)) if plan.asks in ("count", "count_and_which") else ""
    return v(
        "{c}{w} {had} {all}{h}.",
        "{c}{w}有：{all}{h}。",
        c=count,
        w=who,
        had="had" if past else "has",
        all=told,
        h=hedge,
    ) + _held_still(v, plan, world, has)


def _while(v: Voice, plan: Plan, world: World, thing: str, has: list[Holding]) -> str:
    """When it was with the holder in the window; since when, if an instant was asked about."""
    window = plan.window_us
    if window is None:
        return v.bit("{s}", "{s}起", s=v.since(_since(has, thing)))
    pieces = list(pieces_back(world.scene, thing, window[1], window[0], world.policy))
    return v.all_of(told_spans(world, v, pieces, world.scene.root(plan.holder or ""), window))


def _held_still(v: Voice, plan: Plan, world: World, has: list[Holding]) -> str:
    """The hedge for what was with the holder when last heard of, too long ago to say that it still was."""
    stale = {one.thing: text for one in has if one.end is None and (text := nothing_since(world, plan, one.thing))}
    if len(stale) < 2:
        return "".join(stale.values())
    return v.bit(
        " Of {all} nothing since was reported; that may no longer hold.",
        "{all}之後沒有消息，可能已經不是這樣。",
        all=v.all_of(map(v.name, sorted(stale))),
    )


def _who_had(plan: Plan, world: World) -> Answered:
    """Everybody who had it during the window."""
    v, window = world.voice(plan), plan.window_us
    assert window is not None
    pieces = list(pieces_back(world.scene, plan.entity, window[1], window[0], world.policy))
    had = [p for p in pieces if p.status == "known" and p.holder]
    holders = tuple(dict.fromkeys(p.holder for p in reversed(had) if p.holder))
    name, was = v.name(plan.entity), v.be(plan.entity, past=True)
    if not holders:
        return _nobody_for_certain(plan, world, pieces)
    spans = {who: v.all_of(told_spans(world, v, pieces, world.scene.root(who), window)) for who in holders}
    told = v.bit("; then ", "；然後").join(
        v.bit("{p} {s}", "{s}{p}", p=v.place(who, "with"), s=span) for who, span in spans.items()
    )
    text = v("{x} {was} {all}.", "{x}{all}。", x=name, was=was, all=told)
    text += faded_after(world, plan, pieces, world.scene.root(holders[-1]))
    return Answered("current", holders, text, None, each_once(p.support[0] for p in had))


def _nobody_for_certain(plan: Plan, world: World, pieces: list[Piece]) -> Answered:
    v, window = world.voice(plan), plan.window_us
    assert window is not None
    text = v(
        "nobody is known to have had {x} {w}.", "{w}沒有誰拿著{x}的消息。", x=v.name(plan.entity), w=v.span(*window)
    )
    faded = faded_to(world, pieces, None)
    if faded is None or faded.hop.relation != "with":
        return Answered("unknown", (), text)
    text += v.bit(
        " {they} {last}; {since}.",
        "{last}；{since}。",
        they=capital(v.they(faded.entity_id, past=True)),
        last=last_told(v, faded),
        since=not_since(world, plan, faded),
    )
    return Answered("last_seen", (), text, None, (faded.event_id,))


def _answer(plan: Plan, world: World) -> Answered:
    if plan.intent == "carrying":
        return _carrying(plan, world)
    if plan.value == "took":
        return _who_took(plan, world)
    return _who_has(plan, world) if plan.window is None else _who_had(plan, world)


_WHICH = "(?:,? (?:and )?(?P<which>which|what)(?: ones?| are they| things?)?)?"
FAMILY = Family(
    "having",
    ("who_has", "carrying"),
    (
        *english(
            "who_has",
            (
                "who (?:(?:still |now |currently )?(?:has|have|had|holds?|held|keeps|carries|owns)(?:"
                " got)?|(?:is|are|was|were) (?:still |now |currently )?(?:holding|carrying|in possession"
                " of)) <x>"
            ),
            "who (?:is|are|was|were) <x> with",
            "who (?:had|used) <x> last",
            "who last (?:had|used) <x>",
            "who (?:is|was) the last (?:one |person )?(?:to have|who had|with) <x>",
            "(?:does|do|has|have) (?:anyone|anybody|someone|somebody) (?:have|got) <x>",
            "with (?:who|whom) (?:is|are|was|were) <x>",
            "whose (?:hands|pocket) (?:is|are) <x> in",
        ),
        *english(
            "who_has",
            "who (?:last )?(?:has |have )?TOOK <x>",
            "(?:by )?(?:who|whom) (?:was|were) <x> TOOK(?: by)?",
            value="took",
        ),
        *english(
            "carrying",
            "what (?:did|has|have) <h> (?:TAKE|HAS_TAKEN)",
            "what (?:did|has|have) <h> (?:TAKE|HAS_TAKEN) FROM <p>",
            value="took",
        ),
        *english(
            "carrying",
            (
                f"how many (?:THINGS|\\w+) (?:(?:is|are|was|were|does|do|did) )?<h> (?:(?:currently|now"
                f"|still) )?(?:CARRYING|have|has|hold|carry|got){_WHICH}"
            ),
            f"how many (?:THINGS|\\w+) (?:has|have) <h>(?: got)?{_WHICH}",
            asks="count",
        ),
        *english(
            "carrying",
            (
                "(?:what|which (?:THINGS|\\w+)) (?:is|are|was|were) <h> (?:(?:currently|now|still)"
                " )?(?:CARRYING|having)(?: with (?:him|her|them))?"
            ),
            "what (?:does|do|did) <h> (?:still |now |currently )?(?:have|carry|hold)(?: with (?:him|her|them))?",
            "what (?:has|have|had) <h> got(?: with (?:him|her|them))?",
            "what (?:is|was) with <h>",
            asks="which",
        ),
        *english(
            "carrying",
            "(?:is|are|was|were) <h> (?:carrying|holding) (?:anything|something)",
            "does <h> have anything",
            asks="whether",
        ),
        *english(
            "carrying",
            "did <h> TAKE (?:anything|something)(?: FROM <p>)?",
            "(?:has|have) <h> HAS_TAKEN (?:anything|something)(?: FROM <p>)?",
            asks="whether",
            value="took",
        ),
        *chinese(
            "who_has",
            "谁(?:现在|还)?(?:有|拿着|带着|带了|握着|持有)<x>END",
            "<x>MAYBE(?:在|归)?谁(?:那里|那边|那儿|那|这|手上|手里|手中|身上|拿着|带着)END",
            value=None,
        ),
        *chinese(
            "who_has",
            "(?:是)?谁TOOK(?:了|过)?<x>END",
            "<x>(?:是)?(?:被)?谁TOOKEND",
            "(?:是)?谁把<x>TOOKEND",
            value="took",
        ),
        *chinese(
            "carrying",
            "<h>MAYBE(?:从<p>SIDE)?TOOK(?:了|过)(?:些)?WHATEND",
            "<h>MAYBE(?:从<p>SIDE)?(?:拿走|带走|取走|拿去|搬走|借走|偷走)(?:些)?WHATEND",
            value="took",
        ),
        *chinese(
            "carrying",
            "<h>MAYBE(?:(?:手上|身上|手里)(?:有|拿着?|带着?)|拿着?|带着?|拿了|带了)(?:着)?MANY(?P<which>[,，、和]?(?:是)?(?:哪些|哪几个|什么))?END",
            asks="count",
        ),
        *chinese(
            "carrying",
            "<h>MAYBE(?:(?:手上|身上|手里)(?:有|拿着?|带着?)|拿着?|带着?|拿了|带了|携带)(?:着)?(?:些)?WHATEND",
            asks="which",
        ),
    ),
    (
        Example("who has the remote?", {"intent": "who_has", "entities": ["remote"]}),
        Example("Who took my charger?", {"intent": "who_has", "entities": ["charger"], "value": "took"}),
        Example(
            "how many things is Tom carrying, which?",
            {"intent": "carrying", "holder": "tom", "asks": "count_and_which"},
        ),
        Example("How many tools does Lena have?", {"intent": "carrying", "holder": "lena", "asks": "count"}),
        Example("what did Lena take from the toolbox?", {"intent": "carrying", "holder": "lena", "value": "took"}),
        Example("what is Lena carrying?", {"intent": "carrying", "holder": "lena", "asks": "which"}),
        Example("what did Tom have at 3pm?", {"intent": "carrying", "holder": "tom"}),
        Example("誰有遙控器？", {"intent": "who_has", "entities": ["遙控器"]}),
        Example("充电器是谁拿走的？", {"intent": "who_has", "entities": ["充电器"], "value": "took"}),
        Example("小明身上有幾件東西？", {"intent": "carrying", "holder": "小明", "asks": "count"}),
        Example("小美拿着什么？", {"intent": "carrying", "holder": "小美", "asks": "which"}),
    ),
    _answer,
)
