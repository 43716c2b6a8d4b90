"""Weekdays: on Monday, last Tuesday, next Friday, Monday last week; 周三, 上週三, 下週二, 这周五."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from typing import Unpack

from tracker.language.when.almanac import ONE_DAY, ONE_WEEK, day, open_days, week_of
from tracker.language.when.asked import Asked
from tracker.language.when.numerals import chinese_steps
from tracker.language.when.pieces import Days, DaysProperties
from tracker.language.when.result import Grain
from tracker.language.when.rules import Family, Rule, chinese, english, family, readings

NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NAME = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
SHORT = r"(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?"
"""Abbreviations count only beside a date or after last/next/this/on: "Sat down", "the sun"."""

CHINESE_WEEK = "(?:周|星期|礼拜)"
CHINESE_DAY = "[一二三四五六日天]"


def number(name: str) -> int:
    """Monday is 0."""
    return next(index for index, full in enumerate(NAMES) if full.startswith(name.lower().rstrip(".")[:3]))


def chinese_number(character: str) -> int:
    """一 is 0; 日 and 天 are 6."""
    return "一二三四五六日".index(character.replace("天", "日"))


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days]]:
    """Every weekday phrase that starts at `position`."""
    return readings(_rules(), text, position, asked)


@cache
def _rules() -> Family[Days]:
    name = rf"(?P<d>{NAME})"
    any_name = rf"(?P<d>{NAME}|{SHORT})"
    whose_week = r"(?P<w>last|this|next|previous|the week before last|the week after next)"
    prefix = f"(?P<w>(?:上|下){{1,3}}|这|本){{0,1}}个?{CHINESE_WEEK}"
    return family(
        Rule(english(rf"{name}"), _named),
        Rule(english(rf"(?<=\bon ){any_name}"), _named_short),
        Rule(
            english(rf"(?P<w>last|next|this|this past|past|this coming|coming|this next|the coming) {any_name}"),
            _qualified,
        ),
        Rule(english(rf"{name}(?:,? (?:of |in )?)(?P<w>last week|this week|next week)"), _of_week),
        Rule(english(rf"(?P<w>last week|this week|next week)(?:'s|,)? (?:on )?{name}"), _of_week),
        Rule(english(rf"{name} (?:of )?{whose_week.replace('last|this|next|previous|', '')}"), _of_week),
        Rule(english(rf"{any_name} (?P<n>one|two|three|four|1|2|3|4|a) weeks? ago"), _weeks_ago),
        Rule(english(rf"(?P<n>one|two|three|four|1|2|3|4|a) weeks? ago,? on {any_name}"), _weeks_ago),
        Rule(
            chinese(
                f"{prefix}的?{CHINESE_WEEK}?(?P<d>{CHINESE_DAY})(?![次个种条只月年号天期]|{CHINESE_DAY}次|(?<=一)[定样切些共直般向旦])"
            ),
            _chinese,
        ),
        Rule(chinese(f"(?P<w>(?:上|下){{1,3}}|这|本)?个?{CHINESE_WEEK[:-1]})末"), _chinese_weekend),
        Rule(english(r"(?P<w>last|this|next|this past|this coming|the) weekend"), _weekend),
    )


def _named(match: re.Match[str], asked: Asked) -> Days | None:
    return named(number(match["d"]), asked, match["d"], bare=True)


def _named_short(match: re.Match[str], asked: Asked) -> Days | None:
    if not match["d"][0].isupper():
        return _named(match, asked) if len(match["d"]) > 5 else None
    return named(number(match["d"]), asked, match["d"], bare=True)


def named(weekday: int, asked: Asked, name: str, *, bare: bool) -> Days | None:
    """The recurring weekday: today counts as its own name in either tense."""
    base = asked.floor or asked.today
    monday = week_of(base)
    spans = [
        day(monday + timedelta(days=weekday) + weeks * ONE_WEEK, bare=bare and not asked.whole) for weeks in (-1, 0, 1)
    ]
    return open_days(spans, asked, name, nearest=False)


def _strictly_before(weekday: int, today: date) -> date:
    return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)


def _strictly_after(weekday: int, today: date) -> date:
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _qualified(match: re.Match[str], asked: Asked) -> Days | None:
    if len(match["d"]) <= 6 and not match["d"].lower().endswith("day") and not match["d"][0].isupper():
        return None
    weekday, word, today = number(match["d"]), match["w"].lower(), asked.today
    this_week = week_of(today) + timedelta(days=weekday)
    if word == "this":
        return day(this_week)
    if word.endswith("past"):
        return day(_strictly_before(weekday, today))
    if word.endswith(("coming", "this next")):
        return day(_strictly_after(weekday, today))
    if word == "last":
        chosen, other = _strictly_before(weekday, today), this_week - ONE_WEEK
    else:
        chosen, other = this_week + ONE_WEEK, _strictly_after(weekday, today)
    if chosen == other:
        return day(chosen)
    doubt = f"'{match[0]}' may be {min(chosen, other)} or {max(chosen, other)}"
    return day(chosen, doubt=doubt, others=((other, other + ONE_DAY),))


def _of_week(match: re.Match[str], asked: Asked) -> Days:
    weeks = {"last": -1, "this": 0, "next": 1, "previous": -1}.get(match["w"].lower().split()[0])
    if weeks is None:
        weeks = -2 if match["w"].lower().endswith("last") else 2
    return day(week_of(asked.today) + timedelta(days=number(match["d"])) + weeks * ONE_WEEK)


def _weeks_ago(match: re.Match[str], asked: Asked) -> Days | None:
    """The weekday of the calendar week that lies so many weeks back."""
    if not match["d"][0].isupper() and len(match["d"]) < 6:
        return None
    weeks = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}.get(match["n"].lower()) or int(match["n"])
    return day(week_of(asked.today) + timedelta(days=number(match["d"])) - weeks * ONE_WEEK)


def _chinese(match: re.Match[str], asked: Asked) -> Days | None:
    weekday = chinese_number(match["d"])
    if not match["w"]:
        if "个" in match[0] or re.search("[一二三四五六七八九十两每几0-9]个?$", match.string[: match.start()][-3:]):
            return None  # 一周三次: how often, not when
        return named(weekday, asked, match[0], bare=False)
    return day(week_of(asked.today) + timedelta(days=weekday) + chinese_steps(match["w"]) * ONE_WEEK)


def _weekend_of(monday: date, **properties: Unpack[DaysProperties]) -> Days:
    return Days(monday + timedelta(days=5), monday + ONE_WEEK, Grain.WEEKEND, **properties)


def _chinese_weekend(match: re.Match[str], asked: Asked) -> Days | None:
    if match["w"]:
        return _weekend_of(week_of(asked.today) + chinese_steps(match["w"]) * ONE_WEEK)
    if re.search("[每两]个?$", match.string[: match.start()][-2:]):
        return None
    return _recurring_weekend(match[0], asked)


def _recurring_weekend(name: str, asked: Asked) -> Days | None:
    monday = week_of(asked.floor or asked.today)
    return open_days([_weekend_of(monday + weeks * ONE_WEEK) for weeks in (-1, 0, 1)], asked, name, nearest=False)


def _weekend(match: re.Match[str], asked: Asked) -> Days | None:
    word, monday = match["w"].lower(), week_of(asked.today)
    if word == "the":
        return _recurring_weekend(match[0], asked)
    if word in ("this", "this coming"):
        return _weekend_of(monday)
    if word in ("last", "this past"):
        return _weekend_of(monday - ONE_WEEK)
    doubt = None if asked.today.weekday() >= 5 else f"'{match[0]}' may be the weekend of this week or of the next"
    others = ((monday + timedelta(days=5), monday + ONE_WEEK),) if doubt else ()
    return _weekend_of(monday + ONE_WEEK, doubt=doubt, others=others)
