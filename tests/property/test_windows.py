"""Windows agree with the instants in them: what `held` says of a span is what `where` and `state` say inside it."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.property.opening import tracker_of
from tests.property.streams import ANYTHING, ENTITIES, PLACES, START, streams
from tracker import Tracker

MOMENT = timedelta(microseconds=1)
# Off every instant at which something happens or a claim reaches the floor, which is rounded to the microsecond.
whens = st.builds(lambda minutes: START + timedelta(minutes=minutes, seconds=7.3), st.integers(-1, 60 * 19))


def root(tracker: Tracker, entity: str) -> str:
    return tracker.where(entity).entity_id


def is_so(tracker: Tracker, entity: str, attribute: str, value: str, at) -> bool:
    if attribute != "location":
        found = tracker.state(entity, attribute, at=at)
        return found.status == "current" and found.value == value
    found = tracker.where(entity, at=at)
    # A path names places as they were reported: merged ones under any of their names.
    return found.status in ("current", "conflict") and root(tracker, value) in {
        root(tracker, one) for one in found.path
    }


QUESTIONS = [
    *((entity, "location", value) for entity in ENTITIES for value in (*PLACES, *ENTITIES, "sack") if value != entity),
    *((entity, "openness", value) for entity in ENTITIES for value in ("open", "closed")),
]


@given(events=streams(), at=whens)
def test_a_window_of_one_moment_held_what_was_current_then(events, at) -> None:
    """Faded, unknown or disputed then: not held. Current then, at any hop of the chain: held."""
    with tracker_of(events, batch=10) as tracker:
        for entity, attribute, value in QUESTIONS:
            expected = is_so(tracker, entity, attribute, value, at)
            for how in ("throughout", "overlaps"):
                found = tracker.held(entity, attribute, value, at, at + MOMENT, how)
                assert found == expected, (entity, attribute, value, how)


@given(events=streams(merging=ANYTHING), start=whens, minutes=st.integers(1, 300), data=st.data())
def test_throughout_is_overlaps_of_every_part(events, start, minutes, data) -> None:
    """A value that held throughout a window held in each window inside it; one that never did in none."""
    end = start + timedelta(minutes=minutes)
    inside = start + timedelta(minutes=data.draw(st.integers(0, minutes - 1)))
    with tracker_of(events, batch=10) as tracker:
        for entity, attribute, value in QUESTIONS:
            part = tracker.held(entity, attribute, value, inside, inside + MOMENT)
            if tracker.held(entity, attribute, value, start, end):
                assert part, (entity, attribute, value)
            if not tracker.held(entity, attribute, value, start, end, "overlaps"):
                assert not part, (entity, attribute, value)


@given(events=streams(), at=whens)
def test_a_faded_span_of_the_history_is_where_nothing_is_current(events, at) -> None:
    """In it `where` says last seen (or a coarser place); outside it the interval's value is current."""
    with tracker_of(events, batch=10) as tracker:
        for entity in ENTITIES:
            for stay in tracker.history(entity, "location", at, at + MOMENT):
                faded = any(start <= at and (end is None or at < end) for start, end in stay.faded)
                found = tracker.where(entity, at=at)
                if faded:
                    assert found.status == "last_seen" or found.place != stay.value, (entity, stay)
                elif stay.status == "known":
                    assert found.status in ("current", "conflict"), (entity, stay)
