"""Whether, when, where to, and who took, put or moved something: what happened, and what became of it."""

from __future__ import annotations

from datetime import datetime

from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION, Moved, Placed, Removed
from tracker.domain.times import to_us
from tracker.language.acts import in_chinese
from tracker.query.ask.acts import acts, place_of
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.grounds import ending
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.relation import Spot, Told, fits, open_question
from tracker.query.ask.spells import most_recent, times
from tracker.query.ask.telling import capital, tell
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.where import where

_DONE = {Removed: ("took", "拿走了"), Moved: ("moved", "動了"), Placed: ("put", "放了")}


def _did(plan: Plan, world: World) -> Answered:
    v, found = world.voice(plan), list(acts(world, plan))
    theirs = [one for one in found if _is_by(world, plan, one)]
    if plan.asks == "count":
        return _how_often(plan, world, v, theirs[::-1])
    if theirs:
        event = theirs[0]
        if plan.asks == "where":
            return _put_where(plan, world, v, event)
        value: str | datetime | None = event.occurred_at
        if plan.asks in ("whether", "who"):
            value = "yes" if plan.asks == "whether" else getattr(event.payload, "by", None)
        told = fits(world, plan, _spot(world, plan, event)) if plan.value == "put" and plan.place else Told("so")
        yes = v.bit("yes: ", "是：") if plan.asks == "whether" else ""
        rest = ""
        if told.fit != "so":
            rest = open_question(v, plan, plan.entity, told, past=True)
            yes = v.bit("maybe: ", "不確定：") if plan.asks == "whether" else ""
            value = "maybe" if plan.asks == "whether" else value
        text = v("{y}{t}.", "{y}{t}。", y=yes, t=_told(v, world, plan, event)) + rest
        return Answered("current", () if value is None else (value,), text, event, (str(event.event_id),))
    if plan.asks == "where":
        return _put_nowhere(plan, world, v)
    status = "unknown" if world.reported(plan.entity) else "never_seen"
    others = v.bit("; {t}", "；{t}", t=_told(v, world, plan, found[0])) if found else ""
    text = v("not that anyone reported{o}.", "沒有這樣的消息{o}。", o=others)
    return Answered(status, ("maybe",) if plan.asks == "whether" else (), text)


def _how_often(plan: Plan, world: World, v: Voice, theirs: list[Event]) -> Answered:
    """How many times it was reported, and when; `theirs` is oldest first."""
    whole = {"took": ("took", "拿了"), "moved": ("moved", "動了")}[plan.value or "took"]
    said = {"w": v.person(plan.holder or ""), "did": v.bit(*whole), "x": v.name(plan.entity)}
    if not theirs:
        status = "unknown" if world.reported(plan.entity) else "never_seen"
        return Answered(status, (0,), v("nobody reported that {w} {did} {x}.", "沒有{w}{did}{x}的消息。", **said))
    told = most_recent(v, [v.clock(to_us(one.occurred_at)) for one in theirs])
    hedge = v.bit(", by what was said", "（聽說的）") if all(map(world.is_said, theirs)) else ""
    text = v(
        "{w} {did} {x} {n}: {t}{h}.",
        "{w}{did}{x} {n} 次：{t}{h}。",
        n=times(v, len(theirs)),
        t=told,
        h=hedge,
        **said,
    )
    return Answered("current", (len(theirs),), text, theirs, each_once(str(one.event_id) for one in theirs))


def _is_by(world: World, plan: Plan, event: Event) -> bool:
    by = getattr(event.payload, "by", None)
    if plan.holder is None:
        return by is not None or not isinstance(event.payload, Placed)
    return by is not None and world.scene.root(by) == world.scene.root(plan.holder)


def _told(v: Voice, world: World, plan: Plan, event: Event) -> str:
    """'Tom took the umbrella at 09:10, 5 hours ago', without a full stop."""
    by, when, name = getattr(event.payload, "by", None), to_us(event.occurred_at), v.name(plan.entity)
    said = v.bit(", by what was said", "（聽說的）") if world.is_said(event) else ""
    time = {"t": v.clock(when), "ago": v.ago(when), "s": said}
    if by is None:
        return v.bit(
            "{x} {was} {how} {t}, {ago}{s}",
            "{x}{t}（{ago}）{how}{s}",
            x=name,
            was=v.be(plan.entity, past=True),
            how=ending(world, v, event),
            **time,
        )
    place = place_of(world, event) if plan.value == "put" else None
    relation = getattr(event.payload, "relation", None) or "in"
    if place is None:
        did = v.bit(*_DONE[type(event.payload)])
        return v.bit(
            "{w} {did} {x} {t}, {ago}{s}",
            "{w}{t}（{ago}）{did}{x}{s}",
            w=v.person(by),
            did=did,
            x=name,
            **time,
        )
    return v.bit(
        "{w} put {x} {p} {t}, {ago}{s}",
        "{w}{t}（{ago}）把{x}放{p}{s}",
        w=v.person(by),
        x=name,
        p=v.place(place, relation),
        **time,
    )


