"""Every verb, relation and state that can be told can be asked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tracker import Tracker
from tracker.language.acts import CHINESE, ENGLISH, forms
from tracker.language.chinese import lexicon as chinese
from tracker.language.english import lexicon as english
from tracker.language.states import DO_TO, DONE_TO, OF_THE_LIVING, OF_THINGS

TOLD = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)


def answered(said: str, question: str) -> tuple[object, ...]:
    """The values of the reply to a question, of a tracker that was told only this; an hour later."""
    with Tracker.open("sqlite://") as tracker:
        tracker.note(said, at=TOLD, speaker="ana")
        reply = tracker.ask(question, at=TOLD + timedelta(hours=1))
    assert reply.understood, f"{question!r} after {said!r}: {reply.text}"
    return reply.values


def past(verb: str) -> str:
    return forms([verb], "d")[0]


def participle(verb: str) -> str:
    return forms([verb], "p")[-1]


def ing(verb: str) -> str:
    return forms([verb], "g")[0]


@pytest.mark.parametrize("verb", [verb for verb in ENGLISH["put"].split() if verb != "add"])
def test_what_is_put_somewhere(verb: str):
    """Told and asked with the same verb: where, whether and by whom. 'Add' is told in recipes only."""
    target = "to the shed" if verb == "return" else "in the shed"
    said = f"Tom {past(verb)} the ladder {target}."
    assert answered(said, f"Where did Tom {verb} the ladder?") == ("shed",)
    assert answered(said, f"did Tom {verb} the ladder {target}?") == ("yes",)
    assert answered(said, f"Who {past(verb)} the ladder {target}?") == ("tom",)
    assert answered(f"I {past(verb)} the ladder {target}.", f"where did I {verb} the ladder") == ("shed",)


@pytest.mark.parametrize("verb", ENGLISH["take"].split())
def test_what_is_taken(verb: str):
    """'Pull' and 'pick' take something only with 'out' or 'up', or from somewhere."""
    said = f"Tom {past(verb)} the ladder from the shed."
    assert answered(said, f"did Tom {verb} the ladder?") == ("yes",)
    assert answered(said, f"did Tom {verb} the ladder from the shed?") == ("yes",)
    assert answered(said, f"who {past(verb)} the ladder?") == ("tom",)


@pytest.mark.parametrize("verb", ENGLISH["move"].split())
def test_what_is_moved(verb: str):
    said = f"Tom {past(verb)} the crate to the cellar."
    assert answered(said, f"where did Tom {verb} the crate?") == ("cellar",)
    assert answered(said, f"did Tom {verb} the crate to the cellar?") == ("yes",)
    assert answered(said, f"Who {past(verb)} the crate to the cellar?") == ("tom",)


@pytest.mark.parametrize("verb", ENGLISH["give"].split())
def test_what_is_given(verb: str):
    said = f"Tom {past(verb)} the drill to Lena."
    assert answered(said, f"who did Tom {verb} the drill to?") == ("lena",)
    assert answered(said, f"did Tom {verb} the drill to Lena?") == ("yes",)
    assert answered(said, f"Who {past(verb)} the drill to Lena?") == ("tom",)


@pytest.mark.parametrize("verb", ENGLISH["go"].split())
def test_where_somebody_goes(verb: str):
    said = f"Lena {past(verb)} to the station."
    assert answered(said, f"where did Lena {verb}?") == ("station",)
    assert answered(said, f"did Lena {verb} to the station?") == ("yes",)
    assert answered(said, f"when did Lena {verb} to the station?") == (TOLD,)


def test_rooms_are_entered_and_left():
    assert answered("Lena entered the cellar.", "did Lena enter the cellar?") == ("yes",)
    for verb in ENGLISH["leave"].split():
        said = f"Lena entered the cellar. Lena {past(verb)} the cellar."
        assert answered(said, f"when did Lena {verb} the cellar?")[-1].replace(microsecond=0) == TOLD


@pytest.mark.parametrize("verb", ENGLISH["have"].split())
def test_what_somebody_has(verb: str):
    has = f"is {ing(verb)}" if verb != "have" else "has"
    assert answered(f"Tom {has} the torch.", f"who {has} the torch?") == ("tom",)
    asked = f"is Tom {ing(verb)} the torch?" if verb != "have" else "does Tom have the torch?"
    assert answered(f"Tom {has} the torch.", asked) == ("yes",)


@pytest.mark.parametrize(
    "posture", [*forms(ENGLISH["lie"].split(), "g"), *map(participle, ENGLISH["left_lying"].split())]
)
def test_where_something_lies(posture: str):
    said = f"The van is {posture} behind the station."
    assert answered(said, f"where is the van {posture}?") == ("station",)
    assert answered(said, f"is the van {posture} behind the station?") == ("yes",)


@pytest.mark.parametrize("verb", ENGLISH["find"].split())
def test_where_something_is_found(verb: str):
    said = f"Lena {past(verb)} her glasses under the sofa."
    assert answered(said, f"where did Lena {verb} her glasses?") == ("sofa",)
    assert answered(said, f"did Lena {verb} her glasses?") == ("yes",)


@pytest.mark.parametrize("verb", ENGLISH["lose"].split())
def test_what_is_lost_or_thrown_away(verb: str):
    away = "" if verb == "lose" else " away"
    said = f"Tom {past(verb)} the receipt{away}."
    assert answered(said, f"did Tom {verb} the receipt{away}?") == ("yes",)


@pytest.mark.parametrize("verb", ["open", "close", "shut", "lock", "unlock"])
def test_what_is_opened_and_closed(verb: str):
    said = f"Tom {past(verb)} the gate."
    assert answered(said, f"did anyone {verb} the gate?") == ("yes",)
    assert answered(said, f"is the gate {participle(verb)}?") == ("yes",)


@pytest.mark.parametrize("verb", ["turn", "switch"])
@pytest.mark.parametrize("way", ["on", "off"])
def test_what_is_switched(verb: str, way: str):
    said = f"Tom {past(verb)} {way} the heater."
    assert answered(said, f"did anyone {verb} {way} the heater?") == ("yes",)
    assert answered(said, f"is the heater {way}?") == ("yes",)


@pytest.mark.parametrize("verb", ENGLISH["finish"].split())
def test_what_is_finished_or_cancelled(verb: str):
    said = f"I have an exam on Friday. I {past(verb)} the exam."
    assert answered(said, f"did I {verb} the exam?") == ("yes",)


@pytest.mark.parametrize("word", sorted(set(english.RELATIONS) - {"to", "by", "with"}))
def test_every_relation(word: str):
    said = f"The box is {word} the bed."
    assert answered(said, f"is the box {word} the bed?") == ("yes",)
    assert answered(said, f"what is {word} the bed?") == ("box",)
    assert answered(said, f"what stands {word} the bed?") == ("box",)


@pytest.mark.parametrize(
    ("thing", "state"),
    [("lamp" if told.attribute == "power" else "gate", word) for word, told in english.STATE_OF.items()
     if word in english.STATES],
)  # fmt: skip
def test_every_state(thing: str, state: str):
    assert answered(f"The {thing} is {state}.", f"is the {thing} {state}?") == ("yes",)


@pytest.mark.parametrize("word", OF_THINGS)
def test_how_a_thing_is(word: str):
    assert answered(f"The dishwasher is {word}.", f"is the dishwasher {word}?") == ("yes",)
    assert answered(f"The dishwasher is {word}.", f"Is the dishwasher still {word}?") == ("yes",)


@pytest.mark.parametrize("word", OF_THE_LIVING)
def test_how_somebody_is(word: str):
    assert answered(f"Lena is {word}.", f"is Lena {word}?") == ("yes",)


@pytest.mark.parametrize(("verb", "done"), [*zip(DO_TO, DONE_TO, strict=True)])
def test_what_is_done_to_something(verb: str, done: str):
    """Whether a bill has been paid asks of the plan to pay it."""
    thing = {"feed": "cat", "walk": "dog", "pay": "bill"}.get(verb, "printer")
    assert answered(f"I {done} the {thing}.", f"did anyone {verb} the {thing}?") == ("yes",)
    if verb not in ("break", "pay"):
        assert answered(f"I have {done} the {thing}.", f"has anyone {done} the {thing} yet?") == ("yes",)
        assert answered(f"The {thing} has been {done}.", f"has the {thing} been {done}?") == ("yes",)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I put the ball in the box.", "is the box empty?"),
        ("I have an exam on Friday. I finished the exam.", "is the exam done?"),
    ],
)
def test_what_nobody_told_a_state_of_is_asked_of_contents_and_plans(said: str, asked: str):
    """'Empty' and 'done' are states where they were told as such only."""
    assert answered(said, asked) in (("yes",), ("no",))


ZH_PUT = CHINESE["put"].split()
ZH_TAKE = [verb for verb in CHINESE["take"].split() if verb != "搜"]


@pytest.mark.parametrize("verb", ZH_PUT)
def test_what_is_put_somewhere_in_chinese(verb: str):
    said = f"老陈把梯子{verb}在仓库里。"
    assert answered(said, f"老陈把梯子{verb}在哪里？") == ("仓库",)
    assert answered(said, f"谁把梯子{verb}在仓库里的？") == ("老陈",)


@pytest.mark.parametrize("verb", ZH_TAKE)
def test_what_is_taken_in_chinese(verb: str):
    """搜 is told with 出来 only."""
    assert answered(f"老陈把梯子{verb}走了。", f"谁把梯子{verb}走了？") == ("老陈",)


@pytest.mark.parametrize("verb", CHINESE["move"].split())
def test_what_is_moved_in_chinese(verb: str):
    """Also those that end in another verb: 邮寄 is no 寄 of a 邮."""
    assert answered(f"老陈把梯子{verb}到仓库。", f"老陈把梯子{verb}到哪里了？") == ("仓库",)


@pytest.mark.parametrize("verb", CHINESE["give"].split())
def test_what_is_given_in_chinese(verb: str):
    assert answered(f"老陈把梯子{verb}给小美了。", f"老陈把梯子{verb}给谁了？") == ("小美",)


@pytest.mark.parametrize("word", sorted(set(chinese.RELATIONS)))
def test_every_relation_in_chinese(word: str):
    assert answered(f"箱子在床{word}。", f"箱子在床{word}吗？") == ("yes",)


ZH_THING = {"power": "电风扇", "online": "打印机"}


@pytest.mark.parametrize("word", chinese.STATE_OF)
def test_every_state_in_chinese(word: str):
    thing = ZH_THING.get(chinese.STATE_OF[word].attribute, "大门")
    assert answered(f"{thing}{word}了。", f"{thing}{word}了吗？") == ("yes",)
