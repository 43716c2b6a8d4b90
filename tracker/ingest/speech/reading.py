"""What was said, as it is handed to whoever reads sentences."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple, Protocol

from tracker.domain.events import Event
from tracker.domain.evidence import Evidence


class Said(NamedTuple):
    """One spoken sentence. `occurred_at` and `occurred_until` are when it was spoken (UTC); `confidence` is
    how sure the transcriber is of the words.

    `model` is what heard it. `heard` is what it heard beyond the text: `words` as [word, start_s, end_s,
    probability] in seconds into the recording, and the decoder's doubts. Both belong in the `model` of the
    sentence's own event, the words because that is content which redaction erases together with the text;
    events read *from* the sentence need only `model`."""

    text: str
    occurred_at: datetime
    occurred_until: datetime
    speaker: str | None
    source: str
    source_key: str
    confidence: float
    language: str
    model: dict[str, Any]
    heard: dict[str, Any]
    evidence: tuple[Evidence, ...]
    visibility: tuple[str, ...]


class Reader(Protocol):
    """Reads one sentence after another of a conversation."""

    def __call__(self, said: Said, discourse: Any) -> tuple[list[Event], Any]:
        """The sentence's events, and what later sentences may refer back to, as JSON data. The same sentence
        and discourse must always give the same events: they are a function of these two alone."""
        ...
