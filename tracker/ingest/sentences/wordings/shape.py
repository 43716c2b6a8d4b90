"""Set wordings: what people say in fixed words around a thing, a place or a person.

A shape is a line of words. `a|b` is either, `[a]` may be left out, `_` joins what is one token, and capitals are slots:
SUBJ and OBJ (things or people, before and after the verb), WHERE (a preposition and a place), PLACE (the place alone),
QTY (an amount of something). Plain adverbs may stand between any two; denials, doubts and habits may not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tracker.ingest.sentences.claims import Found, Meaning
from tracker.ingest.sentences.clause import is_manner
from tracker.ingest.sentences.families.pattern import Example
from tracker.ingest.sentences.phrases import Phrase, group, phrase
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.tokens import Token
from tracker.ingest.sentences.wordings.amounts import Amount, amount
from tracker.language.english import lexicon

_SLOTS = frozenset(("SUBJ", "OBJ", "WHERE", "PLACE", "QTY"))
_ENDS = frozenset((",", ";", ".", "!", "…", "-", "–", "—", "(", ")"))


class Element(NamedTuple):
    """One place of a shape: one of `words`, or what fills `slot`."""

    words: frozenset[str]
    slot: str
    optional: bool


class Filled(NamedTuple):
    """A shape laid over a clause: `said` are the words that its alternatives took, in order."""

    said: tuple[str, ...] = ()
    subjects: tuple[Phrase, ...] = ()
    objects: tuple[Phrase, ...] = ()
    preposition: str = ""
    place: Phrase | None = None
    amount: Amount | None = None

    @property
    def relation(self) -> str:
        """The relation that the place is told in."""
        return lexicon.PREPOSITIONS[self.preposition] if self.preposition else "at"


Read = Callable[[Filled, Scene], "list[Found] | None"]


class Wording(NamedTuple):
    """Some shapes with one meaning. `despite`: shapes that are read although the sentence denies or doubts as a whole
    ('no idea where the keys are')."""

    name: str
    shapes: tuple[str, ...]
    confidence: float
    read: Read
    examples: tuple[Example, ...]
    meaning: Meaning = "state"
    despite: bool = False


def elements(shape: str) -> tuple[Element, ...]:
    """A shape as written, taken apart."""
    made = []
    for part in shape.split():
        optional = part[0] == "[" and part[-1] == "]"
        inner = part[1:-1] if optional else part
        slot = inner if inner in _SLOTS else ""
        words = frozenset() if slot else frozenset(word.replace("_", " ") for word in inner.split("|"))
        made.append(Element(words, slot, optional))
    return tuple(made)


def required(shape: tuple[Element, ...]) -> tuple[frozenset[str], ...]:
    """What every sentence of this shape has a word of, the rarest first."""
    wanted = [element.words for element in shape if element.words and not element.optional]
    return tuple(sorted(wanted, key=lambda words: (bool(words & _COMMON), len(words))))


_COMMON = frozenset(("is", "are", "has", "have", "not", "the", "no", "i", "we", "'s", "there", "it", "in", ",", "me"))


def lay(shape: tuple[Element, ...], toks: Sequence[Token], begin: int) -> tuple[Filled, int] | None:
    """The shape over the tokens from `begin` to the end of a clause, and the token after it."""
    return _lay(shape, 0, toks, begin, Filled())


def _lay(
    shape: tuple[Element, ...], n: int, toks: Sequence[Token], i: int, filled: Filled
) -> tuple[Filled, int] | None:
    if n == len(shape):
        end = _past_adverbs(toks, i)
        return (filled, end) if _ends(toks, end) else None
    element = shape[n]
    at = i
    while True:
        taken = _take(element, _until_next(shape, n, toks, at), at, filled)
        if taken is not None:
            done = _lay(shape, n + 1, toks, taken[1], taken[0])
            if done is not None:
                return done
        if at >= len(toks) or not _is_adverb(toks[at].low):
            break
        at += 1
    return _lay(shape, n + 1, toks, i, filled) if element.optional else None


def _until_next(shape: tuple[Element, ...], n: int, toks: Sequence[Token], begin: int) -> Sequence[Token]:
    """The tokens before the word that must come after a slot: 'My phone | died', whatever 'phone died' could mean."""
    following = next((later.words for later in shape[n + 1 :] if not later.optional), frozenset())
    if not shape[n].slot or not following:
        return toks
    end = next((i for i in range(begin + 1, len(toks)) if toks[i].low in following), None)
    return toks if end is None else toks[:end]


def _take(element: Element, toks: Sequence[Token], i: int, filled: Filled) -> tuple[Filled, int] | None:
    if i >= len(toks):
        return None
    if element.words:
        low = toks[i].low
        return (filled._replace(said=(*filled.said, low)), i + 1) if low in element.words else None
    if element.slot == "QTY":
        counted = amount(toks, i)
        return (filled._replace(amount=counted[0]), counted[1]) if counted else None
    if element.slot in ("WHERE", "PLACE"):
        return _place(element.slot, toks, i, filled)
    named, end = group(toks, i, subject=element.slot == "SUBJ", bare_verbs=False)
    if not named:
        return None
    if element.slot == "SUBJ":
        return filled._replace(subjects=tuple(named)), end
    return filled._replace(objects=tuple(named)), end


def _place(slot: str, toks: Sequence[Token], i: int, filled: Filled) -> tuple[Filled, int] | None:
    preposition = ""
    if slot == "WHERE":
        preposition = toks[i].low
        if lexicon.PREPOSITIONS.get(preposition) not in lexicon.PLACING:
            return None
        i += 1
    end = next((j for j in range(i, len(toks) - 1) if toks[j].low == "of" and toks[j + 1].low == "all"), len(toks))
    read = phrase(toks[:end], i, subject=False)
    return (filled._replace(preposition=preposition, place=read[0]), read[1]) if read else None


def _is_adverb(low: str) -> bool:
    if low in lexicon.HEDGES or low in lexicon.HABITS:
        return False
    return low in lexicon.ADVERBS or low in ("all", "completely", "totally", "yet", "anywhere") or is_manner(low)


def _past_adverbs(toks: Sequence[Token], i: int) -> int:
    while i < len(toks) and (_is_adverb(toks[i].low) or toks[i].low in ("anymore", "any", "more", "far")):
        i += 1
    of_all = [token.low for token in toks[i : i + 3]]
    return i + 3 if of_all[:2] == ["of", "all"] and of_all[2:] in (["places"], ["things"]) else i


def _ends(toks: Sequence[Token], i: int) -> bool:
    if i >= len(toks):
        return True
    low = toks[i].low
    return low in _ENDS or not low[0].isalnum() or low in lexicon.CONNECTIVES or low in lexicon.SUBORDINATORS
