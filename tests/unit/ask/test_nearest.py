"""A question that is not understood, or names what nobody knows, is answered with the nearest thing that is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.ask.conftest import DAY, EVENTS, claim, event
from tracker import Tracker

THREE = f"{DAY}T15:00:00+00:00"


@pytest.fixture(scope="module")
def house() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as tracker:
        tracker.append([
            *EVENTS,
            event("06:00", "umbrella", "registered", {"kind": "umbrella", "names": ["雨傘"]}, source="user:a"),
            event("06:00", "tom", "registered", {"kind": "person", "names": ["Tom", "湯姆"]}, source="user:ana"),
            event("06:01", "umbrella", "placed", {"place": "rack", "relation": "on"}),
        ])  # fmt: skip
        yield tracker


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("did Tom destroy the umbrella?", "did Tom take the umbrella?"),
        ("who is having the umbrella?", "who has the umbrella?"),
        ("whence are my keys?", "where are my keys?"),
        ("where is the umbrella before noon after?", "where is the umbrella?"),
        ("since when do the keys no longer be in the hall drawer?", "the keys"),
        ("who is having the harpsichord?", "who has the harpsichord?"),
        ("湯姆有沒有弄壞雨傘？", "湯姆有沒有拿走雨傘？"),
        ("who broke the fridge?", "the fridge?"),
        ("鑰匙怎麼會跑出抽屜？", "鑰匙"),
    ],
)
def test_the_nearest_form_is_told_with_the_askers_own_words(house: Tracker, question: str, near: str):
    """One short line, in the language of the question: what it says to ask is understood."""
    reply = house.ask(question, at=THREE)
    assert not reply.understood, reply.text
    *_, offered = reply.text.partition("Nearest that I understand: " if question.isascii() else "最接近的問法：")
    assert near in offered, reply.text
    assert "\n" not in reply.text
    assert len(reply.text) < 140
    assert house.ask(offered, at=THREE).understood


def test_nothing_near_is_no_example(home: Tracker):
    """Of gibberish no form is near."""
    assert "Nearest" not in home.ask("zzxqv 12 qqq blorf", at=THREE).text


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("where is my phne?", "Did you mean the phone?"),
        ("who has the kyes?", "Did you mean the keys?"),
        ("what is in the hal drawer?", "Did you mean the hall drawer?"),
        ("when did the vaze leave the dining table?", "Did you mean the vase?"),
    ],
)
def test_a_misspelt_name_is_guessed_and_not_answered_for(home: Tracker, question: str, meant: str):
    """The guess is a question back: no value and no event comes of it."""
    reply = home.ask(question, at=THREE)
    assert meant in reply.text, reply.text
    assert (reply.values, reply.event_ids) == ((), ())


@pytest.mark.parametrize("question", ["where is the phone?", "where is my umbrella?", "what is in the hall drawer?"])
def test_what_is_known_or_like_nothing_gets_no_guess(home: Tracker, question: str):
    assert "Did you mean" not in home.ask(question, at=THREE).text


def test_no_name_is_guessed_that_the_asker_may_not_see(empty: Tracker):
    """A guess would tell that there is such a thing."""
    empty.append(event("09:00", "passport", "seen", claim("desk", "on"), visibility=["ana"]))
    assert "Did you mean the passport?" in empty.ask("where is the pasport?", at=THREE, viewer=["ana"]).text
    assert "passport" not in empty.ask("where is the pasport?", at=THREE, viewer=["ben"]).text


_WORDS = [
    *("who", "where", "when", "did", "is", "destroy", "smell", "the", "keys", "my", "Tom", "umbrella", "in", "drawer"),
    *("鑰匙", "抽屜", "弄壞", "怎麼", "湯姆", "了", "嗎"),
]


@given(st.lists(st.sampled_from(_WORDS), min_size=2, max_size=8).map(" ".join))
def test_whatever_is_offered_is_understood(house: Tracker, question: str):
    """An offer that is not understood in its turn would be worse than none."""
    reply = house.ask(question, at=THREE)
    for lead in ("Nearest that I understand: ", "最接近的問法：", "最接近的问法："):
        _, found, offered = reply.text.partition(lead)
        assert not found or house.ask(offered, at=THREE).understood, (question, offered)
