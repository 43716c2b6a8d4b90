"""A window that is over is answered as a careful person would: what had faded by then was not known then either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.unit.ask.conftest import claim, event, switched
from tracker import Tracker
from tracker.domain.policy import Policy

NOON = "2026-03-02T12:35:00+00:00"
MONTHS_LATER = "2026-11-30T12:00:00+00:00"


def known(entity: str, kind: str, *names: str) -> dict[str, Any]:
    return event("00:01", entity, "registered", {"kind": kind, "names": list(names)}, source="user:ana")


EVENTS = [
    known("cat", "pet", "cat", "貓"), known("leo", "person", "Leo", "里歐"), known("garage", "room", "garage", "車庫"),
    known("sofa", "furniture", "sofa", "沙發"), known("keys", "thing", "keys", "鑰匙"),
    known("drawer", "furniture", "drawer", "抽屜"), known("remote", "phone", "remote", "遙控器"),
    event("06:00", "cat", "seen", claim("sofa", "on")),
    event("11:50", "cat", "seen", claim("kitchen", "in")),
    event("07:35", "leo", "seen", claim("garage", "in")),
    event("09:45", "leo", "seen", claim("office", "in")),
    event("10:00", "keys", "placed", {"place": "drawer", "relation": "in"}),
    event("06:00", "remote", "removed", {"by": "leo"}),
    known("case", "phone", "case"),
    event("06:00", "case", "seen", claim("hall", "in")),
    event("06:30", "charger", "placed", {"place": "case", "relation": "in"}),
    known("tablet", "phone", "tablet"),
    event("00:01", "desk", "registered", {"kind": "furniture", "names": ["desk"], "within": "study"}, source="u:a"),
    event("06:00", "tablet", "seen", claim("desk", "on"), confidence=0.5),
    event("06:10", "tablet", "seen", claim("study", "in"), confidence=0.9),
    event("06:00", "mug", "removed", {"by": "tom"}),
    switched("06:00", "gate", "openness", "open"),
    switched("11:00", "gate", "openness", "closed"),
]  # fmt: skip


@pytest.fixture(scope="module")
def home() -> Iterator[Tracker]:
    with Tracker.open("sqlite://", policy=Policy(attribute_half_life_s={"openness": 1800})) as tracker:
        tracker.append(EVENTS)
        yield tracker


MAYBE = [
    ("was the cat on the sofa between 8:00 and 10:00?", NOON, "last reported on the sofa at 06:00", "until 11:50"),
    ("貓8點到10點之間在沙發上嗎？", NOON, "最後一次有消息是06:00", "到11:50為止"),
    ("were the keys in the drawer yesterday?", MONTHS_LATER, "last reported in the drawer on Mon 2 March", "nothing"),
    ("昨天鑰匙在抽屜裡嗎？", MONTHS_LATER, "最後一次有消息是", "之後沒有消息"),
    ("was the gate open between 9:00 and 10:00?", NOON, "nothing says", "not known for all of that time"),
    (
        "was the charger in the hall between 9:00 and 10:00?",
        NOON,
        "the case was last reported in the hall at 06:00",
        "not",
    ),
    ("was the tablet on the desk between 6:45 and 7:00?", NOON, "last reported on the desk at 06:00", "nothing since"),
    ("was the mug in the hall between 9:00 and 10:00?", NOON, "not known for all of that time", "mug"),
    ("did Leo have the remote between 9:00 and 10:00?", NOON, "last reported with Leo at 06:00", "nothing since"),
]


@pytest.mark.parametrize(("question", "at", "last", "after"), MAYBE)
def test_what_had_faded_is_neither_yes_nor_no(home: Tracker, question: str, at: str, last: str, after: str):
    """It says what was reported last, and when the next report came, if one did."""
    reply = home.ask(question, at=at)
    assert (reply.values, last in reply.text, after in reply.text) == (("maybe",), True, True), reply.text


NOT_KNOWN = [
    ("where were the keys yesterday?", MONTHS_LATER, "last reported in the drawer on Mon 2 March at 10:00"),
    ("how long were the keys in the drawer yesterday?", MONTHS_LATER, "last reported in the drawer on Mon 2 March"),
    ("what was in the drawer yesterday?", MONTHS_LATER, "Last reported there, too long ago to be certain: the keys"),
    ("what is in the drawer?", MONTHS_LATER, "Last reported there, too long ago to be certain: the keys"),
    ("where was the cat between 8:00 and 10:00?", NOON, "last reported on the sofa at 06:00"),
    ("who was on the sofa between 8:00 and 10:00?", NOON, "Last reported there, too long ago to be certain: cat"),
    ("who had the remote between 9:00 and 10:00?", NOON, "last reported with Leo at 06:00"),
    ("what did Leo have between 9:00 and 10:00?", NOON, "too long before to be certain: the remote"),
    ("what does Leo have?", NOON, "too long before to be certain: the remote"),
    ("昨天鑰匙在哪裡？", MONTHS_LATER, "不知道鑰匙在哪裡"),
]


@pytest.mark.parametrize(("question", "at", "last"), NOT_KNOWN)
def test_nothing_is_given_as_known_that_had_faded(home: Tracker, question: str, at: str, last: str):
    """No value for a program to read, and for a person what was reported last."""
    reply = home.ask(question, at=at)
    assert (reply.status, reply.values) == ("last_seen", ()), reply.text
    assert last in reply.text, reply.text


def test_whether_anything_is_there_is_maybe_when_something_was(home: Tracker):
    """Where the keys were last reported, 'nothing' would be a guess too."""
    assert home.ask("is anything in the drawer?", at=MONTHS_LATER).values == ("maybe",)


SPANS = [
    ("who was in the garage this morning?", "Leo was in the garage at 07:35."),
    ("今天早上誰在車庫裡？", "07:35在車庫裡的有里歐。"),
    ("what was on the sofa this morning?", "The cat was on the sofa at 06:00."),
    ("was Leo in the garage this morning?", "Yes: Leo was in the garage at 07:35. Leo was last reported at 07:35"),
    ("who had the remote today?", "The remote was with Leo at 06:00."),
    ("what did Leo have today?", "Leo had the remote (at 06:00)."),
    ("where has the cat been today?", "The cat was on the sofa (at 06:00); then in the kitchen (at 11:50)."),
    ("was the gate open today?", "Yes: the gate was open at 06:00."),
]


@pytest.mark.parametrize(("question", "told"), SPANS)
def test_a_stay_is_told_as_it_was_reported_not_as_it_was_asked(home: Tracker, question: str, told: str):
    """One sighting is one time; the window is the question's, not the stay's."""
    assert home.ask(question, at=NOON).text.startswith(told)


def test_how_long_is_told_by_its_bounds_when_the_end_was_not_seen(home: Tracker):
    """One glimpse at six: on the sofa for no known time, and for no longer than from midnight to ten to twelve."""
    reply = home.ask("how long was the cat on the sofa between 0:00 and 12:00?", at=NOON)
    assert reply.values == (0, 11 * 3600 + 50 * 60), reply.text
    assert "at most 11 hours 50 minutes" in reply.text


def test_the_last_report_is_not_said_to_be_the_newest_when_it_is_not(home: Tracker):
    """'Nothing since' is false of a cat that was seen again at 11:50."""
    text = home.ask("was the cat on the sofa between 5:00 and 7:00?", at=NOON).text
    assert "nothing until 11:50" in text, text
    assert "nothing since" not in text, text


def test_the_coarser_place_is_known_when_the_finer_has_faded(home: Tracker):
    """A quarter to seven: in the study still, on the desk for no certain time; and surely not in the hall."""
    where = home.ask("where has the tablet been today?", at=NOON)
    assert where.values == ("desk", "study")
    assert "on the desk (at 06:00)" in where.text, where.text
    assert home.ask("was the tablet in the study between 6:45 and 7:00?", at=NOON).values == ("yes",)
    assert home.ask("was the tablet in the hall between 6:45 and 7:00?", at=NOON).values == ("no",)


def test_throughout_is_maybe_where_the_rest_had_faded(home: Tracker):
    """Not 'not all the time': nobody saw it go."""
    reply = home.ask("was the cat on the sofa all the time between 6:00 and 9:00?", at=NOON)
    assert reply.values == ("maybe",), reply.text
