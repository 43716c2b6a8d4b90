"""Whereabouts in words: the place with its time, hedged exactly as far as the evidence goes."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.answers import Candidate, Sighting, Whereabouts
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION, Moved, Placed, Removed
from tracker.domain.times import to_us
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.chain import fresh
from tracker.query.where import where


class Settled(NamedTuple):
    """The place that an entity is in as one would go there: past whoever carries it. `carriers` are passed over."""

    place: str | None
    relation: str | None
    carriers: tuple[str, ...]


def settle(world: World, found: Whereabouts) -> Settled:
    """Where somebody would go to find it: the garden, when Mary has it and is in the garden."""
    at, relation = to_us(found.at), found.relation
    carriers: list[str] = []
    for place in found.path or ((found.place,) if found.place else ()):
        if relation != "with":
            return Settled(place, relation, tuple(carriers))
        carriers.append(place)
        view = world.scene.slice_at(world.scene.root(place), LOCATION, at)
        held = fresh(view, at, world.policy) if view is not None and view.slice.status == "known" else None
        if held is None:
            break
        relation = held.relation if held.holder_at is None else "in"
    return Settled(None, None, tuple(carriers))


def whereabouts(world: World, plan: Plan, entity: str, at: int) -> Whereabouts:
    """The API's answer, with a text in the question's language."""
    found = where(world.scene, world.policy, entity, LOCATION, at)
    return found.model_copy(update={"text": tell(world, plan, found)})


def tell(world: World, plan: Plan, found: Whereabouts) -> str:
    """One sentence or two about where something is, or was at the time asked about."""
    v = world.voice(plan)
    if found.status == "never_seen":
        return v(
            "nothing has ever been reported about where {x} {be}.", "從來沒有關於{x}在哪裡的消息。",
            x=v.name(found.entity_id), be=v.be(found.entity_id, past=False),
        )  # fmt: skip
    told = {"current": _current, "conflict": _conflict, "unknown": _unknown, "last_seen": _stale}[found.status]
    return told(world, plan, v, found)


def _is_past(plan: Plan, found: Whereabouts) -> bool:
    return to_us(found.at) < plan.now_us - 1_000_000


def _opening(v: Voice, plan: Plan, found: Whereabouts) -> str:
    """'At 14:10, ' when another time than now was asked about."""
    if to_us(found.at) == plan.now_us:
        return ""
    return v.bit("{t}, ", "{t}，", t=v.clock(to_us(found.at)))


def _current(world: World, plan: Plan, v: Voice, found: Whereabouts) -> str:
    settled, support = settle(world, found), world.event(str(found.event_ids[0]))
    name, past = v.name(found.entity_id), _is_past(plan, found)
    be = v.be(found.entity_id, past=past)
    opening = _opening(v, plan, found)
    if settled.carriers:
        return opening + _carried(world, v, found, settled, support, opening=bool(opening), past=past)
    place = v.place(found.place or "", found.relation)
    beyond = "".join(v.bit(", {p}", "（{p}）", p=v.place(outer, "in")) for outer in found.path[1:3])
    since = to_us(found.since) if found.since else None
    told = "" if since is None else v.bit(", {s}, {ago}", "，{s}起（{ago}）", s=v.since(since), ago=v.ago(since))
    seen = found.last_seen
    if seen and since is not None and to_us(seen.at) - since >= 60_000_000:
        told += v.bit("; last reported {t}, {ago}", "；最近一次消息是{t}（{ago}）", t=v.clock(to_us(seen.at)), ago=v.ago(to_us(seen.at)))  # fmt: skip
    claim = _grounds(v, found, support)
    sentence = {
        "stated": v.bit("{x} {be} said to be {p}{b}{told}{g}.", "據說{x}{p}{b}{told}{g}。",
                        x=name, be=be, p=place, b=beyond, told=told, g=claim),
    }.get(found.basis or "", v.bit("{x} {be} {p}{b}{told}{g}.", "{x}{p}{b}{told}{g}。",
                                   x=name, be=be, p=place, b=beyond, told=told, g=claim))  # fmt: skip
    return opening + sentence if opening else sentence[:1].upper() + sentence[1:]


def _grounds(v: Voice, found: Whereabouts, support: Event | None) -> str:
    """Who said or saw so, where that makes the answer weaker or stronger than an observation."""
    if support is None or found.basis in (None, "observed"):
        return ""
    who = speaker_of(support)
    if found.basis == "stated":
        if who is None:
            return v.bit(" (told, not observed)", "（聽說的，沒有人觀察到）")
        return v.bit(" (told by {w}, not observed)", "（{w}說的，沒有觀察到）", w=v.person(who))
    if found.basis == "confirmed":
        who = support.source.removeprefix("user:")
        return v.bit(" (confirmed by {w})", "（{w}確認過）", w=v.person(who))
    if found.basis == "registered":
        return v.bit(" (where it was registered)", "（登記的位置）")
    return v.bit(" (reported by the system)", "（系統回報）")


def speaker_of(event: Event) -> str | None:
    """Who said it, for a statement or a person's claim."""
    speaker = getattr(event.payload, "speaker", None)
    if speaker:
        return str(speaker)
    kind, _, who = event.source.partition(":")
    return who if kind == "user" and who else None


