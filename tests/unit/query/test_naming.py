"""Names and ids: an id that exists is never answered as somebody else who was given it as a name."""

import pytest

from tracker import Tracker, TrackerError

NOON = "2026-03-02T12:00:00Z"


def _event(entity: str, type_: str, **payload: object) -> dict:
    return {"entity_id": entity, "type": type_, "occurred_at": NOON, "payload": payload, "source": "user:ana"}


@pytest.fixture
def t():
    with Tracker.open("sqlite://") as opened:
        yield opened


def test_an_entity_known_by_another_attribute_answers_for_itself(t):
    door = _event("door", "seen", claim={"attribute": "openness", "value": "open"})
    t.append([door, _event("gate", "registered", kind="gate", names=["door"])])
    assert t.state("door", "openness", at=NOON).value == "open"
    assert t.count("door").count == 1
    assert t.state("door", "openness", at=NOON, known_at="2030-01-01T00:00:00Z").value == "open"


@pytest.mark.parametrize(
    "only",
    [
        _event("exam", "planned", what="exam", due_at="2026-03-03T09:00:00Z"),
        _event("exam", "stated", text="the exam is hard"),
        _event("exam", "not_seen", claim={"value": "desk"}),
        {**_event("exam", "seen", claim={"value": "desk"}), "confidence": 0.3},
    ],
)
def test_any_event_makes_an_id_its_own(t, only):
    t.append([only, _event("test", "registered", kind="event", names=["exam"])])
    assert {event.entity_id for event in t.events("exam")} == {"exam"}


def test_a_place_that_things_were_at_is_not_shadowed_by_a_name(t):
    t.append([_event("keys", "seen", claim={"value": "desk"}), _event("bag", "registered", kind="bag", names=["desk"])])
    assert t.inside("desk", at=NOON) == ["keys"]


def test_a_registered_name_is_understood_and_a_shared_one_is_refused_with_the_candidates(t):
    t.append(
        [
            _event("key_1", "registered", kind="key", names=["車鑰匙", "car key"]),
            _event("key_1", "seen", claim={"value": "desk"}),
        ]
    )
    assert t.where("车钥匙", at=NOON).place == t.where("Car Key", at=NOON).place == "desk"
    t.append(_event("key_2", "registered", kind="key", names=["car key"]))
    with pytest.raises(TrackerError, match="key_1, key_2"):
        t.where("car key")
