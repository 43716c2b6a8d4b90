"""How often: counts, gaps and rates of an entity's events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from tracker.domain.answers import Answer
from tracker.domain.events import Event
from tracker.domain.times import LAST, SECOND, from_us, to_us
from tracker.errors import InvalidInput


class Bucket(Answer):
    """How many events began in `[start, end)`."""

    start: datetime
    end: datetime
    count: int


class Burst(Answer):
    """Events that follow each other much closer than usual."""

    start: datetime
    end: datetime
    count: int


class Count(Answer):
    """`usual_gap_s`: the median time between neighbours, in seconds; `per_day`: the rate over the window asked for, or
    over the span from the first to the last event."""

    entity_id: str
    count: int
    first: datetime | None = None
    last: datetime | None = None
    usual_gap_s: float | None = None
    shortest_gap_s: float | None = None
    longest_gap_s: float | None = None
    per_day: float | None = None
    buckets: tuple[Bucket, ...] = ()
    bursts: tuple[Burst, ...] = ()


# Steps of `every` that one answer may hold: three years by the quarter of an hour. All of them are in memory at once.
_MOST_STEPS = 105_000
# A tenth of the usual gap: closer than that, three or more in a row, is what people call a burst.
_BURST_SHARE = 0.1
_BURST_LENGTH = 3


def count(
    entity_id: str, events: Iterable[Event], window: tuple[int | None, int | None], every: timedelta | None
) -> Count:
    """Count events (in order of time). `window` in microseconds since the epoch (UTC), half-open; `every` gives a
    count per step from the window's start, or from the first event. Raises InvalidInput for too many steps."""
    times = [to_us(event.occurred_at) for event in events]
    if not times:
        return Count(entity_id=entity_id, count=0)
    gaps = [(later - earlier) / SECOND for earlier, later in pairwise(times)]
    start = times[0] if window[0] is None else window[0]
    end = times[-1] if window[1] is None else window[1]
    days = (end - start) / SECOND / 86_400
    return Count(
        entity_id=entity_id,
        count=len(times),
        first=from_us(times[0]),
        last=from_us(times[-1]),
        usual_gap_s=median(gaps) if gaps else None,
        shortest_gap_s=min(gaps, default=None),
        longest_gap_s=max(gaps, default=None),
        per_day=len(times) / days if days > 0 else None,
        buckets=_buckets(times, start, end, every) if every is not None else (),
        bursts=_bursts(times, gaps),
    )


def _buckets(times: Sequence[int], start: int, end: int, every: timedelta) -> tuple[Bucket, ...]:
    step = every // timedelta(microseconds=1)
    counts: dict[int, int] = {}
    for time in times:
        counts[(time - start) // step] = counts.get((time - start) // step, 0) + 1
    last = max(*counts, (end - 1 - start) // step)
    if last >= _MOST_STEPS:
        raise InvalidInput(f"every: {every} makes {last + 1} steps; at most {_MOST_STEPS}, so give a longer one")
    edges = [from_us(min(start + i * step, LAST)) for i in range(last + 2)]
    return tuple(Bucket(start=edges[i], end=edges[i + 1], count=counts.get(i, 0)) for i in range(last + 1))


def _bursts(times: Sequence[int], gaps: Sequence[float]) -> tuple[Burst, ...]:
    if len(gaps) < _BURST_LENGTH:
        return ()
    close = median(gaps) * _BURST_SHARE
    found, first = [], 0
    for index in range(1, len(times) + 1):
        if index < len(times) and gaps[index - 1] <= close:
            continue
        if index - first >= _BURST_LENGTH:
            found.append(Burst(start=from_us(times[first]), end=from_us(times[index - 1]), count=index - first))
        first = index
    return tuple(found)
