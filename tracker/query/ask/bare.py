"""A bare name as a question: 'keys?', 'where phone', 耳機呢？ — where it is, if it is the name of something known."""

from __future__ import annotations

import re

from tracker.domain.payloads import LOCATION
from tracker.query.ask import lexicon
from tracker.query.ask.meaning import Meaning
from tracker.query.ask.pattern import Draft
from tracker.query.ask.question import Question
from tracker.query.ask.read import is_plain, read_words
from tracker.query.ask.world import World

_ENGLISH = re.compile(r"(?:where )?(?P<x>.+?)(?: at)?", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:where|who|what|when|which|how|why|is|are|was|were|do|does|did|has|have|can|will)\b", re.IGNORECASE
)
_CHINESE = re.compile(r"(?P<x>.+?)呢?")


def bare_name(question: Question, world: World) -> Draft | None:
    """The draft of 'where is it'; None for whatever is not the name of something whose place was ever reported."""
    found = (_CHINESE if question.chinese else _ENGLISH).fullmatch(question.words)
    if found is None or found["x"].lower() in lexicon.PRONOUNS or not is_plain(found["x"], chinese=question.chinese):
        return None
    name = Meaning(question, world, None, {}).known_name(found["x"])
    return Draft("where", {"entity": found["x"]}, {}) if name is not None and world.reported(name, LOCATION) else None


def bare_state(question: Question) -> Draft | None:
    """The draft of 'is the oven on' for 'oven on?', and of 'is it still in the garage' for 'still in the garage?'."""
    if question.chinese or _ASKS.match(question.words):
        return None
    draft = read_words(f"is {question.words}", False)
    return draft if draft is not None and draft.intent in ("is_so", "is_at") else None
