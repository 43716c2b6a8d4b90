"""Counted parts of a month: the first week of April, the last Friday of May, the last day of August; 四月第一週."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache

from tracker.language.when.almanac import ONE_DAY, ONE_WEEK, day, month_days, open_days, years_around
from tracker.language.when.asked import Asked
from tracker.language.when.dates import (
    CHINESE_MONTH,
    CHINESE_YEAR,
    MONTH,
    chinese_month,
    chinese_year,
    is_month_name,
    month_number,
)
from tracker.language.when.pieces import Days
from tracker.language.when.result import Grain
from tracker.language.when.rules import Family, Rule, chinese, english, family, readings
from tracker.language.when.weekdays import NAME
from tracker.language.when.weekdays import number as weekday_number

_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1, "一": 1, "二": 2, "三": 3, "四": 4, "最后一": -1}


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days]]:
    """Every counted part of a month that starts at `position`."""
    return readings(_rules(), text, position, asked)


@cache
def _rules() -> Family[Days]:
    nth = "(?:the )?(?P<n>first|second|third|fourth|last)"
    year = "(?:,? (?:of )?(?P<y>(?:19|20)[0-9]{2}))?(?![:0-9])"
    return family(
        Rule(english(rf"{nth} (?P<u>day|week|{NAME}) (?:of|in) (?P<m>{MONTH}){year}"), _english),
        Rule(
            chinese(f"(?:{CHINESE_YEAR}的?)?{CHINESE_MONTH}的?(?:第(?P<n>[一二三四])|(?P<l>最后一))个?(?:周(?!末|[一二三四五六日])|星期|礼拜)(?![一二三四五六日天末])"),
            _chinese,
        ),
    )  # fmt: skip


def _english(match: re.Match[str], asked: Asked) -> Days | None:
    if not is_month_name(match["m"]):
        return None
    months = _months(month_number(match["m"]), int(match["y"]) if match["y"] else None, asked)
    parts = [_part(month, match["u"].lower(), _NTH[match["n"].lower()]) for month in months]
    return open_days([part for part in parts if part], asked, match[0], nearest=True)


def _chinese(match: re.Match[str], asked: Asked) -> Days | None:
    month = chinese_month(match, asked)
    if month is None or month[0] is not None:
        return None
    months = _months(month[1], chinese_year(match, asked), asked)
    parts = [_part(one, "week", _NTH[match["n"] or match["l"]]) for one in months]
    return open_days([part for part in parts if part], asked, match[0], nearest=True)


def _months(number: int, year: int | None, asked: Asked) -> list[Days]:
    return [month_days(one, number) for one in ([year] if year is not None else years_around(asked))]


def _part(month: Days, unit: str, nth: int) -> Days | None:
    """Weeks are counted in sevens from the first of the month, the last one back from its end."""
    first = month.end if nth < 0 else month.start
    if unit == "day":
        return day(month.end - ONE_DAY if nth < 0 else month.start + (nth - 1) * ONE_DAY)
    if unit == "week":
        start = first - ONE_WEEK if nth < 0 else first + (nth - 1) * ONE_WEEK
        return replace(month, start=start, end=start + ONE_WEEK, grain=Grain.WEEK, approximate=True, others=())
    base = month.end - ONE_WEEK if nth < 0 else month.start
    found = base + timedelta(days=(weekday_number(unit) - base.weekday()) % 7) + max(0, nth - 1) * ONE_WEEK
    return day(found) if month.start <= found < month.end else None
