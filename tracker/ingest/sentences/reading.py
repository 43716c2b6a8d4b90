"""What reading one clause yields, in any language, and the time it is settled on."""

from __future__ import annotations

from typing import NamedTuple

from tracker.ingest.sentences.claims import Found, Meaning
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.times import SentenceTimes
from tracker.ingest.sentences.told import Told

POSSIBLE = 0.4
"""What is told as possible only ('should be', 'I think', 大概) is never a fact: it waits for a person."""


class ClauseReading(NamedTuple):
    """What a pattern found in the clause at `[start, end)` of the sentence, and when that was."""

    pattern: str
    confidence: float
    meaning: Meaning
    found: list[Found]
    start: int
    end: int
    told: Told | None


def settled_time(told: Told | None, meaning: Meaning, times: SentenceTimes, *, present: bool) -> Told | None:
    """When the clause holds; None is the moment of the utterance. `present`: its verb speaks of now.

    NotParsed when a state of now is told for another time, or an action for later: neither is a fact."""
    if meaning == "plan":
        return None
    if meaning == "action":
        told = told or times.shared()
        if told is not None and (told.ahead or told.since or told.lasts_until):
            raise NotParsed("time")
        return told
    if told is None or told.lasts_until or (told.since and not told.ahead):
        return told
    if told.ahead:
        raise NotParsed("future")
    if told.end is not None and told.end >= times.at:
        return None
    if told.exact and not present:
        return told
    raise NotParsed("time" if present else "past")
