"""Short and ordinary forms: a bare name, 是…的嗎, 呢 with nothing before it, one place or the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.unit.ask.conftest import DAY, EVENTS, claim, event, switched
from tracker import Tracker

THREE = f"{DAY}T15:00:00+00:00"


@pytest.fixture(scope="module")
def house() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as tracker:
        tracker.append([
            *EVENTS,
            event("06:00", "lamp", "registered", {"kind": "lamp", "names": ["lamp", "燈"]}, source="user:ana"),
            switched("12:00", "lamp", "power", "on"),
            event("13:00", "耳機", "seen", claim("床", "on")),
            event("13:00", "drill", "seen", claim("garage", "in")),
        ])  # fmt: skip
        yield tracker


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("燈是開著的嗎？", ("yes",)),
        ("灯是开着的吗？", ("yes",)),
        ("灯现在是不是开着的？", ("yes",)),
        ("燈是亮的嗎？", ("yes",)),
        ("燈還是開著的嗎？", ("yes",)),
        ("冰箱是關著的嗎？", ("yes",)),
        ("冰箱是打開的嗎？", ("no",)),
        ("耳机呢？", ("床",)),
        ("耳機呢", ("床",)),
        ("鑰匙", ("ana",)),
        ("鑰匙呢？", ("ana",)),
        ("phone?", ("sofa",)),
        ("my phone", ("sofa",)),
        ("where phone", ("sofa",)),
        ("the phone at 10am?", ("sofa",)),
        ("is the drill on the shelf or in the garage?", ("garage",)),
        ("is the drill in the attic or the garage?", ("garage",)),
        ("耳機在桌上還是床上？", ("床",)),
        ("wheres my phone", ("sofa",)),
        ("How do you know where the phone is?", ("sofa",)),
        ("有人開過冰箱嗎？", ("yes",)),
        ("有没有人打开冰箱？", ("yes",)),
    ],
)
def test_a_short_form_is_read_as_the_whole_one(house: Tracker, question: str, values: tuple[Any, ...]):
    reply = house.ask(question, at=THREE)
    assert reply.understood, reply.text
    assert reply.values == values, reply.text


@pytest.mark.parametrize(
    "question",
    ["hello", "thanks", "kitchenware", "where nowhere", "it?", "然後呢？", "怎麼辦呢？", "為什麼呢？", "那昨天呢？",
     "what about the phone?", "and the phone?",
     "燈是新的嗎？", "燈是安娜開的嗎？", "燈是什麼時候買的？", "燈是誰開的嗎？",
     "is the door open or in the garage?", "is the drill on the shelf or is the phone in the garage?",
     "is the drill in the garage or not?"],
)  # fmt: skip
def test_what_only_looks_like_one_is_not_read(house: Tracker, question: str):
    """A word that names nothing known is no question; a follow-up needs a question before it."""
    reply = house.ask(question, at=THREE)
    assert not reply.understood, reply.text


def test_after_another_question_a_name_with_ne_asks_the_same_of_it(house: Tracker):
    """'那耳機呢' after 'when was … last seen' asks when, not where."""
    before = house.ask("貓最後一次出現是什麼時候？", at=THREE)
    assert (house.ask("耳機呢？", at=THREE, after=before).plan or {})["intent"] == "last_seen"


@pytest.mark.parametrize(
    "question",
    ["where will the phone be tomorrow?", "where will the phone be?", "where is the phone going to be at 8pm?"],
)
def test_where_something_will_be_is_not_where_it_is(house: Tracker, question: str):
    """What lies ahead is not known, and now is not then."""
    reply = house.ask(question, at=THREE)
    assert (reply.understood, reply.values) == (False, ())
    assert reply.text == "That lies ahead: only what is planned can be told of the future."
