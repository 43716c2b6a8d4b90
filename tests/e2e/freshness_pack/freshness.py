"""Food keeps: `fresh` from when it was put somewhere, `stale` after three days in a fridge, one elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.domain.claims import held_of
from tracker.domain.logged import Logged
from tracker.domain.rule import Around, Folded, Subject
from tracker.domain.slices import Held, Slice

FRESHNESS = "freshness"
DAY = 86_400_000_000


class FreshnessRule:
    """Reads the same `placed` events as the location rule, and owns an attribute of its own. The state is the newest
    placing: its time, when it turns, and the claim as a list."""

    name = "freshness"
    version = 1
    owns = (FRESHNESS,)

    def attributes(self, event: Logged) -> tuple[str, ...]:
        return (FRESHNESS,) if event.type == "placed" and event.payload.get("place") else ()

    def fold(self, subject: Subject, state: Any, events: Sequence[Logged], around: Around) -> Folded:
        closed: list[Slice] = []
        for event in events:
            if event.type != "placed":
                continue  # a decision on a conflict reaches every attribute
            closed += _slices(state, event.occurred)
            place = around.root(event.payload["place"])
            turns = event.occurred + (3 * DAY if place == "fridge" else DAY)
            state = [event.occurred, turns, list(held_of(event, value="fresh"))]
        return Folded(state, closed, [], _slices(state, None), [])


def _slices(state: Any, end: int | None) -> list[Slice]:
    """What the newest placing says up to `end`; None: from then on."""
    if state is None:
        return []
    start, turns, claim = state
    fresh = Held(*claim)
    stale = fresh._replace(value="stale", since=turns)
    if end is not None and end <= turns:
        return [Slice(start, end, "known", start, (fresh,))] if end > start else []
    turned = [Slice(turns, end, "known", turns, (stale,))]
    return [Slice(start, turns, "known", start, (fresh,)), *turned]
