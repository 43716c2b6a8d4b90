"""Calendar dates: March 3rd, 3 March 2026, 2026-03-03, an ISO time; 三月三日, 二〇二六年3月3号, 民國一一五年."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from tracker.language.when.almanac import ONE_DAY, add_months, day, month_span, open_days, valid_date
from tracker.language.when.asked import Asked
from tracker.language.when.numerals import HAN, ORDINAL_WORD
from tracker.language.when.numerals import chinese as chinese_value
from tracker.language.when.numerals import english as english_value
from tracker.language.when.pieces import Days, Moment, Problem
from tracker.language.when.result import Grain
from tracker.language.when.rules import Family, Rule, chinese, english, family, readings
from tracker.language.when.weekdays import CHINESE_WEEK, NAME, NAMES, SHORT
from tracker.language.when.weekdays import chinese_number as chinese_weekday
from tracker.language.when.weekdays import number as weekday_number

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_DAY = rf"(?:[0-9]{{1,2}}(?:st|nd|rd|th)?|{ORDINAL_WORD})"
_YEAR = r"(?:1[0-9]{3}|2[01][0-9]{2})"
_DASH = " ?(?:-|–|—|~|to|through) ?"

CHINESE_YEAR = (
    r"(?:(?P<cy>(?<![0-9])[0-9]{4}|[〇零一二三四五六七八九]{4}|民国(?:元|[0-9]{1,3}|" + HAN + r"{1,6})"
    r"|今|去|明|大前|(?<![以之])前|大后|(?<![以之然])后)年)"
)
CHINESE_MONTH = (
    r"(?:(?:(?P<cm>(?<![0-9])1?[0-9]|(?<![十一二三四五六七八九每几半两])(?:十[一二]?|[一二三四五六七八九]|元))月份?)"
    r"|(?:(?P<cw>上{1,2}|下{1,2}|这|本)一?个?月(?![球亮饼台光票薪经])))"
)
_CHINESE_DAY = rf"(?:[0-9]{{1,2}}|初?{HAN}{{1,3}})"


def month_number(name: str) -> int:
    """1 to 12."""
    return _MONTHS.index(name[:3].lower()) + 1


def is_month_name(written: str) -> bool:
    """Capitalised, or long enough not to be another word: "may", "march" and "mar" in lower case are not months."""
    plain = written.rstrip(".")
    return written[0].isupper() or (len(plain) > 4 and plain.lower() != "march") or plain.lower() in ("june", "july")


def chinese_year(match: re.Match[str], asked: Asked) -> int | None:
    """The year a CHINESE_YEAR group names, None when it is absent or malformed. 民國 year 1 is 1912."""
    written = match.groupdict().get("cy")
    if not written:
        return None
    steps = {"今": 0, "去": -1, "明": 1, "前": -2, "后": 2, "大前": -3, "大后": 3}
    if written in steps:
        return asked.today.year + steps[written]
    if written.startswith("民国"):
        since = 1 if written[2:] == "元" else chinese_value(written[2:])
        return None if not since or since > 999 else 1911 + since
    return chinese_value(written)


def chinese_month(match: re.Match[str], _asked: Asked) -> tuple[int | None, int] | None:
    """What a CHINESE_MONTH group names: (steps from this month, 0) or (None, 1 to 12); None when absent."""
    groups = match.groupdict()
    if groups.get("cw"):
        word = groups["cw"]
        return (-len(word) if word[0] == "上" else len(word) if word[0] == "下" else 0), 0
    if groups.get("cm"):
        value = 1 if groups["cm"] == "元" else chinese_value(groups["cm"])
        return (None, value) if value and 1 <= value <= 12 else None
    return None


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days | Problem]]:
    """Every calendar date that starts at `position`."""
    return readings(_rules(), text, position, asked)


def read_moments(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Moment | Problem]]:
    """ISO 8601 date-times, with or without an offset."""
    return readings(_moment_rules(), text, position, asked)


@cache
def _rules() -> Family[Days | Problem]:
    weekday = rf"(?:(?P<wd>{NAME}|{SHORT}),? (?:the )?)?"
    year = rf"(?:(?:,? (?:of )?)(?P<y>{_YEAR})(?![:0-9])|,? (?:of )?(?P<yw>last|this|next) year)?"
    han_weekday = f"(?: ?[(]?{CHINESE_WEEK}(?P<cwd>[一二三四五六日天])[)]?)?"
    return family(
        Rule(
            english(rf"{weekday}(?:the )?(?P<d>{_DAY})(?:{_DASH}(?P<d2>{_DAY}))?(?: of|,)? (?P<m>{MONTH}){year}"),
            _english,
        ),
        Rule(
            english(
                rf"{weekday}(?P<m>{MONTH}) (?:the )?(?P<d>{_DAY})(?:{_DASH}(?P<d2>{_DAY}))?(?![:.]?[0-9]"
                rf"| ?(?:am|pm)\b){year}"
            ),
            _english,
        ),
        Rule(english(rf"(?:the )?(?P<d>{_DAY}) of (?P<mw>last|this|next) month"), _of_month),
        Rule(english(rf"(?P<mw>last|this|next) month,? on the (?P<d>{_DAY})"), _of_month),
        Rule(
            english(
                r"(?:(?<=\bon )|(?<=\bby )|(?<=since )|(?<=until ))the (?P<d>[0-9]{1,2}(?:st|nd|rd"
                r"|th))(?=$|[.,;!?)]|(?: at| around| in the)\b)"
            ),
            _day_alone,
        ),
        Rule(
            chinese(
                f"(?:{CHINESE_YEAR}的?)?{CHINESE_MONTH}的?(?P<d>{_CHINESE_DAY})(?:[日号](?![线楼柜房桌])|(?<=[0-9]{{2}})(?![0-9个%.]))"
                f"(?:[到至~-](?P<d2>{_CHINESE_DAY})[日号])?{han_weekday}"
            ),
            _chinese,
        ),
        Rule(
            chinese(
                "(?<![第月年0-9〇零一二三四五六七八九十住坐穿搭])(?P<d>[0-9]{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号]"
                "(?=$|[，,。.！!？?\\s我你他她把被要得会该飞去来交付还缴看考有到就是早上中下晚凌开结])(?!上的|下的)"
            ),
            _day_alone,
        ),
        Rule(chinese(f"{CHINESE_YEAR}的?今天"), _same_day_of_year),
    )


@cache
def _moment_rules() -> Family[Moment | Problem]:
    clock = r"(?P<h>[0-9]{2}):?(?P<mi>[0-9]{2})(?::?(?P<sec>[0-9]{2})(?:[.,](?P<f>[0-9]{1,9}))?)?"
    offset = r"(?: ?(?P<z>Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?))"
    date_ = r"(?<![0-9./-])(?P<y>[0-9]{4})-(?P<m>[0-9]{2})-(?P<d>[0-9]{2})"
    return family(
        Rule(english(rf"{date_}[T]{clock}{offset}?"), _iso),
        Rule(english(rf"{date_} {clock}{offset}"), _iso),
    )


def _day_number(written: str) -> int | None:
    return english_value(re.sub("(?<=[0-9])(?:st|nd|rd|th)$", "", written.lower()))


def no_such(year: int, month: int, day_of_month: int) -> Problem:
    """What is said of a date that the calendar does not have."""
    return Problem(f"there is no {year}-{month:02}-{day_of_month:02}")


def dated(year: int | None, month: int, days: tuple[int, int | None], asked: Asked, name: str) -> Days | Problem:
    """One day, or from one day to another of the same month; a missing year is chosen by `open_days`."""
    first, last = days
    if year is not None:
        start = valid_date(year, month, first)
        end = start if last is None else valid_date(year, month, last)
        if start is None or end is None or end < start:
            return no_such(year, month, first if start is None else last or first)
        return Days(start, end + ONE_DAY)
    base = (asked.floor or asked.today).year
    found = [dated(one, month, days, asked, name) for one in range(base - 8, base + 9)]
    spans = [one for one in found if isinstance(one, Days)]
    return (open_days(spans, asked, name, nearest=True) if spans else None) or Problem(f"there is no {name}")


def on_weekday(days: Days | Problem, weekday: int | None) -> Days | Problem:
    """The days if they fall on the weekday that was said with them, or the reading that does; else a problem."""
    if weekday is None or isinstance(days, Problem):
        return days
    if days.start.weekday() == weekday:
        return days
    for start, end in days.others:
        if start.weekday() == weekday:
            return replace(days, start=start, end=end, doubt=None, others=())
    return Problem(f"{days.start} is a {NAMES[days.start.weekday()].title()}, not a {NAMES[weekday].title()}")


def _english(match: re.Match[str], asked: Asked) -> Days | Problem | None:
    if not is_month_name(match["m"]) or (match["wd"] and not match["wd"][0].isupper() and len(match["wd"]) < 6):
        return None
    first, last = _day_number(match["d"]), _day_number(match["d2"]) if match["d2"] else None
    if not first or first > 39:
        return None
    year = int(match["y"]) if match["y"] else None
    if match["yw"]:
        year = asked.today.year + {"last": -1, "this": 0, "next": 1}[match["yw"].lower()]
    days = dated(year, month_number(match["m"]), (first, last), asked, match[0])
    return on_weekday(days, weekday_number(match["wd"]) if match["wd"] else None)


def _of_month(match: re.Match[str], asked: Asked) -> Days | Problem | None:
    number = _day_number(match["d"])
    if not number:
        return None
    step = {"last": -1, "this": 0, "next": 1}[match["mw"].lower()]
    first = month_span(asked.today.year, asked.today.month + step)[0]
    return dated(first.year, first.month, (number, None), asked, match[0])


def _day_alone(match: re.Match[str], asked: Asked) -> Days | None:
    number = _day_number(match["d"]) if match["d"].isascii() else chinese_value(match["d"])
    base = (asked.floor or asked.today).replace(day=1)
    months = [add_months(base, step)[0] for step in range(-2, 3)]
    found = [valid_date(month.year, month.month, number or 0) for month in months]
    return open_days([day(one) for one in found if one], asked, match[0], nearest=False)


def _same_day_of_year(match: re.Match[str], asked: Asked) -> Days | Problem | None:
    """去年今天: this day of another year."""
    year = chinese_year(match, asked)
    if year is None:
        return None
    return dated(year, asked.today.month, (asked.today.day, None), asked, match[0])


def _chinese(match: re.Match[str], asked: Asked) -> Days | Problem | None:
    year, month = chinese_year(match, asked), chinese_month(match, asked)
    if month is None or (match["cy"] and year is None) or match["d"].startswith("初"):
        return None  # 初三 is a day of the lunar calendar
    first = chinese_value(match["d"])
    last = chinese_value(match["d2"]) if match["d2"] else None
    if not first or first > 39 or (match["d2"] and not last):
        return None
    step, number = month
    if step is not None:
        if year is not None:
            return None
        this = month_span(asked.today.year, asked.today.month + step)[0]
        year, number = this.year, this.month
    days = dated(year, number, (first, last), asked, match[0])
    return on_weekday(days, chinese_weekday(match["cwd"]) if match["cwd"] else None)


def _iso(match: re.Match[str], _asked: Asked) -> Moment | Problem | None:
    fraction = (match["f"] or "0")[:6].ljust(6, "0")
    try:
        wall = datetime(
            int(match["y"]), int(match["m"]), int(match["d"]), int(match["h"]), int(match["mi"]),
            int(match["sec"] or 0), int(fraction),
        )  # fmt: skip
    except ValueError as error:
        return Problem(f"{match[0]}: {error}")
    grain = Grain.SECOND if match["sec"] else Grain.MINUTE
    length = timedelta(seconds=1) if match["sec"] else timedelta(minutes=1)
    offset = _offset(match["z"]) if match["z"] else timedelta(0)
    if offset is None:
        return Problem(f"{match['z']} is not an offset from UTC")
    try:
        start = wall - offset
        end = start + length
    except OverflowError:
        return Problem(f"{match[0]} is outside the calendar")
    if not match["z"]:
        return Moment(start, end, grain, wall=True)
    return Moment(start.replace(tzinfo=UTC), end.replace(tzinfo=UTC), grain)


def _offset(written: str) -> timedelta | None:
    if written[0] not in "+-":
        return timedelta(0)
    hours, minutes = int(written[1:3]), int(written[3:].lstrip(":") or 0)
    if hours > 14 or minutes > 59:
        return None
    return (1 if written[0] == "+" else -1) * timedelta(hours=hours, minutes=minutes)
