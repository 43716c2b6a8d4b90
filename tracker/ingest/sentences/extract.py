"""Sentences → candidate claims, by rules a person can follow: no model, no clock, the same text the same claims."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal, Protocol
from zoneinfo import ZoneInfo

from tracker.domain.payloads import LOCATION
from tracker.domain.times import from_us, to_us, zone_of
from tracker.errors import InvalidInput
from tracker.ingest.sentences import appointments, english
from tracker.ingest.sentences.chinese import appointments as chinese_appointments
from tracker.ingest.sentences.chinese import reader as chinese
from tracker.ingest.sentences.claims import EVEN, CandidateClaim, Extraction, Found, SentenceReading, Unread
from tracker.ingest.sentences.corrections import takes_back
from tracker.ingest.sentences.discourse import Discourse
from tracker.ingest.sentences.reading import ClauseReading
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.split import Sentence, sentences
from tracker.ingest.sentences.times import (
    Clock,
    SentenceTimes,
    Utter,
    chinese_lean,
    chinese_time_words,
    lean_of,
    time_words,
    without_times,
)
from tracker.ingest.sentences.tokens import tokens
from tracker.language.normalise import normalise
from tracker.language.pronouns import third_persons
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
    ('take knife'); in prose they are instructions and habits.

    Raises InvalidInput for a naive `at` or an unknown zone, and for nothing that a text can hold."""
    if at.utcoffset() is None:
        raise InvalidInput(f"at: {at.isoformat()} has no time zone")
    said = Utter(to_us(at.astimezone(UTC)), _zone(tz) if isinstance(tz, str) else tz)
    discourse = (context or Discourse()).heard(said.at)
    readings: list[SentenceReading] = []
    for sentence in sentences(text):
        reading, discourse = _read(sentence, discourse, said, speaker, names, style)
        if readings and reading.claims and takes_back(sentence.text):
            again = {claim.entity for claim in reading.claims}
            kept = tuple(claim for claim in readings[-1].claims if claim.entity not in again)
            readings[-1] = replace(readings[-1], claims=kept)
        readings.append(reading)
    return Extraction(tuple(readings), discourse, speaker)


def _zone(tz: str) -> ZoneInfo:
    try:
        return zone_of(tz)
    except ValueError as error:
        raise InvalidInput(f"tz: {error}") from None


def _read(
    sentence: Sentence, discourse: Discourse, said: Utter, speaker: str | None, names: Names, style: Style
) -> tuple[SentenceReading, Discourse]:
    if sentence.cut:
        unread = (Unread("too long", sentence.start, sentence.end),)
        return SentenceReading(sentence.text, sentence.start, sentence.end, (), unread), discourse
    scene = Scene(discourse, names, speaker, narration=style == "narration")
    clauses, unread_parts = _clauses(sentence.text, scene, said)
    clock = Clock(discourse, said)
    claims: list[CandidateClaim] = []
    for clause in clauses:
        occurred_at, occurred_until = clock.next(clause.told)
        claims.extend(
            _claim(found, clause, occurred_at, occurred_until, sentence.start)
            for found in clause.found
            if not _inside_itself(found)
        )
    shifted = tuple(Unread(u.reason, u.start + sentence.start, u.end + sentence.start) for u in unread_parts)
    number = discourse.sentence + 1
    refers = tuple(sorted({m.back for m in scene.mentions if m.back not in (0, number)}))
    reading = SentenceReading(
        sentence.text, sentence.start, sentence.end, tuple(claims), shifted, number, refers if claims else ()
    )
    if not claims:
        pronouns = third_persons(sentence.text)
        reading = replace(reading, may_mean=tuple(dict.fromkeys(e for one in pronouns for e in discourse.newest(*one))))
    return reading, clock.discourse.after_sentence(scene.mentions, scene.moved, scene.plans)


def _clauses(text: str, scene: Scene, said: Utter) -> tuple[list[ClauseReading], list[Unread]]:
    folded = normalise(text)
    if chinese.is_chinese(folded.text):
        phrases = chinese_time_words(text, folded.text, said, chinese_lean(folded.text))
        told, why_not = chinese.read(folded, phrases, scene, SentenceTimes(phrases, said, scene.context))
        plan = None if told else chinese_appointments.read(folded, scene, said)
        return (told, why_not) if plan is None else ([plan], [])
    toks = tokens(text)
    lows = frozenset(token.low for token in toks)
    phrases = time_words(text, lows, said, lean_of(lows))
    read, unread = english.read(without_times(toks, phrases), lows, scene, SentenceTimes(phrases, said, scene.context))
    plan = None if read or scene.narration else appointments.read(text, lows, scene, said)
    return (read, unread) if plan is None else ([plan], [])


def _inside_itself(found: Found) -> bool:
    """'Put the box in the box' names two things by one word: which is which is not known."""
    claim = found.payload.get("claim") or {"attribute": ""}
    if claim.get("attribute", LOCATION) == LOCATION and claim["value"] == found.entity:
        return True
    return any(found.payload.get(field) == found.entity for field in ("place", "from_place", "to_place", "by"))


def _claim(
    found: Found, clause: ClauseReading, occurred_at: datetime, occurred_until: datetime | None, offset: int
) -> CandidateClaim:
    if (
        found.type == "stated"
        and occurred_until is not None
        and clause.meaning == "action"
        and "claim" in found.payload
    ):
        # Shut some time yesterday: it is certain to be shut only from the end of that span.
        occurred_at, occurred_until = occurred_until, None
    payload = found.payload
    if clause.told is not None and clause.told.lasts_until and "claim" in payload and found.type == "stated":
        payload = payload | {"claim": payload["claim"] | {"until": from_us(clause.told.lasts_until)}}
    sure = clause.confidence * found.doubt
    if found.alternatives:
        sure = min(sure, EVEN)
    return CandidateClaim(
        found.type,
        found.entity,
        payload,
        clause.pattern,
        round(sure, 3),
        occurred_at,
        occurred_until,
        offset + clause.start,
        offset + clause.end,
        found.alternatives,
    )
