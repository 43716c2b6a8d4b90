"""What the Python API promises, whether the tracker is opened here or is served by another process over HTTP."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.contract.conftest import NOON
from tracker.errors import AmbiguousName, InvalidEvent, InvalidInput, Outdated, SequenceMoved, SourceKeyConflict
from tracker.errors import UnknownReference as Unknown
from tracker.store.receipts import Once


def at(minute: float):
    return NOON + timedelta(minutes=minute)


@pytest.fixture
def home(tracker, seen, clock):
    clock.move(hours=1)
    tracker.append(
        [
            seen(0, type="registered", source="user:ana", payload={"kind": "keys", "names": ["car keys", "車鑰匙"]}),
            seen(2),
            seen(17, type="removed", payload={"place": "hall_drawer", "by": "ana"}),
            seen(25, source="camera:study", payload={"claim": {"value": "desk", "relation": "on"}}),
            seen(25.01, source="camera:lounge", payload={"claim": {"value": "sofa", "relation": "on"}}),
            seen(26, entity_id="wallet", confidence=0.3),
            seen(27, entity_id="diary", visibility=["ana"]),
            seen(28, entity_id="a/b c%2F?#", payload={"claim": {"attribute": "mood/x", "value": "fine & good"}}),
            seen(29, entity_id="gate", payload={"claim": {"attribute": "openness", "value": "open"}}),
        ]
    )
    return tracker


def test_the_worked_example(home) -> None:
    assert home.where("keys", at(10)).place == home.where("車鑰匙", at(10).isoformat()).place == "hall_drawer"
    assert home.where("keys", at(20)).place == "ana"
    disputed = home.where("keys", at(30))
    assert (disputed.status, {one.value for one in disputed.candidates}) == ("conflict", {"desk", "sofa"})
    assert home.where("unicorn").status == "never_seen"
    assert home.where("keys", at(10), tz="Asia/Taipei").text.count("20:02") == 1
    assert home.last_seen("keys", at(10)).place == "hall_drawer"
    assert home.last_seen("unicorn") is None
    assert [one.value for one in home.history("keys", end=at(24))] == ["hall_drawer", "ana"]
    assert home.inside("hall_drawer", at(10)) == ["keys"]
    assert home.held("keys", "location", "hall_drawer", at(3), at(9))
    assert not home.held("keys", "location", "hall_drawer", at(3), at(19))
    assert home.held("keys", "location", "hall_drawer", at(3), at(19), "overlaps")
    counted = home.count("keys", ["seen"], at(0), at(60), timedelta(minutes=10))
    assert (counted.count, len(counted.buckets)) == (3, 6)
    assert [one.after for one in home.changes(at(0), at(20), "location", "keys")] == ["hall_drawer", "ana"]
    assert home.ask("where were my car keys at 12:10?", at(30), "UTC").values == ("hall_drawer",)


def test_ids_are_whatever_they_are(home) -> None:
    odd = "a/b c%2F?#"
    assert home.state(odd, "mood/x", at(30)).value == "fine & good"
    assert home.held(odd, "mood/x", "fine & good", at(29), at(30))
    assert [one.value for one in home.history(odd, "mood/x")] == ["fine & good"]
    assert [one.entity_id for one in home.events(odd)] == [odd]
    assert home.count(odd).count == 1


def test_a_reader_sees_what_is_his(home) -> None:
    for viewer in ("ben", ["ben", "cy"], []):
        assert home.where("diary", at(40), viewer=viewer).status == "never_seen"
        assert "diary" not in {event.entity_id for event in home.events(viewer=viewer)}
        assert [event.seq for event in home.events(viewer=viewer)] == list(range(1, 9))
    assert home.where("diary", at(40), viewer=["ben", "ana"]).status == "current"
    assert home.log_end(viewer="ben").seq == home.log_end().seq - 1


def test_events_come_in_fold_order_and_whole(home, seen) -> None:
    home.append([seen(minute / 100, entity_id="ant") for minute in range(2_500)])
    told = list(home.events("ant"))
    assert [event.occurred_at for event in told] == [at(minute / 100) for minute in range(2_500)]
    first = next(home.events("keys"))
    assert (first.type, first.payload.names, first.recorded_at is not None) == (
        "registered",
        ("car keys", "車鑰匙"),
        True,
    )
    assert list(home.events(types=["placed"])) == []
    assert [event.type for event in home.events("keys", ["removed"], at(1), at(18))] == ["removed"]


def test_what_is_wrong_is_the_same_error(home, seen) -> None:
    home.append(
        [seen(1, entity_id=f"cup-{n}", type="registered", payload={"kind": "cup", "names": ["cup"]}) for n in "12"]
    )
    with pytest.raises(AmbiguousName, match="cup-1, cup-2"):
        home.where("cup")
    with pytest.raises(InvalidInput, match=r"^at: the time has no zone"):
        home.where("keys", "2026-03-02T12:00:00")
    with pytest.raises(InvalidInput, match=r"^tz: unknown time zone 'Mars'"):
        home.where("keys", tz="Mars")
    with pytest.raises(InvalidInput, match=r"^end: is not after start"):
        home.history("keys", start=at(2), end=at(1))
    with pytest.raises(InvalidInput, match=r"^types: unknown type 'flew'"):
        home.events(types=["flew"])
    with pytest.raises(InvalidInput, match="how"):
        home.held("keys", "location", "desk", at(1), at(2), "sometimes")
    with pytest.raises(InvalidInput, match="status"):
        home.conflicts("shut")
    with pytest.raises(InvalidEvent, match=r"^event 1: confidence: ") as caught:
        home.append([seen(1), seen(2, confidence=2)])
    assert (caught.value.field, caught.value.where) == ("confidence", "event 1")
    with pytest.raises(InvalidEvent, match="ahead of the clock"):
        home.append(seen(1, observed_at=at(60 * 24 * 9)))
    with pytest.raises(SequenceMoved):
        home.append(seen(1), expected_seq=1)
    home.append(seen(1, source_key="k"))
    with pytest.raises(SourceKeyConflict, match="k"):
        home.append(seen(2, source_key="k"))
    with pytest.raises(Unknown, match="does not exist"):
        home.decide({"action": "reject", "event_ids": ["00000000-0000-0000-0000-000000000000"], "by": "ana"})
    with pytest.raises(InvalidInput, match=r"^decision: action"):
        home.decide({"action": "burn", "by": "ana"})
    with pytest.raises(InvalidInput, match="by"):
        home.decide({"action": "merge", "entity_id": "cup-1", "into": "cup-2"})


def test_a_batch_is_stored_whole_or_without_its_bad_rows(home, seen) -> None:
    before = home.log_end().seq
    with pytest.raises(InvalidEvent):
        home.append([seen(40), seen(41, type="flew"), seen(42)])
    assert home.log_end().seq == before
    rows = [
        seen(40, source_key="a"),
        seen(41, type="flew"),
        seen(42, observed_at=at(60 * 24 * 9)),
        seen(43, source_key="b"),
    ]
    receipt = home.append(rows, on_error="skip")
    assert (receipt.appended, receipt.last_seq) == (2, before + 2)
    assert [(one.index, one.field) for one in receipt.rejected] == [(1, "type"), (2, "observed_at")]
    again = home.append([rows[0], rows[3]])
    assert (again.appended, again.duplicates, again.event_ids) == (0, 2, receipt.event_ids)


def test_a_conflict_is_settled(home, seen) -> None:
    (dispute,) = (one for one in home.conflicts() if one.kind == "conflict")
    (weak,) = home.conflicts(entity="wallet")
    seen_at = home.log_end().seq
    keep = next(side.event_id for side in dispute.candidates if side.value == "desk")
    resolve = {"action": "resolve", "conflict_id": dispute.conflict_id, "keep": [keep], "by": "ana", "reason": "I look"}
    home.decide(resolve, expected_seq=seen_at)
    assert home.where("keys", at(65)).place == "desk"
    with pytest.raises(Outdated):
        home.decide(resolve, expected_seq=seen_at)
    home.decide({"action": "accept", "event_ids": [weak.conflict_id], "by": "ana"}, expected_seq=seen_at)
    assert home.where("wallet", at(30)).place == "hall_drawer"
    assert [one.status for one in home.conflicts("resolved")][:1] == ["resolved"]
    assert [event.source for event in home.events(types=["resolved"])] == ["user:ana"]


def test_notes(home) -> None:
    said = {"at": at(40), "speaker": "mary", "source_key": "n1"}
    told = home.note("Mary put the apple in the bowl.", **said)
    assert (told.appended, home.where("apple", at(41)).place) == (2, "bowl")
    again = home.note("Mary put the apple in the bowl.", **said)
    assert (again.appended, again.duplicates, set(again.event_ids)) == (0, 2, set(told.event_ids))
    with pytest.raises(SourceKeyConflict):
        home.note("Mary put the pear in the bowl.", **said)


def test_what_is_sent_again_counts_once(home, seen) -> None:
    one = {key: value for key, value in seen(50, entity_id="cup").items() if key != "source_key"}
    first = home.append(one, once=Once("key", "asked"))
    assert home.append(one | {"event_id": first.event_ids[0]}, once=Once("key", "asked")) == first
    assert home.count("cup").count == 1


def test_a_question_goes_on_from_the_one_before(home) -> None:
    first = home.ask("where were the keys at 12:10?", at(30))
    again = home.ask("and at 12:20?", at(30), after=first)
    assert (first.values, again.values) == (("hall_drawer",), ("ana",))
    assert home.ask(first.plan).values == first.values
