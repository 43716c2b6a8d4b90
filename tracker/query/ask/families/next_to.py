"""Where something was before or after another place, and everywhere it was during a time."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.grounds import some_time
from tracker.query.ask.lapsing import faded_to, last_told, not_since, nothing_since, until_reported, whose
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.itinerary import Piece, Stay, stays_back

_SINCE_EVER = -(1 << 61)
_MOST_VISITS = 200
_MOST_TOLD = 12


def _next_to(plan: Plan, world: World) -> Answered:
    """The place next to the newest stay at `plan.place`, or (without one) next to the present one."""
    v = world.voice(plan)
    earlier = _before if plan.order == "before" else _after
    at, there = earlier(world, stays_back(world.scene, plan.entity, plan.upto_us + 1), plan.place)
    name, was = v.name(plan.entity), v.be(plan.entity, past=True)
    if at is None:
        anchor = v.place(plan.place or "", "in")
        text = v("{x} {was} never known to be {p}.", "沒有{x}{p}的紀錄。", x=name, was=was, p=anchor)
        return Answered("never_seen" if not world.reported(plan.entity) else "unknown", (), text)
    anchored = v.place(plan.place or at.newest.place or at.newest.holder or "", _relation(plan, at))
    ids = each_once((*(there.newest.support if there else ()), *at.newest.support))
    if there is None:
        text = v(
            "{x} {was} {p}; where {o} that is not known.",
            "{x}{p}；{o}在哪裡不知道。",
            x=name,
            was=was,
            p=anchored,
            o=_order(v, plan),
        )
        return Answered("unknown", (), text, None, ids)
    place = there.newest.place or there.newest.holder or ""
    newest = there.newest
    with_holder = (
        v.bit(" (with {w})", "（在{w}手上）", w=v.person(newest.holder)) if newest.holder and newest.place else ""
    )
    text = v(
        "{o} {it} {was} {anchor} ({a}), {x} {was} {p}{w} ({b}).",
        "{x}{anchor}（{a}）{o}{p}{w}（{b}）。",
        o=_order(v, plan),
        it=name,
        was=was,
        anchor=anchored,
        a=_spent(v, at),
        x=name,
        p=v.place(place, (newest.relation or "at") if newest.place else "with"),
        w=with_holder,
        b=_spent(v, there),
    )
    return Answered("current", (place,), text, _as_data(there), ids)


def _order(v: Voice, plan: Plan) -> str:
    return v.bit("before", "之前") if plan.order == "before" else v.bit("after", "之後")


def _relation(plan: Plan, at: Stay) -> str:
    """How it was at the place asked about; 'with' where only a holder is known."""
    return at.newest.relation or ("in" if plan.place else "at" if at.newest.place else "with")


def _is_there(world: World, stay: Stay, place: str | None) -> bool:
    if place is None:
        return stay.newest.status == "known"
    return any(piece.passes(world.scene, world.scene.root(place)) for piece in stay.pieces)


def _before(world: World, stays: Iterator[Stay], place: str | None) -> tuple[Stay | None, Stay | None]:
    """The newest stay at the place, and the next older known one elsewhere."""
    at: Stay | None = None
    for stay in stays:
        if at is None:
            at = stay if _is_there(world, stay, place) else None
        elif stay.newest.status == "known" and not _same(world, stay, at, place):
            return at, stay
    return at, None


def _after(world: World, stays: Iterator[Stay], place: str | None) -> tuple[Stay | None, Stay | None]:
    """The newest stay at the place that another known one followed, and that one."""
    newer: Stay | None = None
    first: Stay | None = None
    for stay in stays:
        if stay.newest.status != "known":
            continue
        if _is_there(world, stay, place):
            first = first or stay
            if newer is not None:
                return stay, newer
        newer = stay if newer is None or not _same(world, stay, newer, None) else newer
    return first, None


def _same(world: World, stay: Stay, other: Stay, place: str | None) -> bool:
    if place is not None:
        return _is_there(world, stay, place)
    return (stay.newest.place or stay.newest.holder) == (other.newest.place or other.newest.holder)


def _spent(v: Voice, stay: Stay) -> str:
    if stay.start <= _SINCE_EVER:
        return v.bit("earlier", "更早")
    end = stay.end
    if end is None:
        return v.since(stay.start)
    return v.span(stay.start, end) if end - stay.start >= 60_000_000 else v.clock(stay.start)


def _visits(plan: Plan, world: World) -> Answered:
    """All known stays in the window, oldest first."""
    v = world.voice(plan)
    window = plan.window_us or (_SINCE_EVER, plan.at_us + 1)
    every = list(stays_back(world.scene, plan.entity, window[1], window[0], world.policy))
    found = list(reversed([stay for stay in every if stay.newest.status not in ("unknown", "faded")][:_MOST_VISITS]))
    name = v.name(plan.entity)
    if not found:
        return _nowhere_for_certain(plan, world, every)
    told = [_told_visit(v, stay, world, _ended_unseen(stay, every)) for stay in found[-_MOST_TOLD:]]
    if len(found) > _MOST_TOLD:
        told.insert(0, v.bit("in {n} earlier stays", "更早有 {n} 處", n=len(found) - _MOST_TOLD))
    text = v(
        "{x} {was} {all}.",
        "{x}{all}。",
        x=name,
        was=v.be(plan.entity, past=True),
        all=v.bit("; then ", "；然後").join(told),
    )
    text += nothing_since(world, plan, plan.entity)
    values = dict.fromkeys(stay.newest.place or stay.newest.holder for stay in found if stay.newest.status == "known")
    ids = each_once(i for stay in found for i in stay.newest.support)
    disputed = any(stay.newest.status == "conflict" for stay in found)
    return Answered("conflict" if disputed else "current", tuple(values), text, tuple(map(_as_data, found)), ids)


def _ended_unseen(stay: Stay, every: list[Stay]) -> bool:
    """Whether no report ended the stay: the last one of it was too old to tell of the time after."""
    here = stay.newest.place or stay.newest.holder
    after = next((one.pieces[-1] for one in every if one.start == stay.end), None)
    return after is not None and any(faded.hop.value == here for faded in after.faded)


def _nowhere_for_certain(plan: Plan, world: World, every: list[Stay]) -> Answered:
    """Nothing was fresh enough to tell of the window: where it was last reported before, if it was (row W1)."""
    v, name, was = world.voice(plan), world.voice(plan).name(plan.entity), world.voice(plan).be(plan.entity, past=True)
    when = (
        v.span(*plan.window_us) if plan.window_us and plan.window and plan.window[0] else v.bit("up to then", "那以前")
    )
    faded = faded_to(world, (stay.newest for stay in every), None)
    if faded is None:
        status = "unknown" if world.reported(plan.entity) else "never_seen"
        text = v("nothing is known about where {x} {was} {w}.", "{w}沒有關於{x}在哪裡的消息。", x=name, was=was, w=when)
        return Answered(status, (), text)
    text = v(
        "it is not known where {x} {was} {w}: {last}; {since}.",
        "{w}不知道{x}在哪裡：{last}；{since}。",
        x=name,
        was=was,
        w=when,
        last=whose(v, plan, faded) + last_told(v, faded),
        since=not_since(world, plan, faded),
    )
    return Answered("last_seen", (), text, None, (faded.event_id,))


def _told_visit(v: Voice, stay: Stay, world: World, unseen: bool) -> str:
    piece = stay.newest
    if piece.status == "conflict":
        places = [
            e.payload.claim.value
            for e in world.scene.events(piece.support).values()
            if hasattr(e.payload, "claim") and e.payload.claim
        ]
        return v.bit(
            "in one of several places reports disagree on ({p}, {t})",
            "說法不一（{p}，{t}）",
            p=v.either(places),
            t=_spent(v, stay),
        )
    place = v.place(piece.place or piece.holder or "", (piece.relation or "at") if piece.place else "with")
    within = some_time(v, world.event(piece.support[0])) if stay.start == stay.end else ""
    spent = until_reported(v, stay.start, max(one.reported for one in stay.pieces)) if unseen else _spent(v, stay)
    when = v.bit("put there {w}", "{w}放的", w=within) if within else spent
    return v.bit("{p} ({t})", "{p}（{t}）", p=place, t=when)


def _as_data(stay: Stay) -> dict[str, object]:
    from tracker.domain.times import from_us

    piece: Piece = stay.newest
    return {
        "place": piece.place,
        "holder": piece.holder,
        "status": piece.status,
        "path": [hop.value for hop in piece.hops],
        "start": from_us(stay.start).isoformat() if stay.start > _SINCE_EVER else None,
        "end": from_us(stay.end).isoformat() if stay.end is not None else None,
    }


def _answer(plan: Plan, world: World) -> Answered:
    return _next_to(plan, world) if plan.intent == "where_next_to" else _visits(plan, world)


_ORDER = "(?P<order>before|prior to|after)"
FAMILY = Family(
    "next_to",
    ("where_next_to", "visits"),
    (
        *english(
            "where_next_to",
            "where (?:was|were|had) <x> (?:been )?(?:before that|earlier|previously|before)",
            "where (?:did|has|have) <x> come from",
            "where (?:was|were) <x> (?:just )?before (?:that|now|this)",
            order="before",
        ),
        *english(
            "where_next_to",
            "where (?:did|has) <x> (?:go|gone|went) (?:after that|next|afterwards)",
            "where (?:was|were) <x> (?:after that|next|afterwards)",
            order="after",
        ),
        *english(
            "where_next_to",
            (
                f"where (?:was|were|is|are|had|has|did|have) <x> (?:been |go |come )?{_ORDER} (?:(?:it"
                f"|she|he|they|that|going|being|moving|coming) )*(?:(?:was|were|went|came|got|moved"
                f"|travell?ed|arrived|is|are|to|in|on|at|into|with|taken|brought) )*<p>"
            ),
            f"{_ORDER} (?:(?:the|being|going) )?<p>,? where (?:was|were|had|did) <x>(?: been| go)?",
            f"(?:which|what) (?:room|place) (?:was|were) <x> in {_ORDER} <p>",
        ),
        *english(
            "visits",
            "where (?:all )?(?:has|have|had) <x> (?:all )?been(?: to)?(?: everywhere)?",
            "(?:what is |give me |list )?the (?:history|itinerary|movements|whereabouts over time) (?:of|for) <x>",
            "(?:which|what) (?:rooms|places) (?:was|were|has|have|did) <x> (?:been )?(?:in|at|to|visit)",
            "where did <x> (?:go|move|travel)(?: to)? everywhere",
        ),
        *chinese(
            "where_next_to",
            "<x>MAYBE(?:在)?(?:去|到|在|进入|进|来|放进|放到)<p>(?P<rel>里|上|里面)?(?:之前|以前|前)MAYBE(?:在|去过?|待在|放在)WHERE的?",
            "(?:去|到|在|进)<p>(?P<rel>里|上|里面)?(?:之前|以前|前)[,，]?<x>MAYBE(?:在|去过?)WHERE的?",
            "<x>MAYBE(?:之前|以前|先前|原来|原本)MAYBE在WHERE的?",
            "<x>MAYBE从WHERE(?:来|拿来|过来)的?",
            order="before",
        ),
        *chinese(
            "where_next_to",
            "<x>MAYBE(?:离开|从)<p>(?P<rel>里|上|里面)?(?:之后|以后|后)?MAYBE(?:去|到|在)了?WHERE的?",
            "<x>MAYBE(?:去|到|在)<p>(?P<rel>里|上|里面)?(?:之后|以后|后)MAYBE(?:在|去)了?WHERE的?",
            order="after",
        ),
        *chinese(
            "visits",
            "<x>(?:都|一共)?(?:去|到|待)过(?:什么地方|哪里|哪儿|哪些地方|WHERE)",
            "<x>(?:都)(?:在|去)了?WHERE",
            "<x>的?(?:行踪|移动记录|历史|轨迹)(?:是什么|呢)?",
        ),
    ),
    (
        Example(
            "where was the parcel before the garage?",
            {"intent": "where_next_to", "entities": ["parcel"], "place": "garage", "order": "before"},
        ),
        Example(
            "Where had the ladder been prior to the shed?",
            {"intent": "where_next_to", "place": "shed", "order": "before"},
        ),
        Example(
            "where did Lena go after the library?",
            {"intent": "where_next_to", "entities": ["lena"], "place": "library", "order": "after"},
        ),
        Example("where was the parcel before it was in the garage?", {"intent": "where_next_to", "place": "garage"}),
        Example(
            "where was the parcel before that?",
            {"intent": "where_next_to", "entities": ["parcel"], "place": None, "order": "before"},
        ),
        Example("where has the cat been today?", {"intent": "visits", "entities": ["cat"]}),
        Example("where was the phone yesterday?", {"intent": "visits", "entities": ["phone"]}),
        Example(
            "包裹在車庫之前在哪裡？",
            {"intent": "where_next_to", "entities": ["包裹"], "place": "車庫", "order": "before"},
        ),
        Example(
            "小美离开厨房后去了哪里？",
            {"intent": "where_next_to", "entities": ["小美"], "place": "厨房", "order": "after"},
        ),
        Example("貓今天去過哪些地方？", {"intent": "visits", "entities": ["貓"]}),
    ),
    _answer,
)
