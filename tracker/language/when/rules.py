"""How a family states its grammar: patterns and what they build, tried at one position of the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from tracker.language.when.asked import Asked

T = TypeVar("T")

LATIN = "A-Za-z0-9_\u00c0-\u024f"
"""What continues a Latin word: no English phrase may begin or end inside one. Han may touch it."""


class Rule(NamedTuple, Generic[T]):
    """`build` may still say None: the words fit, the meaning does not."""

    pattern: re.Pattern[str]
    build: Callable[[re.Match[str], Asked], T | None]


class Family(NamedTuple, Generic[T]):
    """The rules of one idea, by the script a phrase may begin in; one that begins with a digit may be either's."""

    english: tuple[Rule[T], ...]
    chinese: tuple[Rule[T], ...]

    def both(self) -> tuple[Rule[T], ...]:
        """Every rule, English first."""
        return self.english + self.chinese


def family(*rules: Rule[T]) -> Family[T]:
    """Sort rules by script: English patterns ignore case, Chinese ones have none."""
    latin = tuple(rule for rule in rules if rule.pattern.flags & re.IGNORECASE)
    return Family(latin, tuple(rule for rule in rules if rule not in latin))


def english(pattern: str) -> re.Pattern[str]:
    """A case-insensitive pattern over whole Latin words."""
    return re.compile(rf"(?<![{LATIN}])(?:{pattern})(?![{LATIN}])", re.IGNORECASE)


def chinese(pattern: str) -> re.Pattern[str]:
    """A pattern over Simplified Chinese, where words are not separated."""
    return re.compile(pattern)


def readings(rules: Family[T], text: str, position: int, asked: Asked) -> Iterator[tuple[int, T]]:
    """Every rule that fits at `position`, as (where it ends, what it means). What no calendar has, like the day after
    the last, is not read as a time."""
    first = text[position : position + 1]
    tried = rules.both() if first.isdigit() else rules.english if first.isascii() else rules.chinese
    for pattern, build in tried:
        match = pattern.match(text, position)
        try:
            piece = build(match, asked) if match else None
        except (OverflowError, ValueError):
            continue
        if match and piece is not None:
            yield match.end(), piece
