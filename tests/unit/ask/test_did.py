"""Whether somebody took, put or moved a thing, when, and where to: told as what happened, with what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.unit.ask.conftest import DAY, claim, event, understood
from tracker import Reply, Tracker

THREE = f"{DAY}T15:00:00+00:00"
EVENTS = [
    event("06:00", "umbrella", "registered", {"kind": "umbrella", "names": ["umbrella", "雨傘"]}, source="user:ana"),
    event("06:00", "passport", "registered", {"kind": "document", "names": ["passport", "護照"]}, source="user:ana"),
    event("06:00", "keys", "registered", {"kind": "key", "names": ["keys", "鑰匙"]}, source="user:ana"),
    event("06:00", "tom", "registered", {"kind": "person", "names": ["Tom", "湯姆"]}, source="user:ana"),
    event("06:00", "ana", "registered", {"kind": "person", "names": ["Ana", "安娜"]}, source="user:ana"),
    event("06:00", "backpack", "registered", {"kind": "bag", "names": ["backpack", "背包"]}, source="user:ana"),
    event("06:00", "fridge", "registered", {"kind": "fridge", "names": ["fridge", "冰箱"]}, source="user:ana"),
    event("06:00", "milk", "registered", {"kind": "food", "names": ["milk", "牛奶"]}, source="user:ana"),
    event("06:01", "umbrella", "placed", {"place": "rack", "relation": "on"}),
    event("09:10", "umbrella", "removed", {"by": "tom"}),
    event("09:40", "umbrella", "placed", {"place": "car", "relation": "in", "by": "tom"}),
    event("07:00", "passport", "placed", {"place": "desk", "relation": "on", "by": "ana"}),
    event("10:00", "passport", "placed", {"place": "backpack", "relation": "in", "by": "ana"}),
    event("08:00", "keys", "placed", {"place": "bowl", "relation": "in", "by": "tom"}),
    event("08:30", "keys", "removed", {"by": "ana"}),
    event("07:00", "milk", "placed", {"place": "fridge", "relation": "in"}),
]  # fmt: skip


@pytest.fixture(scope="module")
def house() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as tracker:
        tracker.append(EVENTS)
        yield tracker


def ask(tracker: Tracker, question: str, at: str = THREE) -> Reply:
    return understood(tracker, question, at)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("Did Tom take the umbrella?", ("yes",)),
        ("Has Tom taken the umbrella?", ("yes",)),
        ("Was the umbrella taken by Tom?", ("yes",)),
        ("Did Tom move the umbrella?", ("yes",)),
        ("Did Tom pick up the umbrella today?", ("yes",)),
        ("Did Tom take the umbrella from the rack?", ("yes",)),
        ("Did Tom take the umbrella from the car?", ("maybe",)),
        ("Did Tom take the umbrella yesterday?", ("maybe",)),
        ("Did Ana take the umbrella?", ("maybe",)),
        ("Did Tom take the umbrella at 9:10?", ("yes",)),
        ("Did Tom take the umbrella at noon?", ("maybe",)),
        ("Did Tom take anything?", ("yes",)),
        ("Has Tom taken anything?", ("yes",)),
        ("Did anyone take the keys?", ("yes",)),
        ("Has anybody moved the keys?", ("yes",)),
        ("Did somebody take the milk?", ("maybe",)),
        ("Did Tom put the umbrella in the car?", ("yes",)),
        ("Did Ana put the umbrella in the car?", ("maybe",)),
        ("Has Ana put the passport in the backpack?", ("yes",)),
        ("Tom拿了雨傘嗎？", ("yes",)),
        ("湯姆有沒有拿走雨傘？", ("yes",)),
        ("汤姆把雨伞拿走了吗？", ("yes",)),
        ("雨傘是湯姆拿走的嗎？", ("yes",)),
        ("雨傘是不是被湯姆拿走了？", ("yes",)),
        ("安娜有沒有拿走雨傘？", ("maybe",)),
        ("有人動過鑰匙嗎？", ("yes",)),
        ("鑰匙有人動過嗎？", ("yes",)),
        ("有没有人拿走钥匙？", ("yes",)),
        ("安娜有沒有把護照放進背包？", ("yes",)),
        ("Was the umbrella taken?", ("yes",)),
        ("Has the umbrella been taken?", ("yes",)),
        ("Has the milk been taken?", ("maybe",)),
        ("雨傘被拿走了嗎？", ("yes",)),
        ("牛奶有沒有被人拿走？", ("maybe",)),
        ("湯姆把護照放進背包了嗎？", ("maybe",)),
    ],
)
def test_whether_somebody_did_it(house: Tracker, question: str, values: tuple[Any, ...]):
    """Yes when it was reported; that nobody reported it is no 'no'."""
    reply = ask(house, question)
    assert reply.values == values, reply.text
    assert bool(reply.event_ids) is (values == ("yes",)), reply.text


@pytest.mark.parametrize(
    ("question", "times", "said"),
    [
        ("how many times did Ana take the keys?", 1, "Ana took the keys once: at 08:30."),
        ("how often has Ana moved the keys today?", 1, "Ana moved the keys once: at 08:30."),
        ("how many times did Tom take the keys?", 0, "Nobody reported that Tom took the keys."),
        ("how many times did Ana take the keys before 8am?", 0, "Nobody reported that Ana took the keys."),
        ("安娜拿了幾次鑰匙？", 1, "安娜拿了鑰匙 1 次：08:30。"),
        ("汤姆拿了几次雨伞？", 1, "汤姆拿了雨伞 1 次：09:10。"),
    ],
)
def test_how_often_somebody_did_it(house: Tracker, question: str, times: int, said: str):
    reply = ask(house, question)
    assert (reply.values, reply.text) == ((times,), said)


def test_yes_tells_who_and_when_and_not_that_he_has_it(house: Tracker):
    """Tom took it at 09:10 and put it in the car: nothing of the answer says that he has it."""
    assert ask(house, "Did Tom take the umbrella?").text == "Yes: Tom took the umbrella at 09:10, 5 hours ago."
    assert ask(house, "湯姆有沒有拿走雨傘？").text == "是：湯姆09:10（5 小時前）拿走了雨傘。"


def test_somebody_else_is_told(house: Tracker):
    """Asked of the wrong person, the answer names the right one."""
    text = ask(house, "Did Ana take the umbrella?").text
    assert text == "Not that anyone reported; Tom took the umbrella at 09:10, 5 hours ago."


@pytest.mark.parametrize(
    ("question", "place", "status"),
    [
        ("Where did Tom put the umbrella?", "car", "current"),
        ("where has Tom put the umbrella?", "car", "current"),
        ("Where did Ana leave the passport?", "backpack", "current"),
        ("Where did Tom put the keys?", "bowl", "unknown"),
        ("湯姆把雨傘放在哪裡？", "car", "current"),
        ("汤姆把雨伞放到哪儿了？", "car", "current"),
        ("雨傘被湯姆放在哪裡？", "car", "current"),
        ("湯姆把鑰匙放哪了？", "bowl", "unknown"),
    ],
)
def test_where_somebody_put_it(house: Tracker, question: str, place: str, status: str):
    reply = ask(house, question)
    assert (reply.values, reply.status) == ((place,), status), reply.text


def test_what_was_put_there_and_taken_is_not_said_to_be_there(house: Tracker):
    """Tom put the keys in the bowl; Ana took them since: both are told, with the events of both."""
    reply = ask(house, "Where did Tom put the keys?")
    assert reply.text == (
        "Tom put the keys in the bowl at 08:00, 7 hours ago. "
        "The keys were in the bowl until 08:30, 6 hours ago; taken by Ana; not seen since."
    )
    assert len(reply.event_ids) == 2


def test_where_somebody_put_what_they_never_put(house: Tracker):
    """Nothing is made up: what is known of the thing is told instead."""
    reply = ask(house, "Where did Ana put the umbrella?")
    assert (reply.values, reply.status) == ((), "unknown")
    assert reply.text.startswith("It is not known that Ana put the umbrella anywhere. The umbrella is in the car")


def test_a_follow_up_asks_of_another_person_or_another_thing(house: Tracker):
    """'And Ana?' is about who, 'and the keys?' about what."""
    first = ask(house, "did Tom take the keys?")
    assert first.values == ("maybe",)
    assert house.ask("and Ana?", at=THREE, after=first).values == ("yes",)
    assert house.ask("and the umbrella?", at=THREE, after=first).values == ("yes",)
    first = ask(house, "湯姆把雨傘放在哪裡？")
    assert house.ask("那鑰匙呢？", at=THREE, after=first).values == ("bowl",)


def test_an_old_putting_down_is_hedged(house: Tracker):
    """A month later nobody knows whether it is still in the car."""
    reply = house.ask("Where did Tom put the umbrella?", at="2026-04-05T15:00:00+00:00")
    assert (reply.values, reply.status) == (("car",), "last_seen")
    assert "may no longer hold" in reply.text


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("who put the umbrella in the car?", ("tom",)),
        ("who moved the umbrella to the car?", ("tom",)),
        ("Who took the umbrella from the rack?", ("tom",)),
        ("who took the umbrella out of the car?", ()),
        ("who put the passport in the car?", ()),
        ("誰把護照放進背包的？", ("ana",)),
        ("是谁把雨伞放在车里的？", ()),
        ("誰從碗裡拿走鑰匙的？", ()),
    ],
)
def test_who_put_it_there(house: Tracker, question: str, who: tuple[str, ...]):
    """Of a place, only who put it just there; the car and 車 are not one unless somebody says so."""
    assert ask(house, question).values == who


@pytest.mark.parametrize(
    "question", ["did the umbrella leave the rack?", "has the umbrella left the rack?", "雨傘離開架子了嗎？"]
)
def test_whether_something_left_is_told_with_its_time(house: Tracker, question: str):
    assert (ask(house, question).plan or {})["value"] == "left"


@pytest.mark.parametrize(
    "question", ["do we have milk?", "is there any milk?", "have we got any milk?", "有牛奶嗎？", "還有牛奶嗎？"]
)
def test_whether_there_is_any_is_asked_of_things_not_of_plans(house: Tracker, question: str):
    """'No plan for any milk is known' answered another question."""
    assert ask(house, question).values == ("fridge",)


@pytest.mark.parametrize(
    ("question", "hour"),
    [
        ("When did Tom put the umbrella in the car?", "09:40"),
        ("When did Ana put the passport in the backpack?", "10:00"),
        ("我什麼時候把護照放進背包的？", "10:00"),
        ("我是什么时候把护照放到背包里的？", "10:00"),
        ("安娜什麼時候把護照放進背包的？", "10:00"),
        ("你什么时候把护照放在背包里了？", "10:00"),
    ],
)
def test_when_somebody_put_it_there(house: Tracker, question: str, hour: str):
    assert ask(house, question).values == (datetime.fromisoformat(f"{DAY}T{hour}:00").replace(tzinfo=UTC),)


def test_when_somebody_else_put_it_there_is_not_known(house: Tracker):
    """That it came there is no answer to when Tom put it there."""
    reply = ask(house, "When did Tom put the passport in the backpack?")
    assert (reply.values, reply.event_ids) == ((), ())


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("Is there milk in the fridge?", ("yes",)),
        ("Is there any milk left in the fridge?", ("yes",)),
        ("Is there a passport on the desk?", ("no",)),
        ("Are there any keys in the bowl?", ("no",)),
        ("Is there still milk in the fridge?", ("yes",)),
        ("冰箱裡有牛奶嗎？", ("yes",)),
        ("冰箱里有没有牛奶？", ("yes",)),
        ("冰箱裡還有牛奶嗎？", ("yes",)),
        ("背包裡有雨傘嗎？", ("no",)),
        ("湯姆身上有雨傘嗎？", ("no",)),
    ],
)
def test_whether_there_is_some_in_a_place(house: Tracker, question: str, values: tuple[str]):
    reply = ask(house, question)
    assert reply.values == values, reply.text


@pytest.mark.parametrize(
    "question",
    [
        "have the keys moved?",
        "have the keys been moved?",
        "were the keys moved?",
        "鑰匙動過嗎？",
        "钥匙有没有被移动过？",
    ],
)
def test_whether_something_moved(house: Tracker, question: str):
    """Answered with what changed about it."""
    reply = ask(house, question)
    assert (reply.plan or {})["intent"] == "changes"
    assert reply.values == ("keys",)


@pytest.mark.parametrize(
    "question",
    [
        "did Tom take a shower?",
        "did Tom take a picture of the umbrella?",
        "did Tom take off?",
        "did Tom put on the umbrella?",
        "did Tom say that Ana took the keys?",
        "did I take the umbrella?",
        "did Tom and Ana take the umbrella?",
        "why did Tom take the umbrella?",
        "did Tom not take the umbrella?",
        "did Tom want to take the umbrella?",
        "where did Tom put up the umbrella?",
        "where did Tom go to put the keys?",
        "is there a reason in the fridge?",
        "is there room in the fridge?",
        "is there a problem with the fridge?",
        "is there a meeting in the car?",
        "who put up with the umbrella?",
        "有人開心嗎？",
        "有人關心雨傘嗎？",
        "湯姆有沒有拿到獎？",
        "湯姆拿了第一名嗎？",
        "湯姆為什麼拿走雨傘？",
        "湯姆說安娜拿走雨傘了嗎？",
        "我有沒有拿走雨傘？",
        "我把雨傘放進背包了嗎？",
        "湯姆和安娜拿走雨傘了嗎？",
    ],
)
def test_what_only_looks_like_it_is_not_read(house: Tracker, question: str):
    """Idioms, hearsay, reasons, two people at once, and an asker whom nobody knows."""
    reply = house.ask(question, at=THREE)
    assert not reply.understood, reply.text


@pytest.mark.parametrize("question", ["did Tom take the scarf?", "who took the scarf?", "when was the scarf taken?"])
def test_a_report_that_does_not_count_is_no_taking(empty: Tracker, question: str):
    """Too weak to count, or rejected by a person: neither tells who took it."""
    empty.append([
        event("09:00", "scarf", "seen", claim("rack", "on")),
        event("09:10", "scarf", "removed", {"by": "tom"}, confidence=0.3),
        event("09:20", "scarf", "removed", {"by": "tom"}, source_key="x"),
    ])  # fmt: skip
    rejected = [one.event_id for one in empty.events("scarf") if one.source_key]
    empty.decide({"action": "reject", "event_ids": rejected, "by": "ana"})
    reply = ask(empty, question)
    assert reply.values in ((), ("maybe",))
    assert (reply.event_ids, "09:" in reply.text) == ((), False)
    weak = [one.event_id for one in empty.events("scarf") if one.confidence < 0.5]
    empty.decide({"action": "accept", "event_ids": weak, "by": "ana"})
    assert "09:10" in ask(empty, question).text


@pytest.mark.parametrize("thing", ["scarf", "hat"])
def test_one_rejection_of_what_happened_to_several_things(empty: Tracker, thing: str):
    """Tom took neither: the rejection stands under the first thing, and holds for both; taking it back does too."""
    empty.append([
        event("09:00", "scarf", "seen", claim("rack", "on")),
        event("09:00", "hat", "seen", claim("rack", "on")),
        event("09:10", "scarf", "removed", {"by": "tom"}, source_key="scarf"),
        event("09:10", "hat", "removed", {"by": "tom"}, source_key="hat"),
    ])  # fmt: skip
    taken = [one.event_id for one in empty.events() if one.source_key]
    made = empty.decide({"action": "reject", "event_ids": taken, "by": "ana"})
    assert ask(empty, f"who took the {thing}?").event_ids == ()
    assert ask(empty, f"did Tom take the {thing}?").values == ("maybe",)
    empty.decide({"action": "reject", "event_ids": made.event_ids, "by": "ana"})
    assert ask(empty, f"who took the {thing}?").values == ("tom",)


def test_hearsay_is_told_as_such(empty: Tracker):
    """What was only said is hedged."""
    empty.note("I took the scarf.", at=f"{DAY}T06:06:00+00:00", speaker="tom")
    assert (
        ask(empty, "did Tom take the scarf?").text == "Yes: Tom took the scarf at 06:06, 8 hours ago, by what was said."
    )
