"""What changed: in a window, of one thing or at one place."""

from __future__ import annotations

from tracker.domain.answers import Change
from tracker.domain.payloads import LOCATION
from tracker.domain.times import to_us
from tracker.query.ask.acts import ABOUT
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.moves import Carried, before, carried, is_glimpse, is_move
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.itinerary import pieces_back
from tracker.query.windows import changes

_MOST_TOLD = 12
_MOST_CHANGES = 1000

_BECAME = {
    ("openness", "open"): "opened", ("openness", "closed"): "closed", ("lock", "locked"): "was locked",
    ("lock", "unlocked"): "was unlocked", ("power", "on"): "went on", ("power", "off"): "went off",
    ("online", "online"): "came online", ("online", "offline"): "went offline",
}  # fmt: skip
"""How people tell a change to these states in English."""


def _changes(plan: Plan, world: World) -> Answered:
    v = world.voice(plan)
    window = plan.window_us or (plan.at_us - ABOUT, min(plan.at_us + ABOUT, plan.now_us) + 1)
    entity = plan.entity if plan.entities else None
    start = max(window[0], 0)
    target = world.scene.root(plan.place) if plan.place else None
    found: list[Change] = []
    for one in changes(world.scene, (start, window[1]), None, entity):
        if one.attribute != "plan" and (target is None or _concerns(world, one, target)):
            found.append(one)
            if len(found) == _MOST_CHANGES:
                break
    along = carried(world, entity, (start, window[1])) if entity is not None and target is None else []
    behind = sorted((*found, *(one.change for one in along)), key=lambda one: one.at)
    ids = each_once(str(i) for one in behind for i in one.event_ids)
    values = tuple(dict.fromkeys([*(one.entity_id for one in found), *(one.thing for one in along)]))
    until = v.bit("before {t}", "{t}以前", t=v.moment(window[1]))
    span = until if window[0] < start else v.span(*window)
    where = "" if plan.place is None else v.bit(" {p}", "{p}", p=v.place(plan.place, plan.relation or "in"))
    about = "" if entity is None else v.bit(" about {x}", "{x}", x=v.name(entity))
    if not behind:
        text = v("nothing is known to have changed{x}{p} {w}.", "{w}{p}{x}沒有變化的消息。", x=about, p=where, w=span)
        return Answered("current", (), text, [])
    rides = {id(one.change): one for one in along}
    told = [
        _told_carried(v, world, rides[id(one)]) if id(one) in rides else _told(v, world, one)
        for one in behind[-_MOST_TOLD:]
    ]
    more = len(behind) - len(told)
    earlier = v.bit(" ({n} earlier changes are not told here)", "（另有 {n} 項較早的變化）", n=more) if more else ""
    text = v("{w}{p}: {all}{e}.", "{w}{p}：{all}{e}。", w=span, p=where, all=v.bit("; ", "；").join(told), e=earlier)
    return Answered("current", values, text, [one.model_dump(mode="json") for one in behind], ids)


def _concerns(world: World, change: Change, target: str) -> bool:
    """Whether it is about the place: the place itself, what came there or left it, or a state of something there."""
    if world.scene.root(change.entity_id) == target:
        return True
    at = to_us(change.at)
    if change.attribute == LOCATION:
        near = list(pieces_back(world.scene, change.entity_id, at + 1, at - 1))
        return any(piece.passes(world.scene, target) for piece in near[:2])
    newest = next(pieces_back(world.scene, change.entity_id, at + 1, at), None)
    return newest is not None and newest.passes(world.scene, target)


def _told(v: Voice, world: World, change: Change) -> str:
    """What the change says, and no more: a first report is no move, and a change between two reports has bounds."""
    name, bounds = v.name(change.entity_id), _bounds(world, change)
    when = v.clock(to_us(change.at)) if bounds is None else v.bit("some time {s}", "{s}的某個時候", s=v.span(*bounds))
    prior = before(world, change)
    value = _value(v, world, change)
    if change.status == "known" and prior is not None and prior.slice.status == "conflict":
        return v.bit("{x} was no longer disputed {t}: {s}", "{t}{x}的說法不再分歧：{s}", x=name, s=value, t=when)
    first = prior is None and not is_move(world, change)
    if change.attribute != LOCATION:
        state = "" if change.after is None else change.after
        became = _BECAME.get((change.attribute, state), f"became {value}")
        en = "{x} was first reported {s} {t}" if first else "{x} {b} {t}"
        word = v.bit("", "第一次有消息是" if first else "變成")
        return v.bit(en, "{t}{x}{w}{s}", x=name, w=word, b=became, s=value, t=when)
    if change.status == "conflict":
        return v.bit("reports disagree about {x} {t}", "{t}起關於{x}的說法不一", x=name, t=when)
    from_ = "" if change.before is None else v.bit(" from {p}", "從{p}", p=v.name(change.before))
    if change.after is None:
        return v.bit(
            "{x} went{b} {t}, where to is not known", "{t}{x}{b}不見了", x=name, b=from_ or v.bit(" away", ""), t=when
        )
    if is_move(world, change):
        return v.bit("{x} moved{b} to {p} {t}", "{t}{x}{b}到了{p}", x=name, b=from_, p=v.name(change.after), t=when)
    how = v.bit("first reported" if first else "reported", "第一次有消息說" if first else "有消息說")
    return v.bit("{x} was {h} {p} {t}", "{t}{h}{x}{p}", x=name, h=how, p=value, t=when)


