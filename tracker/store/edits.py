"""What projecting changes in the views, gathered for many entities and written in few statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from tracker.store.sql import insert_rows, run_many
from tracker.store.tables import VIEWS, names, problems, slices, snapshots
from tracker.store.views import Item, Name, Row, Snapshot, name_row, problem_row, snapshot_row

_CHANGE_SLICE = (
    'UPDATE slices SET "end" = ?, target = ?, rule = ?, kind = ?, body = ?'
    ' WHERE entity_id = ? AND attribute = ? AND "start" = ?'
)
_MOVE_SNAPSHOT = (
    "UPDATE snapshots SET ordinal = ?, occurred = ?, observed = ?, event_id = ?, state = ?"
    " WHERE entity_id = ? AND ordinal = ?"
)
_NOTE_CONSULT = (
    "INSERT INTO consults (entity_id, consulted, upto) VALUES (?, ?, ?) ON CONFLICT (entity_id, consulted)"
    " DO UPDATE SET upto = CASE WHEN excluded.upto > consults.upto THEN excluded.upto ELSE consults.upto END"
)
_GOES = {
    "slice": 'DELETE FROM slices WHERE entity_id = ? AND attribute = ? AND "start" = ?',
    "slices from": 'DELETE FROM slices WHERE entity_id = ? AND attribute = ? AND "start" >= ?',
    "problems from": "DELETE FROM problems"
    " WHERE entity_id = ? AND attribute = ? AND start >= ? AND kind <> 'candidate'",
    "candidate": "DELETE FROM problems WHERE conflict_id = ? AND kind = 'candidate'",
    "snapshots from": "DELETE FROM snapshots WHERE entity_id = ? AND ordinal >= ?",
}


class Edits:
    """Changes of the views that wait to be written, each view by its own key. Times are µs since the epoch (UTC)."""

    def __init__(self) -> None:
        self._cleared: list[str] = []
        self._gone: dict[str, list[Row]] = {what: [] for what in _GOES}
        self._changed: list[Row] = []
        self._added: list[Row] = []
        self._items: dict[str, Row] = {}
        self._named: list[str] = []
        self._names: list[Row] = []
        self._consults: list[Row] = []
        self._moved: list[Row] = []
        self._snapshots: list[Row] = []

    def clear(self, entity_id: str) -> None:
        """Everything that the views hold of the entity goes."""
        self._cleared.append(entity_id)

    def drop_slice(self, entity_id: str, attribute: str, start: int) -> None:
        self._gone["slice"].append((entity_id, attribute, start))

    def drop_slices(self, entity_id: str, attribute: str, start: int) -> None:
        """The attribute's slices that start at or after `start` go."""
        self._gone["slices from"].append((entity_id, attribute, start))

    def change_slice(self, row: Row) -> None:
        """The slice takes the place of the one with the same start."""
        entity_id, attribute, start, *rest = row
        self._changed.append((*rest, entity_id, attribute, start))

    def add_slice(self, row: Row) -> None:
        self._added.append(row)

    def add_slices(self, rows: Sequence[Row]) -> None:
        self._added += rows

    def drop_problems(self, entity_id: str, attribute: str, start: int) -> None:
        """The attribute's conflicts and failures that start at or after `start` go."""
        self._gone["problems from"].append((entity_id, attribute, start))

    def drop_candidates(self, event_ids: Sequence[str]) -> None:
        """These events wait for a person no more."""
        self._gone["candidate"] += [(event_id,) for event_id in event_ids]

    def add_items(self, items: Sequence[Item]) -> None:
        """Each takes the place of the item of the same conflict, if there is one."""
        for item in items:
            self._items[item.problem.conflict_id] = problem_row(item)

    def give_names(self, entity_id: str, given: Sequence[Name]) -> None:
        """These are all names of the entity."""
        self._named.append(entity_id)
        self._names += map(name_row, given)

    def note_consults(self, entity_id: str, looked: Mapping[str, int]) -> None:
        """Add to what the entity's fold looked at: entity → until which time."""
        self._consults += [(entity_id, other, upto) for other, upto in looked.items()]

    def drop_snapshots(self, entity_id: str, ordinal: int) -> None:
        """The entity's snapshots from this ordinal on go."""
        self._gone["snapshots from"].append((entity_id, ordinal))

    def move_snapshot(self, entity_id: str, ordinal: int, to: Snapshot) -> None:
        """The snapshot takes the place of the one with this ordinal."""
        _, *rest = snapshot_row(entity_id, to)
        self._moved.append((*rest, entity_id, ordinal))

    def add_snapshots(self, entity_id: str, taken: Sequence[Snapshot]) -> None:
        self._snapshots += [snapshot_row(entity_id, one) for one in taken]

    def write(self, connection: Connection) -> None:
        """Write all of it: first what goes, of all entities, then what comes."""
        for table in VIEWS if self._cleared else ():
            run_many(connection, f"DELETE FROM {table.name} WHERE entity_id = ?", [(one,) for one in self._cleared])
        for what, rows in self._gone.items():
            run_many(connection, _GOES[what], rows)
        run_many(connection, "DELETE FROM problems WHERE conflict_id = ?", [(one,) for one in self._items])
        run_many(connection, "DELETE FROM names WHERE entity_id = ?", [(one,) for one in self._named])
        run_many(connection, _CHANGE_SLICE, self._changed)
        insert_rows(connection, slices, self._added)
        insert_rows(connection, problems, list(self._items.values()))
        insert_rows(connection, names, self._names)
        run_many(connection, _NOTE_CONSULT, self._consults)
        run_many(connection, _MOVE_SNAPSHOT, self._moved)
        insert_rows(connection, snapshots, self._snapshots)
