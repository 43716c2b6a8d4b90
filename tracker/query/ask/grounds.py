"""What an answer rests on, in words: who said so, where it was last seen, what ended a stay."""

from __future__ import annotations

from tracker.domain.answers import Sighting, Whereabouts
from tracker.domain.events import Event
from tracker.domain.payloads import ACTION_TYPES, LOCATION, PERSON_TYPES, Moved, Placed, Removed
from tracker.domain.times import to_us
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.offline import offline_since
from tracker.query.waiting import waiting
from tracker.query.wording import waits as waits_in_english
from tracker.query.wording import was_seen

TOSS_UP = 0.5
"""A source this sure of its claim, or less, holds it no likelier than not."""


def is_toss_up(world: World, support: Event | None) -> bool:
    """Whether the source itself holds its claim no likelier than not ('either … or'), and no person has accepted it."""
    return support is not None and support.confidence <= TOSS_UP and not is_accepted(world, support)


def is_accepted(world: World, support: Event) -> bool:
    """Whether a report stands that was too weak to count by itself: a person accepted it."""
    return support.type not in PERSON_TYPES and support.confidence < world.policy.accepts(support.source).accept


def grounds(world: World, v: Voice, found: Whereabouts, support: Event | None) -> str:
    """Who said or saw so, where that makes the answer weaker or stronger than an observation."""
    how = ""
    if is_toss_up(world, support):
        how = v.bit(", no likelier than not", "，只有一半可能")
    elif support is not None and is_accepted(world, support):
        how = v.bit(", accepted by a person who reviewed it", "，經人審核接受")
    return how + _said_by(v, found, support)


def _said_by(v: Voice, found: Whereabouts, support: Event | None) -> str:
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


def last_place(v: Voice, seen: Sighting) -> str:
    """'last seen in the hall drawer at 14:02, 28 minutes ago'."""
    at = to_us(seen.at)
    return v.bit(
        "last {saw} {p} {t}, {ago}",
        "最後一次{saw}是{t}（{ago}）{p}",
        saw=v.bit("seen", "看到") if was_seen(seen) else v.bit("reported", "有消息"),
        p=v.place(seen.place, seen.relation),
        t=v.clock(at),
        ago=v.ago(at),
    )


def ending(world: World, v: Voice, event: Event | None) -> str:
    """What ended a stay: 'taken by Ana', 'no longer there when looked for'."""
    payload = event.payload if event else None
    by = getattr(payload, "by", None)
    if event is not None and event.type == "not_seen":
        if world.is_said(event) or event.source.startswith(("text", "user", "mic", "chat")):
            return v.bit("said to be no longer there", "據說已經不在那裡")
        return v.bit("no longer there when it was looked for", "再看的時候已經不在那裡")
    if isinstance(payload, Moved) and payload.to_place:
        if payload.relation == "with":
            went = v.bit("given to {p}", "交給{p}", p=v.person(payload.to_place))
        else:
            went = v.bit("moved to {p}", "移到{p}", p=v.name(payload.to_place))
        return v.bit("{did} by {w}", "被{w}{did}", did=went, w=v.person(by)) if by else went
    if isinstance(payload, (Removed, Moved)):
        if by:
            return v.bit("taken by {w}", "被{w}拿走", w=v.person(by))
        if world.is_said(event):
            return v.bit("no longer there", "不在那裡了")  # lost, thrown out or given back: its words tell which
        return v.bit("taken away", "被拿走")
    if isinstance(payload, Placed):
        if payload.place:
            return v.bit("put {p}", "放到{p}", p=v.place(payload.place, payload.relation))
        return v.bit("put down by {w}", "被{w}放下", w=v.person(payload.by or ""))
    claim = getattr(payload, "claim", None)
    if claim is not None and claim.attribute == LOCATION:
        return v.bit("then reported {p}", "之後有消息說{p}", p=v.place(claim.value, claim.relation))
    return v.bit("what happened then is not known", "之後的情況不清楚")


def some_time(v: Voice, event: Event | None) -> str:
    """'some time between 18:00 and 20:00' for an action of which only that is known; ''."""
    if event is None or event.type not in ACTION_TYPES or event.occurred_until is None:
        return ""
    if event.occurred_until <= event.occurred_at:
        return ""
    span = v.span(to_us(event.occurred_at), to_us(event.occurred_until))
    return v.bit("some time {s}", "{s}的某個時候", s=span)


def waits(world: World, v: Voice, entity: str, attribute: str, at: int) -> str:
    """A sentence that something possible waits for review; '' when nothing does, or the asker may not know of it."""
    count = waiting(world.scene, entity, attribute, at)
    if not count:
        return ""
    told = waits_in_english(count)
    return v.bit(" {w}.", "有 {n} 個可能的消息等人確認。", w=told[:1].upper() + told[1:], n=count)


def silence(world: World, v: Voice, found: Whereabouts) -> str:
    """That a source which an answer rests on is offline: then nothing newer could have come."""
    ids = found.event_ids if found.status == "current" else found.event_ids[:1]
    events = world.scene.events(map(str, ids))
    sources = [events[str(one)].source for one in ids if str(one) in events]
    since = offline_since(world.scene, sources, to_us(found.at))
    if since is None:
        return ""
    return v.bit(
        " Its source has been offline {s}, so this may have changed.",
        "不過消息來源{s}離線，情況可能變了。",
        s=v.since(since),
    )
