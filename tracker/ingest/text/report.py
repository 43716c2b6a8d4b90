"""What became of a text: how much was understood, and why the rest was not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict

from tracker.ingest.sentences.claims import SentenceReading


class Report(BaseModel):
    """Counts over a text. `reasons` counts the sentences that yielded nothing, by why (see sentences.claims.REASONS);
    `skipped` the parts of an export that nobody said; `proposed` what a language model proposed for review; `dropped`
    what of its replies was not taken, by why (see sentences.proposals.DROPPED). `notes` are decisions a person should
    know of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    messages: int = 0
    sentences: int = 0
    understood: int = 0
    claims: int = 0
    cut_lines: int = 0
    reasons: dict[str, int] = {}
    skipped: dict[str, int] = {}
    proposed: int = 0
    dropped: dict[str, int] = {}
    patterns: dict[str, int] = {}
    notes: tuple[str, ...] = ()

    def with_message(self, sentences: Iterable[SentenceReading], *, cut: bool) -> Report:
        """The report after one more message."""
        counts: dict[str, Any] = self.model_dump()
        counts["messages"] += 1
        counts["cut_lines"] += cut
        for sentence in sentences:
            counts["sentences"] += 1
            counts["understood"] += bool(sentence.claims)
            counts["claims"] += len(sentence.claims)
            if sentence.reason:
                counts["reasons"][sentence.reason] = counts["reasons"].get(sentence.reason, 0) + 1
            counts["proposed"] += len(sentence.proposed)
            for why in sentence.dropped:
                counts["dropped"][why] = counts["dropped"].get(why, 0) + 1
            for claim in sentence.claims:
                counts["patterns"][claim.pattern] = counts["patterns"].get(claim.pattern, 0) + 1
        return Report.model_construct(**counts)

    def with_skipped(self, why: str) -> Report:
        """The report after something that nobody said."""
        return self.model_copy(update={"skipped": {**self.skipped, why: self.skipped.get(why, 0) + 1}})
