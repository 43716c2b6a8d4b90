"""How much memory a replay needs does not depend on how many events an entity has."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from tests.contract.conftest import NOON
from tracker import Tracker
from tracker.store import log
from tracker.store.tables import VIEWS

STATUS = Path("/proc/self/status")
FEW_MB = 20
"""What many more events may cost more, 16 MB of it SQLite's own cache, which few do not fill. Held whole, 40,000 events
are some 140 MB."""


def test_a_replay_needs_as_much_for_many_events_of_one_entity_as_for_few(tmp_path) -> None:
    """Into empty views, where all is written, and onto right ones, where all is compared; and digesting them."""
    assert_bounded(tmp_path, 20_500, 60_000)


@pytest.mark.slow
def test_nor_for_very_many(tmp_path) -> None:
    assert_bounded(tmp_path, 20_500, 200_000)


def assert_bounded(folder: Path, few: int, many: int) -> None:
    if not STATUS.exists():
        pytest.skip("the peak of memory is read from Linux")
    urls = {number: reported(folder, number) for number in (few, many)}
    for what in ("emptied", "right", "digest"):
        small, large = (peak(url, what) for url in urls.values())
        print(f"{what}: {small:.1f} and {large:.1f} MB")
        assert large - small < FEW_MB, (what, small, large)


def reported(folder: Path, number: int) -> str:
    """A log of what one camera said of one thing and its lid, every second; not yet projected."""
    url = f"sqlite:///{folder / str(number)}.db"
    with Tracker.open(url) as tracker:
        for first in range(0, number, 5000):
            with tracker.store.write() as connection:
                log.append(connection, sightings(range(first, first + 5000)), tracker.store.clock())
    return url


def sightings(numbers: range) -> Iterator[dict[str, Any]]:
    lids, places = ("open", "closed"), ("hall", "desk", "sofa", "bag", "kitchen")
    for n in numbers:
        lid = {"attribute": "openness", "value": lids[n % 2]}
        yield {
            "entity_id": "box",
            "type": "seen",
            "occurred_at": NOON + timedelta(seconds=n),
            "source": "camera:hall",
            "payload": {"claim": lid if n % 10 == 0 else {"value": places[n % 5]}},
        }


def peak(url: str, what: str) -> float:
    """MB that a fresh process needs at most."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_weigh, (url, what))


def _weigh(url: str, what: str) -> float:
    with Tracker.open(url) as tracker:
        if what == "emptied":
            with tracker.store.write() as connection:
                for view in VIEWS:
                    connection.execute(view.delete())
        if what == "digest":
            assert tracker.digest()
        else:
            done = tracker.replay()
            assert (done.changed == 0) == (what == "right")
    # Not ru_maxrss: a new process inherits that from the one that started it.
    return next(int(line.split()[1]) for line in STATUS.read_text().splitlines() if line.startswith("VmHWM:")) / 1024
