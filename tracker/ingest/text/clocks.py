"""Lines that begin with a time of day, under a heading that is a date: '14:05 I put the keys in the drawer.'"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tracker.domain.zones import instants

_CLOCK = re.compile(
    r"[\s\-*•·]{0,8}[\[(【]?(?P<part>凌晨|早上|上午|中午|下午|晚上)?\s?(?P<h>\d{1,2})"
    r"(?:[:：](?P<m>\d{2})(?:[:：](?P<s>\d{2}))?(?:\s?(?P<half>[ap])\.?m\b\.?)?|\s?(?P<only>[ap])\.?m\b\.?"
    r"|[點点](?:(?P<hm>\d{1,2})分?|(?P<hh>半))?)[\])】]?(?:\s?[-–—]\s|[,，:：]\s?|\s+|(?=[\u3400-\u9fff]))(?P<rest>\S.*)",
    re.DOTALL | re.IGNORECASE,
)
_AFTERNOON = frozenset(("中午", "下午", "晚上"))


class Clocked(NamedTuple):
    """The time of day that a line begins with, and what it says behind that."""

    time: time
    text: str


class Day(NamedTuple):
    """The local day that a heading names: lines without a time of day begin at the aware instant `begins`."""

    date: date
    begins: datetime
    zone: ZoneInfo

    def at(self, clock: time, before: datetime | None) -> datetime:
        """The UTC instant of a time of day. In the hour that comes twice it is the one that goes on from the line
        `before`; a time that the clocks skip is read with the offset before the change."""
        wall = datetime.combine(self.date, clock)
        found = instants(wall, self.zone) or (wall.replace(tzinfo=self.zone).astimezone(UTC),)
        return going_on(found, before)


def going_on(found: tuple[datetime, ...], before: datetime | None) -> datetime:
    """Of the instants that a clock may mean, the first that is not earlier than the line before; else the first."""
    return next((one for one in found if before is None or one >= before), found[0])


def clocked(text: str) -> Clocked | None:
    """The time of day that a line begins with; None when it begins with none, or with one that no clock shows."""
    match = _CLOCK.match(text)
    if match is None:
        return None
    hour, half = int(match["h"]), (match["half"] or match["only"] or "").lower()
    if half and not 1 <= hour <= 12:
        return None
    afternoon = half == "p" or (match["part"] in _AFTERNOON and hour != 11)
    if half or match["part"]:
        hour = hour % 12 + 12 if afternoon and hour <= 12 else hour % 12 if hour == 12 else hour
    minute = 30 if match["hh"] else int(match["m"] or match["hm"] or 0)
    try:
        return Clocked(time(hour, minute, int(match["s"] or 0)), match["rest"])
    except ValueError:
        return None
