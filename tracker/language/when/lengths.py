"""Lengths as they are said in running text: "for two hours", 待了三天."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tracker.language.when import amounts
from tracker.language.when.asked import Asked
from tracker.language.when.result import Lasting
from tracker.language.when.rules import chinese, english


@cache
def _for() -> re.Pattern[str]:
    return english("for(?: (?:exactly|at least|up to|over|nearly|almost|about|around))?(?= )")


@cache
def _long_enough() -> re.Pattern[str]:
    return re.compile("之久|的时间|长(?=$|[，。,.])")


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Lasting]]:
    told = _for().match(text, position)
    start = told.end() + 1 if told else position
    han_told = chinese("长达|整整|持续了?").match(text, position)
    if han_told:
        start = han_told.end()
    found = amounts.read(text, start)
    if not found:
        return
    end, amount = found
    if told and text[start:end].lower() in ("a second", "a sec", "a minute", "a min", "a moment"):
        return
    tail = _long_enough().match(text, end)
    settled = told or han_told or tail or asked.whole or text[position - 1 : position] in ("了", "过")
    length = amounts.lasting(amount, text[position:end])
    if text[end - 1] == "日":  # 廿三日 is a date without its month
        return
    if length and settled and (not asked.whole or text[start:end].lower() not in ("a second", "second")):
        yield (tail.end() if tail else end), length
