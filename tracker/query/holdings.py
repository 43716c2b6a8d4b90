"""Who had what, and when: what passed into somebody's hands and out of them again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION, Placed
from tracker.domain.policy import Policy
from tracker.projection.scene import Scene
from tracker.query.fading import stretches
from tracker.store.views import View


class Holding(NamedTuple):
    """One thing in somebody's hands over `[start, end)` (microseconds since the epoch, UTC; `end` None: still).

    `taken` is the newest event that puts it there, `ended` the one after which it no longer was."""

    thing: str
    start: int
    end: int | None
    taken: str
    ended: str | None
    view: View


def holdings(scene: Scene, holder: str, upto: int, limit: int) -> list[Holding]:
    """What the holder had at or before `upto`, the newest `limit` spans, newest first."""
    found: list[Holding] = []
    for view in scene.targeting(holder, upto):
        claim, row = view.slice.claims[0], view.slice
        if claim.relation != "with" or claim.holder_at is not None:
            continue
        over = row.end is not None and row.end <= upto
        found.append(
            Holding(
                view.entity_id,
                row.start,
                row.end if over else None,
                claim.event_id,
                _ending(scene, view) if over else None,
                view,
            )
        )
        if len(found) == limit:
            break
    return found


def _ending(scene: Scene, view: View) -> str | None:
    assert view.slice.end is not None
    after = scene.slice_at(view.entity_id, LOCATION, view.slice.end)
    if after is None:
        return None
    if after.slice.status == "unknown":
        return after.slice.ended_by
    newest = max(after.slice.claims, key=lambda claim: (claim.at, claim.event_id))
    return newest.event_id


def held_in(policy: Policy, found: list[Holding], window: tuple[int, int]) -> tuple[list[Holding], list[Holding]]:
    """Those of the holdings that were known at some time in the window; and those whose last report was too old to say
    that they still were (row W1)."""
    start, end = window
    known: list[Holding] = []
    faded: list[Holding] = []
    for one in found:
        if one.start < end and (one.end is None or one.end > start):
            fresh = any(
                each.held is not None and each.start < end and (each.end is None or each.end > start)
                for each in stretches(one.view, policy)
            )
            (known if fresh else faded).append(one)
    certain = {one.thing for one in known}
    return known, [one for one in faded if one.thing not in certain]


class Transfer(NamedTuple):
    """Something that passed to somebody; `giver` None when nobody told from whom."""

    thing: str
    giver: str | None
    receiver: str
    event: Event


def transfers(
    scene: Scene, upto: int, thing: str | None = None, giver: str | None = None, receiver: str | None = None
) -> Iterator[Transfer]:
    """What was given, newest first: of a thing, by a giver, to a receiver (None: any)."""
    for view in _given(scene, upto, thing, receiver):
        for claim in view.slice.claims:
            if claim.relation != "with" or claim.at < view.slice.start:
                continue
            event = scene.events((claim.event_id,)).get(claim.event_id)
            by = event.payload.by if event is not None and isinstance(event.payload, Placed) else None
            if event is None or not isinstance(event.payload, Placed):
                continue
            if giver is not None and (by is None or scene.root(by) != giver):
                continue
            if receiver is None or scene.root(claim.value) == receiver:
                yield Transfer(view.entity_id, by, claim.value, event)


def _given(scene: Scene, upto: int, thing: str | None, receiver: str | None) -> Iterator[View]:
    if thing is not None:
        return scene.newest_before(thing, LOCATION, upto)
    if receiver is not None:
        return scene.targeting(receiver, upto)
    return reversed(list(scene.started_in(0, upto + 1, LOCATION)))
