"""Claims with an end of their own that lie over each other cost about as much each, however many there are: comparisons
are counted, never seconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from rules.location import LocationRule
from tests.reference.world import World
from tests.rules.folding import Surroundings
from tracker.domain.logged import Logged
from tracker.domain.policy import Policy
from tracker.domain.rule import Subject
from tracker.domain.times import to_us

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
ENDS = {
    "each inside the one before": lambda n, number: 10_000 - n,
    "each a little later than the one before": lambda n, number: n + number / 2,
    "each as long as two or three others": lambda n, number: n + 2.5,
    "two places by turns, each inside the one before": lambda n, number: 10_000 - n // 2,
}


def reported(n: int, number: int, ends: str) -> Logged:
    at = NINE + timedelta(seconds=n)
    value = f"place-{n % 2 if 'turns' in ends else n}"
    until = NINE + timedelta(seconds=ENDS[ends](n, number))
    claim = {"attribute": "location", "value": value, "until": until.isoformat()}
    return Logged(f"{n:032x}", "keys", "seen", to_us(at), None, to_us(at), 1.0, {"claim": claim}, "camera:a")


def comparisons(number: int, ends: str) -> int:
    """How often a fold of so many asked about a place."""
    around = Surroundings(World([], Policy()), Policy().of(None, "location"))
    asked = 0
    root = around.root

    def counted(entity_id: str) -> str:
        nonlocal asked
        asked += 1
        return root(entity_id)

    around.root = counted
    events = [reported(n, number, ends) for n in range(number)]
    folded = LocationRule().fold(Subject("keys", "location"), None, events, around)
    assert len(folded.slices) + len(folded.tail) > number
    return asked


@pytest.mark.parametrize("ends", ENDS)
def test_twice_as_many_spans_cost_about_twice_as_much(ends) -> None:
    few, many = comparisons(100, ends), comparisons(200, ends)
    assert many <= 2.3 * few
