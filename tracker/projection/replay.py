"""Rebuilding every view from the log, in bounded memory, with what that changed."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection

from tracker.projection.project import Projector
from tracker.projection.ranges import Delta, Range, RangeFolder, ranges
from tracker.projection.workers import folded_by
from tracker.store import contents, reader
from tracker.store.tables import VIEWS

Tell = Callable[[int], None]


def silent(events: int) -> None:
    """Tells nobody."""
    del events


class Rebuilt(NamedTuple):
    """How many events were folded; the state digests before and after; how many slices changed, and the first of them
    as lines (old, new)."""

    events: int
    before: str
    after: str
    changed: int
    shown: list[tuple[str, str]]


def rebuild(
    connection: Connection,
    projector: Projector,
    tell: Tell = silent,
    *,
    show: int = 0,
    dry_run: bool = False,
    workers: int = 1,
) -> Rebuilt:
    """Fold the whole log and make the views say exactly that; rows that say it already stay. `tell` hears how many
    events so far, `dry_run` writes nothing.

    Holds one range of entities in memory (a few thousand events, or the events of one entity that has more), their
    ids, and the plain tracks of containers. With `workers` other processes fold and this one writes; they see what is
    committed, so the caller's transaction must not have appended. A database in memory is folded by this one."""
    sizes = reader.sizes(connection)
    pieces = ranges(sizes)
    in_memory = connection.dialect.name == "sqlite" and connection.engine.url.database in (None, "", ":memory:")
    deltas: Generator[Delta, None, None]
    alone = workers < 2 or len(pieces) < 2 or in_memory
    before, after = sha256(), sha256()
    events = changed = 0
    shown: list[tuple[str, str]] = []
    known = frozenset(sizes)
    if alone:
        deltas = _folded_here(connection, projector, pieces, known, show)
    else:
        deltas = folded_by(workers, connection.engine.url, projector, pieces, known, show)
    with closing(deltas):
        for delta in deltas:
            events += delta.events
            before.update(delta.before)
            after.update(delta.after)
            changed += delta.changed
            shown += delta.shown[: show - len(shown)]
            if not dry_run:
                _write(connection, delta)
            tell(events)
    return Rebuilt(events, before.hexdigest(), after.hexdigest(), changed, shown)


def _folded_here(
    connection: Connection, projector: Projector, pieces: list[Range], known: frozenset[str], show: int
) -> Generator[Delta, None, None]:
    folder = RangeFolder(connection, projector, known)
    for piece in pieces:
        yield folder.fold(piece, show)


def _write(connection: Connection, delta: Delta) -> None:
    for view in range(len(VIEWS)):
        contents.replace(connection, view, delta.gone[view], delta.come[view])
