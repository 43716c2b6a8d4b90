"""What was taken and not heard of since: no answer passes over that it was taken."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tracker import Tracker

TWO = datetime(2026, 3, 2, 14, tzinfo=UTC)
NEXT_YEAR = datetime(2027, 3, 2, 14, tzinfo=UTC)


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    common = {"entity_id": "keys", "source": "camera:hall"}
    with Tracker.open("sqlite://") as opened:
        claim = {"claim": {"value": "desk", "relation": "on"}}
        opened.append(
            [
                {**common, "type": "seen", "occurred_at": TWO, "payload": claim},
                {**common, "type": "removed", "occurred_at": TWO.replace(minute=5), "payload": {"by": "ana"}},
            ]
        )
        yield opened


def test_a_stale_holder_is_named_beside_the_last_sighting(tracker: Tracker) -> None:
    """Not 'last seen on the desk' alone: somebody would go and look there."""
    found = tracker.where("keys", at=NEXT_YEAR)
    assert (found.status, found.last_seen and found.last_seen.place) == ("last_seen", "desk")
    assert "last reported with ana since 2026-03-02 14:05 UTC" in found.text
    assert "last seen on desk at 2026-03-02 14:00 UTC" in found.text


def test_a_stale_sighting_is_told_once(tracker: Tracker) -> None:
    """When the sighting is the newest there is, it is all there is to tell."""
    claim = {"claim": {"value": "sofa", "relation": "on"}}
    seen = {"entity_id": "mug", "type": "seen", "occurred_at": TWO, "source": "camera:hall", "payload": claim}
    tracker.append([seen, {**seen, "occurred_at": TWO.replace(minute=9)}])
    assert "last reported" not in tracker.where("mug", at=NEXT_YEAR).text


@pytest.mark.parametrize(("question", "told"), [("Where are the keys?", "taken by Ana"), ("鑰匙在哪裡？", "拿走")])
def test_asked_in_words_nothing_since_is_said_only_when_it_is_so(tracker: Tracker, question: str, told: str) -> None:
    """'Nothing since' must not pass over the taking."""
    names = {"kind": "key", "names": ["鑰匙"]}
    tracker.append(
        {"entity_id": "keys", "type": "registered", "occurred_at": TWO, "source": "user:a", "payload": names}
    )
    assert told.lower() in tracker.ask(question, at=NEXT_YEAR).text.lower()


PUT = {"from_place": "hall", "to_place": "garage", "relation": "in", "by": "leo"}


@pytest.mark.parametrize(
    ("question", "told"), [("Where is the parcel?", "put there by Leo"), ("包裹在哪裡？", "是 Leo 放的")]
)
def test_what_somebody_put_somewhere_was_not_taken_from_there(tracker: Tracker, question: str, told: str) -> None:
    """One event is both: they took it from the hall, and put it in the garage. In the garage it stayed."""
    common = {"entity_id": "parcel", "occurred_at": TWO, "source": "camera:hall"}
    names = {"kind": "thing", "names": ["parcel", "包裹"]}
    tracker.append([{**common, "type": "registered", "payload": names}, {**common, "type": "moved", "payload": PUT}])
    text = tracker.ask(question, at=NEXT_YEAR).text
    assert told in text, text
    assert "taken" not in text, text
    assert "拿走" not in text, text


def test_what_was_given_to_somebody_was_not_taken_by_them(tracker: Tracker) -> None:
    """`moved` to a holder is a gift of whoever moved it."""
    given = {"to_place": "mia", "relation": "with", "by": "leo"}
    tracker.append({"entity_id": "pen", "type": "moved", "occurred_at": TWO, "source": "camera:hall", "payload": given})
    assert (
        tracker.ask("Where is the pen?", at=TWO.replace(hour=15)).text == "Mia was given the pen at 14:00, 1 hour ago."
    )
    assert "given by Leo" in tracker.ask("Where is the pen?", at=NEXT_YEAR).text


def test_what_left_a_place_is_told_with_where_it_went(tracker: Tracker) -> None:
    """Not only 'taken by Leo', when the report says where to."""
    common = {"entity_id": "parcel", "source": "camera:hall"}
    seen = {**common, "type": "seen", "occurred_at": TWO, "payload": {"claim": {"value": "hall", "relation": "in"}}}
    tracker.append([seen, {**common, "type": "moved", "occurred_at": TWO.replace(minute=30), "payload": PUT}])
    text = tracker.ask("When did the parcel leave the hall?", at=TWO.replace(hour=15)).text
    assert "moved to the garage by Leo" in text, text
