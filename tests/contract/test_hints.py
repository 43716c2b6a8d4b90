"""A viewer is told nothing of events that are not theirs to read, not even by those that are."""

from __future__ import annotations

from typing import Any

from tracker import Tracker
from tracker.domain.payloads import Forgotten

AT = "2026-03-02T12:00:00Z"


def test_ids_of_hidden_events_are_left_out(tracker, seen) -> None:
    """As the cause of an event, and as what a decision is about; whoever opened the tracker sees them."""
    secret, open_ = tracker.append([seen(0, visibility=["ana"]), seen(1)]).event_ids
    decision = {"type": "rejected", "source": "user:ana", "caused_by": str(secret)}
    tracker.append(
        [
            seen(2, **decision, payload={"event_ids": [str(secret), str(open_)]}),
            seen(3, **decision, payload={"event_ids": [str(secret)]}),
            seen(4, caused_by=str(open_)),
        ]
    )
    told = list(tracker.events(viewer="ben"))
    assert str(secret) not in str([event.model_dump() for event in told])
    _, both, alone, caused = told
    assert (both.caused_by, both.payload.event_ids) == (None, (open_,))
    assert (alone.type, type(alone.payload)) == ("rejected", Forgotten)
    assert caused.caused_by == open_
    assert str(secret) not in tracker.where("keys", at=AT, viewer="ben").model_dump_json()
    assert str(secret) in str([event.model_dump() for event in tracker.events(viewer="ana")])
    assert str(secret) in str([event.model_dump() for event in tracker.events()])


def test_a_name_that_only_ana_may_see_means_nothing_to_ben(url, seen) -> None:
    with Tracker.open(url) as tracker:
        named = {"kind": "gift", "names": ["surprise"]}
        tracker.append(seen(0, entity_id="g1", type="registered", payload=named, visibility=["ana"]))
        assert tracker.resolve("surprise", viewer="ben") == []
        assert tracker.resolve("surprise", viewer="ana") == tracker.resolve("surprise") == ["g1"]


def test_a_reader_who_finds_the_views_behind_is_still_only_told_what_he_may_see(url, monkeypatch) -> None:
    """What becomes restricted while he waits for the views is not shown to him by way of the log either."""
    seen = {"entity_id": "keys", "type": "seen", "source": "camera:a"}
    at = {"occurred_at": "2026-03-02T12:00:00Z"}
    with Tracker.open(url) as tracker:
        tracker.append(seen | at | {"payload": {"claim": {"value": "hall"}}})

        def others_were_faster() -> bool:
            later = {"occurred_at": "2026-03-02T13:00:00Z", "visibility": ["ana"]}
            tracker.append(seen | later | {"payload": {"claim": {"value": "safe"}}})
            return False

        monkeypatch.setattr(tracker, "_caught_up", others_were_faster)
        assert tracker.where("keys", at="2026-03-02T14:00:00Z", viewer="ben").place == "hall"


def learned_at_once(event: dict[str, Any]) -> dict[str, Any]:
    return event | {"observed_at": event["occurred_at"]}


def test_a_name_taken_back_by_a_decision_they_may_not_see_is_still_a_name(url, seen) -> None:
    """And so it is at a time when the decision was not known yet: names are looked up as everything else is."""
    with Tracker.open(url) as tracker:
        named = seen(0, entity_id="ring", type="registered", payload={"kind": "ring", "names": ["treasure"]})
        (registered,) = tracker.append(learned_at_once(named)).event_ids
        no = seen(5, type="rejected", source="user:ana", visibility=["ana"], payload={"event_ids": [str(registered)]})
        tracker.append([learned_at_once(seen(1, entity_id="ring")), learned_at_once(no)])
        assert tracker.resolve("treasure") == tracker.resolve("treasure", viewer="ana") == []
        assert tracker.resolve("treasure", viewer="ben") == ["ring"]
        at = "2026-03-02T12:06:00Z"
        assert tracker.where("treasure", at=at, viewer="ben").place == "hall_drawer"
        assert tracker.where("treasure", at=at).status == "never_seen"
        assert tracker.resolve("treasure", known_at="2026-03-02T12:04:00Z") == ["ring"]
        assert tracker.resolve("treasure", known_at=at) == []


