"""What the words around a phrase make of it: "every Monday", "3pm EST", "yesterday's paper", "room 12:30"."""

from __future__ import annotations

import re
from functools import cache

from tracker.language.when.phrases import Phrase
from tracker.language.when.pieces import Problem
from tracker.language.when.result import Anchor, Lasting
from tracker.language.when.rules import LATIN
from tracker.language.when.sided import Sided


def in_context(text: str, start: int, end: int, phrase: Phrase) -> Phrase | None:
    """What the words around a phrase make of it: themselves a time, a problem, or not a time at all."""
    before, after = text[max(0, start - 24) : start], text[end : end + 24]
    if isinstance(phrase, Anchor | Lasting):
        return phrase
    instant = isinstance(phrase, Sided) and phrase.span.grain.is_instant
    if instant and text[start].isdigit() and _belongs_to_a_noun().search(before):
        return None
    if _name_before().search(before) or (text[start].isdigit() and _numbered_before().search(before)):
        return None
    if _unit_after().match(after):
        if after[:5].lower() == " week" or after.lower().startswith(" fortnight"):
            return Problem(f"{text[start:end]!r} is followed by{after.split(',')[0]!r}")
        return None
    if _reckoned_before().search(before) or (_one_sided().match(text, start) and _counted_before().search(before)):
        return Problem(f"{text[start:end]!r} is only part of a longer time phrase")
    if instant and (zone := _other_zone().match(after)):
        return Problem(f"{text[start:end]!r} is told in another zone ({zone['zone']})")
    return phrase


@cache
def _other_zone() -> re.Pattern[str]:
    return re.compile(
        r" ?\(?(?P<zone>[ECMP][SD]T|[ECMP]T|CES?T|WES?T|EES?T|BST|IST|JST|KST|HKT|SGT|AE[SD]T"
        r"|UTC|GMT|Z)(?:[+-][0-9]{1,2})?\)?(?![A-Za-z])"
    )


@cache
def _unit_after() -> re.Pattern[str]:
    return re.compile(
        rf"'s?(?![{LATIN}])|'s\b|的(?=[\u3400-\u9fff])| (?:week|fortnight)(?![A-Za-z])"
        rf"|[-_@/\\#]\w| of (?!mine|ours)[a-z]| \([a-z ]*(?:cat|dog|name)",
        re.IGNORECASE,
    )


@cache
def _name_before() -> re.Pattern[str]:
    return re.compile(r"(?:[#@_/\$€£.-]|\b(?:every|each) )$", re.IGNORECASE)


@cache
def _numbered_before() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:room|page|chapter|verse|ratio|score|version|line|no|flat|unit|gate|bus|platform)\.? $", re.IGNORECASE
    )


@cache
def _belongs_to_a_noun() -> re.Pattern[str]:
    """Before "5pm news" and "8:30 train"."""
    return re.compile(r"(?<![A-Za-z])(?:the|an?|his|her|my|your|our|their) $", re.IGNORECASE)


@cache
def _one_sided() -> re.Pattern[str]:
    return re.compile(r"(?:before|after|from|since) ", re.IGNORECASE)


_COUNTED = "(?:days?|weeks?|months?|years?|hours?|minutes?|night|morning|evening|afternoon)"


@cache
def _counted_before() -> re.Pattern[str]:
    return re.compile(f"{_COUNTED} $", re.IGNORECASE)


@cache
def _reckoned_before() -> re.Pattern[str]:
    return re.compile(
        f"{_COUNTED} (?:before|after|from|since) $|(?:农历|阴历|旧历|[0-9〇零一二三四五六七八九]年的?)$",
        re.IGNORECASE,
    )
