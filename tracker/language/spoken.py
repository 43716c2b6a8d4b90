"""The words of a sentence as it mentions things: spellings that name one thing are one.

`key_of` a name is among the `keys_in` every sentence that mentions it, so that a sentence can be stored by its keys and
found again under names that were given later. Everything is linear in the length of the text."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from itertools import pairwise

from tracker.language.normalise import normalise


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_WORD = re.compile(f"[{_HAN}]|[^\\W_{_HAN}]+")
_IS_HAN = re.compile(f"[{_HAN}]")
_POSSESSIVE = re.compile(r"'s\b")
DETERMINERS = frozenset(
    ["the", "a", "an", "my", "our", "your", "his", "her", "its", "their", "this", "that", "these", "those"]
)
NAMES_NOTHING = DETERMINERS | _words(
    "i you he she it we they me him us them is are was were be been am do does did has have had will would can could "
    "and or but not no so then there here of to in on at by for from with as if"
)
"""Words by which nothing is looked up."""
_LONGEST_NAME = 200
UNREAD = "unread"
"""The part of a source key that sets words apart that no claim was read from: of a sentence that has claims, or about
what its pronouns can mean."""
OF_AN_ACTION = "said"
"""The last part of the source key of words that an action answers: of these, all that they tell is in the log."""


def words_in(text: str) -> tuple[str, ...]:
    """The words of a text in order, without determiners: lower case, singular, each Han character (Simplified) for
    itself; 'Ana's bags' gives ana, bag."""
    return tuple(map(_singular, spelled_in(text)))


def spelled_in(text: str) -> list[str]:
    """As `words_in`, plural as they are written."""
    folded = _POSSESSIVE.sub(" ", normalise(text).text.casefold())
    return [word for word in _WORD.findall(folded) if word not in DETERMINERS]


@lru_cache(maxsize=8192)
def _singular(word: str) -> str:
    if len(word) < 4 or not word.isascii() or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]


@lru_cache(maxsize=8192)
def words_of_name(name: str) -> tuple[str, ...]:
    """The words that a name or an id is mentioned by: `hall_drawer`, 'the hall drawer' and 'Hall Drawer' are one."""
    return words_in(name[:_LONGEST_NAME].replace("_", " "))


def keys_in(words: Sequence[str]) -> Set[str]:
    """All keys under which a sentence of these words is to be found."""
    found = {word for word in words if word not in NAMES_NOTHING}
    found.update(one + two for one, two in pairwise(words) if _is_han(one) and _is_han(two))
    return found


def key_of(name: Sequence[str]) -> str | None:
    """The key that a sentence must have to mention a name of these words; None when nothing in it is one."""
    if len(name) > 1 and _is_han(name[-1]) and _is_han(name[-2]):
        return name[-2] + name[-1]
    wanted = [word for word in name if word not in NAMES_NOTHING]
    return next((word for word in reversed(wanted) if not word.isdigit()), wanted[-1] if wanted else None)


def mentions(words: Sequence[str], name: Sequence[str]) -> list[tuple[int, int]]:
    """Where a sentence of these words says the name: `[start, end)` of the words, from left to right."""
    size, wanted = len(name), tuple(name)
    if not size:
        return []
    return [(at, at + size) for at in range(len(words) - size + 1) if tuple(words[at : at + size]) == wanted]


def is_only_a_landmark(words: Sequence[str], start: int, end: int) -> bool:
    """Whether the name at `[start, end)` only says where something else is: 'on the desk', 從抽屜, 桌子上.

    'With the pump' is not such a place: whoever left with it took it along."""
    before = words[start - 1] if start else ""
    after = words[end] if end < len(words) else ""
    return before in _PLACING or (_is_han(words[end - 1]) and (before in _HAN_PLACING or after in _HAN_SIDES))


_PLACING = _words(
    "in into inside within on onto upon atop at under underneath beneath below behind beside near next to toward "
    "towards from off through across along around against above over past between"
)
_HAN_PLACING = frozenset("在到从往进回向朝")
_HAN_SIDES = frozenset("里上下内外旁边前后")


def _is_han(word: str) -> bool:
    return len(word) == 1 and _IS_HAN.match(word) is not None
