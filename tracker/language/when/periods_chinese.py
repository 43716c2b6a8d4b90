"""Weeks, months, quarters, seasons and years in Chinese: 上週, 去年三月, 第三季度, 民國一一五年."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tracker.language.when.almanac import (
    FIRST_YEAR,
    half_year_days,
    month_days,
    open_days,
    quarter_days,
    season_days,
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
from tracker.language.when.numerals import chinese as chinese_value
from tracker.language.when.numerals import chinese_steps
from tracker.language.when.pieces import Days
from tracker.language.when.rules import Family, Rule, chinese, family, readings

_PAID_BY_THE_MONTH = "|租|房租|的?[水电煤瓦网话学房会月]+费|的?薪|的?工资|的?账单|刊"
"""After a month these are a thing: 一月租金 is a rent, and says nothing of when."""


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days]]:
    """Every whole period that starts at `position`."""
    return readings(_rules(), text, position, asked)


@cache
def _rules() -> Family[Days]:
    han_step = "(?P<w>上{1,2}|下{1,2}|这|本)一?个?"
    return family(
        Rule(
            chinese(f"{han_step}(?P<u>周|星期|礼拜|月|季度?|季)(?![一二三四五六日天末初底中球亮饼台光票薪经旬围])"),
            _chinese_stepped,
        ),
        Rule(
            chinese(f"{CHINESE_YEAR}的?{CHINESE_MONTH}(?![0-9一二三四五六七八九十初]{_PAID_BY_THE_MONTH})"),
            _chinese_year_month,
        ),
        Rule(
            chinese(f"{CHINESE_MONTH}(?![0-9一二三四五六七八九十廿初底花天]{_PAID_BY_THE_MONTH})"), _chinese_bare_month
        ),
        Rule(chinese("(?P<w>这|本)一?个?月(?![初底中球亮饼台光票薪经上])"), _chinese_this_month),
        Rule(
            chinese(f"{CHINESE_YEAR}(?![前后的]?[0-9一二三四五六七八九十]+[月个]|[级纪龄底初中代夜会])"),
            _chinese_year_alone,
        ),
        Rule(chinese(f"(?:{CHINESE_YEAR}的?)?(?P<nth>第)?(?P<q>[一二三四1-4])个?季(?P<d>度)?"), _chinese_quarter),
        Rule(chinese(f"(?:{CHINESE_YEAR}的?)?(?P<h>上|下)半年"), _chinese_half_year),
        Rule(chinese(f"{CHINESE_YEAR}的?(?P<s>春|夏|秋|冬)(?:天|季)"), _chinese_season),
    )


def _chinese_unit(unit: str) -> str:
    return {"月": "month", "季": "quarter", "季度": "quarter"}.get(unit, "week")


def _chinese_stepped(match: re.Match[str], asked: Asked) -> Days:
    return stepped(_chinese_unit(match["u"]), chinese_steps(match["w"]), asked.today)


def _chinese_this_month(_match: re.Match[str], asked: Asked) -> Days:
    return stepped("month", 0, asked.today)


def _chinese_year_month(match: re.Match[str], asked: Asked) -> Days | None:
    year, month = chinese_year(match, asked), chinese_month(match, asked)
    return None if year is None or month is None or month[0] else month_days(year, month[1])


def _chinese_bare_month(match: re.Match[str], asked: Asked) -> Days | None:
    month = chinese_month(match, asked)
    if month is None:
        return None
    step, number = month
    if step is not None:
        return stepped("month", step, asked.today)
    return open_days([month_days(year, number) for year in years_around(asked)], asked, match[0], nearest=True)


def _chinese_year_alone(match: re.Match[str], asked: Asked) -> Days | None:
    year = chinese_year(match, asked)
    return None if year is None or year < FIRST_YEAR else year_days(year)


def _chinese_quarter(match: re.Match[str], asked: Asked) -> Days | None:
    quarter, year = chinese_value(match["q"]), chinese_year(match, asked)
    if quarter is None or not 1 <= quarter <= 4 or not (match["nth"] or match["d"]):
        return None
    if year is not None:
        return quarter_days(year, quarter)
    if not match["d"]:  # 第三季 is as often the third season of a series
        if not asked.whole:
            return None
        return quarter_days(asked.today.year, quarter, doubt=f"{match[0]} may be a season of a series")
    return open_days([quarter_days(year, quarter) for year in years_around(asked)], asked, match[0], nearest=True)


def _chinese_half_year(match: re.Match[str], asked: Asked) -> Days:
    year = chinese_year(match, asked)
    return half_year_days(asked.today.year if year is None else year, 1 if match["h"] == "上" else 2)


def _chinese_season(match: re.Match[str], asked: Asked) -> Days | None:
    year = chinese_year(match, asked)
    return None if year is None else season_days(year, match["s"])
