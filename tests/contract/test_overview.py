"""What there is, who reported it, and what comes into the log as it grows."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest

from tests.contract.conftest import NOON
from tracker import Entity, SourceState
from tracker.errors import InvalidInput


def at(minute: float):
    return NOON + timedelta(minutes=minute)


@pytest.fixture
def home(tracker, seen, clock):
    """Two things, a room in a house, a merge, a split and a camera that went offline."""
    clock.move(hours=1)
    registered = {"type": "registered", "source": "user:ana"}
    tracker.append(
        [
            seen(0, entity_id="hall", **registered, payload={"kind": "room", "names": ["Hall"], "within": "house"}),
            seen(0, entity_id="house", **registered, payload={"kind": "building"}),
            seen(
                0,
                entity_id="drawer",
                **registered,
                payload={"kind": "container", "names": ["hall drawer", "玄關抽屜"], "within": "hall"},
            ),
            seen(1, entity_id="keys"),
            seen(5, entity_id="keys", observed_at=at(6)),
            seen(3, entity_id="bunch", observed_at=at(4)),
            seen(7, entity_id="purse", visibility=["ana"], source="camera:safe"),
            seen(9, entity_id="camera:hall", source="hub", type="system_action", confidence=1.0,
                 payload={"claim": {"attribute": "online", "value": "offline"}, "action": "link"}),
        ]
    )  # fmt: skip
    return tracker


def listed(found: list[Entity]) -> list[str]:
    return [one.id for one in found]


def test_entities_are_listed_with_what_they_are(home) -> None:
    found = {one.id: one for one in home.entities()}
    assert list(found) == ["bunch", "camera:hall", "drawer", "hall", "house", "keys", "purse"]
    assert found["drawer"] == Entity(
        id="drawer", kind="container", names=("hall drawer", "玄關抽屜"), within="hall", first=NOON, last=NOON, events=1
    )
    assert found["keys"] == Entity(id="keys", first=at(1), last=at(5), events=2)


def test_entities_by_kind_place_and_name(home) -> None:
    assert listed(home.entities(kind="room")) == ["hall"]
    assert listed(home.entities(within="Hall")) == ["drawer"]
    assert listed(home.entities(within="house")) == ["drawer", "hall"]
    assert listed(home.entities(name="the Hall Drawer")) == listed(home.entities(name="玄关抽屉")) == ["drawer"]
    assert listed(home.entities(name="keys")) == ["keys"]
    assert home.entities(name="umbrella") == home.entities(kind="room", name="keys") == []


def test_merged_and_split_entities(home) -> None:
    keys = [event.event_id for event in home.events("keys")]
    home.decide({"action": "merge", "entity_id": "bunch", "into": "keys", "by": "user:ana"})
    home.decide(
        {"action": "split", "entity_id": "keys", "new_entity": "spare", "event_ids": [keys[1]], "by": "user:ana"}
    )
    found = {one.id: one for one in home.entities()}
    assert (found["bunch"].merged_into, found["bunch"].first) == ("keys", at(3))
    assert found["spare"] == Entity(id="spare", first=at(5), last=at(5), events=1)
    assert found["keys"].events == home.count("keys").count - 1
    assert found["keys"].first == at(1)


def test_entities_of_then_and_for_whom(home) -> None:
    assert "purse" not in listed(home.entities(viewer="ben"))
    assert "purse" in listed(home.entities(viewer="ana"))
    assert listed(home.entities(known_at=at(5))) == ["bunch"]


def test_sources(home) -> None:
    found = {one.source: one for one in home.sources()}
    assert list(found) == ["camera:hall", "camera:safe", "hub", "user:ana"]
    # It was learned at one o'clock, by the clock, when the newest that it told of happened at five past twelve.
    assert found["camera:hall"] == SourceState(
        source="camera:hall", events=3, first=at(1), last=at(5), online=False, lag=3300.0
    )
    assert found["hub"].online is None
    assert [one.source for one in home.sources(viewer="ben")] == ["camera:hall", "hub", "user:ana"]
    (early,) = home.sources(known_at=at(6))
    assert (early.source, early.events, early.online, early.lag) == ("camera:hall", 2, None, 60.0)


@pytest.mark.parametrize("wrong", [{"kind": 3}, {"name": ["keys"]}, {"within": b"hall"}])
def test_what_is_no_text_is_refused(home, wrong) -> None:
    with pytest.raises(InvalidInput, match=next(iter(wrong))):
        home.entities(**wrong)


def test_following_tells_each_event_with_what_it_changed(home, seen) -> None:
    before = home.log_end().seq
    home.append([seen(20, payload={"claim": {"value": "desk"}}), seen(21, payload={"claim": {"value": "desk"}})])
    moved, repeated = home.follow(before, idle_s=0)
    assert (moved.seq, moved.event.occurred_at) == (before + 1, at(20))
    assert [(one.entity_id, one.before, one.after) for one in moved.changes] == [("keys", "hall_drawer", "desk")]
    assert repeated.changes == ()
    seq, _event, _changes = moved
    assert list(home.follow(seq, idle_s=0)) == [repeated]
    assert list(home.follow(repeated.seq, idle_s=0)) == []
    assert [one.seq for one in home.follow(idle_s=0)] == list(range(1, repeated.seq + 1))


def test_a_decision_is_told_with_the_changes_it_made(home, seen) -> None:
    (weak,) = home.append(seen(30, confidence=0.3, payload={"claim": {"value": "sofa"}})).event_ids
    (told,) = home.follow(home.log_end().seq - 1, idle_s=0)
    assert told.changes == ()
    home.decide({"action": "accept", "event_ids": [weak], "by": "user:ana"})
    (told,) = home.follow(home.log_end().seq - 1, idle_s=0)
    assert [(one.after, one.at) for one in told.changes] == [("sofa", at(30))]


def test_following_tells_a_viewer_only_of_what_is_his(home, seen) -> None:
    home.append([seen(40, visibility=["ana"]), seen(41)])
    told = list(home.follow(viewer="ben", idle_s=0))
    assert [one.seq for one in told] == list(range(1, home.log_end(viewer="ben").seq + 1))
    assert "ana" not in {label for one in told for label in one.event.visibility}
    assert told[-1].event.occurred_at == at(41)
    assert list(home.follow(told[-2].seq, viewer="ben", idle_s=0)) == told[-1:]


@pytest.mark.parametrize("wrong", [-1, "3", 1.0, True, 10**6])
def test_a_place_that_is_none_in_the_log_is_refused(home, wrong) -> None:
    with pytest.raises(InvalidInput, match="after"):
        home.follow(wrong)


def test_following_waits_for_what_comes(home, seen) -> None:
    end = home.log_end().seq
    threading.Timer(0.3, lambda: home.append(seen(50))).start()
    assert next(home.follow(end)).event.occurred_at == at(50)
