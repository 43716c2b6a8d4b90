"""When something left a place, came to one, was taken, or last moved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, pairwise

from tracker.domain.times import from_us, to_us
from tracker.query.ask.acts import counted
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.grounds import ending
from tracker.query.ask.lapsing import nothing_since
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.relation import as_told
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.itinerary import Piece, pieces_back

_FOREVER = -(1 << 61)
FURTHEST = 2000


def _when_moved(plan: Plan, world: World) -> Answered:
    if plan.value == "taken":
        return _when_taken(plan, world)
    v = world.voice(plan)
    window = plan.window_us or (None, plan.at_us + 1)
    pieces = back(world, plan.entity, window[1], window[0])
    name = v.name(plan.entity)
    newest = next(pieces, None)
    if newest is None:
        status = "unknown" if world.reported(plan.entity) else "never_seen"
        return Answered(
            status,
            (),
            v(
                "nothing is known about where {x} {was}.",
                "沒有關於{x}在哪裡的消息。",
                x=name,
                was=v.be(plan.entity, past=True),
            ),
        )
    if plan.value == "arrived":
        return _arrived(plan, world, v, newest, pieces)
    return _left(plan, world, v, newest, pieces)


def back(world: World, entity: str, upto: int, since: int | None) -> Iterator[Piece]:
    """Newest first, at most so many that an answer comes at once however long the history is."""
    return islice(pieces_back(world.scene, entity, upto, since), FURTHEST)


def is_there(world: World, piece: Piece, place: str | None) -> bool:
    return piece.status == "known" and (place is None or piece.passes(world.scene, world.scene.root(place)))


def _left(plan: Plan, world: World, v: Voice, newest: Piece, older: Iterator[Piece]) -> Answered:
    """The newest end of a stay at the place (without one: of any stay)."""
    name, was = v.name(plan.entity), v.be(plan.entity, past=True)
    place = v.place(plan.place, plan.relation or "in") if plan.place else ""
    for newer, piece in pairwise(chain((newest,), older)):
        if not is_there(world, piece, plan.place) or is_there(world, newer, plan.place or piece.place or piece.holder):
            continue
        ended = [i for i in newer.support if i not in piece.support]
        event = world.event(ended[0] if ended else None)
        out_of = v.name(plan.place or piece.place or piece.holder or "")
        at = piece.end if piece.end is not None else newer.start
        ids = each_once((*ended, *piece.support))
        if piece.bounds is not None and piece.bounds[0] < piece.bounds[1]:
            first, last = piece.bounds
            text = v(
                "{x} left {p} some time {s}: last there {a}, {how}.",
                "{x}{s}的某個時候離開了{p}：最後一次還在是{a}，{how}。",
                x=name,
                p=out_of,
                s=v.span(first, last),
                a=v.clock(first),
                how=ending(world, v, event),
            )
            return Answered("current", (from_us(first), from_us(last)), text, _data(piece, newer), ids)
        text = v(
            "{x} left {p} {t}, {ago}: {how}.",
            "{x}{t}（{ago}）離開了{p}：{how}。",
            x=name,
            p=out_of,
            t=v.clock(at),
            ago=v.ago(at),
            how=ending(world, v, event),
        )
        return Answered("current", (from_us(at),), text, _data(piece, newer), ids)
    if is_there(world, newest, plan.place):
        return _never_left(plan, world, v, newest)
    text = v("{x} {was} never known to be {p}.", "沒有{x}{p}的紀錄。", x=name, was=was, p=place)
    return Answered("unknown", (), text, None, ())


def _never_left(plan: Plan, world: World, v: Voice, newest: Piece) -> Answered:
    """Still there only as far as the last report of it is fresh enough to say so."""
    here = plan.place or newest.place or newest.holder or ""
    stale = nothing_since(world, plan, plan.entity)
    past = plan.upto_us < plan.now_us - 1_000_000
    still = v.bit(
        "; as far as is known {they} still there",
        "；據目前所知還在那裡" if not past else "；據所知當時還在那裡",
        they=v.they(plan.entity, past=past),
    )
    text = v(
        "{x} {was} not seen to leave {p}{still}.",
        "沒有{x}離開{p}的消息{still}。",
        x=v.name(plan.entity),
        was=v.be(plan.entity, past=True),
        p=v.name(here),
        still="" if stale else still,
    )
    return Answered("last_seen" if stale else "current", (), text + stale, None, newest.support)


def _arrived(plan: Plan, world: World, v: Voice, newest: Piece, older: Iterator[Piece]) -> Answered:
    """The beginning of the newest stay at the place (without one: of the present stay)."""
    name, was = v.name(plan.entity), v.be(plan.entity, past=True)
    place = plan.place or newest.place or newest.holder
    first: Piece | None = None
    before: Piece | None = None
    for piece in chain((newest,), older):
        if is_there(world, piece, place):
            first = piece
        elif first is not None:
            before = piece
            break
    if first is None or place is None:
        text = v(
            "{x} {was} never known to be {p}.",
            "沒有{x}{p}的紀錄。",
            x=name,
            was=was,
            p=v.place(plan.place or "", plan.relation or "in"),
        )
        return Answered("unknown", (), text)
    relation, rest = as_told(world, plan, (first,), world.scene.root(place), past=True)
    where = v.place(place, relation or first.relation or ("at" if first.place else "with"))
    stale = rest + (nothing_since(world, plan, plan.entity) if is_there(world, newest, place) else "")
    bounds = before.bounds if before is not None else None
    if bounds is not None and bounds[0] < bounds[1]:
        text = v(
            "{x} came to be {p} some time {s}; first reported there {t}.",
            "{x}{s}的某個時候到了，{t}第一次有消息說{p}。",
            x=name,
            p=where,
            s=v.span(*bounds),
            t=v.clock(first.start),
        )
        text += stale
        return Answered(
            "current", () if rest else (from_us(bounds[0]), from_us(bounds[1])), text, _data(first, None), first.support
        )
    said = "" if before is not None else v.bit(" (the first report of it)", "（第一個消息）")
    text = v(
        "{x} {was} {p} from {t}, {ago}{s}.",
        "{x}從{t}（{ago}）起{p}{s}。",
        x=name,
        was=was,
        p=where,
        t=v.moment(first.start),
        ago=v.ago(first.start),
        s=said,
    )
    text += stale
    return Answered("current", () if rest else (from_us(first.start),), text, _data(first, None), first.support)


def _when_taken(plan: Plan, world: World) -> Answered:
    v = world.voice(plan)
    for event in counted(world, plan.entity, ("removed", "moved"), plan.upto_us):
        by, when = getattr(event.payload, "by", None), to_us(event.occurred_at)
        if plan.holder is not None and (by is None or world.scene.root(by) != world.scene.root(plan.holder)):
            continue
        if plan.window_us is not None and when < plan.window_us[0]:
            break
        text = v(
            "{x} {was} {how} {t}, {ago}.",
            "{x}{t}（{ago}）{how}。",
            x=v.name(plan.entity),
            was=v.be(plan.entity, past=True),
            how=ending(world, v, event),
            t=v.clock(when),
            ago=v.ago(when),
        )
        if event.occurred_until is not None and event.occurred_until > event.occurred_at:
            span = v.span(when, to_us(event.occurred_until))
            text = v(
                "{x} {was} {how} some time {s}.",
                "{x}{s}的某個時候{how}。",
                x=v.name(plan.entity),
                was=v.be(plan.entity, past=True),
                how=ending(world, v, event),
                s=span,
            )
            return Answered("current", (event.occurred_at, event.occurred_until), text, event, (str(event.event_id),))
        return Answered("current", (event.occurred_at,), text, event, (str(event.event_id),))
    text = v(
        "it is not known that {x} {was} taken.",
        "沒有{x}被拿走的消息。",
        x=v.name(plan.entity),
        was=v.be(plan.entity, past=True),
    )
    return Answered("unknown" if world.reported(plan.entity) else "never_seen", (), text)


def _data(piece: Piece, newer: Piece | None) -> dict[str, object]:
    return {
        "place": piece.place,
        "holder": piece.holder,
        "start": from_us(piece.start).isoformat() if piece.start > _FOREVER else None,
        "end": from_us(piece.end).isoformat() if piece.end is not None else None,
        "change_bounds": [from_us(b).isoformat() for b in piece.bounds] if piece.bounds else None,
        "then": None if newer is None else newer.place or newer.holder,
    }


_OUT = "(?:leave|left|exit|get out of|go out of|come out of|come off|depart from|depart|disappear from|vanish from)"
_INTO = (
    "(?:arrive (?:in|at|on)|reach|ENTER|come home to|end up (?:in|on|at)|GO (?:back |over )?(?:to|into|onto)|arrive)"
)
_THERE = "(?P<p>there|here)"
_WHEN = "(?:when|at what time|what time|since when)"
FAMILY = Family(
    "moved",
    ("when_moved",),
    (
        *english("when_moved", "(?:when|what time|at what time) (?:was|were) <x> last REL <p>", value="left"),
        *english(
            "when_moved",
            f"{_WHEN} (?:did|has|have|had) <x> {_OUT} <p>",
            f"{_WHEN} (?:was|were) <x> TOOK FROM <p>",
            f"how long ago did <x> {_OUT} <p>",
            f"(?:did|has|have|had) <x> {_OUT} <p>",
            value="left",
        ),
        *english(
            "when_moved",
            f"{_WHEN} (?:did|has|have|had) <x> {_INTO} <p>",
            f"{_WHEN} (?:did|has|have|had) <x> (?:get|arrive|come|go|end up|move|got|arrived|come|gone|moved) {_THERE}",
            f"{_WHEN} (?:was|were) <x> (?:HAS_PUT|HAS_MOVED|HAS_TAKEN) (?:down )?REL <p>",
            f"{_WHEN} (?:was|were) <x> (?:HAS_PUT|HAS_MOVED|HAS_TAKEN) (?:down )?{_THERE}",
            f"{_WHEN} (?:was|were|is|are|has|have) <x> (?:been )?{_THERE}",
            f"{_WHEN} did ANYONE (?:PUT|MOVE) <x> {_THERE}",
            f"{_WHEN} (?:was|were) <x> (?:HAS_PUT|HAS_MOVED|HAS_TAKEN) to <p>",
            f"{_WHEN} (?:was|were|is|are|has|have) <x> (?:been )?REL <p>",
            f"{_WHEN} did ANYONE (?:PUT|MOVE) <x> (?:REL|to|into|onto) <p>",
            value="arrived",
        ),
        *english(
            "when_moved",
            f"{_WHEN} did <h> TOOK <x>",
            f"{_WHEN} (?:was|were) <x> HAS_TAKEN(?: by <h>)?",
            value="taken",
        ),
        *english(
            "when_moved",
            (
                f"{_WHEN} (?:did|was|were|has|have) <x> (?:last )?(?:move|moved|change place|change"
                f" places|been moved|leave|left)(?: last)?"
            ),
            f"{_WHEN} (?:did|has) <x> (?:go|gone) (?:away|missing)",
            value="left",
        ),
        *chinese(
            "when_moved",
            "<x>(?:有没有|是不是|是否)?离开<p>(?P<rel>里|上|里面)?了?(?:吗|没有)",
            "<x>(?:是)?MAYBEWHEN(?:离开|出)(?:了)?<p>(?P<rel>里|上|里面)?的?END",
            "<x>(?:是)?MAYBEWHEN(?:被)?(?:从|自)<p>(?P<rel>里面?|上面?|中)?(?:被)?(?:离开|消失|出来|出去|不见|TOOK)END",
            "WHEN(?:被)?(?:从)<p>(?P<rel>里面?|上面?|中)?TOOK了?<x>END",
            value="left",
        ),
        *chinese(
            "when_moved",
            "<x>(?:是)?MAYBEWHEN(?:被)?(?:到达|到|去|进入|进|回到|回|来到|放进|放到|放在|放入|移到|搬到|送到|带到|带去)(?:了)?<p>SIDE(?:去|来)?的?END",
            value="arrived",
        ),
        *chinese(
            "when_moved",
            "(?:我们?|你们?|您|有人)(?:是)?MAYBEWHEN把<x>(?:放|摆|搁|收|藏|塞|装|留|移|搬|带)(?:进|到|在|入|回)?了?<p>SIDE(?:去|来)?的?了?",
            value="arrived",
        ),
        *chinese(
            "when_moved",
            "<h>(?:是)?MAYBEWHENTOOK(?:了|的)?<x>END",
            "<x>(?:是)?MAYBEWHEN被(?P<h>[^从]+?)?TOOKEND",
            "<x>(?:是)?MAYBEWHENTOOKEND",
            value="taken",
        ),
        *chinese(
            "when_moved", "<x>(?:是)?MAYBE(?:最后一?次)?WHEN(?:移动|动|换地方|不见|消失|走|离开)的?END", value="left"
        ),
    ),
    (
        Example(
            "when did the keys leave the drawer?",
            {"intent": "when_moved", "entities": ["keys"], "place": "drawer", "value": "left"},
        ),
        Example(
            "When was the passport taken out of the safe?", {"intent": "when_moved", "place": "safe", "value": "left"}
        ),
        Example("when did Lena get to the office?", {"intent": "when_moved", "place": "office", "value": "arrived"}),
        Example("When was the vase put on the shelf?", {"intent": "when_moved", "place": "shelf", "value": "arrived"}),
        Example(
            "when did Tom take the ladder?",
            {"intent": "when_moved", "entities": ["ladder"], "holder": "tom", "value": "taken"},
        ),
        Example("when was the ladder last moved?", {"intent": "when_moved", "entities": ["ladder"], "value": "left"}),
        Example(
            "鑰匙是什麼時候離開抽屜的？",
            {"intent": "when_moved", "entities": ["鑰匙"], "place": "抽屜", "value": "left"},
        ),
        Example(
            "护照什么时候从保险箱里拿走的？",
            {"intent": "when_moved", "entities": ["护照"], "place": "保险箱", "value": "left"},
        ),
        Example(
            "小美什麼時候到辦公室的？",
            {"intent": "when_moved", "entities": ["小美"], "place": "辦公室", "value": "arrived"},
        ),
    ),
    _when_moved,
)
