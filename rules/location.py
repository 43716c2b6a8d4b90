"""Where an entity is: at a place, by a landmark, or with a holder. Rows L1-L16 and K1-K5 of `rules/README.md`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from tracker.domain.claims import claim_of, held_of
from tracker.domain.logged import Logged
from tracker.domain.payloads import LOCATION
from tracker.domain.rule import Around, Folded, Subject
from tracker.domain.sides import covers
from tracker.domain.slices import Held
from tracker.timeline import Timeline
from tracker.timeline.compare import leads_to, place_of, side_of


@mypyc_attr(allow_interpreted_subclasses=True)
class LocationRule:
    name = "location"
    version = 3
    owns = (LOCATION,)

    def attributes(self, event: Logged) -> tuple[str, ...]:
        if event.type in _ACTIONS or (event.type == "registered" and event.payload.get("within")):
            return (LOCATION,)
        if event.type == "redacted":
            return (LOCATION,) if event.payload.get("attribute") == LOCATION else ()
        claim = claim_of(event)
        return (LOCATION,) if claim is not None and claim["attribute"] == LOCATION else ()

    def fold(self, subject: Subject, state: Any, events: Sequence[Logged], around: Around) -> Folded:
        return Timeline.load(subject, state, around).fold(events, _read)


def _read(line: Timeline, event: Logged) -> None:
    _READERS[event.type](line, event)


def _seen(line: Timeline, event: Logged) -> None:
    line.observe(event)


def _claimed(line: Timeline, event: Logged) -> None:
    line.claim(held_of(event))


def _said(line: Timeline, event: Logged) -> None:
    corrects = event.type == "corrected"
    line.claim(held_of(event), corrects=corrects, beside=line.said_with(event))
    if corrects:
        line.rule_over(event)


def _denied(line: Timeline, event: Logged) -> None:
    line.deny(held_of(event)._replace(denied=True))


def _not_seen(line: Timeline, event: Logged) -> None:
    if event.payload.get("view") == "occluded":
        return  # S12
    looked, at, around = event.payload["claim"], event.occurred, line.around
    place, relation = around.root(looked["value"]), looked.get("relation")
    if around.closed(place, at):
        return  # L11

    def is_ruled_out(held: Held) -> bool:
        where, side = (None if held.holder_at is not None else held.value), side_of(held)
        if where is not None and around.root(where) == place:
            return covers(relation, side)
        if held.holder_at is not None or side is not None:
            where = around.place_of(held.value, min(held.through, at) if held.holder_at is None else held.holder_at)
        passed: set[str] = set()
        while where is not None and where not in passed:
            if around.root(where) == place:
                return covers(relation, "in")
            if held.relation == "with" or around.closed(where, at):
                return False  # L10: out of sight
            passed.add(where)
            where = around.place_of(where, at)
        return False

    line.absent(event, is_ruled_out)


def _registered(line: Timeline, event: Logged) -> None:
    line.claim(held_of(event, value=event.payload["within"], relation="in", basis="registered"))


def _placed(line: Timeline, event: Logged) -> None:
    _put(line, event, event.payload.get("place"), explained=False)


def _removed(line: Timeline, event: Logged) -> None:
    _take(line, event, event.payload.get("place"))


def _moved(line: Timeline, event: Logged) -> None:
    came_from, target = event.payload.get("from_place"), event.payload.get("to_place")
    if target is None:
        _take(line, event, came_from)
        return
    explained = came_from is not None and any(_is_at(line, held, came_from, event.occurred) for held in line.claims)
    _put(line, event, target, explained=explained)


def _is_at(line: Timeline, held: Held, place: str, at: int) -> bool:
    """Whether the claim has it at the place, on whatever side, or inside it (L8)."""
    root = line.around.root(place)
    return line.around.root(place_of(held, line.around)) == root or leads_to(held, root, "at", at, line.around)


def _put(line: Timeline, event: Logged, place: str | None, *, explained: bool) -> None:
    relation = event.payload.get("relation") or "at"
    if place is None:
        held = held_of(event, value=event.payload["by"], relation=relation)._replace(holder_at=event.occurred)
    else:
        held = held_of(event, value=place, relation=relation)
    already = line.holds(held)
    if event.until is None or event.until == event.occurred or already:
        line.place(held, explained=explained)
    else:
        line.leave(event, None, None, (event.occurred, event.until))  # L9
        line.land(held._replace(at=event.until, through=event.until))


def _take(line: Timeline, event: Logged, place: str | None) -> None:
    holder = event.payload.get("by")
    then = held_of(event, value=holder, relation="with") if holder else None
    if then is not None and then.through != then.at:
        then = then._replace(through=then.at)
    if event.until is None or event.until == event.occurred:
        line.leave(event, place, then, None)
    else:
        left = line.leave(event, place, None, (event.occurred, event.until))  # L9
        if left and then is not None:
            line.land(then._replace(at=event.until, through=event.until))


def _resolved(line: Timeline, event: Logged) -> None:
    line.resolve(event)


def _expired(line: Timeline, event: Logged) -> None:
    line.expire(event)


_ACTIONS = ("placed", "removed", "moved")
_READERS: dict[str, Callable[[Timeline, Logged], None]] = {
    "seen": _seen,
    "stated": _claimed,
    "system_action": _claimed,
    "confirmed": _said,
    "corrected": _said,
    "denied": _denied,
    "not_seen": _not_seen,
    "registered": _registered,
    "placed": _placed,
    "removed": _removed,
    "moved": _moved,
    "resolved": _resolved,
    "redacted": _expired,
}
