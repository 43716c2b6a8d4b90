"""A window of the history costs what is in it, however long the thing went on afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tracker import Tracker
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.times import to_us
from tracker.projection.project import Projector
from tracker.projection.scene import StoredScene
from tracker.query.history import history
from tracker.store.views import View

START = datetime(2026, 3, 2, 8, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class CountingScene(StoredScene):
    """The stored views, with a count of the slices that were read."""

    read = 0

    def slices_of(self, *about) -> list[View]:
        found = super().slices_of(*about)
        self.read += len(found)
        return found

    def slice_at(self, *about) -> View | None:
        self.read += 1
        return super().slice_at(*about)

    def started_in(self, *about) -> Iterator[View]:
        for view in super().started_in(*about):
            self.read += 1
            yield view


def minute(number: int) -> int:
    return to_us(START + number * MINUTE)


@pytest.fixture
def walks():
    """Two hundred minutes, a new room every ten minutes, seen every minute."""
    with Tracker.open("sqlite://") as tracker:
        tracker.append(
            {
                "entity_id": "ana",
                "type": "seen",
                "occurred_at": START + number * MINUTE,
                "confidence": 1.0,
                "payload": {"claim": {"value": f"room-{number // 10}"}},
                "source": "camera:a",
            }
            for number in range(200)
        )
        yield tracker


@pytest.fixture
def scene(walks):
    walks.digest()  # folds what waits to be
    with walks.store.read() as connection:
        yield CountingScene(connection, Projector((), Policy()))


def test_reading_a_window_does_not_read_what_came_long_after_it(scene):
    """The one interval of the window, whole, out of twenty: read with its own ten slices and one more."""
    rows = history(scene, Policy(), "ana", LOCATION, (minute(21), minute(22)))
    assert [(row.value, to_us(row.start), to_us(row.end)) for row in rows] == [("room-2", minute(20), minute(30))]
    assert scene.read <= 40


def test_the_window_does_not_change_what_an_interval_says(walks, scene):
    """Every interval of the whole history is found alone by a window inside it, and says the same."""
    for row in walks.history("ana"):
        inside = to_us(row.start) + 1
        assert history(scene, Policy(), "ana", LOCATION, (inside, inside + 1)) == [row]
