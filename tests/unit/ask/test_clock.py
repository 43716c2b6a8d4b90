"""Relative time: right across days, months, clock changes and zones, and ahead."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.domain.times import to_us
from tracker.query.ask.voice.chinese import Chinese
from tracker.query.ask.voice.clock import distance
from tracker.query.ask.voice.english import English
from tracker.query.ask.voice.naming import Naming

TAIPEI, BERLIN, NEW_YORK = ZoneInfo("Asia/Taipei"), ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")


def english(now: datetime, zone: ZoneInfo) -> English:
    return English(Naming({}, lambda _: ((), None)), to_us(now), zone)


@pytest.mark.parametrize(
    ("at", "now", "zone", "ago", "clock"),
    [
        ("2026-03-02T14:17:00+00:00", "2026-03-02T15:00:00+00:00", ZoneInfo("UTC"), "43 minutes ago", "at 14:17"),
        ("2026-03-02T14:17:00+00:00", "2026-03-02T14:17:30+00:00", ZoneInfo("UTC"), "just now", "at 14:17"),
        ("2026-03-02T15:30:00+00:00", "2026-03-02T15:00:00+00:00", ZoneInfo("UTC"), "in 30 minutes", "at 15:30"),
        (
            "2026-03-02T15:00:20+00:00",
            "2026-03-02T15:00:00+00:00",
            ZoneInfo("UTC"),
            "in less than a minute",
            "at 15:00",
        ),
        ("2026-03-02T15:30:00+00:00", "2026-03-02T17:00:00+00:00", TAIPEI, "90 minutes ago", "yesterday at 23:30"),
        ("2026-02-28T12:00:00+00:00", "2026-03-02T13:00:00+00:00", BERLIN, "2 days ago", "on Sat 28 February at 13:00"),
        (
            "2025-12-31T12:00:00+00:00",
            "2026-01-02T13:00:00+00:00",
            BERLIN,
            "2 days ago",
            "on 31 December 2025 at 13:00",
        ),
        (
            "2026-01-31T12:00:00+00:00",
            "2026-03-31T12:00:00+00:00",
            BERLIN,
            "2 months ago",
            "on Sat 31 January at 13:00",
        ),
        ("2024-03-02T12:00:00+00:00", "2026-03-02T12:00:00+00:00", BERLIN, "2 years ago", "on 2 March 2024 at 13:00"),
        # The night of 29 March 2026 has 23 hours in Berlin; two clock hours later is one hour.
        ("2026-03-29T00:30:00+00:00", "2026-03-29T01:30:00+00:00", BERLIN, "1 hour ago", "at 01:30"),
        # 25 October 2026 has 25: noon to noon is a day, not 25 hours.
        ("2026-10-24T10:00:00+00:00", "2026-10-25T11:00:00+00:00", BERLIN, "1 day ago", "yesterday at 12:00"),
        ("2026-03-07T05:00:00+00:00", "2026-03-02T20:00:00+00:00", NEW_YORK, "in 5 days", "on Sat 7 March at 00:00"),
    ],
)
def test_a_moment_is_told_as_the_asker_sees_it(at: str, now: str, zone: ZoneInfo, ago: str, clock: str):
    """Elapsed time under a day; from there on days of the asker's calendar; ahead is never 'just now'."""
    voice, moment = english(datetime.fromisoformat(now), zone), to_us(datetime.fromisoformat(at))
    assert (voice.ago(moment), voice.clock(moment)) == (ago, clock)


def test_a_day_is_counted_in_midnights_whatever_the_hour():
    """Late on Monday, an exam on Saturday is in 5 days; in the small hours of Friday it is tomorrow."""
    saturday = to_us(datetime(2026, 3, 7, tzinfo=UTC))
    assert (
        english(datetime(2026, 3, 2, 23, 50, tzinfo=UTC), ZoneInfo("UTC")).ago(saturday, whole_days=True) == "in 5 days"
    )
    assert (
        english(datetime(2026, 3, 6, 0, 10, tzinfo=UTC), ZoneInfo("UTC")).ago(saturday, whole_days=True) == "tomorrow"
    )
    assert english(datetime(2026, 3, 7, 9, 0, tzinfo=UTC), ZoneInfo("UTC")).ago(saturday, whole_days=True) == "today"


def test_chinese_says_the_same():
    """Traditional or Simplified, as the asker writes."""
    now = to_us(datetime(2026, 3, 2, 15, tzinfo=UTC))
    for simplify, ago, ahead in ((False, "43 分鐘前", "5 天後"), (True, "43 分钟前", "5 天后")):
        voice = Chinese(Naming({}, lambda _: ((), None)), now, ZoneInfo("UTC"), simplify=simplify)
        assert voice.ago(now - 43 * 60_000_000) == ago
        assert voice.ago(to_us(datetime(2026, 3, 7, tzinfo=UTC)), whole_days=True) == ahead


@given(
    now=st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2090, 1, 1)),
    off=st.integers(min_value=-(10**9), max_value=10**9),
    zone=st.sampled_from([TAIPEI, BERLIN, NEW_YORK, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Pacific/Apia")]),
)
def test_ahead_is_ahead_and_counts_are_positive(now: datetime, off: int, zone: ZoneInfo):
    """For any two moments in any zone: the side is right, and farther is never a smaller unit."""
    here = to_us(now.replace(tzinfo=UTC))
    found = distance(here + off * 1_000_000, here, zone)
    assert found.ahead == (off > 0)
    assert found.amount >= (0 if found.unit == "now" else 1)
    assert (found.unit == "now") == (abs(off) < 60)
    assert found.unit not in ("month", "year") or abs(timedelta(seconds=off)) > timedelta(days=43)
