"""Plain tracks: where each container's own last accepted claim puts it, without conflict logic.

A fold needs to know whether one place is inside another at a time. Were that answered from the other entity's fold,
folds would depend on each other; a plain track depends on that entity's own events alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tracker.domain.claims import claim_of
from tracker.domain.events import Logged
from tracker.domain.payloads import LOCATION
from tracker.domain.times import iso_us

OPENNESS = "openness"
_POSITIVE = frozenset({"seen", "stated", "system_action", "confirmed", "corrected"})


class Stop(NamedTuple):
    """Where an entity is from a time on: a place, or where `holder` was at `then`, or nowhere known."""

    place: str | None
    holder: str | None = None
    then: int = 0


class Track(NamedTuple):
    """Stops and openness of one entity, by the time (µs since the epoch, UTC) from which they hold."""

    times: list[int]
    stops: list[Stop]
    open_times: list[int]
    open_values: list[str]


NOWHERE = Stop(None)
_ALWAYS = 1 << 62


def track_of(events: Iterable[Logged]) -> Track:
    """The plain track of an entity's projecting events, given in fold order."""
    track = Track([], [], [], [])
    ends: int | None = None
    for event in events:
        stop = _stop(event)
        if stop is not None:
            if ends is not None and ends <= event.occurred:
                track.times.append(ends)
                track.stops.append(NOWHERE)
            track.times.append(event.occurred)
            track.stops.append(stop)
            until = (claim_of(event) or {}).get("until")
            ends = None if until is None else iso_us(until)
        else:
            claim = claim_of(event)
            if claim is not None and claim["attribute"] == OPENNESS and event.type in _POSITIVE:
                track.open_times.append(event.occurred)
                track.open_values.append(claim["value"])
    if ends is not None:
        track.times.append(ends)
        track.stops.append(NOWHERE)
    return track


def _stop(event: Logged) -> Stop | None:
    payload = event.payload
    if event.type == "placed":
        return Stop(payload["place"]) if payload.get("place") else Stop(None, payload["by"], event.occurred)
    if event.type == "moved":
        return Stop(payload.get("to_place") or payload.get("by"))
    if event.type == "removed":
        return Stop(payload.get("by"))
    if event.type == "registered":
        return Stop(payload["within"]) if payload.get("within") else None
    claim = claim_of(event)
    if claim is None or claim["attribute"] != LOCATION or event.type not in _POSITIVE:
        return None
    return Stop(claim["value"])


class Surroundings:
    """The world around one fold: plain tracks by lazy lookup, and a note of whose tracks were asked, up to when.

    `consulted` maps each entity asked about to the latest time asked: an event of that entity at or before it may
    change this fold."""

    def __init__(self, track: Callable[[str], Track | None], into: Mapping[str, str]) -> None:
        """`into`: merged entities and those that they ended up as."""
        self._track, self._into = track, into
        self.consulted: dict[str, int] = {}

    def inside(self, thing: str, container: str, at: int) -> bool:
        here = self.place_of(thing, at)
        if here is None:
            return False
        container, seen = self.root(container), {thing}
        while here is not None:
            if self.root(here) == container:
                return True
            if here in seen:
                return False
            seen.add(here)
            here = self.place_of(here, at)
        return False

    def root(self, entity_id: str) -> str:
        root = self._into.get(entity_id)
        if root is None:
            return entity_id
        self._note(entity_id, _ALWAYS)
        return root

    def place_of(self, holder: str, at: int) -> str | None:
        for _ in range(32):  # "where B was then", of B "where C was then", …: bounded so that a ring ends
            stop = self._stop_at(holder, at)
            if stop.holder is None:
                return stop.place
            holder, at = stop.holder, stop.then
        return None

    def closed(self, container: str, at: int) -> bool:
        track = self._ask(container, at)
        if track is None:
            return False
        index = bisect_right(track.open_times, at)
        return index > 0 and track.open_values[index - 1] == "closed"

    def _stop_at(self, entity: str, at: int) -> Stop:
        track = self._ask(entity, at)
        if track is None:
            return NOWHERE
        index = bisect_right(track.times, at)
        return track.stops[index - 1] if index else NOWHERE

    def _ask(self, entity: str, at: int) -> Track | None:
        root = self.root(entity) if self._into else entity
        self._note(root, at)
        return self._track(root)

    def _note(self, entity: str, at: int) -> None:
        if self.consulted.get(entity, -_ALWAYS) < at:
            self.consulted[entity] = at
