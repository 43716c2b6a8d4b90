"""What is known from words only is told as such, however it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ask.conftest import DAY, claim, event, understood
from tracker import Reply, Tracker

AT = f"{DAY}T12:35:00+00:00"
_MARKS = ("told", "said", "聽說", "據說", "說的")


@pytest.fixture(scope="module")
def told() -> Iterator[Tracker]:
    """Leo told all there is to know of a camera and a door; everything about the keys but that Mia took them was
    seen."""
    with Tracker.open("sqlite://") as tracker:
        tracker.append([
            event("06:00", "keys", "placed", {"place": "bowl", "relation": "in"}),
            event("06:00", "phone", "placed", {"place": "shelf", "relation": "on"}),
            event("07:00", "phone", "removed", {"by": "mia"}),
        ])  # fmt: skip
        for time, text in (
            ("08:00", "I left the camera on the sofa."),
            ("09:00", "Mia took the camera."),
            ("09:10", "Mia took the keys."),
            ("09:20", "The front door is open."),
            ("09:30", "Mia is in the garden."),
        ):
            tracker.note(text, at=f"{DAY}T{time}:00+00:00", speaker="leo")
        yield tracker


def ask(tracker: Tracker, question: str) -> Reply:
    return understood(tracker, question, AT)


@pytest.mark.parametrize(
    "question",
    [
        "where was the camera today?",
        "where has the camera been?",
        "where was the camera at 8:30am?",
        "where was the camera before that?",
        "where was the camera last seen?",
        "who took the camera?",
        "who moved the camera?",
        "who put the camera on the sofa?",
        "who had the camera today?",
        "who has the camera?",
        "when did the camera leave the sofa?",
        "when did the keys leave the bowl?",
        "when did Mia take the camera?",
        "when was the camera put on the sofa?",
        "was the camera on the sofa today?",
        "was the camera ever on the sofa?",
        "how long was the camera on the sofa today?",
        "how often was the camera on the sofa?",
        "what was on the sofa at 8:30am?",
        "what happened to the camera?",
        "is the front door open?",
        "was the front door open today?",
        "how long has the front door been open?",
        "when did the front door open?",
        "what is the state of the front door?",
        "who is in the garden?",
        "今天camera在哪裡？",
        "誰拿走了camera？",
        "camera什麼時候離開sofa的？",
    ],
)
def test_words_are_marked_as_words(told: Tracker, question: str):
    reply = ask(told, question)
    assert reply.values, reply.text
    assert any(mark in reply.text for mark in _MARKS), reply.text


def test_the_mark_is_made_once(told: Tracker):
    """Where a sentence says it already, none is added."""
    for question in ("where is the camera?", "is Mia in the garden?", "what did Mia take?", "did Mia take the camera?"):
        assert "This was told" not in ask(told, question).text
    assert (
        ask(told, "who took the camera?").text
        == "Mia took the camera at 09:00, 3 hours ago. This was told, not observed."
    )


@pytest.mark.parametrize(
    "question",
    ["where was the phone at 6:30am?", "who took the phone?", "when did the phone leave the shelf?", "誰拿走了phone？"],
)
def test_what_was_seen_is_not(told: Tracker, question: str):
    text = ask(told, question).text
    assert not any(mark in text for mark in _MARKS), text


def test_of_several_things_those_that_were_told_of_are_marked(told: Tracker):
    assert ask(told, "what does Mia have?").text == (
        "Mia has the phone (since 07:00), the camera (since 09:00, by what was said) "
        "and the keys (since 09:10, by what was said)."
    )


def test_what_was_told_in_part_is_marked_in_part(empty: Tracker):
    """The keys were seen in the bag; that the bag was in the car is what Leo said."""
    empty.append([event("08:00", "keys", "seen", claim("bag", "in"))])
    empty.note("I put the bag in the car.", at=f"{DAY}T08:00:00+00:00", speaker="leo")
    text = empty.ask("were the keys in the car today?", at=f"{DAY}T08:10:00+00:00").text
    assert text.endswith("Part of this was told, not observed.")


def test_that_nothing_is_known_was_not_told(told: Tracker):
    assert "told" not in ask(told, "was the camera in the attic today?").text