def test_readers_are_told_a_thing_by_the_name_that_all_are_told(tracker, seen) -> None:
    """Of several names the same one, whether the answer comes from the views or is folded for the reader."""
    names = {"kind": "bunch", "names": ["Zoe's ring", "house keys"]}
    given = [seen(0, entity_id="k-17", type="registered", payload=names), seen(1, entity_id="k-17")]
    tracker.append(map(learned_at_once, given))
    question = {"question": "What is in the hall drawer?", "at": "2026-03-02T12:05:00Z"}
    told = tracker.ask(**question).text
    assert "ouse keys" in told
    assert tracker.ask(**question, known_at="2026-03-02T12:04:00Z").text == told
    tracker.append(seen(2, entity_id="lamp", visibility=["ana"]))
    assert tracker.ask(**question, viewer="ben").text == told


def test_what_came_later_is_neither_cause_nor_evidence(tracker, seen) -> None:
    """A report too weak to count is 'observed' as long as the words it answers were not known, and an answer names no
    event that was not."""
    words = seen(0, type="stated", source="user:ana", payload={"text": "they are in the hall drawer"})
    (said,) = tracker.append(words | {"observed_at": "2026-03-02T13:00:00Z"}).event_ids
    reply = seen(1, type="stated", source="user:ben", payload={"text": "so is the bag"}, caused_by=str(said))
    (replied,) = tracker.append(learned_at_once(reply)).event_ids
    weak = seen(1, confidence=0.3, caused_by=str(said))
    tracker.append([learned_at_once(weak), learned_at_once(seen(2, entity_id="bag", caused_by=str(replied)))])
    early, late = "2026-03-02T12:30:00Z", "2026-03-02T13:30:00Z"
    bases = [tracker.conflicts(known_at=known)[0].candidates[0].basis for known in (early, late)]
    assert bases == ["observed", "stated"]
    before, after = (tracker.ask("Where is the bag?", at=late, known_at=known) for known in (early, late))
    assert said in after.event_ids
    assert said not in before.event_ids


def test_what_answers_no_words_was_not_told(tracker, seen) -> None:
    """A report that a camera's report caused, or words that the reader may not see, is an observation for him."""
    secret = seen(0, type="stated", source="user:ana", payload={"text": "psst"}, visibility=["ana"])
    (said,) = tracker.append(secret).event_ids
    (trigger,) = tracker.append(seen(0, entity_id="motion")).event_ids
    door = {"payload": {"claim": {"attribute": "openness", "value": "open"}}}
    tracker.append([seen(1, entity_id="gate", caused_by=str(trigger), **door)])
    tracker.append([seen(1, entity_id="door", caused_by=str(said), **door)])
    at = "2026-03-02T12:05:00Z"
    assert "told" not in tracker.ask("Is the gate open?", at=at).text
    assert "told" in tracker.ask("Is the door open?", at=at).text
    assert "told" not in tracker.ask("Is the door open?", at=at, viewer="ben").text


def test_an_event_that_is_the_answer_is_told_as_he_counts(url, seen) -> None:
    """Its position would tell how much stands before it that is not his, and its hash is over that too."""
    with Tracker.open(url) as tracker:
        tracker.append([seen(0, entity_id="diary", visibility=["ana"]), seen(1)])
        tracker.append(seen(2, type="removed", payload={"place": "hall_drawer", "by": "ana"}))
        taken = {"question": "Who took the keys?", "at": "2026-03-02T12:05:00Z"}
        assert tracker.ask(**taken).answer.seq == 3
        told = tracker.ask(**taken, viewer="ben")
        assert (told.answer.type, told.answer.seq, told.answer.hash) == ("removed", 2, None)
        again = tracker.ask(told.plan, viewer="ben")
        assert (again.answer.seq, again.answer.hash) == (2, None)
