"""Local wall time to UTC, without ever moving a time that does not exist or choosing silently between two.

`zoneinfo` accepts a wall time inside a spring gap and shifts it by the size of the gap; here that is
an error. A wall time inside an autumn fold has two instants; both are given back.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def instants(wall: datetime, zone: ZoneInfo) -> tuple[datetime, ...]:
    """The UTC instants at which a clock in `zone` shows `wall`: none in a gap, two in a fold (earlier first)."""
    first, second = (wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first == second:
        return (first,) if _shows(first, wall, zone) else ()
    shown = tuple(moment for moment in (first, second) if _shows(moment, wall, zone))
    return tuple(sorted(shown))


def edge(wall: datetime, zone: ZoneInfo) -> datetime:
    """Where a stretch of the calendar (a day, a morning) begins: the first instant at or after `wall`.

    Nobody claimed a clock showed this time: a day whose midnight is skipped begins when the gap ends.
    """
    found = instants(wall, zone)
    if found:
        return found[0]
    before = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)  # fold=1 in a gap: the offset after it
    after = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    low, high = min(before, after), max(before, after)
    while high - low > timedelta(seconds=1):  # zones change offset on whole seconds
        middle = low + timedelta(seconds=(high - low) // timedelta(seconds=2))
        if middle.astimezone(zone).replace(tzinfo=None) < wall:
            low = middle
        else:
            high = middle
    return high


def day_start(day: date, zone: ZoneInfo) -> datetime:
    """The first instant of a local calendar day, in UTC."""
    return edge(datetime.combine(day, time()), zone)


def _shows(moment: datetime, wall: datetime, zone: ZoneInfo) -> bool:
    return moment.astimezone(zone).replace(tzinfo=None, fold=0) == wall.replace(fold=0)
