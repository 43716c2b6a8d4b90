"""A question about twice as much looks at about twice as much: what is looked up is counted, never seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from tracker import Tracker
from tracker.projection.scene import StoredScene
from tracker.query import chain

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)


def seen(entity: str, second: int, **claim: Any) -> dict[str, Any]:
    return {
        "entity_id": entity,
        "type": "seen",
        "occurred_at": NINE + timedelta(seconds=second),
        "source": "sensor:a",
        "payload": {"claim": claim},
    }


def asked(events: list[dict[str, Any]], question: str) -> Any:
    with Tracker.open("sqlite://") as tracker:
        tracker.append(events)
        return tracker.ask(question, NINE + timedelta(hours=9))


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything of which a chain went on to its own place."""
    found: list[str] = []
    own_place = chain.own_place

    def counted(scene: Any, policy: Any, landmark: str, at: int) -> Any:
        found.append(landmark)
        return own_place(scene, policy, landmark, at)

    monkeypatch.setattr(chain, "own_place", counted)
    return found


@pytest.mark.parametrize("question", ["what is in the box?", "how many things are in the box?", "box裡有什麼？"])
def test_what_is_inside_follows_a_shared_way_once(question: str, followed: list[str]) -> None:
    """A chain of boxes, each in the one before: all of them are named as evidence, and no way is walked for each."""
    steps = []
    for depth in (60, 120):
        outer = ["garage", "box", *(f"case-{n}" for n in range(depth))]
        followed.clear()
        reply = asked(
            [seen(inner, n, value=around) for n, (around, inner) in enumerate(pairwise(outer))],
            question,
        )
        assert reply.status == "current", reply
        assert len(reply.event_ids) == depth + 1
        steps.append(len(followed))
    assert steps[1] <= 2.2 * steps[0]
    assert steps[1] <= 4 * 120


def test_things_put_down_where_somebody_was_are_explained_too() -> None:
    """Where the ways join only after a while, each keeps its own evidence."""
    events = [
        seen("ana", 0, value="attic"),
        {**seen("hat", 5), "type": "placed", "payload": {"by": "ana"}},
        {**seen("coat", 6), "type": "placed", "payload": {"by": "ana"}},
        seen("attic", 1, value="house"),
        seen("glove", 7, value="hat"),
    ]
    reply = asked(events, "what is in the house?")
    assert {"hat", "coat", "glove", "attic"} <= set(reply.values)
    assert len(reply.event_ids) == 5


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many rows of the view were given to whoever asked."""
    count = 0

    def counting(name: str) -> Callable[..., Iterator[Any]]:
        given = getattr(StoredScene, name)

        def counted(*arguments: Any) -> Iterator[Any]:
            nonlocal count
            for view in given(*arguments):
                count += 1
                yield view

        return counted

    def counted_at_once(*arguments: Any) -> list[Any]:
        nonlocal count
        views = slices_of(*arguments)
        count += len(views)
        return views

    slices_of = StoredScene.slices_of
    monkeypatch.setattr(StoredScene, "slices_of", counted_at_once)
    for name in ("started_in", "newest_before", "targeting"):
        monkeypatch.setattr(StoredScene, name, counting(name))
    return lambda: count


@pytest.mark.parametrize(
    ("question", "times"), [("how often was the lamp switched on?", 300), ("how long was the lamp on?", None)]
)
def test_how_often_reads_each_row_once(question: str, times: int | None, looked_up: Callable[[], int]) -> None:
    events = [seen("lamp", n, attribute="power", value="on" if n % 2 else "off") for n in range(600)]
    reply = asked(events, question)
    assert reply.status == "current"
    assert times is None or reply.values == (times,)
    assert looked_up() <= 620
