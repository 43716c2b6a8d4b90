"""What was forgotten is gone from everything that was made of it, however much was folded before it."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest

from tests.unit.projection.folding_between import about, assert_as_replayed, at, one_by_one, told
from tracker import Tracker
from tracker.domain.policy import Policy
from tracker.domain.times import iso_us

NOW = iso_us("2026-03-02T23:00:00+00:00")


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    policy = Policy(retain_s={"guess": 6 * 3600})
    with Tracker.open("sqlite://", policy=policy, clock=lambda: NOW) as opened:
        yield opened


def forget(number: int, *forgotten: int) -> dict:
    return told(number, "keys", "redacted", "17:00:00", about(*forgotten, reason="privacy"))


def guess(number: int, clock: str) -> dict:
    return told(number, "keys", "seen", clock, at("hall"), confidence=0.3, source="guess")


@pytest.mark.parametrize("sightings", [1, 200])
@pytest.mark.parametrize("swept", [False, True])
def test_a_forgotten_guess_waits_for_nobody(tracker, sightings, swept) -> None:
    for number in range(sightings):
        tracker.append(told(100 + number, "keys", "seen", f"12:{number // 60:02}:{number % 60:02}", at("bag")))
    one_by_one(tracker, [guess(1, "14:00:00"), guess(2, "14:00:00")])
    assert len(tracker.conflicts()) == 2
    if swept:
        tracker.sweep()
    else:
        one_by_one(tracker, [forget(3, 1, 2)])
    assert tracker.conflicts() == []
    assert_as_replayed(tracker)


def test_nor_does_one_that_was_named_before_it_came(tracker) -> None:
    settled = told(3, "keys", "resolved", "16:00:00", {"conflict_id": str(UUID(int=1)), "keep": [str(UUID(int=1))]})
    unbelievable = told(2, "keys", "seen", "13:00:00", at("bag"), confidence=0.0)
    one_by_one(tracker, [unbelievable, settled, guess(1, "14:00:00"), forget(4, 1)])
    assert tracker.conflicts() == []
    assert_as_replayed(tracker)


@pytest.mark.parametrize("named_under", ["keys", "box"])
def test_a_settlement_by_what_was_forgotten_is_undone(tracker, named_under) -> None:
    """C14: it keeps the side that an event stands for; without that event it names no side. Wherever the event
    stands, in time and under which entity."""
    quarrel = [
        told(1, "keys", "seen", "12:00:00", at("hall"), source="camera:a"),
        told(2, "keys", "seen", "12:00:01", at("desk"), source="camera:b"),
    ]
    one_by_one(tracker, [*quarrel, told(5, named_under, "seen", "15:00:00", at("hall"), source="camera:a")])
    conflict = tracker.where("keys", at="2026-03-02T12:00:02Z").conflict_id
    settled = {"conflict_id": str(conflict), "keep": [str(UUID(int=5))]}
    one_by_one(tracker, [told(6, "keys", "resolved", "13:00:00", settled)])
    assert tracker.where("keys", at="2026-03-02T14:00:00Z").place == "hall"
    one_by_one(tracker, [told(7, "keys", "redacted", "17:00:00", about(5, reason="privacy"))])
    assert tracker.where("keys", at="2026-03-02T14:00:00Z").status == "conflict"
    assert_as_replayed(tracker)


def test_a_replay_says_that_what_waits_for_a_person_differs(tracker) -> None:
    """An item of the queue is no interval, but a digest that differs is never left unexplained."""
    one_by_one(tracker, [told(2, "keys", "seen", "13:00:00", at("bag")), guess(1, "14:00:00")])
    with tracker.store.write() as connection:
        connection.exec_driver_sql("DELETE FROM problems")
    trial = tracker.replay(dry_run=True)
    assert trial.before != trial.after
    assert (trial.changed, trial.changes) == (0, ())
    assert trial.queued == 1
