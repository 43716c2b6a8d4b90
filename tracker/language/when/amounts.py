"""Lengths of time: two hours, an hour and a half, a few days; 两个小时, 半小时, 一个半月, 三天."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import cache

from tracker.language.when.numerals import HAN, WORD, approximate_pair
from tracker.language.when.numerals import chinese as chinese_value
from tracker.language.when.numerals import english as english_value
from tracker.language.when.pieces import Amount
from tracker.language.when.result import Grain, Lasting
from tracker.language.when.rules import chinese, english

_FEW = (2, 7)
"""What "a few", "several", 几 and 数 span."""

_UNITS: dict[str, tuple[str, int, Grain]] = {
    "second": ("seconds", 1, Grain.SECOND),
    "minute": ("seconds", 60, Grain.MINUTE),
    "hour": ("seconds", 3600, Grain.HOUR),
    "day": ("days", 1, Grain.DAY),
    "week": ("days", 7, Grain.WEEK),
    "fortnight": ("days", 14, Grain.WEEK),
    "month": ("months", 1, Grain.MONTH),
    "quarter": ("months", 3, Grain.QUARTER),
    "year": ("months", 12, Grain.YEAR),
}
_ENGLISH_UNIT = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|fortnights?|months?|years?|[hms](?= ago))"
_CHINESE_UNITS = {
    "秒": "second", "秒钟": "second", "分": "minute", "分钟": "minute", "小时": "hour", "钟头": "hour",
    "天": "day", "日": "day",
    "周": "week", "星期": "week", "礼拜": "week", "月": "month", "季度": "quarter", "年": "year",
}  # fmt: skip
_COUNT = rf"[0-9]{{1,5}}(?:\.[0-9]{{1,2}})?|an?(?= )|{WORD}|a couple(?: of)?|(?:a )?few|several"


@cache
def _english() -> re.Pattern[str]:
    return english(
        rf"(?:(?P<half>half an?|a half) (?P<hu>hour|year|month|minute)"
        rf"|(?P<about>about |around |roughly |approximately |almost "
        rf"|nearly )?(?:another )?(?P<n>{_COUNT})(?P<and> and a half)?"
        rf"[ -]?(?P<u>{_ENGLISH_UNIT})(?P<more> and a half)?"
        rf"(?:,? (?:and )?(?P<n2>[0-9]{{1,3}}|{WORD}) (?P<u2>minutes?|mins?|seconds?|secs?))?)"
    )


@cache
def _chinese() -> re.Pattern[str]:
    number = rf"[0-9]{{1,5}}(?:\.[0-9]{{1,2}})?|{HAN}{{1,4}}|好?几|数"
    return chinese(
        rf"(?<![第每{HAN[1:-1]}0-9.])(?P<about>大约|大概|差不多|约|将近)?"
        rf"(?:(?P<half>半)个?(?P<hu>小时|钟头|月|年)|(?P<n>{number})(?:(?P<quarter>刻钟)"
        rf"|(?P<ge>个)?(?P<and>半)?(?P<u>秒钟?|分钟|小时|钟头|天|日|周|星期|礼拜|月|季度|年)(?P<more>半(?![夜天]))?)"
        rf"(?:零?(?P<n2>[0-9]{{1,2}}|{HAN}{{1,3}})(?P<u2>分钟?|秒钟?))?)"
    )


def read(text: str, position: int) -> tuple[int, Amount] | None:
    """The length of time that starts at `position`, with where it ends."""
    match = _english().match(text, position)
    if match:
        amount = _english_amount(match)
        return (match.end(), amount) if amount else None
    match = _chinese().match(text, position)
    if match:
        amount = _chinese_amount(match)
        return (match.end(), amount) if amount else None
    return None


def _amount(unit: str, low: float, high: float, approximate: bool) -> Amount | None:
    measure, size, grain = _UNITS[unit]
    if measure == "seconds":
        return Amount(seconds=(low * size, high * size), approximate=approximate, grain=grain)
    whole = (round(low * size, 6), round(high * size, 6))
    if any(value != int(value) for value in whole):
        return None  # half a day or half a week has no agreed calendar meaning
    steps = (int(whole[0]), int(whole[1]))
    if measure == "days":
        return Amount(days=steps, approximate=approximate, grain=grain)
    return Amount(months=steps, approximate=approximate, grain=grain)


def _unit(written: str) -> str:
    written = written.lower()
    return next(unit for unit in _UNITS if unit.startswith(written.rstrip("s").replace("hr", "hour")))


def _english_amount(match: re.Match[str]) -> Amount | None:
    if match["half"]:
        unit = match["hu"].lower()
        return Amount(days=(15, 15), approximate=True) if unit == "month" else _amount(unit, 0.5, 0.5, False)
    written = match["n"].lower()
    approximate = bool(match["about"])
    if written in ("a few", "few", "several"):
        low, high = map(float, _FEW)
    elif written.startswith("a couple"):
        low = high = 2.0
        approximate = True
    elif written in ("a", "an"):
        low = high = 1.0
    elif "." in written:
        low = high = float(written)
    else:
        value = english_value(written)
        if value is None:
            return None
        low = high = float(value)
    if low != high:
        approximate = True
    if match["and"] or match["more"]:
        low, high = low + 0.5, high + 0.5
    return _with_second(_amount(_unit(match["u"]), low, high, approximate), match, english_value, _unit)


def _with_second(
    amount: Amount | None, match: re.Match[str], value: Callable[[str], int | None], unit: Callable[[str], str]
) -> Amount | None:
    if amount is None or not match["n2"]:
        return amount
    count = value(match["n2"])
    size = _UNITS[unit(match["u2"])][1]
    if not count or not amount.is_elapsed or amount.seconds[0] != amount.seconds[1]:
        return None
    total = amount.seconds[0] + count * size
    return Amount(
        seconds=(total, total), approximate=amount.approximate, grain=Grain.MINUTE if size == 60 else Grain.SECOND
    )


def _chinese_amount(match: re.Match[str]) -> Amount | None:
    approximate = bool(match["about"])
    if match["half"]:
        unit = _CHINESE_UNITS[match["hu"]]
        return Amount(days=(15, 15), approximate=True) if unit == "month" else _amount(unit, 0.5, 0.5, approximate)
    written = match["n"]
    if match["quarter"]:
        count = chinese_value(written)
        return _amount("minute", 15 * count, 15 * count, approximate) if count in (1, 2, 3) else None
    if written in ("几", "好几", "数"):
        low, high = map(float, _FEW)
    elif pair := approximate_pair(written):
        low, high = map(float, pair)
    elif "." in written:
        low = high = float(written)
    else:
        value = chinese_value(written)
        if value is None:
            return None
        low = high = float(value)
    counted, unit = bool(match["ge"]), match["u"]
    if (
        (unit in ("月", "季度") and not counted)
        or (counted and unit in ("秒", "分钟", "天", "日", "周", "年"))
        or low == 0
    ):
        return None  # 三月 is March, 三个月 three months
    if unit == "年" and len(written) == 4:
        return None
    if match["and"] or match["more"]:
        low, high = low + 0.5, high + 0.5
    amount = _amount(_CHINESE_UNITS[unit], low, high, approximate or low != high)
    return _with_second(amount, match, chinese_value, _CHINESE_UNITS.__getitem__)


def lasting(amount: Amount, text: str) -> Lasting | None:
    """A length with one value; a span of values ("a few days") has no single length."""
    for low, high in (amount.months, amount.days, amount.seconds):
        if low != high:
            return None
    return Lasting(text, amount.months[0], amount.days[0], timedelta(seconds=amount.seconds[0]), amount.approximate)
