"""Which of a kind of things is open or on, and whether any or all of them are; who it was that opened one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ask.conftest import DAY, event, switched, understood
from tracker import Tracker

AT = f"{DAY}T12:35:00+00:00"


def known(entity: str, kind: str, *names: str) -> dict[str, object]:
    return event("00:01", entity, "registered", {"kind": kind, "names": list(names)}, source="user:ana")


@pytest.fixture(scope="module")
def house() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as tracker:
        tracker.append(
            [
                known("front", "door", "front door", "大門"), known("back_door", "door", "back door", "後門"),
                known("side_door", "door", "side door", "側門"), known("desk_lamp", "lamp", "desk lamp", "檯燈"),
                switched("12:00", "front", "openness", "open"),
                switched("11:00", "back_door", "openness", "open"),
                switched("11:30", "back_door", "openness", "closed"),
                switched("10:00", "kitchen_window", "openness", "closed"),
                switched("10:00", "desk_lamp", "power", "on"),
                switched("10:00", "heater", "power", "off"),
            ]
        )  # fmt: skip
        tracker.note("Leo closed the bathroom window.", at=f"{DAY}T12:10:00Z", speaker="mia")
        yield tracker


WHICH = [
    ("which doors are open?", ("front",)),
    ("what doors are closed?", ("back_door",)),
    ("which door is open?", ("front",)),
    ("which windows are closed?", ("bathroom_window", "kitchen_window")),
    ("which lamps are on?", ("desk_lamp",)),
    ("what is open?", ("front",)),
    ("what is on?", ("desk_lamp",)),
    ("which doors were open at 11:15?", ("back_door",)),
    ("which doors were open today?", ("back_door", "front")),
    ("哪些門開著？", ("front",)),
    ("哪個門關著？", ("back_door",)),
    ("哪些燈開著？", ("desk_lamp",)),
    ("什麼東西開著？", ("desk_lamp", "front")),
]
WHETHER = [
    ("is any door open?", "yes"),
    ("are any windows open?", "no"),
    ("is there a door open?", "yes"),
    ("are all doors closed?", "no"),
    ("are all the windows closed?", "yes"),
    ("are all the doors open?", "no"),
    ("is any gate open?", "maybe"),
    ("is anything on?", "yes"),
    ("is everything closed?", "no"),
    ("有門開著嗎？", "yes"),
    ("有沒有窗戶開著？", "maybe"),
    ("所有的門都關著嗎？", "no"),
]


@pytest.mark.parametrize(("question", "values"), WHICH, ids=[one for one, _ in WHICH])
def test_those_of_a_kind_that_are_so_are_named(house: Tracker, question: str, values: tuple[str, ...]):
    """By their registered kind, or by the last word of what they are called."""
    assert understood(house, question, AT).values == values


@pytest.mark.parametrize(("question", "verdict"), WHETHER, ids=[one for one, _ in WHETHER])
def test_any_and_all_are_answered_over_all_of_the_kind(house: Tracker, question: str, verdict: str):
    """'Any door' is no thing of which nothing was reported."""
    reply = understood(house, question, AT)
    assert reply.values == (verdict,), reply.text
    assert "about whether any" not in reply.text


def test_what_is_not_known_is_named_too(house: Tracker):
    """A door of which nothing was reported may be open."""
    assert understood(house, "which doors are open?", AT).text == (
        "The front door is open, since 12:00, 35 minutes ago. Of the side door that is not known."
    )
    assert understood(house, "are all the windows open?", AT).text.startswith("No: the ")
    assert understood(house, "哪些門開著？", AT).text == "大門開著，從12:00起（35 分鐘前）。側門不清楚。"


def test_none_is_told_of_the_kind(house: Tracker):
    """Not 'the heater', which is no lamp; and what was told is marked once."""
    assert understood(house, "which lamps are off?", AT).text == "No report says that any lamp is off."
    assert understood(house, "is any gate open?", AT).text == "Maybe: that was never reported of any gate."
    assert understood(house, "有沒有櫃門開著？", AT).text == "不確定：從來沒有櫃門的這種消息。"
    assert understood(house, "which windows are closed?", AT).text.count("told") == 1
    assert understood(house, "which doors were open?", AT).values == ("back_door", "front")


def test_a_follow_up_asks_of_another_kind_or_of_one_thing(house: Tracker):
    """'And the windows?' is no more about doors."""
    doors = understood(house, "which doors are closed?", AT)
    assert understood(house, "and the windows?", AT, after=doors).values == ("bathroom_window", "kitchen_window")
    assert understood(house, "and the front door?", AT, after=doors).text.startswith("No: the front door is open")
    assert understood(house, "那窗戶呢？", AT, after=understood(house, "哪些門開著？", AT)).plan["kind"] == "窗戶"


def test_what_was_never_so_was_not_so_in_no_time_in_particular(house: Tracker):
    assert understood(house, "when was the heater locked?", AT).text == "The heater was never reported locked."


def test_one_thing_of_that_name_is_asked_of_as_before(house: Tracker):
    assert understood(house, "is the front door open?", AT).plan["intent"] == "is_so"
    assert understood(house, "is the door open?", AT).plan["intent"] == "is_so"


WHO = [
    ("who opened the front door?", "Who that was is not reported. The front door was open from 12:00, 35 minutes ago"),
    ("who last opened the front door?", "Who that was is not reported."),
    ("who turned on the desk lamp?", "Who that was is not reported. The desk lamp was on from 10:00"),
    ("who closed the bathroom window?", "The words were “Leo closed the bathroom window.”"),
    ("誰開了大門？", "沒有說是誰。大門從12:00"),
    ("大門是誰打開的？", "沒有說是誰。大門從12:00"),
    ("誰把檯燈打開了？", "沒有說是誰。檯燈從10:00"),
    ("大門最後一次打開是什麼時候？", "大門從12:00"),
]


@pytest.mark.parametrize(("question", "told"), WHO, ids=[one for one, _ in WHO])
def test_who_opened_it_is_not_known_but_when_is(house: Tracker, question: str, told: str):
    """No report of a state says whose doing it was; the words of one that was told are quoted."""
    reply = understood(house, question, AT)
    assert told in reply.text
    if "最後" not in question:
        assert (reply.status, reply.values) == ("unknown", ())
