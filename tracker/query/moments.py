"""Times, windows, names and viewers as callers give them: checked once, so that nothing else reaches the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import get_args
from zoneinfo import ZoneInfo

from tracker.domain.ids import unbroken
from tracker.domain.payloads import PAYLOADS
from tracker.domain.sides import Relation
from tracker.domain.times import aware, to_us, zone_of
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


def stretch(start: Moment, end: Moment) -> tuple[int | None, int | None]:
    """A half-open window that may be open at either side; InvalidInput when the end is not after the start."""
    since, until = moment(start, "start"), moment(end, "end")
    if since is not None and until is not None and until <= since:
        raise InvalidInput("end: is not after start")
    return since, until


def window(start: Moment, end: Moment) -> tuple[int, int]:
    """A half-open window; InvalidInput when a side is missing or the end is not after the start."""
    since, until = stretch(start, end)
    if since is None or until is None:
        raise InvalidInput(f"{'start' if since is None else 'end'}: is missing: a window needs start and end")
    return since, until


def zone(tz: str) -> ZoneInfo:
    """The zone of that name; InvalidInput when there is none."""
    try:
        return zone_of(tz)
    except ValueError as error:
        raise InvalidInput(f"tz: {error}") from None


def name(value: str, argument: str) -> str:
    """Text that can name something in the database; InvalidInput naming the argument."""
    if not isinstance(value, str):
        raise InvalidInput(f"{argument}: is {type(value).__name__}, not text")
    try:
        return unbroken(value)
    except ValueError as error:
        raise InvalidInput(f"{argument}: {error}") from None


def kinds(types: Sequence[str] | None) -> tuple[str, ...] | None:
    """Event types; InvalidInput for one that no event can have."""
    if types is None:
        return None
    if isinstance(types, str) or not isinstance(types, Iterable):
        raise InvalidInput("types: give a list of event types, like ['seen']")
    found = tuple(name(one, "types") for one in types)
    for one in found:
        if one not in PAYLOADS:
            raise InvalidInput(f"types: unknown type {one[:60]!r}; known: {', '.join(PAYLOADS)}")
    return found


def related(relation: str | None) -> Relation | None:
    """A relation to a place; InvalidInput for one that there is not."""
    found: Relation | None = next((one for one in get_args(Relation) if one == relation), None)
    if found is None and relation is not None:
        raise InvalidInput(f"relation: unknown {str(relation)[:60]!r}; known: {', '.join(get_args(Relation))}")
    return found


def step(every: timedelta | None, argument: str) -> timedelta | None:
    """A length of time to count by; InvalidInput unless it is one and goes forward."""
    if every is not None and (not isinstance(every, timedelta) or every <= timedelta()):
        raise InvalidInput(f"{argument}: is not a timedelta above zero")
    return every


def labels(viewer: Viewers) -> frozenset[str] | None:
    """The labels a viewer has; None for whoever opened the tracker, who may read everything."""
    if viewer is None:
        return None
    if not isinstance(viewer, Iterable):
        raise InvalidInput("viewer: give a label, or a list of labels")
    given = (viewer,) if isinstance(viewer, str) else tuple(viewer)
    return frozenset(name(one, "viewer") for one in given)
