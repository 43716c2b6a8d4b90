"""The pronouns of a sentence that nobody has understood, as far as what they go back to may have moved."""

from __future__ import annotations

import re

from tracker.language.english.lexicon import PREPOSITIONS
from tracker.language.normalise import normalise

_THINGS = re.compile(r"\b(?:it|that|this)\b")
_PEOPLE = re.compile(r"\b(?:he|him|she|her(?! \w+ing\b))\b")
_GROUPS = re.compile(r"\b(?:they|them|these|those)\b")
_HAN_THING = re.compile("[它牠](?!们)")
_HAN_PERSON = re.compile("[他她](?!们|的)")
_HAN_GROUP = re.compile("[它牠他她]们(?!的)")
_FIRST = re.compile(r"\bi(?:'m|'ve)?\b(?P<rest>[^,;.!?]*)")
_WORD = re.compile(r"[a-z']+")
_OBJECTS = frozenset(
    [
        "the",
        "my",
        "a",
        "an",
        "it",
        "them",
        "him",
        "her",
        "his",
        "your",
        "our",
        "their",
        "some",
        "this",
        "that",
        "these",
        "those",
    ]
)
_HAN_FIRST = re.compile("^我(?!的|们|把|拿|帮|觉得|想)|[,，]我(?!的|们|把|拿|帮|觉得|想)")


def third_persons(text: str) -> list[tuple[bool, bool]]:
    """For each kind of pronoun in the text whether it means people, and whether several."""
    low = normalise(text).text.casefold()
    kinds = (
        ((False, False), _THINGS, _HAN_THING),
        ((True, False), _PEOPLE, _HAN_PERSON),
        ((False, True), _GROUPS, _HAN_GROUP),
        ((True, True), _GROUPS, _HAN_GROUP),
    )
    return [kind for kind, english, chinese in kinds if english.search(low) or chinese.search(low)]


def says_where_the_speaker_is(text: str) -> bool:
    """Whether news of moving could be of the speaker: 'I'm off to the workshop', not 'I lugged the hose away'."""
    low = normalise(text).text.casefold()
    return _HAN_FIRST.search(low) is not None or any(_is_of_oneself(found["rest"]) for found in _FIRST.finditer(low))


def _is_of_oneself(rest: str) -> bool:
    words = _WORD.findall(rest)
    for at, word in enumerate(words):
        if word in _OBJECTS:
            return at > 0 and words[at - 1] in PREPOSITIONS
    return bool(words)
