"""Sentences → candidate claims, by rules a person can follow: no model, no clock, the same text the same claims."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal, Protocol
from zoneinfo import ZoneInfo

from tracker.domain.times import from_us, to_us
from tracker.ingest.sentences import english
from tracker.ingest.sentences.claims import CandidateClaim, Extraction, SentenceReading, Unread
from tracker.ingest.sentences.discourse import Discourse
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.split import Sentence, sentences
from tracker.ingest.sentences.tokens import tokens
from tracker.link.mentions import Names, NothingRegistered

Style = Literal["prose", "narration"]
_NOTHING = NothingRegistered()


class Extractor(Protocol):
    """Anything that proposes claims for a text; the deterministic `extract` is the one that ships."""

    def __call__(
        self, text: str, *, at: datetime, tz: str, speaker: str | None, context: Discourse, names: Names, style: Style
    ) -> Extraction: ...


def extract(
    text: str,
    *,
    at: datetime,
    tz: str | ZoneInfo = "UTC",
    speaker: str | None = None,
    context: Discourse | None = None,
    names: Names = _NOTHING,
    style: Style = "prose",
) -> Extraction:
    """What a text claims, sentence by sentence.

    `at` is when it was said (aware), `tz` the zone its time words mean, `speaker` the entity 'I' stands for, `context`
    what was said before. `style="narration"` reads bare verbs and the present tense as what the speaker does
    ('take knife'); in prose they are instructions and habits. Never raises for what a text holds."""
    discourse = (context or Discourse()).heard(to_us(at.astimezone(UTC)))
    readings = []
    for sentence in sentences(text):
        reading, discourse = _read(sentence, discourse, at, speaker, names, style)
        readings.append(reading)
    return Extraction(tuple(readings), discourse, speaker)


def _read(
    sentence: Sentence, discourse: Discourse, at: datetime, speaker: str | None, names: Names, style: Style
) -> tuple[SentenceReading, Discourse]:
    if sentence.cut:
        unread = (Unread("too long", sentence.start, sentence.end),)
        return SentenceReading(sentence.text, sentence.start, sentence.end, (), unread), discourse
    scene = Scene(discourse, names, speaker, narration=style == "narration")
    toks = tokens(sentence.text)
    clauses, unread_parts = english.read(toks, scene)
    clock = Clock(discourse, to_us(at.astimezone(UTC)))
    claims: list[CandidateClaim] = []
    for clause in clauses:
        occurred_at, occurred_until = clock.next()
        claims.extend(
            CandidateClaim(
                found.type,
                found.entity,
                found.payload,
                clause.pattern.name,
                round(clause.pattern.confidence * found.doubt, 3),
                occurred_at,
                occurred_until,
                sentence.start + clause.start,
                sentence.start + clause.end,
                found.alternatives,
            )
            for found in clause.found
        )
    shifted = tuple(Unread(u.reason, u.start + sentence.start, u.end + sentence.start) for u in unread_parts)
    reading = SentenceReading(sentence.text, sentence.start, sentence.end, tuple(claims), shifted)
    return reading, clock.after(discourse.after_sentence(scene.mentions, scene.moved))


class Clock:
    """Hands out instants. What is told for one and the same instant or span happened in the order it was told, one
    microsecond apart, so that 'took it out and put it down' folds in that order."""

    def __init__(self, discourse: Discourse, at: int) -> None:
        self._base, self._end = at, None
        self._ticks = discourse.ticks if discourse.base == at else 0

    def next(self) -> tuple[datetime, datetime | None]:
        moment = from_us(self._base + self._ticks)
        self._ticks += 1
        return moment, None if self._end is None else from_us(self._end)

    def after(self, discourse: Discourse) -> Discourse:
        return replace(discourse, base=self._base, ticks=self._ticks)
