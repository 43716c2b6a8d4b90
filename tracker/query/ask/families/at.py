"""Whether something is (still) in a place or with somebody, was at a time, or ever was during one."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tracker.domain.answers import Whereabouts
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION
from tracker.domain.times import to_us
from tracker.language.chinese.lexicon import NO_SIDE_OF_A_WHOLE
from tracker.language.chinese.lexicon import RELATIONS as CHINESE_RELATIONS
from tracker.language.english.lexicon import RELATIONS
from tracker.language.events import EVENTS
from tracker.link.mentions import fold
from tracker.query.ask.acts import counted
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.grounds import is_toss_up
from tracker.query.ask.lapsing import faded_after, faded_to, last_told, not_since, told_spans
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.relation import Told, as_told, fit_of, is_of_another_side, open_question, words_were
from tracker.query.ask.spells import most_recent
from tracker.query.ask.telling import capital, going_on, tell
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.itinerary import Faded, Piece, pieces_back
from tracker.query.where import where

Verdict = Literal["yes", "no", "maybe"]


class _Judged(NamedTuple):
    """`reason` says it when the whereabouts alone do not."""

    verdict: Verdict
    event_ids: tuple[str, ...]
    reason: str = ""


def _is_at(plan: Plan, world: World) -> Answered:
    if plan.window is not None:
        return _ever_at(plan, world) if len(plan.entities) == 1 else _all_ever_at(plan, world)
    v = world.voice(plan)
    judged: list[_Judged] = []
    texts: list[str] = []
    found: list[Whereabouts] = []
    for entity in plan.entities:
        one = where(world.scene, world.policy, entity, LOCATION, plan.at_us)
        found.append(one)
        judged.append(_judge(world, plan, v, one))
        told = judged[-1].reason or tell(world, plan, one)
        texts.append(capital(told) if texts else going_on(told))
    verdicts = [one.verdict for one in judged]
    verdict: Verdict = "yes" if set(verdicts) == {"yes"} else "no" if "no" in verdicts else "maybe"
    word = v(
        {"yes": "yes", "no": "no", "maybe": "maybe"}[verdict], {"yes": "是", "no": "不是", "maybe": "不確定"}[verdict]
    )
    text = v.bit("{w}: {t}", "{w}：{t}", w=word, t=" ".join(texts))
    answer = found[0] if len(found) == 1 else tuple(found)
    return Answered(found[0].status, (verdict,), text, answer, each_once(i for one in judged for i in one.event_ids))


def _judge(world: World, plan: Plan, v: Voice, found: Whereabouts) -> _Judged:
    """Yes and no only as far as the evidence goes: where it is known, or known not to be."""
    target = world.scene.root(plan.place or plan.holder or "")
    ids = tuple(str(i) for i in found.event_ids)
    denial = _denied(world, plan, found, target)
    if denial is not None:
        when = to_us(denial.occurred_at)
        reason = v(
            "{x} {was} not {p} {t} ({ago}), and nothing since says otherwise.",
            "{t}（{ago}）{x}不{p}，之後沒有相反的消息。",
            x=v.name(found.entity_id),
            was=v.be(found.entity_id, past=True),
            p=v.place(target, plan.relation or "in"),
            t=v.clock(when),
            ago=v.ago(when),
        )
        return _Judged("no", (str(denial.event_id),), reason)
    if found.status == "current":
        judged = _on_path(world, found, target, ids)
        return _as_far_as_told(world, plan, found, judged, target) if judged.verdict == "yes" else judged
    if found.status == "conflict" and found.candidates:
        sides = [side for side in found.candidates if not side.denied]
        there = [side for side in sides if _side_is(world, side.value, target, to_us(found.at))]
        return _Judged("maybe" if there or not sides else "no", ids)
    if found.status == "last_seen" and found.last_seen is not None:
        return _Judged("maybe", ids)
    if found.status == "unknown" and found.until is not None:
        return _gone(world, found, target, ids)
    return _Judged("maybe", ids)


def _as_far_as_told(world: World, plan: Plan, found: Whereabouts, judged: _Judged, target: str) -> _Judged:
    """It is at the place: whether so, as it was asked, depends on what its report tells of the relation."""
    at = to_us(found.at)
    there = next(pieces_back(world.scene, found.entity_id, at + 1, at, world.policy), None)
    told = Told("so") if there is None else fit_of(world, plan, found.entity_id, there, target)
    if told.fit == "not_so":
        return judged._replace(verdict="no")
    if told.fit == "not_told":
        past = at < plan.now_us - 1_000_000
        rest = open_question(world.voice(plan), plan, found.entity_id, told, past=past)
        return judged._replace(verdict="maybe", reason=tell(world, plan, found) + rest)
    if plan.side is not None and told.words:
        v = world.voice(plan)
        return judged._replace(reason=tell(world, plan, found) + words_were(v, told.words))
    newest = world.event(str(found.event_ids[0])) if found.event_ids else None
    return judged._replace(verdict="maybe") if is_toss_up(world, newest) else judged


def _on_path(world: World, found: Whereabouts, target: str, ids: tuple[str, ...]) -> _Judged:
    """Up to the hop that settles it: what lies further out is no evidence."""
    for depth, place in enumerate(found.path):
        if world.scene.root(place) == target:
            return _Judged(
                "yes",
                ids if found.relation != "with" and depth == 0 and len(found.path) == 1 else _hops(ids, found, depth),
            )
    outermost = found.path[-1] if found.path else found.place
    carried_nowhere = found.relation == "with" and len(found.path) == 1 and not _is_holder(world, target)
    if carried_nowhere:
        return _Judged("no" if _left_with_holder(world, found, target) else "maybe", ids)
    if outermost is not None and _inside(world, target, outermost, to_us(found.at)):
        return _Judged("maybe", ids)  # known to be in the house; the kitchen is in the house
    return _Judged("no", ids)


def _left_with_holder(world: World, found: Whereabouts, target: str) -> bool:
    """Whether the holder took it from just there. Where else the holder may be is not known."""
    since = to_us(found.since) if found.since else to_us(found.at)
    before = next(pieces_back(world.scene, found.entity_id, since, since - 1), None)
    return before is not None and bool(before.hops) and world.scene.root(before.hops[0].value) == target


def _hops(ids: tuple[str, ...], found: Whereabouts, depth: int) -> tuple[str, ...]:
    put_down = len(ids) - len(found.path)
    return ids[: max(1, depth + 1 + max(0, put_down))]


def _is_holder(world: World, target: str) -> bool:
    first = next(world.scene.targeting(target, 1 << 61), None)
    return first is not None and first.slice.claims[0].relation == "with"


def _inside(world: World, target: str, outer: str, at: int) -> bool:
    return any(
        world.scene.root(place) == world.scene.root(outer)
        for place in where(world.scene, world.policy, target, LOCATION, at).path
    )


def _side_is(world: World, value: str, target: str, at: int) -> bool:
    root = world.scene.root(value)
    if root == target:
        return True
    return any(world.scene.root(place) == target for place in where(world.scene, world.policy, root, LOCATION, at).path)


def _gone(world: World, found: Whereabouts, target: str, ids: tuple[str, ...]) -> _Judged:
    """It left where it was. That place: no. Any other: nobody knows."""
    before = next(
        (piece for piece in pieces_back(world.scene, found.entity_id, to_us(found.at) + 1) if piece.status == "known"),
        None,
    )
    if before is not None and before.passes(world.scene, target):
        return _Judged("no", ids[:1] or ids)
    return _Judged("maybe", ids)


def _denied(world: World, plan: Plan, found: Whereabouts, target: str) -> Event | None:
    """The newest report that it is not there, as asked, if nothing newer places it anywhere."""
    at = to_us(found.at)
    reports = counted(world, found.entity_id, ("not_seen", "denied"), at) if found.status != "conflict" else []
    for event in reports:
        claim = getattr(event.payload, "claim", None)
        if (
            claim is None
            or getattr(event.payload, "view", "clear") != "clear"
            or fold(world.scene.root(claim.value)) != fold(target)
            or is_of_another_side(world, plan, event, claim.value)
        ):
            continue
        newest = to_us(found.last_seen.at) if found.last_seen else None
        since = to_us(found.since) if found.since else None
        when = to_us(event.occurred_at)
        newer = [one for one in (newest, since) if one is not None and one > when]
        return None if newer else event
    return None


def _all_ever_at(plan: Plan, world: World) -> Answered:
    """Of several, each: yes when all were there, no when one is known not to have been."""
    each = [_ever_at(plan.model_copy(update={"entities": (one,)}), world) for one in plan.entities]
    verdicts = {verdict for one in each for verdict in one.values}
    verdict = "yes" if verdicts == {"yes"} else "no" if "no" in verdicts else "maybe"
    statuses = {one.status for one in each}
    status = statuses.pop() if len(statuses) == 1 else "mixed"
    text = " ".join(one.text for one in each)
    return Answered(status, (verdict,), text, None, each_once(i for one in each for i in one.event_ids))


def _ever_at(plan: Plan, world: World) -> Answered:
    v, target = world.voice(plan), world.scene.root(plan.place or plan.holder or "")
    window = plan.window_us
    assert window is not None
    name, was = v.name(plan.entity), v.be(plan.entity, past=True)
    pieces = list(pieces_back(world.scene, plan.entity, window[1], window[0], world.policy))
    fits = {piece: fit_of(world, plan, plan.entity, piece, target).fit for piece in pieces}
    there = [piece for piece in pieces if fits[piece] == "so"]
    near = [piece for piece in pieces if fits[piece] == "not_told"]
    place = v.place(plan.place or plan.holder or "", plan.relation or ("in" if plan.place else "with"))
    faded = faded_to(world, pieces, target)
    if there:
        all_of_it = sum(_length(piece, window) for piece in there) >= window[1] - window[0]
        spans = most_recent(v, told_spans(world, v, [piece for piece in pieces if piece not in near], target, window))
        text = v("yes: {x} {was} {p} {s}.", "是：{x}{s}{p}。", x=name, was=was, p=place, s=spans)
        stale = faded_after(world, plan, pieces, target)
        verdict: Verdict = "yes" if all_of_it or not plan.throughout else "no"
        open_ = (*there, *near)
        elsewhere = [piece for piece in pieces if piece not in open_ and not piece.may_pass(world.scene, target)]
        if verdict == "no" and not elsewhere:
            verdict = "maybe"
            text = v(
                "maybe: {x} {was} {p} {s}; that is not certain for all of that time.",
                "不確定：{x}{s}{p}，但不是那段時間都清楚。",
                x=name,
                was=was,
                p=place,
                s=spans,
            )
        elif verdict == "no":
            text = v("not all the time: {x} {was} {p} {s}.", "不是一直：{x}{s}{p}。", x=name, was=was, p=place, s=spans)
        ids = each_once(i for piece in there for i in piece.support)
        return Answered("current", (verdict,), text + stale, None, ids)
    if near:
        return _near(plan, world, pieces, near)
    if faded is not None:
        return _faded_there(plan, world, faded)
    unsure = not pieces or pieces[-1].start > window[0] or any(p.status != "known" or p.loose for p in pieces)
    ids = each_once(i for piece in pieces for i in piece.support)
    verdict = "maybe" if unsure else "no"
    if unsure:
        text = v(
            "not that anyone reported, but where {x} {was} is not known for all of that time.",
            "沒有人說{x}{p}，但那段時間的位置不完全清楚。",
            x=name,
            was=was,
            p=place,
        )
    else:
        text = v(
            "no: {x} {was} not {p} in that time.",
            "不是：那段時間{x}不{p}。",
            x=name,
            was=was,
            p=place,
        )
    return Answered("unknown" if unsure else "current", (verdict,), text, None, ids)


def _near(plan: Plan, world: World, pieces: list[Piece], near: list[Piece]) -> Answered:
    """It was at the place, and whether so, as it was asked, was never told."""
    v, target, window = world.voice(plan), world.scene.root(plan.place or plan.holder or ""), plan.window_us
    assert window is not None
    relation, rest = as_told(world, plan, near, target, past=True)
    text = v(
        "maybe: {x} {was} {p} {s}.",
        "不確定：{x}{s}{p}。",
        x=v.name(plan.entity),
        was=v.be(plan.entity, past=True),
        p=v.place(plan.place or plan.holder or "", relation),
        s=most_recent(v, told_spans(world, v, pieces, target, window)),
    )
    ids = each_once(i for piece in near for i in piece.support)
    return Answered("current", ("maybe",), text + rest + faded_after(world, plan, pieces, target), None, ids)


def _faded_there(plan: Plan, world: World, faded: Faded) -> Answered:
    """It was last reported there, too long before to say that it still was (row W1)."""
    v = world.voice(plan)
    text = v(
        "maybe: {x} {was} {last}; {since}, so that is not certain for the time asked about.",
        "不確定：{x}{last}；{since}，那段時間不一定還是這樣。",
        x=v.name(faded.entity_id),
        was=v.be(faded.entity_id, past=True),
        last=last_told(v, faded),
        since=not_since(world, plan, faded),
    )
    return Answered("last_seen", ("maybe",), text, None, (faded.event_id,))


def _length(piece: Piece, window: tuple[int, int]) -> int:
    return min(piece.end or window[1], window[1]) - max(piece.start, window[0])


_NO_THING = (
    r"(?!(?:any |an? |some |more |enough |still )*(?:reason|room|space|time|way|problem|point|need|news|doubt|chance"
    rf"|{'|'.join(sorted(EVENTS))})\b)"
)
"""What there is without being a thing in a place."""
_INSIDE = f"(?P<rel>{'|'.join(sorted(set(RELATIONS) - {'with', 'to', 'into', 'onto'}, key=len, reverse=True))})"
_SIDE = (
    f"(?P<rel>{NO_SIDE_OF_A_WHOLE}(?<![手身])(?:{'|'.join(s for s in CHINESE_RELATIONS if not s.startswith('那'))}))"
)
FAMILY = Family(
    "at",
    ("is_at",),
    (
        *english(
            "is_at",
            "BE STILL<h> STILL(?:carrying|holding) <x>",
            "DO <h> STILL(?:have|hold|carry) <x>",
            "(?:has|have) <h> STILL(?:got|have) <x>",
            "(?:has|have|had) <h> (?P<ever>ever |already )?(?:had|held|carried) <x>",
            "BE STILL<x> STILL(?:with|in (?:the )?possession of) <h>",
            relation="with",
        ),
        *english(
            "is_at",
            (
                "BE STILL<x> (?:(?P<every>always|constantly|all the time|throughout) |(?P<ever>ever) "
                "|currently |now |already )?(?:LYING )?REL <p>"
            ),
            "BE STILL<x> REL <p> (?P<every>throughout|all the time|the whole time)",
            "(?:has|have|had) <x> (?:(?P<every>always|constantly) )?been REL <p>",
            "(?:has|have|had) <x> been REL <p> (?P<every>throughout|all the time|the whole time)",
            "(?:has|have|had) <x> (?P<ever>ever|already) been (?:REL|to) <p>",
            "(?:has|have|had) <x> (?P<ever>been) to <p>",
            "did <x> (?P<ever>ever )?(?:GO (?:back )?(?:to|into|onto)|ENTER|arrive (?:in|at)) <p>",
            "(?:has|have) <x> (?P<ever>already )?(?:HAS_GONE|made it) (?:back )?(?:to|into|onto) <p>(?: yet)?",
            "(?:has|have) <x> (?P<ever>already )?arrived (?:in|at) <p>(?: yet)?",
            "BE <x> (?P<still>still) REL <p>",
            (
                "BE STILL<x> (?:(?P<still>still) |really |actually |currently |now )?(?P<p>there|here"
                "|home|upstairs|downstairs|outside|away)(?: now| yet| already)?"
            ),
            (
                "(?:has|have|had) <x> (?:(?P<ever>ever|already) )?been (?P<p>there|here|home|upstairs"
                "|downstairs|outside)(?: (?P<every>throughout|all the time|the whole time))?"
            ),
            "did <x> (?P<every>stay|remain) REL <p>",
            f"(?:is|are|was|were) there (?:(?P<still>still) )?{_NO_THING}(?:any |some )?<x> (?:left )?{_INSIDE} <p>",
        ),
        *chinese(
            "is_at",
            "(?P<p>HOLDER)MAYBE(?P<still>还)?(?:是不是有|有没有|有)<x>(?:吗|(?<![什怎那多])么|嘛|没有)?",
            f"<p>{_SIDE}MAYBE(?P<still>还)?(?:是不是有|有没有|有)<x>(?:吗|(?<![什怎那多])么|嘛|没有)?",
        ),
        *chinese(
            "is_at",
            "<x>(?:是不是|是否|是)?STILLMAYBE(?:是不是|是否)?(?:在|有)<h>(?:那里|那边|那儿|手上|手里|身上)END",
            "<h>(?:手上|手里|身上)MAYBE(?P<still>还)?(?:是不是有|有没有|有)<x>(?:吗|(?<![什怎那多])么|嘛|没有)?",
            "<h>(?:是不是|是否|有没有)?STILL(?:拿着|带着|有带|有)<x>END",
            relation="with",
        ),
        *chinese(
            "is_at",
            "<x>(?:有没有|是否)?(?P<ever>ONCE)(?:有没有|是否)?(?:放|待|留|摆)?在过?<p>SIDE过?(?:吗|么|嘛|没有)?",
            (
                "<x>(?:是不是|是否|有没有)?(?:放|待|留|摆)?"
                "(?:在<p>SIDE(?P<ever>过)|(?P<ever>在过)<p>SIDE)(?:吗|么|嘛|没有)?"
            ),
            (
                "<x>(?:是不是|是否|有没有|是)?STILLMAYBE(?:是不是|是否|有没有)?就?(?P<every>一直)?"
                "(?:放|待|留|摆)?(?P<every>一直)?在<p>SIDE(?:吗|么|嘛|没有|里吗|不|没)"
            ),
            "<x>(?:是不是|是否|有没有)STILL(?:放|待|留)?在<p>SIDE",
            "<x>STILLMAYBE在不在<p>SIDE",
            "<x>(?<![看见找拿收])(?:是不是|有没有|已经|是否)*(?:回到|到|回|抵达)了?(?![期货时底现了点])<p>了?(?:吗|么|没有?)",
            "<x>(?:有没有|是否|ONCE)?(?:去|到|来)(?P<ever>过)<p>(?:吗|么|没有)?",
            "<x>STILL在(?:那里|那边|那儿)(?P<p>)吗",
        ),
    ),
    (
        Example(
            "is Lena still in the cellar?", {"intent": "is_at", "entities": ["lena"], "place": "cellar", "still": True}
        ),
        Example("Are the keys in the hall drawer?", {"intent": "is_at", "entities": ["keys"], "place": "hall_drawer"}),
        Example("was Tom in the library yesterday?", {"intent": "is_at", "place": "library"}),
        Example(
            "Does Lena still have the remote?",
            {"intent": "is_at", "entities": ["remote"], "holder": "lena", "still": True},
        ),
        Example("is Tom carrying the ladder?", {"intent": "is_at", "entities": ["ladder"], "holder": "tom"}),
        Example("小美還在花園裡嗎？", {"intent": "is_at", "entities": ["小美"], "place": "花園", "still": True}),
        Example("钥匙是不是在抽屉里？", {"intent": "is_at", "entities": ["钥匙"], "place": "抽屉"}),
        Example("手機在不在小明那裡？", {"intent": "is_at", "entities": ["手機"]}),
    ),
    _is_at,
)
