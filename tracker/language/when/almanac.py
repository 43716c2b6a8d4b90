"""Calendar arithmetic on local dates: weeks start on Monday, months clamp at their last day."""

from __future__ import annotations

import calendar
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Unpack

from tracker.language.when.asked import Asked
from tracker.language.when.pieces import Days, DaysProperties
from tracker.language.when.result import Grain

ONE_DAY = timedelta(days=1)
ONE_WEEK = timedelta(days=7)
FIRST_YEAR = 1000
_NEAR = timedelta(days=90)
"""A yearless date this close to today is taken without doubt: the next candidate is at least 275 days off."""


def day(when: date, **properties: Unpack[DaysProperties]) -> Days:
    """One whole day."""
    return Days(when, when + ONE_DAY, **properties)


def week_of(when: date) -> date:
    """The Monday of its week."""
    return when - timedelta(days=when.weekday())


def add_months(when: date, months: int) -> tuple[date, bool]:
    """The same day `months` later, and whether it had to be clamped to a shorter month's last day."""
    year, month = divmod(when.year * 12 + when.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(when.day, last)), when.day > last


def month_span(year: int, month: int) -> tuple[date, date]:
    """`[first day, first day of the next month)`; `month` may run outside 1–12."""
    years, month = divmod(month - 1, 12)
    first = date(year + years, month + 1, 1)
    return first, add_months(first, 1)[0]


def valid_date(year: int, month: int, day_of_month: int) -> date | None:
    """The date, or None when there is no such day."""
    try:
        return date(year, month, day_of_month)
    except ValueError:
        return None


def open_days(spans: Iterable[Days], asked: Asked, name: str, *, nearest: bool) -> Days | None:
    """Choose among the recurrences of a name without year or week ("Monday", "March 3").

    The far end of a range takes the first one from the range's start. A known tense decides: past means the
    latest one that has begun, future the earliest that has not ended. Without a tense, `nearest` takes the
    one closest to today (in doubt beyond 90 days); otherwise the past one is taken, in doubt.
    """
    ordered = sorted(spans, key=lambda one: one.start)
    if asked.floor is not None:
        floor = asked.floor
        return next((one for one in ordered if one.end > floor), None)
    past = next((one for one in reversed(ordered) if one.start <= asked.today), None)
    future = next((one for one in ordered if one.end > asked.today), None)
    if asked.lean == "past":
        return past or future
    if asked.lean == "future":
        return future or past
    if past is None or future is None or past == future:
        return past or future
    chosen, other = past, future
    if nearest and future.start - asked.today < asked.today - (past.end - ONE_DAY):
        chosen, other = future, past
    if nearest and min(abs(chosen.start - asked.today), abs(chosen.end - ONE_DAY - asked.today)) <= _NEAR:
        return chosen
    doubt = f"{name} may be {past.start} or {future.start}"
    return Days(
        chosen.start, chosen.end, chosen.grain, chosen.approximate, doubt, ((other.start, other.end),), chosen.bare
    )


def month_days(year: int, month: int, **properties: Unpack[DaysProperties]) -> Days:
    """A whole month."""
    return Days(*month_span(year, month), Grain.MONTH, **properties)


def year_days(year: int, **properties: Unpack[DaysProperties]) -> Days:
    """A whole year."""
    return Days(date(year, 1, 1), date(year + 1, 1, 1), Grain.YEAR, **properties)


def quarter_days(year: int, quarter: int, **properties: Unpack[DaysProperties]) -> Days:
    """A whole calendar quarter; `quarter` may run outside 1–4."""
    first = month_span(year, 3 * (quarter - 1) + 1)[0]
    return Days(first, add_months(first, 3)[0], Grain.QUARTER, **properties)


def week_days(monday: date, **properties: Unpack[DaysProperties]) -> Days:
    """A whole week from its Monday."""
    return Days(monday, monday + ONE_WEEK, Grain.WEEK, **properties)


_SEASON_MONTH = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}
_HEMISPHERE = "seasons are the northern hemisphere's, by whole months"


def stepped(unit: str, steps: int, today: date) -> Days:
    """The whole week, month, quarter or year so many steps from the one `today` is in."""
    if unit == "week":
        return week_days(week_of(today) + steps * ONE_WEEK)
    if unit == "month":
        return month_days(today.year, today.month + steps)
    if unit == "quarter":
        return quarter_days(today.year, (today.month - 1) // 3 + 1 + steps)
    return year_days(today.year + steps)


def half_year_days(year: int, half: int) -> Days:
    """The first or second half of a year."""
    first = date(year, 1 if half == 1 else 7, 1)
    return Days(first, add_months(first, 6)[0], Grain.HALF_YEAR)


def season_days(year: int, name: str) -> Days:
    """A northern season by whole months, in doubt: winter of 2025 starts in December 2025."""
    first = date(year, _SEASON_MONTH[name], 1)
    return Days(first, add_months(first, 3)[0], Grain.SEASON, approximate=True, doubt=_HEMISPHERE)


def years_around(asked: Asked) -> range:
    """The years in which a yearless month may lie."""
    base = (asked.floor or asked.today).year
    return range(base - 1, base + 2)
