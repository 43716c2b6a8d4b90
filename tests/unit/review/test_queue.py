"""The queue says how strongly each side of an item speaks, and shows nothing before its time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tracker import Tracker
from tracker.domain.times import to_us
from tracker.errors import InvalidInput

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
WORDS = "01957000-0000-7000-8000-000000000001"
WEAK = 0.3


@pytest.fixture
def tracker(tmp_path):
    with Tracker.open(f"sqlite:///{tmp_path / 'home.db'}", clock=lambda: to_us(NOON)) as opened:
        yield opened


def event(entity, kind, payload, minutes=-60, **fields):
    at = NOON + timedelta(minutes=minutes)
    given = {"entity_id": entity, "type": kind, "payload": payload, "occurred_at": at, "source": "mic:hall"}
    return given | {"confidence": WEAK} | fields


def test_a_weak_report_is_as_strong_as_what_kind_of_report_it_is(tracker):
    """What somebody said they did is their word, not an observation; what a system did is its own."""
    on_desk = {"claim": {"value": "desk", "relation": "on"}}
    tracker.append(
        [
            event("lamp", "seen", on_desk, source="camera:hall"),
            event("vase", "stated", on_desk | {"text": "The vase is on the desk."}),
            event("keys", "stated", {"text": "I put the keys in the bowl."}, event_id=WORDS, confidence=1),
            event("keys", "placed", {"place": "bowl", "relation": "in"}, caused_by=WORDS),
            event("robot", "system_action", on_desk | {"action": "docked"}, source="system:robot"),
        ]
    )
    assert {one.entity_id: one.candidates[0].basis for one in tracker.conflicts()} == {
        "lamp": "observed",
        "vase": "stated",
        "keys": "stated",
        "robot": "system",
    }


def test_what_has_not_begun_yet_is_not_in_the_queue(tracker):
    """A report may come ahead of its time by a clock that runs fast."""
    tracker.append(event("lamp", "seen", {"claim": {"value": "desk"}}, minutes=1))
    assert tracker.conflicts(status=None) == []


def test_a_conflict_that_nobody_decided_in_time_can_be_decided_for_its_span(tracker):
    """Two cameras disagree about a phone; its claims fade below the floor of themselves, and the answer says so."""
    tracker.append(
        [
            event("phone", "registered", {"kind": "phone", "names": ["phone"]}, minutes=-600, confidence=1),
            event("phone", "seen", {"claim": {"value": "desk"}}, minutes=-500, source="camera:a", confidence=0.9),
            event("phone", "seen", {"claim": {"value": "sofa"}}, minutes=-500, source="camera:b", confidence=0.9),
        ]
    )
    (lapsed,) = tracker.conflicts(status=None)
    assert (lapsed.status, lapsed.undecided, tracker.conflicts()) == ("lapsed", True, [])
    assert tracker.status().lapsed_undecided == 1
    before = tracker.where("phone")
    assert "nobody has decided it" in before.text
    with pytest.raises(InvalidInput, match="all of its span is decided"):
        tracker.decide(settling(lapsed, lapsed.event_ids[0]) | {"at": NOON})
    decided = lapsed.candidates[0]
    tracker.decide(settling(lapsed, decided.event_id))
    after = tracker.where("phone")
    assert (after.status, after.last_seen.place) == (before.status, decided.value)
    assert "nobody has decided it" not in after.text
    (told, *rest) = tracker.history("phone")
    assert (told.status, told.value, told.start, told.end) == ("known", decided.value, lapsed.start, lapsed.end)
    assert [one.value for one in rest] == [None]
    (resolved,) = tracker.conflicts(status=None)
    assert (resolved.status, resolved.undecided, tracker.status().lapsed_undecided) == ("resolved", False, 0)
    with pytest.raises(InvalidInput, match="is not open: it is resolved"):
        tracker.decide(settling(lapsed, decided.event_id))


def test_a_conflict_cannot_be_settled_by_an_event_about_something_else(tracker):
    tracker.append(
        [
            event("keys", "seen", {"claim": {"value": "desk"}}, source="camera:a", confidence=0.9),
            event("keys", "seen", {"claim": {"value": "sofa"}}, source="camera:b", confidence=0.9),
            event("lamp", "seen", {"claim": {"value": "desk"}}, event_id=WORDS, confidence=0.9),
        ]
    )
    (conflict,) = tracker.conflicts()
    with pytest.raises(InvalidInput, match="is about lamp, not about keys"):
        tracker.decide(settling(conflict, WORDS))


def settling(conflict, event_id):
    return {"action": "resolve", "conflict_id": conflict.conflict_id, "keep": (event_id,), "by": "ana"}
