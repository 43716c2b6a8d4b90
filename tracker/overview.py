"""What is in an opened tracker, and what comes into it: entities, sources, the log as it grows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tracker.asking import one_entity
from tracker.domain.answers import BackedUp, Change, Entity, SourceState, Status
from tracker.domain.events import Event
from tracker.domain.times import from_us
from tracker.errors import InvalidInput
from tracker.query import registry
from tracker.query.moments import Moment, Viewers, labels
from tracker.query.moments import name as text
from tracker.query.news import brought
from tracker.query.registry import Wanted
from tracker.recalling import Recalling
from tracker.store import copying, reader
from tracker.store.log import read_head
from tracker.store.reader import Viewer
from tracker.store.schema import HEAD

_POLL_S = 0.25
_PAGE = 200


class Followed(NamedTuple):
    """An event as it stands in the log, and the changes that rest on it, by what the views said when it was read."""

    seq: int
    event: Event
    changes: tuple[Change, ...]


class Overview(Recalling):
    """What can be listed of an opened tracker; nothing here changes it."""

    def entities(
        self,
        kind: str | None = None,
        within: str | None = None,
        name: str | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Entity]:
        """What events tell of, by id: of this kind, registered within this place or in what is within it, that this
        name or id may mean. One that was merged into another is listed too."""
        for argument, value in (("kind", kind), ("within", within), ("name", name)):
            if value is not None:
                text(value, argument)
        with self._scene(known_at, viewer) as scene:
            place = None if within is None else one_entity(scene, within)
            return registry.entities(scene, Wanted(kind, place, name))

    def sources(self, known_at: Moment = None, *, viewer: Viewers = None) -> list[SourceState]:
        """Who reported, by name; as known at `known_at` (default now) they are online or not at that time."""
        with self._scene(known_at, viewer) as scene:
            return registry.sources(scene, self._when(known_at, "known_at"))

    def status(self, *, viewer: Viewers = None) -> Status:
        """What is in here."""
        from importlib.metadata import version

        who = labels(viewer)
        queue = self.conflicts(None, viewer=viewer)
        waiting = [one for one in queue if one.status == "open"]
        with self._scene(None, viewer) as scene:
            sources = scene.sources()
            there = registry.entities(scene)
        disputes = sum(one.kind == "conflict" for one in waiting)
        return Status(
            events=self.log_end(viewer=viewer).seq,
            entities=sum(one.merged_into is None for one in there),
            sources=len(sources),
            last_heard=from_us(max(tally.learned for tally in sources.values())) if sources else None,
            open_conflicts=disputes,
            lapsed_undecided=sum(one.undecided for one in queue),
            waiting=len(waiting) - disputes,
            version=version("tracker"),
            schema_version=HEAD,
            size=copying.size(self._store) if who is None else None,
        )

    def backup(self, file: Path | str) -> BackedUp:
        """Copy everything, as it stands now, to a new SQLite file, while others go on writing. Raises InvalidInput for
        a file that is there already, StoreError."""
        if not isinstance(file, (str, Path)):
            raise InvalidInput("file: is not the path of a file")
        output = Path(file)
        head = copying.copy_to(self._store, output)
        return BackedUp(output=str(output), events=head.seq, head=(head.seq, head.hash), size=output.stat().st_size)

    def follow(self, after: int = 0, *, viewer: Viewers = None, idle_s: float | None = None) -> Iterator[Followed]:
        """The events past position `after` in log order, `(seq, event, changes)` each, and then those to come; go on
        later from the last `seq`, which for a viewer counts what the viewer may read.

        Ends when nothing came for `idle_s` seconds (0: at the end of the log), without it never. Raises InvalidInput
        for a position that is none in this log."""
        who = labels(viewer)
        if type(after) is not int or after < 0:
            raise InvalidInput("after: is not a position in the log")
        if idle_s is not None and not (isinstance(idle_s, (int, float)) and idle_s >= 0):
            raise InvalidInput("idle_s: is not a number of seconds")
        with self._store.read() as connection:
            end = read_head(connection).seq
            hidden = self._ranks.hidden(connection, end, who)
            if after > hidden.rank(end):
                raise InvalidInput(f"after: the log has no seq {after} yet")
            reached = min(end, hidden.seq(after))
        return self._follow_on(reached, who, idle_s)

    def _follow_on(self, after: int, viewer: Viewer, idle_s: float | None) -> Iterator[Followed]:
        heard = time.monotonic()
        while True:
            found, reached = self._next(after, viewer)
            if found:
                yield from found
                heard = time.monotonic()
            elif reached == after:
                left = _POLL_S if idle_s is None else heard + idle_s - time.monotonic()
                if left <= 0:
                    return
                time.sleep(min(left, _POLL_S))
            after = reached

    def _next(self, after: int, viewer: Viewer) -> tuple[list[Followed], int]:
        """The next events that the viewer may read, and up to which place in the log was looked."""
        with self._store.read() as connection:
            events, reached = reader.past(connection, after, viewer, _PAGE)
        if not events:
            return [], reached
        counted = events if viewer is None else list(self._as_counted(iter(events), viewer))
        with self._scene(None, viewer) as scene:
            return [Followed(event.seq or 0, event, brought(scene, event)) for event in counted], reached
