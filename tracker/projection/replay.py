"""Rebuilding every view from the log, in bounded memory, and the state digest that proves nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlalchemy import Connection

from tracker.domain.events import Logged
from tracker.fold.identity import standing
from tracker.fold.tracks import Surroundings
from tracker.projection.project import Projector, Result, candidate_item, fold_stream, names_given
from tracker.projection.streams import Stream, Streams
from tracker.store import reader, views
from tracker.store.views import Item, Name

_ROWS = 20_000

Tell = Callable[[int], None]


def silent(events: int) -> None:
    """Tells nobody."""
    del events


def rebuild(connection: Connection, projector: Projector, tell: Tell = silent) -> int:
    """Drop all views and fold the whole log → the number of events folded. `tell` hears how many so far.

    Holds one entity's events and a bounded number of finished rows in memory, beside the ids of the entities."""
    views.clear(connection)
    known = reader.all_entities(connection)
    decided = reader.decided_entities(connection)
    streams = Streams(connection, projector.policy, known=known, decided=decided)
    before = projector.folded
    tied: list[str] = []
    writer = _Writer(connection)
    for entity_id, events in _grouped(reader.by_entity(connection)):
        if entity_id in decided or len(streams.component(entity_id)) > 1:
            tied.append(entity_id)
            continue
        projecting, candidates = standing(events, {}, projector.policy)
        stream = Stream(projecting, candidates, [], events[-1].order)
        result = fold_stream(entity_id, stream, None, projector, Surroundings(streams.track, streams.identities.into))
        projector.folded += len(projecting)
        waiting = [candidate_item(entity_id, event) for event in candidates]
        writer.add(entity_id, result, waiting, names_given(entity_id, projecting))
        tell(projector.folded - before)
    writer.flush()
    everyone = {member for entity_id in tied for member in streams.component(entity_id)}
    for entity_id in sorted(everyone):
        projector.fold_whole(connection, streams, entity_id)
        tell(projector.folded - before)
    return projector.folded - before


def _grouped(pages: Iterator[tuple[str, list[Logged]]]) -> Iterator[tuple[str, list[Logged]]]:
    """Pages of one entity joined."""
    current: str | None = None
    held: list[Logged] = []
    for entity_id, events in pages:
        if entity_id != current:
            if current is not None:
                yield current, held
            current, held = entity_id, []
        held += events
    if current is not None:
        yield current, held


class _Writer:
    """Collects finished rows and writes them many at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._filling = views.Filling()

    def add(self, entity_id: str, result: Result, waiting: list[Item], names: list[Name]) -> None:
        filling = self._filling
        filling.slices += result.views
        filling.problems += result.items
        filling.problems += waiting
        filling.names += names
        filling.snapshots += [(entity_id, snapshot) for snapshot in result.snapshots]
        filling.consults += [(entity_id, other, upto) for other, upto in result.consulted.items()]
        if len(filling.slices) + len(filling.snapshots) >= _ROWS:
            self.flush()

    def flush(self) -> None:
        views.fill(self._connection, self._filling)
        self._filling = views.Filling()