def _carried(
    world: World, v: Voice, found: Whereabouts, settled: Settled, support: Event | None, *, opening: bool, past: bool
) -> str:
    holder = settled.carriers[0]
    who, name = v.person(holder), v.name(found.entity_id)
    since = to_us(found.since) if found.since else None
    when = "" if since is None else v.bit(" {t}, {ago}", "{t}（{ago}）", t=v.clock(since), ago=v.ago(since))
    said = v.bit("by what was said, ", "據說") if found.basis == "stated" else ""
    took = isinstance(support.payload if support else None, (Removed, Moved))
    got = isinstance(support.payload if support else None, Placed)
    if took:
        text = v.bit("{s}{w} took {x}{t}", "{s}{w}{t}拿走了{x}", s=said, w=who, x=name, t=when)
    elif got:
        text = v.bit("{s}{w} was given {x}{t}", "{s}{x}{t}交給了{w}", s=said, w=who, x=name, t=when)
    else:
        be = v.be(found.entity_id, past=past)
        text = v.bit("{s}{x} {be} with {w}{t}", "{s}{x}在{w}那裡{t}", s=said, x=name, be=be, w=who,
                     t="" if since is None else v.bit(", {t}", "，{t}起", t=v.since(since)))  # fmt: skip
    if settled.place is not None:
        at = v.place(settled.place, settled.relation)
        text += v.bit("; {w} {be} {p}, so it should be there too", "；{w}{p}，所以應該也在那裡",
                      w=v.person(settled.carriers[-1]), be="was" if past else "is", p=at)  # fmt: skip
    elif found.last_seen is not None and found.last_seen.place != holder:
        text += v.bit("; {last}", "；{last}", last=last_place(v, found.entity_id, found.last_seen))
    text += v.bit(".", "。")
    return text if opening else text[:1].upper() + text[1:]


def last_place(v: Voice, entity: str, seen: Sighting) -> str:
    """'last seen in the hall drawer at 14:02, 28 minutes ago'."""
    at = to_us(seen.at)
    return v.bit(
        "last {saw} {p} {t}, {ago}", "最後一次{saw}是{t}（{ago}）{p}",
        saw=v.bit("reported", "有消息") if seen.source.startswith(("text", "user", "mic", "chat")) else v.bit("seen", "看到"),
        p=v.place(seen.place, seen.relation), t=v.clock(at), ago=v.ago(at),
    )  # fmt: skip


def _stale(world: World, plan: Plan, v: Voice, found: Whereabouts) -> str:  # noqa: ARG001 - one shape for all statuses
    last = last_place(v, found.entity_id, found.last_seen) if found.last_seen else v.bit("no place was told", "沒有說在哪裡")
    return _opening(v, plan, found) + v(
        "it is not certain where {x} {be} now: {last}; nothing since, so that may no longer hold.",
        "現在不確定{x}在哪裡：{last}；之後沒有消息，可能已經不在那裡。",
        x=v.name(found.entity_id), be=v.be(found.entity_id, past=False), last=last,
    )  # fmt: skip


