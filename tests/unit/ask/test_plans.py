"""Plans: named as they were told, on the day to come, due, on or called off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.unit.ask.conftest import DAY, event, switched, understood
from tracker import Reply, Tracker

AT = f"{DAY}T12:35:00+00:00"


def planned(entity: str, what: str, due: str) -> dict[str, Any]:
    return event("07:00", entity, "planned", {"what": what, "due_at": due}, source="user:ana")


@pytest.fixture(scope="module")
def house() -> Iterator[Tracker]:
    """Asked on a Monday: the dentist is on Wednesday, the rent was due at ten, the concert is cancelled."""
    with Tracker.open("sqlite://") as tracker:
        tracker.append([
            planned("plan-17", "dentist appointment", "2026-03-04T15:00:00Z"),
            planned("牙醫", "看牙醫", "2026-03-04T15:00:00Z"),
            planned("rent", "pay the rent", f"{DAY}T10:00:00Z"),
            planned("房租", "付房租", f"{DAY}T10:00:00Z"),
            planned("bins", "bins", f"{DAY}T10:00:00Z"),
            event("10:00", "bins", "completed", {}, source="user:ana"),
            planned("concert", "concert", "2026-03-07T20:00:00Z"),
            event("08:00", "concert", "cancelled", {}, source="user:ana"),
            planned("音樂會", "音樂會", "2026-03-07T20:00:00Z"),
            event("08:00", "音樂會", "cancelled", {}, source="user:ana"),
            planned("party", "birthday party", "2026-03-07T19:00:00Z"),
            switched("06:00", "lamp", "power", "on"),
        ])  # fmt: skip
        yield tracker


def ask(tracker: Tracker, question: str) -> Reply:
    return understood(tracker, question, AT)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("is the dentist on Wednesday?", ("yes",)),
        ("is the dentist on Thursday?", ("no",)),
        ("is the dentist appointment on Wednesday?", ("yes",)),
        ("do I have a dentist appointment on Wednesday?", ("yes",)),
        ("was the dentist on Wednesday?", ("no",)),
        ("what is planned for Wednesday?", ("plan-17", "牙醫")),
        ("what is planned on Wednesday?", ("plan-17", "牙醫")),
        ("is anything planned for Wednesday?", ("yes",)),
        ("is anything planned for Friday?", ("no",)),
        ("what do I have on Wednesday?", ("plan-17", "牙醫")),
        ("星期三有什麼安排？", ("plan-17", "牙醫")),
        ("牙醫是星期三嗎？", ("yes",)),
        ("牙医是不是星期三？", ("yes",)),
        ("牙醫在星期四嗎？", ("no",)),
    ],
)
def test_a_day_asked_of_a_plan_is_the_one_to_come(house: Tracker, question: str, values: tuple[str, ...]):
    """Nobody asks whether the dentist will have been last Wednesday, unless they say 'was'."""
    reply = ask(house, question)
    assert reply.values == values, reply.text
    assert "I took" not in reply.text


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("is the rent due?", ("yes",)),
        ("is the rent due today?", ("yes",)),
        ("is the rent overdue?", ("yes",)),
        ("is the party overdue?", ("no",)),
        ("is the concert overdue?", ("no",)),
        ("what is overdue?", ("rent", "房租")),
        ("is anything overdue?", ("yes",)),
        ("房租到期了嗎？", ("yes",)),
        ("房租逾期了嗎？", ("yes",)),
        ("有什麼逾期了？", ("rent", "房租")),
        ("is the concert still on?", ("no",)),
        ("is the concert off?", ("yes",)),
        ("is the concert cancelled?", ("yes",)),
        ("has the concert been called off?", ("yes",)),
        ("is the party still on?", ("yes",)),
        ("is the party happening?", ("yes",)),
        ("is the party cancelled?", ("no",)),
        ("is the lamp still on?", ("yes",)),
        ("is the radio still on?", ("maybe",)),
        ("音樂會取消了嗎？", ("yes",)),
        ("音樂會還會舉行嗎？", ("no",)),
        ("are the bins done?", ("yes",)),
    ],
)
def test_whether_it_is_due_or_on(house: Tracker, question: str, values: tuple[str, ...]):
    """What is overdue is due; 'on' of what was planned asks of the plan, of what has power, of its power."""
    reply = ask(house, question)
    assert reply.values == values, reply.text


def test_it_says_what_became_of_it(house: Tracker):
    reply = ask(house, "is the rent due?")
    assert reply.status == "overdue"
    assert reply.text == "Yes: the rent was due at 10:00, 2 hours ago; whether that was done was not told."
    reply = ask(house, "is the concert still on?")
    assert reply.status == "cancelled"
    assert reply.text == "No: the concert was cancelled; it had been planned for Sat 7 March at 20:00."
    assert ask(house, "are the bins done?").text == "Yes: the bins are done; they were planned for 10:00."


@pytest.mark.parametrize("name", ["the dentist appointment", "the dentist", "the appointment", "plan-17"])
def test_a_plan_is_known_by_the_words_it_was_told_in(house: Tracker, name: str):
    """Whatever its id is."""
    reply = ask(house, f"when is {name}?")
    assert reply.status == "upcoming"
    assert reply.text.lower().startswith(f"{name} is in 2 days")


def test_a_plan_whose_id_is_a_code_is_told_in_its_words(house: Tracker):
    assert "“dentist appointment” is in 2 days" in ask(house, "what is planned?").text
    assert "「dentist appointment」" in ask(house, "有什麼安排？").text


@pytest.mark.parametrize("question", ["今天米婭嗎？", "牙醫嗎？"])
def test_a_name_and_a_day_are_no_question_of_a_plan(house: Tracker, question: str):
    """Unless there is a plan of that name."""
    assert not house.ask(question, at=AT).understood
