"""A question that is not understood, or names what nobody knows, is answered with the nearest thing that is."""

from __future__ import annotations

import pytest

from tests.unit.ask.conftest import DAY, claim, event
from tracker import Tracker

THREE = f"{DAY}T15:00:00+00:00"


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("did Tom destroy the umbrella?", "did Tom take the ladder?"),
        ("who is having the remote?", "who has the remote?"),
        ("護照是什麼時候被我從保險箱裡弄丟的？", "保险箱"),
    ],
)
def test_the_nearest_form_comes_before_the_list(home: Tracker, question: str, near: str):
    """One example to follow, in the language of the question; then what can be asked."""
    reply = home.ask(question, at=THREE)
    assert not reply.understood
    text = reply.text
    first = text.find("Nearest that I understand: ") if text.isascii() else text.find("最接近的問法：")
    assert 0 <= first < max(text.find("I can answer"), text.find("我可以回答"))
    if near.isascii() and near.startswith("who"):
        assert near in text


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
