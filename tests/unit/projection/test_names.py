"""Names as events give them."""

from __future__ import annotations

from datetime import UTC, datetime

from tracker import Tracker


def test_spellings_that_are_looked_up_alike_are_one_name() -> None:
    """One registration may give "Keys" and "keys": the entity is found by both, and nothing clashes."""
    registered = {
        "entity_id": "key-ring-1",
        "type": "registered",
        "occurred_at": datetime(2026, 3, 2, tzinfo=UTC),
        "source": "user:ana",
        "payload": {"kind": "thing", "names": ["Keys", "keys", "KEYS"]},
    }
    with Tracker.open("sqlite://") as tracker:
        tracker.append(registered)
        tracker.append(registered | {"type": "alias_added", "payload": {"name": "keys"}})
        assert tracker.where("KEYS").entity_id == "key-ring-1"
        assert tracker.replay().changed == 0
