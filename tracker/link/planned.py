"""What is planned is told and asked in different forms of the same words: "Mum is coming", "when does Mum come?".

A plan and words about it are alike when the words that carry the meaning are; what is told and what is asked must agree
on that, so both halves read it here."""

from __future__ import annotations

import re

from tracker.language.english.lexicon import VERB_FORMS
from tracker.language.normalise import simplified
from tracker.link.mentions import fold

_SAME = {
    "arrive": "come", "visit": "come", "lapse": "expire", "phone": "call", "ring": "call", "attend": "go",
    "been": "go", "rang": "call", "rung": "call",
}  # fmt: skip
"""Verbs that say the same of a plan, and forms that the table of verbs does not have."""
_EMPTY = frozenset(
    [
        "the",
        "a",
        "an",
        "my",
        "our",
        "your",
        "his",
        "her",
        "its",
        "their",
        "this",
        "that",
        "to",
        "of",
        "for",
        "on",
        "at",
        "in",
        "by",
        "over",
        "round",
        "back",
        "with",
        "and",
        "or",
        "some",
        "up",
        "out",
        "home",
        "i",
        "we",
        "you",
        "it",
        "be",
        "is",
        "are",
        "am",
        "was",
        "were",
        "have",
        "has",
        "had",
        "will",
        "shall",
        "do",
        "does",
        "did",
        "need",
        "must",
        "should",
        "appointment",
    ]
)
"""Words that tell no plan from another."""
_ATTENDING = frozenset(("go", "do", "see", "be", "get", "pay", "have"))
"""'Been to the dentist' and 'paid the rent' are about the dentist and the rent."""
_RUNS_OUT = re.compile(r"\b(?:run|runs|running|ran) out\b|\bgo(?:es)? off\b|\b(?:is|are) up\b")
_HAN = re.compile("[\u3400-\u9fff]")
_HAN_EMPTY = re.compile("[我你他她的了过要会得吗呢是在就去把]|已经|我们|一下")


def root(word: str) -> str:
    """The form that all forms of a word share: a base form, or what is left without its ending."""
    base = VERB_FORMS[word][0] if word in VERB_FORMS else word
    for ending in ("ies", "ing", "ed", "es", "s"):
        if base == word and word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: -len(ending)]
            base = base[:-1] if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "sl" else base
            break
    known = next((one for one in (base, f"{base}e") if one in _SAME or one in VERB_FORMS), base)
    same = _SAME.get(known, known)
    return same.removesuffix("e") if len(same) > 3 else same


def meaning_of(phrase: str) -> frozenset[str]:
    """The words of a phrase that carry its meaning, each in its shared form; of Chinese, its characters."""
    words = _RUNS_OUT.sub("expire", fold(phrase).replace("_", " "))
    if _HAN.search(words):
        return frozenset(_HAN_EMPTY.sub("", simplified(words).replace(" ", "")))
    roots = (root(word) for word in re.findall(r"[a-z0-9]+", words.replace("'s", "")))
    return frozenset(one for one in roots if one not in _EMPTY)


def speaks_of(phrase: str, plan: str, what: str = "") -> bool:
    """Whether a phrase can mean the plan with this id, told in the words `what`: all that it says is said there, but
    for the verb of what one does with anything planned."""
    said, told = meaning_of(phrase), meaning_of(plan) | meaning_of(what)
    if said and said <= told:
        return True
    rest = said - _ATTENDING
    return bool(rest) and rest <= told and (rest != said)
