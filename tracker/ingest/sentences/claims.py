"""What reading a text yields: candidate claims, and for every sentence that gives none the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, NamedTuple

from tracker.ingest.sentences.discourse import Discourse

REASONS = {
    "question": "it asks",
    "wish": "it wishes, needs or lets",
    "hypothetical": "it supposes",
    "instruction": "it tells somebody to do it",
    "future": "it has not happened yet",
    "unsure": "the speaker is not sure",
    "habitual": "it tells what usually happens",
    "ongoing": "it is still going on",
    "negated": "it says what did not happen",
    "quoted": "it quotes somebody",
    "reported": "it reports what somebody said or thought",
    "subordinate": "it only gives the circumstances",
    "unresolved pronoun": "whom or what a pronoun means is unclear",
    "ambiguous name": "the name belongs to several entities",
    "time": "its time cannot be placed",
    "past": "it was so at an unknown time before",
    "too long": "it is too long for a sentence",
    "no pattern": "no pattern covers it",
}
"""Every reason for which a sentence, or a clause of it, yields no claim."""


Meaning = Literal["action", "state", "plan"]
"""Whether a pattern tells what happened, how things are, or what is planned: it decides which times make sense."""


EVEN = 0.5
"""The most that a claim with alternatives can be sure of: 'either … or' makes no side likelier than not."""


class Found(NamedTuple):
    """What a pattern found in a clause: an event of `type` about `entity`, before time and place in the text are set.

    `doubt` multiplies the pattern's confidence; `alternatives` are the other values it could be instead."""

    type: str
    entity: str
    payload: dict[str, Any]
    alternatives: tuple[str, ...] = ()
    doubt: float = 1.0


@dataclass(frozen=True, slots=True)
class CandidateClaim:
    """One event that a sentence asserts. `start` and `end` are characters of the text it was read from.

    `type` and `payload` are those of the event (DESIGN section 3): `stated` with a claim for states, `placed`,
    `removed`, `moved` for actions, `not_seen` for denied presence, `planned`, `completed`, `cancelled`. Times are
    aware UTC; `occurred_until` bounds the span in which it happened when the words told no instant. `model` names the
    language model that proposed it; None for what a pattern found."""

    type: str
    entity: str
    payload: Mapping[str, Any]
    pattern: str
    confidence: float
    occurred_at: datetime
    occurred_until: datetime | None
    start: int
    end: int
    alternatives: tuple[str, ...] = ()
    model: str | None = None

    def brief(self) -> str:
        """The claim in a few words, for people and for the examples beside the patterns."""
        return brief(self.type, self.entity, self.payload, self.alternatives)


@dataclass(frozen=True, slots=True)
class Unread:
    """A stretch of a sentence that yields no claim, and why (a key of `REASONS`)."""

    reason: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """One sentence as written at `[start, end)` of the text, what it claims, and what of it was not understood.

    `number` is its place in the discourse; `refers` the numbers of the sentences that its pronouns go back to.
    `proposed` is what a language model takes a sentence without claims to say, for a person to decide; `dropped` why
    others of its proposals were not taken (keys of `proposals.DROPPED`). `may_mean`: what the pronouns of a
    sentence without claims can go back to."""

    text: str
    start: int
    end: int
    claims: tuple[CandidateClaim, ...]
    unread: tuple[Unread, ...]
    number: int = 0
    refers: tuple[int, ...] = ()
    proposed: tuple[CandidateClaim, ...] = ()
    dropped: tuple[str, ...] = ()
    may_mean: tuple[str, ...] = ()

    @property
    def reason(self) -> str | None:
        """Why the sentence yields nothing; None when it yields a claim."""
        return None if self.claims else self.unread[0].reason if self.unread else "no pattern"


@dataclass(frozen=True, slots=True)
class Extraction:
    """All sentences of a text in order, and the discourse to read the next text with."""

    sentences: tuple[SentenceReading, ...]
    context: Discourse
    speaker: str | None = None

    def as_reported(self) -> Extraction:
        """The same words passed on by somebody who did not say them: they claim nothing, and no later pronoun means
        what they name."""
        passed_on = tuple(
            replace(one, claims=(), proposed=(), unread=(Unread("reported", one.start, one.end),))
            for one in self.sentences
        )
        return Extraction(passed_on, self.context.without_words(), self.speaker)

    @property
    def claims(self) -> tuple[CandidateClaim, ...]:
        return tuple(claim for sentence in self.sentences for claim in sentence.claims)


def brief(type_: str, entity: str, payload: Mapping[str, Any], alternatives: tuple[str, ...] = ()) -> str:
    """`keys: placed in bowl by ana`, `door: openness open`, `keys: not in drawer`."""
    words = {"planned": f"planned {payload.get('what')}"}.get(type_, type_)
    claim = payload.get("claim")
    if claim is not None:
        attribute = claim.get("attribute", "location")
        value = (
            f"{claim.get('relation') or 'at'} {claim['value']}"
            if attribute == "location"
            else f"{attribute} {claim['value']}"
        )
        words = f"not {value}" if type_ == "not_seen" else value
    if payload.get("from_place"):
        words += f" from {payload['from_place']}"
    if type_ == "removed" and payload.get("place"):
        words += f" from {payload['place']}"
    target = payload.get("to_place") or (payload.get("place") if type_ == "placed" else None)
    if target:
        words += f" {payload.get('relation') or 'to'} {target}"
    if payload.get("by"):
        words += f" by {payload['by']}"
    if alternatives:
        words += f" (or {', '.join(alternatives)})"
    return f"{entity}: {words}"
