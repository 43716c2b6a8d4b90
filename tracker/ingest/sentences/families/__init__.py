"""Families of patterns: each file is one kind of meaning; each pattern has a name, verbs, a function and examples."""

from __future__ import annotations

from tracker.ingest.sentences.families import be_at, give, go, have, move, open_close, plan, put, take
from tracker.ingest.sentences.families.pattern import Example, Pattern

PATTERNS: tuple[Pattern, ...] = (
    *plan.PATTERNS,
    *open_close.PATTERNS,
    *be_at.PATTERNS,
    *give.PATTERNS,
    *move.PATTERNS,
    *put.PATTERNS,
    *take.PATTERNS,
    *go.PATTERNS,
    *have.PATTERNS,
)
"""All patterns; for a verb they are tried in this order and the first that reads the clause wins."""


def _by_verb() -> dict[str, tuple[Pattern, ...]]:
    verbs = {verb for pattern in PATTERNS for verb in pattern.verbs.split()}
    return {verb: tuple(p for p in PATTERNS if verb in p.verbs.split()) for verb in verbs}


BY_VERB = _by_verb()

__all__ = ["BY_VERB", "PATTERNS", "Example", "Pattern"]
