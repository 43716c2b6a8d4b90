"""What is lost, given back or named shorter than told; bare places; codes of levels; two questions in Chinese."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tracker import Reply, Tracker

TOLD = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)


def asked(said: list[str], question: str) -> Reply:
    """The reply an hour after these messages of Ana's, a minute apart."""
    with Tracker.open("sqlite://") as tracker:
        for number, words in enumerate(said):
            tracker.note(words, at=TOLD + number * timedelta(minutes=1), speaker="ana")
        return tracker.ask(question, at=TOLD + timedelta(hours=1))


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("can't find my earbuds anywhere", "where are my earbuds?"),
        ("My wallet has gone missing", "where is my wallet?"),
        ("returned the library books", "where are the library books?"),
        ("I gave the ladder back.", "where is the ladder?"),
    ],
)
def test_what_is_gone_is_told_in_the_words_that_said_so(said: str, question: str):
    """Nobody who is named has it, and nobody took it."""
    reply = asked([said], question)
    assert (reply.status, reply.values) == ("unknown", ())
    assert f'"{said}"' in reply.text
    assert "took" not in reply.text
    assert "taken" not in reply.text


def test_what_is_lost_was_last_seen_where_it_was():
    reply = asked(["My earbuds are in the drawer.", "Can't find my earbuds"], "where are my earbuds?")
    assert "in the drawer until 14:03" in reply.text
    assert "Can't find my earbuds" in reply.text


@pytest.mark.parametrize(
    ("said", "question", "values"),
    [
        ("The spare key is on the hook.", "where is the key?", ("hook",)),
        ("The big blue suitcase is in the attic.", "where is the suitcase?", ("attic",)),
        ("The car key is on the hook.", "where is the key?", ()),
        ("Ben's laptop is on the sofa.", "where is the laptop?", ()),
    ],
)
def test_an_adjective_does_not_hide_a_thing(said: str, question: str, values: tuple[str, ...]):
    """But what is of another kind, or somebody's, is another thing."""
    assert asked([said], question).values == values


def test_of_two_that_it_may_be_none_is_meant():
    said = ["The spare key is on the hook.", "The old key is in the drawer."]
    assert asked(said, "where is the key?").values == ()


@pytest.mark.parametrize(
    ("said", "question", "values"),
    [
        ("Ben is at work.", "is Ben at work?", ("yes",)),
        ("Ben went to work.", "where is Ben?", ("work",)),
        ("Ben went to work.", "is Ben at school?", ("no",)),
        ("I took the laptop with me to work", "where is the laptop?", ("work",)),
        ("I took the laptop to work on it.", "where is the laptop?", ("ana",)),
        ("Ben is away till Monday.", "is Ben away?", ("yes",)),
        ("Ben is at home.", "is Ben away?", ("no",)),
    ],
)
def test_work_and_school_are_places(said: str, question: str, values: tuple[str, ...]):
    assert asked([said], question).values == values


def test_away_is_no_place_with_an_article():
    assert "said to be away" in asked(["Ben is away till Monday."], "where is Ben?").text
    assert "Ben外出" in asked(["Ben is away till Monday."], "Ben在哪裡？").text.replace(" ", "")


@pytest.mark.parametrize("question", ["車停哪？", "where is the car?", "車在哪裡"])
def test_a_level_is_named_as_people_write_it(question: str):
    said = ["The car is at B2."] if question.isascii() else ["車停在B2"]
    text = asked(said, question).text
    assert "B2" in text
    assert "the B2" not in text


@pytest.mark.parametrize("question", ["車停哪？手機呢？", "車停哪裡，手機呢？", "車停在哪？手機在哪？"])
def test_two_questions_in_one_breath_in_chinese(question: str):
    assert asked(["車停在B2", "手機放桌上"], question).values == ("b2", "桌子")
