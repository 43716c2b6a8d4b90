"""What the tense of a question asks: at any time so far, all the time since, or all day."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ask.conftest import DAY, claim, event, switched, understood
from tracker import Reply, Tracker

AT = f"{DAY}T12:35:00+00:00"


@pytest.fixture(scope="module")
def house() -> Iterator[Tracker]:
    """Keys that were on the sofa and then on the table; a door closed from 07:30 to 11:00; a lamp on since 06:00."""
    with Tracker.open("sqlite://") as tracker:
        tracker.append([
            event("05:00", "keys", "registered", {"kind": "key", "names": ["keys", "鑰匙"]}, source="user:ana"),
            event("05:00", "sofa", "registered", {"kind": "sofa", "names": ["sofa", "沙發"]}, source="user:ana"),
            event("05:00", "table", "registered", {"kind": "table", "names": ["table", "桌子"]}, source="user:ana"),
            event("05:00", "door", "registered", {"kind": "door", "names": ["door", "大門"]}, source="user:ana"),
            event("05:00", "lamp", "registered", {"kind": "thing", "names": ["desk lamp", "檯燈"], "within": "study"}),
            event("05:30", "keys", "placed", {"place": "sofa", "relation": "on"}),
            event("06:00", "keys", "removed", {"by": "leo"}),
            event("10:00", "keys", "placed", {"place": "table", "relation": "on"}),
            switched("05:00", "door", "openness", "open"),
            switched("07:30", "door", "openness", "closed"),
            switched("11:00", "door", "openness", "open"),
            switched("06:00", "lamp", "power", "on"),
            event("10:00", "leo", "registered", {"kind": "person", "names": ["Leo"]}),
            event("10:10", "leo", "seen", claim("garage")),
            event("10:20", "leo", "seen", claim("kitchen")),
        ])  # fmt: skip
        yield tracker


def ask(tracker: Tracker, question: str, at: str = AT) -> Reply:
    return understood(tracker, question, at)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("were the keys ever on the sofa?", "yes"),
        ("have the keys ever been on the sofa?", "yes"),
        ("have the keys been on the sofa?", "yes"),
        ("were the keys on the sofa?", "yes"),
        ("are the keys on the sofa?", "no"),
        ("have the keys ever been with Leo?", "yes"),
        ("did Leo ever have the keys?", "yes"),
        ("has Leo had the keys?", "yes"),
        ("does Leo have the keys?", "no"),
        ("are the keys already on the table?", "yes"),
        ("is the door already open?", "yes"),
        ("has Leo been to the garage?", "yes"),
        ("has Leo ever been in the attic?", "maybe"),
        ("was the door ever closed?", "yes"),
        ("has the door been closed?", "yes"),
        ("was the door closed?", "yes"),
        ("is the door closed?", "no"),
        ("has the door ever been closed today?", "yes"),
        ("鑰匙曾經在沙發上嗎？", "yes"),
        ("鑰匙曾在沙發上嗎？", "yes"),
        ("鑰匙之前在沙發上嗎？", "yes"),
        ("鑰匙在沙發上過嗎？", "yes"),
        ("钥匙有没有在沙发上过？", "yes"),
        ("鑰匙在沙發上嗎？", "no"),
        ("大門關過嗎？", "yes"),
        ("大門曾經關著嗎？", "yes"),
        ("大門關著嗎？", "no"),
    ],
)
def test_what_was_once_so_was_ever_so(house: Tracker, question: str, value: str):
    """'Ever', a past tense with no time, 曾經 and 過 ask of all the past, not of now."""
    reply = ask(house, question)
    assert reply.values == (value,), reply.text


def test_when_it_was_so_is_told(house: Tracker):
    """'Yes' comes with its times, which end: nobody takes it for now."""
    assert (
        ask(house, "were the keys ever on the sofa?").text == "Yes: the keys were on the sofa between 05:30 and 06:00."
    )


def test_of_very_many_times_the_newest_is_told(empty: Tracker):
    empty.append([
        switched(f"{hour:02}:{minute:02}", "door", "openness", value)
        for hour in range(12) for minute, value in ((0, "open"), (30, "closed"))
    ])  # fmt: skip
    assert ask(empty, "was the door ever open?").text == (
        "Yes: the door was open 12 times, most recently between 11:00 and 11:30."
    )


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("has the door been closed since 7:30am?", "no"),
        ("has the door been open since 9am?", "no"),
        ("has the door been open since 11:00?", "yes"),
        ("has the door been open since 11:30?", "yes"),
        ("has the door ever been closed since 7:30am?", "yes"),
        ("has the door been opened since 9am?", "yes"),
        ("did anyone open the door since 9am?", "yes"),
        ("have the keys been on the table since 9am?", "no"),
        ("have the keys been on the table since 10:30am?", "yes"),
        ("has Leo been in the kitchen since 10:10am?", "no"),
        ("did the door stay open today?", "no"),
        ("did the door stay open between 11:10 and 12:00?", "yes"),
        ("did the keys stay on the table today?", "no"),
        ("大門從早上九點開始一直開著嗎？", "no"),
        ("大門從早上九點起就開著嗎？", "no"),
        ("大門從早上十一點半起就開著嗎？", "yes"),
        ("大門從早上九點以來開過嗎？", "yes"),
        ("has the door been open from 11 until now?", "yes"),
        ("has the door been open from 9 until now?", "no"),
        ("has the door been open in the last three hours?", "yes"),
        ("大門從六點到現在一直開著嗎？", "no"),
        ("鑰匙從早上十點半起一直在桌子上嗎？", "yes"),
    ],
)
def test_so_since_then_is_so_all_the_time_since(house: Tracker, question: str, value: str):
    """'Has it been closed since 7:30' is no when it was opened at 11; 'ever' and 'opened' ask of once."""
    reply = ask(house, question)
    assert reply.values == (value,), reply.text


@pytest.mark.parametrize(
    ("question", "value", "said"),
    [
        ("has the desk lamp been on all day?", "maybe", "on between 06:00 and 12:35"),
        ("was the desk lamp on all day?", "maybe", "on between 06:00 and 12:35"),
        ("was the desk lamp on throughout today?", "maybe", "on between 06:00 and 12:35"),
        ("was the door open the whole day?", "no", "open between 05:00 and 07:30"),
        ("has the door been open all day long?", "no", "open between 05:00 and 07:30"),
        ("was the door open all morning?", "no", "open between 05:00 and 07:30"),
        ("have the keys been on the table all day?", "no", "on the table between 10:00 and 12:35"),
        ("was the door closed all day yesterday?", "maybe", "nothing was reported"),
        ("檯燈整天都開著嗎？", "maybe", "06:00到12:35之間開著"),
        ("大門今天一整天都開著嗎？", "no", "05:00到07:30"),
        ("大门整个上午都开着吗？", "no", "05:00到07:30"),
        ("鑰匙整天都在桌子上嗎？", "no", "10:00到12:35"),
    ],
)
def test_all_day_is_a_time_and_no_place(house: Tracker, question: str, value: str, said: str):
    """No when it is known to have been otherwise; what nobody reported on is not known."""
    reply = ask(house, question)
    assert (reply.values, said in reply.text) == ((value,), True), reply.text


def test_where_it_was_all_day_is_where_it_was_that_day(house: Tracker):
    reply = ask(house, "where was Leo all day?")
    assert reply.values == ("garage", "kitchen"), reply.text


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("were the keys and Leo on the table?", "maybe"),
        ("were the keys and Leo on the table between 10:12 and 10:25?", "no"),
        ("have the keys and the table been on the table?", "maybe"),
        ("今天鑰匙和Leo在桌子上嗎？", "maybe"),
    ],
)
def test_of_several_things_all_are_asked(house: Tracker, question: str, value: str):
    """Not only the first."""
    reply = ask(house, question)
    assert reply.values == (value,), reply.text
    assert "keys were on the table" in reply.text or "鑰匙10:00到12:35之間在桌子上" in reply.text
    assert len((reply.plan or {})["entities"]) == 2
