"""Where a full stop ends a sentence, and where it only shortens a word: Dr. Okafor, room No. 4, St. Mary's."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ABBREVIATIONS = _words(
    "mr mrs ms dr prof st sr jr vs etc no approx dept fig e.g i.e a.m p.m u.s inc ltd co mt jan feb mar apr jun jul "
    "aug sep sept oct nov dec messrs mx rev hon gen col sgt capt lt rm bldg apt"
)
_MAY_END = _words("a.m p.m etc")
_LAST_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*$")


def only_shortens(text: str, stop: int) -> bool:
    """Whether the full stop at `stop`, after which there is a space, belongs to the word before it."""
    word = _LAST_WORD.search(text, max(0, stop - 12), stop)
    if word is None:
        return False
    last, after = word.group().lower(), text[stop + 1 : stop + 3]
    if last in _MAY_END:
        return after.strip() != "" and not after[1:].isupper()
    if last == "no":
        return after[1:].isdigit()
    initial = len(last) == 1 and last != "i" and word.group().isupper()
    return last in _ABBREVIATIONS or initial
