"""A text into its sentences, with the characters each one covers. Linear in the length of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tracker.language.abbreviations import only_shortens

LONGEST = 2_000
"""Characters of the longest sentence that is read; a longer run is cut into pieces that are only kept."""

_BREAK = re.compile(r"[.!?…]+|[。！？!?；]+|[\r\n\u2028\u2029]+")
_NUMBERED = re.compile(r"\s*1[.)]\s")
_NUMBERED_BREAK = re.compile(r"(?:(?<=\S)\s+|\s*[\r\n]\s*)\d{1,2}[.)](?=\s)|" + _BREAK.pattern)
"""In '1. Keys in the drawer 2. Phone on the desk' the numbers end what stands before them."""
_CLOSING = "\"'”’」』）)]》*_"


class Sentence(NamedTuple):
    """One sentence as written, without surrounding white space: `text[start:end]`. `cut`: a piece of a longer run."""

    text: str
    start: int
    end: int
    cut: bool = False


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text in order. A full stop inside a number, a name or an abbreviation ends nothing."""
    start = 0
    numbered = _NUMBERED.match(text) is not None
    for match in (_NUMBERED_BREAK if numbered else _BREAK).finditer(text):
        if match.start() < start:
            continue
        end = match.end()
        if match.group()[0].isspace():
            yield from _pieces(text, start, match.start())
            start = end
            continue
        if match.group()[0] == "." and not _ends_sentence(text, match):
            continue
        while end < len(text) and text[end] in _CLOSING and end - match.end() < 4:
            end += 1
        yield from _pieces(text, start, end)
        start = end
    yield from _pieces(text, start, len(text))


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    after = text[match.end() : match.end() + 2]
    if after and not after[0].isspace() and after[0] not in _CLOSING and after[0].isascii():
        return after[0].isupper() and text[max(0, match.start() - 2) : match.start()].islower()
    if len(match.group()) > 1 and "!" not in match.group() and "?" not in match.group():
        # 'On the desk... sorry, on the shelf' goes on after its dots.
        return not text[match.end() : match.end() + 3].strip()[:1].islower()
    if len(match.group()) > 1 or not after:
        return True
    return not only_shortens(text, match.start())


def _pieces(text: str, start: int, end: int) -> Iterator[Sentence]:
    cut = end - start > LONGEST
    for first in range(start, end, LONGEST):
        piece = text[first : min(end, first + LONGEST)]
        left = len(piece) - len(piece.lstrip())
        kept = piece.strip()
        if any(character.isalnum() for character in kept):
            yield Sentence(kept, first + left, first + left + len(kept), cut)
