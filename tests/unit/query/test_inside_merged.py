"""What is in a thing that turned out to be another one too: found under whichever of the names it was reported."""

from __future__ import annotations

import pytest

from tracker import Tracker

NOON, LATER = "2026-03-02T12:00:00Z", "2026-03-02T12:05:00Z"


@pytest.fixture
def tracker():
    """The wallet was seen on the sofa, the book on the couch, and both are one; so are Ana and Ben."""
    with Tracker.open("sqlite://") as opened:
        at = {"occurred_at": NOON, "observed_at": NOON, "source": "camera:a"}
        opened.append(
            [
                at | {"entity_id": "wallet", "type": "seen", "payload": {"claim": {"value": "sofa"}}},
                at | {"entity_id": "book", "type": "seen", "payload": {"claim": {"value": "couch"}}},
                at | {"entity_id": "keys", "type": "removed", "payload": {"by": "ana"}},
                at | {"entity_id": "couch", "type": "seen", "payload": {"claim": {"value": "hall"}}},
                at | {"entity_id": "sofa", "type": "merged", "payload": {"into": "couch"}},
                at | {"entity_id": "ana", "type": "merged", "payload": {"into": "ben"}},
            ]
        )
        yield opened


@pytest.mark.parametrize("known_at", [None, LATER], ids=["from the views", "from the log"])
def test_it_is_found_under_either_name(tracker, known_at) -> None:
    for name in ("sofa", "couch"):
        assert tracker.inside(name, at=LATER, known_at=known_at) == ["book", "wallet"]
    for name in ("ana", "ben"):
        assert tracker.inside(name, at=LATER, known_at=known_at) == ["keys"]
    assert tracker.inside("hall", at=LATER, known_at=known_at) == ["book", "couch", "wallet"]


@pytest.mark.parametrize("known_at", [None, LATER], ids=["from the views", "from the log"])
def test_questions_find_it_too(tracker, known_at) -> None:
    def told(question: str) -> list[str]:
        return sorted(tracker.ask(question, at=LATER, known_at=known_at).values)

    assert told("what is on the couch?") == told("what is on the sofa?") == ["book", "wallet"]
    assert told("what does Ben have?") == told("what does Ana have?") == ["keys"]
