"""Whether the index of keyed events that came with an id of their own (`own_ids`) says what the log says: by it a key
is known that was sent before."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from tracker.domain.ids import id_text_for
from tracker.store.codec import Row
from tracker.store.decisions import Stray
from tracker.store.engine import Store
from tracker.store.sql import fetch, marks, parts

_INDEX = (
    "SELECT o.made_id, o.event_id, e.seq, e.source, e.source_key FROM own_ids o"
    " LEFT JOIN events e ON e.event_id = o.event_id ORDER BY o.made_id"
)


def lacking(connection: Connection, page: Sequence[Row]) -> set[int]:
    """The rows, by seq, whose own id the index does not know."""
    made = {row.seq: id_text_for(row.source, row.source_key) for row in page if row.source_key is not None}
    own = {row.seq: (made[row.seq], row.event_id) for row in page if row.seq in made and made[row.seq] != row.event_id}
    indexed: set[tuple[str, str]] = set()
    for part in parts([made_id for made_id, _ in own.values()]):
        found = fetch(connection, f"SELECT made_id, event_id FROM own_ids WHERE made_id IN ({marks(part)})", part)
        indexed.update((made_id, event_id) for made_id, event_id in found)
    return {seq for seq, pair in own.items() if pair not in indexed}


def stray(store: Store) -> Stray | None:
    """A row of the index that is about no event of the log, or about another key of it."""
    with store.read() as connection:
        for made_id, event_id, seq, source, key in fetch(connection, _INDEX):
            if seq is None:
                return Stray(0, f"the index of events with an id of their own has one that is not there ({event_id})")
            if key is None or id_text_for(source, key) != made_id:
                return Stray(seq, f"the index of events with an id of their own tells another key of it ({event_id})")
    return None
