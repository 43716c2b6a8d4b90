"""What was reported once and not again for long: how an answer that reaches past such a report is hedged."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.domain.payloads import LOCATION
from tracker.domain.times import MINUTE, to_us
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.itinerary import Faded, Piece
from tracker.query.where import where


def nothing_since(
    world: World,
    plan: Plan,
    entity: str,
    attribute: str = LOCATION,
    *,
    reaching: int | None = None,
    last: int | None = None,
) -> str:
    """A sentence that says how old the last report is, where that is too old to tell the time asked about; else ''.

    `reaching`: where the stretch ends that the answer tells of (None: open); one that ended in that time was over
    then, and needs no hedge. `last`: the last instant told of (None: the last one asked about)."""
    last = min(plan.upto_us if last is None else last, plan.now_us)
    if reaching is not None and reaching <= last:
        return ""
    found = where(world.scene, world.policy, entity, attribute, last)
    newest = world.event(str(found.event_ids[0])) if found.status == "last_seen" and found.event_ids else None
    if newest is None:
        return ""
    at = min(to_us(newest.occurred_until or newest.occurred_at), last)
    v = world.voice(plan)
    they = v.they(entity, past=True)
    view = world.scene.slice_at(entity, attribute, last)
    again = view.slice.end if view is not None else None
    if again is not None and again <= plan.now_us:
        return v.bit(
            " {they} last reported {t}, {ago}; nothing until {u}, so that may not have held so long.",
            "最後一次有消息是{t}（{ago}）；之後到{u}為止沒有消息，不一定一直是這樣。",
            they=they[:1].upper() + they[1:],
            t=v.clock(at),
            ago=v.ago(at),
            u=v.moment(again),
        )
    return v.bit(
        " {they} last reported {t}, {ago}; nothing since, so that may no longer hold.",
        "最後一次有消息是{t}（{ago}）；之後沒有消息，可能已經不是這樣。",
        they=they[:1].upper() + they[1:],
        t=v.clock(at),
        ago=v.ago(at),
    )


def last_told(v: Voice, faded: Faded) -> str:
    """'last reported in the drawer at 14:02, 3 hours ago'."""
    return v.bit(
        "last reported {p} {t}, {ago}",
        "最後一次有消息是{t}（{ago}）{p}",
        p=v.place(faded.hop.value, faded.hop.relation),
        t=v.clock(faded.reported),
        ago=v.ago(faded.reported),
    )


def until_reported(v: Voice, start: int, reported: int) -> str:
    """When it was there, of a stretch that no report ended: up to the last one, after which nobody can say."""
    return v.span(start, reported) if reported - start >= MINUTE else v.clock(max(start, reported))


def faded_after(world: World, plan: Plan, pieces: list[Piece], target: str) -> str:
    """The hedge for the newest stay at the target, if no report ended it; pieces as in `told_spans`."""
    for newer, piece in zip([None, *pieces], pieces, strict=False):
        if _is_at(world, piece, target):
            if newer is None:
                return nothing_since(world, plan, plan.entity)
            return (
                nothing_since(world, plan, plan.entity, last=(newer.end or plan.upto_us + 1) - 1) if newer.faded else ""
            )
    return ""


def told_spans(world: World, v: Voice, pieces: list[Piece], target: str, window: tuple[int, int]) -> list[str]:
    """When it was at the target, oldest first, from its pieces in the window (newest first)."""
    gone_stale = {p.start for p in pieces if not _is_at(world, p, target) and p.may_pass(world.scene, target)}
    found: list[Piece] = []
    for piece in reversed([p for p in pieces if _is_at(world, p, target)]):
        if found and found[-1].end == piece.start:
            found[-1] = found[-1]._replace(end=piece.end, reported=max(found[-1].reported, piece.reported))
        else:
            found.append(piece)
    told = []
    for piece in found:
        start, end = max(piece.start, window[0]), window[1] if piece.end is None else min(piece.end, window[1])
        told.append(until_reported(v, start, piece.reported) if end in gone_stale else v.span(start, end))
    return told


def _is_at(world: World, piece: Piece, target: str) -> bool:
    return piece.status == "known" and piece.passes(world.scene, target)


def faded_to(world: World, pieces: Iterable[Piece], target: str | None) -> Faded | None:
    """The newest report of the target (None: of any place) among those that had faded."""
    every = (one for piece in pieces for one in piece.faded)
    return next((one for one in every if target is None or world.scene.root(one.hop.value) == target), None)


def not_since(world: World, plan: Plan, faded: Faded) -> str:
    """What came after a report that had faded: nothing, or nothing until then."""
    v, view = world.voice(plan), world.scene.slice_at(faded.entity_id, LOCATION, faded.at)
    again = view.slice.end if view is not None else None
    if again is None or again > plan.now_us:
        return v.bit("nothing since", "之後沒有消息")
    return v.bit("nothing until {u}", "之後到{u}為止沒有消息", u=v.moment(again))


def whose(v: Voice, plan: Plan, faded: Faded) -> str:
    """'the bag was ' where the report is of what the thing was in, not of itself."""
    if faded.entity_id == plan.entity:
        return ""
    return v.bit("{x} {was} ", "{x}", x=v.name(faded.entity_id), was=v.be(faded.entity_id, past=True))
