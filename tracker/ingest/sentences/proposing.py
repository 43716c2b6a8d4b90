"""A language model may propose what a sentence claims that no pattern covers. A person decides.

The deterministic reading comes first, and the model is asked only about sentences that it did not understand: not
about those that it understood as a question, a wish, a supposition. Proposals are below the acceptance of the source
and so wait in the review queue; they change no answer, and no pronoun of a later sentence means what they name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, NamedTuple
from zoneinfo import ZoneInfo

from pydantic import StringConstraints, TypeAdapter, ValidationError

from tracker.domain.ids import EntityId
from tracker.domain.mistakes import first_mistake
from tracker.domain.payloads import PAYLOADS, names_its_own_place
from tracker.domain.policy import Acceptance
from tracker.domain.times import from_us, to_us
from tracker.errors import InvalidInput
from tracker.ingest.sentences.claims import CandidateClaim, Extraction, SentenceReading
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.discourse import Discourse
from tracker.ingest.sentences.extract import Extractor, Style, extract
from tracker.ingest.sentences.proposals import Proposal, event_of, prompt_for, read_reply
from tracker.ingest.sentences.times import (
    SentenceTimes,
    Utter,
    chinese_lean,
    chinese_time_words,
    lean_of,
    time_words,
)
from tracker.ingest.sentences.tokens import tokens
from tracker.language.english.lexicon import PRONOUNS
from tracker.language.normalise import language_of, normalise
from tracker.language.words import words
from tracker.link.mentions import Names, entity_ids

PATTERN = "proposed"
"""The pattern of a claim that no pattern made."""
_LEAST_ROOM = 0.01
_NOT_UNDERSTOOD = frozenset({"no pattern", "unresolved pronoun"})
_ME = words("i me myself 我")
_PRONOUNS = PRONOUNS | words(
    "this that these those here there one ones something somebody someone 他 她 它 牠 他们 她们 它们 我们 你 您 你们 "
    "这 那 这个 那个 这里 那里 这儿 那儿 谁 什么 东西"
)
_NAMES = ("entity", "place", "from_place", "to_place", "by")
_MODEL_NAME: TypeAdapter[str] = TypeAdapter(Annotated[EntityId, StringConstraints(max_length=100)])


class Proposing:
    """An Extractor that asks a language model about what `first` did not understand.

    `complete` takes a prompt and gives the model's reply: any provider, or a model on this machine. `model` names it,
    in each proposed event and in the job. `acceptance` is that of the source, `Policy.accepts(source)`; a proposal's
    confidence lies between its two thresholds, so that it is queued for review and never projects by itself (unless
    the source's acceptance is lowered later, which takes in weaker events of every kind). Raises InvalidInput for a
    name that cannot be stored or an acceptance that leaves nothing to review.

    What a reply may contain is said in `proposals`; a bad reply yields no claim and a reason in
    `SentenceReading.dropped`. What `complete` raises ends the reading: a job goes on from there when run again.

        def complete(prompt: str) -> str:
            return client.generate(prompt, temperature=0).text

        extractor = Proposing(complete, model="llama-3.2-3b", acceptance=policy.accepts("user:ana"))
        run(TextJob(source, tracker, extractor), tracker)
        tracker.conflicts()  # the proposals, to be accepted or rejected
    """

    def __init__(
        self,
        complete: Callable[[str], str],
        *,
        model: str,
        acceptance: Acceptance,
        first: Extractor = extract,
    ) -> None:
        try:
            self.model = _MODEL_NAME.validate_python(model)
        except ValidationError as error:
            raise InvalidInput(str(first_mistake(error, "model"))) from None
        review, accept = acceptance.review, acceptance.accept
        if accept - review < _LEAST_ROOM:
            raise InvalidInput(
                f"acceptance: review {review} must be below accept {accept}, or proposals could not wait for a person"
            )
        self._least, self._most = review, (review + accept) / 2
        self._complete, self._first = complete, first

    def __call__(
        self, text: str, *, at: datetime, tz: str, speaker: str | None, context: Discourse, names: Names, style: Style
    ) -> Extraction:
        read = self._first(text, at=at, tz=tz, speaker=speaker, context=context, names=names, style=style)
        said = Utter(to_us(at.astimezone(UTC)), ZoneInfo(tz))
        known = _mentioned(context)
        sentences = []
        for sentence in read.sentences:
            if not sentence.claims and {one.reason for one in sentence.unread} <= _NOT_UNDERSTOOD:
                sentence = self._asked(sentence, _Heard(sentence, said, speaker, known, names))
            known = (*known, *(claim.entity for claim in sentence.claims if claim.entity not in known))
            sentences.append(sentence)
        return replace(read, sentences=tuple(sentences))

    def _asked(self, sentence: SentenceReading, heard: _Heard) -> SentenceReading:
        replied = read_reply(self._complete(prompt_for(sentence.text, heard.known)))
        proposed, dropped = [], list(replied.dropped)
        for proposal in replied.proposals:
            try:
                proposed.append(self._claim(proposal, heard))
            except _Dropped as why:
                dropped.append(str(why))
        return replace(sentence, proposed=tuple(proposed), dropped=tuple(dropped))

    def _claim(self, proposal: Proposal, heard: _Heard) -> CandidateClaim:
        sentence = heard.sentence
        position = sentence.text.find(proposal.quote) if proposal.quote.strip() else -1
        if position < 0:
            raise _Dropped("not quoted")
        given = {field: getattr(proposal, field, None) for field in _NAMES}
        named = {field: heard.entity(name) for field, name in given.items() if name is not None}
        type_, payload = event_of(proposal, named)
        # `stated` carries the sentence's own words, which the event adds.
        checked = PAYLOADS[type_].model_validate({**payload, "text": ""} if type_ == "stated" else payload)
        if names_its_own_place(named["entity"], checked):
            raise _Dropped("inside itself")
        occurred_at, occurred_until = heard.time()
        return CandidateClaim(
            type=type_,
            entity=named["entity"],
            payload=payload,
            pattern=PATTERN,
            confidence=min(max(proposal.sure, self._least), self._most),
            occurred_at=occurred_at,
            occurred_until=occurred_until,
            start=sentence.start + position,
            end=sentence.start + position + len(proposal.quote),
            model=self.model,
        )


class _Dropped(Exception):
    """A proposal is not taken; the message is a key of `proposals.DROPPED`. Never seen outside this file."""


class _Heard(NamedTuple):
    """A sentence with all that a proposal about it is held against."""

    sentence: SentenceReading
    said: Utter
    speaker: str | None
    known: tuple[str, ...]
    names: Names

    def entity(self, name: str) -> str:
        """The entity that a name in a proposal means."""
        if name in self.known:
            return name
        folded = normalise(name).text.casefold().strip()
        if folded in _ME and self.speaker is not None:
            return self.speaker
        if folded in _PRONOUNS or folded in _ME:
            raise _Dropped("unresolved pronoun")
        if not _occurs(folded, normalise(self.sentence.text).text.casefold()):
            raise _Dropped("not named")
        found = entity_ids(name, self.names)
        if len(found) != 1:
            raise _Dropped("ambiguous name" if found else "not named")
        return found[0]

    def time(self) -> tuple[datetime, datetime | None]:
        """When it happened, by the sentence's own time words; the model is not asked."""
        text, said = self.sentence.text, self.said
        folded = normalise(text).text
        if language_of(folded) == "zh":
            phrases = chinese_time_words(text, folded, said, chinese_lean(folded))
        else:
            lows = frozenset(token.low for token in tokens(text))
            phrases = time_words(text, lows, said, lean_of(lows))
        try:
            told = SentenceTimes(phrases, said, Discourse()).own(0, len(text), then=False)
        except NotParsed:
            raise _Dropped("time") from None
        if told is None:
            return said.moment, None
        if told.ahead:
            raise _Dropped("time")
        return from_us(told.start), None if told.end is None else from_us(told.end)


def _mentioned(context: Discourse) -> tuple[str, ...]:
    """The entities that were talked about before, each once."""
    return tuple(dict.fromkeys(id_ for mention in context.mentions for id_ in mention.entities if id_))


def _occurs(name: str, text: str) -> bool:
    """Whether a name stands in a text as whole words; Chinese has none to be whole."""
    letter = "[0-9a-z\u00c0-\u024f]"
    return bool(name) and re.search(rf"(?<!{letter}){re.escape(name)}(?!{letter})", text) is not None
