"""'At the bed' tells neither that something is on it nor in it: what is known no finer is not answered with yes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ask.conftest import claim, event
from tracker import Tracker

NOW = "2026-03-02T12:35:00+00:00"
TOLD = (
    "The box is under the bed.",
    "The ball is behind the sofa.",
    "Tom is behind the garage.",
    "Mia went to Hamburg.",
    "Leo is at the office.",
    "The cup is on the table.",
    "The lid is under the box.",
    "Leo put the rug under the piano.",
    "The pen is at the desk.",
    "箱子在床下面。",
    "媽媽在廚房。",
    "球在沙發後面。",
    "書在桌子旁邊。",
)


@pytest.fixture(scope="module")
def told() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as tracker:
        for sentence in TOLD:
            tracker.note(sentence, at="2026-03-02T09:00:00Z", speaker="leo")
        tracker.append(
            [
                event("09:00", "hat", "seen", claim("shelf", "at")),
                event("09:00", "coat", "seen", claim("chair")),
                event("09:00", "bag", "seen", claim("kitchen", "at")),
            ]
        )
        yield tracker


MAYBE = (
    "was the box on the bed?",
    "was the box ever on the bed?",
    "is the hat on the shelf?",
    "is the hat under the shelf?",
    "is the coat behind the chair?",
    "did Leo put the rug on the piano?",
    "is the pen on the desk?",
    "is the pen in the desk?",
    "is there anything on the desk?",
    "箱子曾經在床上嗎？",
)
NO = (
    "is the box on the bed?",
    "is the box in the bed?",
    "is the box still on the bed?",
    "has the box been on the bed since 10?",
    "was the box on the bed at 10?",
    "is the lid on the bed?",
    "is the ball on the sofa?",
    "is Tom in the garage?",
    "is the ball under the sofa?",
    "箱子在床上嗎？",
    "球在沙發上嗎？",
    "球在沙發下面嗎？",
    "書在桌子上嗎？",
    "床上有箱子嗎？",
)
YES = (
    "is the box at the bed?",
    "is the box under the bed?",
    "is the box near the bed?",
    "is the ball behind the sofa?",
    "is the cup at the table?",
    "is the cup on the table?",
    "is Leo in the office?",
    "is Mia in Hamburg?",
    "is the bag in the kitchen?",
    "is the coat on the chair?",
    "did Leo put the rug under the piano?",
    "媽媽在廚房裡嗎？",
    "箱子在床下面嗎？",
    "箱子在床底下嗎？",
    "球在沙發後面嗎？",
    "書在桌子旁邊嗎？",
)


@pytest.mark.parametrize("question", MAYBE)
def test_what_is_known_to_be_at_a_place_may_be_on_or_in_it(told: Tracker, question: str):
    """Neither yes nor no: the report does not tell."""
    reply = told.ask(question, at=NOW)
    assert reply.values == ("maybe",), reply.text
    assert not reply.text.startswith(("Yes", "是")), reply.text


@pytest.mark.parametrize("question", NO)
def test_what_is_told_to_be_on_one_side_is_on_no_other(told: Tracker, question: str):
    """Sides are kept as relations: what is under the bed is not on it."""
    reply = told.ask(question, at=NOW)
    assert reply.values == ("no",), reply.text


@pytest.mark.parametrize("question", YES)
def test_whatever_is_on_or_in_a_place_is_at_it(told: Tracker, question: str):
    """The coarser question is answered by the finer report; somebody at an office or in a town is in it."""
    reply = told.ask(question, at=NOW)
    assert reply.values == ("yes",), reply.text


def test_what_is_on_a_place_is_not_under_it(told: Tracker):
    """A report that names another side denies this one."""
    assert told.ask("is the cup under the table?", at=NOW).values == ("no",)


def test_the_words_are_quoted_for_what_they_tell_besides(told: Tracker):
    """The reader can see what was said, finer than the relations that are kept."""
    assert told.ask("is the pen on the desk?", at=NOW).text == (
        "Maybe: the pen is said to be at the desk, since 09:00, 3 hours ago (told by Leo, not observed). "
        "Whether it is on the desk was not told; the words were “The pen is at the desk.”"
    )
    assert told.ask("is the box on the bed?", at=NOW).text == (
        "No: the box is said to be under the bed, since 09:00, 3 hours ago (told by Leo, not observed)."
    )
    assert told.ask("is the hat on the shelf?", at=NOW).text.endswith("Whether it is on the shelf was not told.")


@pytest.mark.parametrize(
    ("question", "not_said"),
    [
        ("what is on the desk?", "on the desk."),
        ("how long has the box been on the bed?", "been on the bed"),
        ("how often was the box on the bed?", "box was on the bed"),
        ("when was the box put on the bed?", "on the bed from"),
        ("how long was the box on the bed today?", "on the bed for"),
        ("床上有什麼？", "在床上的有"),
        ("箱子在床上多久了？", "在床上，"),
    ],
)
def test_nothing_is_told_to_be_on_a_place_that_it_is_at(told: Tracker, question: str, not_said: str):
    """Of what, how long, how often and when, the question's 'on' is taken for granted no more than of 'is it?'."""
    reply = told.ask(question, at=NOW)
    assert reply.understood
    assert not_said not in reply.text
    assert reply.values == ()


