"""Two questions at once: both are answered, or neither is read."""

from __future__ import annotations

import pytest

from tests.unit.ask.conftest import DAY
from tracker import Tracker

THREE = f"{DAY}T15:00:00+00:00"
TOLD = ("The van is in the barn.", "Tom has the spade.", "The gate is locked.", "The window is open.")


@pytest.fixture
def told(empty: Tracker) -> Tracker:
    for words in TOLD:
        empty.note(words, at=f"{DAY}T14:00:00+00:00", speaker="lena")
    return empty


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("where is the van and who has the spade?", ("barn", "tom")),
        ("Where's the van? And who has the spade?", ("barn", "tom")),
        ("is the gate locked and the window closed?", ("yes", "no")),
        ("who has the spade, and is the gate locked?", ("tom", "yes")),
        ("I can't find the van, do you know where it is?", ("barn",)),
        ("Where is the van? I need it.", ("barn",)),
    ],
)
def test_each_is_answered(told: Tracker, question: str, values: tuple[str, ...]):
    """In their order; the same question in other words is answered once."""
    assert told.ask(question, at=THREE).values == values


@pytest.mark.parametrize(
    "question",
    [
        "where is the van and why is it there?",
        "The van is gone. Who has the spade?",
        "who has the spade and when did he pay?",
    ],
)
def test_half_a_question_is_not_answered(told: Tracker, question: str):
    """Nor is one that comes with a statement: it may say what the answer would have to know."""
    assert not told.ask(question, at=THREE).understood


def test_a_follow_up_follows_the_first(told: Tracker):
    both = told.ask("where is the van and who has the spade?", at=THREE)
    assert told.ask("is it still in the barn?", at=THREE, after=both).understood
