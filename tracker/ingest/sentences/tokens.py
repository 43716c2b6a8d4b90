"""English words with their places in the text. Contractions come apart: "isn't" is `is` + `not`; prepositions of
several words are one: `in front of`."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracker.language.abbreviations import only_shortens
from tracker.language.english.lexicon import PREPOSITIONS
from tracker.language.typing import CUT_SHORT, TWO_IN_ONE

_TOKEN = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|would|should|could|must|need|wo|ca)(?=n['’]t\b)"
    r"|n['’]t\b|['’](?:s|m|re|ve|ll|d)\b|\bw/(?=\s)"
    r"|[^\W_]+(?:[-_/][^\W_]+)*|[^\s\w]|_",
    re.IGNORECASE,
)
_SPELLED_OUT = {"n't": "not", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "wo": "will", "ca": "can"}


def _joined() -> dict[str, list[tuple[str, ...]]]:
    """First word → the prepositions of several words that begin with it, longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for preposition in sorted(PREPOSITIONS, key=lambda one: -len(one)):
        first, *others = preposition.split()
        if others:
            found.setdefault(first, []).append((first, *others))
    return found


_JOINED = _joined()
_IN_MANY = frozenset(("at", "in", "of", "on", "the", "to"))
_JOINS = frozenset(
    ("its", *(next(word for word in words if word not in _IN_MANY) for each in _JOINED.values() for words in each))
)
"""A word of each of them that few sentences have: 'to the kitchen' is not looked at for 'to the left of'."""
_UNUSUAL = frozenset((*_SPELLED_OUT, *CUT_SHORT, *TWO_IN_ONE))
_SITS_BEFORE_A_PLACE = frozenset(("in", "on", "at", "under", "behind", "with", "by", "inside", "near", "next to"))


class Token(NamedTuple):
    """`low` is lower case with contractions and hurried spellings spelled out; `start` and `end` are characters.

    `'s` (is, has, or whose) and `'d` (had or would) stay as written for the parser to settle."""

    low: str
    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words and punctuation marks of a text, in order; linear in its length."""
    found: list[Token] = []
    joins = False
    for match in _TOKEN.finditer(text):
        word = match.group()
        low = word.lower().replace("’", "'")
        start, end = match.span()
        if low == "." and found and end < len(text) and text[end].isspace() and only_shortens(text, start):
            continue  # 'Dr. Okafor' is one name
        if low in _UNUSUAL and (halves := TWO_IN_ONE.get(low)):
            cut = start + halves.cut
            found.append(Token(halves.first, text[start:cut], start, cut))
            found.append(Token(halves.second, text[cut:end], cut, end))
            continue
        if low in _UNUSUAL:
            low = _SPELLED_OUT.get(low) or CUT_SHORT.get(low, low)
        joins = joins or low in _JOINS
        found.append(Token(low, word, start, end))
    return _with_joined(text, found) if joins else found


def _with_joined(text: str, found: list[Token]) -> list[Token]:
    """Prepositions of several words as one token each; 'its in the drawer' as "it's"."""
    made: list[Token] = []
    i = 0
    while i < len(found):
        token = found[i]
        size = _size_of_preposition(found, i)
        if size > 1:
            last = found[i + size - 1]
            low = " ".join(part.low for part in found[i : i + size])
            made.append(Token(low, text[token.start : last.end], token.start, last.end))
        elif token.low == "its" and i + 1 < len(found) and found[i + 1].low in _SITS_BEFORE_A_PLACE:
            cut = token.start + 2
            made.append(Token("it", text[token.start : cut], token.start, cut))
            made.append(Token("'s", text[cut : token.end], cut, token.end))
        else:
            made.append(token)
        i += size
    return made


def _size_of_preposition(found: list[Token], i: int) -> int:
    for words in _JOINED.get(found[i].low, ()):
        if all(i + n < len(found) and found[i + n].low == word for n, word in enumerate(words)):
            return len(words)
    return 1
