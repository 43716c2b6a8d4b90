"""One spelling for a text, with the way back to how it was written.

Traditional Chinese becomes Simplified, full-width forms become narrow, typographic apostrophes and
spaces become plain, and characters that draw nothing (zero-width, bidirectional controls) vanish.
Letter case is kept: "may" and "May" differ. Every span found in the folded text is handed back in
the coordinates of the original.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from opencc import OpenCC

Language = Literal["en", "zh"]

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_FOLDED_COMPATIBILITY = {"<wide>", "<narrow>", "<noBreak>"}


@dataclass(frozen=True, slots=True)
class Normalised:
    """A folded text and, for each of its characters, where that character stood in the original."""

    original: str
    text: str
    offsets: tuple[int, ...] | None = None
    """Original offset of each folded character; None when the two texts line up one to one."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original `[start, end)` of the folded `[start, end)`, without dropped characters at its edges."""
        if self.offsets is None or start >= end:
            return (start, end) if self.offsets is None else (self._offset(start), self._offset(start))
        return self.offsets[start], self.offsets[end - 1] + 1

    def quote(self, start: int, end: int) -> str:
        """The original characters behind the folded `[start, end)`."""
        first, last = self.span(start, end)
        return self.original[first:last]

    def _offset(self, position: int) -> int:
        assert self.offsets is not None
        return self.offsets[position] if position < len(self.offsets) else len(self.original)


def normalise(text: str) -> Normalised:
    """Fold `text`; time and memory are linear in its length, and no text is refused."""
    if text.isascii() and not _invisible_ascii().search(text):
        return Normalised(text, text)
    folded = [_fold(character) for character in text]
    offsets = None
    if "" in folded:
        offsets = tuple(position for position, character in enumerate(folded) if character)
    return Normalised(text, simplified("".join(folded)), offsets)


def simplified(text: str) -> str:
    """`text` in Simplified Chinese, character for character: the length never changes.

    OpenCC chooses by phrase (乾坤 stays, 乾淨 becomes 干净). Should a phrase ever change length, the
    whole text is converted one character at a time instead, so that offsets stay true.
    """
    if not _han().search(text):
        return text
    converted = _converter().convert(text)
    return converted if len(converted) == len(text) else "".join(map(_simplified_character, text))


def language_of(text: str) -> Language:
    """'zh' when a text has at least as many Han characters as Latin words, else 'en'.

    A Chinese sentence that names an iPhone stays Chinese; an English one that quotes 你好 stays English
    as long as it says more words than it quotes characters.
    """
    characters = sum(1 for _ in _han().finditer(text))
    return "zh" if characters and characters >= sum(1 for _ in _latin_word().finditer(text)) else "en"


@lru_cache(maxsize=8192)
def _fold(character: str) -> str:
    if character in "\u2018\u2019\u02bc\uff07":
        return "'"
    if "\ud800" <= character <= "\udfff":  # a lone surrogate cannot be encoded, and OpenCC would refuse it
        return "\ufffd"
    category = unicodedata.category(character)
    if category == "Cf" or character == "\x00" or "\ufe00" <= character <= "\ufe0f":
        return ""
    if category == "Zs":
        return " "
    decomposition = unicodedata.decomposition(character)
    if not decomposition:
        return character
    tag = decomposition.split(" ", 1)[0]
    radical_or_ideograph = "\u2e80" <= character <= "\u2fdf" or "\uf900" <= character <= "\ufaff"
    if tag in _FOLDED_COMPATIBILITY or radical_or_ideograph:
        narrow = unicodedata.normalize("NFKC", character)
        return narrow if len(narrow) == 1 else character
    return character


@cache
def _simplified_character(character: str) -> str:
    converted = _converter().convert(character)
    return converted if len(converted) == 1 else character


@cache
def _converter() -> OpenCC:
    from opencc import OpenCC  # loads its dictionaries from disk: only when Han text first appears

    return OpenCC("t2s")


@cache
def _han() -> re.Pattern[str]:
    return re.compile(f"[{_HAN}]")


@cache
def _latin_word() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z\u00c0-\u024f][A-Za-z\u00c0-\u024f']*")


@cache
def _invisible_ascii() -> re.Pattern[str]:
    return re.compile("\x00")
