"""What a timeline has to remember depends on who and what is in play, not on how many events there were: only so do
in-order events fold in constant time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import cycle

import orjson
import pytest

from rules.location import LocationRule
from tests.reference.world import World
from tests.rules.folding import Surroundings
from tracker.domain.logged import Logged
from tracker.domain.policy import Policy
from tracker.domain.rule import Subject
from tracker.domain.times import to_us

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
KEYS = Subject("keys", "location")
SOURCES = ("camera:a", "camera:b", "user:ana")


def seen(number: int, source: str, place: str, *, every: float, holds: float = 0, ends: float | None = None) -> Logged:
    """A sighting, one `every` so many seconds, that lasted `holds` seconds, and claims the place for `ends` seconds."""
    at = NINE + timedelta(seconds=number * every)
    claim = {"attribute": "location", "value": place}
    if ends is not None:
        claim["until"] = (at + timedelta(seconds=ends)).isoformat()
    through = to_us(at + timedelta(seconds=holds)) if holds else None
    when = to_us(at)
    return Logged(f"{number:032x}", "keys", "seen", when, through, when, 1.0, {"claim": claim}, source)


STREAMS = {
    "three who see it in one place": lambda n, who: seen(n, who, "desk", every=0.1),
    "that stay for hours, each longer": lambda n, who: seen(n, who, "desk", every=0.1, holds=7200),
    "with an end far away": lambda n, who: seen(n, who, "desk", every=0.1, ends=7200),
    "with ends that come sooner and sooner": lambda n, who: seen(n, who, "desk", every=1, ends=4000 - 2 * n),
    "one who changes its mind, each time for an hour": lambda n, _: seen(
        n, "camera:a", "desk" if n % 2 else "sofa", every=3, ends=3600
    ),
    "now for an hour, now for a while": lambda n, _: seen(
        n, "camera:a", "desk" if n % 2 else "sofa", every=3, ends=3600 if n % 3 else 5
    ),
}


@pytest.mark.parametrize("stream", STREAMS)
def test_a_state_does_not_grow_with_the_number_of_events(stream) -> None:
    """Whatever they are, in order: the state after six hundred is as large as after sixty."""
    around = Surroundings(World([], Policy()), Policy().of(None, "location"))
    state, sizes = None, []
    for number, source in zip(range(600), cycle(SOURCES), strict=False):
        state = LocationRule().fold(KEYS, state, [STREAMS[stream](number, source)], around).state
        sizes.append(len(orjson.dumps(state)))
    assert max(sizes[60:]) <= max(sizes[:60]) + 40  # numbers may get longer
