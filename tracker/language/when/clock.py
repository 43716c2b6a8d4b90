"""Times of day: 14:05, 3pm, half past two, noon; 三点半, 两点十五分, 差一刻五点."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tracker.language.when.asked import Asked
from tracker.language.when.numerals import HAN, WORD
from tracker.language.when.numerals import chinese as chinese_number
from tracker.language.when.numerals import english as english_number
from tracker.language.when.pieces import Clock, Problem
from tracker.language.when.result import Grain
from tracker.language.when.rules import Family, Rule, chinese, english, family, readings

_HALF = r"a\.m\.?|am|p\.m\.?|pm"
_HOUR = rf"[0-9]{{1,2}}|{WORD}"
_NUMBER = rf"(?:[0-9]{{1,2}}|{HAN}{{1,3}})"
_AFTER_A_BARE_TIME = (
    r"(?=$|[\s，。、！？；：,.!?;:的把将被我你他她它在到至和与就才去来从放拿取开关离出回进之以前后左起谁]"
    r"|没有?[在把]|发生|有(?:什么|没有|人))"
)
_NOT_A_COUNT = "(?<![这那第几有提好共说讲的0-9.])"
"""Before 三点: "these three points", "the third point", "raised three points" are not times."""


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Clock | Problem]]:
    """Every time of day that starts at `position`."""
    return readings(_rules(), text, position, asked)


@cache
def _rules() -> Family[Clock | Problem]:
    past = r"past|after|to|till|before|of"
    tail = rf"(?: ?(?P<half>{_HALF}))?"
    return family(
        Rule(english(rf"(?P<h>{_HOUR})(?:[:.](?P<m>[0-9]{{2}})(?::(?P<s>[0-9]{{2}}))?)? ?(?P<half>{_HALF})"), _dial),
        Rule(english(rf"(?P<h>{WORD})[ -](?P<m>{WORD}|oh[ -]{WORD}) ?(?P<half>{_HALF})"), _dial),
        Rule(
            english(
                r"(?<![:./])(?<![^0-9 ]-)(?P<h>[0-9]{1,2}):(?P<m>[0-9]{2})"
                r"(?::(?P<s>[0-9]{2})(?:[.,](?P<f>[0-9]{1,6}))?)?(?![:/][0-9])"
            ),
            _digits,
        ),
        Rule(english(r"(?P<h>[01]?[0-9]|2[0-3])h(?P<m>[0-5][0-9])?(?P<s>)(?P<f>)"), _digits),
        Rule(english(rf"(?P<h>{_HOUR}) ?o'? ?clock{tail}"), _dial),
        Rule(
            english(rf"(?:(?<=at )|(?<=around )|(?<=about ))half (?P<h>{_HOUR})(?! (?:of|an?|the)\b){tail}"), _half_past
        ),
        Rule(english(rf"half past (?P<h>{_HOUR}){tail}"), _half_past),
        Rule(english(rf"(?:a )?quarter (?P<way>{past}) (?P<h>{_HOUR}){tail}"), _quarter),
        Rule(
            english(rf"(?P<n>[0-9]{{1,2}}|{WORD})(?P<minutes> minutes?| mins?)? (?P<way>past|to) (?P<h>{_HOUR}){tail}"),
            _minutes_off,
        ),
        Rule(english("(?:12 |twelve )?(?:noon|midday)"), lambda _match, _asked: Clock(12)),
        Rule(english("(?:12 |twelve )?midnight"), lambda _match, _asked: Clock(0, midnight=True)),
        Rule(english(rf"(?P<h>{_HOUR})(?![:.,]?[0-9])(?! ?[%$€£])"), _bare),
        Rule(english(rf"(?P<h>{WORD})[ -](?P<m>{WORD}|oh[ -]{WORD})"), _bare),
        Rule(
            chinese(
                rf"(?P<h>{_NUMBER})点(?:(?P<part>半|[一三]刻|整|钟|过?{_NUMBER}分(?:钟?(?![钟之])|{_NUMBER}秒)?"
                rf"|[0-5][0-9](?![0-9])|[二三四五]?十{HAN}?(?!分))钟?)"
            ),
            _chinese,
        ),
        Rule(chinese(rf"(?P<h>{_NUMBER})点差(?P<less>{_NUMBER}分|一刻)钟?"), _chinese_less),
        Rule(chinese(rf"差(?P<less>{_NUMBER}分|一刻)钟?(?:到)?(?P<h>{_NUMBER})点钟?"), _chinese_less),
        Rule(chinese(rf"(?P<h>{_NUMBER})时(?P<part>{_NUMBER}分(?:{_NUMBER}秒)?|半|整)"), _chinese),
        Rule(
            chinese(rf"{_NOT_A_COUNT}(?P<h>{_NUMBER})点(?![点儿一二三四五六七八九零〇十半钟整刻0-9])"), _chinese_plain
        ),
        Rule(chinese("正午"), lambda _match, _asked: Clock(12)),
        Rule(chinese("午夜|子夜"), lambda _match, _asked: Clock(0, midnight=True)),
    )


def _number(text: str) -> int | None:
    text = text.lower()
    return english_number(text[2:].strip(" -")) if text.startswith("oh") else english_number(text)


def _checked(hour: int, minute: int, second: int = 0, fraction: str | None = None) -> Clock | Problem:
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and (minute or second)):
        return Problem(f"{hour}:{minute:02}{f':{second:02}' if second else ''} is not a time of day")
    return Clock(hour, minute, second, int((fraction or "0").ljust(6, "0")))


def _dial(match: re.Match[str], _asked: Asked) -> Clock | Problem | None:
    groups = match.groupdict()
    hour, minute = _number(groups["h"]), _number(groups.get("m") or "0")
    if hour is None or minute is None:
        return None
    second = int(groups.get("s") or 0)
    half = groups["half"]
    if not 1 <= hour <= 12:
        return Problem(f"{match[0]!r} is not a time on a twelve-hour clock")
    checked = _checked(hour, minute, second)
    if isinstance(checked, Problem):
        return checked
    grain = Grain.SECOND if groups.get("s") else Grain.MINUTE
    return Clock(*_half_applied(hour, half), minute, second, grain=grain, half_unknown=half is None)


def _half_applied(hour: int, half: str | None) -> tuple[int]:
    if half is None:
        return (hour,)
    return (hour % 12 + (12 if half.lower().startswith("p") else 0),)


def _digits(match: re.Match[str], _asked: Asked) -> Clock | Problem:
    """HH:MM is a twenty-four-hour time; H:MM with a single digit may be either half of the day."""
    written = match["h"]
    checked = _checked(int(written), int(match["m"] or 0), int(match["s"] or 0), match["f"])
    if isinstance(checked, Problem):
        return checked
    return Clock(
        checked.hour,
        checked.minute,
        checked.second,
        checked.microsecond,
        grain=Grain.SECOND if match["s"] else Grain.MINUTE,
        half_unknown=len(written) == 1 and written != "0",
    )


def _offset_from_hour(match: re.Match[str], minutes: int) -> Clock | None:
    hour = _number(match["h"])
    if hour is None or not 1 <= hour <= 12:
        return None
    if minutes < 0:
        hour, minutes = (hour - 1) or 12, 60 + minutes
    return Clock(*_half_applied(hour, match["half"]), minutes, half_unknown=match["half"] is None)


def _half_past(match: re.Match[str], _asked: Asked) -> Clock | None:
    return _offset_from_hour(match, 30)


def _quarter(match: re.Match[str], _asked: Asked) -> Clock | None:
    return _offset_from_hour(match, 15 if match["way"].lower() in ("past", "after") else -15)


def _minutes_off(match: re.Match[str], asked: Asked) -> Clock | None:
    minutes = _number(match["n"])
    if minutes is None or not 1 <= minutes <= 29 or (not match["minutes"] and minutes % 5):
        return None
    clock = _offset_from_hour(match, minutes if match["way"].lower() == "past" else -minutes)
    if clock is None or match["minutes"] or match["half"] or match["way"].lower() == "past" or asked.whole:
        return clock  # "five to three" alone may be a score or a vote
    return Clock(clock.hour, clock.minute, half_unknown=True, bare=True)


def _bare(match: re.Match[str], _asked: Asked) -> Clock | None:
    groups = match.groupdict()
    hour = _number(groups["h"])
    minute = _number(groups.get("m") or "0")
    spoken_oh = (groups.get("m") or "").lower().startswith("oh")
    if hour is None or minute is None or hour > 23 or minute > 59 or (hour > 12 and "m" in groups):
        return None
    if groups.get("m") and not spoken_oh and minute < 10:
        return None
    return Clock(hour, minute, half_unknown=1 <= hour <= 12, bare=True)


def _chinese(match: re.Match[str], _asked: Asked) -> Clock | Problem | None:
    hour = chinese_number(match["h"])
    part = match["part"]
    second = None
    if part in ("半", "整", "钟") or part.rstrip("钟") in ("一刻", "三刻", "半"):
        minute: int | None = {"半": 30, "整": 0, "钟": 0, "": 0, "一刻": 15, "三刻": 45}[part.rstrip("钟")]
    else:
        told = re.match(rf"过?({_NUMBER})分?钟?(?:({_NUMBER})秒)?", part)
        minute = chinese_number(told[1]) if told else None
        second = chinese_number(told[2]) if told and told[2] else None
        if told and told[2] and second is None:
            return None
    if hour is None or minute is None:
        return None
    checked = _checked(hour, minute, second or 0)
    if isinstance(checked, Problem):
        return checked
    grain = Grain.MINUTE if second is None else Grain.SECOND
    return Clock(hour, minute, second or 0, grain=grain, half_unknown=1 <= hour <= 12)


def _chinese_less(match: re.Match[str], _asked: Asked) -> Clock | None:
    hour, less = chinese_number(match["h"]), match["less"]
    minutes = 15 if less == "一刻" else chinese_number(less[:-1])
    if hour is None or minutes is None or not 1 <= hour <= 12 or not 1 <= minutes <= 29:
        return None
    return Clock((hour - 1) or 12, 60 - minutes, half_unknown=True)


def _chinese_plain(match: re.Match[str], asked: Asked) -> Clock | Problem | None:
    """三点 with nothing after it counts things as often as it tells the time (三点建议); 一点 mostly is "a little"."""
    hour = chinese_number(match["h"])
    if hour is None:
        return None
    if match["h"] == "一" and not _one_is_a_time(match):
        return None
    checked = _checked(hour, 0)
    if isinstance(checked, Problem):
        return checked
    bare = not asked.whole and not _bare_time_context().match(match.string, match.end())
    return Clock(hour, half_unknown=1 <= hour <= 12, bare=bare)


def _one_is_a_time(match: re.Match[str]) -> bool:
    before, after = match.string[max(0, match.start() - 4) : match.start()], match.string[match.end() : match.end() + 3]
    told_before = re.search(
        "(?:上午|下午|中午|晚上|早上|凌晨|半夜|深夜|夜里|今晚|昨晚|明晚|[点半刻分][到至~-]|从)$", before
    )
    told_after = re.match(rf"[到至~-](?:{HAN}{{1,3}}|[0-9]{{1,2}})点", after)
    if before.endswith("从"):
        return bool(told_after)
    return bool(told_before or told_after) and not re.match("[也都]|[^\\W0-9A-Za-z]?[糖水盐油]", after)


@cache
def _bare_time_context() -> re.Pattern[str]:
    return re.compile(_AFTER_A_BARE_TIME)
