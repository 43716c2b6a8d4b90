"""Beginnings, middles and ends of periods: early March, the end of the month; 月底, 三月中旬, 去年年底."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Literal

from tracker.language.when import periods, periods_chinese
from tracker.language.when.almanac import (
    ONE_DAY,
    add_months,
    month_days,
    open_days,
    stepped,
    year_days,
    years_around,
)
from tracker.language.when.asked import Asked
from tracker.language.when.dates import (
    CHINESE_MONTH,
    CHINESE_YEAR,
    chinese_month,
    chinese_year,
)
from tracker.language.when.numerals import chinese_steps
from tracker.language.when.pieces import Days
from tracker.language.when.result import Grain
from tracker.language.when.rules import LATIN, Family, Rule, chinese, english, family, readings

_RIM_DAYS = 5


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days]]:
    """Every part of a period that starts at `position`."""
    yield from readings(_chinese_rim_rules(), text, position, asked)
    yield from _rims(text, position, asked)


def _periods(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days]]:
    yield from periods.read(text, position, asked)
    yield from periods_chinese.read(text, position, asked)


@cache
def _rim_words() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![{LATIN}])(?:(?:at |around |near |towards? )?the (?P<r>very end|end|start|beginning|middle) of "
        r"|(?P<e>early|late|mid)(?: in |-| ))(?P<the>the )?",
        re.IGNORECASE,
    )


@cache
def _rim_unit() -> re.Pattern[str]:
    return english("week|month|quarter|year")


def _rims(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days]]:
    opening = _rim_words().match(text, position)
    if not opening:
        return
    word = (opening["r"] or opening["e"]).lower()
    kind: Literal["start", "middle", "end"] = (
        "start" if word in ("start", "beginning", "early") else "middle" if word in ("middle", "mid") else "end"
    )
    unit = _rim_unit().match(text, opening.end()) if opening["the"] and opening["r"] else None
    if unit:
        yield unit.end(), _rim(stepped(unit[0].lower(), 0, asked.today), kind, thirds=False)
    for end, period in _periods(text, opening.end(), asked):
        if period.grain in (Grain.WEEK, Grain.MONTH, Grain.QUARTER, Grain.YEAR):
            yield end, _rim(period, kind, thirds=bool(opening["e"]))


def _rim(period: Days, kind: Literal["start", "middle", "end"], *, thirds: bool) -> Days:
    """A beginning, middle or end by the table in conventions.md; `thirds` for early, mid and late."""
    start, end = period.start, period.end
    if period.grain is Grain.WEEK:
        cuts = {"start": (0, 2), "middle": (2, 3), "end": (3, 5) if thirds else (4, 7)}
        first, last = cuts[kind]
        start, end = period.start + first * ONE_DAY, period.start + last * ONE_DAY
    elif period.grain is Grain.MONTH and (thirds or kind == "middle"):
        first, last = {"start": (0, 10), "middle": (10, 20), "end": (20, 31)}[kind]
        start, end = period.start + first * ONE_DAY, min(period.start + last * ONE_DAY, period.end)
    elif period.grain is Grain.MONTH:
        start = start if kind == "start" else end - timedelta(days=_RIM_DAYS)
        end = period.start + timedelta(days=_RIM_DAYS) if kind == "start" else end
    elif period.grain is Grain.QUARTER:
        first, last = {"start": (0, 1), "middle": (1, 2), "end": (2, 3)}[kind]
        start, end = add_months(period.start, first)[0], add_months(period.start, last)[0]
    else:
        wide = {"start": (0, 4), "middle": (4, 8), "end": (8, 12)}
        narrow = {"start": (0, 1), "middle": (5, 7), "end": (11, 12)}
        first, last = (wide if thirds else narrow)[kind]
        start, end = add_months(period.start, first)[0], add_months(period.start, last)[0]
    rim = None if kind == "middle" else kind
    return replace(period, start=start, end=end, approximate=True, rim=rim, bare=False, others=())


@cache
def _chinese_rim_rules() -> Family[Days]:
    year_words = f"(?:{CHINESE_YEAR}的?)?"
    return family(
        Rule(
            chinese(f"{year_words}(?:{CHINESE_MONTH})?的?月?(?P<r>[初中底])(?![一二三四五六七八九十秋])"),
            _chinese_month_rim,
        ),
        Rule(chinese(f"{year_words}{CHINESE_MONTH}份?的?(?P<r>[上中下])旬"), _chinese_month_rim),
        Rule(chinese("(?P<r>[上中下])旬"), lambda _match, _asked: None),
        Rule(chinese(f"{CHINESE_YEAR}?年?(?P<r>[初中底])(?![一二三四五六七八九十级])"), _chinese_year_rim),
        Rule(chinese("(?P<w>上{1,2}|下{1,2}|这|本)?个?(?P<u>周|星期|礼拜)(?P<r>初|中|尾)"), _chinese_week_rim),
    )


def _chinese_kind(character: str) -> Literal["start", "middle", "end"]:
    return "start" if character in "初上" else "middle" if character == "中" else "end"


def _chinese_month_rim(match: re.Match[str], asked: Asked) -> Days | None:
    year = chinese_year(match, asked)
    month = chinese_month(match, asked)
    tenth = match[0].endswith("旬")
    if month is None:
        if year is not None or not re.fullmatch("月[初中底]", match[0]):
            return None
        period: Days | None = stepped("month", 0, asked.today)
    elif month[0] is not None:
        period = None if year is not None else stepped("month", month[0], asked.today)
    elif year is not None:
        period = month_days(year, month[1])
    else:
        period = open_days([month_days(one, month[1]) for one in years_around(asked)], asked, match[0], nearest=True)
    if period is None:
        return None
    rim = _rim(period, _chinese_kind(match["r"]), thirds=tenth)
    return replace(rim, approximate=False, rim=None) if tenth else rim


def _chinese_year_rim(match: re.Match[str], asked: Asked) -> Days | None:
    year = chinese_year(match, asked)
    if year is None:
        if not re.fullmatch("年[初中底]", match[0]):
            return None
        year = asked.today.year
    return _rim(year_days(year), _chinese_kind(match["r"]), thirds=False)


def _chinese_week_rim(match: re.Match[str], asked: Asked) -> Days | None:
    if not match["w"]:
        return None
    week = stepped("week", chinese_steps(match["w"]), asked.today)
    return _rim(week, _chinese_kind(match["r"]), thirds=False)
