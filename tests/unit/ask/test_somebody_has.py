"""A person has things; things are in places. 有 is one word for both."""

from __future__ import annotations

import pytest

from tests.unit.ask.conftest import DAY, event
from tracker import Tracker

THREE = f"{DAY}T15:00:00+00:00"


@pytest.fixture
def holding(empty: Tracker) -> Tracker:
    """Tom, whom nobody registered, took the umbrella and brought it nowhere."""
    empty.append([
        event("14:00", "雨傘", "removed", {"by": "湯姆"}),
        event("14:00", "書", "placed", {"place": "書包", "relation": "in"}),
        event("13:00", "小美", "registered", {"kind": "person", "names": ["小美"]}, source="user:ana"),
    ])  # fmt: skip
    return empty


@pytest.mark.parametrize(
    ("question", "values"),
    [("湯姆有什麼？", ("雨傘",)), ("汤姆有什么？", ("雨傘",)), ("湯姆有幾件東西？", (1,)), ("小美有什麼？", ())],
)
def test_what_a_person_has_is_not_inside_them(holding: Tracker, question: str, values: tuple[object, ...]):
    """雨傘 is with 湯姆, not 在湯姆裡; nobody is asked about as if a box."""
    reply = holding.ask(question, at=THREE)
    assert reply.values == values
    assert "裡" not in reply.text
    assert "里" not in reply.text


def test_it_is_said_with_you(holding: Tracker):
    assert holding.ask("湯姆有什麼？", at=THREE).text == "湯姆有：雨傘（從14:00起）。"


def test_a_place_still_has_things_in_it(holding: Tracker):
    assert holding.ask("書包裡有什麼？", at=THREE).values == ("書",)
    assert holding.ask("書包有什麼？", at=THREE).text == "在書包裡的有書。"