def test_what_is_at_a_place_is_told_apart_from_what_is_on_it(told: Tracker):
    """It is named, as what may be there; it is no answer to 'what is on it?'."""
    reply = told.ask("what is on the desk?", at=NOW)
    assert reply.values == ()
    assert reply.text.startswith("The pen is at the desk; whether on the desk was not told.")
    assert told.ask("what is under the bed?", at=NOW).values == ("box", "lid")
    assert told.ask("what is on the table?", at=NOW).values == ("cup",)


@pytest.mark.parametrize("place", ["樓下", "樓上", "地上", "路上", "楼下"])
def test_a_place_that_ends_like_a_side_is_whole(empty: Tracker, place: str):
    """樓下 is not under a 樓: asked as it was told, it is the same place."""
    empty.append([event("08:00", "媽媽", "registered", {"kind": "person", "names": ["媽媽"]}, source="user:ana")])
    empty.note(f"媽媽在{place}。", at="2026-03-02T09:00:00Z", speaker="leo")
    soon = "2026-03-02T09:05:00+00:00"
    assert empty.ask(f"媽媽在{place}嗎？", at=soon).values == ("yes",)
    assert empty.ask(f"誰在{place}？", at=soon).values == ("媽媽",)
    there = empty.ask(f"{place}有誰？", at=soon)
    assert there.text.startswith(f"在{place}的有"), there.text


@pytest.mark.parametrize("denied", ["The box is not under the bed.", "箱子不在床下面。"])
def test_what_is_not_under_a_place_may_be_on_it(empty: Tracker, denied: str):
    """A denial of one side denies no other; one of the side that is asked about does."""
    empty.note(denied, at="2026-03-02T09:00:00Z", speaker="leo")
    english, chinese = ("is the box on the bed?", "is the box under the bed?"), ("箱子在床上嗎？", "箱子在床下面嗎？")
    on, under = chinese if "床" in denied else english
    assert empty.ask(on, at=NOW).values == ("maybe",)
    assert empty.ask(under, at=NOW).values == ("no",)


def test_what_is_not_at_a_place_is_not_on_it(empty: Tracker):
    empty.note("The box is not at the bed.", at="2026-03-02T09:00:00Z", speaker="leo")
    assert empty.ask("is the box on the bed?", at=NOW).values == ("no",)


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("The cup is behind the table and the box is under the table.", "is the cup under the table?"),
        ("The cup is behind the table and the box is under the table.", "is the box behind the table?"),
        ("The box is behind the bed, not under the bed.", "is the box under the bed?"),
    ],
)
def test_words_that_name_two_sides_tell_each_of_its_own(words, question) -> None:
    with Tracker.open("sqlite://") as tracker:
        tracker.note(words, at="2026-03-02T09:00:00Z", speaker="leo")
        told = tracker.ask(question, at=NOW).text
        assert told.startswith("No"), told


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("杯子在桌子下面嗎？", ("no",)),
        ("盒子在桌子後面嗎？", ("no",)),
        ("杯子在桌子後面嗎？", ("yes",)),
        ("桌子底下有什麼？", ("盒子",)),
        ("桌子后面有什么？", ("杯子",)),
    ],
)
def test_each_of_two_things_is_on_its_own_side(empty: Tracker, question: str, values: tuple[str, ...]):
    """Two sides told in one sentence stay apart."""
    empty.note("杯子在桌子後面，盒子在桌子下面。", at="2026-03-02T09:00:00Z", speaker="leo")
    assert empty.ask(question, at=NOW).values == values
