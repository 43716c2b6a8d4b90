"""The contract suite runs against every database: a file, memory, and a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.http.home import serving
from tracker import Tracker
from tracker.domain.times import to_us
from tracker.store import log
from tracker.store.engine import Store
from tracker.store.log import Appended
from tracker.store.schema import open_store

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class SteppedClock:
    """A clock that stands still until it is set, and may be set back."""

    def __init__(self) -> None:
        self.us = to_us(NOON)

    def __call__(self) -> int:
        return self.us

    def move(self, **span: float) -> None:
        self.us += timedelta(**span) // timedelta(microseconds=1)


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


@pytest.fixture(params=["file", "memory", pytest.param("postgres", marks=pytest.mark.pg)])
def url(request: pytest.FixtureRequest, tmp_path) -> str:
    if request.param == "file":
        return f"sqlite:///{tmp_path / 'log.db'}"
    if request.param == "memory":
        return "sqlite://"
    return request.getfixturevalue("postgres_url")


@pytest.fixture(params=["file", "memory", pytest.param("postgres", marks=pytest.mark.pg), "http"])
def tracker(request: pytest.FixtureRequest, tmp_path, clock: SteppedClock) -> Iterator[Tracker]:
    """An empty tracker, opened here on any database, or served over HTTP."""
    file = f"sqlite:///{tmp_path / 'log.db'}"
    if request.param == "http":
        with serving(file, lambda url: Tracker.open(url, clock=clock)) as server, Tracker.open(server.url) as opened:
            yield opened
        return
    url = {"file": file, "memory": "sqlite://"}.get(request.param) or request.getfixturevalue("postgres_url")
    with Tracker.open(url, clock=clock) as opened:
        yield opened


@pytest.fixture
def store(url: str, clock: SteppedClock) -> Iterator[Store]:
    opened = open_store(url, clock=clock, wait_s=2)
    yield opened
    opened.close()


@pytest.fixture
def seen() -> Callable[..., dict[str, Any]]:
    """An event as a mapping: keys seen in the hall drawer at noon, with whatever is given instead."""

    def make(minute: float = 0, **changed: Any) -> dict[str, Any]:
        event = {
            "entity_id": "keys",
            "type": "seen",
            "occurred_at": NOON + timedelta(minutes=minute),
            "confidence": 0.78,
            "payload": {"claim": {"value": "hall_drawer", "relation": "in"}},
            "source": "camera:hall",
        }
        return event | changed

    return make


@pytest.fixture
def append(store: Store) -> Callable[..., Appended]:
    """Append events in one transaction of their own."""

    def do(*events: Any, **options: Any) -> Appended:
        with store.write() as connection:
            return log.append(connection, events, store.clock(), **options)

    return do
