"""Dates in figures: 2026-03-03, 3/4/2026, on 31/12, 8/28."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from tracker.language.when.almanac import ONE_DAY, day, valid_date
from tracker.language.when.asked import Asked
from tracker.language.when.dates import dated, no_such, on_weekday
from tracker.language.when.pieces import Days, Problem
from tracker.language.when.rules import Family, Rule, chinese, english, family, readings
from tracker.language.when.weekdays import CHINESE_WEEK, NAME, SHORT
from tracker.language.when.weekdays import chinese_number as chinese_weekday
from tracker.language.when.weekdays import number as weekday_number

_SAID_BEFORE = "on by since until till before after from"
_LEAP_YEAR = 2000
"""A day that exists in some year exists in this one."""


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days | Problem]]:
    """Every date in figures that starts at `position`."""
    return readings(_rules(), text, position, asked)


@cache
def _rules() -> Family[Days | Problem]:
    weekday_after = rf"(?: ?\((?P<wa>{NAME}|{SHORT})\))?"
    han_weekday = f"(?: ?[(]?{CHINESE_WEEK}(?P<cwd>[一二三四五六日天])[)]?)?"
    number = r"(?<![0-9./-])"
    said_before = "|".join(rf"(?<=\b{word} )" for word in _SAID_BEFORE.split())
    return family(
        Rule(
            english(
                rf"{number}(?P<y>[12][0-9]{{3}})(?P<s>[-/.])(?P<m>[0-9]{{1,2}})(?P=s)(?P<d>[0-9]{{1,2}})(?![0-9/-])(?!\.[0-9]){weekday_after}"
            ),
            _numeric,
        ),
        Rule(
            chinese(
                rf"{number}(?P<y>[12][0-9]{{3}})(?P<s>[-/.])(?P<m>[0-9]{{1,2}})(?P=s)(?P<d>[0-9]{{1,2}})(?![0-9A-Za-z/-]){han_weekday}"
            ),
            _numeric,
        ),
        Rule(
            english(
                rf"{number}(?P<a>[0-9]{{1,2}})(?P<s>[/.-])(?P<b>[0-9]{{1,2}})(?P=s)(?P<y>[12][0-9]{{3}})(?![0-9/-])(?!\.[0-9])"
            ),
            _either_order,
        ),
        Rule(
            english(rf"(?:{said_before})(?P<a>[0-9]{{1,2}})(?P<s>[/.])(?P<b>[0-9]{{1,2}})(?![0-9/:-])(?!\.[0-9])"),
            _either_order_this_year,
        ),
        Rule(chinese("(?<![0-9./-])(?P<a>1[0-2]|0?[1-9])/(?P<b>[0-3]?[0-9])(?![0-9/.个%])"), _month_first),
    )


def _numeric(match: re.Match[str], _asked: Asked) -> Days | Problem:
    year, month, number = int(match["y"]), int(match["m"]), int(match["d"])
    when = valid_date(year, month, number)
    if when is None:
        return no_such(year, month, number)
    groups = match.groupdict()
    weekday = weekday_number(groups["wa"]) if groups.get("wa") else None
    if groups.get("cwd"):
        weekday = chinese_weekday(groups["cwd"])
    return on_weekday(day(when), weekday)


def _either_order(match: re.Match[str], _asked: Asked) -> Days | Problem:
    """3/4/2026 is the third of April or the fourth of March: day first, in doubt, unless only one exists."""
    a, b, year = int(match["a"]), int(match["b"]), int(match["y"])
    day_first, month_first = valid_date(year, b, a), valid_date(year, a, b)
    if day_first and month_first and day_first != month_first:
        doubt = f"{match[0]} may be {day_first} or {month_first}"
        return day(day_first, doubt=doubt, others=((month_first, month_first + ONE_DAY),))
    when = day_first or month_first
    return day(when) if when else Problem(f"{match[0]} is not a date")


def _either_order_this_year(match: re.Match[str], asked: Asked) -> Days | Problem | None:
    """31/12 and 12/31 are one day; 3/4 is one of two, day first, in doubt. 'On 9.30' is as well a time of day."""
    a, b = int(match["a"]), int(match["b"])
    if match["s"] == "." and (b < 1 or b > 12):
        return None
    orders = [(month, one) for month, one in dict.fromkeys(((b, a), (a, b))) if valid_date(_LEAP_YEAR, month, one)]
    if match["s"] == ".":
        orders = orders[:1]
    found = [dated(None, month, (one, None), asked, match[0]) for month, one in orders]
    days = [one for one in found if isinstance(one, Days)]
    if len(days) < 2:
        return days[0] if days else Problem(f"{match[0]} is not a date")
    first, other = days
    return replace(first, doubt=f"{match[0]} may be {first.start} or {other.start}", others=((other.start, other.end),))


def _month_first(match: re.Match[str], asked: Asked) -> Days | Problem | None:
    """8/28 as it is written in Chinese."""
    month, number = int(match["a"]), int(match["b"])
    return dated(None, month, (number, None), asked, match[0]) if valid_date(_LEAP_YEAR, month, number) else None