def _spot(world: World, plan: Plan, event: Event) -> Spot:
    place = place_of(world, event) or plan.place or ""
    return Spot(plan.entity, getattr(event.payload, "relation", None), place, event)


def _put_where(plan: Plan, world: World, v: Voice, event: Event) -> Answered:
    """The place it was put; with where it is now, unless it is known to be there still."""
    place = place_of(world, event)
    text = v("{t}.", "{t}。", t=_told(v, world, plan, event))
    now = where(world.scene, world.policy, plan.entity, LOCATION, plan.at_us)
    there = now.status == "current" and place is not None and world.scene.root(place) in map(world.scene.root, now.path)
    ids = [str(event.event_id)]
    if not there:
        after = tell(world, plan, now)
        text += v.bit(" {a}", "{a}", a=capital(after))
        ids += [str(one) for one in now.event_ids]
    status = "unknown" if now.status == "current" and not there else now.status
    return Answered(status, () if place is None else (place,), text, event, each_once(ids))


def _put_nowhere(plan: Plan, world: World, v: Voice) -> Answered:
    now = where(world.scene, world.policy, plan.entity, LOCATION, plan.at_us)
    after = tell(world, plan, now)
    text = v(
        "it is not known that {w} put {x} anywhere. {a}",
        "沒有{w}把{x}放在哪裡的消息。{a}",
        w=v.person(plan.holder or ""),
        x=v.name(plan.entity),
        a=capital(after),
    )
    status = "never_seen" if now.status == "never_seen" else "unknown"
    return Answered(status, (), text, now, tuple(str(one) for one in now.event_ids))


_SOMEBODY = "(?:anyone|anybody|someone|somebody)"
_NO_THING = (
    r"(?!(?:an? |the |his |her |my |some )?(?:shower|bath|nap|break|walk|seat|look|photo|picture|train|bus|taxi|cab"
    r"|time|turn|turns|rest|notes?|test|exam|class|lesson|trip|ride|care|part|place|call|day off|off|on|out|up|over"
    r"|home|here|there|upstairs|downstairs|outside|inside|away)\b)"
)
"""What one takes without anything being taken."""
_OFTEN = "how (?:often|many times)"
_DOWN = r"(?:down )?(?!(?:up|on|off|away|out|back|together|aside|through)\b)"
_THERE = "(?P<p>there|here)"
_TO = "(?:back |down |over )?(?:REL|to|into|onto)"

_WHO = "(?!我|你|您|咱|有人|没人|谁)(?P<h>[^是说讲问想把被从]+?)"
"""Somebody with a name: who asks is not known, and 有人 is nobody in particular."""
_IT = "(?![到不得起手定主第的了过消])<x>"
"""What was taken: 拿到, 拿第一, 拿手 and 取消 take nothing away."""
_ANY = "(?:有没有人|有人|有谁)"
_ASKED = "(?:有没有|是不是|是否|有)?"
_ZH_MOVED = "(?:移动|挪动|搬动|动|移|搬|挪)"
_ZH_PUT = f"(?:{in_chinese('put')}|{in_chinese('move')})(?:进去|进|到|在|入|回|去)?"
_ZH_THERE = "(?P<p>那里|那儿|那边|这里|这儿)"
_OR = "(?:吗|(?<![什怎那多])么|嘛|没有|没)"
_DONE_YET = f"(?:了|过)?{_OR}"

