"""Questions about a span of time: did it hold throughout, what changed, what was inside, how often.

Times are microseconds since the epoch (UTC); windows are half-open, `[start, end)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal
from uuid import UUID

from tracker.domain.answers import Change
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.sides import LANDMARK_RELATIONS, Relation, covers
from tracker.domain.times import from_us
from tracker.projection.scene import Scene
from tracker.query.chain import Chain, chain_from, fresh
from tracker.query.fading import stretches
from tracker.query.itinerary import pieces_back
from tracker.store.views import View

How = Literal["throughout", "overlaps"]


def held(scene: Scene, policy: Policy, claim: tuple[str, str, str], window: tuple[int, int], how: How) -> bool:
    """Whether what the claim says (entity, attribute, value) was known throughout the window, or at some time in it.

    Only what was known counts: a conflict, an unknown stretch, or one in which the last report had faded is not the
    value (rows W1-W7). A location also counts when the value is further out on the chain of that time's place."""
    entity_id, attribute, value = claim
    if attribute == LOCATION:
        found = _spans_at(scene, policy, entity_id, value, window)
    else:
        found = _spans_of(scene, policy, claim, window)
    if how == "overlaps":
        return next(found, None) is not None
    reached = window[1]
    for start, end in found:
        if end < reached:
            return False
        reached = min(reached, start)
    return reached <= window[0]


def _spans_at(
    scene: Scene, policy: Policy, entity_id: str, place: str, window: tuple[int, int]
) -> Iterator[tuple[int, int]]:
    """When it was at the place in the window, newest first."""
    target = scene.root(place)
    for piece in pieces_back(scene, entity_id, window[1], window[0], policy):
        if piece.status == "known" and piece.passes(scene, target):
            yield piece.start, window[1] if piece.end is None else piece.end


def _spans_of(
    scene: Scene, policy: Policy, claim: tuple[str, str, str], window: tuple[int, int]
) -> Iterator[tuple[int, int]]:
    """When the attribute had the value in the window, newest first."""
    entity_id, attribute, value = claim
    start, end = window
    for view in reversed(scene.slices_of(entity_id, attribute, start, end)):
        for one in reversed(stretches(view, policy) if view.slice.status == "known" else []):
            since, until = max(one.start, start), end if one.end is None else min(one.end, end)
            if since < until and one.held is not None and one.held.value == value:
                yield since, until


def changes(
    scene: Scene, window: tuple[int, int], attribute: str | None = None, entity_id: str | None = None
) -> Iterator[Change]:
    """Every change of value that took effect in the window, in order of time; repeats of a value are none."""
    for view in scene.started_in(*window, attribute, entity_id):
        if view.slice.since != view.slice.start:
            continue
        before = next(scene.newest_before(view.entity_id, view.attribute, view.slice.start - 1), None)
        if before is not None and before.slice.end != view.slice.start:
            before = None
        if view.slice.status == "unknown" and not _news(scene, before, view.slice.ended_by):
            continue  # it is as little known as it was
        bounds = before.slice.bounds if before is not None else None
        ids = [claim.event_id for claim in view.slice.claims] or [i for i in (view.slice.ended_by,) if i]
        yield Change(
            entity_id=view.entity_id,
            attribute=view.attribute,
            at=from_us(view.slice.start),
            change_bounds=(from_us(bounds[0]), from_us(bounds[1])) if bounds is not None else None,
            before=_value(before),
            after=_value(view),
            status=view.slice.status,
            event_ids=tuple(UUID(event_id) for event_id in ids),
        )


def _news(scene: Scene, before: View | None, event_id: str | None) -> bool:
    """Whether it is a change that from this event on nothing is known; of a thing never reported before it is one when
    the event took the thing away from where it was."""
    if before is not None:
        return before.slice.status != "unknown"
    return any(one.type in ("moved", "removed") for one in scene.grounds([event_id] if event_id else []).values())


def _value(view: View | None) -> str | None:
    return view.slice.claims[0].value if view is not None and view.slice.status == "known" else None


def inside(scene: Scene, policy: Policy, container: str, at: int, relation: Relation = "in") -> list[str]:
    """The entities whose chain passes through the container in that relation (or one that it covers) at that time, by
    id; stale claims do not count. `in`, `on` and `with` are one: carried along by it."""
    indirect = _indirect(scene, policy, at)
    carried = _first_carried(scene, indirect)
    found: set[str] = set()
    waiting = _on_a_side(scene, indirect, container, relation)
    if covers(relation, "in"):
        waiting.append(container)
    found.update(one for one in waiting if one != container)
    while waiting:
        target = waiting.pop()
        near = [view.entity_id for view in scene.held_in(target, at) if _passes(scene, policy, view, target, at)]
        for entity_id in (*near, *carried.get(target, ())):
            if entity_id not in found and entity_id != container:
                found.add(entity_id)
                waiting.append(entity_id)
    return sorted(found)


def _passes(scene: Scene, policy: Policy, view: View, container: str, at: int) -> bool:
    claim = fresh(scene, view, at, policy)
    if claim is None:
        return False
    first = scene.root(claim.value)
    if claim.holder_at is None and first == scene.root(container):
        return first != view.entity_id  # the first step of its chain: no need to go on to the end of it
    path = chain_from(scene, policy, view.entity_id, claim, at).path
    return any(scene.root(place) == scene.root(container) for place in path)


def _indirect(scene: Scene, policy: Policy, at: int) -> list[tuple[str, Chain]]:
    """The entities that are where something else was, each with its chain."""
    found = []
    for view in scene.indirect_at(at):
        claim = fresh(scene, view, at, policy)
        if claim is not None:
            found.append((view.entity_id, chain_from(scene, policy, view.entity_id, claim, at)))
    return found


def _first_carried(scene: Scene, indirect: list[tuple[str, Chain]]) -> dict[str, list[str]]:
    """These entities by the nearest place that carries them."""
    found: dict[str, list[str]] = {}
    for entity_id, chain in indirect:
        steps = zip(chain.path, chain.relations, strict=True)
        place = next((place for place, relation in steps if relation not in LANDMARK_RELATIONS), None)
        if place is not None:
            found.setdefault(scene.root(place), []).append(entity_id)
    return found


def _on_a_side(scene: Scene, indirect: list[tuple[str, Chain]], landmark: str, relation: str) -> list[str]:
    """Those of these entities that are on such a side of the landmark."""
    return [
        entity_id
        for entity_id, chain in indirect
        if any(
            side in LANDMARK_RELATIONS and covers(relation, side) and scene.root(place) == landmark
            for place, side in zip(chain.path, chain.relations, strict=True)
        )
    ]
