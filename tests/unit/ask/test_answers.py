"""What is answered: the value a program reads, exactly the events behind it, and words that hedge as far as they do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.ask.conftest import DAY, claim, event, understood
from tracker import Reply, Tracker

THREE = f"{DAY}T15:00:00+00:00"


def ask(tracker: Tracker, question: str, at: str = THREE, **more: Any) -> Reply:
    return understood(tracker, question, at, **more)


def support(tracker: Tracker, reply: Reply) -> list[str]:
    """The events behind a reply as 'type time', in order of time."""
    found = [one for one in tracker.events() if one.event_id in reply.event_ids]
    assert len(found) == len(reply.event_ids) == len(set(reply.event_ids))
    return [f"{one.type} {one.occurred_at:%H:%M}" for one in found]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("where are my keys?", ("ana",)),
        ("where were my keys at 14:10?", ("hall_drawer",)),
        ("鑰匙在哪裡？", ("ana",)),
        ("where is the vase?", ()),
        ("is the vase on the dining table?", ("no",)),
        ("is the phone still on the sofa?", ("yes",)),
        ("are the keys still in the hall drawer?", ("no",)),
        ("are the keys in the car?", ("maybe",)),
        ("鑰匙還在抽屜裡嗎？", ("no",)),
        ("did anyone open the fridge?", ("yes",)),
        ("what did Ana take from the hall drawer?", ("keys",)),
        ("is the phone in the kitchen?", ("no",)),
        ("is the cat on the bed?", ("maybe",)),
        ("is the cat in the attic?", ("no",)),
        ("is my hat in the attic?", ("maybe",)),
        ("who has the keys?", ("ana",)),
        ("who took the keys?", ("ana",)),
        ("how many things is Ana carrying, which?", (1, "keys")),
        ("what is Ana carrying?", ("keys",)),
        ("what was on the dining table at 10am?", ("vase",)),
        ("what was on the dining table between 8am and 1pm?", ("vase",)),
        ("what is on the dining table?", ()),
        ("was the fridge open between 2pm and 4pm?", ("yes",)),
        ("was the fridge open between 2:20pm and 2:50pm?", ("no",)),
        ("was the lamp open yesterday?", ("maybe",)),
        ("how many times was the fridge opened today?", (1,)),
        ("how long was the fridge open today?", (120,)),
        ("冰箱開著嗎？", ("no",)),
        ("is the algebra exam soon?", ("yes",)),
        ("is the exam over?", ("no",)),
        ("考試是不是快到了？", ("yes",)),
        ("what is planned today?", ("dentist_appointment",)),
        ("what is planned?", ("dentist_appointment", "algebra_exam")),
        ("do I have a dentist appointment tomorrow?", ("no",)),
        ("where has the phone been today?", ("sofa",)),
        ("what changed in the kitchen since noon?", ("fridge",)),
        ("最後一次看到鑰匙在哪？", ("hall_drawer",)),
    ],
)
def test_the_values_of_a_reply(home: Tracker, question: str, values: tuple[Any, ...]):
    """Ids, yes/no/maybe, counts: what a program acts on."""
    assert ask(home, question).values == values


@pytest.mark.parametrize(
    ("question", "events"),
    [
        ("where are my keys?", ["removed 14:17"]),
        ("where were my keys at 14:10?", ["placed 14:02"]),
        ("when did the keys leave the drawer?", ["placed 14:02", "removed 14:17"]),
        ("is the vase on the dining table?", ["not_seen 12:00"]),
        ("where is the cat?", ["seen 10:30", "seen 10:30"]),
        ("was the fridge open between 2pm and 4pm?", ["system_action 14:10"]),
        ("is the exam soon?", ["planned 07:00"]),
        ("where is my hat?", []),
    ],
)
def test_the_evidence_of_a_reply(home: Tracker, question: str, events: list[str]):
    """Exactly the events that the answer rests on: the newest support of each hop, and what ended it."""
    assert support(home, ask(home, question)) == events


def test_when_it_left_is_an_instant_where_somebody_acted(home: Tracker):
    """Taken at 14:17: one instant, and who."""
    reply = ask(home, "鑰匙是什麼時候離開抽屜的？")
    assert [value.isoformat() for value in reply.values] == [f"{DAY}T14:17:00+00:00"]
    assert "14:17" in reply.text
    assert "Ana" in reply.text


def test_when_it_left_has_two_bounds_where_nobody_saw_it(home: Tracker):
    """Seen at nine, gone at noon: some time between."""
    reply = ask(home, "when did the vase leave the dining table?")
    assert [f"{value:%H:%M}" for value in reply.values] == ["09:00", "12:00"]
    assert "between 09:00 and 12:00" in reply.text


def test_a_taken_thing_is_never_said_to_be_where_it_was(home: Tracker):
    """The place comes with its end, who ended it, and that nothing is known since."""
    text = ask(home, "where are my keys?").text
    assert text == "Your keys were in the hall drawer until 14:17, 43 minutes ago; taken by Ana; not seen since."
    assert ask(home, "鑰匙在哪裡？").text == "鑰匙14:17以前（43 分鐘前）在抽屜裡；被 Ana 拿走；之後沒有再看到。"


def test_answers_of_different_strength_read_differently(empty: Tracker):
    """Observed, told, confirmed, stale and disputed answers do not sound alike."""
    empty.append([
        event("09:00", "lamp", "seen", claim("desk", "on")),
        event("09:00", "mug", "stated", {"text": "the mug is on the desk", "speaker": "tom", **claim("desk", "on")}),
        event("09:00", "book", "confirmed", claim("desk", "on"), source="user:tom"),
    ])  # fmt: skip
    said = {
        name: ask(empty, f"where is the {name}?", at=f"{DAY}T09:05:00+00:00").text for name in ("lamp", "mug", "book")
    }
    assert said["lamp"] == "The lamp is on the desk, since 09:00, 5 minutes ago."
    assert said["mug"] == "The mug is said to be on the desk, since 09:00, 5 minutes ago (told by Tom, not observed)."
    assert said["book"] == "The book is on the desk, since 09:00, 5 minutes ago (confirmed by Tom)."
    stale = ask(empty, "where is the lamp?", at="2026-03-09T09:00:00+00:00")
    assert (stale.status, stale.values) == ("last_seen", ())
    assert "not certain" in stale.text
    assert "7 days ago" in stale.text


def test_a_silent_source_is_told(empty: Tracker):
    """Absence of news is not news of absence: a camera that went offline leaves doubt, and the answer says so."""
    off = {**claim("offline", attribute="online"), "action": "disconnect"}
    empty.append([
        event("09:00", "lamp", "seen", claim("desk", "on")),
        event("09:00", "gate", "seen", claim("closed", attribute="openness")),
        event("09:30", "camera:hall", "system_action", off, source="system:watch"),
    ])  # fmt: skip
    for question in ("where is the lamp?", "is the gate closed?"):
        before = ask(empty, question, at=f"{DAY}T09:10:00+00:00").text
        after = ask(empty, question, at=f"{DAY}T10:00:00+00:00").text
        assert ("offline" in before, "offline" in after) == (False, True)


def test_a_silent_source_further_out_is_told(empty: Tracker):
    """The keys are in the bag; that the bag is on the chair, the camera that went offline said."""
    off = {**claim("offline", attribute="online"), "action": "disconnect"}
    empty.append([
        event("09:00", "keys", "seen", claim("bag", "in"), source="user:ana"),
        event("09:00", "bag", "seen", claim("chair", "on")),
        event("09:30", "camera:hall", "system_action", off, source="system:watch"),
    ])  # fmt: skip
    before = ask(empty, "where are the keys?", at=f"{DAY}T09:10:00+00:00").text
    after = ask(empty, "where are the keys?", at=f"{DAY}T10:00:00+00:00").text
    assert ("offline" in before, "offline" in after) == (False, True)


def test_a_dispute_names_all_sides(home: Tracker):
    """Nothing is chosen for the asker."""
    reply = ask(home, "where is the cat?")
    assert (reply.status, set(reply.values)) == ("conflict", {"sofa", "bed"})
    assert "sofa" in reply.text
    assert "bed" in reply.text


def test_one_doubtful_sentence_is_not_a_dispute(empty: Tracker):
    """'Either or' told by one person is one statement about two places."""
    empty.note("Lena is either in the attic or the cellar.", at=THREE)
    reply = ask(empty, "is Lena in the attic?")
    assert reply.values == ("maybe",)
    assert "attic or in the cellar" in reply.text.replace("cellar or in the attic", "attic or in the cellar")
    assert ask(empty, "is Lena in the garage?").values == ("no",)
    empty.note("Tom is either in the attic or the attic.", at=THREE)
    assert ask(empty, "is Tom in the attic?").values == ("maybe",)


def test_what_is_carried_is_where_its_carrier_is(empty: Tracker):
    """The ladle goes where Tom goes; once put down it stays, and the answer still says how that is known."""
    told = ["Tom went to the attic.", "Tom picked up the ladle there.", "Tom went to the cellar."]
    for second, text in enumerate(told):
        empty.note(text, at=f"{DAY}T14:00:0{second}+00:00")
    carried = ask(empty, "where is the ladle?")
    assert (carried.values, carried.answer.path) == (("cellar",), ("tom", "cellar"))
    assert "should" in carried.text
    empty.note("Tom put down the ladle.", at=f"{DAY}T14:00:05+00:00")
    empty.note("Tom went to the garden.", at=f"{DAY}T14:00:06+00:00")
    down = ask(empty, "where is the ladle?")
    assert down.values == ("cellar",)
    assert ask(empty, "where was the ladle before the cellar?").values == ("attic",)
    assert ask(empty, "where did Tom go after the attic?").values == ("cellar",)


def test_where_it_was_between_two_vague_times(empty: Tracker):
    """'In the morning to A, in the afternoon to B' leaves no instant at A, and yet it was there."""
    for text in ("Lena went to the library yesterday.", "This afternoon Lena went to the garage.",
                 "Lena went to the attic this morning."):  # fmt: skip
        empty.note(text, at=f"{DAY}T21:00:00+00:00")
    asked = f"{DAY}T21:05:00+00:00"
    assert ask(empty, "where was Lena before the garage?", at=asked).values == ("attic",)
    assert ask(empty, "where was Lena before the attic?", at=asked).values == ("library",)


def test_giving_names_the_giver_the_receiver_and_the_thing(empty: Tracker):
    """All three ends of a handing over can be asked for, the newest first."""
    for second, text in enumerate(("Tom gave the receipt to Lena.", "Lena gave the stamp to Tom.")):
        empty.note(text, at=f"{DAY}T14:00:0{second}+00:00")
    assert ask(empty, "who gave the receipt to Lena?").values == ("tom",)
    assert ask(empty, "who did Tom give the receipt to?").values == ("lena",)
    assert ask(empty, "what did Tom give to Lena?").values == ("receipt",)
    assert ask(empty, "what did Lena give to Tom?").values == ("stamp",)
    assert ask(empty, "who received the stamp?").values == ("tom",)
    assert ask(empty, "what did Lena give?").values == ("stamp",)
    assert ask(empty, "did Tom give the stamp to Lena?").values == ("maybe",)


def test_known_at_and_viewer_limit_what_an_answer_may_rest_on(empty: Tracker):
    """As known before the theft it is in the drawer; who may not see the safe does not learn of it."""
    empty.append([
        event("14:02", "keys", "placed", {"place": "drawer", "relation": "in"}),
        event("14:17", "keys", "removed", {"by": "ana"}),
        event("14:20", "ring", "placed", {"place": "safe", "relation": "in"}, visibility=["family"]),
    ])  # fmt: skip
    assert ask(empty, "where are my keys?", known_at=f"{DAY}T14:05:00+00:00").values == ("drawer",)
    assert ask(empty, "where were my keys as known at 14:05?").values == ("drawer",)
    assert ask(empty, "where is the ring?").values == ("safe",)
    assert ask(empty, "where is the ring?", viewer="family").values == ("safe",)
    for question in ("where is the ring?", "what is in the safe?", "what changed today?"):
        hidden = ask(empty, question, viewer="guest")
        assert "ring" not in hidden.values
        assert "safe" not in hidden.values
    assert "No report has ever mentioned" in ask(empty, "what is in the safe?", viewer="guest").text


def test_an_ambiguous_name_is_asked_back(empty: Tracker):
    """Two keys of one name: both are listed, none is chosen."""
    empty.append([
        event("08:00", "car_key", "registered", {"kind": "key", "names": ["the spare key"]}),
        event("08:00", "door_key", "registered", {"kind": "key", "names": ["the spare key"]}),
    ])  # fmt: skip
    reply = empty.ask("where is the spare key?", at=THREE)
    assert not reply.understood
    assert "car_key" in reply.text
    assert "door_key" in reply.text


def test_a_place_is_found_by_its_last_word_if_there_is_but_one(home: Tracker):
    """'The table' is the dining table, the only one anybody spoke of, and the answer says which it means."""
    reply = ask(home, "what was on the table at 10am?")
    assert (reply.values, "dining table" in reply.text) == (("vase",), True)


def test_a_name_written_in_other_characters_is_the_same_name(empty: Tracker):
    """What was noted in Traditional is found from Simplified."""
    empty.append(event("09:00", "雨傘", "seen", claim("陽台", "at")))
    assert ask(empty, "雨伞在哪里？").values == ("陽台",)
    assert ask(empty, "阳台有什么？").values == ("雨傘",)
    empty.note("車鑰匙不在陽台。", at=THREE)
    assert ask(empty, "车钥匙在阳台吗？").values == ("no",)


def test_a_doubtful_time_is_read_aloud(home: Tracker):
    """'Between 2 and 4' could be at night: the reading that was taken is part of the answer."""
    reply = ask(home, "was the fridge open between 2 and 4?", at=f"{DAY}T16:30:00+00:00")
    assert reply.values == ("yes",)
    assert "between 14:00 and 16:00" in reply.text


@pytest.mark.parametrize(
    "question",
    [
        "where was the vase before lunch?",
        "where was the vase on February 30?",
        "where is the vase going to be tomorrow?",
        "was the vase on the sofa tomorrow?",
        "why is the vase gone?",
        "where is the vase? why is it gone?",
        "where is it?",
        "and yesterday?",
        "花瓶為什麼不見了？",
    ],
)
def test_what_is_not_understood_is_said_so(home: Tracker, question: str):
    """No value, no event, and one short line that says why, in the language of the question."""
    reply = home.ask(question, at=THREE)
    assert (reply.understood, reply.status, reply.values, reply.event_ids) == (False, "not_understood", (), ())
    assert 0 < len(reply.text) < 140
    assert reply.text.isascii() is question.isascii()


def test_a_plan_that_was_told_is_asked_for_by_another_name(empty: Tracker):
    """A 期末考 is an exam: 'is the exam soon?' finds it in days, and knows when it is over."""
    empty.note("我下週二有期末考。", at="2026-03-04T09:00:00+00:00", speaker="ana", tz="Asia/Taipei")
    asked = {"at": "2026-03-05T10:00:00+00:00", "tz": "Asia/Taipei"}
    soon = ask(empty, "考試是不是快到了？", **asked)
    assert soon.values == ("yes",)
    assert "5 天後" in soon.text
    assert "in 5 days" in ask(empty, "is the exam soon?", **asked).text
    empty.note("考試終於考完了。", at="2026-03-10T09:00:00+00:00", speaker="ana", tz="Asia/Taipei")
    over = ask(empty, "考試結束了嗎？", at="2026-03-10T10:00:00+00:00", tz="Asia/Taipei")
    assert (over.status, over.values) == ("completed", ("yes",))


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("I have an interview on Friday at 3pm.", "when is my interview?"),
        ("我星期五下午三點有面試。", "面試是什麼時候？"),
    ],
)
def test_a_day_that_is_planned_is_the_next_one(empty: Tracker, told: str, question: str):
    """Nobody plans for last Friday."""
    empty.note(told, at="2026-03-04T09:00:00+00:00", speaker="ana")
    reply = ask(empty, question, at="2026-03-04T10:00:00+00:00")
    assert [value.isoformat() for value in reply.values[:1]] == ["2026-03-06T15:00:00+00:00"]
