"""Times, windows and viewers as callers give them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from tracker.domain.times import aware, to_us
from tracker.errors import InvalidInput

Moment = datetime | str | None
Viewers = str | Iterable[str] | None


def moment(value: Moment, name: str) -> int | None:
    """Microseconds since the epoch (UTC) of an aware datetime or ISO 8601 string; InvalidInput naming the argument."""
    if value is None:
        return None
    try:
        return to_us(aware(value))
    except ValueError as error:
        raise InvalidInput(f"{name}: {error}") from None


def window(start: Moment, end: Moment) -> tuple[int, int]:
    """A half-open window; InvalidInput when a side is missing or the end is not after the start."""
    since, until = moment(start, "start"), moment(end, "end")
    if since is None or until is None:
        raise InvalidInput("a window needs start and end")
    if until <= since:
        raise InvalidInput("end: is not after start")
    return since, until


def labels(viewer: Viewers) -> frozenset[str] | None:
    """The labels a viewer has; None for whoever opened the tracker, who may read everything."""
    if viewer is None:
        return None
    return frozenset({viewer}) if isinstance(viewer, str) else frozenset(viewer)
