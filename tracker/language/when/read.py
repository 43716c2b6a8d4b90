"""The two ways in: a whole phrase, or the time phrases inside a text."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from tracker.language.normalise import normalise
from tracker.language.when.asked import Asked, asked
from tracker.language.when.phrases import Phrase, phrases
from tracker.language.when.pieces import Problem
from tracker.language.when.result import Anchor, Found, Lasting, Lean, Meaning, Unparsed, When
from tracker.language.when.search import hits
from tracker.language.when.sided import Sided

_LONGEST_PHRASE = 200
"""Characters; no time phrase of the grammar is longer, and a longer text is not one phrase."""


def parse(phrase: str, *, now: datetime, tz: str | ZoneInfo, lean: Lean | None = None) -> Meaning:
    """What a phrase means when all of it is a time; Unparsed with the leftover when it is not.

    `now` is aware; `tz` is the speaker's zone; `lean` the tense around the phrase, if known. Raises
    InvalidInput for a naive `now` or an unknown zone, and for nothing a text can contain.
    """
    speaker = asked(now, tz, lean, whole=True)
    text = normalise(phrase[: _LONGEST_PHRASE + 1]).text
    stripped = text.strip().rstrip(".。!！?？,，")
    if not stripped or len(phrase) > _LONGEST_PHRASE:
        return Unparsed(phrase, phrase, "nothing is said" if not stripped else "too long for one time phrase")
    best = _best(stripped, speaker)
    if best is None:
        return Unparsed(phrase, stripped, "not a time phrase")
    end, found = best
    if end < len(stripped):
        return Unparsed(phrase, stripped[end:].strip(), f"{stripped[:end]!r} is followed by something else")
    return _meaning(found, phrase)


def find(text: str, *, now: datetime, tz: str | ZoneInfo, lean: Lean | None = None) -> list[Found]:
    """The time phrases in `text`, leftmost and longest, with their places in `text` as given.

    Phrases that only look like times are left out. Time is linear in the length of `text`. Raises as `parse` does.
    """
    speaker = asked(now, tz, lean, whole=False)
    folded = normalise(text)
    found = []
    for start, end, phrase in hits(folded.text, speaker):
        first, last = folded.span(start, end)
        found.append(Found(first, last, _meaning(phrase, text[first:last])))
    return found


def _best(text: str, speaker: Asked) -> tuple[int, Phrase] | None:
    """The longest reading; among equals one that is placed, then the first."""
    best: tuple[int, Phrase] | None = None
    for end, found in phrases(text, 0, speaker):
        if isinstance(found, Sided) and found.span.bare and end == len(text):
            continue
        longer = best is None or end > best[0]
        if longer or (best and end == best[0] and isinstance(best[1], Problem) and not isinstance(found, Problem)):
            best = end, found
    return best


def _meaning(found: Phrase, text: str) -> Meaning:
    if isinstance(found, Problem):
        return Unparsed(text, "", found.reason)
    if isinstance(found, Anchor):
        return Anchor(text, found.relation, found.to, found.offset)
    if isinstance(found, Lasting):
        return Lasting(text, found.months, found.days, found.exact, found.approximate)
    span = found.span
    doubt = "; ".join(dict.fromkeys(span.doubts)) or None
    return When(text, span.start, span.end, span.grain, found.bound, span.approximate, doubt, span.others)
