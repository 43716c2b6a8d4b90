"""Amounts as people write them: 'two eggs', 'six bottles of water', 'half a bag of flour', 'plenty of rice'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracker.ingest.sentences.phrases import Phrase, phrase
from tracker.ingest.sentences.tokens import Token
from tracker.language.words import words

_COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: str(number) for number, word in enumerate(_COUNTED)} | {
    "a": "1",
    "an": "1",
    "half": "0.5",
    "dozen": "12",
}
_PLENTY = frozenset(("plenty", "lots", "loads", "enough", "tons"))
_UNITS = words(
    "bottle bottles can cans tin tins box boxes pack packs packet packets bag bags roll rolls carton cartons jar "
    "jars litre litres liter liters kilo kilos kg g gram grams pound pounds slice slices piece pieces cup cups bar "
    "bars tube tubes tub tubs loaf loaves crate crates bunch bunches sack sacks case cases glass glasses sheet "
    "sheets pair pairs portion portions stick sticks block blocks"
)


class Amount(NamedTuple):
    """How much there is of `thing`: a number, with its unit where there is one, or 'plenty'."""

    value: str
    thing: Phrase


def amount(toks: Sequence[Token], i: int) -> tuple[Amount, int] | None:
    """The amount at token `i`, and the token after it."""
    low = toks[i].low
    if low in _PLENTY:
        j = i + 2 if i + 1 < len(toks) and toks[i + 1].low == "of" else i + 1
        named = phrase(toks, j, subject=True)
        return (Amount("plenty", named[0]), named[1]) if named else None
    number = _NUMBERS.get(low, low if low.replace(".", "", 1).isdigit() else None)
    if number is None:
        return None
    j = i + 1
    if low in ("half", "a") and j < len(toks) and toks[j].low in ("a", "an", "dozen", "half"):
        number = {"dozen": "12"}.get(toks[j].low, "0.5")
        j += 1
    if j < len(toks) and toks[j].low in ("more", "other", "last"):
        j += 1
    unit = ""
    if j + 1 < len(toks) and toks[j].low in _UNITS and toks[j + 1].low == "of":
        unit = " " + toks[j].low
        j += 2
    named = phrase(toks, j, subject=True)
    if named is None or named[0].determiner == "num" or (low in ("a", "an") and not unit):
        return None
    return Amount(number + unit, named[0]), named[1]
