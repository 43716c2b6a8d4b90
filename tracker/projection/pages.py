"""Folding an entity that has too many events to be held in memory, and how that differs from what the views hold.

Its events are read a page at a time and folded on from the state after the page before, cut at the very events at which
a fold of all of them would be cut, so that both give the same slices, problems and snapshots. What may still change
when a page ends is kept, per attribute, until the attribute's next page or the end. Memory goes with the page, the
attributes, the places consulted, the names and the decisions about the entity, and by a digest with each problem (and
what waits for a person); not with its events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Any

from tracker.domain.logged import Logged
from tracker.fold.entity import kind_of
from tracker.fold.tracks import Footing
from tracker.projection.comparison import Comparison
from tracker.projection.delta import Delta
from tracker.projection.folding import NAMING, SNAPSHOT_EVERY, candidate_item, fold_stream, names_given, slice_rows
from tracker.projection.project import Projector
from tracker.projection.streams import Sources, Stream, Streams
from tracker.store import pages
from tracker.store.bearing import BEFORE_ALL, Order
from tracker.store.contents import CONSULTS, NAMES
from tracker.store.views import Row, Snapshot, name_row, problem_row, snapshot_row


def too_large(streams: Streams, sizes: Mapping[str, int], page: int) -> frozenset[str]:
    """The entities under which more than a page of events may fold: with their own count those of all that they were
    ever merged with or split from. `sizes`: how many events each entity has."""
    found = {entity_id for entity_id, size in sizes.items() if size > page}
    left = set(streams.tied)
    while left:
        component = streams.component(left.pop())
        left -= component
        if sum(sizes.get(each, 0) for each in component) > page:
            found |= component
    return frozenset(found)


def fold_in_pages(projector: Projector, streams: Streams, entity_id: str, page: int, show: int) -> Iterator[Delta]:
    """What the views lack of the entity, in parts: one for each page at least."""
    comparison = Comparison(streams.connection, entity_id, page, show)
    if streams.root(entity_id) != entity_id:
        yield from comparison.end({NAMES: [], CONSULTS: []})
        return
    fold = _PagedFold(projector, streams, entity_id, comparison)
    yield from fold.deltas(page)


class _PagedFold:
    def __init__(self, projector: Projector, streams: Streams, root: str, comparison: Comparison) -> None:
        self._projector, self._streams, self._root, self._comparison = projector, streams, root, comparison
        self._sources: Sources = streams.sources(root)
        # The last registration gives the kind, and with it the policy, of all that was before it.
        naming = pages.events_of_types(streams.connection, self._sources.entity_ids, NAMING)
        self._naming = streams.settled(self._sources, naming).projecting
        self._kind = kind_of(self._naming)
        self._around = streams.surroundings()
        beginning: dict[str, Any] = {"kind": self._kind, "lines": {}, "track": Footing().dump()}
        self._snapshot = Snapshot(0, BEFORE_ALL, beginning)
        self._tails: dict[str, list[Row]] = {}
        self._pending: dict[str, list[Row]] = {}

    def deltas(self, page: int) -> Iterator[Delta]:
        waiting: list[Logged] = []
        last: Order | None = None
        for events in pages.events(self._streams.connection, self._sources.entity_ids, page):
            stream = self._streams.settled(self._sources, events)
            waiting += stream.projecting
            candidates = [problem_row(candidate_item(self._root, one)) for one in stream.candidates]
            yield from self._comparison.problems(candidates)
            last = stream.last or last
            # One at least waits, so that whatever comes last is folded with the place at which the stream ends.
            ready = (len(waiting) - 1) // SNAPSHOT_EVERY * SNAPSHOT_EVERY
            if ready > 0:
                yield from self._fold(waiting[:ready], None)
                waiting = waiting[ready:]
        yield from self._fold(waiting, last)
        for attribute, rows in self._tails.items():
            yield from self._comparison.slices(attribute, rows)
        for rows in self._pending.values():
            yield from self._comparison.problems(rows)
        yield from self._comparison.end(self._whole())

    def _fold(self, events: list[Logged], last: Order | None) -> Iterator[Delta]:
        stream = Stream(events, [], [], last)
        result = fold_stream(self._root, stream, self._snapshot, self._projector, self._around)
        self._projector.folded += len(events)
        if result.snapshots:
            self._snapshot = result.snapshots[-1]
        lines = self._snapshot.state["lines"]
        open_ = sum(lines[attribute].pending for attribute in result.runs)
        final = len(result.items) - open_
        yield from self._comparison.problems([problem_row(item) for item in result.items[:final]])
        for attribute in result.runs:
            self._pending[attribute] = []
            rows = slice_rows(self._root, result, attribute)
            sure = len(rows) - len(lines[attribute].loose)
            self._tails[attribute] = rows[sure:]
            yield from self._comparison.slices(attribute, rows[:sure])
        for item in result.items[final:]:
            self._pending[item.problem.attribute].append(problem_row(item))
        yield from self._comparison.snapshots([snapshot_row(self._root, one) for one in result.snapshots])
        yield self._comparison.passed(len(events))

    def _whole(self) -> dict[int, list[Row]]:
        """The rows of the views that hold few of the entity."""
        looked = self._around.consulted
        return {
            NAMES: sorted(map(name_row, names_given(self._root, self._naming)), key=itemgetter(0, 2)),
            CONSULTS: [(self._root, other, looked[other]) for other in sorted(looked)],
        }
