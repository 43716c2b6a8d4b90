"""The same questions on PostgreSQL: the look-ups behind them are SQL of our own."""

from __future__ import annotations

import pytest

from tests.unit.ask.conftest import DAY, EVENTS
from tracker import Tracker

QUESTIONS = [
    "where are my keys?",
    "鑰匙是什麼時候離開抽屜的？",
    "is the vase on the dining table?",
    "what is Ana carrying?",
    "what was on the table at 10am?",
    "what changed today?",
    "is the exam soon?",
    "where is Lena?",
    "who gave the ladle to Lena?",
    "where was the ladle before the cellar?",
]


@pytest.mark.pg
def test_both_databases_answer_alike(postgres_url: str, empty: Tracker):
    """Told and asked the same, both give the same words, values and number of events."""
    with Tracker.open(postgres_url) as other:
        for tracker in (empty, other):
            tracker.append(EVENTS)
            for second, text in enumerate(("Tom took the ladle.", "Tom went to the attic.", "Lena went to the cellar.",
                                           "Tom gave the ladle to Lena.", "She put down the ladle.")):  # fmt: skip
                tracker.note(text, at=f"{DAY}T14:30:0{second}+00:00", source_key=str(second))
            assert tracker.note("Tom took the ladle.", at=f"{DAY}T14:30:00+00:00", source_key="0").duplicates == 2
        for question in QUESTIONS:
            first, second = (t.ask(question, at=f"{DAY}T15:00:00+00:00") for t in (empty, other))
            assert (first.text, first.values, len(first.event_ids)) == (
                second.text,
                second.values,
                len(second.event_ids),
            )
            assert first.understood
