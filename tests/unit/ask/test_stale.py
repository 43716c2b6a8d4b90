"""What was reported long ago is never told as if it were so now, however it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ask.conftest import DAY, claim, event, switched
from tracker import Tracker
from tracker.domain.policy import Policy

SOON = f"{DAY}T14:30:00+00:00"
NEXT_YEAR = "2027-03-02T14:30:00+00:00"


@pytest.fixture
def left_alone() -> Iterator[Tracker]:
    """One report of each kind on one day, and nothing afterwards."""
    with Tracker.open("sqlite://", policy=Policy(attribute_half_life_s={"openness": 3600})) as tracker:
        tracker.append([
            event("13:00", "keys", "registered", {"kind": "key", "names": ["keys", "鑰匙"]}, source="user:ana"),
            event("13:00", "drawer", "registered", {"kind": "drawer", "names": ["drawer", "抽屜"]}, source="user:ana"),
            event("14:00", "keys", "seen", claim("desk", "on")),
            event("14:02", "keys", "placed", {"place": "drawer", "relation": "in"}),
            event("14:05", "bag", "removed", {"by": "tom"}),
            switched("14:10", "gate", "openness", "open"),
        ])  # fmt: skip
        yield tracker


PRESENT = [
    "when did the keys leave the drawer?",
    "when were the keys put in the drawer?",
    "since when are the keys in the drawer?",
    "were the keys in the drawer since 1 March 2026?",
    "how long were the keys in the drawer since 1 March 2026?",
    "where have the keys been since 1 March 2026?",
    "was the gate open since 1 March 2026?",
    "how long was the gate open since 1 March 2026?",
    "when was the gate opened?",
    "what is the state of the gate?",
    "who had the bag since 1 March 2026?",
    "what did Tom have since 1 March 2026?",
    "鑰匙是什麼時候離開抽屜的？",
]


@pytest.mark.parametrize("question", PRESENT)
def test_a_stale_report_is_hedged_and_a_fresh_one_is_not(left_alone: Tracker, question: str):
    """A year later the answer says how old the last report is and that nothing came since."""
    stale = left_alone.ask(question, at=NEXT_YEAR)
    assert stale.understood, stale.text
    said = stale.text.lower()
    assert "last reported" in said or "最後一次有消息" in said, stale.text
    assert "nothing since" in said or "之後沒有消息" in said, stale.text
    assert "still there" not in said, stale.text
    assert "還在那裡" not in said, stale.text
    fresh = left_alone.ask(question, at=SOON).text
    assert "nothing since" not in fresh, fresh
    assert "之後沒有消息" not in fresh, fresh


def test_a_stay_that_is_current_may_be_called_so(left_alone: Tracker):
    """Half an hour later they are still there, in words that fit several keys."""
    text = left_alone.ask("when did the keys leave the drawer?", at=SOON).text
    assert text == "The keys were not seen to leave the drawer; as far as is known they are still there."


def test_a_stay_that_is_stale_is_not_called_current(left_alone: Tracker):
    """The status says what the words say."""
    assert left_alone.ask("when did the keys leave the drawer?", at=NEXT_YEAR).status == "last_seen"
