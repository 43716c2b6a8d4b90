"""A conversation as it goes on: read with what was said before, answering the words that its pronouns go back to.

A sentence whose pronoun means something named before is caused by the words that named it: an answer that rests on
the pronoun can show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tracker.domain.events import Event
from tracker.ingest.sentences.claims import Extraction
from tracker.ingest.sentences.discourse import REMEMBERED_SENTENCES, Discourse
from tracker.ingest.sentences.events import Utterance, sentence_events
from tracker.language.spoken import UNREAD


class Heard(NamedTuple):
    """What a source has said so far: the discourse, and by sentence which event holds the words about which entity."""

    discourse: Discourse = Discourse()
    words: Mapping[int, Mapping[str, str]] = {}

    def to_json(self) -> dict[str, Any]:
        """What has been heard as plain JSON data."""
        return {"discourse": self.discourse.to_json(), "words": {str(n): dict(said) for n, said in self.words.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Heard:
        """What `to_json` described."""
        words = {int(number): said for number, said in data["words"].items()}
        return cls(Discourse.from_json(data["discourse"]), words)


def conversation_events(extraction: Extraction, said: Utterance, heard: Heard) -> tuple[list[Event], Heard]:
    """The events of one utterance in the order to append them, and what has been heard with it.

    `extraction` is what the utterance yields when read with `heard.discourse`. Raises pydantic's ValidationError when
    a field of `said` is not valid."""
    words = dict(heard.words)
    made: list[Event] = []
    for index, sentence in enumerate(extraction.sentences):
        events = sentence_events(sentence, said, f"{said.key}/{index}")
        made += [_referring(event, sentence.refers, words) for event in events]
        # No pronoun goes back to what a model only proposes, which is caused by the words.
        # What was not understood names nothing for sure.
        spoken = [event for event in events if event.type == "stated" and event.caused_by is None]
        spoken = [event for event in spoken if f"/{UNREAD}/" not in (event.source_key or "")] or spoken
        words[sentence.number] = {event.entity_id: str(event.event_id) for event in reversed(spoken)}
    oldest = extraction.context.sentence - REMEMBERED_SENTENCES
    kept = {number: said_then for number, said_then in words.items() if number > oldest}
    return made, Heard(extraction.context, kept)


def _referring(event: Event, refers: tuple[int, ...], words: Mapping[int, Mapping[str, str]]) -> Event:
    """Words with a pronoun answer the newest words they go back to, those about the same entity if there are any."""
    if event.caused_by is not None or not refers:
        return event
    named = [words[number] for number in reversed(refers) if words.get(number)]
    about = next((said[event.entity_id] for said in named if event.entity_id in said), None)
    back = about or next((next(iter(said.values())) for said in named), None)
    # Validated, not copied: the id becomes a UUID.
    return event if back is None else Event.model_validate(event.model_dump() | {"caused_by": back})
