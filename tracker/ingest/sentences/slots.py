"""Slots of an English clause that can only hold a time: what stands in them and was not read as one is a time all the
same, and the clause must not be taken to speak of now."""

from __future__ import annotations

from tracker.ingest.sentences.clause import Where
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene
from tracker.language.english import lexicon
from tracker.language.events import EVENTS
from tracker.language.when.feasts import CORE_WORDS
from tracker.language.words import words

_OF_TIME_ONLY = frozenset(("during", "since", "until", "after", "before"))
_WHEN_OR_WHERE = frozenset(("in", "on", "at", "over", "around", "by", "past"))
"""Roles under which a noun of time says when; "for the party" says what for."""
_NOUNS_OF_TIME = (
    lexicon.TIME_NOUNS
    | CORE_WORDS
    | frozenset(EVENTS)
    | words(
        "mornings afternoons evenings nights weekends weekdays days weeks months years hours minutes mondays tuesdays "
        "wednesdays thursdays fridays saturdays sundays season seasons century centuries decade decades era eve "
        "lunchtime dinnertime teatime bedtime playtime daytime nighttime springtime summertime wintertime storm "
        "outage blackout lockdown war pandemic festival fall sabbath march may"
    )
)


def holds_only_a_time(where: Where, scene: Scene) -> bool:
    """Whether a prepositional phrase that was left after the time phrases were taken out still tells when."""
    if where.role in _OF_TIME_ONLY:
        return not scene.narration
    return where.role in _WHEN_OR_WHERE and any(_is_a_time(phrase, scene) for phrase in where.phrases)


def _is_a_time(phrase: Phrase, scene: Scene) -> bool:
    if phrase.pronoun or scene.registered(phrase):
        return False
    if not phrase.determiner and phrase.words[0][:1].isdigit():
        return True  # "at 8h30": no place is called so
    bare_place = phrase.head in lexicon.BARE_PLACES and not phrase.determiner
    return phrase.head in _NOUNS_OF_TIME and not bare_place
