"""Whereabouts in words: the place with its time, hedged exactly as far as the evidence goes."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.answers import Candidate, Whereabouts, Words
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION, Moved, Placed, Removed, Stated
from tracker.domain.times import MINUTE, to_us
from tracker.query.ask.grounds import ending, grounds, last_place, silence, some_time, waits
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.chain import fresh
from tracker.query.where import after_dispute, where

_PLAIN_BEGINNINGS = ("The ", "Your ", "My ", "His ", "Her ", "It ", "Nothing ", "Nobody ", "Not ", "No ")


def capital(sentence: str) -> str:
    """The sentence with the capital that it begins with when another stands before it."""
    return sentence[:1].upper() + sentence[1:]


def going_on(sentence: str) -> str:
    """The sentence as it goes on after 'No: ': a name keeps its capital, 'the' does not."""
    return sentence[:1].lower() + sentence[1:] if sentence.startswith(_PLAIN_BEGINNINGS) else sentence


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
        held = fresh(world.scene, view, at, world.policy) if view is not None and view.slice.status == "known" else None
        if held is None:
            break
        relation = held.relation if held.holder_at is None else "in"
    return Settled(None, None, tuple(carriers))


def whereabouts(world: World, plan: Plan, entity: str, at: int) -> Whereabouts:
    """The API's answer, with a text in the question's language."""
    found = where(world.scene, world.policy, entity, LOCATION, at)
    return found.model_copy(update={"text": tell(world, plan, found) + silence(world, world.voice(plan), found)})


def quoted(v: Voice, words: Words) -> str:
    """'Ben said at 12:20: "My passport should be in the desk drawer."'"""
    at, who = v.moment(to_us(words.at)), words.speaker
    said = v.bit('"{q}"', "「{q}」", q=words.text)
    if who is None:
        return v.bit("Somebody said {t}: {q}", "有人{t}說：{q}", t=v.clock(to_us(words.at)), q=said)
    return v.bit("{w} said {c}: {q}", "{w}{t}說：{q}", w=v.person(who), c=v.clock(to_us(words.at)), t=at, q=said)


def tell(world: World, plan: Plan, found: Whereabouts) -> str:
    """One sentence or two about where something is, or was at the time asked about."""
    v = world.voice(plan)
    if found.words is not None:
        return _beside(world, plan, v, found, found.words)
    return _told(world, plan, v, found)


def _beside(world: World, plan: Plan, v: Voice, found: Whereabouts, words: Words) -> str:
    """What is known, and the newer words beside it."""
    if found.event_ids == (words.event_id,) and found.last_seen is None:
        possible = waits(world, v, found.entity_id, LOCATION, to_us(found.at))
        return v.bit("nothing certain. {q}", "沒有確定的消息。{q}", q=quoted(v, words)) + possible
    alone = found.model_copy(update={"words": None, "event_ids": found.event_ids[:-1]})
    since = v.bit(" Since then, {q}", "之後{q}", q=quoted(v, words))
    if found.status != "last_seen":
        return _told(world, plan, v, alone) + since
    last = last_place(v, found.last_seen) if found.last_seen else v.bit("no place was told", "沒有說在哪裡")
    past = _is_past(plan, found)
    told = v.bit(
        "it is not certain where {x} {be}{now}: {last}.",
        "{now}不確定{x}在哪裡：{last}。",
        x=v.name(found.entity_id),
        be=v.be(found.entity_id, past=past),
        now="" if past else v.bit(" now", "現在"),
        last=last,
    )
    return _opening(v, plan, found) + told + since


def _told(world: World, plan: Plan, v: Voice, found: Whereabouts) -> str:
    if found.status == "never_seen":
        possible = waits(world, v, found.entity_id, LOCATION, to_us(found.at))
        if possible:
            return (
                v.bit(
                    "it is not known where {x} {be}.",
                    "不知道{x}在哪裡。",
                    x=v.name(found.entity_id),
                    be=v.be(found.entity_id, past=False),
                )
                + possible
            )
        if found.known_at is not None:
            return v.bit(
                "by {t}, nothing was known about where {x} {be}.",
                "到{t}為止，還不知道{x}在哪裡。",
                t=v.moment(to_us(found.known_at)),
                x=v.name(found.entity_id),
                be=v.be(found.entity_id, past=False),
            )
        return v.bit(
            "nothing has ever been reported about where {x} {be}.",
            "從來沒有關於{x}在哪裡的消息。",
            x=v.name(found.entity_id),
            be=v.be(found.entity_id, past=False),
        )
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
        return opening + _carried(world, v, found, settled, support, past=past)
    put_down_by = (
        support.payload.by if support and isinstance(support.payload, Placed) and not support.payload.place else None
    )
    place = v.place(found.place or "", "in" if put_down_by else found.relation)
    steps = list(zip(found.path, found.relations, strict=True))[1:3]
    beyond = "".join(v.bit(", {p}", "（{p}）", p=v.place(outer, how)) for outer, how in steps)
    since = to_us(found.since) if found.since else None
    told = "" if since is None else v.bit(", {s}, {ago}", "，{s}起（{ago}）", s=v.since(since), ago=v.ago(since))
    within = some_time(v, support)
    if within and support is not None and support.occurred_until == found.since:
        told = v.bit(", put there {w}", "（{w}放的）", w=within)
    seen = found.last_seen
    over = dispute_over(world, v, found)
    if over:
        told = over
    elif seen and since is not None and to_us(seen.at) - since >= MINUTE:
        told += v.bit(
            "; last reported {t}, {ago}",
            "；最近一次消息是{t}（{ago}）",
            t=v.clock(to_us(seen.at)),
            ago=v.ago(to_us(seen.at)),
        )
    claim = grounds(world, v, found, support)
    if put_down_by:
        claim += v.bit("; put down by {w}, who was there", "；{w}在那裡放下的", w=v.person(put_down_by))
    sentence = {
        "stated": v.bit(
            "{x} {be} said to be {p}{b}{told}{g}.",
            "據說{x}{p}{b}{told}{g}。",
            x=name,
            be=be,
            p=place,
            b=beyond,
            told=told,
            g=claim,
        ),
    }.get(
        found.basis or "",
        v.bit(
            "{x} {be} {p}{b}{told}{g}.", "{x}{p}{b}{told}{g}。", x=name, be=be, p=place, b=beyond, told=told, g=claim
        ),
    )
    return opening + sentence


def dispute_over(world: World, v: Voice, found: Whereabouts) -> str:
    """', settled at 12:06, just now; reported yesterday' where a dispute ended without a new report: nothing happened
    to it then; else ''."""
    at, since = to_us(found.at), 0 if found.since is None else to_us(found.since)
    view = world.scene.slice_at(found.entity_id, found.attribute, at)
    held = fresh(world.scene, view, at, world.policy) if view is not None and view.slice.status == "known" else None
    over = after_dispute(world.scene, found.entity_id, found.attribute, held) if held is not None else None
    if over is None:
        return ""
    how, reported = over[0], to_us(over[1])
    told = v.bit("; reported {t}, {ago}", "；消息是{t}（{ago}）的", t=v.clock(reported), ago=v.ago(reported))
    if how == "resolved":
        return v.bit(", settled {t}, {ago}", "，{t}（{ago}）裁定", t=v.clock(since), ago=v.ago(since)) + told
    return v.bit(", undisputed {s}, {ago}", "，{s}起（{ago}）沒有爭議", s=v.since(since), ago=v.ago(since)) + told


def _carried(world: World, v: Voice, found: Whereabouts, settled: Settled, support: Event | None, *, past: bool) -> str:
    holder = settled.carriers[0]
    who, name = v.person(holder), v.name(found.entity_id)
    if settled.place is None and found.last_seen is not None and support is not None:
        gone = _taken_from(world, v, found, support)
        if gone:
            return gone
    since = to_us(found.since) if found.since else None
    when = "" if since is None else v.bit(" {t}, {ago}", "{t}（{ago}）", t=v.clock(since), ago=v.ago(since))
    said = v.bit("by what was said, ", "據說") if found.basis == "stated" else ""
    given = getattr(support.payload, "to_place", None) if support else None
    took = isinstance(support.payload if support else None, (Removed, Moved)) and given is None
    got = given is not None or isinstance(support.payload if support else None, Placed)
    if took:
        text = v.bit("{s}{w} took {x}{t}", "{s}{w}{t}拿走了{x}", s=said, w=who, x=name, t=when)
    elif got:
        text = v.bit("{s}{w} was given {x}{t}", "{s}{x}{t}交給了{w}", s=said, w=who, x=name, t=when)
    else:
        be = v.be(found.entity_id, past=past)
        text = v.bit(
            "{s}{x} {be} with {w}{t}",
            "{s}{x}在{w}那裡{t}",
            s=said,
            x=name,
            be=be,
            w=who,
            t="" if since is None else v.bit(", {t}", "，{t}起", t=v.since(since)),
        )
    if settled.place is not None:
        at = v.place(settled.place, settled.relation)
        text += v.bit(
            "; {w} {be} {p}, so it should be there too",
            "；{w}{p}，所以應該也在那裡",
            w=v.person(settled.carriers[-1]),
            be="was" if past else "is",
            p=at,
        )
    elif found.last_seen is not None and found.last_seen.place != holder:
        text += v.bit("; {last}", "；{last}", last=last_place(v, found.last_seen))
    return text + v.bit(".", "。")


def _taken_from(world: World, v: Voice, found: Whereabouts, support: Event) -> str:
    """'In the hall drawer until 14:17, 43 minutes ago; taken by Ana; not seen since.' '' when it was not taken."""
    if not isinstance(support.payload, (Removed, Moved)) or getattr(support.payload, "to_place", None) is not None:
        return ""
    seen = found.last_seen
    if found.since is None or seen is None or seen.at > found.since:
        return ""
    taken = to_us(found.since)
    place = getattr(support.payload, "place", None) or getattr(support.payload, "from_place", None)
    relation = seen.relation if place in (None, seen.place) else "in"
    span = support.occurred_until
    when = v.bit("until {u}, {ago}", "{u}以前（{ago}）", u=v.moment(taken), ago=v.ago(taken))
    if span is not None and span > support.occurred_at:
        when = v.bit("until some time {s}", "{s}的某個時候以前", s=v.span(to_us(support.occurred_at), to_us(span)))
    return v.bit(
        "{s}{x} {was} {p} {when}; {how}; not seen since.",
        "{s}{x}{when}{p}；{how}；之後沒有再看到。",
        s=v.bit("by what was said, ", "據說") if found.basis == "stated" else "",
        x=v.name(found.entity_id),
        was=v.be(found.entity_id, past=True),
        p=v.place(place or seen.place, relation),
        when=when,
        how=ending(world, v, support),
    )


def _stale(world: World, plan: Plan, v: Voice, found: Whereabouts) -> str:
    last = last_place(v, found.last_seen) if found.last_seen else v.bit("no place was told", "沒有說在哪裡")
    newest = world.event(str(found.event_ids[0])) if found.event_ids else None
    if newest is not None and isinstance(newest.payload, (Removed, Moved)):
        when = v.clock(to_us(newest.occurred_at))
        if getattr(newest.payload, "to_place", None) is None:
            # Whoever took it may still have it: the place it was taken from is the last one to look in.
            last += v.bit(", then {how} {t}", "，之後{t}{how}", how=ending(world, v, newest), t=when)
        elif newest.payload.by is not None and world.scene.root(newest.payload.by) != found.entity_id:
            put = (
                v.bit("given", "給")
                if getattr(newest.payload, "relation", None) == "with"
                else v.bit("put there", "放")
            )
            last += v.bit(", {put} by {w}", "，是{w}{put}的", put=put, w=v.person(newest.payload.by))
    past = _is_past(plan, found)
    return _opening(v, plan, found) + v.bit(
        "it is not certain where {x} {be}{now}: {last}; {since}, so that may {hold}.",
        "{now}不確定{x}在哪裡：{last}；{since}，可能{hold}。",
        x=v.name(found.entity_id),
        be=v.be(found.entity_id, past=past),
        now="" if past else v.bit(" now", "現在"),
        last=last,
        since=_nothing_until(world, plan, v, found),
        hold=v.bit("not have held so long", "那時已經不在那裡") if past else v.bit("no longer hold", "已經不在那裡"),
    )


def _nothing_until(world: World, plan: Plan, v: Voice, found: Whereabouts) -> str:
    """'Nothing since'; of a past time, when the next report came, if one did."""
    view = world.scene.slice_at(found.entity_id, LOCATION, to_us(found.at))
    again = view.slice.end if view is not None else None
    if again is None or again > plan.now_us:
        return v.bit("nothing since", "之後沒有消息")
    return v.bit("nothing until {u}", "之後到{u}為止沒有消息", u=v.moment(again))


def _unknown(world: World, plan: Plan, v: Voice, found: Whereabouts) -> str:
    name, was = v.name(found.entity_id), v.be(found.entity_id, past=True)
    opening = _opening(v, plan, found)
    if found.until is None and found.last_seen is None and not found.event_ids:
        return v.bit(
            "nothing was known yet about {x} {t}; the first report came later.",
            "{t}還沒有關於{x}的消息，第一個消息是後來才有的。",
            x=name,
            t=v.clock(to_us(found.at)),
        ) + waits(world, v, found.entity_id, LOCATION, to_us(found.at))
    ended = world.event(str(found.event_ids[0])) if found.event_ids else None
    how = ending(world, v, ended)
    seen = found.last_seen
    if seen is None or found.until is None:
        within = some_time(v, ended)
        be = v.be(found.entity_id, past=_is_past(plan, found))
        if said := _words_behind(world, v, ended):
            return opening + v.bit("it is not known where {x} {be}.", "不知道{x}在哪裡。", x=name, be=be) + said
        return opening + v.bit(
            "it is not known where {x} {be}: {how}{w}.",
            "不知道{x}在哪裡：{w}{how}。",
            x=name,
            be=be,
            how=how,
            w=v.bit(" {w}", "{w}", w=within) if within else "",
        )
    until = to_us(found.until)
    bounds = found.change_bounds
    if bounds is not None and bounds[1] != bounds[0]:
        stretch = v.span(to_us(bounds[0]), to_us(bounds[1]))
        gone = v.bit("; gone some time {s}", "；{s}的某個時候就不在了", s=stretch)
        until = to_us(bounds[0])
    else:
        gone = ""
    place = v.place(seen.place, seen.relation)
    return (
        opening
        + v.bit(
            "{x} {was} {p} until {u}, {ago}{gone}; {how}; not seen since.",
            "{x}{u}以前{p}（{ago}）{gone}；{how}；之後沒有再看到。",
            x=name if opening else capital(name),
            was=was,
            p=place,
            u=v.moment(until),
            ago=v.ago(until),
            gone=gone,
            how=how,
        )
        + _words_behind(world, v, ended)
    )


def _words_behind(world: World, v: Voice, ended: Event | None) -> str:
    """What was said of something that is gone and of nobody who has it: lost, thrown out or given back; else ''."""
    if ended is None or not isinstance(ended.payload, (Removed, Moved)) or ended.payload.by or ended.caused_by is None:
        return ""
    words = world.event(str(ended.caused_by))
    if words is None or not isinstance(words.payload, Stated) or not words.payload.text:
        return ""
    said = Words(
        text=words.payload.text,
        speaker=words.payload.speaker,
        at=words.occurred_at,
        source=words.source,
        event_id=words.event_id,
    )
    return v.bit(" {q}", "{q}", q=quoted(v, said))


def _conflict(world: World, plan: Plan, v: Voice, found: Whereabouts) -> str:  # noqa: ARG001
    name = v.name(found.entity_id)
    if not found.candidates:
        return _opening(v, plan, found) + v.bit(
            "the reports about {x} go round in a ring: {p}.",
            "關於{x}的消息互相繞圈：{p}。",
            x=name,
            p=" → ".join(found.path),
        )
    since = v.since(to_us(found.since)) if found.since else ""
    told = {(side.source, side.since) for side in found.candidates}
    if len(told) == 1 and all(side.basis == "stated" and not side.denied for side in found.candidates):
        places = v.either(v.place(side.value, side.relation) for side in found.candidates)
        return _opening(v, plan, found) + v.bit(
            "{x} {be} said to be {p}, {s}; which of them is not known.",
            "據說{x}{s}{p}，是哪一個不清楚。",
            x=name,
            be=v.be(found.entity_id, past=False),
            p=places,
            s=since,
        )
    return _opening(v, plan, found) + v.bit(
        "reports disagree about {x} {since}: {sides}; it may be any of these.",
        "{since}起，關於{x}的說法不一致：{sides}；都有可能。",
        x=name,
        since=since,
        sides="; ".join(_side(v, side) for side in found.candidates),
    )


def _side(v: Voice, side: Candidate) -> str:
    place = v.place(side.value, side.relation)
    if side.denied:
        place = v.bit("not {p}", "不{p}", p=place)
    verb = v.bit("said", "說") if side.basis in ("stated", "confirmed") else v.bit("reported", "回報")
    return v.bit(
        "{p} ({verb} by {s}, {c:.0%})",
        "{p}（{s} {verb}，{c:.0%}）",
        p=place,
        verb=verb,
        s=side.source,
        c=side.confidence,
    )
