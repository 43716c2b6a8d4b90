"""What waits for a person is neither told as true nor passed over as if nobody had said anything."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tracker import Tracker

TWO = datetime(2026, 3, 2, 14, tzinfo=UTC)
THREE = TWO.replace(hour=15)


def weak(entity: str, **more: Any) -> dict[str, Any]:
    claim = {"claim": {"value": "desk", "relation": "on"}}
    common = {"type": "seen", "source": "camera:hall", "confidence": 0.3, "occurred_at": TWO, "observed_at": TWO}
    return {**common, "entity_id": entity, "payload": claim, **more}


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as opened:
        opened.append([weak("pen"), weak("diary", visibility=["ana"])])
        yield opened


def test_a_possible_sighting_is_told_to_wait(tracker: Tracker) -> None:
    """The status stays: nothing is known. The place is not told: that is for whoever reviews it."""
    found = tracker.where("pen", at=THREE)
    assert (found.status, found.place, found.event_ids) == ("never_seen", None, ())
    assert found.text == "pen: nothing accepted yet; one possible report waits for a person to review it."
    assert tracker.where("cup", at=THREE).text == "cup: never reported."
    assert tracker.where("pen", at=TWO.replace(hour=13)).text == "pen: never reported."
    assert tracker.where("pen", THREE, known_at=TWO.replace(hour=13)).text == "pen: nothing was known by 13:00 UTC."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("where is the pen?", "one possible report waits for a person to review it"),
        ("is the pen on the desk?", "one possible report waits for a person to review it"),
        ("who has the pen?", "one possible report waits for a person to review it"),
        ("when was the pen last seen?", "one possible report waits for a person to review it"),
        ("pen在哪裡？", "有 1 個可能的消息等人確認"),
    ],
)
def test_asked_in_words_it_is_told_too(tracker: Tracker, question: str, told: str) -> None:
    reply = tracker.ask(question, at=THREE)
    assert reply.understood, reply.text
    assert told in reply.text.lower(), reply.text
    assert reply.event_ids == ()
    assert told not in tracker.ask(question, at=TWO.replace(hour=13)).text.lower()


def test_who_may_not_see_it_is_not_told(tracker: Tracker) -> None:
    """That something waits is news of it."""
    for viewer, waits in ((["ana"], True), (["ben"], False)):
        assert ("waits" in tracker.where("diary", THREE, viewer=viewer).text) is waits
        assert ("waits" in tracker.ask("where is the diary?", at=THREE, viewer=viewer).text) is waits


@pytest.mark.parametrize("action", ["accept", "reject"])
def test_once_decided_nothing_waits(tracker: Tracker, action: str) -> None:
    (item,) = tracker.conflicts("open", "pen")
    tracker.decide({"action": action, "event_ids": item.event_ids, "by": "ana"})
    assert "waits" not in tracker.where("pen", at=THREE).text


def test_beside_an_older_answer_it_is_told_too(tracker: Tracker) -> None:
    """What was known before the first accepted report is still 'unknown', with what waits."""
    tracker.append({**weak("pen"), "confidence": 0.9, "occurred_at": TWO.replace(hour=16), "observed_at": TWO})
    found = tracker.where("pen", at=THREE)
    assert (found.status, "waits" in found.text) == ("unknown", True)
