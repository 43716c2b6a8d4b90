"""Rebuilding every view from the log, in bounded memory, with what that changed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection

from tracker.projection.delta import write
from tracker.projection.pages import too_large
from tracker.projection.project import Projector
from tracker.projection.ranges import RangeFolder
from tracker.projection.streams import Streams
from tracker.projection.workers import Share, Workers
from tracker.store import contents, memories, mentions, pages, reader
from tracker.store.contents import Range
from tracker.store.engine import narrow

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
    the decisions about it; all entities' ids, and the plain tracks of containers. So many `workers` fold, of which this
    process is one and the others processes of their own; these see what is committed, so the caller's transaction must
    not have appended. A database in memory is folded by this one alone."""
    in_memory = connection.dialect.name == "sqlite" and connection.engine.url.database in (None, "", ":memory:")
    before, after = sha256(), sha256()
    events = changed = queued = 0
    shown: list[tuple[str, str]] = []
    with narrow(connection), closing(Workers(0 if in_memory else workers - 1, connection.engine.url)) as others:
        sizes = reader.sizes(connection)
        here = RangeFolder(connection, projector, frozenset(sizes), PAGE)
        share = Share(projector.rules, projector.policy, PAGE, show)
        for delta in others.fold(projector, here, share, ranges_of(connection, projector, sizes)):
            events += delta.events
            before.update(delta.before)
            after.update(delta.after)
            changed += delta.changed
            queued += delta.queued
            shown += delta.shown[: show - len(shown)]
            if not dry_run:
                write(connection, delta)
            tell(events)
    if not dry_run:
        mentions.rebuild(connection)
        memories.rebuild(connection)
    return Rebuilt(events, before.hexdigest(), after.hexdigest(), changed, shown, queued)


def ranges_of(connection: Connection, projector: Projector, sizes: dict[str, int]) -> list[Range]:
    """All entities, given how many events each has, in ranges to fold; each too large one is the last of its range."""
    paged = too_large(Streams(connection, projector.policy), sizes, PAGE)
    by_id = dict(sorted({**dict.fromkeys(paged, 0), **sizes}.items())) if paged else sizes
    return contents.ranges(by_id, paged=paged)
