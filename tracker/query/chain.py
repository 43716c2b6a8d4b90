"""The chain of containment at one time: keys in bag, bag in car, car at garage; and landmarks, which carry nothing:
what is told to be under the bed is where the bed was when that was last reported (rows K1-K6 of `rules/README.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.sides import covers
from tracker.domain.slices import Held
from tracker.language.news import NEWS
from tracker.projection.scene import Scene
from tracker.store.mentions import Said
from tracker.store.views import View
from tracker.timeline.compare import confidence_at, side_of

_LONGEST = 64
"""Where somebody was who was where somebody was who …: a ring of them ends here."""


_GONE = ("removed", "in_transit", "absent")
"""Why nothing is known of where a landmark is, when that means that it is not where it was."""


class Left(NamedTuple):
    """`who` was told to be in that relation to a landmark, which has moved since."""

    who: str
    relation: str
    landmark: str


class Chain(NamedTuple):
    """`path` outward from the nearest place, `relations` how each of it is reached; `hops` are the claims that lead on
    from there; `ring` when it comes back to an entity already on it, which carries it along (row L14). `left`: the
    landmarks that have moved since, and are not on the path."""

    path: tuple[str, ...]
    relations: tuple[str | None, ...]
    hops: tuple[Held, ...]
    ring: bool
    left: tuple[Left, ...]


def fresh(scene: Scene, view: View, at: int, policy: Policy) -> Held | None:
    """The claim of a known slice that still counts at that time: the value, else the coarser one beside it (D3). A
    stale one does not, nor one that newer words may have overtaken."""
    limits = policy.of(view.kind, view.attribute)
    for held in view.slice.claims:
        if held.until is not None and held.until <= at:
            continue
        if confidence_at(held, at, limits.half_life) >= limits.floor:
            return None if overtaken(scene, view, at, policy) is not None else held
    return None


def overtaken(scene: Scene, view: View, at: int, policy: Policy) -> Said | None:
    """The newest words, not understood, that were said by `at` and after the newest report of a slice, and that could
    be about its entity's place. What does not move is where it was reported."""
    if view.attribute != LOCATION or policy.of(view.kind, view.attribute).half_life is None:
        return None
    newest = max(view.slice.claims, key=lambda held: (held.through, held.at), default=None)
    after = None if newest is None else (min(max(newest.through, newest.at), at), newest.event_id)
    return scene.said_about(view.entity_id, at, after, NEWS)


def chain_from(
    scene: Scene, policy: Policy, entity_id: str, held: Held, at: int, passed: set[str] | None = None
) -> Chain:
    """Follow where `held` puts the entity, and what that is in, until something's whereabouts are not current.

    Visits no entity twice, so it ends however the claims are tied. With `passed`, only up to the first of these that
    it comes to as of `at`, from where on another chain has been followed; what this one passes is added."""
    steps: list[tuple[str, str | None]] = []
    hops: list[Held] = []
    left: list[Left] = []
    met, told_by = [entity_id], set[str]()
    who, when, ring = entity_id, at, False
    step: Held | None = held
    while step is not None and not ring:
        if step.holder_at is not None:
            # Put down where the holder was then: the holder is not on the chain, the holder's place at that time is.
            when = step.holder_at
            step = own_place(scene, policy, step.value, when)
        else:
            root, side = scene.root(step.value), side_of(step)
            if root in met:
                # Two things beside each other are in no ring: neither carries the other.
                ring = side is None and told_by.isdisjoint(met[met.index(root) + 1 :])
                break
            then = at if side is None else told_at(step, when)
            if passed is not None and side is None and then == at:
                if root in passed:
                    break
                passed.add(root)
            inner, step_on = step, own_place(scene, policy, root, then)
            met.append(root)
            if side is not None and step_on is not None and left_since(scene, policy, (root, step_on, then), when):
                left.append(Left(who, side, inner.value))
                met.pop()
            else:
                steps.append((inner.value, inner.relation))
                who = inner.value
                if side is not None:
                    told_by.add(root)
            step, when = step_on, then
        if step is not None:
            hops.append(step)
            ring = len(hops) > len(met) + _LONGEST
    path, relations = tuple(place for place, _ in steps), tuple(relation for _, relation in steps)
    return Chain(path, relations, tuple(hops), ring, tuple(left))