FAMILY = Family(
    "did",
    ("did",),
    (
        *english(
            "did",
            r"did (?:\w+ ){1,3}?lose <x>",
            r"(?:has|have) (?:\w+ ){1,3}?lost <x>",
            asks="whether",
            value="lost",
        ),
        *english(
            "did",
            f"did <h> TAKE {_NO_THING}<x>(?: FROM <p>)?",
            f"(?:has|have|had) <h> HAS_TAKEN {_NO_THING}<x>(?: FROM <p>)?",
            "(?:was|were) <x> HAS_TAKEN by <h>",
            "(?:(?:was|were) <x>|(?:has|have|had) <x> been) HAS_TAKEN(?: FROM <p>)?",
            f"did {_SOMEBODY} TAKE {_NO_THING}<x>(?: FROM <p>)?",
            f"(?:has|have|had) {_SOMEBODY} HAS_TAKEN {_NO_THING}<x>(?: FROM <p>)?",
            asks="whether",
            value="took",
        ),
        *english("did", f"{_OFTEN} (?:did|has) <h> (?:TAKE|HAS_TAKEN) {_NO_THING}<x>", asks="count", value="took"),
        *english("did", f"{_OFTEN} (?:did|has) <h> (?:MOVE|HAS_MOVED) {_NO_THING}<x>", asks="count", value="moved"),
        *english(
            "did",
            f"did (?:{_SOMEBODY}|<h>) (?:MOVE|LOSE) {_NO_THING}<x>(?: away| out)?",
            f"(?:has|have|had) (?:{_SOMEBODY}|<h>) (?:HAS_MOVED|HAS_LOST) {_NO_THING}<x>(?: away| out)?",
            "(?:was|were) <x> HAS_MOVED by <h>",
            asks="whether",
            value="moved",
        ),
        *english(
            "did",
            f"did (?:{_SOMEBODY}|<h>) (?:PUT|MOVE) {_DOWN}<x> {_TO} <p>",
            f"(?:has|have|had) (?:{_SOMEBODY}|<h>) (?:HAS_PUT|HAS_MOVED) {_DOWN}<x> {_TO} <p>",
            f"(?:was|were|has|have) <x> (?:been )?(?:HAS_PUT|HAS_MOVED) {_TO} <p>",
            f"did (?:{_SOMEBODY}|<h>) PUT {_DOWN}<x> {_THERE}",
            f"(?:has|have|had) (?:{_SOMEBODY}|<h>) HAS_PUT {_DOWN}<x> {_THERE}",
            asks="whether",
            value="put",
        ),
        *english(
            "did",
            f"who (?:has |had )?(?:HAS_PUT|HAS_MOVED) {_DOWN}<x> {_TO} <p>",
            f"who (?:has |had )?(?:HAS_PUT|HAS_MOVED) {_DOWN}<x> {_THERE}",
            f"who (?:has |had )?HAS_PUT {_DOWN}<x>(?: down)?",
            asks="who",
            value="put",
        ),
        *english(
            "did",
            "who (?:has |had )?(?:HAS_TAKEN|HAS_MOVED|got|gotten|pulled|lifted|brought) <x> FROM <p>",
            "(?:by )?(?:who|whom) (?:was|were) <x> (?:HAS_TAKEN|HAS_MOVED) FROM <p>(?: by)?",
            "who (?:was|were) <x> (?:HAS_TAKEN|HAS_MOVED) by FROM <p>",
            asks="who",
            value="took",
        ),
        *english(
            "did",
            f"when did <h> (?:PUT|MOVE) {_DOWN}<x> {_TO} <p>",
            f"when did <h> PUT {_DOWN}<x> {_THERE}",
            asks="when",
            value="put",
        ),
        *english(
            "did",
            f"where did <h> (?:PUT|MOVE) {_DOWN}<x>(?: down| to)?",
            f"where (?:has|have|had) <h> (?:HAS_PUT|HAS_MOVED) {_DOWN}<x>(?: down| to)?",
            asks="where",
            value="put",
        ),
        *chinese(
            "did",
            f"{_WHO}{_ASKED}TOOK(?:了|过)?{_IT}(?:了)?{_OR}",
            f"{_WHO}(?:有没有|是不是|是否)TOOK(?:了|过)?{_IT}",
            f"{_WHO}{_ASKED}把<x>TOOK{_DONE_YET}",
            f"{_WHO}(?:有没有|是不是|是否)把<x>TOOK(?:了|过)?",
            f"<x>(?:是不是|是否|是)被?{_WHO}TOOK(?:的|了)?{_OR}?",
            f"<x>(?:是不是|是否|有没有)?被(?:人)?TOOK(?:了|过)?{_OR}?",
            f"<x>(?:是不是|是否|有没有)?被<h>TOOK(?:了|过)?{_OR}?",
            f"{_ANY}TOOK(?:了|过)?{_IT}{_OR}?",
            f"{_ANY}把<x>TOOK(?:了)?{_OR}?",
            f"<x>{_ANY}TOOK{_DONE_YET}",
            asks="whether",
            value="took",
        ),
        *chinese("did", f"{_WHO}TOOK(?:了|过)?(?:几|多少)次{_IT}END", asks="count", value="took"),
        *chinese("did", f"{_WHO}{_ZH_MOVED}(?:了|过)?(?:几|多少)次<x>END", asks="count", value="moved"),
        *chinese(
            "did",
            f"{_WHO}{_ASKED}{_ZH_MOVED}(?:了|过)<x>{_OR}",
            f"{_WHO}(?:有没有|是不是|是否){_ZH_MOVED}(?:了|过)?<x>",
            f"{_ANY}{_ZH_MOVED}(?:了|过)<x>{_OR}?",
            f"<x>{_ANY}{_ZH_MOVED}{_DONE_YET}",
            asks="whether",
            value="moved",
        ),
        *chinese(
            "did",
            f"{_WHO}{_ASKED}把<x>{_ZH_PUT}了?<p>SIDE(?:了)?{_OR}",
            f"{_WHO}(?:有没有|是不是|是否)把<x>{_ZH_PUT}了?<p>SIDE(?:了)?",
            asks="whether",
            value="put",
        ),
        *chinese(
            "did",
            "(?:是)?谁把?<x>(?:放|摆|丢|收)(?:下|下来)?END",
            "<x>(?:是)?(?:被)?谁(?:放|摆|丢|收)(?:下|下来)?END",
            f"(?:是)?谁把?<x>{_ZH_PUT}了?{_ZH_THERE}(?:去|来)?的?了?",
            f"<x>(?:是)?(?:被)?谁{_ZH_PUT}了?{_ZH_THERE}(?:去|来)?的?了?",
            f"(?:是)?谁把<x>{_ZH_PUT}了?<p>SIDE(?:去|来)?的?了?",
            f"<x>(?:是)?(?:被)?谁{_ZH_PUT}了?<p>SIDE(?:去|来)?的?了?",
            asks="who",
            value="put",
        ),
        *chinese(
            "did",
            "(?:是)?谁从<p>SIDETOOK了?<x>的?了?",
            "(?:是)?谁把<x>从<p>SIDETOOKEND",
            "(?:是)?谁从<p>SIDE把<x>TOOKEND",
            "<x>(?:是)?(?:被)?谁从<p>SIDETOOKEND",
            "<p>SIDE的<x>(?:是)?(?:被)?谁TOOKEND",
            asks="who",
            value="took",
        ),
        *chinese("did", f"{_WHO}(?:是)?MAYBEWHEN把<x>{_ZH_PUT}了?<p>SIDE(?:去|来)?的?了?", asks="when", value="put"),
        *chinese(
            "did",
            f"{_WHO}(?:是)?MAYBE把<x>{_ZH_PUT}了?WHERE(?:去|里)?了?的?",
            f"<x>(?:是)?MAYBE被<h>{_ZH_PUT}了?WHERE(?:去|里)?了?的?",
            asks="where",
            value="put",
        ),
    ),
    (
        Example(
            "did Tom take the ladder?",
            {"intent": "did", "entities": ["ladder"], "holder": "tom", "value": "took", "asks": "whether"},
        ),
        Example("has anyone moved the vase?", {"intent": "did", "entities": ["vase"], "value": "moved"}),
        Example(
            "where did Lena put the remote?",
            {"intent": "did", "entities": ["remote"], "holder": "lena", "value": "put", "asks": "where"},
        ),
        Example("did Tom put the hammer in the toolbox?", {"intent": "did", "place": "toolbox", "value": "put"}),
        Example("when did Lena put the vase on the shelf?", {"intent": "did", "holder": "lena", "asks": "when"}),
        Example("小明有沒有拿走梯子？", {"intent": "did", "entities": ["梯子"], "holder": "小明", "value": "took"}),
        Example("有人動過花瓶嗎？", {"intent": "did", "entities": ["花瓶"], "value": "moved"}),
        Example(
            "小美把遥控器放在哪里？",
            {"intent": "did", "entities": ["遥控器"], "holder": "小美", "value": "put", "asks": "where"},
        ),
        Example("did Tom take a shower?"),
        Example("did Tom say that Lena took the ladder?"),
    ),
    _did,
)
