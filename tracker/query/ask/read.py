"""Words → draft: which pattern reads the question whole."""

from __future__ import annotations

import re
from functools import lru_cache

from tracker.query.ask import lexicon
from tracker.query.ask.families import PATTERNS
from tracker.query.ask.pattern import Draft

_ALL_OF_IT = " throughout"
_LONGEST_NAME = 60
_MOST_WORDS = 7
_WORD = re.compile(r"[^\s,]+")
_PLAIN = re.compile(r"[\w\s'’\-&./:#,()]+")
_DETERMINER = re.compile(
    r"^(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those|all|both|any|some) (?=\S)", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def read_words(words: str, chinese: bool) -> Draft | None:
    """The first pattern that reads all of the words and finds nothing but names in its slots; None when none does."""
    for pattern in PATTERNS[chinese]:
        draft = pattern.read(words)
        if draft is not None and all(is_plain(phrase, chinese=chinese) for phrase in draft.slots.values()):
            return draft
    if words.endswith(_ALL_OF_IT):
        return read_words(words.removesuffix(_ALL_OF_IT), chinese)  # where it was all day is where it was that day
    return None


def is_plain(phrase: str, *, chinese: bool) -> bool:
    """Whether a phrase can be a name, or names joined by 'and': no verbs, no clauses, no markup."""
    if len(phrase) > _LONGEST_NAME or not _PLAIN.fullmatch(phrase):
        return False
    if phrase.lower() in lexicon.PRONOUNS:
        return True
    if phrase in lexicon.NO_NAMES:
        return False
    if chinese and any(part in _without_things(phrase) for part in lexicon.NOT_IN_A_CHINESE_NAME):
        return False
    rest = _DETERMINER.sub("", phrase)
    found = _WORD.findall(rest.lower())
    return 0 < len(found) <= _MOST_WORDS and not any(word in lexicon.NOT_IN_A_NAME for word in found)


def _without_things(phrase: str) -> str:
    for word in lexicon.THINGS_WITH_SUCH:
        phrase = phrase.replace(word, "")
    return phrase
