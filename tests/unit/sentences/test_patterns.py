"""Every pattern's examples, and the promises that hold for any text."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tracker.ingest.sentences import extract
from tracker.ingest.sentences.chinese.reader import PATTERNS as CHINESE
from tracker.ingest.sentences.families import PATTERNS as ENGLISH
from tracker.ingest.sentences.families import Example
from tracker.ingest.sentences.wordings import WORDINGS

AT = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)
PATTERNS = (*ENGLISH, *WORDINGS, *CHINESE)
EXAMPLES = [(pattern.name, example) for pattern in PATTERNS for example in pattern.examples]


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[f"{name}: {e.text}" for name, e in EXAMPLES])
def test_a_pattern_yields_what_its_example_says(name: str, example: Example):
    """An example beside a pattern is a promise; one that yields something names the pattern that read it."""
    read = extract(example.text, at=AT, speaker="ana", style="narration" if example.narration else "prose")
    assert tuple(claim.brief() for claim in read.claims) == example.yields
    if example.yields:
        assert name in {claim.pattern for claim in read.claims}


def test_every_pattern_has_an_example_that_yields_something():
    """A pattern nobody showed at work is not trusted."""
    assert [p.name for p in PATTERNS if not any(example.yields for example in p.examples)] == []


def test_a_claim_points_at_its_words():
    """The span of a claim covers the clause it was read from, in the text as given."""
    text = "Hello there!  I put the keys in the hall drawer, and then I left the house."
    placed, left = extract(text, at=AT, speaker="ana").claims
    assert text[placed.start : placed.end] == "I put the keys in the hall drawer"
    assert text[left.start : left.end] == "I left the house"
    assert placed.occurred_at < left.occurred_at
