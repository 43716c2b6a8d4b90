"""Names that are more than a name: 'the vaccines in the fridge', 冰箱裡的疫苗, 'cart 7 spend'.

Taken whole, they name something of which nothing was ever reported, and 'nobody took it' would be a confident wrong
answer about the vaccines."""

from __future__ import annotations

import re

from tracker.language.chinese import lexicon as chinese_lexicon
from tracker.language.english import lexicon
from tracker.language.english.things import THINGS
from tracker.query.ask.meaning import Meaning
from tracker.query.ask.pattern import Draft
from tracker.query.ask.question import NotUnderstood, Question

_SIDES = "|".join(sorted(map(re.escape, chinese_lexicon.RELATIONS), key=len, reverse=True))
_AT_ITS_PLACE = re.compile(f"(?P<place>.+?)(?:{_SIDES})的?(?P<thing>.+)")
_TAKEN_THERE = re.compile(
    r"\b(?:takes?|took|taken|grabbed|nicked|stole|stolen|snatched|borrowed|fetched)\b(?!.*\b(?:into|onto|to)\b)"
    r".* (?:in|on|under|behind|at) ",
    re.IGNORECASE,
)
_LONGEST = 8


def apart_from_its_place(draft: Draft, question: Question, meaning: Meaning) -> Draft:
    """The draft with a thing that is told by its place as the thing, and the place as where it was taken from.

    NotUnderstood for a name that nothing bears and that only begins, or ends, with one that something does."""
    phrase = draft.slots.get("entity")
    if phrase is None:
        return draft
    if draft.intent == "did" and draft.settled.get("value") == "put" and _TAKEN_THERE.search(question.words):
        settled = {key: value for key, value in draft.settled.items() if key not in ("relation", "side")}
        return Draft("did", draft.slots, settled | {"value": "took"})
    if meaning.known_name(phrase) is not None:
        return draft
    if not question.chinese:
        if _goes_on(phrase, meaning):
            raise NotUnderstood("no pattern")
        return draft
    found = _AT_ITS_PLACE.fullmatch(phrase)
    if found is None or any(meaning.known_name(name) is None for name in found.groups()):
        return draft
    if draft.intent == "who_has" and draft.settled.get("value") == "took":
        slots = {"place": found["place"], "entity": found["thing"]}
        return Draft("did", slots, {"asks": "who", "value": "took"})
    raise NotUnderstood("no pattern")


def _goes_on(phrase: str, meaning: Meaning) -> bool:
    """Whether a known name is followed by a verb or a preposition: 'cart 7 spend', 'the keys that are on the hook'."""
    words = phrase.split()
    for end in range(1, min(len(words), _LONGEST)):
        follows = words[end].lower()
        is_verb = follows in lexicon.VERB_FORMS and follows not in THINGS
        if (is_verb or follows in lexicon.PREPOSITIONS or follows in ("that", "which", "who")) and meaning.known_name(
            " ".join(words[:end])
        ):
            return True
    return False
