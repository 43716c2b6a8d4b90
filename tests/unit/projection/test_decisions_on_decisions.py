"""A decision bears on whatever the decisions that it is about bear on, however many lie between."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.projection.folding_between import DAY, about, assert_as_replayed, at, one_by_one, told
from tracker import Tracker

LATER = f"{DAY}20:00:00Z"
UNDOING = ["rejected", "redacted"]


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as opened:
        yield opened


def undo(number: int, kind: str, of: int, clock: str, entity: str) -> dict:
    return told(number, entity, kind, clock, about(of, reason="a slip"))


@pytest.mark.parametrize("kind", UNDOING)
@pytest.mark.parametrize(("first", "second"), [("bag", "bag"), ("keys", "bag"), ("bag", "cup")])
def test_a_merge_undone_and_redone_stands(tracker, kind, first, second) -> None:
    """I1, I2, A4: wherever the decisions are filed, nothing of the entity is left under its own name."""
    merge = told(2, "keys", "merged", "13:00:00", {"into": "cup"})
    events = [told(1, "keys", "seen", "12:00:00", at("box")), merge, undo(3, "rejected", 2, "14:00:00", first)]
    one_by_one(tracker, [*events, undo(4, kind, 3, "15:00:00", second)])
    assert tracker.inside("box", at=LATER) == ["cup"]
    assert_as_replayed(tracker)
    one_by_one(tracker, [undo(5, "rejected", 4, "16:00:00", "lamp")])
    assert tracker.inside("box", at=LATER) == (["keys"] if kind == "rejected" else ["cup"])
    assert_as_replayed(tracker)


def test_a_split_undone_and_redone_stands(tracker) -> None:
    split = told(3, "keys", "split", "13:00:00", about(1) | {"new_entity": "spare"})
    events = [told(1, "keys", "seen", "12:00:00", at("box")), told(2, "keys", "seen", "12:30:00", at("bag")), split]
    undoing = [undo(4, "rejected", 3, "14:00:00", "bag"), undo(5, "rejected", 4, "15:00:00", "lamp")]
    one_by_one(tracker, [*events, *undoing])
    assert tracker.inside("box", at=LATER) == ["spare"]
    assert_as_replayed(tracker)


@pytest.mark.parametrize("kind", UNDOING)
def test_a_sighting_ruled_out_and_back_counts(tracker, kind) -> None:
    """A4: of an ordinary event too, with decisions that are all filed elsewhere."""
    events = [told(1, "keys", "seen", "12:00:00", at("box")), undo(2, "rejected", 1, "13:00:00", "bag")]
    one_by_one(tracker, [*events, undo(3, kind, 2, "14:00:00", "lamp")])
    assert tracker.inside("box", at=LATER) == ["keys"]
    assert_as_replayed(tracker)


def test_a_redaction_that_was_redacted_before_it_came_still_frees_what_was_decided(tracker) -> None:
    """Its own words are gone when it arrives; what it erases is erased all the same."""
    merge = told(2, "keys", "merged", "13:00:00", {"into": "cup"})
    events = [told(1, "keys", "seen", "12:00:00", at("box")), merge, undo(3, "rejected", 2, "14:00:00", "bag")]
    one_by_one(tracker, [*events, undo(5, "redacted", 4, "16:00:00", "lamp")])
    one_by_one(tracker, [undo(4, "redacted", 3, "15:00:00", "desk")])
    assert tracker.inside("box", at=LATER) == ["cup"]
    assert_as_replayed(tracker)


@pytest.mark.parametrize("kind", UNDOING)
@pytest.mark.parametrize("sightings", [1, 200])
def test_a_name_that_was_ruled_out_is_not_found(tracker, kind, sightings) -> None:
    """However much is already folded before it."""
    for number in range(sightings):
        tracker.append(told(100 + number, "ring", "seen", f"12:{number // 60:02}:{number % 60:02}", at("box")))
    named = told(1, "ring", "alias_added", "13:00:00", {"name": "the keys"})
    one_by_one(tracker, [named, undo(2, kind, 1, "14:00:00", "bag")])
    assert tracker.resolve("the keys") == []
    assert tracker.where("the keys", at=LATER).status == "never_seen"


@pytest.mark.parametrize("kind", UNDOING)
def test_a_kind_that_was_ruled_out_lets_nothing_fade(tracker, kind) -> None:
    """A registration gives the kind, and with it the policy, of what was folded before it too."""
    for number in range(200):
        tracker.append(told(100 + number, "ring", "seen", f"12:{number // 60:02}:{number % 60:02}", at("box")))
    registered = told(1, "ring", "registered", "13:00:00", {"kind": "phone", "names": ["a phone"]})
    one_by_one(tracker, [registered, undo(2, kind, 1, "14:00:00", "bag")])
    tracker.append(told(3, "ring", "seen", "15:00:00", at("bag")))
    assert_as_replayed(tracker)


def test_any_number_of_decisions_may_be_about_one_another(tracker) -> None:
    """Each rejects the one before it: an even number of them leaves the sighting as it was."""
    many = 1_200
    undone = [undo(n, "rejected", n - 1, f"13:{n // 60:02}:{n % 60:02}", "cat") for n in range(2, many + 2)]
    tracker.append([told(1, "cat", "seen", "12:00:00", at("box")), *undone[:-1]])
    assert tracker.inside("box", at=LATER) == []
    tracker.append(undone[-1:])
    assert tracker.inside("box", at=LATER) == ["cat"]
