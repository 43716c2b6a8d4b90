"""A conflict is settled by naming events of its entity, under whatever name they were reported."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest

from tests.unit.projection.folding_between import DAY, about, at, told
from tracker import Conflict, Tracker
from tracker.domain.times import iso_us
from tracker.errors import InvalidInput

NOW = iso_us(f"{DAY}14:00:00+00:00")


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    """The keys were merged into the cup; two cameras disagree, and the first said it again under the old name."""
    with Tracker.open("sqlite://", clock=lambda: NOW) as opened:
        opened.append(told(1, "keys", "merged", "10:00:00", {"into": "cup"}))
        opened.append(
            [
                told(2, "keys", "seen", "12:00:00", at("hall"), source="camera:a"),
                told(3, "cup", "seen", "12:00:01", at("desk"), source="camera:b"),
                told(4, "keys", "seen", "13:00:00", at("hall"), source="camera:a"),
                told(5, "lamp", "seen", "13:00:00", at("hall"), source="camera:a"),
            ]
        )
        yield opened


def conflict(tracker: Tracker) -> Conflict:
    (found,) = tracker.conflicts()
    return found


def settle(tracker: Tracker, found: Conflict, kept: int) -> None:
    decision = {"action": "resolve", "by": "ana", "conflict_id": found.conflict_id, "keep": [UUID(int=kept)]}
    tracker.decide(decision | {"at": found.start})


@pytest.mark.parametrize("kept", [2, 4])
def test_every_side_that_the_queue_offers_is_taken_for_any_time(tracker, kept) -> None:
    """The newest report of a side is not one of its events at the conflict's start; it is the entity's all the same."""
    settle(tracker, conflict(tracker), kept)
    assert tracker.where("keys", at=f"{DAY}12:30:00Z").place == "hall"
    assert tracker.conflicts() == []


def test_an_event_that_was_split_off_to_the_entity_is_its_own(tracker) -> None:
    tracker.append(told(6, "lamp", "split", "13:30:00", about(5) | {"new_entity": "cup"}))
    settle(tracker, conflict(tracker), 5)
    assert tracker.conflicts() == []


def test_an_event_of_another_entity_is_refused(tracker) -> None:
    found = conflict(tracker)
    with pytest.raises(InvalidInput, match="is about lamp, not about cup"):
        settle(tracker, found, 5)


def test_an_event_that_was_split_off_to_another_is_refused(tracker) -> None:
    tracker.append(told(6, "keys", "split", "13:30:00", about(4) | {"new_entity": "spare"}))
    found = conflict(tracker)
    with pytest.raises(InvalidInput, match="is about spare, not about cup"):
        settle(tracker, found, 4)
