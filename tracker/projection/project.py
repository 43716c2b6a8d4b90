"""Folding events into the stored views: of what was appended only what it affects, from the nearest snapshot.

Everything here runs inside the transaction that notes how far the views follow the log, so no reader ever takes views
that are behind for whole."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from tracker.domain.logged import Logged
from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.fold.entity import BEGINNING
from tracker.fold.identity import Decisions, standing
from tracker.projection.folding import (
    NAMING,
    SNAPSHOT_EVERY,
    Folding,
    Result,
    fold_stream,
    items_of,
    lines_of,
    names_given,
    slice_rows,
)
from tracker.projection.streams import Stream, Streams
from tracker.projection.work import Bearing, Work
from tracker.store import views
from tracker.store.edits import Edits
from tracker.store.views import Snapshot, start_of


class Projector(Folding):
    """Projects what it folds. `folded` counts the events folded, for tests and progress."""

    def __init__(self, rules: Sequence[Rule], policy: Policy) -> None:
        super().__init__(rules, policy)
        self.folded = 0

    def project(
        self,
        connection: Connection,
        bearing: Bearing,
        appended: Sequence[Logged],
    ) -> None:
        """Bring the views up to the log. `appended`: the events that are new, `bearing`: what these bear on."""
        work = Work(connection, self.policy)
        work.plan(bearing)
        batch = _Batch(self, work.streams)
        batch.edits.drop_candidates(bearing.erased)  # no stream has them any more
        for root in sorted(work.wholly):
            batch.fold_whole(root)
        roots = sorted(work.partly)
        newest = views.newest_snapshots(connection, roots)
        fresh = work.simply_new(appended)
        for root in roots:
            place, snapshot, new = work.partly[root], newest.get(root), fresh.get(root, [])
            on = snapshot is None or snapshot.place < place
            if root in work.looking:
                batch.fold_from(root, snapshot if on else views.snapshot_before(connection, root, place), late=True)
            elif on and new and new[0].order == place:
                stream = Stream(*standing(new, Decisions(), work.streams.thresholds), [], new[-1].order)
                batch.fold_on(root, stream, snapshot)
            elif on:
                batch.fold_from(root, snapshot)
            else:
                batch.fold_from(root, views.snapshot_before(connection, root, place), late=True)
        batch.edits.write(connection)
        self.folded += batch.folded


class _Batch:
    """The folds of one append, and what they change in the views."""

    def __init__(self, folding: Folding, streams: Streams) -> None:
        self._folding, self._streams = folding, streams
        self.edits = Edits()
        self.folded = 0

    def fold_whole(self, root: str) -> None:
        """Fold an entity from its first event; nothing is left of one that was merged into another."""
        self.edits.clear(root)
        if self._streams.root(root) == root:
            self.fold_on(root, self._streams.stream(root), None)

    def fold_from(self, root: str, snapshot: Snapshot | None, *, late: bool = False) -> None:
        """Fold an entity on from a snapshot; `late`: what was said of the time after it goes."""
        if snapshot is None:
            self.fold_whole(root)
            return
        stream = self._streams.stream(root, snapshot.place)
        self.edits.drop_candidates(stream.event_ids)
        self.fold_on(root, stream, snapshot, late=late)

    def fold_on(self, root: str, stream: Stream, snapshot: Snapshot | None, *, late: bool = False) -> None:
        """Fold these events of an entity, from its first (None) or on from a snapshot."""
        if snapshot is None:
            self._begin(root, stream, self._fold(root, stream, None))
        elif any(event.type in NAMING for event in stream.projecting):
            # A registration sets the entity's kind, and with it the decay of everything before.
            self.fold_whole(root)
        elif late:
            self._rewrite(root, self._fold(root, stream, snapshot, rewrite=True), snapshot)
        else:
            self._go_on(root, self._fold(root, stream, snapshot), snapshot)

    def _fold(self, root: str, stream: Stream, snapshot: Snapshot | None, *, rewrite: bool = False) -> Result:
        around = self._streams.surroundings()
        result = fold_stream(root, stream, snapshot, self._folding, around, rewrite=rewrite)
        self.folded += len(stream.projecting)
        self.edits.add_items(items_of(root, stream, result))
        self.edits.note_consults(root, result.consulted)
        return result

    def _begin(self, root: str, stream: Stream, result: Result) -> None:
        for name in result.runs:
            self.edits.add_slices(slice_rows(root, result, name))
        self.edits.give_names(root, names_given(root, stream.projecting))
        self.edits.add_snapshots(root, result.snapshots)

    def _rewrite(self, root: str, result: Result, snapshot: Snapshot) -> None:
        """Put what the fold gave in the place of everything after the snapshot."""
        before = lines_of(snapshot)
        for name in {*result.runs, *views.attributes_of(self._streams.connection, root)}:
            self.edits.drop_slices(root, name, before[name].upto if name in before else BEGINNING)
            self.edits.drop_problems(root, name, snapshot.place[0])
            self.edits.add_slices(slice_rows(root, result, name))
        self.edits.drop_snapshots(root, snapshot.ordinal + 1)
        self._take_snapshots(root, result, snapshot)

    def _go_on(self, root: str, result: Result, snapshot: Snapshot) -> None:
        """Put what the fold gave in the place of what was not final; of an attribute that is most often one slice,
        which goes on up to where the next starts."""
        before = lines_of(snapshot)
        for name in result.runs:
            rows, line = slice_rows(root, result, name), before.get(name)
            if line is not None and line.pending:
                self.edits.drop_problems(root, name, snapshot.place[0])
            loose = () if line is None else line.loose
            for start in {*loose}.difference(map(start_of, rows)):
                self.edits.drop_slice(root, name, start)
            for row in rows:
                if start_of(row) in loose:
                    self.edits.change_slice(row)
                else:
                    self.edits.add_slice(row)
        self._take_snapshots(root, result, snapshot)

    def _take_snapshots(self, root: str, result: Result, before: Snapshot) -> None:
        """Of the snapshots between those that are kept only the newest stays."""
        taken = result.snapshots
        if taken and (taken[0].ordinal == before.ordinal or before.ordinal % SNAPSHOT_EVERY):
            self.edits.move_snapshot(root, before.ordinal, taken[0])
            taken = taken[1:]
        self.edits.add_snapshots(root, taken)
