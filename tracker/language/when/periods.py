"""Weeks, months, quarters, seasons, years, and their beginnings, middles and ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import Literal

from tracker.language.when.almanac import (
    FIRST_YEAR,
    ONE_DAY,
    ONE_WEEK,
    add_months,
    month_days,
    month_span,
    open_days,
    quarter_days,
    week_days,
    week_of,
    year_days,
)
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
from tracker.language.when.numerals import chinese as chinese_value
from tracker.language.when.numerals import english as english_value
from tracker.language.when.pieces import Days, Problem
from tracker.language.when.result import Grain
from tracker.language.when.rules import LATIN, Family, Rule, chinese, english, family, readings

_STEP = {"last": -1, "previous": -1, "past": -1, "this": 0, "current": 0, "next": 1, "coming": 1}
_YEAR = r"(?:19|20)[0-9]{2}"
_RIM_DAYS = 5


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days | Problem]]:
    """Every period, or rim of one, that starts at `position`."""
    for end, piece in readings(_rules(), text, position, asked):
        yield end, piece
    yield from _rims(text, position, asked)


def _plain(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days]]:
    return readings(_plain_rules(), text, position, asked)


@cache
def _rules() -> Family[Days]:
    return family(*_plain_rules().both(), *_chinese_rim_rules().both())


@cache
def _plain_rules() -> Family[Days]:
    step = "|".join(_STEP)
    quarter = r"Q(?P<q>[1-4])|(?:the )?(?P<o>first|second|third|fourth|1st|2nd|3rd|4th) quarter"
    han_step = "(?P<w>上{1,2}|下{1,2}|这|本)一?个?"
    return family(
        Rule(english(rf"(?:the )?(?P<w>{step}) (?P<u>week|month|quarter|year)"), _stepped),
        Rule(english(r"(?:the )?(?P<u>week|month|year) (?P<w>before last|after next)"), _two_steps),
        Rule(english(rf"(?P<w>last|this|next) (?P<m>{MONTH})"), _stepped_month),
        Rule(english(rf"(?P<m>{MONTH})(?:,| of)? (?P<y>{_YEAR})"), _month_of_year),
        Rule(english(rf"(?P<m>{MONTH}),? (?:of )?(?P<w>last|this|next) year"), _month_of_year),
        Rule(english(rf"(?:(?P<w>last|this|next) year,? (?:in ))(?P<m>{MONTH})"), _month_of_year),
        Rule(english(rf"(?P<m>{MONTH})"), _month),
        Rule(english(rf"(?:{quarter})(?: of|,)? (?P<y>{_YEAR})"), _quarter),
        Rule(english(rf"(?P<y>{_YEAR}) (?:{quarter})"), _quarter),
        Rule(english(rf"(?:{quarter}) of (?P<w>last|this|next) year"), _quarter),
        Rule(english(r"Q(?P<q>[1-4])"), _quarter),
        Rule(english(rf"(?:H(?P<h>[12])|(?:the )?(?P<o>first|second) half of) (?P<y>{_YEAR})"), _half_year),
        Rule(english(r"(?:(?P<w>last|this|next) (?P<s>spring|summer|autumn|winter))"), _season),
        Rule(english(rf"(?:the )?(?:year )?(?P<y>{_YEAR})(?![:.,/-]?[0-9])"), _year),
        Rule(
            chinese(f"{han_step}(?P<u>周|星期|礼拜|月|季度?|季)(?![一二三四五六日天末初底中球亮饼台光票薪经旬围])"),
            _chinese_stepped,
        ),
        Rule(chinese(f"{CHINESE_YEAR}的?{CHINESE_MONTH}(?![0-9一二三四五六七八九十初])"), _chinese_year_month),
        Rule(chinese(f"{CHINESE_MONTH}(?![0-9一二三四五六七八九十廿初底花天])"), _chinese_bare_month),
        Rule(chinese("(?P<w>这|本)一?个?月(?![初底中球亮饼台光票薪经上])"), _chinese_this_month),
        Rule(
            chinese(f"{CHINESE_YEAR}(?![前后的]?[0-9一二三四五六七八九十]+[月个]|[级纪龄底初中代夜会])"),
            _chinese_year_alone,
        ),
        Rule(chinese(f"(?:{CHINESE_YEAR}的?)?第(?P<q>[一二三四1-4])个?季(?P<d>度)?"), _chinese_quarter),
        Rule(chinese(f"(?:{CHINESE_YEAR}的?)?(?P<h>上|下)半年"), _chinese_half_year),
        Rule(chinese(f"{CHINESE_YEAR}的?(?P<s>春|夏|秋|冬)(?:天|季)"), _chinese_season),
    )


def _first_month(asked: Asked) -> date:
    return asked.today.replace(day=1)


def _step(unit: str, steps: int, today: date) -> Days:
    if unit == "week":
        return week_days(week_of(today) + steps * ONE_WEEK)
    if unit == "month":
        return month_days(today.year, today.month + steps)
    if unit == "quarter":
        return quarter_days(today.year, (today.month - 1) // 3 + 1 + steps)
    return year_days(today.year + steps)


def _stepped(match: re.Match[str], asked: Asked) -> Days | None:
    if match[0].lower().startswith("the ") and match["w"].lower() in ("last", "past"):
        return None  # "the last week" rolls; only "in the last week" is read, as a rolling window
    return _step(match["u"].lower(), _STEP[match["w"].lower()], asked.today)


def _two_steps(match: re.Match[str], asked: Asked) -> Days:
    return _step(match["u"].lower(), -2 if match["w"].lower() == "before last" else 2, asked.today)


def _stepped_month(match: re.Match[str], asked: Asked) -> Days | None:
    if not is_month_name(match["m"]):
        return None
    month, word, today = month_number(match["m"]), match["w"].lower(), asked.today
    if word == "this":
        return month_days(today.year, month)
    if word == "last":
        year = today.year if month < today.month else today.year - 1
        other = year - 1 if year == today.year else None
    else:
        year = today.year if month > today.month else today.year + 1
        other = year + 1 if year == today.year else None
    doubt = None if other is None else f"'{match[0]}' may be of {year} or of {other}"
    return month_days(year, month, doubt=doubt, others=() if other is None else (month_span(other, month),))


def _named_year(match: re.Match[str], asked: Asked) -> int | None:
    groups = match.groupdict()
    if groups.get("y"):
        return int(groups["y"])
    if groups.get("w"):
        return asked.today.year + _STEP[groups["w"].lower()]
    return None


def _month_of_year(match: re.Match[str], asked: Asked) -> Days | None:
    year = _named_year(match, asked)
    if year is None or not is_month_name(match["m"]):
        return None
    return month_days(year, month_number(match["m"]))


def _around(asked: Asked) -> range:
    base = (asked.floor or asked.today).year
    return range(base - 1, base + 2)


def _month(match: re.Match[str], asked: Asked) -> Days | None:
    if not is_month_name(match["m"]):
        return None
    bare = not asked.whole
    spans = [month_days(year, month_number(match["m"]), bare=bare) for year in _around(asked)]
    return open_days(spans, asked, match["m"], nearest=True)


def _quarter(match: re.Match[str], asked: Asked) -> Days | None:
    groups = match.groupdict()
    quarter = (
        int(groups["q"]) if groups.get("q") else english_value(re.sub("(?:st|nd|rd|th)$", "", groups["o"].lower()))
    )
    quarter = quarter or english_value(groups["o"])
    year = _named_year(match, asked)
    if quarter is None:
        return None
    if year is not None:
        return quarter_days(year, quarter)
    spans = [quarter_days(year, quarter, bare=not asked.whole) for year in _around(asked)]
    return open_days(spans, asked, match[0], nearest=True)


def _half(year: int, half: int) -> Days:
    first = date(year, 1 if half == 1 else 7, 1)
    return Days(first, add_months(first, 6)[0], Grain.HALF_YEAR)


def _half_year(match: re.Match[str], _asked: Asked) -> Days:
    first = match["h"] == "1" or (match["o"] or "").lower() == "first"
    return _half(int(match["y"]), 1 if first else 2)


_SEASON_MONTH = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}
_HEMISPHERE = "seasons are the northern hemisphere's, by whole months"


def _season_days(year: int, name: str) -> Days:
    first = date(year, _SEASON_MONTH[name], 1)
    return Days(first, add_months(first, 3)[0], Grain.SEASON, approximate=True, doubt=_HEMISPHERE)


def _season(match: re.Match[str], asked: Asked) -> Days | None:
    name, today = match["s"].lower(), asked.today
    seasons = [_season_days(year, name) for year in range(today.year - 2, today.year + 3)]
    word = match["w"].lower()
    if word == "last":
        return next((one for one in reversed(seasons) if one.end <= today), None)
    if word == "next":
        return next((one for one in seasons if one.start > today), None)
    return next((one for one in seasons if one.end > today and one.start.year <= today.year), None)


def _year(match: re.Match[str], _asked: Asked) -> Days:
    return year_days(int(match["y"]), bare=True)


def _chinese_steps(word: str) -> int:
    return -len(word) if word[0] == "上" else len(word) if word[0] == "下" else 0


def _chinese_unit(unit: str) -> str:
    return {"月": "month", "季": "quarter", "季度": "quarter"}.get(unit, "week")


def _chinese_stepped(match: re.Match[str], asked: Asked) -> Days:
    return _step(_chinese_unit(match["u"]), _chinese_steps(match["w"]), asked.today)


def _chinese_this_month(_match: re.Match[str], asked: Asked) -> Days:
    return _step("month", 0, asked.today)


def _chinese_year_month(match: re.Match[str], asked: Asked) -> Days | None:
    year, month = chinese_year(match, asked), chinese_month(match, asked)
    return None if year is None or month is None or month[0] else month_days(year, month[1])


def _chinese_bare_month(match: re.Match[str], asked: Asked) -> Days | None:
    month = chinese_month(match, asked)
    if month is None:
        return None
    step, number = month
    if step is not None:
        return _step("month", step, asked.today)
    return open_days([month_days(year, number) for year in _around(asked)], asked, match[0], nearest=True)


def _chinese_year_alone(match: re.Match[str], asked: Asked) -> Days | None:
    year = chinese_year(match, asked)
    return None if year is None or year < FIRST_YEAR else year_days(year)


def _chinese_quarter(match: re.Match[str], asked: Asked) -> Days | None:
    quarter, year = chinese_value(match["q"]), chinese_year(match, asked)
    if quarter is None or not 1 <= quarter <= 4:
        return None
    if year is not None:
        return quarter_days(year, quarter)
    if not match["d"]:  # 第三季 is as often the third season of a series
        if not asked.whole:
            return None
        return quarter_days(asked.today.year, quarter, doubt=f"{match[0]} may be a season of a series")
    return open_days([quarter_days(year, quarter) for year in _around(asked)], asked, match[0], nearest=True)


def _chinese_half_year(match: re.Match[str], asked: Asked) -> Days:
    year = chinese_year(match, asked)
    return _half(asked.today.year if year is None else year, 1 if match["h"] == "上" else 2)


def _chinese_season(match: re.Match[str], asked: Asked) -> Days | None:
    year = chinese_year(match, asked)
    return None if year is None else _season_days(year, match["s"])


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
        yield unit.end(), _rim(_step(unit[0].lower(), 0, asked.today), kind, thirds=False)
    for end, period in _plain(text, opening.end(), asked):
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
        period: Days | None = _step("month", 0, asked.today)
    elif month[0] is not None:
        period = None if year is not None else _step("month", month[0], asked.today)
    elif year is not None:
        period = month_days(year, month[1])
    else:
        period = open_days([month_days(one, month[1]) for one in _around(asked)], asked, match[0], nearest=True)
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
    week = _step("week", _chinese_steps(match["w"]), asked.today)
    return _rim(week, {"初": "start", "中": "middle", "尾": "end"}[match["r"]], thirds=False)  # type: ignore[arg-type]
