"""What an append and a read cost, in statements, rows read and events folded: counts, never seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tracker import Tracker
from tracker.projection import following
from tracker.projection.folding import SNAPSHOT_EVERY
from tracker.store import sql as statements

START = datetime(2026, 3, 2, tzinfo=UTC)


def seen(entity: str, place: str, minute: float, **changed: Any) -> dict[str, Any]:
    event = {
        "entity_id": entity,
        "type": "seen",
        "occurred_at": START + timedelta(minutes=minute),
        "observed_at": START + timedelta(minutes=minute),
        "confidence": 0.9,
        "payload": {"claim": {"value": place}},
        "source": "camera:hall",
    }
    return event | changed


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as opened:
        yield opened


class Cost:
    statements = 0
    rows = 0


@pytest.fixture
def counting(monkeypatch) -> Callable[[], Any]:
    """A block whose statements and rows read are counted."""
    run = statements._run

    @contextmanager
    def block() -> Iterator[Cost]:
        cost = Cost()

        def counted(*arguments: Any, **options: Any) -> list[tuple[Any, ...]]:
            found = run(*arguments, **options)
            cost.statements += 1
            cost.rows += len(found)
            return found

        with monkeypatch.context() as patched:
            patched.setattr(statements, "_run", counted)
            yield cost

    return block


def fold(tracker: Tracker) -> None:
    """As the next who asks would."""
    assert tracker._caught_up()


def cost_of_append(tracker: Tracker, counting: Callable[[], Any], event: dict[str, Any]) -> tuple[int, int, int]:
    fold(tracker)
    before = tracker._projector.folded
    with counting() as cost:
        tracker.append(event)
        fold(tracker)
    return cost.statements, cost.rows, tracker._projector.folded - before


def test_an_append_in_order_costs_the_same_however_long_the_log_is(tracker, counting) -> None:
    """After 40 events and after 4,000: the same statements, about as many rows read, one snapshot's worth of events
    folded at most."""
    costs = []
    minute = 0
    for size in (40, 4000):
        more = [seen("keys", f"place-{n % 7}", n) for n in range(minute, size)]
        tracker.append(more)
        minute = size + 10
        tracker.append(seen("keys", "desk", minute))
        costs.append(cost_of_append(tracker, counting, seen("keys", "sofa", minute + 1)))
        minute += 2
    (few, few_rows, _), (many, many_rows, folded) = costs
    assert many == few
    assert many_rows <= few_rows + 2
    assert folded == 1


def test_an_append_alone_folds_nothing_until_so_much_waits(tracker, counting, monkeypatch) -> None:
    """Five statements: begin, where the log ends and how the views stand to it, the event, the new end, commit."""
    fold(tracker)
    with counting() as cost:
        tracker.append(seen("keys", "desk", 1))
    assert cost.statements == 5
    assert tracker._projector.folded == 0
    monkeypatch.setattr(following, "MOST_BEHIND", 10)
    tracker.append([seen("keys", "desk", 2 + n) for n in range(8)])
    assert tracker._projector.folded == 0
    tracker.append(seen("keys", "sofa", 10))
    assert tracker._projector.folded == 10


def test_what_a_container_went_through_does_not_slow_what_is_put_into_it(tracker, counting) -> None:
    """Whether the bag is inside the place where the keys were is asked of the bag's last events, not of all."""
    costs = []
    minute = 0
    for size in (300, 6000):
        tracker.append([seen("bag", f"place-{n % 7}", n) for n in range(minute, size)])
        minute = size
        tracker.append(seen("keys", "hall", minute))
        costs.append(cost_of_append(tracker, counting, seen("keys", "bag", minute + 1)))
        minute += 2
    (few, few_rows, _), (many, many_rows, _) = costs
    assert many == few
    assert many_rows <= few_rows + SNAPSHOT_EVERY


@pytest.mark.parametrize("tail", [0, 1, 500, 3000])
def test_a_late_event_folds_only_what_comes_after_it(tracker, tail) -> None:
    """Into an entity with 10,000 events: at most the events after its place, and those since the snapshot before."""
    number = 10_000
    tracker.append([seen("keys", f"place-{n % 7}", n) for n in range(number)])
    fold(tracker)
    before = tracker._projector.folded
    tracker.append(seen("keys", "attic", number - tail - 0.5))
    fold(tracker)
    assert tracker._projector.folded - before <= tail + 1 + SNAPSHOT_EVERY
    assert tracker.replay().changed == 0


def test_where_costs_the_same_however_long_the_log_is(tracker, counting) -> None:
    """A chain of two, after 40 events and after 4,000: the same statements and rows."""
    costs = []
    minute = 0
    for size in (40, 4000):
        tracker.append([seen(f"thing-{n % 90}", f"place-{n % 7}", n) for n in range(minute, size)])
        tracker.append([seen("keys", "bag", size), seen("bag", "car", size)])
        minute = size
        fold(tracker)
        with counting() as cost:
            answer = tracker.where("keys", at=START + timedelta(minutes=size + 1))
        assert answer.path == ("bag", "car")
        costs.append((cost.statements, cost.rows))
    assert costs[0] == costs[1]
    assert costs[1][0] <= 13
