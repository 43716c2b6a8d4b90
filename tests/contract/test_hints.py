"""A viewer is told nothing of events that are not theirs to read, not even by those that are."""

from __future__ import annotations

from tracker import Tracker
from tracker.domain.payloads import Forgotten

AT = "2026-03-02T12:00:00Z"


def test_ids_of_hidden_events_are_left_out(url, seen) -> None:
    """As the cause of an event, and as what a decision is about; whoever opened the tracker sees them."""
    with Tracker.open(url) as tracker:
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
