"""What happened about a time, or up to one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ask.conftest import DAY, event, understood
from tracker import Reply, Tracker

AT = f"{DAY}T12:35:00+00:00"


@pytest.fixture(scope="module")
def house() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as tracker:
        tracker.append([
            event("05:00", "keys", "registered", {"kind": "key", "names": ["keys", "鑰匙"]}, source="user:ana"),
            event("07:00", "keys", "placed", {"place": "sofa", "relation": "on"}),
            event("10:00", "keys", "placed", {"place": "table", "relation": "on"}),
        ])  # fmt: skip
        yield tracker


def ask(tracker: Tracker, question: str) -> Reply:
    return understood(tracker, question, AT)


@pytest.mark.parametrize(
    ("question", "happened"),
    [
        ("what happened at 10:00?", True),
        ("what happened around 10am?", True),
        ("what moved at 10:00?", True),
        ("did anything happen at 10:10?", True),
        ("what happened to the keys at 10am?", True),
        ("what happened on the table at 10am?", True),
        ("what happened on the floor at 10am?", False),
        ("what happened at 11:00?", False),
        ("今天早上十點發生了什麼？", True),
        ("十點發生了什麼？", True),
        ("十點左右有什麼變化？", True),
        ("今天早上十一点发生了什么？", False),
        ("what changed by 11am?", True),
        ("what happened before 11am?", True),
        ("what happened before 6am?", False),
    ],
)
def test_what_happened_about_a_time_is_told(house: Tracker, question: str, happened: bool):
    """Within half an hour of it, which the answer says; 'by' and 'before' reach back to the beginning."""
    reply = ask(house, question)
    assert bool(reply.values) is happened, reply.text
    assert bool(reply.event_ids) is happened
    assert ("10:00" in reply.text) is happened


def test_the_answer_says_which_time_it_tells_of(house: Tracker):
    assert ask(house, "what happened at 11:00?").text == "Nothing is known to have changed between 10:30 and 11:30."
    assert ask(house, "what happened before 6am?").text == "Nothing is known to have changed before 06:00."


def test_a_time_with_no_beginning_is_read_aloud_without_one(house: Tracker):
    assert "(I took 'before 11' to mean before 11:00.)" in ask(house, "what happened before 11?").text


def test_a_plan_without_a_window_asks_of_its_instant(house: Tracker):
    """Kept as JSON, what was asked of ten o'clock is still asked of ten o'clock."""
    plan = ask(house, "what happened at 10:00?").plan
    assert plan is not None
    assert house.ask(plan).values == ("keys",)
