"""三点前都在学校, 待到周五: words that say how long a state of now will last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tracker.domain.times import from_us, to_us
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.reading import ClauseReading
from tracker.language.normalise import Normalised
from tracker.language.when import Found as TimePhrase
from tracker.language.when import When

_UP_TO = re.compile("(?:一直)?(?:待|住|留|停|出差|放|开|关|亮|睡)?(?:到|至)$")


class Until(NamedTuple):
    """A time phrase that ends a state at `at` (microseconds); its words begin at `start` of the original."""

    phrase: TimePhrase
    start: int
    at: int


def untils(folded: Normalised, phrases: Sequence[TimePhrase], now: int) -> list[Until]:
    """The phrases after 到 and those 'before' a time, of what is yet to come. 到周五 ends as Friday begins: no more is
    certain."""
    found = []
    for phrase in phrases:
        when = phrase.value
        if not isinstance(when, When):
            continue
        led = _UP_TO.search(_before(folded, phrase.start))
        if led and when.bound == "during" and when.start is not None and to_us(when.start) > now:
            found.append(Until(phrase, folded.span(led.start(), led.end())[0], to_us(when.start)))
        elif when.bound == "before" and when.end is not None and to_us(when.end) > now:
            found.append(Until(phrase, phrase.start, to_us(when.end)))
    return found


def lasting(reading: ClauseReading, ends: Sequence[Until]) -> ClauseReading:
    """The reading with its states ending there. NotParsed('time') for what is no state of now, or ends twice."""
    if not ends:
        return reading
    states = reading.meaning == "state" and reading.told is None
    if len(ends) > 1 or not states or not all(found.type == "stated" for found in reading.found):
        raise NotParsed("time")
    until = from_us(ends[0].at)
    made = [found._replace(payload={"claim": found.payload["claim"] | {"until": until}}) for found in reading.found]
    return reading._replace(found=made)


def _before(folded: Normalised, original: int) -> str:
    """The folded text before a place of the original."""
    if folded.offsets is None:
        return folded.text[:original]
    return "".join(c for c, at in zip(folded.text, folded.offsets, strict=True) if at < original)
