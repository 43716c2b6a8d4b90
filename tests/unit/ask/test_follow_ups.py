"""Follow-ups: the question before with one thing changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.unit.ask.conftest import DAY, claim, event, switched
from tracker import Reply, Tracker

THREE = f"{DAY}T15:00:00+00:00"


def turns(tracker: Tracker, *questions: str) -> Reply:
    """The reply to the last of several questions, each asked after the one before."""
    before: Reply | None = None
    for question in questions:
        before = tracker.ask(question, at=THREE, after=before)
        assert before.understood, (question, before.text)
    assert before is not None
    return before


def test_another_time(home: Tracker):
    """'And yesterday?' asks the same of another day, in either language."""
    english = turns(home, "where are my keys?", "and yesterday?")
    chinese = turns(home, "鑰匙在哪裡？", "那昨天呢？")
    for reply in (english, chinese):
        assert reply.plan is not None
        assert reply.plan["entities"] == ["keys"]
        assert reply.plan["window"] == ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"]
    assert chinese.language == "zh-Hant"


def test_back_to_now(home: Tracker):
    """'And now?' after another time is about now again."""
    assert turns(home, "where were my keys at 14:10?", "and now?").values == ("ana",)


def test_another_thing_keeps_the_time(home: Tracker):
    """'What about the vase?' asked about ten o'clock stays at ten o'clock."""
    assert turns(home, "where was the phone at 10am?", "what about the vase?").values == ("dining_table",)
    assert turns(home, "手機在哪裡？", "那鑰匙呢？").values == ("ana",)


def test_another_place(home: Tracker):
    """What was asked of one place is asked of another."""
    assert turns(home, "what was on the sofa at 10am?", "and on the dining table?").values == ("vase",)


def test_pronouns_mean_the_turn_before(home: Tracker):
    """'It' is what was asked about, 'there' the place that was asked about or answered."""
    assert turns(home, "where is the phone?", "is it still there?").values == ("yes",)
    assert turns(home, "who has the keys?", "where were they at 14:10?").values == ("hall_drawer",)
    assert turns(home, "where is the vase?", "when did it leave the dining table?").status == "current"


def test_before_that_goes_one_place_back(home: Tracker):
    """From what was answered to where it was before."""
    reply = turns(home, "where were my keys at 14:10?", "where were they before that?")
    assert reply.plan is not None
    assert (reply.plan["intent"], reply.plan["entities"]) == ("where_next_to", ["keys"])


def test_still_true_runs_the_plan_now(home: Tracker):
    """What was so at nine is asked again of now."""
    assert turns(home, "was the vase on the dining table at 10am?").values == ("yes",)
    assert turns(home, "was the vase on the dining table at 10am?", "is that still true?").values == ("no",)


def test_a_turn_that_was_not_understood_is_no_context(home: Tracker):
    """Nothing can be carried on from a question that was not read."""
    lost = home.ask("why?", at=THREE)
    assert not home.ask("and yesterday?", at=THREE, after=lost).understood


AT_NINE = datetime.fromisoformat(f"{DAY}T09:00:00").replace(tzinfo=UTC)


@pytest.fixture(scope="module")
def moved() -> Iterator[Tracker]:
    """Mia put the passport in the backpack, and at nine on the desk; two cameras disagree about the cat."""
    with Tracker.open("sqlite://") as tracker:
        desk = {"from_place": "backpack", "to_place": "desk", "relation": "on", "by": "mia"}
        tracker.append([
            event("05:00", "passport", "registered", {"kind": "document", "names": ["passport", "護照"]}),
            event("05:00", "umbrella", "registered", {"kind": "umbrella", "names": ["umbrella", "雨傘"]}),
            event("05:00", "mia", "registered", {"kind": "person", "names": ["Mia", "米婭"]}),
            event("06:00", "passport", "placed", {"place": "backpack", "relation": "in", "by": "mia"}),
            event("06:00", "umbrella", "placed", {"place": "rack", "relation": "in"}),
            event("07:00", "umbrella", "placed", {"place": "car", "relation": "in"}),
            event("05:00", "door", "registered", {"kind": "door", "names": ["door", "大門"]}),
            switched("09:00", "door", "openness", "open"),
            event("09:00", "passport", "moved", desk),
            event("09:00", "cat", "seen", claim("sofa", "on"), source="camera:study"),
            event("09:00", "cat", "seen", claim("bed", "on"), source="camera:bedroom"),
        ])  # fmt: skip
        yield tracker


@pytest.mark.parametrize(
    ("questions", "values"),
    [
        (("where is the passport?", "who put it there?"), ("mia",)),
        (("where is the passport?", "who put it there?", "and before that?"), ("backpack",)),
        (("where is the passport?", "when did it get there?"), (AT_NINE,)),
        (("what was in the backpack at 8am?", "who is there?"), ()),
        (("where is the passport?", "when was it put there?"), (AT_NINE,)),
        (("where is the passport?", "when did Mia put it there?"), (AT_NINE,)),
        (("where is the passport?", "since when is it there?"), (AT_NINE,)),
        (("where is the passport?", "did Mia put it there?"), ("yes",)),
        (("where is the passport?", "how long has it been there?", "was it there at 8am?"), ("no",)),
        (("is the passport on the desk?", "and before that?"), ("backpack",)),
        (("who has the passport?", "and before that?"), ("backpack",)),
        (("when did Mia put the passport on the desk?", "and before that?"), ("backpack",)),
        (("where was the passport at 8am?", "who put it there?"), ("mia",)),
        (("where was the passport before the desk?", "is it still there?"), ("no",)),
        (("where is the passport?", "who put it there?", "and before that?", "那雨傘呢？"), ("rack",)),
        (("where is the passport?", "since when?"), (AT_NINE,)),
        (("is the passport on the desk?", "since when?"), (AT_NINE,)),
        (("where is the passport?", "and how long?"), (6 * 3600,)),
        (("is the door open?", "since when?"), (AT_NINE,)),
        (("is the door open?", "for how long?"), (6 * 3600,)),
        (("大門開著嗎？", "從什麼時候開始的？"), (AT_NINE,)),
        (("大门开着吗？", "多久了？"), (6 * 3600,)),
        (("護照在哪裡？", "從什麼時候開始？"), (AT_NINE,)),
        (("護照在哪裡？", "誰把它放在那裡的？"), ("mia",)),
        (("護照在哪裡？", "它是誰放在那裡的？"), ("mia",)),
        (("護照在哪裡？", "它什麼時候到那裡的？"), (AT_NINE,)),
        (("護照在哪裡？", "誰把它放在那裡的？", "那之前呢？"), ("backpack",)),
    ],
)
def test_there_is_where_it_was_told_to_be(moved: Tracker, questions: tuple[str, ...], values: tuple[Any, ...]):
    """'There' is the place that was answered, and no thing; 'before that' is never before a person or a 'yes'."""
    reply = turns(moved, *questions)
    assert reply.values == values, reply.text


def test_who_put_it_there_is_told_of_the_place_that_was_answered(moved: Tracker):
    """Not of the backpack, where Mia put it before."""
    reply = turns(moved, "where is the passport?", "who put it there?")
    assert reply.text.startswith("Mia put the passport on the desk at 09:00")
    assert turns(moved, "護照在哪裡？", "它什麼時候到那裡的？").text.endswith("在 desk 上。")


@pytest.mark.parametrize("question", ["who put the passport down?", "who left the passport?", "who put it there?"])
def test_moving_a_thing_to_a_place_puts_it_down(moved: Tracker, question: str):
    """Also without a turn before, where 'there' is wherever it was put last."""
    reply = moved.ask(question.replace("it", "the passport"), at=THREE)
    assert reply.text.startswith("Mia put the passport on the desk at 09:00")


def test_there_of_two_places_is_asked_back(moved: Tracker):
    first = moved.ask("where is the cat?", at=THREE)
    reply = moved.ask("who put it there?", at=THREE, after=first)
    assert not reply.understood
    assert "sofa" in reply.text
    assert "bed" in reply.text


def test_there_after_no_place_is_said_so(moved: Tracker):
    first = moved.ask("who has the hat?", at=THREE)
    reply = moved.ask("was it there yesterday?", at=THREE, after=first)
    assert reply.text == "'there' refers to a place, and the answer before named none."


@pytest.mark.parametrize("before", ["is the door closed?", "is the passport in the car?", "where is the cat?"])
def test_since_when_asks_of_what_was_said_to_be_so(moved: Tracker, before: str):
    """After 'no', or after two places, nothing was."""
    first = moved.ask(before, at=THREE)
    assert not moved.ask("since when?", at=THREE, after=first).understood
