"""What the store promises, seen through the whole tracker: forgetting reaches the views and the files, and a copied log
comes to the same state."""

from __future__ import annotations

import io
import threading
from datetime import timedelta

import pytest

from tracker import Tracker
from tracker.store.jsonl import read_lines, write_lines

SECRET = "behind-the-loose-brick"


@pytest.fixture
def tracker(url, clock):
    with Tracker.open(url, clock=clock) as opened:
        yield opened


def everything(tracker) -> str:
    """All that any table holds, as text."""
    with tracker.store.read() as connection:
        names = ["events", "decision_targets", "slices", "problems", "names", "consults", "snapshots", "meta"]
        return "\n".join(
            repr(tuple(row)) for name in names for row in connection.exec_driver_sql(f"SELECT * FROM {name}")
        )


def test_redaction_reaches_every_view_and_replay_agrees(tracker, seen, tmp_path):
    """A place, a name, a disputed value and a weak candidate that came from redacted events are nowhere any more."""
    tracker.append([seen(n, entity_id="phone") for n in range(5)])
    there = {"claim": {"value": SECRET, "relation": "in"}}
    ids = tracker.append(
        [
            seen(1, payload=there),
            seen(1, payload=there, entity_id="phone", source="camera:porch"),
            seen(2, payload=there, confidence=0.3),
            seen(3, type="registered", payload={"kind": "phone", "names": [SECRET]}),
            seen(4, type="stated", payload={"text": f"It is {SECRET}.", "claim": there["claim"]}, source="user:ana"),
            seen(5, entity_id="lamp", payload={"claim": {"attribute": "label", "value": SECRET}}),
        ]
    ).event_ids
    assert SECRET in everything(tracker)
    reason = {"event_ids": [str(one) for one in ids], "reason": "asked to"}
    tracker.append(seen(9, type="redacted", payload=reason, source="user:ana"))
    assert SECRET not in everything(tracker)
    if tracker.store.file is not None:
        for file in tmp_path.iterdir():
            assert SECRET.encode() not in file.read_bytes(), file.name
    assert tracker.verify().ok
    before = tracker.digest()
    assert tracker.replay().after == before
    assert SECRET not in everything(tracker)


def test_a_note_is_known_again_beside_one_whose_claims_have_keys_like_its_sentences(tracker):
    """The first claim of note "a" has the key that the words of note "a/0" would have if they claimed nothing."""

    def put():
        return tracker.note("I put the keys in the drawer.", at="2026-03-02T12:00:00Z", speaker="ana", source_key="a/0")

    first = put()
    assert tracker.note("The cup is in the hall.", at="2026-03-02T12:01:00Z", source_key="a").appended == 1
    again = put()
    assert (first.appended, again.appended, again.duplicates) == (2, 0, 2)
    assert sorted(again.event_ids) == sorted(first.event_ids)


def test_what_gives_the_events_may_append_itself_and_fail(tracker, seen):
    """It runs before the log is locked: what it appends comes first, and its own error is nobody else's."""

    def two(fails: bool):
        yield seen(0)
        tracker.append(seen(1, source_key="inner"))
        if fails:
            raise RuntimeError("out of film")
        yield seen(2)

    assert tracker.append(two(fails=False)).last_seq == 3
    with pytest.raises(RuntimeError, match="out of film"):
        tracker.append(two(fails=True))
    assert [event.source_key for event in tracker.events()] == [None, "inner", None]
    assert tracker.verify().ok


def test_a_sweep_leaves_expired_behind(tracker, seen, clock):
    """What was kept long enough goes, from the views too; the entity's own log says that something has expired."""
    noon = seen()["occurred_at"]
    tracker.append([seen(0, retain_until=noon + timedelta(hours=1)), seen(1, entity_id="phone")])
    clock.move(hours=2)
    assert tracker.sweep().expired == 1
    (gone, trace) = sorted(tracker.events(entity_id="keys"), key=lambda event: event.type == "redacted")
    assert (gone.type, trace.type, trace.payload.reason) == ("seen", "redacted", "expired")
    assert tracker.where("keys", at=noon).status == "unknown"
    assert "expired" in tracker.where("keys", at=noon).text
    assert tracker.where("phone", at=noon + timedelta(minutes=2)).status == "current"
    assert tracker.sweep().expired == 0
    before = tracker.digest()
    assert tracker.replay().after == before


def test_what_expired_does_not_bring_an_older_value_back(tracker, seen, clock):
    """The desk was true before the shelf was; with the shelf forgotten, it is still not true again."""
    noon = seen()["occurred_at"]
    shelf = {"claim": {"value": "shelf"}}
    tracker.append([seen(0), seen(10, payload=shelf, retain_until=noon + timedelta(hours=1))])
    clock.move(hours=2)
    assert tracker.sweep().expired == 1
    assert tracker.where("keys", at=noon + timedelta(minutes=5)).status == "current"
    assert tracker.where("keys", at=noon + timedelta(minutes=15)).status == "unknown"
    tracker.append(seen(20, payload=shelf))
    assert tracker.where("keys", at=noon + timedelta(minutes=25)).place == "shelf"


def test_a_copied_log_comes_to_the_same_digest(tracker, seen, clock):
    """Export, then add elsewhere: late events, decisions and redactions included."""
    ids = tracker.append(
        [
            seen(0),
            seen(5, type="removed", payload={"by": "ana"}),
            seen(2, payload={"claim": {"value": "desk", "relation": "on"}}, source="camera:desk"),
            seen(6, confidence=0.3, payload={"claim": {"value": "sofa", "relation": "on"}}),
            seen(7, entity_id="ana", type="stated", payload={"text": "hm"}),
        ]
    ).event_ids
    tracker.append(seen(8, type="accepted", payload={"event_ids": [str(ids[3])]}, source="user:ana"))
    tracker.append(seen(8, type="redacted", payload={"event_ids": [str(ids[4])], "reason": "asked"}, source="user:ana"))
    lines = b"".join(write_lines(tracker.store))
    with Tracker.open("sqlite://", clock=clock) as copy:
        for _, row in read_lines(io.BytesIO(lines), "log.jsonl"):
            copy.append(row)
        assert copy.digest() == tracker.digest()


def test_what_one_process_or_thread_appended_the_next_one_reads(tracker, url, clock, seen):
    """Read your writes, from any connection, while four threads write at once."""
    other = tracker if url == "sqlite://" else Tracker.open(url, clock=clock)
    problems: list[BaseException] = []

    def write(number: int) -> None:
        try:
            for n in range(10):
                name = f"thing-{number}-{n}"
                tracker.append(seen(n, entity_id=name))
                at = seen(n)["occurred_at"]
                assert other.where(name, at=at).place == "hall_drawer"
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert tracker.verify().checked == 40
    if other is not tracker:
        other.close()
