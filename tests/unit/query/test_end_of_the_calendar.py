"""What is reckoned to come after the year 9999 does not come: nothing ends in a traceback."""

from __future__ import annotations

from typing import Any

import pytest

from tracker import Tracker
from tracker.domain.policy import Policy
from tracker.errors import InvalidEvent

LAST = "9999-12-31T23:59:59.999999Z"
NEW_YEAR = "2026-01-01T00:00:00Z"


def seen(place: str, at: str) -> dict[str, Any]:
    claim = {"value": place, "relation": "in"}
    return {
        "entity_id": "keys",
        "type": "seen",
        "occurred_at": at,
        "source": f"camera:{place}",
        "payload": {"claim": claim},
    }


def test_a_plan_due_at_the_last_instant_is_never_overdue() -> None:
    with Tracker.open("sqlite://") as tracker:
        exam = {"entity_id": "exam", "type": "planned", "source": "user:ana", "occurred_at": NEW_YEAR}
        tracker.append({**exam, "payload": {"what": "exam", "due_at": LAST}})
        assert [(each.value, each.end) for each in tracker.history("exam", "plan")][1:] == [("due", None)]


@pytest.mark.parametrize(
    ("at", "policy"),
    [(NEW_YEAR, Policy(default_half_life_s=1e12)), (NEW_YEAR, Policy(default_half_life_s=1e300))],
    ids=["beyond the calendar", "beyond what a database holds"],
)
def test_a_quarrel_that_would_lapse_after_the_calendar_stays_open(at: str, policy: Policy) -> None:
    with Tracker.open("sqlite://", policy=policy) as tracker:
        tracker.append([seen("hall", at), seen("desk", at)])
        assert [(each.status, each.end) for each in tracker.history("keys")] == [("conflict", None)]
        assert tracker.state("keys", "location", LAST).status == "conflict"


def test_nothing_was_seen_at_the_last_instant() -> None:
    with (
        Tracker.open("sqlite://") as tracker,
        pytest.raises(InvalidEvent, match="occurred_at: is more than an hour ahead"),
    ):
        tracker.append(seen("hall", LAST))


def test_a_half_life_below_a_microsecond_is_one() -> None:
    with Tracker.open("sqlite://", policy=Policy(default_half_life_s=1e-9)) as tracker:
        tracker.append(seen("hall", NEW_YEAR))
        assert tracker.where("keys", "2026-01-01T00:00:01Z").status == "last_seen"


def test_what_is_kept_for_longer_than_time_is_kept() -> None:
    with Tracker.open("sqlite://", policy=Policy(retain_s={"camera:": 1e300})) as tracker:
        tracker.append(seen("hall", NEW_YEAR))
        assert tracker.sweep().expired == 0
