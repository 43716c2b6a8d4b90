"""Moments as people say them: the time of day in the asker's zone, and how far that is from now.

Under a day the distance is elapsed time, so a night with a change of clocks is as long as it was. From a day on it is
counted on the calendar of the zone: 'in 5 days' is five midnights away, whatever the hour. Microseconds since the epoch
(UTC) throughout."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from tracker.domain.times import DAY, HOUR, MINUTE, SECOND, from_us

Unit = Literal["now", "minute", "hour", "day", "month", "year"]
_MOST_DAYS = 45
"""From here on months are clearer than days."""


class Distance(NamedTuple):
    """`amount` units from now, in the past or ahead; unit 'now': less than a minute."""

    unit: Unit
    amount: int
    ahead: bool


def distance(at: int, now: int, zone: ZoneInfo, *, whole_days: bool = False) -> Distance:
    """How far `at` is from `now`. `whole_days`: `at` names a day, not a time of day."""
    # To the second: what was told at six o'clock is an hour old at seven, also as the second sentence of its note.
    ahead, span = at > now, (abs(at - now) + SECOND // 2) // SECOND * SECOND
    there, here = local(at, zone), local(now, zone)
    days = abs((there.date() - here.date()).days)
    if days and (whole_days or span >= DAY):
        return _calendar(min(there, here), max(there, here), days, ahead)
    if span < MINUTE:
        return Distance("now", 0, ahead)
    if span < 2 * HOUR and span // MINUTE != 60:
        return Distance("minute", span // MINUTE, ahead)
    return Distance("hour", span // HOUR, ahead)


def _calendar(first: datetime, last: datetime, days: int, ahead: bool) -> Distance:
    if days < _MOST_DAYS:
        return Distance("day", days, ahead)
    months = (last.year - first.year) * 12 + last.month - first.month
    if (last.day, last.time()) < (first.day, first.time()):
        months -= 1
    if months < 12:
        return Distance("month", max(1, months), ahead)
    return Distance("year", months // 12, ahead)


def local(at: int, zone: ZoneInfo) -> datetime:
    """The wall clock of the zone at that instant; the end of time for what lies outside the calendar."""
    try:
        return from_us(at).astimezone(zone)
    except (OverflowError, ValueError):
        return datetime(1, 1, 2, tzinfo=zone) if at < 0 else datetime(9999, 12, 30, tzinfo=zone)


def is_midnight(at: int, zone: ZoneInfo) -> bool:
    moment = local(at, zone)
    return (moment.hour, moment.minute, moment.second) == (0, 0, 0)


class Parts(NamedTuple):
    """A length of time in days, hours and minutes, from the largest on."""

    days: int
    hours: int
    minutes: int


def parts(us: int) -> Parts:
    return Parts(us // DAY, us % DAY // HOUR, us % HOUR // MINUTE)
