"""One note at a time: sentences → events, each note read with what its source said before.

What has been talked about is kept with the source's position in the database, so the next note understands 'she' and
'there' after a restart too. A sentence whose pronoun means something named before is caused by the words that named
it: an answer that rests on the pronoun can show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from tracker.domain.events import Event
from tracker.domain.payloads import Stated
from tracker.errors import InvalidInput, SourceKeyConflict
from tracker.ingest.sentences.discourse import REMEMBERED_SENTENCES, Discourse
from tracker.ingest.sentences.events import Utterance, sentence_events
from tracker.ingest.sentences.extract import extract
from tracker.ingest.sentences.split import sentences
from tracker.link.mentions import Names


class Heard(NamedTuple):
    """What a source has said so far: the discourse, and by sentence which event holds the words about which entity."""

    discourse: Discourse = Discourse()
    words: Mapping[int, Mapping[str, str]] = {}

    def to_json(self) -> dict[str, Any]:
        return {"discourse": self.discourse.to_json(), "words": {str(n): dict(said) for n, said in self.words.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Heard:
        """What `to_json` described."""
        words = {int(number): said for number, said in data["words"].items()}
        return cls(Discourse.from_json(data["discourse"]), words)


def job_of(source: str) -> str:
    """The name under which a source's position is kept."""
    return f"note:{source}"


def note_events(text: str, said: Utterance, tz: str, heard: Heard, names: Names) -> tuple[list[Event], Heard]:
    """The events of a note, in the order to append them, and what has been heard once it is read.

    Raises InvalidInput naming the zone, the source, its key or the speaker when one cannot be used."""
    extraction = extract(
        text, at=said.at, tz=_zone(tz), speaker=said.speaker, context=heard.discourse, names=names, style="prose"
    )
    words = dict(heard.words)
    made: list[Event] = []
    for index, sentence in enumerate(extraction.sentences):
        try:
            events = sentence_events(sentence, said, f"{said.key}/{index}")
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            field = ".".join(map(str, first["loc"])) or "note"
            raise InvalidInput(f"{field}: {first['msg'].removeprefix('Value error, ')}") from None
        made += [_referring(event, sentence.refers, words) for event in events]
        spoken = [event for event in events if event.type == "stated"]
        words[sentence.number] = {event.entity_id: str(event.event_id) for event in reversed(spoken)}
    oldest = extraction.context.sentence - REMEMBERED_SENTENCES
    kept = {number: said for number, said in words.items() if number > oldest}
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


def check_repeat(text: str, said: Utterance, known: list[Event]) -> None:
    """SourceKeyConflict unless the events already stored under this key are of the same words by the same speaker."""
    now = {str(number): (one.text, said.speaker) for number, one in enumerate(sentences(text))}
    for event in known:
        number = (event.source_key or "").removeprefix(f"{said.key}/").partition("/")[0]
        if isinstance(event.payload, Stated) and (event.payload.text, event.payload.speaker) != now.get(number):
            raise SourceKeyConflict(f"source key {said.key!r} of {said.source!r} was noted before with other words")


def _zone(tz: str) -> ZoneInfo:
    try:
        return ZoneInfo(tz)
    except (KeyError, ValueError, OSError):
        raise InvalidInput(f"tz: unknown time zone {tz!r}") from None


__all__ = ["Heard", "Utterance", "check_repeat", "job_of", "note_events"]
