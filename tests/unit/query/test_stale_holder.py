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
