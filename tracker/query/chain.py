"""The chain of containment at one time: keys in bag, bag in car, car at garage."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.slices import Held
from tracker.language.news import NEWS
from tracker.projection.scene import Scene
from tracker.store.mentions import Said
from tracker.store.views import View
from tracker.timeline.compare import confidence_at


class Chain(NamedTuple):
    """`path` outward from the nearest place; `hops` are the claims that lead on from there; `ring` when it comes back
    to an entity already on it (row L14)."""

    path: tuple[str, ...]
    hops: tuple[Held, ...]
    ring: bool


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


def chain_from(scene: Scene, policy: Policy, entity_id: str, held: Held, at: int) -> Chain:
    """Follow where `held` puts the entity, and what that is in, until something's whereabouts are not current.

    Visits no entity twice, so it ends however the claims are tied."""
    path: list[str] = []
    hops: list[Held] = []
    met = {entity_id}
    step: Held | None = held
    while step is not None:
        here = step.value
        if step.holder_at is not None:
            # Put down where the holder was then: the holder is not on the chain, the holder's place at that time is.
            then = scene.slice_at(scene.root(here), LOCATION, step.holder_at)
            step = (
                fresh(scene, then, step.holder_at, policy)
                if then is not None and then.slice.status == "known"
                else None
            )
            if step is not None:
                hops.append(step)
            if len(hops) > len(met) + 64:
                return Chain(tuple(path), tuple(hops), True)
            continue
        root = scene.root(here)
        if root in met:
            return Chain(tuple(path), tuple(hops), True)
        met.add(root)
        path.append(here)
        view = scene.slice_at(root, LOCATION, at)
        step = fresh(scene, view, at, policy) if view is not None and view.slice.status == "known" else None
        if step is not None:
            hops.append(step)
    return Chain(tuple(path), tuple(hops), False)
