"""Rebuilding every view from the log, in bounded memory, with what that changed."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection

from tracker.projection.delta import Delta, write
from tracker.projection.pages import too_large
from tracker.projection.project import Projector
from tracker.projection.ranges import RangeFolder
from tracker.projection.streams import Streams
from tracker.projection.workers import Share, Workers
from tracker.store import contents, pages, reader

PAGE = pages.PAGE
Tell = Callable[[int], None]


def silent(events: int) -> None:
    """Tells nobody."""
    del events


class Rebuilt(NamedTuple):
    """How many events were folded; the state digests before and after; how many slices changed, and the first of them
    as lines (old, new); how many problems changed."""

    events: int
    before: str
    after: str
    changed: int
    shown: list[tuple[str, str]]
    queued: int


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

    Holds one range of entities in memory (a few thousand events), or a page of one that has more with its problems and
    the decisions about it; all entities' ids, and the plain tracks of containers. With `workers` other processes fold
    and this one writes; they see what is committed, so the caller's transaction must not have appended. A database in
    memory is folded by this one."""
    in_memory = connection.dialect.name == "sqlite" and connection.engine.url.database in (None, "", ":memory:")
    alone = workers < 2 or in_memory
    before, after = sha256(), sha256()
    events = changed = queued = 0
    shown: list[tuple[str, str]] = []
    deltas: Generator[Delta, None, None]
    with closing(Workers(0 if alone else workers, connection.engine.url)) as others:
        share = _everything(connection, projector, show)
        if alone or len(share.ranges) < 2:
            deltas = _folded_here(connection, projector, share)
        else:
            deltas = others.fold(projector, share)
        with closing(deltas):
            for delta in deltas:
                events += delta.events
                before.update(delta.before)
                after.update(delta.after)
                changed += delta.changed
                queued += delta.queued
                shown += delta.shown[: show - len(shown)]
                if not dry_run:
                    write(connection, delta)
                tell(events)
    return Rebuilt(events, before.hexdigest(), after.hexdigest(), changed, shown, queued)


def _everything(connection: Connection, projector: Projector, show: int) -> Share:
    sizes = reader.sizes(connection)
    paged = too_large(Streams(connection, projector.policy), sizes, PAGE)
    by_id = dict(sorted({**dict.fromkeys(paged, 0), **sizes}.items())) if paged else sizes
    ranges = contents.ranges(by_id, paged=paged)
    return Share(projector.rules, projector.policy, ranges, frozenset(sizes), PAGE, show)


def _folded_here(connection: Connection, projector: Projector, share: Share) -> Generator[Delta, None, None]:
    folder = RangeFolder(connection, projector, share.known, share.page)
    for within in share.ranges:
        yield from folder.fold(within, share.show)
