"""When it happened: instants, bounds as wide as the words, and no time that was not told."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tracker.errors import InvalidInput
from tracker.ingest.sentences import Discourse, extract

TAIPEI = ZoneInfo("Asia/Taipei")
AT = datetime(2026, 3, 4, 14, 2, tzinfo=TAIPEI)  # a Wednesday


def told(text: str) -> list[tuple[str, str | None]]:
    """Start and bound of each claim, as local month-day hour:minute."""
    read = extract(text, at=AT, tz="Asia/Taipei", speaker="ana")
    return [
        (shown(claim.occurred_at), shown(claim.occurred_until) if claim.occurred_until else None)
        for claim in read.claims
    ]


def shown(moment: datetime) -> str:
    return moment.astimezone(TAIPEI).strftime("%m-%d %H:%M")


@pytest.mark.parametrize(
    ("text", "start", "bound"),
    [
        ("I put the torch in the van.", "03-04 14:02", None),
        ("I put the torch in the van yesterday.", "03-03 00:00", "03-04 00:00"),
        ("Yesterday, I put the torch in the van.", "03-03 00:00", "03-04 00:00"),
        ("I put the torch in the van today.", "03-04 00:00", "03-04 14:02"),
        ("I put the torch in the van at 1:30pm.", "03-04 13:30", None),
        ("Three days ago I put the torch in the van.", "03-01 00:00", "03-02 00:00"),
        ("Before lunch I put the torch in the van.", "03-04 00:00", "03-04 14:02"),
        ("The torch has been in the van since Monday.", "03-02 00:00", "03-04 14:02"),
        ("At 1pm the torch was in the van.", "03-04 13:00", None),
        ("The torch is in the van now.", "03-04 14:02", None),
        ("昨天我把票放在桌上。", "03-03 00:00", "03-04 00:00"),
        ("我三天前把票放在桌上。", "03-01 00:00", "03-02 00:00"),
        ("今天下午一點我把票放在桌上。", "03-04 13:00", None),
    ],
)
def test_time_words_become_bounds(text: str, start: str, bound: str | None):
    """A day is a span in which it happened; a clock time is an instant; 'today' ends with the utterance."""
    assert told(text) == [(start, bound)]


def test_a_door_shut_some_time_yesterday_is_shut_from_its_end():
    """A state that an action brought about is certain only from the end of the span."""
    assert told("I closed the garage door yesterday.") == [("03-04 00:00", None)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I put the torch in the van on February 30.", "time"),
        ("I put the torch in the van tomorrow.", "time"),
        ("The torch is in the van tomorrow.", "future"),
        ("Yesterday the torch was in the van.", "past"),
        ("Two days later I put the torch in the van.", "time"),
    ],
)
def test_a_time_that_cannot_be_placed_yields_nothing(text: str, reason: str):
    """A wrong time is worse than none."""
    read = extract(text, at=AT, tz="Asia/Taipei", speaker="ana")
    assert read.claims == ()
    assert read.sentences[0].reason == reason


def test_one_time_counts_for_all_that_is_done_in_a_sentence():
    """'Yesterday' stands once for two actions, which keep their order."""
    read = extract("Yesterday I took the torch and put it in the van.", at=AT, tz="Asia/Taipei", speaker="ana")
    took, put = read.claims
    assert put.occurred_at - took.occurred_at == timedelta(microseconds=1)
    assert shown(took.occurred_at) == shown(put.occurred_at) == "03-03 00:00"


def test_after_that_reaches_back_to_what_was_told_before():
    """It happened between the day told before and now; without such a day, when it was said."""
    read = extract(
        "Yesterday I took the torch. After that I put it in the van.", at=AT, tz="Asia/Taipei", speaker="ana"
    )
    took, put = read.claims
    assert took.occurred_at < put.occurred_at
    assert put.occurred_until == AT
    assert told("I took the torch. After that I put it in the van.")[1] == ("03-04 14:02", None)


def test_two_days_later_counts_from_what_was_told_before():
    """An offset from a day is a day."""
    assert told("Three days ago I took the torch. Two days later I put it in the van.")[1] == (
        "03-03 00:00",
        "03-04 00:00",
    )


def test_days_told_out_of_order_fold_in_order():
    """The order of telling is not the order of happening."""
    context, times = Discourse(), []
    for text in ("This morning Tom went to the station.", "Yesterday Tom went to the library.", "Tom went home."):
        read = extract(text, at=AT, tz="Asia/Taipei", context=context)
        context = read.context
        times.append(read.claims[0].occurred_at)
    assert sorted(times) == [times[1], times[0], times[2]]


def test_a_plan_keeps_its_absolute_due_span():
    """'Next Tuesday' is a date once it is an event; the plan itself was told now."""
    for text in ("I have a chemistry exam on March 10.", "我三月十號有期末考"):
        plan = extract(text, at=AT, tz="Asia/Taipei", speaker="ana").claims[0]
        assert (plan.type, plan.occurred_at) == ("planned", AT)
        assert (shown(plan.payload["due_at"]), shown(plan.payload["due_until"])) == ("03-10 00:00", "03-11 00:00")


@pytest.mark.parametrize(
    ("at", "tz", "problem"),
    [
        (AT.replace(tzinfo=None), "UTC", "at: .* has no time zone"),
        (AT, "Mars/Base", "tz: unknown time zone 'Mars/Base'"),
    ],
)
def test_an_utterance_needs_a_time_and_a_zone(at: datetime, tz: str, problem: str):
    """The machine's own zone is never assumed."""
    with pytest.raises(InvalidInput, match=problem):
        extract("The torch is in the van.", at=at, tz=tz)
