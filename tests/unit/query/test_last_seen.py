"""The newest sighting is the one that lasted longest up to the asked time, not the one that began last."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

import pytest

from tracker import Tracker


def clock(text: str) -> datetime:
    return datetime.combine(datetime(2026, 3, 2), time.fromisoformat(text), UTC)


def seen(source: str, place: str, start: str, until: str) -> dict[str, Any]:
    return {
        "entity_id": "ana",
        "type": "seen",
        "occurred_at": clock(start),
        "occurred_until": clock(until),
        "confidence": 1.0,
        "payload": {"claim": {"value": place, "relation": "in"}},
        "source": source,
    }


@pytest.fixture
def tracker():
    with Tracker.open("sqlite://") as opened:
        opened.append(
            [
                seen("sensor:seat", "living", "14:00", "15:00"),
                seen("sensor:basin", "bathroom", "14:10", "14:11"),
                seen("sensor:toilet", "bathroom", "14:12", "14:20"),
                seen("sensor:basin", "bathroom", "14:13", "14:14"),
            ]
        )
        yield opened


@pytest.mark.parametrize(
    ("before", "place", "at"),
    [
        ("14:05", "living", "14:05"),
        ("14:10", "bathroom", "14:10"),  # both see her at that instant; the newer report is told
        ("14:30", "living", "14:30"),  # the seat still feels her, the basin did at 14:14
        ("15:30", "living", "15:00"),
    ],
)
def test_a_sighting_that_goes_on_is_newer_than_one_that_began_later_and_ended(tracker, before, place, at):
    """Sensors of two rooms disagree; the last to see her is the one that saw her last."""
    sighting = tracker.last_seen("ana", clock(before))
    assert (sighting.place, sighting.at) == (place, clock(at))


def test_where_tells_the_same_last_sighting_beside_a_conflict(tracker):
    answer = tracker.where("ana", clock("14:30"))
    assert answer.status == "conflict"
    assert (answer.last_seen.place, answer.last_seen.at) == ("living", clock("14:30"))
