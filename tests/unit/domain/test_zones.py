"""Wall clocks on the nights they are changed."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from tracker.domain.zones import day_start, edge, instants

BERLIN = ZoneInfo("Europe/Berlin")


def test_a_skipped_time_is_no_instant_and_a_repeated_one_is_two():
    """2026-03-29 goes from 02:00 to 03:00, 2026-10-25 from 03:00 back to 02:00."""
    assert instants(datetime(2026, 3, 29, 2, 30), BERLIN) == ()
    assert instants(datetime(2026, 10, 25, 2, 30), BERLIN) == (
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
    )


@pytest.mark.parametrize("minute", [0, 1, 30, 59])
def test_a_stretch_that_would_begin_in_a_gap_begins_when_the_gap_ends(minute):
    assert edge(datetime(2026, 3, 29, 2, minute), BERLIN) == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_a_day_without_midnight_begins_an_hour_later():
    """Beirut puts its clocks forward at midnight."""
    assert day_start(date(2026, 3, 29), ZoneInfo("Asia/Beirut")) == datetime(2026, 3, 28, 22, tzinfo=UTC)
