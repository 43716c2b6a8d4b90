"""What people say and write, read as candidate claims about things: who put what where, and when."""

from tracker.ingest.sentences.claims import CandidateClaim, Extraction, SentenceReading
from tracker.ingest.sentences.discourse import Discourse
from tracker.ingest.sentences.events import Utterance, events_for
from tracker.ingest.sentences.extract import Extractor, extract
from tracker.ingest.sentences.proposing import Proposing

__all__ = [
    "CandidateClaim",
    "Discourse",
    "Extraction",
    "Extractor",
    "Proposing",
    "SentenceReading",
    "Utterance",
    "events_for",
    "extract",
]
