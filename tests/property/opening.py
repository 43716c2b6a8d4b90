"""Trackers for the property tests: in memory unless a database is given, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from typing import Any, Protocol

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


class Database(Protocol):
    """Where the trackers of a property are: each in a place of its own, gone afterwards."""

    def tracker_of(self, events: Iterable[Event], *, batch: int) -> AbstractContextManager[Tracker]:
        """As the function of that name."""
        ...


class InMemory:
    """SQLite, without a file."""

    def tracker_of(self, events: Iterable[Event], *, batch: int) -> AbstractContextManager[Tracker]:
        return tracker_of(events, batch=batch)


class OnPostgres:
    """A schema for each tracker on the session's server."""

    def __init__(self, server: Any) -> None:
        self._server = server

    @contextmanager
    def tracker_of(self, events: Iterable[Event], *, batch: int) -> Iterator[Tracker]:
        url = self._server.new_place()
        try:
            with tracker_of(events, batch=batch, url=url) as tracker:
                yield tracker
        finally:
            self._server.drop_place(url)
