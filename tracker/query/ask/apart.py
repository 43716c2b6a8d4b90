"""Two questions asked in one breath: 'where is the car, and who has the key?'"""

from __future__ import annotations

import re

_ENDS = re.compile(r"[?!;\n？！；。]+\s*|\.\s+")
_HAN_JOINT = re.compile("[，,]\\s*")
_BEGINS = (
    r"(?=(?:where|who|what|when|which|how|is|are|was|were|did|does|do|has|have|any idea"
    r"|(?:can|could) you (?:tell|show))"
    r"(?:'s|'re|'d)?\b)"
)
_JOINT = re.compile(rf",?\s+(?:and|but|so)\s+(?:also\s+)?{_BEGINS}|,\s+{_BEGINS}", re.IGNORECASE)
_AND = re.compile(rf"^(?:and|but|so|also)\s+{_BEGINS}", re.IGNORECASE)
_NO_QUESTION = re.compile(
    (
        r"\W*(?:i (?:really )?(?:need|want) (?:it|them|him|her|that)\b.*|it(?: is|'s) urgent|thanks?(?: you)?"
        r"|please|hi|hello|hey)\W*"
    ),
    re.IGNORECASE,
)
_HELPER = re.compile(r"(?P<helper>is|are|was|were) (?P<first>.+?) and (?P<second>.+)", re.IGNORECASE)


def apart(text: str) -> list[str]:
    """The questions that a text asks one after the other, by its marks and by the words that begin one; those that ask
    for nothing are left out."""
    sentences = (part.strip() for part in _ENDS.split(text))
    asked = [one for one in sentences if one and not _NO_QUESTION.fullmatch(one)]
    return [part.strip() for one in asked for part in _JOINT.split(_AND.sub("", one)) if part.strip()]


def apart_at_commas(text: str) -> list[str]:
    """What a Chinese text asks between its commas: 車停哪，手機呢？"""
    return [part for one in apart(text) for part in _HAN_JOINT.split(one) if part]


def with_one_helper(words: str) -> tuple[str, str] | None:
    """'Is the door locked and the window closed' as two, where one helper stands for both."""
    found = _HELPER.fullmatch(words)
    return None if found is None else (f"{found['helper']} {found['first']}", f"{found['helper']} {found['second']}")
