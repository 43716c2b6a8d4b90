"""One note at a time: sentences → events, each note read with what its source said before.

What has been talked about is kept with the source's position in the database, so the next note understands 'she' and
'there' after a restart too."""

from __future__ import annotations

from itertools import count

from pydantic import ValidationError
from sqlalchemy import Connection

from tracker.domain.events import Event
from tracker.domain.ids import event_id_for
from tracker.domain.mistakes import first_mistake
from tracker.domain.payloads import Stated
from tracker.errors import InvalidInput, SourceKeyConflict
from tracker.ingest.sentences.conversation import Heard, conversation_events
from tracker.ingest.sentences.events import WORDS, Utterance
from tracker.ingest.sentences.extract import extract
from tracker.ingest.sentences.split import sentences
from tracker.language.spoken import UNREAD
from tracker.link.mentions import Names
from tracker.store import reader


def job_of(source: str) -> str:
    """The name under which a source's position is kept."""
    return f"note:{source}"


def note_events(text: str, said: Utterance, tz: str, heard: Heard, names: Names) -> tuple[list[Event], Heard]:
    """The events of a note, in the order to append them, and what has been heard once it is read.

    Raises InvalidInput naming the zone, the source, its key or the speaker when one cannot be used."""
    extraction = extract(
        text, at=said.at, tz=tz, speaker=said.speaker, context=heard.discourse, names=names, style="prose"
    )
    try:
        return conversation_events(extraction, said, heard)
    except ValidationError as error:
        raise InvalidInput(str(first_mistake(error, "note"))) from None


def known(connection: Connection, said: Utterance) -> list[Event]:
    """What the log holds of a note under this key, in log order: sentence by sentence as `sentence_events` keys them,
    either the words alone or claim after claim, with the words that it answers if it is an action."""
    found: dict[str, Event] = {}
    for number in count():
        sentence = f"{said.key}/{number}"
        # Another note's claim may have the same key: that of "a/0" and its sentence 1, and of "a", sentence 0, claim 1.
        words = _under(connection, said.source, sentence)
        here = {event_id: one for event_id, one in words.items() if getattr(one.payload, "claim", None) is None}
        for index in count():
            claim = f"{sentence}/{index}"
            claimed = _under(connection, said.source, claim, f"{claim}/{WORDS}")
            here |= claimed
            if not claimed:
                break
        for index in count():
            unread = _under(connection, said.source, f"{sentence}/{UNREAD}/{index}")
            here |= unread
            if not unread:
                break
        found |= here
        if not here:
            break
    return sorted(found.values(), key=lambda event: event.seq or 0)


def _under(connection: Connection, source: str, *keys: str) -> dict[str, Event]:
    return reader.by_ids(connection, [event_id_for(source, key) for key in keys])


def check_repeat(text: str, said: Utterance, known: list[Event]) -> None:
    """SourceKeyConflict unless the events already stored under this key are of the same words by the same speaker."""
    now = {str(number): (one.text, said.speaker) for number, one in enumerate(sentences(text))}
    for event in known:
        number, _, part = (event.source_key or "").removeprefix(f"{said.key}/").partition("/")
        if part.startswith(UNREAD):
            continue  # a part of the sentence, which is compared whole
        if isinstance(event.payload, Stated) and (event.payload.text, event.payload.speaker) != now.get(number):
            raise SourceKeyConflict(f"source key {said.key!r} of {said.source!r} was noted before with other words")


__all__ = ["Heard", "Utterance", "check_repeat", "job_of", "known", "note_events"]
