"""How like a question texts are, by their words alone: no model, English and Chinese.

BM25 over the texts that may be found, and no others: how rare a word is must not tell of texts that the reader may not
read. Chinese is compared by characters and pairs of them, English by stems."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from tracker.language.spoken import keys_in, words_in

_SATURATION, _LENGTH = 1.2, 0.6
_ENDING = re.compile(r"(?:ations?|ings?|ed|ers?|ly|ments?|ies|y|es|e|s)$")
_SHORTEST_STEM = 3


def terms(text: str) -> Counter[str]:
    """What of a text is compared."""
    words = words_in(text)
    asked = keys_in(words)
    pairs = [one + two for one, two in pairwise(words) if one + two in asked]
    return Counter([_stem(word) for word in words if word in asked] + pairs)


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    """'planned', 'planning' and 'plans' meet; no more is needed than that."""
    if not word.isascii() or word.isdigit():
        return word
    stem = _ENDING.sub("", word)
    if len(stem) < _SHORTEST_STEM:
        return word
    return stem[:-1] if len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] else stem


def by_words(question: str, texts: Sequence[str]) -> list[float]:
    """The likeness of each text to the question, from 0 (no word in common) to less than 1."""
    asked = terms(question)
    if not asked or not texts:
        return [0.0] * len(texts)
    found = [terms(text) for text in texts]
    lengths = [sum(each.values()) for each in found]
    usual = sum(lengths) / len(lengths) or 1.0
    among = Counter(term for each in found for term in asked.keys() & each.keys())
    weight = {term: math.log(1 + (len(texts) - among[term] + 0.5) / (among[term] + 0.5)) for term in asked}
    most = sum(weight.values()) * (_SATURATION + 1)

    def like(each: Counter[str], length: int) -> float:
        dulled = _SATURATION * (1 - _LENGTH + _LENGTH * length / usual)
        common = sorted(asked.keys() & each.keys())
        return sum(weight[term] * each[term] * (_SATURATION + 1) / (each[term] + dulled) for term in common) / most

    return [like(each, length) for each, length in zip(found, lengths, strict=True)]
