"""One caption as it stands in a file, and how its times are written."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import NamedTuple

ARROW = "-->"
_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?"
TIMES = re.compile(rf"\s*\ufeff?{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
"""`00:00:20,000 --> 00:00:24,5`, with or without hours and fractions, and what may follow: where it is shown."""


class Cue(NamedTuple):
    """`number` is its time line, from 1; `start` and `end` count from the beginning; `lines` are as written."""

    number: int
    start: timedelta
    end: timedelta
    lines: tuple[str, ...]


def times(text: str) -> tuple[timedelta, timedelta] | None:
    """From when to when, by a time line; None when it is none. A fraction is one, whatever its digits: `24,5` is
    24.5 s."""
    match = TIMES.fullmatch(text)
    if match is None:
        return None
    groups = match.groups()
    return _offset(groups[:4]), _offset(groups[4:])


def _offset(parts: tuple[str | None, ...]) -> timedelta:
    hours, minutes, seconds = (int(part or 0) for part in parts[:3])
    return timedelta(
        hours=hours, minutes=minutes, seconds=seconds, microseconds=int((parts[3] or "").ljust(6, "0")[:6])
    )
