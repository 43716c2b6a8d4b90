"""How long something has been where it is, or was at a place in a window."""

from __future__ import annotations

from itertools import dropwhile, islice, takewhile

from tracker.domain.answers import Whereabouts
from tracker.domain.times import MINUTE, SECOND
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.families.moved import FURTHEST, is_there
from tracker.query.ask.lapsing import faded_after, faded_to, last_told, not_since, nothing_since, told_spans, whose
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.relation import as_told
from tracker.query.ask.telling import capital, whereabouts
from tracker.query.ask.world import World
from tracker.query.itinerary import Piece, pieces_back


def _how_long_there(plan: Plan, world: World) -> Answered:
    """How long it has been where it is; in a window, how much of it it spent at the place."""
    v = world.voice(plan)
    name = v.name(plan.entity)
    window = plan.window_us
    if window is not None and plan.place is not None:
        return _spent_there(plan, world, plan.place, window)
    found = whereabouts(world, plan, plan.entity, plan.at_us)
    older = islice(pieces_back(world.scene, plan.entity, plan.at_us + 1, None, world.policy), FURTHEST)
    newest = next(older, None)
    place = plan.place or (newest.place or newest.holder if newest else None)
    if plan.place is not None and (newest is None or not is_there(world, newest, plan.place)):
        return _last_stay(plan, world, plan.place, found)
    if found.status != "current" or place is None or newest is None or not is_there(world, newest, place):
        return Answered(found.status, (), found.text, found, tuple(str(i) for i in found.event_ids))
    support = newest.support
    stay = [newest, *takewhile(lambda piece: is_there(world, piece, place), older)]
    start = stay[-1].start
    asked, rest = as_told(world, plan, stay, world.scene.root(place), past=plan.at < plan.now)
    text = v(
        "{x} {be} {p} for at least {n}, {s}.",
        "{x}{s}{p}，至少 {n}了。",
        x=name,
        be=v.bit("has been", "") if v.be(plan.entity, past=False) == "is" else "have been",
        p=v.place(place, asked or newest.relation or ("at" if newest.place else "with")),
        n=v.lasting(plan.at_us - start),
        s=v.since(start),
    )
    lasted = () if rest else ((plan.at_us - start) // 1_000_000,)
    return Answered("current", lasted, text + rest, found, support)


def _last_stay(plan: Plan, world: World, place: str, found: Whereabouts) -> Answered:
    """How long it was at the place when it was there last, where it is not there now; and where it is."""
    v, name, was = world.voice(plan), world.voice(plan).name(plan.entity), world.voice(plan).be(plan.entity, past=True)
    now = tuple(str(i) for i in found.event_ids)
    older = islice(pieces_back(world.scene, plan.entity, plan.at_us + 1, None, world.policy), FURTHEST)
    later = dropwhile(lambda piece: not is_there(world, piece, place), older)
    stay = list(takewhile(lambda piece: is_there(world, piece, place), later))
    end = stay[0].end if stay else None
    if end is None:
        text = v(
            "it is not known that {x} {was} ever {p}. {now}",
            "沒有{x}{p}的消息。{now}",
            x=name,
            was=was,
            p=v.place(place, plan.relation or "in"),
            now=capital(found.text),
        )
        return Answered("never_seen" if found.status == "never_seen" else "unknown", (), text, found, now)
    start = stay[-1].start
    asked, rest = as_told(world, plan, stay, world.scene.root(place), past=True)
    text = v(
        "{x} {was} {p} for {n}, {s}. {now}",
        "{x}{s}{p}，一共 {n}。{now}",
        x=name,
        was=was,
        p=v.place(place, asked or stay[0].relation or "in"),
        n=v.lasting(end - start),
        s=v.span(start, end),
        now=capital(found.text),
    )
    lasted = () if rest else ((end - start) // SECOND,)
    ids = each_once((*(i for piece in stay for i in piece.support), *now))
    return Answered("current", lasted, text + rest, found, ids)


def _spent_there(plan: Plan, world: World, place: str, window: tuple[int, int]) -> Answered:
    """How much of the window it spent at the place. Where a report had faded, only bounds can be told."""
    v, target = world.voice(plan), world.scene.root(place)
    pieces = list(islice(pieces_back(world.scene, plan.entity, window[1], window[0], world.policy), FURTHEST))
    there = [piece for piece in pieces if is_there(world, piece, place)]
    asked, rest = as_told(world, plan, there, target, past=True)
    name, was, there_is = v.name(plan.entity), v.be(plan.entity, past=True), v.place(place, asked or "in")
    ids = each_once(i for piece in there for i in piece.support)
    total, faded = sum(_length(piece, window) for piece in there), faded_to(world, pieces, target)
    if faded is None:
        text = v(
            "{x} {was} {p} for {n} in that time.",
            "那段時間{x}{p}一共 {n}。",
            x=name,
            was=was,
            p=there_is,
            n=v.lasting(total),
        )
        stale = nothing_since(world, plan, plan.entity) if there and there[0] is pieces[0] else ""
        return Answered(
            "current" if pieces else "unknown", () if rest else (total // SECOND,), text + rest + stale, None, ids
        )
    most = window[1] - window[0] - sum(_length(p, window) for p in pieces if _is_elsewhere(world, p, target))
    if not there:
        text = v(
            "it is not known how long {x} {was} {p} in that time: {last}; {since}.",
            "那段時間不知道{x}{p}多久：{last}；{since}。",
            x=name,
            was=was,
            p=there_is,
            last=whose(v, plan, faded) + last_told(v, faded),
            since=not_since(world, plan, faded),
        )
        return Answered("last_seen", (), text, None, (faded.event_id,))
    least = sum(_told_length(piece, window, pieces) for piece in there)
    text = v(
        "{x} {was} {p} {s}; how long in all is not known, {l}at most {n} in that time.",
        "{x}{s}{p}；那段時間一共多久不清楚，{l}至多 {n}。",
        x=name,
        was=was,
        p=there_is,
        s=v.all_of(told_spans(world, v, pieces, target, window)),
        l=v.bit("at least {m} and ", "至少 {m}，", m=v.lasting(least)) if least >= MINUTE else "",
        n=v.lasting(most),
    )
    return Answered(
        "current", (least // SECOND, most // SECOND), text + faded_after(world, plan, pieces, target), None, ids
    )


def _length(piece: Piece, window: tuple[int, int]) -> int:
    return max(0, min(piece.end or window[1], window[1]) - max(piece.start, window[0]))


def _told_length(piece: Piece, window: tuple[int, int], pieces: list[Piece]) -> int:
    """As `_length`; of a stretch that faded, only up to the last report of it."""
    if any(one.faded and one.start == piece.end for one in pieces):
        return max(0, min(piece.reported, window[1]) - max(piece.start, window[0]))
    return _length(piece, window)


def _is_elsewhere(world: World, piece: Piece, target: str) -> bool:
    here = piece.passes(world.scene, target) or piece.may_pass(world.scene, target)
    return piece.status == "known" and not here and not piece.loose


FAMILY = Family(
    "lasted",
    ("how_long",),
    (
        *english(
            "how_long",
            "how long (?:has|have) <x> been REL <p>",
            "(?:for )?how long did <x> (?:spend|sit|stand|lie) REL <p>",
            "(?:for )?how long (?:was|were|did|has|have|had) <x> (?:been |stay(?:ed)? |kept |remain(?:ed)? )?REL <p>",
            "how (?:much|many) (?:time|hours|minutes) (?:did|has|have) <x> (?:spent?|been) REL <p>",
            "how long (?:has|have) <x> been (?P<p>there|here)",
            attribute="location",
        ),
        *chinese(
            "how_long",
            "<x>(?:已经|一共)?在<p>SIDE(?:待|放|留|停|呆|住)?(?:过|了)?(?:多久|多长时间|几个?小时|几分钟)了?END",
            attribute="location",
        ),
    ),
    (
        Example("車在車庫裡多久了？", {"intent": "how_long", "entities": ["車"], "place": "車庫"}),
        Example(
            "how long has the car been in the garage?", {"intent": "how_long", "entities": ["car"], "place": "garage"}
        ),
    ),
    _how_long_there,
)
