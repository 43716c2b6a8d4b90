"""A placed phrase and the side of it that is meant."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tracker.language.when.pieces import Span
from tracker.language.when.result import Bound

Ends = tuple[datetime | None, datetime | None]


@dataclass(frozen=True, slots=True)
class Sided:
    """A placed phrase and which side of it is meant."""

    span: Span
    bound: Bound = "during"
