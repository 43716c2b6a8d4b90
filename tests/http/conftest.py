"""A server over a small home, shared by the tests of one module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.http.home import ROWS, Thread, serving
from tracker import Tracker


@pytest.fixture(scope="module")
def home_db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with the small home in it; tests of one module share it."""
    db = f"sqlite:///{tmp_path_factory.mktemp('home') / 'home.db'}"
    with Tracker.open(db) as tracker:
        tracker.append(ROWS)
    return db


@pytest.fixture(scope="module")
def server(home_db: str) -> Iterator[Thread]:
    with serving(home_db) as running:
        yield running
