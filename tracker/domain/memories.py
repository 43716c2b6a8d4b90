"""What recalling gives back: texts with the span for which they hold."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from tracker.domain.answers import Answer, Whereabouts
from tracker.domain.evidence import Evidence

MemoryKind = Literal["utterance", "note", "plan", "document"]
PlanStatus = Literal["upcoming", "due", "overdue", "completed", "cancelled"]
MemoryStatus = Literal["told", PlanStatus, "current", "superseded", "ended", "conflict", "not_yet"]
"""`told`: somebody's words, which stand as said. Of a plan its state. Of a document's version: `current`; `superseded`
by another version; `ended`; in `conflict` with another; `not_yet` in force."""


class Recalled(Answer):
    """A text that was remembered. It holds over `[start, end)` (UTC; `end` None: open): words from when they were said,
    a plan from when it was made until another takes its place, a document's version until the next.

    `status` is at the asked time. `due`: of a plan, when it is due, and until when if that is known. `score` is
    `likeness` × `decay` × `confidence`, each from 0 to 1. `event_ids`: all events behind it, `event_id` first, with
    those of duplicates that were folded into it."""

    event_id: UUID
    text: str
    kind: MemoryKind
    entity_id: str
    start: datetime
    end: datetime | None = None
    status: MemoryStatus
    due: tuple[datetime, datetime | None] | None = None
    speaker: str | None = None
    source: str
    basis: Literal["told", "observed"]
    score: float
    likeness: float
    decay: float
    confidence: float
    event_ids: tuple[UUID, ...] = ()
    evidence: tuple[Evidence, ...] = ()


class Context(Answer):
    """A block of text for the prompt of a language model, about `tokens` long, told as at `now` (UTC). `items`: what it
    tells, in its order; `left_out` counts what its budget had no room for."""

    question: str
    now: datetime
    text: str
    items: tuple[Whereabouts | Recalled, ...] = ()
    tokens: int
    left_out: int = 0
