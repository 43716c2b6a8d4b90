"""Headings that are dates: '2026-11-30', '# Monday, 2 March 2026', over what was written on that day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from tracker.errors import InvalidInput
from tracker.ingest.text.clocks import Day, clocked
from tracker.ingest.text.dates import Order, Settled, Written, settle
from tracker.ingest.text.lines import Line
from tracker.ingest.text.source import TextSource
from tracker.language.when import Grain, Unparsed, When, find, parse
from tracker.language.words import words

_LONGEST = 40
_FRAME = "#*=_~-–—:： \t\ufeff"
_BRACKETS = re.compile(r"\[(.*)\]|【(.*)】|\((.*)\)")
_NUMBERS = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
# Nothing else is written so; where it cannot be read, no order of its numbers is a day.
_WRITTEN_DAY = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}年\d{1,2}月\d{1,2}[日號号]")
_WORD = re.compile(r"[^\W\d_]+")
_BEGINNINGS = words("mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec")
_BETWEEN = words("on of the st nd rd th")
_LONGEST_NAME = len("wednesday")
_HAN = frozenset("年月日號号星期週周禮礼拜天〇零一二三四五六七八九十")
_NAMES_A_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NOWS = (datetime(2001, 6, 15, 12, tzinfo=UTC), datetime(2034, 2, 3, 12, tzinfo=UTC))
"""Two readers' moments: what means the same day to both is a date for good."""
_DAY = timedelta(days=1)


class Heading(NamedTuple):
    """A line that is a day and nothing else. `day` is None when it depends on the reader ('Monday') or on the order of
    its numbers (`written`); `wrong` says why there is no such day."""

    text: str
    day: date | None = None
    written: Written | None = None
    wrong: str | None = None


def heading(line: str) -> Heading | None:
    """The heading that a line is; None for anything that says more than a day."""
    if len(line) > 2 * _LONGEST:
        return None
    text = line.strip(_FRAME)
    framed = _BRACKETS.fullmatch(text)
    text = next(filter(None, framed.groups()), "") if framed else text
    if not text or len(text) > _LONGEST or not _may_be(text):
        return None
    one, other = (parse(text, now=now, tz="UTC") for now in _NOWS)
    if isinstance(one, Unparsed):
        return _wrong(text)
    if not isinstance(one, When) or one.grain is not Grain.DAY or one.bound != "during" or one.approximate:
        return None
    if one.start is None or one.end is None or one.end - one.start != _DAY:
        return None
    numbers = _NUMBERS.fullmatch(text)
    if one.doubt and numbers:
        return Heading(text, written=Written.of(numbers.groups()))
    same = isinstance(other, When) and other.start == one.start
    return Heading(text, day=one.start.date()) if same and not one.doubt else Heading(text)


def _may_be(text: str) -> bool:
    """Passes over what has words that no date has, for to read a date strictly takes longer than to read a sentence."""
    return all(map(_is_date_like, _WORD.findall(text.lower())))


def _is_date_like(word: str) -> bool:
    """Whether a word begins like a month or a weekday, or stands in dates between them."""
    return word in _BETWEEN or (word[:3] in _BEGINNINGS and len(word) <= _LONGEST_NAME) or _HAN.issuperset(word)


def _wrong(text: str) -> Heading | None:
    for found in find(text, now=_NOWS[0], tz="UTC"):
        whole = (found.start, found.end) == (0, len(text))
        if whole and isinstance(found.value, Unparsed) and _NAMES_A_DATE.search(found.value.reason):
            return Heading(text, wrong=found.value.reason)
    return Heading(text, wrong=f"there is no {text}") if _WRITTEN_DAY.fullmatch(text) else None


class Headings(NamedTuple):
    """What one look at a text tells of its headings: how many are dates, how many lines below those begin with a time
    of day, in which order their numbers stand, and what a person should know of the others."""

    dated: int = 0
    clocked: int = 0
    order: Settled | None = None
    notes: tuple[str, ...] = ()


def look_for(lines: Iterable[Line], source: TextSource) -> Headings:
    """InvalidInput naming the line of a heading that is no possible day, or when nothing settles what 03/04/2026 is."""
    dated, under_clocks, written, vague = 0, 0, [], []
    for line in lines:
        found = heading(line.text)
        if found is None:
            under_clocks += bool(dated) and clocked(line.text) is not None
            continue
        if found.wrong is not None:
            raise InvalidInput(f"{source.path}:{line.number}: {found.wrong}")
        numbers = _NUMBERS.fullmatch(found.text)
        if numbers:
            written.append((found, Written.of(numbers.groups())))
        if found.day is None and found.written is None:
            vague.append((line.number, found.text))
        else:
            dated += 1
    order = None
    if any(found.written is not None for found, _ in written):
        given = source.date_order
        order = settle((w for _, w in written), source.path) if given == "auto" else Settled(given, "it was given")
    return Headings(dated, under_clocks, order, _warning(vague))


def _warning(vague: list[tuple[int, str]]) -> tuple[str, ...]:
    if not vague:
        return ()
    (number, text), more = vague[0], len(vague) - 1
    others = f" (and {more} more line{'s' if more > 1 else ''})" if more else ""
    return (f"line {number}: {text!r} is no date with a year{others}: what stands below is dated as what stands above",)


def begins(text: str, source: TextSource, order: Order | None) -> Day | None:
    """The day of the lines under this one, when it is a heading with a date. Lines that tell no time of day begin at
    that of the text's start in the text's zone."""
    found = heading(text) if source.start is not None else None
    if found is None or source.start is None:
        return None
    day = found.day
    if found.written is not None and order is not None:
        day = date(*found.written.ordered(order))
    if day is None:
        return None
    wall = source.start.astimezone(source.zone).time()
    # A wall time that the clocks skip that day is read with the offset before the change, and so lies an hour later.
    return Day(day, datetime.combine(day, wall, tzinfo=source.zone).astimezone(UTC), source.zone)
