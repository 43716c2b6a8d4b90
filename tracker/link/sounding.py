"""Names that are written or sound alike: what a doubtful word may have been."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from tracker.link.mentions import fold

_NEAR = 0.6
"""Letters, or sounds, in common, as `difflib` counts: 'hall, Lord' and 'hall drawer', not 'hall' and 'garage'."""
_MOST = 3
_LONGEST = 80
_CONFUSED = {"bfpv": "p", "cgjkqsxz": "k", "dt": "t", "mn": "m", "aeiouyhw": ""}
_SOUNDS = str.maketrans({letter: sound for letters, sound in _CONFUSED.items() for letter in letters})
_REPEATED = re.compile(r"(.)\1+")


def sounding_like(heard: str, names: Iterable[str]) -> list[str]:
    """Of the names those that are written or sound near what was heard, nearest first, at most three; not itself."""
    wanted = _letters(heard)
    near: list[tuple[float, str]] = []
    for name in set(names):
        written = _letters(name)
        if not written or not wanted or written == wanted:
            continue
        alike = max(_alike(wanted, written), _alike(_sound(wanted), _sound(written)))
        if alike >= _NEAR:
            near.append((-alike, name))
    return [name for _, name in sorted(near)[:_MOST]]


def _letters(name: str) -> str:
    return "".join(one for one in fold(name[:_LONGEST]) if one.isalnum())


def _sound(letters: str) -> str:
    """The consonants, those that are confused as one; a Han character for itself."""
    sound = _REPEATED.sub(r"\1", letters.translate(_SOUNDS))
    return sound if len(sound) > 1 else letters


def _alike(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < _NEAR or matcher.quick_ratio() < _NEAR:
        return 0.0
    return matcher.ratio()
