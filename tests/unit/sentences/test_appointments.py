"""Plans as people tell them, moved, called off and done: what is to come never becomes a fact of now."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.everyday.sheets import judged, sheet
from tracker import Tracker
from tracker.ingest.sentences import extract

NOW = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)
SHEETS = ("plans_english", "plans_chinese")


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("kind", ["told", "asked"])
def test_most_plans_of_an_ordinary_day_are_understood_and_none_wrongly(name: str, kind: str):
    verdicts = [judged(message) for message in sheet(name) if message.kind == kind]
    assert [verdict.wrong for verdict in verdicts if verdict.wrong] == []
    assert sum(verdict.understood for verdict in verdicts) >= 0.9 * len(verdicts)


WHO = ("Mum", "The plumber", "Ben", "The parcel", "Grandma")
WHEN = ("on Friday", "tomorrow", "next week", "on the 20th", "in June", "tonight at 9pm", "at Christmas", "on 31/12")
SAID = (
    "{who} is coming over {when}.", "{who} will be in the kitchen {when}.", "{who} comes {when}.",
    "I'll put the keys in the drawer {when}.", "I'm going to put the keys in the drawer {when}.",
    "I have to take the keys to the office {when}.", "We fly {when}.", "The keys will be in the drawer {when}.",
    "I need to give {who} the keys {when}.", "My passport expires {when}.", "Dentist {when}",
    "Picking up {who} {when}.",
)  # fmt: skip
HAN_WHEN = ("明天", "下週三", "星期五", "六月", "20號", "今晚九點", "聖誕節")
HAN_SAID = (
    "媽媽{when}要來。", "{when}我會把鑰匙放進抽屜。", "護照{when}到期。", "{when}記得交房租。", "{when}看牙",
    "我{when}要把鑰匙拿去辦公室。", "水電工{when}會來。",
)  # fmt: skip


@given(st.sampled_from(SAID), st.sampled_from(WHO), st.sampled_from(WHEN))
def test_what_is_to_come_is_no_fact_of_now(said: str, who: str, when: str):
    read = extract(said.format(who=who, when=when), at=NOW, speaker="ana")
    assert {claim.type for claim in read.claims} <= {"planned"}
    assert all(claim.payload["due_until" if "due_until" in claim.payload else "due_at"] > NOW for claim in read.claims)


@given(st.sampled_from(HAN_SAID), st.sampled_from(HAN_WHEN))
def test_what_is_to_come_is_no_fact_of_now_in_chinese(said: str, when: str):
    read = extract(said.format(when=when), at=NOW, speaker="ana")
    assert {claim.type for claim in read.claims} <= {"planned"}


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as opened:
        yield opened


def tell(tracker: Tracker, *said: str) -> None:
    for minute, words in enumerate(said):
        tracker.note(words, at=NOW + timedelta(minutes=minute), speaker="ana")


def values(tracker: Tracker, question: str) -> tuple[object, ...]:
    return tracker.ask(question, at=NOW + timedelta(hours=1)).values


def test_a_plan_that_moved_is_due_when_it_moved_to(tracker: Tracker):
    tell(tracker, "I have a dentist appointment tomorrow at 9:30am.", "The dentist got moved to Thursday at 4pm.")
    assert values(tracker, "when is the dentist?") == (datetime(2026, 3, 5, 16, tzinfo=UTC),)
    assert values(tracker, "what do I have tomorrow?") == ()


@pytest.mark.parametrize(
    ("told", "done", "asked"),
    [("The rent is due tomorrow.", "Paid the rent.", "is the rent paid?"),
     ("I have to call the bank tomorrow.", "I called the bank.", "have I called the bank?"),
     ("Dentist today at 2:30pm", "I've been to the dentist.", "is the dentist over?"),
     ("明天記得交房租。", "房租交了。", "房租交了嗎？"),
     ("明天要打電話給銀行。", "我打了電話給銀行。", "電話給銀行打了嗎？")],
)  # fmt: skip
def test_what_was_planned_is_done_when_somebody_says_so(tracker: Tracker, told: str, done: str, asked: str):
    tell(tracker, told)
    assert values(tracker, asked) != ("yes",)
    tell(tracker, done)
    assert values(tracker, asked) == ("yes",)


def test_what_nobody_planned_is_not_done_by_speaking_of_it(tracker: Tracker):
    tell(tracker, "I called the bank.", "Ben came.", "房租交了。")
    assert [event.type for event in tracker.events()] == ["stated"] * 3


@pytest.mark.parametrize(
    "said",
    ["Is Mum coming on Friday?", "Maybe Mum is coming on Friday.", "I hope Mum is coming on Friday.",
     "Mum isn't coming on Friday.", "If Mum is coming on Friday we cook.", "Mum came on Friday.",
     "Mum comes on Fridays.",
     "Ben said Mum is coming on Friday.", "媽媽星期五要來嗎？",
     "媽媽星期五可能會來。", "媽媽星期五不來。", "如果媽媽星期五要來就好了。"],
)  # fmt: skip
def test_what_is_asked_hoped_denied_or_over_is_no_plan(said: str):
    assert [claim.type for claim in extract(said, at=NOW, speaker="ana").claims if claim.type == "planned"] == []


def test_an_answer_names_a_plan_in_the_words_it_was_told_in(tracker: Tracker):
    tell(tracker, "Mum is coming over on Friday.", "I have to call the bank tomorrow.")
    said = tracker.ask("what is planned?", at=NOW + timedelta(hours=1)).text
    assert "“call the bank” is tomorrow" in said
    assert "“Mum is coming over” is in 4 days" in said


@pytest.mark.parametrize("length", [1_000, 10_000])
@pytest.mark.parametrize("piece", ["on Friday ", "the dentist ", "ing ", "，明天", "看牙", " due"])
def test_a_long_text_is_no_plan_and_costs_little(piece: str, length: int):
    assert [one for one in extract(piece * length, at=NOW, speaker="ana").claims if one.type == "planned"] == []


@pytest.mark.parametrize("said", ["Ben starts his new job on Monday.", "下星期一面試", "Mum is coming on Monday."])
def test_the_name_of_today_is_a_day_to_come(said: str):
    """It is Monday: who means today says so."""
    [plan] = extract(said, at=NOW, speaker="ana").claims
    assert plan.payload["due_at"] == datetime(2026, 3, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "told"),
    [("The meeting was moved to Friday.", "planned"), ("The party was called off.", "cancelled"),
     ("The party is off.", "cancelled")],
)  # fmt: skip
def test_moved_and_off_are_told_in_the_past_too(said: str, told: str):
    assert [claim.type for claim in extract(said, at=NOW, speaker="ana").claims] == [told]


def test_a_goodbye_is_no_plan():
    assert extract("See you on Friday!", at=NOW, speaker="ana").claims == ()
