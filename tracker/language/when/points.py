"""One phrase for one time: a day, a part of it and a clock time, in any order people say them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from tracker.language.when import (
    clock,
    dates,
    dayparts,
    feasts,
    figures,
    nths,
    periods,
    periods_chinese,
    relative,
    rims,
    weekdays,
)
from tracker.language.when.asked import Asked
from tracker.language.when.pieces import Clock, ClockRange, Days, Moment, Problem
from tracker.language.when.place import Placed, Spoken, place, place_moment
from tracker.language.when.rules import LATIN

Reading = tuple[int, Placed]


@lru_cache(maxsize=32)
def points(text: str, position: int, asked: Asked) -> tuple[Reading, ...]:
    """Every single time that starts at `position`, longest readings not necessarily first.

    Remembered, like the pieces below, because ranges, directions and plain phrases all begin by asking
    for the same points.
    """
    return tuple(_points(text, position, asked))


def _points(text: str, position: int, asked: Asked) -> Iterator[Reading]:
    for end, moment in _moments(text, position, asked):
        yield end, moment if isinstance(moment, Problem) else place_moment(moment, asked)
    for end, spoken in _grow(text, position, Spoken(), asked):
        yield end, spoken if isinstance(spoken, Problem) else place(spoken, asked)


def _moments(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Moment | Problem]]:
    yield from dates.read_moments(text, position, asked)
    for end, piece in _measured(text, position, asked):
        if isinstance(piece, Moment):
            yield end, piece


def named_days(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days | Problem]]:
    """Days told by name or date, or by one word."""
    yield from _on_the_calendar(text, position, asked)
    for end, piece in relative.read_words(text, position, asked):
        if isinstance(piece, Days):
            yield end, piece


def _on_the_calendar(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days | Problem]]:
    for family in (dates, figures, feasts, nths, weekdays, periods, periods_chinese, rims):
        yield from family.read(text, position, asked)


@lru_cache(maxsize=32)
def _measured(text: str, position: int, asked: Asked) -> tuple[tuple[int, Days | Moment | Problem], ...]:
    return tuple(relative.read(text, position, asked, named_days))


@lru_cache(maxsize=32)
def _clock_times(text: str, position: int, asked: Asked) -> tuple[tuple[int, Clock | Problem], ...]:
    return tuple(clock.read(text, position, asked))


@lru_cache(maxsize=32)
def _any_days(text: str, position: int, asked: Asked) -> tuple[tuple[int, Days | Problem], ...]:
    return tuple(_days(text, position, asked))


def _days(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days | Problem]]:
    yield from _on_the_calendar(text, position, asked)
    for end, piece in _measured(text, position, asked):
        if not isinstance(piece, Moment):
            yield end, piece


def _grow(text: str, position: int, so_far: Spoken, asked: Asked) -> Iterator[tuple[int, Spoken | Problem]]:
    first = so_far == Spoken()
    for end, spoken in _add_one(text, position, so_far, asked, first=first):
        yield end, spoken
        if isinstance(spoken, Spoken):
            yield from _grow(text, end, spoken, asked)


def _add_one(
    text: str, position: int, so_far: Spoken, asked: Asked, *, first: bool
) -> Iterator[tuple[int, Spoken | Problem]]:
    if so_far.days is None and so_far.part is None:
        for start in _starts(text, position, _before_days(), first):
            for end, day_part in dayparts.read_day_parts(text, start, asked):
                yield end, replace(so_far, days=day_part.day, part=day_part.part)
    if so_far.days is None:
        for start in _starts(text, position, _before_days(), first):
            for end, days in _any_days(text, start, asked):
                yield end, days if isinstance(days, Problem) else replace(so_far, days=days)
    if so_far.part is None:
        for start in _starts(text, position, _before_part(), first):
            for end, part in dayparts.read_parts(text, start, asked):
                yield end, replace(so_far, part=part)
    if so_far.clock is None:
        yield from _clocks(text, position, so_far, asked, first=first)


def _clocks(
    text: str, position: int, so_far: Spoken, asked: Asked, *, first: bool
) -> Iterator[tuple[int, Spoken | Problem]]:
    opening = _before_clock().match(text, position) if not first else None
    starts = {position: (False, False)}
    if opening:
        starts[opening.end()] = (bool(opening["at"]), bool(opening["about"]))
    for start, (at, about) in starts.items():
        for end, told in clock_ranges(text, start, asked):
            yield end, told if isinstance(told, Problem) else replace(so_far, clock=told)
        for end, one in _clock_times(text, start, asked):
            if isinstance(one, Problem):
                yield end, one
            elif first or at or not one.bare or (so_far.part and start == position) or not text[start].isascii():
                plain = not first and (at or so_far.part is not None or so_far.days is not None)
                settled = replace(one, bare=one.bare and not plain, approximate=one.approximate or about)
                yield end, replace(so_far, clock=settled)


def _starts(text: str, position: int, opening: re.Pattern[str], first: bool) -> tuple[int, ...]:
    """Where the next piece may begin: right here, or past a connecting word."""
    if first:
        return (position,)
    match = opening.match(text, position)
    return (position, match.end()) if match and match.end() > position else (position,)


@lru_cache(maxsize=8)
def _knowing(asked: Asked) -> Asked:
    """Beside another clock time a plain number is one too."""
    return replace(asked, whole=True)


def closes_clause(text: str, position: int) -> bool:
    """Nothing that could be counted follows: "between 2 and 4?" but not "between 2 and 4 apples"."""
    following = text[position : position + 3].lstrip()
    return not following or following[0] in '.,;:!?)"'


@cache
def _range_opening() -> re.Pattern[str]:
    return re.compile(rf"(?<![{LATIN}])(?P<en>from|between) |(?P<zh>从|在|介于)", re.IGNORECASE)


@cache
def _range_link() -> re.Pattern[str]:
    return re.compile(
        r"(?P<to> (?:to|until|till|through) )|(?P<and> and )|(?P<dash> ?[-–—~] ?)|(?P<zh>[到至]"
        r"|一直到)|(?P<he>[和与跟])",
        re.IGNORECASE,
    )


@cache
def _range_close() -> re.Pattern[str]:
    return re.compile("(?:之间|间|期间|这段时间|的?时候)")


def clock_ranges(text: str, position: int, asked: Asked) -> Iterator[tuple[int, ClockRange | Problem]]:
    """ "from 2 to 4pm", "between 2 and 4", "14:00-16:00", 两点到四点, 两点和四点之间."""
    opening = _range_opening().match(text, position)
    between = bool(opening and (opening["en"] or "").lower() == "between")
    begin = opening.end() if opening else position
    told = _knowing(asked)
    for middle, start in _clock_times(text, begin, told):
        link = _range_link().match(text, middle)
        if not link or isinstance(start, Problem) or bool(link["and"]) != between:
            continue
        for end, stop in _clock_times(text, link.end(), told):
            if isinstance(stop, Problem):
                continue
            if link["to"] and not opening and start.bare and stop.bare:
                continue  # "five to three"
            close = _range_close().match(text, end)
            if link["he"] and not close:
                continue
            settled = (between and closes_clause(text, end)) or (opening and asked.whole)
            loose = bool(start.bare and stop.bare and not settled)
            stretch = ClockRange(replace(start, bare=loose), replace(stop, bare=loose))
            yield (close.end() if close else end), stretch


@cache
def _before_days() -> re.Pattern[str]:
    return re.compile(r",? (?:on (?:the )?(?=[A-Za-z0-9])|of (?:the )?)?|的| ?在", re.IGNORECASE)


@cache
def _before_part() -> re.Pattern[str]:
    return re.compile(r"的|,? ?", re.IGNORECASE)


@cache
def _before_clock() -> re.Pattern[str]:
    return re.compile(
        r"(?:的|,? ?)(?:(?P<at>at|@) ?)?(?:exactly |precisely )?"
        r"(?P<about>around |about |approximately |roughly |大约|大概|约|差不多)?",
        re.IGNORECASE,
    )