def reasons(scene: Scene, policy: Policy, when: Mapping[str, int]) -> list[str]:
    """The events by which these entities are where they are at the time given with each, each event once; nothing for
    one whose whereabouts are not known. A way outward that many share is walked once."""
    found: dict[str, None] = {}
    passed: dict[int, set[str]] = {}
    for entity_id, at in when.items():
        held = own_place(scene, policy, entity_id, at)
        if held is not None:
            chain = chain_from(scene, policy, entity_id, held, at, passed.setdefault(at, set()))
            found.update(dict.fromkeys(claim.event_id for claim in (held, *chain.hops)))
    return list(found)


def told_at(held: Held, at: int) -> int:
    """The time as of which a landmark's own place counts: as long as the report holds, now; afterwards, then."""
    return min(held.through, at)


def own_place(scene: Scene, policy: Policy | None, landmark: str, at: int) -> Held | None:
    """Where the landmark itself was at that time; None if that was not known. Without a policy nothing fades."""
    view = scene.slice_at(scene.root(landmark), LOCATION, at)
    if view is None or view.slice.status != "known":
        return None
    return view.slice.claims[0] if policy is None else fresh(scene, view, at, policy)


def left_since(scene: Scene, policy: Policy | None, stood: tuple[str, Held, int], at: int) -> bool:
    """Whether a landmark (its root) that was at a place, by that claim, at a time, has moved from there by `at`."""
    landmark, was, then = stood
    now = scene.slice_at(landmark, LOCATION, at) if then < at else None
    return now is not None and now.slice.start > then and has_left(scene, policy, was, now, at)


def has_left(scene: Scene, policy: Policy | None, was: Held, now: View, at: int) -> bool:
    """Whether a landmark whose place was `was` has moved from there by `at`, when it stands as `now` tells: it was
    taken away, or is at a place that does not fit with the one it had."""
    if now.slice.status != "known":
        return now.slice.status == "unknown" and now.slice.reason in _GONE
    found, was = _settled(scene, policy, now.slice.claims[0]), _settled(scene, policy, was)
    here, there = scene.root(found.value), scene.root(was.value)
    if here == there:
        return not covers(found.relation, was.relation) and not covers(was.relation, found.relation)
    return there not in _outward(scene, policy, found, at) and here not in _outward(scene, policy, was, at)


def _settled(scene: Scene, policy: Policy | None, held: Held) -> Held:
    """The claim itself; for "where that holder was then", what is known of where that was, if anything is."""
    asked: set[tuple[str, int]] = set()
    found: Held = held
    while found.holder_at is not None and (found.value, found.holder_at) not in asked:
        asked.add((found.value, found.holder_at))
        then, step = found.holder_at, own_place(scene, policy, found.value, found.holder_at)
        if step is None:
            return held
        found = step._replace(through=told_at(step, then))
    return found


def _outward(scene: Scene, policy: Policy | None, held: Held, at: int) -> list[str]:
    """The places that carry what `held` is about, from the nearest outward; landmarks on the way carry nothing."""
    places: list[str] = []
    met: set[tuple[str, int]] = set()
    step: Held | None = held
    when = at
    while step is not None and (scene.root(step.value), when) not in met:
        root = scene.root(step.value)
        met.add((root, when))
        if step.holder_at is not None:
            when = step.holder_at
        elif side_of(step) is not None:
            when = told_at(step, when)
        else:
            places.append(root)
            when = at
        step = own_place(scene, policy, root, when)
    return places