def _bounds(world: World, change: Change) -> tuple[int, int] | None:
    """Between which times it changed, where only that is known; a sensor that reports a change says when it was."""
    if change.change_bounds is None or change.change_bounds[0] >= change.change_bounds[1]:
        return None
    if change.attribute != LOCATION and not is_glimpse(world, str(change.event_ids[0])):
        return None
    return to_us(change.change_bounds[0]), to_us(change.change_bounds[1])


def _value(v: Voice, world: World, change: Change) -> str:
    if change.after is None:
        return v.bit("no longer known" if change.status == "unknown" else "disputed", "不清楚")
    if change.attribute != LOCATION:
        return v.state(change.attribute, change.after)
    view = world.scene.slice_at(change.entity_id, LOCATION, to_us(change.at))
    return v.place(change.after, view.slice.claims[0].relation if view is not None and view.slice.claims else None)


def _told_carried(v: Voice, world: World, one: Carried) -> str:
    """A move of what carried it: the thing moved too."""
    return v.bit("{c}, with {x}", "{c}（{x}也跟著）", c=_told(v, world, one.change), x=v.name(one.thing))


_HAPPENED = (
    "(?:(?:has|have) )?(?:changed|happened|moved|been (?:moved|changed|going on)|(?:is|was) (?:new|different|going on))"
)
FAMILY = Family(
    "changes",
    ("changes",),
    (
        *english(
            "changes",
            f"(?:what(?: else| all)?|which THINGS|anything) {_HAPPENED}(?: REL <p>)?",
            "(?:has|did) (?:anything|something) (?:change|changed|happen|happened|move|moved)(?: REL <p>)?",
            "(?:what is|what are) (?:the )?(?:new|changes)(?: REL <p>)?",
            "(?:is there |are there )?(?:anything new|any changes|any news)(?: REL <p>)?",
            "what did i miss(?: REL <p>)?",
        ),
        *english(
            "changes",
            "what (?:has )?happened (?:to|with) <x>",
            "what (?:has )?changed (?:with|about|for) <x>",
            "(?:has|have|did) <x> (?:changed?|moved?)",
            "(?:(?:has|have|had) <x> been|(?:was|were) <x>) moved(?: around| at all)?",
            "what is new with <x>",
        ),
        *chinese(
            "changes",
            "(?:有)?(?:什么|哪些)(?:东西)?(?:变化|变动|改变|变了|动过|变过|不一样|新的?消息)END",
            "(?:发生)了?(?:什么|哪些)(?:事|事情|变化)?END",
            "(?:有没有)(?:什么)?(?:变化|变动|改变)",
            "有什么不一样",
        ),
        *chinese(
            "changes",
            "<p>SIDE(?:有)?(?:发生)?了?(?:什么|哪些|没有|有没有)(?:什么|东西)?(?:变化|变动|改变|变了|动过|事|事情)END",
        ),
        *chinese(
            "changes",
            "<x>(?:是不是|是否|有没有)?(?:被)?(?:人)?(?:移|挪|搬)?动(?:了|过)(?:吗|么|没有|没)",
            "<x>(?:是不是|是否|有没有)(?:被)?(?:人)?(?:移|挪|搬)?动(?:了|过)?",
        ),
        *chinese("changes", "<x>(?:怎么了|出了?什么事|发生了?什么(?:事)?)END"),
    ),
    (
        Example("what changed in the kitchen since this morning?", {"intent": "changes", "place": "kitchen"}),
        Example("What happened yesterday?", {"intent": "changes", "place": None, "entities": []}),
        Example("what happened to the vase?", {"intent": "changes", "entities": ["vase"]}),
        Example("has anything moved in the study?", {"intent": "changes", "place": "study"}),
        Example("從今天早上以來廚房有什麼變化？", {"intent": "changes", "place": "廚房"}),
        Example("今天发生了什么？", {"intent": "changes"}),
        Example("花瓶怎麼了？", {"intent": "changes", "entities": ["花瓶"]}),
    ),
    _changes,
)
