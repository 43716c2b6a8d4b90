"""Which preposition makes a time of a word that is also a name or a number: on Sunday, in May, at 3."""

from __future__ import annotations

import re
from dataclasses import replace

from tracker.language.when.asked import Asked
from tracker.language.when.pieces import Span
from tracker.language.when.points import closes_clause
from tracker.language.when.result import Grain

FITTING: dict[str, tuple[Grain, ...]] = {
    "at": (Grain.SECOND, Grain.MINUTE, Grain.WEEKEND),
    "on": (Grain.SECOND, Grain.MINUTE, Grain.PART_OF_DAY, Grain.DAY, Grain.WEEKEND),
    "in": (Grain.MONTH, Grain.SEASON, Grain.QUARTER, Grain.HALF_YEAR, Grain.YEAR),
}


def fits(span: Span, text: str, begin: int, word: str) -> bool:
    """Whether a preposition belongs to the time: "on Monday", but the lamp was "on last week"."""
    if span.grain not in FITTING[word] and span.grain is not Grain.HOUR:
        return bool(span.days and span.approximate and word in ("at", "in"))
    relative = re.compile(r"(?:to|yester)|last |next |this |a |[0-9]+ (?:day|week|month|year)", re.IGNORECASE)
    return word == "at" or not relative.match(text, begin)


def counts(span: Span, text: str, begin: int, end: int, asked: Asked) -> bool:
    """ "at 3 Elm Street": in a sentence a plain number is a time only where the clause ends."""
    number = span.bare and span.grain.is_instant and " " not in text[begin:end]
    return number and not asked.whole and not closes_clause(text, end)


_NAMES_OF_PEOPLE = ("april", "may", "june", "august", "jun", "apr", "aug")


def released(span: Span, text: str, start: int, word: str, asked: Asked) -> Span:
    """A bare name becomes a time behind the right preposition: on Sunday, in May, at 3, since June."""
    if not span.bare or not word:
        return span
    person = text[start : start + 9].split(" ")[0].rstrip(".,").lower() in _NAMES_OF_PEOPLE
    if word == "at" or word in ("around", "about"):
        fits = span.grain.is_instant or (span.grain is Grain.DAY and span.approximate)
    elif word == "on":
        fits = span.grain is Grain.DAY
    elif word == "in":
        fits = span.grain in (Grain.MONTH, Grain.QUARTER, Grain.YEAR)
    elif word in ("by", "before", "after", "during", "over", "from"):
        fits = not (person and span.grain is Grain.MONTH) or asked.whole
    else:
        fits = True
    return replace(span, bare=False) if fits else span
