"""Which entities are replayed page by page."""

from datetime import UTC, datetime, timedelta

from tracker import Tracker
from tracker.domain.policy import Policy
from tracker.projection.pages import too_large
from tracker.projection.streams import Streams
from tracker.store import reader

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_what_folds_together_counts_together() -> None:
    """Two things that are one, of three events each and a merge, are seven; so is one that was given all by a split."""
    with Tracker.open("sqlite://") as tracker:
        told = {"source": "user:ana", "occurred_at": NOON + timedelta(hours=1)}
        for name in ("keys", "phone", "cup", "mug", "bag"):
            for n in range(3):
                seen = {"type": "seen", "source": "camera:a", "payload": {"claim": {"value": "hall"}}}
                tracker.append(seen | {"entity_id": name, "occurred_at": NOON + timedelta(minutes=n)})
        tracker.append(told | {"entity_id": "keys", "type": "merged", "payload": {"into": "phone"}})
        given = [str(one.event_id) for one in tracker.events("cup")]
        tracker.append(
            told | {"entity_id": "cup", "type": "split", "payload": {"new_entity": "glass", "event_ids": given}}
        )
        with tracker.store.read() as connection:
            streams, sizes = Streams(connection, Policy()), reader.sizes(connection)
            assert too_large(streams, sizes, 7) == frozenset()
            assert too_large(streams, sizes, 4) == {"keys", "phone"}
            assert too_large(streams, sizes, 3) == {"keys", "phone", "cup", "glass"}
            assert too_large(streams, sizes, 2) == {"keys", "phone", "cup", "glass", "mug", "bag"}
