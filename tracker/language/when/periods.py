"""Weeks, months, quarters, seasons and years: last week, March 2025, Q3 2025, the year before last."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tracker.language.when.almanac import (
    half_year_days,
    month_days,
    month_span,
    open_days,
    quarter_days,
    season_days,
    stepped,
    year_days,
    years_around,
)
from tracker.language.when.asked import Asked
from tracker.language.when.dates import (
    MONTH,
    is_month_name,
    month_number,
)
from tracker.language.when.numerals import english as english_value
from tracker.language.when.pieces import Days
from tracker.language.when.rules import Family, Rule, english, family, readings


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days]]:
    """Every whole period that starts at `position`."""
    return readings(_rules(), text, position, asked)


@cache
def _rules() -> Family[Days]:
    step = "|".join(_STEP)
    seasons = "spring|summer|autumn|winter"
    quarter = r"Q(?P<q>[1-4])|(?:the )?(?P<o>first|second|third|fourth|1st|2nd|3rd|4th) quarter"
    return family(
        Rule(english(rf"(?:the )?(?P<w>{step}) (?P<u>week|month|quarter|year)"), _whole),
        Rule(english(r"(?:the )?(?P<u>week|month|year) (?P<w>before last|after next)"), _two_steps),
        Rule(english(rf"(?P<w>last|this|next) (?P<m>{MONTH})"), _month_from_here),
        Rule(english(rf"(?P<m>{MONTH})(?:,| of)? (?P<y>{_YEAR})"), _month_of_year),
        Rule(english(rf"(?P<m>{MONTH}),? (?:of )?(?P<w>last|this|next) year"), _month_of_year),
        Rule(english(rf"(?:(?P<w>last|this|next) year,? (?:in ))(?P<m>{MONTH})"), _month_of_year),
        Rule(english(rf"(?P<m>{MONTH})"), _month),
        Rule(english(rf"(?:{quarter})(?: of|,)? (?P<y>{_YEAR})"), _quarter),
        Rule(english(rf"(?P<y>{_YEAR}) (?:{quarter})"), _quarter),
        Rule(english(rf"(?:{quarter}) of (?P<w>last|this|next) year"), _quarter),
        Rule(english(r"Q(?P<q>[1-4])"), _quarter),
        Rule(english(rf"(?:H(?P<h>[12])|(?:the )?(?P<o>first|second) half of) (?P<y>{_YEAR})"), _half_year),
        Rule(english(r"(?:(?P<w>last|this|next) (?P<s>spring|summer|autumn|fall|winter))"), _season),
        Rule(english(rf"(?:the )?(?P<s>{seasons}|fall)(?:,| of| in)? (?P<y>{_YEAR})"), _season_of_year),
        Rule(
            english(
                r"(?:(?<=in )|(?<=during )|(?<=over ))(?:the )?"
                r"(?P<s>spring|summer|autumn|winter)(?! (?:house|sale|room|term))"
            ),
            _open_season,
        ),
        Rule(english(rf"(?:the )?(?:year )?(?P<y>{_YEAR})(?![:.,/-]?[0-9])"), _year),
    )


_STEP = {"last": -1, "previous": -1, "past": -1, "this": 0, "current": 0, "next": 1, "coming": 1}


_YEAR = r"(?:19|20)[0-9]{2}"


def _whole(match: re.Match[str], asked: Asked) -> Days | None:
    if match[0].lower().startswith("the ") and match["w"].lower() in ("last", "past"):
        return None  # "the last week" rolls; only "in the last week" is read, as a rolling window
    return stepped(match["u"].lower(), _STEP[match["w"].lower()], asked.today)


def _two_steps(match: re.Match[str], asked: Asked) -> Days:
    return stepped(match["u"].lower(), -2 if match["w"].lower() == "before last" else 2, asked.today)


def _month_from_here(match: re.Match[str], asked: Asked) -> Days | None:
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


def _month(match: re.Match[str], asked: Asked) -> Days | None:
    if not is_month_name(match["m"]):
        return None
    bare = not asked.whole
    spans = [month_days(year, month_number(match["m"]), bare=bare) for year in years_around(asked)]
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
    spans = [quarter_days(year, quarter, bare=not asked.whole) for year in years_around(asked)]
    return open_days(spans, asked, match[0], nearest=True)


def _half_year(match: re.Match[str], _asked: Asked) -> Days:
    first = match["h"] == "1" or (match["o"] or "").lower() == "first"
    return half_year_days(int(match["y"]), 1 if first else 2)


def _season(match: re.Match[str], asked: Asked) -> Days | None:
    name, today = _season_name(match), asked.today
    seasons = [season_days(year, name) for year in range(today.year - 2, today.year + 3)]
    word = match["w"].lower()
    if word == "last":
        return next((one for one in reversed(seasons) if one.end <= today), None)
    if word == "next":
        return next((one for one in seasons if one.start > today), None)
    return next((one for one in seasons if one.end > today and one.start.year <= today.year), None)


def _season_name(match: re.Match[str]) -> str:
    name = match["s"].lower()
    return "autumn" if name == "fall" else name


def _season_of_year(match: re.Match[str], _asked: Asked) -> Days:
    return season_days(int(match["y"]), _season_name(match))


def _open_season(match: re.Match[str], asked: Asked) -> Days | None:
    spans = [season_days(year, _season_name(match)) for year in years_around(asked)]
    return open_days(spans, asked, match[0], nearest=True)


def _year(match: re.Match[str], _asked: Asked) -> Days:
    return year_days(int(match["y"]), bare=True)
