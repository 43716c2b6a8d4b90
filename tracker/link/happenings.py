"""What is planned is called many things: exam, finals, 期末考 and 考試 are one kind of event.

What is told and what is asked must agree on that, so both halves read it here."""

from __future__ import annotations

from tracker.language.events import CHINESE_EVENTS, EVENTS
from tracker.link.mentions import fold

_PARTICULAR = ("期末", "期中", "大", "小")


def event_kind(name: str) -> str | None:
    """The kind of event that a name speaks of by its last word; None when it names none."""
    key = fold(name)
    if key.isascii():
        return EVENTS.get(key.rpartition("_")[2])
    return next((kind for word, kind in CHINESE_EVENTS.items() if key.endswith(word)), None)


def is_any_of_its_kind(name: str) -> bool:
    """Whether a name says nothing but the kind: 'the exam', not 'the algebra exam' or 期末考."""
    key = fold(name)
    return key in EVENTS if key.isascii() else key in CHINESE_EVENTS and not key.startswith(_PARTICULAR)
