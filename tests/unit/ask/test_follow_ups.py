"""Follow-ups: the question before with one thing changed."""

from __future__ import annotations

from tests.unit.ask.conftest import DAY
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
