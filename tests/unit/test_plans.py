"""Plans know whether their time has come, and nothing else changes them."""

from tracker import Decision, Tracker

DAY = "2026-03-02T"


def _exam(clock: str, type_: str, payload: dict, source: str) -> dict:
    return {
        "entity_id": "exam",
        "type": type_,
        "occurred_at": f"{DAY}{clock}:00Z",
        "payload": payload,
        "source": source,
    }


def test_a_settled_conflict_about_its_place_does_not_touch_a_plan():
    with Tracker.open("sqlite://") as t:
        t.append(
            [
                _exam("09:00", "planned", {"what": "exam", "due_at": f"{DAY}12:00:00Z"}, "user:ana"),
                _exam("10:00", "seen", {"claim": {"value": "hall"}}, "camera:a"),
                _exam("10:00", "seen", {"claim": {"value": "gym"}}, "camera:b"),
            ]
        )
        asked = t.where("exam", at=f"{DAY}10:30:00Z")
        keep = asked.candidates[0].event_id
        t.decide(
            Decision(action="resolve", by="ana", conflict_id=asked.conflict_id, keep=(keep,), at=f"{DAY}11:00:00Z")
        )
        assert t.where("exam", at=f"{DAY}11:30:00Z").status == "current"
        assert [i.value for i in t.history("exam", "plan")] == ["upcoming", "due", "overdue"]
