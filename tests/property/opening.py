"""Trackers for the property tests: in memory unless a database is given, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import timedelta
from typing import Any, Protocol
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

from tests.property.streams import POLICY, START
from tracker import Tracker
from tracker.domain.events import Event
from tracker.domain.policy import Policy
from tracker.domain.times import to_us
from tracker.projection import folding, pages, project

# After everything was observed: phones are long stale then, other things are not.
NOW = to_us(START + timedelta(hours=20))


def fewer() -> settings:
    """For examples that cost ten times as much as one in memory; grows with the profile, which is not loaded yet when
    this file is first imported."""
    return settings(max_examples=settings().max_examples // 10)


@contextmanager
def tracker_of(
    events: Iterable[Event], *, batch: int, asked: bool = False, url: str = "sqlite://", policy: Policy = POLICY
) -> Iterator[Tracker]:
    """A tracker fed these events in this order, `batch` at a time. Two of three batches are folded at once, the third
    with the next; all at once if it is `asked` something after each."""
    waiting = list(events)
    with Tracker.open(url, policy=policy, clock=lambda: NOW) as tracker:
        for number, first in enumerate(range(0, len(waiting), batch)):
            tracker.append(waiting[first : first + batch])
            if asked or number % 3:
                tracker.digest()
        yield tracker


@contextmanager
def snapshots_every(events: int) -> Iterator[None]:
    """Folding goes on from snapshots that are so close together that short streams have several."""
    with ExitStack() as patched:
        for module in (folding, project, pages):
            patched.enter_context(patch.object(module, "SNAPSHOT_EVERY", events))
        yield


class Database(Protocol):
    """Where the trackers of a property are: each in a place of its own, gone afterwards."""

    def tracker_of(
        self, events: Iterable[Event], *, batch: int, asked: bool = False, policy: Policy = POLICY
    ) -> AbstractContextManager[Tracker]:
        """As the function of that name."""
        ...


class InMemory:
    """SQLite, without a file."""

    def tracker_of(
        self, events: Iterable[Event], *, batch: int, asked: bool = False, policy: Policy = POLICY
    ) -> AbstractContextManager[Tracker]:
        return tracker_of(events, batch=batch, asked=asked, policy=policy)


class OnPostgres:
    """A schema for each tracker on the session's server."""

    def __init__(self, server: Any) -> None:
        self._server = server

    @contextmanager
    def tracker_of(
        self, events: Iterable[Event], *, batch: int, asked: bool = False, policy: Policy = POLICY
    ) -> Iterator[Tracker]:
        url = self._server.new_place()
        try:
            with tracker_of(events, batch=batch, asked=asked, url=url, policy=policy) as tracker:
                yield tracker
        finally:
            self._server.drop_place(url)


def on_both_databases(
    examples: settings | None = None, **strategies: SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[[Database], None]]:
    """As `given`, for a promise whose first parameter is the database: in memory with all examples (or `examples`), on
    PostgreSQL, where each costs ten times as much, with fewer."""

    def decorate(promise: Callable[..., None]) -> Callable[[Database], None]:
        in_memory = (examples or settings())(given(**strategies)(promise))
        on_postgres = fewer()(given(**strategies)(promise))

        def holds(database: Database) -> None:
            (on_postgres if isinstance(database, OnPostgres) else in_memory)(database)

        holds.__name__, holds.__doc__, holds.__module__ = promise.__name__, promise.__doc__, promise.__module__
        return holds

    return decorate
