"""Whether a change of the record tells of a move, of the thing itself or of what carried it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from tracker.domain.answers import Change
from tracker.domain.payloads import ACTION_TYPES, LOCATION
from tracker.domain.times import to_us
from tracker.query.ask.world import World
from tracker.query.itinerary import pieces_back
from tracker.query.windows import changes
from tracker.store.views import View

_FURTHEST = 2000
"""Pieces and changes that are looked at: an answer comes at once however long the history is."""


class Carried(NamedTuple):
    """A change of place of the carrier while the thing was in it, or with them."""

    change: Change
    thing: str


def before(world: World, change: Change) -> View | None:
    """What was on record until the change; None: nothing yet, or nothing any more."""
    return world.scene.slice_at(change.entity_id, change.attribute, to_us(change.at) - 1)


def is_closer_look(world: World, change: Change) -> bool:
    """Whether the new place is inside the old one, which is still held beside it (row S6)."""
    view = world.scene.slice_at(change.entity_id, change.attribute, to_us(change.at))
    beside = view.slice.claims[1:] if view is not None and view.slice.status == "known" else ()
    return change.before is not None and any(claim.value == change.before for claim in beside)


def is_move(world: World, change: Change) -> bool:
    """Whether it says that the thing changed place: a first sighting, a closer look and a dispute do not."""
    if change.attribute != LOCATION or change.status == "conflict" or not change.event_ids:
        return False
    if change.before is not None and change.after is not None:
        return not is_closer_look(world, change)
    event = world.event(str(change.event_ids[0]))
    return event is not None and (event.type in ACTION_TYPES or (event.type == "not_seen" and change.after is None))


def carried(world: World, thing: str, window: tuple[int, int]) -> list[Carried]:
    """The moves in the window of whatever the thing was known to be in or with then, oldest first."""
    found = [
        Carried(change, thing)
        for carrier, (start, end) in _rides(world, thing, window)
        for change in islice(changes(world.scene, (start + 1, end), LOCATION, carrier), _FURTHEST)
        if is_move(world, change)
    ]
    return sorted(found, key=lambda one: (one.change.at, one.change.entity_id))


def _rides(world: World, thing: str, window: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each carrier with a span in which the thing was in it throughout."""
    open_: dict[str, tuple[int, int]] = {}
    pieces = islice(pieces_back(world.scene, thing, window[1], window[0], world.policy), _FURTHEST)
    for piece in pieces:
        end = window[1] if piece.end is None else piece.end
        for hop in piece.hops:
            carrier = world.scene.root(hop.value)
            known = open_.get(carrier)
            if known is not None and known[0] != end:
                yield carrier, known
                known = None
            open_[carrier] = (piece.start, end if known is None else known[1])
    yield from open_.items()


def count_moves(world: World, thing: str, window: tuple[int, int]) -> dict[str, None]:
    """The events behind the moves in the window, each once: a move that takes a while is one."""
    own = (change for change in changes(world.scene, window, LOCATION, thing) if is_move(world, change))
    behind = [*own, *(one.change for one in carried(world, thing, window))]
    return dict.fromkeys(str(change.event_ids[0]) for change in behind)


def is_glimpse(world: World, event_id: str | None) -> bool:
    """Whether the event only saw the state, so that the change lies somewhere before it; a sensor that reports a
    change (`system_action`) and words that tell one say when it was."""
    event = world.event(event_id)
    return event is not None and event.type == "seen" and not event.source.startswith("sensor:")
