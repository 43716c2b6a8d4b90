"""What has been heard is remembered as far back as a pronoun may reach, and no further."""

from __future__ import annotations

from datetime import UTC, datetime

from tracker.ingest.sentences.conversation import Heard, conversation_events
from tracker.ingest.sentences.discourse import REMEMBERED_SENTENCES
from tracker.ingest.sentences.events import Utterance
from tracker.ingest.sentences.extract import extract

AT = datetime(2026, 3, 2, 14, tzinfo=UTC)


def test_a_long_conversation_stays_small_to_remember():
    """It is stored with every step of an ingest, and after every note."""
    heard = Heard()
    for number in range(3 * REMEMBERED_SENTENCES):
        read = extract("Tom took the lamp.", at=AT, context=heard.discourse)
        _, heard = conversation_events(read, Utterance("user:ana", str(number), AT), heard)
    assert len(heard.words) == REMEMBERED_SENTENCES
    assert Heard.from_json(heard.to_json()) == heard
