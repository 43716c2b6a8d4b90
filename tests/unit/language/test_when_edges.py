"""The calendar ends at the years 1 and 9999: a phrase that leads out of it is not understood, and breaks nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tracker import Tracker
from tracker.errors import InvalidInput
from tracker.language.when.read import find, parse
from tracker.language.when.result import Unparsed, When

NOW = datetime(2026, 3, 2, 15, tzinfo=UTC)
ZONES = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"]


@pytest.mark.parametrize("tz", ZONES)
@pytest.mark.parametrize(
    "phrase",
    ["9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59Z", "0001-01-01T00:00+14:00", "at 9999-12-31T23:59:59"],
)
def test_an_iso_time_past_the_end_is_no_time(phrase: str, tz: str) -> None:
    """Its offset, or its own length, leads past the year 9999 or before the year 1."""
    assert isinstance(parse(phrase, now=NOW, tz=tz), Unparsed)
    find(f"The keys were on the desk {phrase}.", now=NOW, tz=tz)


@pytest.mark.parametrize("phrase", ["yesterday", "next week", "last year", "今天", "明年", "this month"])
@pytest.mark.parametrize("now", [datetime.min, datetime(2, 1, 1), datetime(9999, 1, 1), datetime.max], ids=str)
def test_nothing_is_reckoned_from_the_very_ends(now: datetime, phrase: str) -> None:
    """There is no last year to speak of in the year 1."""
    with pytest.raises(InvalidInput, match=r"^now: .* too near the end of the calendar"):
        parse(phrase, now=now.replace(tzinfo=UTC), tz="Pacific/Kiritimati")


def test_a_question_with_such_a_time_is_answered_as_not_understood() -> None:
    """Through the whole tracker: one line, and no exception."""
    with Tracker.open("sqlite://") as tracker:
        reply = tracker.ask("Where were the keys between 9999-12-31T23:00 and 9999-12-31T23:59?", at=NOW)
        assert not reply.understood


@pytest.mark.parametrize("hour", [0, 2, 4])
@pytest.mark.parametrize("phrase", ["since this morning", "this afternoon", "this evening", "今天早上", "今早"])
def test_a_part_of_the_day_that_has_not_come_is_that_of_the_day_that_is_not_over_for_the_speaker(phrase, hour):
    """Half past midnight: "since this morning" began the day before, and the new day's morning is the other reading."""
    now = datetime(2026, 3, 2, hour, 30, tzinfo=UTC)
    meant = parse(phrase, now=now, tz="UTC", lean="past")
    assert isinstance(meant, When)
    assert meant.start is not None
    assert meant.start.date().isoformat() == "2026-03-01"
    assert meant.doubt
    ahead = parse(phrase.removeprefix("since "), now=now, tz="UTC", lean="future")
    assert isinstance(ahead, When)
    assert ahead.start is not None
    assert ahead.start.date().isoformat() == "2026-03-02"
