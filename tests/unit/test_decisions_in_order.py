"""The state does not depend on whether a decision or the events that it names arrive first."""

from itertools import permutations
from uuid import UUID

from tracker import Tracker

NOON = "2026-03-02T12:00:00Z"
LATER = "2026-03-02T12:00:05Z"


def _seen(number: int, place: str, source: str, at: str = NOON) -> dict:
    return {
        "event_id": UUID(int=number),
        "entity_id": "keys",
        "type": "seen",
        "occurred_at": at,
        "observed_at": at,
        "payload": {"claim": {"value": place}},
        "source": source,
    }


def _state(events: list[dict], batch: int) -> str:
    with Tracker.open("sqlite://") as t:
        for start in range(0, len(events), batch):
            t.append(events[start : start + batch])
        return t.digest()


def test_a_decision_may_name_an_event_that_has_yet_to_arrive():
    with Tracker.open("sqlite://") as t:
        t.append([_seen(1, "table", "camera:b"), _seen(2, "kitchen", "camera:a")])
        conflict = t.where("keys", at=NOON).conflict_id
    decision = {
        "event_id": UUID(int=3),
        "entity_id": "keys",
        "type": "resolved",
        "occurred_at": "2026-03-02T12:00:01Z",
        "observed_at": "2026-03-02T12:00:01Z",
        "payload": {"conflict_id": conflict, "keep": [UUID(int=9)]},
        "source": "user:ana",
    }
    events = [
        _seen(1, "table", "camera:b"),
        _seen(2, "kitchen", "camera:a"),
        decision,
        _seen(9, "kitchen", "camera:a", LATER),
    ]
    states = {_state(list(order), batch) for order in permutations(events) for batch in (1, 4)}
    assert len(states) == 1


def test_an_event_redacted_before_it_came_does_not_cost_the_place_reached():
    """It folds to nothing; a later rejection of the only sighting must still find that sighting's rows."""
    redacted = {
        "event_id": UUID(int=4),
        "entity_id": "keys",
        "type": "redacted",
        "occurred_at": NOON,
        "observed_at": LATER,
        "payload": {"event_ids": [UUID(int=9)], "reason": "privacy"},
        "source": "user:ana",
    }
    rejected = {**redacted, "event_id": UUID(int=6), "type": "rejected", "payload": {"event_ids": [UUID(int=2)]}}
    weak = [{**_seen(number, "kitchen", "camera:a"), "confidence": 0.3} for number in (1, 3)]
    events = [weak[0], _seen(2, "kitchen", "camera:a"), weak[1], redacted, _seen(9, "desk", "camera:a"), rejected]
    assert _state(events, 1) == _state(events, len(events))
