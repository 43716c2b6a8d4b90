"""What the families of the grammar read: days, clock times, parts of a day, moments, amounts.

A piece is resolved against the speaker's calendar but not yet against the zone; `compose` joins pieces
("yesterday" + "afternoon" + "3:00") and `place` puts the result on the UTC line.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Literal, TypedDict

from tracker.language.when.result import Grain


@dataclass(frozen=True, slots=True)
class Problem:
    """A phrase that is certainly about time and cannot be placed, with the reason for a person."""

    reason: str


@dataclass(frozen=True, slots=True)
class Days:
    """Whole local days `[start, end)`. `others` are the days a different convention would mean.

    `bare`: only a name ("Sunday", "May") that may be a person or a cat unless something around it says
    otherwise. `rim` marks "the start/end of X", for which "by" and "until" mean X's own edge.
    """

    start: date
    end: date
    grain: Grain = Grain.DAY
    approximate: bool = False
    doubt: str | None = None
    others: tuple[tuple[date, date], ...] = ()
    bare: bool = False
    rim: Literal["start", "end"] | None = None


class DaysProperties(TypedDict, total=False):
    """What may be said of `Days` besides when they are."""

    approximate: bool
    doubt: str | None
    others: tuple[tuple[date, date], ...]
    bare: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. `hour` may be 24 (the midnight that ends the day).

    `half_unknown`: the hour is on a twelve-hour dial and nothing said which half. `bare`: just a number,
    a time only where the context asks for one.
    """

    hour: int
    minute: int = 0
    second: int = 0
    microsecond: int = 0
    grain: Grain = Grain.MINUTE
    half_unknown: bool = False
    bare: bool = False
    approximate: bool = False
    doubt: str | None = None
    midnight: bool = False

    @property
    def offset(self) -> timedelta:
        """Time since the local day's 00:00 on the dial."""
        return timedelta(hours=self.hour, minutes=self.minute, seconds=self.second, microseconds=self.microsecond)

    def halves(self) -> tuple[Clock, ...]:
        """The readings of a twelve-hour time, morning first; a known time is its only reading."""
        if not self.half_unknown:
            return (self,)
        morning = self.hour % 12
        return tuple(replace(self, hour=morning + half, half_unknown=False) for half in (0, 12))


@dataclass(frozen=True, slots=True)
class ClockRange:
    """From one time of day to another; an end that is not after the start falls on the next day."""

    start: Clock
    end: Clock


@dataclass(frozen=True, slots=True)
class PartOfDay:
    """A stretch of a local day in minutes after its midnight; nights run past 1440."""

    name: str
    start: int
    end: int
    clocks: tuple[int, int]
    """The minutes within which a clock time may be said to lie: "2 in the morning" is before morning starts."""
    approximate: bool = False
    bare: bool = False
    """English "morning" alone; it wants a day beside it or "in the" before it."""
    any_day: bool = False
    """Said without a day it may as well mean every day, or tomorrow ("in the morning")."""


@dataclass(frozen=True, slots=True)
class DayPart:
    """A part of one particular day, named in one breath: "last night", 今早."""

    day: Days
    part: PartOfDay


@dataclass(frozen=True, slots=True)
class Moment:
    """A span of elapsed time that needs no calendar: "now", "two hours ago", an ISO time with an offset."""

    start: datetime
    end: datetime
    grain: Grain
    approximate: bool = False
    doubt: str | None = None
    wall: bool = False
    """True when `start` is a naive local wall time that must be checked against the zone."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A length of time between `low` and `high` of one or more units (months, days, elapsed seconds)."""

    months: tuple[int, int] = (0, 0)
    days: tuple[int, int] = (0, 0)
    seconds: tuple[float, float] = (0.0, 0.0)
    approximate: bool = False
    grain: Grain = Grain.DAY

    @property
    def is_elapsed(self) -> bool:
        """Hours and finer are elapsed time; days and coarser are steps on the calendar."""
        return self.months == (0, 0) and self.days == (0, 0)


@dataclass(frozen=True, slots=True)
class Span:
    """A placed phrase: aware UTC instants, one side None only under a direction word."""

    start: datetime | None
    end: datetime | None
    grain: Grain
    approximate: bool = False
    doubts: tuple[str, ...] = ()
    others: tuple[tuple[datetime | None, datetime | None], ...] = ()
    bare: bool = False
    rim: Literal["start", "end"] | None = None
    implied: bool = False
    """No day was named for this time of day."""
    days: Days | None = field(default=None, compare=False)
    """The local days a range's far end may count from."""


Piece = Days | Clock | ClockRange | PartOfDay | DayPart | Moment | Problem
