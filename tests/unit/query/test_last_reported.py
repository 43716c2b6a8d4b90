"""'Seen' is only what something saw; what was said or put right by a person was reported."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tracker import Tracker
from tracker.domain.policy import Policy

TWO = datetime(2026, 3, 2, 14, tzinfo=UTC)
LATER = datetime(2026, 3, 9, 14, tzinfo=UTC)


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as opened:
        yield opened


def give(tracker: Tracker, how: str) -> None:
    claim: dict[str, Any] = {"claim": {"value": "shelf", "relation": "on"}}
    common = {"entity_id": "passport", "occurred_at": TWO, "payload": claim}
    match how:
        case "seen":
            tracker.append({**common, "type": "seen", "source": "camera:hall"})
        case "told":
            tracker.note("The passport is on the shelf.", at=TWO, speaker="mia", source="import:notes")
        case "confirmed":
            tracker.append({**common, "type": "confirmed", "source": "user:mia"})
        case "corrected":
            tracker.decide({"action": "correct", "entity_id": "passport", "value": "shelf", "by": "mia", "at": TWO})


@pytest.mark.parametrize(
    ("how", "verb"),
    [("seen", "seen"), ("told", "reported"), ("confirmed", "reported"), ("corrected", "reported")],
)
def test_the_verb_is_that_of_the_evidence(tracker: Tracker, how: str, verb: str) -> None:
    """In the API's text and in answers to questions, in whatever status."""
    give(tracker, how)
    wrong = {"seen": "last reported", "reported": "last seen"}[verb]
    for text in (
        tracker.where("passport", at=LATER).text,
        tracker.ask("when was the passport last seen?", at=LATER).text,
        tracker.ask("where is the passport?", at=LATER).text,
    ):
        assert f"last {verb}" in text, text
        assert wrong not in text, text
    sighting = tracker.last_seen("passport", LATER)
    assert sighting is not None
    assert (sighting.basis == "observed") is (verb == "seen")


def test_a_state_that_is_old_is_no_place() -> None:
    """'Last seen at on' was the word for places."""
    with Tracker.open("sqlite://", policy=Policy(attribute_half_life_s={"power": 1800})) as short:
        claim = {"claim": {"attribute": "power", "value": "on"}}
        short.append({"entity_id": "lamp", "type": "seen", "occurred_at": TWO, "source": "camera:a", "payload": claim})
        text = short.state("lamp", "power", at=LATER).text
    assert text == "power of lamp: no recent report; last seen as on at 2026-03-02 14:00 UTC, 7 days ago."
