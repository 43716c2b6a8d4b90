"""Places in the log as a reader counts them: of what the reader may not read, not even the places are to be seen.

Whoever may read everything counts as the log does. For others an event's place is the number of readable events up to
and including it, so that nothing is missing between two places."""

from __future__ import annotations

import sys
import threading
from bisect import bisect_right

from sqlalchemy import Connection

from tracker.store import codec
from tracker.store.sql import fetch

_RESTRICTED = "SELECT seq, visibility FROM events WHERE seq > ? AND seq <= ? AND visibility IS NOT NULL ORDER BY seq"
# Groups of labels whose hidden places are remembered; a reader beyond costs a walk over the restricted rows.
_MOST_READERS = 200


class Hidden:
    """The places that one reader may not see, in order."""

    def __init__(self, places: list[int]) -> None:
        self._places = places

    def rank(self, seq: int) -> int:
        """How many of the events up to `seq` the reader may see."""
        return seq - bisect_right(self._places, seq)

    def seq(self, rank: int) -> int:
        """The smallest place in the log up to which the reader may see `rank` events."""
        return rank + bisect_right(range(len(self._places)), rank, key=lambda index: self._places[index] - index)


class Ranks:
    """What is hidden from whom, read from the log once and then only what was added."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._upto = 0
        self._rows: list[tuple[int, str]] = []
        self._readers: dict[frozenset[str], tuple[int, list[int]]] = {}

    def hidden(self, connection: Connection, upto: int, viewer: frozenset[str] | None) -> Hidden:
        """What of the log up to `upto`, or somewhat further, the viewer may not read."""
        if viewer is None:
            return Hidden([])
        with self._lock:
            if upto > self._upto:
                self._rows += [
                    (seq, sys.intern(labels)) for seq, labels in fetch(connection, _RESTRICTED, (self._upto, upto))
                ]
                self._upto = upto
            read, places = self._readers.get(viewer, (0, []))
            more = [seq for seq, labels in self._rows[read:] if not codec.readable(labels, viewer)]
            # A new list: another thread may be looking at the old one.
            places = [*places, *more] if more else places
            if len(self._readers) >= _MOST_READERS and viewer not in self._readers:
                self._readers.clear()
            self._readers[viewer] = (len(self._rows), places)
        return Hidden(places)
