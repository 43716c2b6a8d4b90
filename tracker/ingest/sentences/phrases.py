"""English noun phrases: 'the hall drawer', "Ana's bag", 'Mary and Tom', 'them'."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tracker.ingest.sentences.tokens import Token
from tracker.language.english import lexicon
from tracker.language.states import DONE_TO
from tracker.language.words import words

_AGREES_WITH_SINGULAR = frozenset("sd")
_CLOSES = frozenset().union(
    lexicon.PREPOSITIONS,
    lexicon.BE,
    lexicon.MODALS,
    lexicon.PRONOUNS,
    lexicon.DETERMINERS,
    lexicon.SUBORDINATORS,
    lexicon.CONDITIONS,
    lexicon.HEDGES,
    lexicon.HABITS,
    words(
        "and or nor but not no then so either neither there here to have has had do does did "
        "up down out away back aside anymore yet"
    ),
)
"""Words that no noun phrase goes on beyond."""
_PLURALS = words("people men women children kids feet knives scissors glasses pajamas pyjamas")


class Phrase(NamedTuple):
    """One noun phrase. `words` are lower case without the determiner; `start` and `end` are characters.

    `determiner` is '' for names and bare nouns, `num` for counted things; `pronoun` is set for he, it, there … only;
    `gender` only where the words alone do not tell it to this module (Chinese)."""

    text: str
    words: tuple[str, ...]
    determiner: str
    pronoun: str | None
    plural: bool
    proper: bool
    start: int
    end: int
    gender: str = ""

    @property
    def head(self) -> str:
        """The noun that says what it is: 'drawer' in 'the hall drawer', 'box' in 'box of tea' and in 'box 3'."""
        words = self.words[: self.words.index("of")] if "of" in self.words[1:] else self.words
        numbered = len(words) > 1 and words[-1].isdigit()
        return words[-2] if numbered else words[-1] if words else ""

    @property
    def definite(self) -> bool:
        return self.proper or self.pronoun is not None or self.determiner in lexicon.DEFINITE or "'s" in self.words


def left_out(verb: Token) -> Phrase:
    """The 'I' of 'Left the car at the station'."""
    return Phrase("I", ("i",), "", "i", False, False, verb.start, verb.start)


def group(toks: Sequence[Token], i: int, *, subject: bool, bare_verbs: bool) -> tuple[list[Phrase], int]:
    """Phrases joined by 'and' or commas from token `i`, and the token after them; ([], i) when there are none.

    `bare_verbs`: a base form after 'and' begins a new clause (narration: 'take knife and cut bread')."""
    first = phrase(toks, i, subject=subject)
    if first is None:
        return [], i
    found = [first[0]]
    i = first[1]
    while i < len(toks):
        after = i
        if toks[after].low == ",":
            after += 1
        if after < len(toks) and toks[after].low in ("and", "&"):
            after += 1
        if after == i or after >= len(toks) or _begins_clause(toks, after, bare_verbs):
            break
        more = phrase(toks, after, subject=subject)
        if more is None or (not subject and _verb_follows(toks, more[1])):
            break
        if toks[after - 1].low == "," and not _list_goes_on(toks, more[1], subject):
            break
        found.append(more[0])
        i = more[1]
    return found, i


def _list_goes_on(toks: Sequence[Token], i: int, subject: bool) -> bool:
    """A comma joins a list only if an 'and' follows in it: 'a plate, a cup and a fork'."""
    while i < len(toks) and toks[i].low == ",":
        more = phrase(toks, i + 2 if i + 1 < len(toks) and toks[i + 1].low == "and" else i + 1, subject=subject)
        if more is None:
            return False
        i = more[1]
    return (i < len(toks) and toks[i].low in ("and", "&")) or (i > 0 and _joined_by_and(toks, i))


def _joined_by_and(toks: Sequence[Token], end: int) -> bool:
    for j in range(end - 1, max(-1, end - 8), -1):
        if toks[j].low in ("and", "&"):
            return True
        if toks[j].low == ",":
            return False
    return False


def _begins_clause(toks: Sequence[Token], i: int, bare_verbs: bool) -> bool:
    form = lexicon.VERB_FORMS.get(toks[i].low)
    if form is None:
        return (
            toks[i].low in DONE_TO
            or toks[i].low in lexicon.BE
            or toks[i].low in ("then", "not", "is", "has", "have", "had")
        )
    kinds = form[1]
    return "d" in kinds or "s" in kinds or (bare_verbs and "b" in kinds)


def _verb_follows(toks: Sequence[Token], i: int) -> bool:
    while i < len(toks) and (toks[i].low in lexicon.ADVERBS or toks[i].low == "not"):
        i += 1
    if i >= len(toks):
        return False
    low = toks[i].low
    form = lexicon.VERB_FORMS.get(low)
    return low in lexicon.BE or low in lexicon.MODALS or low == "'s" or (form is not None and form[1] != "g")


def phrase(toks: Sequence[Token], i: int, *, subject: bool) -> tuple[Phrase, int] | None:
    """The noun phrase that starts at token `i`, and the token after it."""
    if i >= len(toks):
        return None
    start = i
    low = toks[i].low
    if low in lexicon.PRONOUNS and not (low in lexicon.DETERMINERS and _noun_at(toks, i + 1, subject)):
        token = toks[i]
        plural = low in ("they", "them", "we", "us", "these", "those")
        return Phrase(token.text, (low,), "", low, plural, False, token.start, token.end), i + 1
    determiner = ""
    while i < len(toks) and (
        toks[i].low in lexicon.DETERMINERS or toks[i].low in lexicon.NUMBERS or toks[i].low.isdigit()
    ):
        low = toks[i].low
        if low in lexicon.DETERMINERS and not determiner:
            determiner = low
        elif low not in lexicon.DETERMINERS:
            determiner = determiner or ("a" if low in ("one", "1") else "num")
        elif determiner in ("all", "both"):
            determiner = low
        else:
            return None
        i += 1
        if i + 1 < len(toks) and toks[i].low == "of" and determiner in ("num", "a", "all", "both", "some"):
            i += 1
            determiner = ""
    first = i
    i = _words_end(toks, i, subject, determiner)
    if i == first or not toks[i - 1].low[:1].isalnum():
        return None
    if (
        i + 1 < len(toks)
        and toks[i].low == "of"
        and (inner := phrase(toks, i + 1, subject=subject))
        and not inner[0].pronoun
    ):
        i = inner[1]
    return _phrase(toks, start, first, i, determiner), i


def _phrase(toks: Sequence[Token], start: int, first: int, end: int, determiner: str) -> Phrase:
    said = tuple(token.low for token in toks[first:end] if token.low not in lexicon.DETERMINERS)
    source = toks[first].text
    named = source[:1].isupper() and not determiner and (first > 0 or said[0] not in lexicon.MASS)
    head_index = said.index("of") - 1 if "of" in said[1:] else len(said) - 1
    head = said[head_index]
    plural = determiner in ("these", "those", "num", "both", "all") or _looks_plural(head)
    text = _joined(toks[first:end])
    return Phrase(text, said, determiner, None, plural, named, toks[start].start, toks[end - 1].end)


def _joined(toks: Sequence[Token]) -> str:
    """The words as written, one space between, clitics attached."""
    parts = [toks[0].text]
    for before, token in pairwise(toks):
        parts.append(token.text if token.start == before.end else " " + token.text)
    return "".join(parts)


def _looks_plural(head: str) -> bool:
    if head in _PLURALS:
        return True
    return len(head) > 3 and head.endswith("s") and not head.endswith(("ss", "us", "is", "james", "charles", "jesus"))


def _noun_at(toks: Sequence[Token], i: int, subject: bool) -> bool:
    return i < len(toks) and _words_end(toks, i, subject, "the") > i


def _words_end(toks: Sequence[Token], i: int, subject: bool, determiner: str) -> int:
    first = i
    while i < len(toks):
        low = toks[i].low
        if low == "'s" or (low in ("'", "’") and i > first and toks[i - 1].low.endswith("s")):
            if i == first or not _owned(toks, i + 1):
                break
            i += 2
            continue
        if low == "back" and i == first and determiner and i + 1 < len(toks) and _noun_goes_on(toks[i + 1].low):
            i += 1
            continue
        if low == "_" or not (low[0].isalnum()) or low in _CLOSES or (i > first and low == "any"):
            break
        adverb = low in lexicon.ADVERBS or (
            low.endswith("ly") and low not in lexicon.LY_NOUNS and not toks[i].text[0].isupper()
        )
        if adverb and (i > first or not determiner):
            break
        if i > first and toks[i].text[0].isupper() and toks[i - 1].low in lexicon.TIME_NOUNS:
            break
        if i > first and low == "home" and not (i + 1 < len(toks) and _noun_goes_on(toks[i + 1].low)):
            break
        if i > first and _is_verb_here(toks, i, subject, toks[i - 1].low):
            break
        if i == first and not determiner and not toks[i].text[0].isupper() and _finite(low, subject):
            break
        i += 1
    return i


def _noun_goes_on(low: str) -> bool:
    return low[0].isalnum() and low not in _CLOSES and low not in lexicon.ADVERBS


def _owned(toks: Sequence[Token], i: int) -> bool:
    """Whether what follows 's is a thing somebody has (Ana's bag), not what something is (the door's open)."""
    if i >= len(toks):
        return False
    low = toks[i].low
    form = lexicon.VERB_FORMS.get(low)
    return (
        low[0].isalnum()
        and low not in _CLOSES
        and low not in lexicon.ADVERBS
        and low not in lexicon.STATES
        and not (form is not None and ("g" in form[1] or "p" in form[1]) and low not in ("drink", "light"))
    )


def _finite(low: str, subject: bool) -> bool:
    """Whether a bare word must be a verb here. After the verb, 'wrap' and 'leaves' are things again."""
    form = lexicon.VERB_FORMS.get(low)
    return form is not None and form[1] != "g" and (subject or "d" in form[1] or form[0] in ("be", "have", "do"))


def _is_verb_here(toks: Sequence[Token], i: int, subject: bool, before: str) -> bool:
    form = lexicon.VERB_FORMS.get(toks[i].low)
    if form is None or form[1] == "g":
        return False
    following = toks[i + 1].low if i + 1 < len(toks) else ""
    if following in lexicon.BE or following in lexicon.MODALS or following in ("'s", "has"):
        return False
    if not subject:
        return False
    if _AGREES_WITH_SINGULAR & set(form[1]):
        return True
    return _looks_plural(before)
