"""What a scene gives as an entity's reports: those that count, for whoever asks, whatever was decided since."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tracker import Event, Tracker
from tracker.domain.times import to_us
from tracker.projection.scene import Scene

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = NINE + timedelta(hours=2)
EVER = 1 << 61


def told(minute: int, kind: str = "removed", entity: str = "keys", **more: Any) -> Event:
    """An event at that minute past nine, known at once."""
    more.setdefault("payload", {"by": "tom"} if kind == "removed" else {})
    at = NINE + timedelta(minutes=minute)
    return Event(entity_id=entity, type=kind, source="camera:a", occurred_at=at, observed_at=at, **more)


def decided(kind: str, *about: Event, minute: int = 60, entity: str = "keys") -> Event:
    return told(minute, kind, entity, payload={"event_ids": [one.event_id for one in about]})


@pytest.fixture(params=["now", "as known later", "for ana"])
def scene_of(request: pytest.FixtureRequest) -> Any:
    """How a scene is opened: the present from the views, or folded for a known time or a viewer."""
    given = {"now": (None, None), "as known later": (LATER, None), "for ana": (None, {"ana"})}[request.param]

    def opened(tracker: Tracker) -> Iterator[Scene]:
        if request.param == "for ana":
            tracker.append(told(1, "seen", "diary", payload={"claim": {"value": "desk"}}, visibility=["ben"]))
        return tracker._scene(*given)

    return opened


def reported(scene_of: Any, events: list[Event], entity: str = "keys") -> list[Event]:
    with Tracker.open("sqlite://") as tracker:
        tracker.append(events)
        with scene_of(tracker) as scene:
            found = scene.reports(scene.root(entity), ("removed",), EVER)
    given = {one.event_id: one for one in events}
    return [given[one.event_id] for one in found]


def test_the_newest_first_and_of_these_types_only(scene_of) -> None:
    first, second = told(1), told(2)
    seen = told(3, "seen", payload={"claim": {"value": "desk"}})
    assert reported(scene_of, [first, second, seen]) == [second, first]


def test_what_does_not_count_is_none(scene_of) -> None:
    """Neither what was rejected or redacted, nor what waits for a person or is not sure enough to be looked at."""
    sure, rejected, redacted = told(1), told(2), told(3)
    candidate, weak = told(4, confidence=0.3), told(5, confidence=0.1)
    erased = told(60, "redacted", payload={"event_ids": [redacted.event_id], "reason": "privacy"})
    events = [sure, rejected, redacted, candidate, weak, decided("rejected", rejected), erased]
    assert reported(scene_of, events) == [sure]


def test_what_was_accepted_is_one(scene_of) -> None:
    candidate, weak = told(4, confidence=0.3), told(5, confidence=0.1)
    assert reported(scene_of, [candidate, weak, decided("accepted", weak, candidate)]) == [weak, candidate]


def test_a_decision_that_was_taken_back_decides_nothing(scene_of) -> None:
    one = told(1)
    no = decided("rejected", one)
    assert reported(scene_of, [one, no, decided("rejected", no, minute=61)]) == [one]


def test_a_decision_holds_for_the_events_of_all_entities_that_it_names(scene_of) -> None:
    """Whichever it stands under."""
    keys, hat = told(1), told(1, entity="hat")
    for under in ("keys", "hat", "somebody"):
        events = [keys, hat, decided("rejected", keys, hat, entity=under)]
        assert [reported(scene_of, events, name) for name in ("keys", "hat")] == [[], []]


def test_they_go_where_the_events_go(scene_of) -> None:
    """With a merge to the other entity; with a split to the new one, and away from the old one."""
    keys, other = told(1), told(2, entity="other_keys")
    merged = told(30, "merged", "other_keys", payload={"into": "keys"})
    assert reported(scene_of, [keys, other, merged]) == [other, keys]
    apart = told(31, "split", payload={"new_entity": "spare", "event_ids": [keys.event_id]})
    assert reported(scene_of, [keys, other, merged, apart]) == [other]
    assert reported(scene_of, [keys, other, merged, apart], "spare") == [keys]


def test_what_does_not_count_does_not_push_out_what_does(scene_of) -> None:
    """However much of it there is."""
    old = told(0)
    weak = [told(minute, confidence=0.3) for minute in range(1, 120)]
    assert reported(scene_of, [old, *weak]) == [old]


def test_not_all_if_many(scene_of) -> None:
    many = [told(minute) for minute in range(70)]
    found = reported(scene_of, many)
    assert found == many[::-1][: len(found)]
    assert [to_us(one.occurred_at) for one in found] == sorted((to_us(one.occurred_at) for one in found), reverse=True)
