"""A decision is checked against the log before it is written: names are understood, slips of the pen refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tracker import Tracker
from tracker.errors import AmbiguousName, InvalidInput, UnknownReference

SOME_ID = "0190b4b6-7c1e-7000-8000-000000000000"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def seen(entity_id: str, place: str) -> dict[str, Any]:
    claim = {"claim": {"value": place, "relation": "in"}}
    return {"entity_id": entity_id, "type": "seen", "occurred_at": NOON, "source": "camera:a", "payload": claim}


def registered(entity_id: str, *names: str) -> dict[str, Any]:
    payload = {"kind": "thing", "names": names}
    return {"entity_id": entity_id, "type": "registered", "occurred_at": NOON, "source": "user:a", "payload": payload}


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as opened:
        opened.append([seen("keys", "hall_drawer"), seen("mug", "kitchen"), registered("hall_drawer", "the drawer")])
        opened.append(
            [registered("spare", "the other keys"), registered("twin_1", "twin"), registered("twin_2", "twin")]
        )
        yield opened


def test_into_may_be_a_registered_name(tracker: Tracker) -> None:
    """Merging into a name merges into the entity that has it, not into a new one of that id."""
    tracker.decide({"action": "merge", "by": "ana", "entity_id": "keys", "into": "the other keys"})
    assert tracker.where("keys", at=NOON).entity_id == "spare"


def test_a_correction_may_name_the_place(tracker: Tracker) -> None:
    """What is corrected to 'the drawer' is in the drawer, and found in it."""
    tracker.decide({"action": "correct", "by": "ana", "entity_id": "mug", "value": "the drawer", "at": NOON})
    assert tracker.where("mug", at=NOON).place == "hall_drawer"
    assert tracker.inside("the drawer", at=NOON) == ["keys", "mug"]


def test_a_value_that_is_no_place_stays_as_it_was_said(tracker: Tracker) -> None:
    """Only a location names an entity."""
    said = {
        "action": "correct",
        "by": "ana",
        "entity_id": "mug",
        "attribute": "label",
        "value": "the drawer",
        "at": NOON,
    }
    tracker.decide(said)
    assert tracker.state("mug", "label", at=NOON).value == "the drawer"


def test_held_takes_the_name_of_a_place(tracker: Tracker) -> None:
    """'No' to a place's registered name would be wrong when its id gets 'yes'."""
    window = (NOON, datetime(2026, 3, 2, 13, tzinfo=UTC))
    assert tracker.held("keys", "location", "hall_drawer", *window)
    assert tracker.held("keys", "location", "the drawer", *window)


@pytest.mark.parametrize(
    ("decision", "kind", "problem"),
    [
        ({"action": "merge", "entity_id": "keys", "into": "twin"}, AmbiguousName, "'twin' may be any of"),
        ({"action": "accept", "by": ""}, InvalidInput, "by: is empty"),
        ({"action": "split", "entity_id": "mug", "new_entity": "cup"}, InvalidInput, "is about keys, not about mug"),
    ],
)
def test_a_slip_is_refused_and_nothing_is_written(
    tracker: Tracker, decision: dict[str, Any], kind: type[Exception], problem: str
) -> None:
    """One line says what is wrong; the log stays as it was."""
    event = next(tracker.events("keys"))
    before = tracker.verify().head
    with pytest.raises(kind, match=problem):
        tracker.decide({"by": "ana", "event_ids": [event.event_id], **decision})
    assert tracker.verify().head == before


def test_an_event_that_came_by_a_split_can_be_split_off_again(tracker: Tracker) -> None:
    """It is the new entity's now, although it was reported about the old one."""
    event = next(tracker.events("keys"))
    tracker.decide(
        {"action": "split", "by": "a", "entity_id": "keys", "new_entity": "k2", "event_ids": [event.event_id]}
    )
    tracker.decide({"action": "split", "by": "a", "entity_id": "k2", "new_entity": "k3", "event_ids": [event.event_id]})
    assert tracker.where("k3", at=NOON).place == "hall_drawer"


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        ({"action": "accept", "event_ids": [SOME_ID], "value": "desk"}, "accept: has no place for value"),
        ({"action": "reject", "event_ids": [SOME_ID], "conflict_id": SOME_ID}, "reject: has no place for conflict_id"),
        ({"action": "resolve", "conflict_id": SOME_ID, "event_ids": [SOME_ID]}, "resolve: has no place for event_ids"),
        ({"action": "merge", "entity_id": "keys", "into": "mug", "reason": "same"}, "merge: has no place for reason"),
        (
            {"action": "correct", "entity_id": "keys", "value": "desk", "reason": "saw"},
            "correct: has no place for reason",
        ),
        ({"action": "merge", "entity_id": "keys", "into": "mug", "until": NOON}, "merge: has no place for until"),
        (
            {"action": "split", "entity_id": "keys", "new_entity": "pen", "event_ids": [SOME_ID], "attribute": "light"},
            "split: has no place for attribute; it takes entity_id, new_entity, event_ids",
        ),
    ],
)
def test_a_field_the_action_has_no_place_for_is_refused(tracker: Tracker, decision: dict[str, Any], says: str) -> None:
    """Rather than dropped without a word: who gave it thinks that it is kept."""
    before = len(list(tracker.events()))
    with pytest.raises(InvalidInput, match=f"^{says}"):
        tracker.decide({"by": "ana", **decision})
    assert len(list(tracker.events())) == before


def test_merging_what_no_event_mentions_is_refused(tracker: Tracker) -> None:
    """`kyes` is a slip of the pen; letters of another case, and a key of the JSON that payloads are, are slips too."""
    for slip in ("kyes", "Keys", "value", "k_ys"):
        with pytest.raises(UnknownReference, match=f"^merge: no event mentions the entity '{slip}'$"):
            tracker.decide({"action": "merge", "by": "ana", "entity_id": slip, "into": "mug"})


def test_what_is_only_a_place_or_a_holder_can_be_merged(tracker: Tracker) -> None:
    """Nothing was ever reported of the kitchen itself, nor of Ben, who moved the mug."""
    moved = {"payload": {"from_place": "kitchen", "to_place": "study", "by": "ben"}, "type": "moved"}
    tracker.append({**seen("mug", ""), **moved})
    tracker.decide({"action": "merge", "by": "ana", "entity_id": "kitchen", "into": "scullery"})
    tracker.decide({"action": "merge", "by": "ana", "entity_id": "ben", "into": "benjamin"})
    assert tracker.where("ben").entity_id == "benjamin"
