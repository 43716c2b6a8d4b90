"""A home on one day: keys that Ana took, a fridge that was opened, a vase that is gone, a phone left on a sofa."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tracker import Reply, Tracker

DAY = "2026-03-02"


def event(time: str, entity: str, type: str, payload: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An event of the day at `time` (UTC), seen by the hall camera unless said otherwise, known at once."""
    at = f"{DAY}T{time}:00+00:00"
    base = {"occurred_at": at, "observed_at": at, "source": "camera:hall", "confidence": 0.9}
    return {**base, "entity_id": entity, "type": type, "payload": payload, **more}


def claim(value: str, relation: str | None = None, attribute: str = "location") -> dict[str, Any]:
    found = {"attribute": attribute, "value": value}
    return {"claim": found | ({"relation": relation} if relation else {})}


def switched(time: str, entity: str, attribute: str, value: str) -> dict[str, Any]:
    payload = {**claim(value, attribute=attribute), "action": value}
    return event(time, entity, "system_action", payload, source=f"sensor:{entity}")


def understood(tracker: Tracker, question: str, at: str, **more: Any) -> Reply:
    """The reply to a question that must not be answered by not understanding it."""
    reply = tracker.ask(question, at=at, **more)
    assert reply.understood, reply.text
    return reply


EVENTS = [
    event("08:00", "keys", "registered", {"kind": "key", "names": ["鑰匙"]}, source="user:ana"),
    event("08:00", "hall_drawer", "registered", {"kind": "drawer", "names": ["抽屜"]}, source="user:ana"),
    event("14:02", "keys", "placed", {"place": "hall_drawer", "relation": "in"}),
    event("14:17", "keys", "removed", {"by": "ana"}),
    event("09:00", "phone", "seen", claim("sofa", "on")),
    event("09:00", "vase", "placed", {"place": "dining_table", "relation": "on"}),
    event("12:00", "vase", "not_seen", {**claim("dining_table"), "view": "clear"}),
    event("08:00", "fridge", "registered", {"kind": "fridge", "names": ["冰箱"], "within": "kitchen"}, source="user:a"),
    switched("13:00", "fridge", "openness", "closed"),
    switched("14:10", "fridge", "openness", "open"),
    switched("14:12", "fridge", "openness", "closed"),
    event("10:00", "cat", "seen", claim("kitchen", "in")),
    event("10:30", "cat", "seen", claim("sofa", "on"), source="camera:study"),
    event("10:30", "cat", "seen", claim("bed", "on"), source="camera:bedroom"),
    event("07:00", "algebra_exam", "planned", {"what": "algebra exam", "due_at": "2026-03-07T00:00:00+00:00",
                                               "due_until": "2026-03-08T00:00:00+00:00"}, source="user:ana"),
    event("07:00", "dentist_appointment", "planned", {"what": "dentist appointment",
                                                      "due_at": "2026-03-02T15:30:00+00:00"}, source="user:ana"),
]  # fmt: skip


@pytest.fixture(scope="module")
def home() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as tracker:
        tracker.append(EVENTS)
        yield tracker


@pytest.fixture
def empty() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as tracker:
        yield tracker
