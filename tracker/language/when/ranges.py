"""From one time to another: "from Monday to Wednesday", 昨天到今天."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache

from tracker.language.when.asked import Asked
from tracker.language.when.pieces import Problem, Span
from tracker.language.when.points import points
from tracker.language.when.result import Grain
from tracker.language.when.rules import LATIN
from tracker.language.when.sided import Sided


@cache
def _link() -> re.Pattern[str]:
    return re.compile(
        r"(?P<to> (?:to|until|till|through) )|(?P<and> and )|(?P<dash> ?[-–—~] ?)|(?P<zh>一直到"
        r"|直到|[到至])|(?P<he>[和与跟])",
        re.IGNORECASE,
    )


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![{LATIN}])(?:(?P<from>from)|(?P<between>between)) (?:the )?|(?P<zh>从|自|在)", re.IGNORECASE
    )


@cache
def _close() -> re.Pattern[str]:
    return re.compile("之间|间(?=$|[，。,.])|期间|这段时间")


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Sided | Problem]]:
    opening = _opening().match(text, position)
    begin = opening.end() if opening else position
    between = bool(opening and opening["between"])
    for middle, first in points(text, begin, asked):
        link = _link().match(text, middle)
        if not link or bool(link["and"]) != between or isinstance(first, Problem):
            continue
        if first.start is None or first.days is None:
            continue
        floor = first.days.start
        for end, last in points(text, link.end(), asked.from_day(floor)):
            close = _close().match(text, end)
            if link["he"] and not close:
                continue
            if isinstance(last, Span) and first.bare and last.bare and last.grain.is_instant:
                continue  # two plain numbers: a ClockRange where the words allow one
            if (
                isinstance(last, Span)
                and last.start is not None
                and last.start <= first.start
                and last.grain.is_instant
            ):
                again = dict(points(text, link.end(), asked.from_day(floor + timedelta(days=1))))
                last = again.get(end, last)
            joined = last if isinstance(last, Problem) else _joined(first, last, bare=not opening)
            yield (close.end() if close else end), Sided(joined) if isinstance(joined, Span) else joined


def _joined(first: Span, last: Span, *, bare: bool) -> Span | Problem:
    """From the start of one to the end of the other; a clock time ends the range, a day is inside it."""
    assert first.start is not None
    candidates = [ends for ends in ((last.start, last.end), *last.others) if ends[0] and ends[0] > first.start]
    instant = last.grain.is_instant
    settled = len(candidates) == 1 and instant
    chosen = candidates[0] if settled else (last.start, last.end)
    end = chosen[0] if instant else chosen[1]
    start = first.start
    if end is not None and end <= start:  # 'from four until now', at noon: four in the morning
        start = max((begun for begun, _ in first.others if begun is not None and begun < end), default=start)
    if end is None or end <= start:
        return Problem("the range ends before it starts")
    grain = min(first.grain, last.grain, key=_ORDER.index)
    doubts = first.doubts + (() if settled and last.others else last.doubts)
    approximate = first.approximate or last.approximate
    return Span(start, end, grain, approximate, doubts, bare=bare and (first.bare or last.bare), days=first.days)


_ORDER = list(Grain)
