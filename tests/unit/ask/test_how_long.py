"""How long something has been so: the stretch that goes on, not all that ever were; in a window, all of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ask.conftest import DAY, claim, event, switched, understood
from tracker import Reply, Tracker

AT = f"{DAY}T12:35:00+00:00"


@pytest.fixture(scope="module")
def house() -> Iterator[Tracker]:
    """A door open from 05:00 to 07:30 and again from 11:00; a lamp that two people disagree about."""
    with Tracker.open("sqlite://") as tracker:
        tracker.append([
            event("05:00", "door", "registered", {"kind": "door", "names": ["door", "大門"]}, source="user:ana"),
            event("05:00", "heater", "registered", {"kind": "heater", "names": ["heater", "暖氣"]}, source="user:ana"),
            switched("05:00", "door", "openness", "open"),
            switched("07:30", "door", "openness", "closed"),
            switched("11:00", "door", "openness", "open"),
            switched("08:00", "heater", "power", "on"),
            event("09:00", "lamp", "seen", claim("on", attribute="power")),
            event("10:00", "lamp", "seen", claim("off", attribute="power"), source="camera:study"),
            event("10:00", "lamp", "seen", claim("on", attribute="power"), source="camera:desk"),
        ])  # fmt: skip
        yield tracker


def ask(tracker: Tracker, question: str, at: str = AT) -> Reply:
    return understood(tracker, question, at)


@pytest.mark.parametrize(
    ("question", "minutes"),
    [
        ("how long has the door been open?", 95),
        ("how long is the door open?", 95),
        ("how long has the door been open today?", 150 + 95),
        ("how long was the door open today?", 150 + 95),
        ("how long was the door closed?", 210),
        ("how long had the door been open at 6am?", 60),
        ("how long has the heater been running?", 275),
        ("大門開了多久？", 95),
        ("大門開了多久了？", 95),
        ("大门已经开着多久了？", 95),
        ("今天大門開了多久？", 150 + 95),
        ("大門關了多久？", 210),
        ("暖氣開了多久？", 275),
    ],
)
def test_how_long_it_has_been_so(house: Tracker, question: str, minutes: int):
    """In seconds. Of a span of time, all stretches in it."""
    reply = ask(house, question)
    assert reply.values == (minutes * 60,), reply.text


@pytest.mark.parametrize("question", ["how long has the door been closed?", "大門關了多久了？"])
def test_what_is_not_so_has_not_been_so_for_any_time(house: Tracker, question: str):
    """The door is open: that is told, and when it was closed last, but no length that goes on."""
    reply = ask(house, question)
    assert reply.values == ()
    assert "07:30" in reply.text
    assert "11:00" in reply.text
    assert "not closed now" in reply.text or "現在不是關著" in reply.text


def test_in_a_dispute_nobody_knows_whether_it_goes_on(house: Tracker):
    reply = ask(house, "how long has the lamp been on?")
    assert (reply.status, reply.values) == ("conflict", ())
    assert "not known" in reply.text


def test_what_was_never_so(house: Tracker):
    assert ask(house, "how long has the heater been off?").text == "The heater was never reported off."


@pytest.mark.parametrize(
    ("question", "hour"),
    [
        ("大門最後一次打開是什麼時候？", 11),
        ("大门上次打开是什么时候？", 11),
        ("大門最近一次是什麼時候打開的？", 11),
        ("大門什麼時候打開的？", 11),
    ],
)
def test_when_it_was_so_last(house: Tracker, question: str, hour: int):
    reply = ask(house, question)
    assert [one.hour for one in reply.values] == [hour]
