"""What people say before what they tell: 'remember that …', 'FYI', 'hey tracker, could you note down …'.

A preface that asks to be noted makes what follows a statement, even where it ends in a question mark. 'Remember to …'
is none: it asks for something to be done."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.ingest.sentences.tokens import Token
from tracker.language.english.lexicon import WH_WORDS
from tracker.language.words import words

_GREETINGS = words("hey hi hello ok okay yo so well and also oh please alexa siri google tracker assistant computer")
_REQUESTS = words("can could would will")
_KEPT = (
    "remember", "please remember", "do not forget", "keep in mind", "bear in mind", "take note", "make a note",
    "make note", "note down", "jot down", "write down", "just so you know", "so you know", "for the record",
    "for your information", "by the way", "heads up", "fyi", "btw", "psa", "note to self", "for future reference",
    "just to let you know", "just letting you know", "let the record show",
)  # fmt: skip
_KEPT_IF_MARKED = ("note", "log", "save", "record", "reminder", "update", "quick note", "quick update", "store", "memo")
"""Prefaces only before 'that', 'this' or a colon: 'the store is closed', 'note on the fridge' tell something else."""
_MARKS = words("that this it : , - –")
_DEMANDS = words("to where when what who why how if whether")


def _sequences(phrases: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(phrases, key=lambda one: -len(one.split())):
        found.setdefault(phrase.split()[0], []).append(tuple(phrase.split()))
    return found


_SEQUENCES = _sequences((*_KEPT, *_KEPT_IF_MARKED))
_MARKED = frozenset(tuple(phrase.split()) for phrase in _KEPT_IF_MARKED)


def without_preface(toks: Sequence[Token]) -> Sequence[Token]:
    """The tokens after a preface, if the sentence has one and goes on after it."""
    i = 0
    while i < len(toks) and (toks[i].low in _GREETINGS or toks[i].low == ","):
        i += 1
    asked = i + 1 < len(toks) and toks[i].low in _REQUESTS and toks[i + 1].low == "you"
    i += 2 * asked
    if asked and i < len(toks) and toks[i].low == "please":
        i += 1
    size = _size(toks, i)
    if not size:
        return toks
    said = tuple(token.low for token in toks[i : i + size])
    i += size
    marks = 0
    while i < len(toks) and toks[i].low in _MARKS and not (marks and toks[i].low in ("this", "it")):
        if toks[i].low in ("that", "this", "it") and _is_copula(toks, i + 1):
            break
        i += 1
        marks += 1
    if (said in _MARKED and not marks) or i >= len(toks) or toks[i].low in _DEMANDS or toks[i].low in WH_WORDS:
        return toks
    return _polite_end(toks[i:], asked=asked)


def _is_copula(toks: Sequence[Token], i: int) -> bool:
    """'Remember it is in the drawer': the pronoun is the subject."""
    return i < len(toks) and toks[i].low in ("is", "was", "'s", "are", "were")


def _size(toks: Sequence[Token], i: int) -> int:
    if i >= len(toks):
        return 0
    for words_ in _SEQUENCES.get(toks[i].low, ()):
        if all(i + n < len(toks) and toks[i + n].low == word for n, word in enumerate(words_)):
            return len(words_)
    return 0


def _polite_end(toks: Sequence[Token], *, asked: bool) -> Sequence[Token]:
    """Without the 'please' and the question mark that belong to the request, not to what is told."""
    end = len(toks)
    while asked and end and (toks[end - 1].low in ("?", "please", ",") or toks[end - 1].low == "."):
        end -= 1
    while end and toks[end - 1].low == "please":
        end -= 1
    return toks[:end]
