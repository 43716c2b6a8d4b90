"""The tracker against the naive reference fold, over random streams: the same histories, conflicts and whereabouts."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import strategies as st

from tests.property.agreement import assert_agrees
from tests.property.opening import NOW, fewer, on_both_databases
from tests.property.streams import (
    WITHDRAWING,
    bounded_streams,
    decided_streams,
    delays,
    instants,
    presence_streams,
    streams,
)
from tracker.domain.times import from_us

MOMENT = from_us(NOW)


@on_both_databases(events=streams(), batch=st.integers(1, 5), data=st.data())
def test_the_tracker_says_what_the_reference_fold_says(database, events, batch, data) -> None:
    """Whatever was reported, in whatever order it arrived."""
    arrived = data.draw(st.permutations(events))
    with database.tracker_of(arrived, batch=batch) as tracker:
        assert_agrees(tracker, events, MOMENT)


@on_both_databases(events=streams(), known_at=st.builds(lambda at, delay: at + delay, instants, delays))
def test_so_it_does_as_known_at_any_time(database, events, known_at) -> None:
    """`known_at` is answered as if nothing had been learned after it."""
    with database.tracker_of(events, batch=4) as tracker:
        assert_agrees(tracker, events, MOMENT, known_at)


@on_both_databases(events=bounded_streams(), data=st.data())
def test_so_it_does_over_bounded_claims(database, events, data) -> None:
    """Claims that end by themselves, one inside the other."""
    with database.tracker_of(data.draw(st.permutations(events)), batch=3) as tracker:
        assert_agrees(tracker, events, MOMENT)


@on_both_databases(fewer(), events=streams(max_size=40, referring=8))
def test_so_it_does_over_long_streams(database, events) -> None:
    """Forty events about the same few things."""
    with database.tracker_of(events, batch=7) as tracker:
        assert_agrees(tracker, events, MOMENT)
        assert_agrees(tracker, events, MOMENT, events[len(events) // 2].observed_at + timedelta(seconds=1))


@on_both_databases(events=presence_streams(), data=st.data())
def test_so_it_does_where_the_end_of_a_span_withdraws(database, events, data) -> None:
    """Presence sensors, whose sightings end with their spans."""
    with database.tracker_of(data.draw(st.permutations(events)), batch=3, policy=WITHDRAWING) as tracker:
        assert_agrees(tracker, events, MOMENT, policy=WITHDRAWING)


@on_both_databases(fewer(), events=streams(), data=st.data())
def test_so_it_does_of_anything_where_spans_withdraw(database, events, data) -> None:
    """The same among decisions, merges, actions and people."""
    with database.tracker_of(data.draw(st.permutations(events)), batch=3, policy=WITHDRAWING) as tracker:
        assert_agrees(tracker, events, MOMENT, policy=WITHDRAWING)


@on_both_databases(events=decided_streams(), data=st.data())
def test_so_it_does_of_quarrels_decided_when_they_were_over(database, events, data) -> None:
    """What was told of their spans changes, and nothing after them (C19)."""
    with database.tracker_of(data.draw(st.permutations(events)), batch=3) as tracker:
        assert_agrees(tracker, events, MOMENT)
