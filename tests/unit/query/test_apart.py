"""Two moments of one answer read differently, whoever tells it: never 'between 14:00 and 14:00'."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker import Event, Tracker
from tracker.query.apart import times_apart

_BETWEEN = re.compile(r"between (\d[\d:.]*\d)(?: UTC)? and (\d[\d:.]*\d)|(\d[\d:.]*)到(\d[\d:.]*)之間")
NOON = datetime(2026, 3, 2, 14, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")
MOMENTS = st.datetimes(datetime(2026, 10, 24), datetime(2026, 10, 26), timezones=st.just(UTC))


@given(MOMENTS, MOMENTS)
def test_moments_of_a_day_read_alike_only_if_they_are_one(first: datetime, second: datetime):
    """Through the night in which an hour comes twice, too."""
    one, other = (moment.astimezone(BERLIN) for moment in (first, second))
    if one.date() == other.date():
        told = times_apart(one, other)
        assert (told[0] == told[1]) == (first == second)


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [("14:00:00.600000", "14:00:00.700000", ("14:00:00.6", "14:00:00.7")),
     ("14:00:00", "14:00:30", ("14:00:00", "14:00:30")),
     ("14:00:59.999999", "14:01:00", ("14:00", "14:01")),
     ("14:00:00", "14:00:00.000001", ("14:00:00", "14:00:00.000001"))],
)  # fmt: skip
def test_they_are_told_as_fine_as_it_takes(first: str, second: str, told: tuple[str, str]):
    one, other = (datetime.fromisoformat(f"2026-03-02T{time}+00:00") for time in (first, second))
    assert times_apart(one, other) == told


def seen(place: str, at: datetime) -> Event:
    return Event(entity_id="keys", type="seen", occurred_at=at, observed_at=at, source="camera:hall",
                 payload={"claim": {"value": place, "relation": "on"}})  # fmt: skip


@given(st.integers(0, 3_600_000_000), st.integers(1, 120_000_000))
def test_where_and_ask_tell_the_bounds_of_a_change_apart(start: int, apart: int):
    """Seen on the desk and then no longer there: it left between the two."""
    first = NOON + timedelta(microseconds=start)
    last = first + timedelta(microseconds=apart)
    gone = Event(entity_id="keys", type="not_seen", occurred_at=last, observed_at=last, source="camera:hall",
                 payload={"claim": {"value": "desk", "relation": "on"}, "view": "clear"})  # fmt: skip
    with Tracker.open("sqlite://") as tracker:
        tracker.append([seen("desk", first), gone])
        at = last + timedelta(minutes=5)
        texts = [
            tracker.where("keys", at=at).text,
            tracker.ask("where are the keys?", at=at).text,
            tracker.ask("when did the keys leave the desk?", at=at).text,
            tracker.ask("鑰匙在哪裡？", at=at).text,
        ]
    assert "between" in texts[0]
    told = [found for text in texts for found in _BETWEEN.findall(text)]
    assert told
    assert [found for found in told if found[0] == found[1] != "" or found[2] == found[3] != ""] == []
