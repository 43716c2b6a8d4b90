"""What a time phrase turns out to mean. Every instant is an aware UTC datetime; every span is half-open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal


class Grain(StrEnum):
    """How finely a phrase speaks, finest first."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    PART_OF_DAY = "part_of_day"
    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    QUARTER = "quarter"
    HALF_YEAR = "half_year"
    YEAR = "year"

    @property
    def is_instant(self) -> bool:
        """Clock times and finer: a point, whose span only says how exactly it was told."""
        return self in (Grain.SECOND, Grain.MINUTE)


Bound = Literal["during", "before", "after", "since", "until", "by"]
Lean = Literal["past", "future"]


@dataclass(frozen=True, slots=True)
class When:
    """A phrase placed on the time line as `[start, end)`.

    `bound` "during" has both ends. "before", "until" and "by" have no start; "after" and "since" have no
    end ("since" reaches to the asker's now, which the caller knows). `doubt` is a reason to hedge, and
    `others` are the readings that were not taken, likeliest first. `approximate` means the speaker was
    vague ("around 3", "a month ago", "early March"), not that the grammar was.
    """

    text: str
    start: datetime | None
    end: datetime | None
    grain: Grain
    bound: Bound = "during"
    approximate: bool = False
    doubt: str | None = None
    others: tuple[tuple[datetime | None, datetime | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Lasting:
    """A length of time with no place on the time line: "for two hours", 两个小时.

    Months and days are calendar steps in the speaker's zone; `exact` is elapsed time.
    """

    text: str
    months: int = 0
    days: int = 0
    exact: timedelta = timedelta(0)
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """A time told relative to an event, which only the caller can resolve: "after that", "before lunch".

    `to` is "previous" (the event told before this one) or a routine event by its English name ("lunch").
    `offset` is how far from it, when said: "two days later", "the next day".
    """

    text: str
    relation: Literal["before", "after", "during", "since", "until"]
    to: str = "previous"
    offset: Lasting | None = None


@dataclass(frozen=True, slots=True)
class Unparsed:
    """Not placed in time. `rest` is what was left over after the longest time phrase at the beginning;
    `reason` is one line for a person."""

    text: str
    rest: str
    reason: str


Meaning = When | Lasting | Anchor | Unparsed


@dataclass(frozen=True, slots=True)
class Found:
    """A time phrase inside a longer text, at `[start, end)` of the text as it was given.

    An `Unparsed` value is a phrase that certainly speaks of time but cannot be placed: "February 30",
    "every Monday", "the other day", a clock time the zone skipped. Reading "now" in its stead would be wrong.
    """

    start: int
    end: int
    value: Meaning
