"""English words with their places in the text. Contractions come apart: "isn't" is `is` + `not`."""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|would|should|could|must|need|wo|ca)(?=n['’]t\b)"
    r"|n['’]t\b|['’](?:s|m|re|ve|ll|d)\b"
    r"|[^\W_]+(?:[-_/][^\W_]+)*|[^\s\w]|_",
    re.IGNORECASE,
)
_SPELLED_OUT = {"n't": "not", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "wo": "will", "ca": "can"}


class Token(NamedTuple):
    """`low` is lower case with contractions spelled out; `start` and `end` are characters of the text.

    `'s` (is, has, or whose) and `'d` (had or would) stay as written for the parser to settle."""

    low: str
    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words and punctuation marks of a text, in order; linear in its length."""
    found = []
    for match in _TOKEN.finditer(text):
        word = match.group()
        low = word.lower().replace("’", "'")
        found.append(Token(_SPELLED_OUT.get(low, low), word, match.start(), match.end()))
    return found
