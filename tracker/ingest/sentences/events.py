"""Candidate claims → events. The sentence itself is always kept: every claim answers an utterance.

A state ('the keys are in the drawer') is one `stated` event that carries the claim. An action ('I put the keys in the
drawer') is a `stated` event with the words, about the thing, and the action as a second event caused by it: that is
what makes it weaker than an observation. A sentence that yields nothing is one `stated` event about its speaker, and
what a language model proposes about it are events caused by that one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.domain.ids import event_id_for
from tracker.ingest.sentences.claims import CandidateClaim, Extraction, SentenceReading
from tracker.language.news import NEWS, says
from tracker.language.spoken import OF_AN_ACTION, UNREAD

CONVERSATION = "conversation"
"""The entity that words nobody is known to have said are kept under."""
WORDS = OF_AN_ACTION
"""The part of a source key that sets the words of an action apart from the action."""
PROPOSED = "proposed"
"""The part of a source key that sets proposals apart from claims."""
_LONGEST_TEXT = 65_000
_POINTS_BACK = re.compile(r"\b(?:it|them|they|he|she|him|her|that|this)\b|[它他她牠]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Utterance:
    """Where and when words were said: what their events share.

    `key` names the words within the source (a line, a segment); source keys are `key/sentence/claim`. `at` and `until`
    are aware. `confidence` is how sure the words themselves are (1 for writing, the recogniser's for speech)."""

    source: str
    key: str
    at: datetime
    until: datetime | None = None
    speaker: str | None = None
    observed_at: datetime | None = None
    evidence: tuple[Evidence, ...] = ()
    confidence: float = 1.0
    model: Mapping[str, Any] | None = None
    visibility: tuple[str, ...] = ()


def first_keys(key: str) -> tuple[str, ...]:
    """The source keys of which one is there wherever an utterance under `key` is: that of its first sentence's words,
    alone or with its first claim."""
    return f"{key}/0", f"{key}/0/0", f"{key}/0/0/{WORDS}"


def events_for(extraction: Extraction, said: Utterance) -> list[Event]:
    """The events of one utterance, in the order to append them. The same utterance always gives the same events."""
    made: list[Event] = []
    for number, sentence in enumerate(extraction.sentences):
        made.extend(sentence_events(sentence, said, f"{said.key}/{number}"))
    return made


def sentence_events(sentence: SentenceReading, said: Utterance, key: str) -> list[Event]:
    """The events of one sentence of an utterance; `key` names the sentence within the source."""
    text = _storable(sentence.text)
    if not sentence.claims:
        spoken = {"text": text, "speaker": said.speaker}
        about = said.speaker or CONVERSATION
        words = _event("stated", about, spoken, said, key, said.at, said.until, said.confidence)
        proposed = _proposed_events(sentence, words, said, f"{key}/{PROPOSED}")
        return [words, *_pointing_back(sentence, spoken, said, f"{key}/{UNREAD}"), *proposed]
    made: list[Event] = []
    for index, claim in enumerate(sentence.claims):
        made.extend(_claim_events(claim, text, said, f"{key}/{index}"))
    before, after = _unread_events(sentence, said, f"{key}/{UNREAD}")
    return [*before, *made, *after]


def _pointing_back(sentence: SentenceReading, spoken: dict[str, Any], said: Utterance, key: str) -> Iterator[Event]:
    """The words again for each thing that their pronouns can mean, if they could be about where it is: 'Raj lugged it
    off' ends what is known of the pump."""
    if says(sentence.text) != NEWS:
        return
    for index, entity in enumerate(one for one in sentence.may_mean if one != said.speaker):
        yield _event("stated", entity, spoken, said, f"{key}/{index}", said.at, said.until, said.confidence)


def _unread_events(sentence: SentenceReading, said: Utterance, key: str) -> tuple[list[Event], list[Event]]:
    """What of a sentence with claims was not understood and could be about where something is, as words of its own:
    they may end what is known of what they mention, and come before the claims or after them, as they were said.
    Where they name it by a pronoun, the whole sentence is kept again."""
    first = min(claim.start for claim in sentence.claims)
    before: list[Event] = []
    after: list[Event] = []
    for one in sentence.unread:
        part = _storable(sentence.text[one.start - sentence.start : one.end - sentence.start])
        if says(part) != NEWS:
            continue
        words = {"text": _storable(sentence.text) if _POINTS_BACK.search(part) else part, "speaker": said.speaker}
        about, index = said.speaker or CONVERSATION, len(before) + len(after)
        made = _event("stated", about, words, said, f"{key}/{index}", said.at, said.until, said.confidence)
        (before if one.start < first else after).append(made)
    return before, after


def _claim_events(claim: CandidateClaim, text: str, said: Utterance, key: str) -> Sequence[Event]:
    sure = round(said.confidence * claim.confidence, 4)
    spoken: dict[str, Any] = {"text": text, "speaker": said.speaker}
    when = (claim.occurred_at, claim.occurred_until)
    if claim.type == "stated":
        return [_event("stated", claim.entity, spoken | dict(claim.payload), said, key, *when, sure)]
    words = _event("stated", claim.entity, spoken, said, f"{key}/{WORDS}", said.at, said.until, said.confidence)
    answer = _event(claim.type, claim.entity, dict(claim.payload), said, key, *when, sure)
    return [words, answer.model_copy(update={"caused_by": event_id_for(said.source, f"{key}/{WORDS}")})]


def _proposed_events(sentence: SentenceReading, words: Event, said: Utterance, key: str) -> Iterator[Event]:
    """Proposals stand behind the words as they are without them: the same text read with and without a model, or with
    another one, repeats no words."""
    spoken = {"text": _storable(sentence.text), "speaker": said.speaker}
    for index, claim in enumerate(sentence.proposed):
        payload = dict(claim.payload) if claim.type != "stated" else spoken | dict(claim.payload)
        when = (claim.occurred_at, claim.occurred_until)
        by_model = replace(said, model={"name": claim.model})
        sure = round(said.confidence * claim.confidence, 4)
        made = _event(claim.type, claim.entity, payload, by_model, f"{key}/{claim.model}/{index}", *when, sure)
        yield made.model_copy(update={"caused_by": words.event_id})


def _event(
    type_: str,
    entity: str,
    payload: dict[str, Any],
    said: Utterance,
    key: str,
    occurred_at: datetime,
    occurred_until: datetime | None,
    confidence: float,
) -> Event:
    return Event(
        entity_id=entity,
        type=type_,
        occurred_at=occurred_at,
        occurred_until=occurred_until,
        observed_at=said.observed_at,
        confidence=confidence,
        payload=payload,
        source=said.source,
        source_key=key,
        model=dict(said.model) if said.model else None,
        evidence=said.evidence,
        visibility=said.visibility,
    )


def _storable(text: str) -> str:
    """The words without what no database takes: NUL and lone surrogates become the replacement character."""
    kept = text[:_LONGEST_TEXT].replace("\x00", "\ufffd")
    return kept.encode("utf-8", "replace").decode() if not kept.isascii() else kept
