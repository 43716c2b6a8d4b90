"""Folding events into the stored views: after an append only what it affects, from the nearest snapshot.

Everything here runs inside the transaction that appended the events, so no reader ever sees a log without its views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from sqlalchemy import Connection

from tracker.domain.logged import Logged
from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.fold.entity import BEGINNING, Line
from tracker.fold.identity import standing
from tracker.fold.tracks import Surroundings
from tracker.projection.folding import (
    NAMING,
    SNAPSHOT_EVERY,
    Folding,
    Run,
    candidate_item,
    fold_stream,
    lines_of,
    names_given,
)
from tracker.projection.streams import Stream, Streams
from tracker.projection.work import Work
from tracker.store import views
from tracker.store.bearing import Order
from tracker.store.edits import Edits
from tracker.store.views import Row, Snapshot, slice_row, start_of


class Projector(Folding):
    """Projects what it folds. `folded` counts the events folded, for tests and progress."""

    def __init__(self, rules: Sequence[Rule], policy: Policy) -> None:
        super().__init__(rules, policy)
        self.folded = 0

    def project(
        self,
        connection: Connection,
        affected: Mapping[str, Order],
        appended: Sequence[Logged],
        regrouped: Set[str] = frozenset(),
    ) -> None:
        """Bring the views up to the log. `affected`: from which place in fold order on each entity may differ;
        `appended`: the events that are new; `regrouped`: the entities of merges and splits that are new or were decided
        about."""
        work = Work(connection, self.policy)
        work.plan(affected, regrouped)
        edits = Edits()
        for root in sorted(work.wholly):
            self._fold_whole(edits, work.streams, root)
        roots = sorted(work.partly)
        newest = views.newest_snapshots(connection, roots)
        fresh = work.simply_new(appended)
        for root in roots:
            place, snapshot, new = work.partly[root], newest.get(root), fresh.get(root, [])
            if new and new[0].order == place and (snapshot is None or snapshot.place < place):
                stream = Stream(*standing(new, {}, work.streams.thresholds), [], new[-1].order)
                self._fold_on(edits, work.streams, root, stream, snapshot)
            elif snapshot is not None and snapshot.place >= place:
                self._fold_from(edits, work.streams, root, views.snapshot_before(connection, root, place), late=True)
            else:
                self._fold_from(edits, work.streams, root, snapshot)
        edits.write(connection)

    def _fold_whole(self, edits: Edits, streams: Streams, root: str) -> None:
        """Fold an entity from its first event; nothing is left of one that was merged into another."""
        edits.clear(root)
        if streams.root(root) == root:
            self._fold(edits, streams, root, streams.stream(root), None)

    def _fold_from(
        self, edits: Edits, streams: Streams, root: str, snapshot: Snapshot | None, *, late: bool = False
    ) -> None:
        """Fold an entity on from a snapshot; `late`: what came after it goes."""
        if snapshot is None:
            self._fold_whole(edits, streams, root)
            return
        stream = streams.stream(root, snapshot.place)
        edits.drop_candidates(stream.event_ids)
        self._fold_on(edits, streams, root, stream, snapshot, late=late)

    def _fold_on(
        self,
        edits: Edits,
        streams: Streams,
        root: str,
        stream: Stream,
        snapshot: Snapshot | None,
        *,
        late: bool = False,
    ) -> None:
        # A registration sets the entity's kind, and with it the decay of everything before.
        if snapshot is not None and any(event.type in NAMING for event in stream.projecting):
            self._fold_whole(edits, streams, root)
        else:
            self._fold(edits, streams, root, stream, snapshot, late=late)

    def _fold(
        self,
        edits: Edits,
        streams: Streams,
        root: str,
        stream: Stream,
        snapshot: Snapshot | None,
        *,
        late: bool = False,
    ) -> None:
        around = Surroundings(streams.track, streams.identities.into)
        result = fold_stream(root, stream, snapshot, self, around, rewrite=late)
        self.folded += len(stream.projecting)
        if snapshot is None:
            for name, run in result.runs.items():
                edits.add_slices(_rows(root, result.kind, name, run))
            edits.give_names(root, names_given(root, stream.projecting))
        else:
            after, before = snapshot.place[0], lines_of(snapshot)
            names = {*result.runs, *views.attributes_of(streams.connection, root)} if late else result.runs
            for name in names:
                rows = _rows(root, result.kind, name, result.runs[name]) if name in result.runs else []
                if late:
                    edits.drop_slices(root, name, before[name].upto if name in before else BEGINNING)
                    edits.drop_problems(root, name, after)
                    edits.add_slices(rows)
                else:
                    _go_on(edits, root, name, before.get(name), rows, after)
        edits.add_items([*result.items, *(candidate_item(root, one) for one in stream.candidates)])
        edits.note_consults(root, result.consulted)
        taken = result.snapshots
        if late and snapshot is not None:
            edits.drop_snapshots(root, snapshot.ordinal + 1)
        if snapshot is not None and taken and _replaces(taken[0], snapshot):
            edits.move_snapshot(root, snapshot.ordinal, taken[0])
            taken = taken[1:]
        edits.add_snapshots(root, taken)


def _replaces(one: Snapshot, before: Snapshot) -> bool:
    """Whether a snapshot takes the place of the one before it: of those between the kept ones only the newest stays."""
    return one.ordinal == before.ordinal or before.ordinal % SNAPSHOT_EVERY != 0


def _rows(root: str, kind: str | None, attribute: str, run: Run) -> list[Row]:
    return [slice_row(root, attribute, run.rule, kind, one) for one in run.slices]


def _go_on(edits: Edits, root: str, attribute: str, line: Line | None, rows: list[Row], after: int) -> None:
    """Put the rows of an attribute in the place of those that were not final; most often that is one, at the start of
    which the first of the rows starts."""
    if line is not None and line.pending:
        edits.drop_problems(root, attribute, after)
    if line is None or not line.loose:
        edits.add_slices(rows)
        return
    starts = {start_of(row) for row in rows}
    for start in line.loose:
        if start not in starts:
            edits.drop_slice(root, attribute, start)
    for row in rows:
        if start_of(row) in line.loose:
            edits.change_slice(row)
        else:
            edits.add_slice(row)
