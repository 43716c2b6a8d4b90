"""Trackers that are asked after each append, so that everything folds on from what was folded before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from tracker import Tracker

DAY = "2026-03-02T"


def told(number: int, entity: str, kind: str, clock: str, payload: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """An event with this number in its id, that occurred and was observed at this time of the day."""
    at = f"{DAY}{clock}Z"
    event = {
        "event_id": str(UUID(int=number)),
        "entity_id": entity,
        "type": kind,
        "occurred_at": at,
        "observed_at": at,
        "source": "user:ana",
        "payload": payload,
    }
    return event | changed


def at(place: str) -> dict[str, Any]:
    return {"claim": {"value": place}}


def about(*numbers: int, **more: Any) -> dict[str, Any]:
    """The payload of a decision about the events with these numbers."""
    return {"event_ids": [str(UUID(int=number)) for number in numbers], **more}


def one_by_one(tracker: Tracker, events: Iterable[dict[str, Any]]) -> None:
    for event in events:
        tracker.append(event)
        tracker.digest()


def assert_as_replayed(tracker: Tracker) -> None:
    """What came of folding on is what comes of folding the whole log."""
    trial = tracker.replay(dry_run=True, show=5)
    assert (trial.changes, trial.after) == ((), trial.before)
