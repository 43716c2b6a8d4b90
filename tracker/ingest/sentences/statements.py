"""Which English sentences tell facts at all: not those that ask, wish, suppose, quote, report, deny or order."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.ingest.sentences.phrases import phrase
from tracker.ingest.sentences.tokens import Token
from tracker.language.english import lexicon
from tracker.language.english.things import THINGS
from tracker.language.words import words

_QUOTES = frozenset('"“”„«»')
_DENIES = words("nobody none neither nothing nowhere hardly barely scarcely")
_SAYS_NO = frozenset((*lexicon.BE, "'s", "have", "has", "had"))
_BELIEFS = words("think thought believe believed guess suppose reckon assume bet doubt feel know")
_LONGEST = 60
"""Words; a longer sentence is kept, not read."""


def not_a_statement(toks: Sequence[Token], *, narration: bool) -> str | None:
    """Why the whole sentence tells no fact, when it does not: it asks, wishes, supposes, quotes, reports or orders."""
    words = {token.low for token in toks}
    if len(toks) > _LONGEST:
        return "too long"
    if "?" in words:
        return "question"
    if words & _QUOTES:
        return "quoted"
    if words & lexicon.CONDITIONS:
        return "hypothetical"
    if words & lexicon.WISHES:
        return "wish"
    if words & lexicon.REPORTS:
        return "unsure" if words & _BELIEFS and "i" in words else "reported"
    if words & _DENIES or ("no" in words and _denied_noun(toks)):
        return "negated"
    return None if narration else _asks_or_orders(toks, pleads="please" in words)


def without_asides(toks: Sequence[Token]) -> Sequence[Token]:
    """The sentence without what is in brackets in the middle of it and has no verb: 'the charger (a black one) is'."""
    kept: list[Token] = []
    i = 0
    while i < len(toks):
        end = next((j for j in range(i + 1, len(toks)) if toks[j].low == ")"), None) if toks[i].low == "(" else None
        inside = toks[i:end] if end else ()
        if end and end + 1 < len(toks) and not any(t.low in lexicon.VERB_FORMS or t.low in lexicon.BE for t in inside):
            i = end + 1
            continue
        kept.append(toks[i])
        i += 1
    return kept


def _denied_noun(toks: Sequence[Token]) -> bool:
    """'No keys are there', 'no one took it'. 'No, the keys …', 'is no longer' and 'there is no milk' deny otherwise."""
    for before, token, following in zip(("", *(t.low for t in toks)), toks, toks[1:], strict=False):
        if token.low != "no" or before in _SAYS_NO or following.low == "longer":
            continue
        if following.low == "one" or not (following.low in lexicon.DETERMINERS or following.low in lexicon.PRONOUNS):
            return following.low[0].isalnum()
    return False


def _asks_or_orders(toks: Sequence[Token], *, pleads: bool) -> str | None:
    i = 0
    while i < len(toks) and (toks[i].low in lexicon.OPENERS or toks[i].low == ","):
        i += 1
    if i >= len(toks):
        return None
    low = toks[i].low
    if low in lexicon.WH_WORDS and low not in ("when", "which"):
        return "question"
    if low == "do" or pleads:
        return "instruction"
    helper = low in lexicon.BE or low in ("does", "did", "has", "have", "had") or low in lexicon.MODALS
    named = toks[i].text[0].isupper() and i > 0
    if helper and not named and phrase(toks, i + 1, subject=True) is not None:
        return "question"
    form = lexicon.VERB_FORMS.get(low)
    if low in THINGS and i + 1 < len(toks) and lexicon.PREPOSITIONS.get(toks[i + 1].low) in lexicon.PLACING:
        return None
    if form and "b" in form[1] and not named and "'s" not in (toks[i + 1].low if i + 1 < len(toks) else ""):
        return "instruction"
    return None
