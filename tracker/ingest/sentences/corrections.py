"""Taking words back in the same breath: 'it's in the bag, no wait, it's in the car'.

What stands before such words is withdrawn as far as what follows says something else about it; where nothing that
follows is understood, what stands before is not claimed either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracker.ingest.sentences.tokens import Token, tokens
from tracker.language.english import lexicon

_TAKEN_BACK = tuple(
    tuple(words.split())
    for words in (
        "no wait actually", "no wait", "wait no", "oh wait", "wait", "scratch that", "strike that", "i mean",
        "or rather", "actually no", "no actually", "correction", "my mistake", "my bad", "sorry", "no sorry",
        "sorry no",
    )
)  # fmt: skip
_ASIDE = frozenset((",", ".", "…", "-", "–", "—", "!", ":", ";", "(", "*"))


class TakenBack(NamedTuple):
    """The words before and after 'no wait'."""

    before: Sequence[Token]
    after: Sequence[Token]


def taken_back(toks: Sequence[Token]) -> TakenBack | None:
    """The sentence parted at words that take back what stands before them; `before` is empty where they begin it."""
    for i, token in enumerate(toks):
        if token.low not in TAKES_BACK or (i > 0 and not _set_off(toks, i)):
            continue
        size = _size(toks, i)
        if not size or (i == 0 and not _goes_on(toks, size)):
            continue
        end = i + size
        while end < len(toks) and (toks[end].low in _ASIDE or toks[end].low in ("no", "actually")):
            end += 1
        begin = i
        while begin and toks[begin - 1].low in _ASIDE:
            begin -= 1
        return TakenBack(toks[:begin], _completed(toks[:begin], toks[end:]))
    return None


def takes_back(text: str) -> bool:
    """Whether a sentence begins by taking back the one before: 'Scratch that, they're in my bag.'"""
    begins = taken_back(tokens(text[:_BEGINNING]))
    return begins is not None and not begins.before


_BEGINNING = 40
TAKES_BACK = frozenset(words[0] for words in _TAKEN_BACK)
"""The first words of what takes something back."""


def _set_off(toks: Sequence[Token], i: int) -> bool:
    """'…, sorry, …': a pause before it, or the pair 'or rather' itself."""
    return toks[i - 1].low in _ASIDE or toks[i].low == "or"


def _goes_on(toks: Sequence[Token], size: int) -> bool:
    """At the beginning only with a pause after it: 'sorry the door is open' takes nothing back."""
    return size < len(toks) and toks[size].low in _ASIDE and toks[0].low != "sorry"


def _size(toks: Sequence[Token], i: int) -> int:
    for words in sorted(_TAKEN_BACK, key=len, reverse=True):
        if tuple(token.low for token in toks[i : i + len(words)] if token.low != ",") == words:
            return len(words)
    return 0


def _completed(before: Sequence[Token], after: Sequence[Token]) -> Sequence[Token]:
    """'… is in the garage, or rather in the shed': only the place is said again."""
    if not before or not after or lexicon.PREPOSITIONS.get(after[0].low) not in (*lexicon.PLACING, "with"):
        return after
    placed = [i for i, token in enumerate(before) if lexicon.PREPOSITIONS.get(token.low) in (*lexicon.PLACING, "with")]
    return [*before[: placed[-1]], *after] if placed else after
