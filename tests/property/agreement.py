"""Whether the tracker and the reference fold say the same, about everything they both know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from math import inf

import pytest

from tests.property.streams import CONTAINERS, PLACES, POLICY
from tests.reference.answers import Answer, Reference, Stay
from tracker import Interval, Tracker, Whereabouts
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.times import from_us, to_us

# The instant at which a confidence falls below the floor comes from a logarithm; rounding may move it this far (µs).
ROUNDING = 2
Root = Callable[[str], str]


def all_answers(
    tracker: Tracker,
    names: Iterable[str],
    attributes: Iterable[str],
    known_at: datetime | None = None,
    viewer: Iterable[str] | None = None,
):
    """Every interval of these entities and attributes, for comparing two trackers."""
    return {
        (name, attribute): tracker.history(name, attribute, known_at=known_at, viewer=viewer)
        for name in names
        for attribute in attributes
    }


def assert_agrees(
    tracker: Tracker, events: list[Event], now: datetime, known_at: datetime | None = None, policy: Policy = POLICY
) -> None:
    """The tracker's histories, conflicts, states and whereabouts are the reference fold's."""
    reference = Reference(events, policy, None if known_at is None else to_us(known_at))
    for entity in reference.entities:
        instants = {to_us(event.occurred_at) for event in events}
        for attribute in reference.attributes(entity):
            expected = reference.history(entity, attribute)
            found = tracker.history(entity, attribute, known_at=known_at)
            assert_same_history(found, expected, reference.world.root, f"{entity} {attribute}")
            for at in sorted(instants):
                found_state = tracker.state(entity, attribute, at=from_us(at), known_at=known_at)
                asked = reference.where(entity, at) if attribute == LOCATION else reference.state(entity, attribute, at)
                _assert_same_answer(found_state, asked, reference.world.root)
                _assert_says_what_is_silent(found_state, reference.silent_since(asked, at))
        _assert_same_conflicts(tracker, reference, entity, to_us(known_at or now), known_at)
    latest = max((to_us(event.occurred_at) for event in events), default=to_us(now))
    for place in (*CONTAINERS, *PLACES):
        for relation in ("in", "under", "near", "at"):
            found = tracker.inside(place, from_us(latest), known_at, relation=relation)
            assert found == sorted(reference.inside(place, latest, relation)), (place, relation)


def assert_same_history(found: list[Interval], expected: list[Stay], root: Root, about: str) -> None:
    got = _joined([_from_interval(one, root) for one in found])
    want = _joined([_from_stay(one, root) for one in expected])
    assert [row[1] for row in got] == [row[1] for row in want], (about, _told(got), _told(want))
    for (got_times, _), (want_times, _) in zip(got, want, strict=True):
        near = all(abs(a - b) <= ROUNDING for a, b in zip(got_times, want_times, strict=True) if a != b)
        assert near, (about, _told(got), _told(want))


def _from_interval(one: Interval, root: Root):
    sides = _sides(((side.value, side.denied) for side in one.candidates), root)
    bounds = one.change_bounds and tuple(to_us(moment) for moment in one.change_bounds)
    conflict_id = str(one.conflict_id) if one.conflict_id else None
    end = inf if one.end is None else to_us(one.end)
    value = one.value if one.status == "known" else None
    return (to_us(one.start), end), (one.status, value, bounds, sides, conflict_id)


def _sides(sides: Iterable[tuple[str, bool]], root: Root) -> frozenset[tuple[str, bool]]:
    """Each source keeps its own name for what was merged; the reference tells one name for all."""
    return frozenset((root(value), denied) for value, denied in sides)


def _from_stay(one: Stay, root: Root):
    value = one.value if one.status == "known" else None
    return (one.start, one.end), (one.status, value, one.bounds, _sides(one.sides, root), one.conflict_id)


def _joined(rows: list) -> list:
    """Neighbouring stretches of `unknown` are one: the table does not say how often one can begin not to know."""
    joined: list = []
    for times, what in rows:
        if joined and what[0] == "unknown" and joined[-1][1][0] == "unknown":
            joined[-1] = ((joined[-1][0][0], times[1]), what)
        else:
            joined.append((times, what))
    return joined


def _told(rows: list) -> list[str]:
    lines = []
    for (start, end), what in rows:
        until = "" if end == inf else str(from_us(end))[11:25]
        lines.append(f"{str(from_us(start))[11:25]}–{until} {[one for one in what if one]}")
    return lines


def _assert_same_answer(found: Whereabouts, expected: Answer, root: Root) -> None:
    about = (found.entity_id, found.attribute, str(found.at), found, expected)
    assert found.status == expected.status, about
    if expected.confidence is not None:
        assert found.confidence == pytest.approx(expected.confidence), about
        assert found.basis == expected.basis, about
        assert expected.since in (None, _us(found.since)), about
    if expected.status == "current" or expected.ring:
        # A side of a conflict is remembered by its newest report, which may tell no relation where an older one did.
        assert expected.disputed or found.relation == expected.relation, about
        assert (found.place if found.attribute == LOCATION else found.value) == expected.value, about
        assert found.path == expected.path, about
    elif expected.status == "conflict":
        assert _us(found.since) == expected.since, about
        sides = _sides(((side.value, side.denied) for side in found.candidates), root)
        assert sides == _sides(expected.sides, root), about
    elif expected.status == "unknown":
        assert _us(found.until) == expected.until, about
        bounds = found.change_bounds and tuple(to_us(moment) for moment in found.change_bounds)
        assert bounds == expected.bounds, about


def _assert_says_what_is_silent(found: Whereabouts, since: int | None) -> None:
    said = f" The source has been offline since {_clock(from_us(since or 0), found.at)}."
    told = "source has been offline" in found.text if since is None else found.text.endswith(said)
    assert told == (since is not None), (found.text, since)


def _clock(moment: datetime, asked: datetime) -> str:
    form = "%H:%M:%S UTC" if moment.second else "%H:%M UTC"
    return moment.strftime(form if moment.date() == asked.date() else f"%Y-%m-%d {form}")


def _us(moment: datetime | None) -> int | None:
    return None if moment is None else to_us(moment)


def _assert_same_conflicts(
    tracker: Tracker, reference: Reference, entity: str, now: int, known_at: datetime | None
) -> None:
    entity = reference.world.root(entity)
    queue = tracker.conflicts(status=None, entity=entity, known_at=known_at)
    found = {str(one.conflict_id): (to_us(one.start), one.status) for one in queue if one.kind == "conflict"}
    begun = [one for one in reference.conflicts(entity) if one.start <= now]
    assert found == {one.conflict_id: (one.start, one.status_at(now)) for one in begun}, (entity, queue)
