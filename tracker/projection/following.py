"""Bringing the views up to the log.

Views may wait: what an append adds to its own entities is folded when somebody asks, or when so much has gathered that
whoever asks would notice. Nobody ever sees views that are behind: every reader looks at how far they follow first."""

from __future__ import annotations

import threading
from collections.abc import Sequence, Set

from sqlalchemy import Connection

from tracker.projection.folding import NAMING
from tracker.projection.project import Projector
from tracker.projection.replay import rebuild
from tracker.projection.work import Bearing
from tracker.store import positions, reader
from tracker.store.codec import OwnRow
from tracker.store.collector import uncollected
from tracker.store.log import Appended
from tracker.store.reader import IDENTITY_CHANGES

MOST_BEHIND = 20_000
"""How many events may wait: compiled, folding so many takes a fifth of a second. All at once they cost half of what
they cost a thousand at a time."""


class Recent:
    """The events that one process appended and nobody has folded yet, so that it need not read them back. Threads may
    share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._batches: dict[int, tuple[int, Sequence[OwnRow]]] = {}
        self._projected = 0

    def add(self, last_seq: int, appended: int, rows: Sequence[OwnRow], projected: int) -> None:
        """What a committed batch of so many events up to `last_seq` added to be folded, when the views followed the log
        up to `projected`."""
        with self._lock:
            if projected != self._projected:
                self._batches = {first: batch for first, batch in self._batches.items() if batch[0] > projected}
                self._projected = projected
            self._batches[last_seq - appended + 1] = (last_seq, rows)

    def between(self, after: int, upto: int) -> list[OwnRow] | None:
        """All events past `after` up to `upto`; None when others appended some of them."""
        found: list[OwnRow] = []
        while after < upto:
            batch = self._batches.get(after + 1)
            if batch is None:
                return None
            after, rows = batch
            found += rows
        return found if after == upto else None

    def forget(self) -> None:
        with self._lock:
            self._batches = {}


def follow(
    connection: Connection,
    projector: Projector,
    after: int,
    upto: int,
    rows: Sequence[OwnRow] | None = None,
    batch: Appended | None = None,
) -> None:
    """Bring views that follow the log up to seq `after` up to its end, `upto`. `rows`: the foldable events between,
    read if not given; `batch`: the one that ends there, if it bears on more than its own entities' folds."""
    with uncollected():
        appended = [reader.unchecked(row) for row in (reader.rows_since(connection, after) if rows is None else rows)]
        places = {} if batch is None else dict(batch.affected)
        regrouped = set[str]()
        for event in appended:
            event_id, entity_id, kind, occurred, _, observed, _, _, _, _, _ = event
            order = (occurred, observed, event_id)
            if order < places.setdefault(entity_id, order):
                places[entity_id] = order
            if kind in IDENTITY_CHANGES:
                regrouped.add(entity_id)
        renamed: Set[str] = frozenset()
        if batch is not None and batch.decided:
            regrouped |= reader.of_types(connection, batch.decided, IDENTITY_CHANGES)
            renamed = reader.of_types(connection, batch.decided, NAMING)
        erased = () if batch is None else batch.erased
        projector.project(connection, Bearing(places, regrouped, renamed, erased), appended)
    positions.set_projected(connection, upto)


def refold(connection: Connection, projector: Projector, upto: int) -> None:
    """Bring views up to the end of the log, `upto`, wherever they stood: by folding all of it."""
    rebuild(connection, projector)
    positions.set_projected(connection, upto)
