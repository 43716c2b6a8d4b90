"""Phrases of time that cannot be placed: "every Monday", "the other day", 前几天, 每天.

They are recognised so that a sentence holding one is not read as if it spoke of now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tracker.language.when.dates import MONTH
from tracker.language.when.pieces import Problem
from tracker.language.when.rules import chinese, english
from tracker.language.when.weekdays import NAME

_DAYTIME = "(?:morning|afternoon|evening|night)"
_HAN_DAYTIME = "(?:早上|上午|中午|下午|晚上)"


@cache
def _reasons() -> tuple[tuple[re.Pattern[str], str], ...]:
    return (
        (_repeating(), "it repeats"),
        (_repeating_in_chinese(), "it repeats"),
        (_loose(), "too vague to place"),
        (_loose_in_chinese(), "too vague to place"),
        (_counted_names(), "not a phrase this grammar places"),
    )


def _repeating() -> re.Pattern[str]:
    unit = f"{NAME}|day|week|month|year|hour|minute|{_DAYTIME}|weekend|weekday"
    return english(
        rf"(?:every|each) (?:other )?(?:{unit})s?(?: {_DAYTIME})?(?: at [0-9:]+ ?(?:[ap]m)?)?|on (?:{NAME})s"
    )


def _repeating_in_chinese() -> re.Pattern[str]:
    often = "每(?:隔?[一两二三四五六七八九十]?个?)?"
    unit = "(?:天|日|周|星期|礼拜|月|年|晚|早|小时|分钟)[一二三四五六日天末]?"
    return chinese(f"{often}{unit}{_HAN_DAYTIME}?(?:[0-9一二三四五六七八九十两]{{1,3}}点半?)?")


def _loose() -> re.Pattern[str]:
    return english(
        rf"the other (?:day|week|{_DAYTIME})|(?:a (?:long )?while|(?:a long|some) time) (?:ago|back)|(?:long|ages) ago"
        r"|recently|lately|(?:some|a few|several|many) (?:days|weeks|months|years) (?:back|or so ago)"
        rf"|(?:on |at |in )?(?:one|some) (?:day|time|week|weekend|{NAME}|{_DAYTIME})"
        r"(?: last (?:week|month|year))?(?! or so)"
        "|ages back|(?:years|months|weeks|days) (?:ago|back)|once upon a time"
    )


def _loose_in_chinese() -> re.Pattern[str]:
    return chinese(
        "前(?:[几两]天|些天|些日子|阵子|段时间)|[不很]久(?:以|之)?前|最近(?![的一两二三四五六七八九十几0-9]+)"
        "|早些时候|改天|过几天|有一天|某(?:个|一)?(?:天|周末|早上|晚上|下午|(?:星期|礼拜|周)[一二三四五六日天])"
        "|从前|(?<![之很不多天年月周时钟])以前(?=[，我你他她它把])|平[常时日]|好?几?[年月周天]个?多?以前"
    )


def _counted_names() -> re.Pattern[str]:
    return english(
        rf"(?:the )?(?:first|second|third|fourth|fifth|last) (?:day|week|weekend|{NAME}) of"
        " (?:the |last |next |this )?(?:week|month|quarter|year)"
        rf"|(?:the )?(?:(?:first|second|third|fourth|last) weekend|fifth {NAME}) of {MONTH}"
        rf"|(?:[0-9]+|two|three|four|a few|several) (?:{NAME}|{_DAYTIME}|weekend)s ago"
        rf"|(?:the )?{NAME} before last"
    )


def read(text: str, position: int) -> Iterator[tuple[int, Problem]]:
    """Every such phrase that starts at `position`."""
    for pattern, reason in _reasons():
        if match := pattern.match(text, position):
            yield match.end(), Problem(f"{match[0]!r}: {reason}")
