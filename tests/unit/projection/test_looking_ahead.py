"""What a fold says of times after its last event rests on others' events too: these make it say it anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.projection.folding_between import DAY, assert_as_replayed, at, one_by_one, told
from tracker import Tracker


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as opened:
        yield opened


def placed(number: int, place: str, clock: str, until: str) -> dict:
    return told(number, "cup", "placed", clock, {"place": place}, occurred_until=f"{DAY}{until}Z")


# The cup, known to be on the desk and in the room, lands in the bag: is it still in the room then?
ROOMS = [told(1, "desk", "seen", "11:00:00", at("room")), told(2, "bag", "seen", "12:00:00", at("room"))]
CUP = [told(4, "cup", "seen", "13:20:00", at("room")), told(5, "cup", "seen", "14:00:00", at("desk"))]
LANDING = [*ROOMS, placed(3, "bag", "13:00:00", "15:00:00"), *CUP]
MOVED = told(8, "bag", "seen", "14:30:00", at("shed"))


def test_where_something_lands_is_compared_with_where_that_is_by_then(tracker) -> None:
    """The bag moves after the last report of what is to land in it, before it lands."""
    one_by_one(tracker, [*LANDING, MOVED])
    assert_as_replayed(tracker)


def test_it_is_compared_anew_when_another_attribute_is_reported_meanwhile(tracker) -> None:
    """In one go with the move, so that the entity has news of its own."""
    one_by_one(tracker, LANDING)
    door = told(9, "cup", "seen", "14:20:00", {"claim": {"attribute": "openness", "value": "open"}})
    tracker.append([door, MOVED])
    tracker.digest()
    assert_as_replayed(tracker)


def test_what_a_bounded_claim_interrupted_is_compared_with_where_that_is_by_then(tracker) -> None:
    """S8: it goes on after the end with what stood beside it, if one is still inside the other."""
    bounded = told(9, "cup", "seen", "14:20:00", {"claim": {"value": "shelf", "until": f"{DAY}15:00:00Z"}})
    moved = told(8, "desk", "seen", "14:30:00", at("shed"))
    one_by_one(tracker, [*ROOMS, *CUP, bounded, moved])
    assert_as_replayed(tracker)


def test_events_before_1970_are_no_exception(tracker) -> None:
    """What is asked at the very instant of another's event is asked again, whenever that was observed."""
    old = "1960-01-01T12:00:00Z"
    long_ago = {"occurred_at": old, "observed_at": old}
    events = [
        told(5, "keys", "seen", "12:00:00", at("bag"), **long_ago, source="camera:a"),
        told(6, "keys", "seen", "12:00:00", at("table"), **long_ago, source="camera:b"),
        told(1, "bag", "seen", "12:00:00", at("table"), **long_ago),
    ]
    one_by_one(tracker, events)
    assert_as_replayed(tracker)
