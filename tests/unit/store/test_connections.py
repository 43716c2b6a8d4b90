"""Connections are kept from one transaction to the next, and there are enough for everybody."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tracker import Tracker
from tracker.errors import InvalidEvent


def test_many_threads_share_one_tracker(tmp_path) -> None:
    """Thirty that write and read at once: twice as many as the pool has connections. None waits for one in vain."""

    def report(tracker: Tracker, number: int) -> str | None:
        place = f"place-{number}"
        for minute in range(10):
            tracker.append(
                {
                    "entity_id": f"thing-{number}",
                    "type": "seen",
                    "occurred_at": f"2026-03-02T14:{minute:02}:00Z",
                    "payload": {"claim": {"value": place}},
                    "source": "camera:hall",
                }
            )
        return tracker.where(f"thing-{number}", at="2026-03-02T14:10:00Z").place

    with Tracker.open(f"sqlite:///{tmp_path}/home.db") as tracker, ThreadPoolExecutor(30) as threads:
        found = list(threads.map(lambda number: report(tracker, number), range(30)))
        assert found == [f"place-{number}" for number in range(30)]
        assert len(list(tracker.events())) == 300
        assert tracker.verify().ok


def test_a_connection_goes_on_after_a_refused_batch(tmp_path) -> None:
    """What was refused is undone, and the next batch finds a connection without an open transaction."""
    good = {
        "entity_id": "keys",
        "type": "seen",
        "occurred_at": "2026-03-02T14:00:00Z",
        "payload": {"claim": {"value": "desk"}},
        "source": "camera:hall",
    }
    with Tracker.open(f"sqlite:///{tmp_path}/home.db") as tracker:
        for expected in (1, 2, 3):
            with pytest.raises(InvalidEvent, match="unknown type"):
                tracker.append([good, good | {"type": "flew"}])
            tracker.append(good)
            assert len(list(tracker.events())) == expected
