"""Trackers for the property tests: in memory unless a database is given, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from hypothesis import settings

from tests.property.streams import POLICY, START
from tracker import Tracker
from tracker.domain.events import Event
from tracker.domain.times import to_us

# After everything was observed: phones are long stale then, other things are not.
NOW = to_us(START + timedelta(hours=20))

# For examples that cost ten times as much as one in memory; grows with the profile.
FEWER = settings(max_examples=settings().max_examples // 10)


@contextmanager
def tracker_of(events: Iterable[Event], *, batch: int, url: str = "sqlite://") -> Iterator[Tracker]:
    """A tracker fed these events in this order, `batch` at a time."""
    waiting = list(events)
    with Tracker.open(url, policy=POLICY, clock=lambda: NOW) as tracker:
        for first in range(0, len(waiting), batch):
            tracker.append(waiting[first : first + batch])
        yield tracker


@contextmanager
def tracker_on_postgres(server: Any, events: Iterable[Event], *, batch: int) -> Iterator[Tracker]:
    """The same on a database of its own, dropped afterwards."""
    url = server.new_place()
    try:
        with tracker_of(events, batch=batch, url=url) as tracker:
            yield tracker
    finally:
        server.drop_place(url)
