"""Where a text speaks of time: cheap to say "nowhere", and careful with words that only look like times."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from tracker.language.when.asked import Asked, in_a_sentence_about
from tracker.language.when.context import in_context
from tracker.language.when.lookout import starts
from tracker.language.when.phrases import Phrase, phrases
from tracker.language.when.sided import Sided

Hit = tuple[int, int, Phrase]


def hits(text: str, asked: Asked) -> list[Hit]:
    """Time phrases in a normalised text, leftmost and longest, not overlapping."""
    found: list[Hit] = []
    resume = 0
    for start in starts(text):
        if start < resume:
            continue
        best = _longest(text, start, asked)
        if best is None:
            continue
        end, phrase = best
        resume = end
        verdict = in_context(text, start, end, phrase)
        if verdict is not None:
            found.append((start, end, verdict))
    return _sharing_days(text, found, asked) if len(found) > 1 else found


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(r"[.!?;](?:\s|$)|[。!?;\n]")


def _sharing_days(text: str, found: list[Hit], asked: Asked) -> list[Hit]:
    """Read a time of day on the day its sentence names elsewhere: "Yesterday I left at 3pm".

    The day named last before it counts, else the first after it, in doubt.
    """
    shared: list[Hit] = []
    for sentence in _by_sentence(text, found):
        named = [hit for hit in sentence if _names_days(hit[2])]
        before: Hit | None = None
        for hit in sentence:
            start, end, phrase = hit
            if _names_days(phrase):
                before = hit
            source = before or (named[0] if named else None)
            if source and isinstance(phrase, Sided) and phrase.span.implied:
                hit = start, end, _on_the_day_of(text, hit, source, asked)
            shared.append(hit)
    return shared


def _by_sentence(text: str, found: list[Hit]) -> list[list[Hit]]:
    sentences: list[list[Hit]] = []
    for hit in found:
        if not sentences or _sentence_end().search(text, sentences[-1][-1][1], hit[0]):
            sentences.append([])
        sentences[-1].append(hit)
    return sentences


def _names_days(phrase: Phrase) -> bool:
    return isinstance(phrase, Sided) and phrase.span.days is not None and not phrase.span.implied


def _on_the_day_of(text: str, hit: Hit, source: Hit, asked: Asked) -> Phrase:
    start, end, phrase = hit
    assert isinstance(source[2], Sided)
    days = source[2].span.days
    assert days is not None
    if source[0] > start:
        days = replace(days, doubt=days.doubt or f"the day is taken from {text[source[0] : source[1]]!r}")
    again = [one for stop, one in phrases(text, start, in_a_sentence_about(days, asked)) if stop == end]
    sided = [one for one in again if isinstance(one, Sided) and type(one) is type(phrase)]
    return sided[0] if sided else again[0] if again else phrase


def _longest(text: str, start: int, asked: Asked) -> tuple[int, Phrase] | None:
    best: tuple[int, Phrase] | None = None
    for end, phrase in phrases(text, start, asked):
        if isinstance(phrase, Sided) and phrase.span.bare:
            continue
        if end > start and (best is None or end > best[0]):
            best = end, phrase
    return best