def _unknown(world: World, plan: Plan, v: Voice, found: Whereabouts) -> str:
    name, was = v.name(found.entity_id), v.be(found.entity_id, past=True)
    opening = _opening(v, plan, found)
    if found.until is None and found.last_seen is None and not found.event_ids:
        return v(
            "nothing was known yet about {x} {t}; the first report came later.",
            "{t}還沒有關於{x}的消息，第一個消息是後來才有的。", x=name, t=v.clock(to_us(found.at)),
        )  # fmt: skip
    ended = world.event(str(found.event_ids[0])) if found.event_ids else None
    how = ending(v, ended)
    seen = found.last_seen
    if seen is None or found.until is None:
        return v(
            "it is not known where {x} {be}: {how}.", "不知道{x}在哪裡：{how}。",
            x=name, be=v.be(found.entity_id, past=False), how=how,
        )  # fmt: skip
    until = to_us(found.until)
    bounds = found.change_bounds
    if bounds is not None and bounds[1] != bounds[0]:
        stretch = v.span(to_us(bounds[0]), to_us(bounds[1]))
        gone = v.bit("; gone some time {s}", "；{s}的某個時候就不在了", s=stretch)
        until = to_us(bounds[0])
    else:
        gone = ""
    place = v.place(seen.place, seen.relation)
    return opening + v.bit(
        "{x} {was} {p} until {u}, {ago}{gone}; {how}; not seen since.",
        "{x}{u}以前{p}（{ago}）{gone}；{how}；之後沒有再看到。",
        x=name if opening else name[:1].upper() + name[1:], was=was, p=place, u=v.clock(until).removeprefix("at "),
        ago=v.ago(until), gone=gone, how=how,
    )  # fmt: skip


def ending(v: Voice, event: Event | None) -> str:
    """What ended a stay: 'taken by Ana', 'no longer there when looked for'."""
    payload = event.payload if event else None
    by = getattr(payload, "by", None)
    if event is not None and event.type == "not_seen":
        if event.caused_by is not None or event.source.startswith(("text", "user", "mic", "chat")):
            return v.bit("said to be no longer there", "據說已經不在那裡")
        return v.bit("no longer there when it was looked for", "再看的時候已經不在那裡")
    if isinstance(payload, (Removed, Moved)):
        if by:
            return v.bit("taken by {w}", "被{w}拿走", w=v.person(by))
        target = payload.to_place if isinstance(payload, Moved) else None
        if target:
            return v.bit("moved {p}", "移到{p}", p=v.place(target, payload.relation if isinstance(payload, Moved) else None))
        return v.bit("taken away", "被拿走")
    if isinstance(payload, Placed):
        if payload.place:
            return v.bit("put {p}", "放到{p}", p=v.place(payload.place, payload.relation))
        return v.bit("put down by {w}", "被{w}放下", w=v.person(payload.by or ""))
    claim = getattr(payload, "claim", None)
    if claim is not None and claim.attribute == LOCATION:
        return v.bit("then reported {p}", "之後有消息說{p}", p=v.place(claim.value, claim.relation))
    return v.bit("what happened then is not known", "之後的情況不清楚")


def _conflict(world: World, plan: Plan, v: Voice, found: Whereabouts) -> str:  # noqa: ARG001
    name = v.name(found.entity_id)
    if not found.candidates:
        return _opening(v, plan, found) + v(
            "the reports about {x} go round in a ring: {p}.", "關於{x}的消息互相繞圈：{p}。",
            x=name, p=" → ".join(found.path),
        )  # fmt: skip
    since = v.since(to_us(found.since)) if found.since else ""
    return _opening(v, plan, found) + v(
        "reports disagree about {x} {since}: {sides}; it may be any of these.",
        "{since}起，關於{x}的說法不一致：{sides}；都有可能。",
        x=name, since=since, sides="; ".join(_side(v, side) for side in found.candidates),
    )  # fmt: skip


def _side(v: Voice, side: Candidate) -> str:
    place = v.place(side.value, side.relation)
    if side.denied:
        place = v.bit("not {p}", "不{p}", p=place)
    verb = v.bit("said", "說") if side.basis in ("stated", "confirmed") else v.bit("reported", "回報")
    return v.bit("{p} ({verb} by {s}, {c:.0%})", "{p}（{s} {verb}，{c:.0%}）", p=place, verb=verb, s=side.source, c=side.confidence)
