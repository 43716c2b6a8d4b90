"""Plain tracks: where each container's own last accepted claim puts it, without conflict logic.

A fold needs to know whether one place is inside another at a time. Were that answered from the other entity's fold,
folds would depend on each other; a plain track depends on that entity's own events alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tracker.domain.claims import claim_of
from tracker.domain.logged import Logged
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import AttributePolicy
from tracker.domain.sides import LANDMARK_RELATIONS, covers
from tracker.domain.slices import AS_TUPLE
from tracker.domain.times import iso_us

OPENNESS = "openness"
_POSITIVE = frozenset({"seen", "stated", "system_action", "confirmed", "corrected"})


class Stop(NamedTuple):
    """Where an entity is from a time on: a place, or where `holder` was at `then`, or nowhere known. With a `side`, the
    holder is a landmark: the entity is under it, behind it, …"""

    place: str | None
    holder: str | None = None
    then: int = 0
    side: str | None = None


NOWHERE = Stop(None)
_ALWAYS = 1 << 62
_BEFORE_ALL = 1 - _ALWAYS


class Footing(NamedTuple):
    """What a track comes to after some events, to go on from: the last stop, since when, and when a bounded one ends;
    the last openness, and since when. All times in microseconds since the epoch (UTC)."""

    at: int = -_ALWAYS
    stop: Stop = NOWHERE
    ends: int | None = None
    open_at: int = -_ALWAYS
    openness: str = ""

    def dump(self) -> list[Any]:
        return [self.at, list(self.stop), *self[2:]]

    @classmethod
    def load(cls, state: list[Any]) -> Footing:
        at, stop, *rest = state
        return cls(at, Stop(*stop), *rest)


class Track(NamedTuple):
    """Stops and openness of one entity, by the time (µs since the epoch, UTC) from which they hold; what was before
    `since` is not in it."""

    since: int
    times: list[int]
    stops: list[Stop]
    open_times: list[int]
    open_values: list[str]


_BEGINNING = Footing()


def footing(events: Sequence[Logged], policy: AttributePolicy, before: Footing = _BEGINNING) -> Footing:
    """What the track comes to after these events, given in fold order, all after those of `before`."""
    at, stop, ends, open_at, openness = before
    for event in reversed(events):
        found = _stop(event)
        if found is not None:
            at, stop, ends = event.occurred, found, _ends(event, policy)
            break
    for event in reversed(events):
        value = _openness(event)
        if value is not None:
            open_at, openness = event.occurred, value
            break
    return AS_TUPLE(Footing, (at, stop, ends, open_at, openness))


def track_of(
    events: Iterable[Logged], policy: AttributePolicy, before: Footing = _BEGINNING, since: int = -_ALWAYS
) -> Track:
    """The plain track from `since` on of an entity's projecting events, given in fold order, all after those of
    `before`."""
    track = Track(since, [before.at], [before.stop], [before.open_at], [before.openness])
    ends = before.ends
    for event in events:
        stop = _stop(event)
        if stop is not None:
            if ends is not None and ends <= event.occurred:
                track.times.append(ends)
                track.stops.append(NOWHERE)
            track.times.append(event.occurred)
            track.stops.append(stop)
            ends = _ends(event, policy)
        else:
            value = _openness(event)
            if value is not None:
                track.open_times.append(event.occurred)
                track.open_values.append(value)
    if ends is not None:
        track.times.append(ends)
        track.stops.append(NOWHERE)
    return track


def _ends(event: Logged, policy: AttributePolicy) -> int | None:
    """When the stop ends by the event's own words: its `until`, or the span of what its source withdraws (S13)."""
    until = (claim_of(event) or {}).get("until")
    told = None if until is None else iso_us(until)
    withdrawn = policy.withdrawn_at(event)
    if told is None or withdrawn is None:
        return withdrawn if told is None else told
    return min(told, withdrawn)


def _openness(event: Logged) -> str | None:
    claim = claim_of(event)
    if claim is None or claim["attribute"] != OPENNESS or event.type not in _POSITIVE:
        return None
    return str(claim["value"])


def _stop(event: Logged) -> Stop | None:
    payload = event.payload
    if event.type == "placed":
        place = payload.get("place")
        return _at(event, place, payload) if place else Stop(None, payload["by"], event.occurred)
    if event.type == "moved":
        target = payload.get("to_place")
        return _at(event, target, payload) if target else Stop(payload.get("by"))
    if event.type == "removed":
        return Stop(payload.get("by"))
    if event.type == "registered":
        return Stop(payload["within"]) if payload.get("within") else None
    claim = claim_of(event)
    if claim is None or claim["attribute"] != LOCATION or event.type not in _POSITIVE:
        return None
    return _at(event, claim["value"], claim)


def _at(event: Logged, place: str, told: dict[str, Any]) -> Stop:
    """A stop at the place, in the relation that is told with it: at a landmark, for as long as the report holds where
    that is, and then where it was."""
    side = told.get("relation")
    if side not in LANDMARK_RELATIONS:
        return Stop(place)
    return Stop(None, place, event.occurred if event.until is None else event.until, side)


class Surroundings:
    """The world around one fold: plain tracks by lazy lookup, and a note of whose tracks were asked, up to when.

    `consulted` maps each entity asked about to the latest time asked: an event of that entity at or before it may
    change this fold."""

    def __init__(self, track: Callable[[str, int], Track | None], into: Mapping[str, str]) -> None:
        """`track` gives an entity's track that covers a time; `into`: merged entities and those that they ended up
        as."""
        self._track, self._into = track, into
        self.consulted: dict[str, int] = {}

    def inside(self, thing: str, container: str, at: int, relation: str | None = "in") -> bool:
        container, seen = self.root(container), set[str]()
        here: str | None = thing
        while here is not None and here not in seen:
            seen.add(here)
            place, told_by = self._leads_to(here, at)
            if any(covers(relation, side) and self.root(landmark) == container for landmark, side in told_by):
                return True
            if place is not None and covers(relation, "in") and self.root(place) == container:
                return True
            here = place
        return False

    def root(self, entity_id: str) -> str:
        self._note(entity_id, _BEFORE_ALL)  # no event of that entity matters, but a merge does
        return self._into.get(entity_id, entity_id)

    def place_of(self, holder: str, at: int) -> str | None:
        return self._leads_to(holder, at)[0]

    def _leads_to(self, holder: str, at: int) -> tuple[str | None, list[tuple[str, str]]]:
        """What the holder is in, and the landmarks that tell it, each with the side of it."""
        told_by = list[tuple[str, str]]()
        for _ in range(32):  # "where B was then", of B "where C was then", …: bounded so that a ring ends
            track = self._ask(holder, at)
            if track is None:
                break
            stop = track.stops[bisect_right(track.times, at) - 1]
            if stop.holder is None:
                return stop.place, told_by
            if stop.side is not None:
                told_by.append((stop.holder, stop.side))
            holder, at = stop.holder, min(stop.then, at)
        return None, told_by

    def closed(self, container: str, at: int) -> bool:
        track = self._ask(container, at)
        if track is None:
            return False
        return track.open_values[bisect_right(track.open_times, at) - 1] == "closed"

    def _ask(self, entity: str, at: int) -> Track | None:
        root = self.root(entity) if self._into else entity
        self._note(root, at)
        return self._track(root, at)

    def _note(self, entity: str, at: int) -> None:
        known = self.consulted.get(entity)
        if known is None or known < at:
            self.consulted[entity] = at
