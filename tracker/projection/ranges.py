"""Folding a range of entities wholly, and how that differs from what the views hold of them.

A rebuild is made of ranges: each is folded, compared and forgotten, so that the log may be as long as it likes; and no
fold depends on another, so that ranges may be folded in any order and by several processes."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection

from tracker.domain.logged import Logged
from tracker.domain.slices import AS_TUPLE
from tracker.fold.identity import Decisions, standing
from tracker.projection.delta import Delta
from tracker.projection.folding import fold_stream, items_of, names_given, slice_rows
from tracker.projection.pages import fold_in_pages
from tracker.projection.project import Projector
from tracker.projection.streams import Stream, Streams
from tracker.store import contents, reader, views
from tracker.store.collector import uncollected
from tracker.store.contents import Content, Range
from tracker.store.tables import VIEWS
from tracker.store.views import Row

_NOTHING = Content([], [], [], [], [])


class RangeFolder:
    """Folds ranges of one state of the log."""

    def __init__(self, connection: Connection, projector: Projector, known: frozenset[str], page: int) -> None:
        """`known`: the entities that have events; `page`: how many events to hold of one that has more."""
        self._connection, self._projector, self._page = connection, projector, page
        self._decided = reader.decided_entities(connection)
        self._streams = Streams(connection, projector.policy, known=known, decided=self._decided)
        self._tied = sorted({*self._decided, *self._streams.tied})

    def fold(self, within: Range, show: int) -> Iterator[Delta]:
        """Fold the entities of the range from their first events and compare. `show`: how many differences to tell.
        What a paged range gives must be written, or sent to be written, part by part."""
        with uncollected():
            whole = self._fold_whole(within, show)
        yield whole
        yield from self.large(within, show)

    def large(self, within: Range, show: int = 0) -> Iterator[Delta]:
        """As `fold`, of the entity that is too large to be held in memory, if the range ends with one."""
        if within.paged and within.upto is not None:
            yield from fold_in_pages(self._projector, self._streams, within.upto, self._page, show)

    def _fold_whole(self, within: Range, show: int) -> Delta:
        """The entities of the range that can be held in memory."""
        before = self._projector.folded
        stored = contents.contents(self._connection, within)
        folded = dict(self.contents(within))
        gone: tuple[list[str], ...] = tuple([] for _ in VIEWS)
        keys: tuple[list[Row], ...] = tuple([] for _ in VIEWS)
        come: tuple[list[Row], ...] = tuple([] for _ in VIEWS)
        prints: tuple[list[bytes], list[bytes]] = ([], [])
        changed = queued = 0
        shown: list[tuple[str, str]] = []
        for entity_id in sorted(stored.keys() | folded.keys()):
            old, new = stored.get(entity_id, _NOTHING), folded.get(entity_id, _NOTHING)
            prints[1].append(contents.fingerprint(new))
            if old == new:
                prints[0].append(prints[1][-1])
                continue
            prints[0].append(contents.fingerprint(old))
            differing = contents.differences(old, new)
            changed += len(differing)
            queued += contents.queued_differently(old, new)
            shown += differing[: show - len(shown)]
            for view, (there, wanted) in enumerate(zip(old, new, strict=True)):
                if there != wanted:
                    come[view].extend(wanted)
                    if there:
                        gone[view].append(entity_id)
        events = self._projector.folded - before
        return Delta(events, gone, keys, come, b"".join(prints[0]), b"".join(prints[1]), changed, shown, queued)

    def contents(self, within: Range) -> Iterator[tuple[str, Content]]:
        """What the views should hold of each entity of the range that can be held in memory."""
        after, upto, paged = within
        tied = {each for each in self._tied if after < each and (upto is None or each <= upto)}
        if paged and upto is not None:
            tied.discard(upto)
        for entity_id, events in reader.by_entity(self._connection, after, upto, last=not paged):
            if entity_id not in tied:
                yield entity_id, self._content(entity_id, self._alone(events))
        for entity_id in tied:
            if self._streams.root(entity_id) == entity_id:
                yield entity_id, self._content(entity_id, self._streams.stream(entity_id))

    def goes_on(self, entity_id: str, content: Content) -> list[Row]:
        """How the entity's attributes stand by its newest snapshot: the slices that the next event may change."""
        if not content.snapshots:
            return []
        snapshot, nothing = views.snapshot_of(content.snapshots[-1]), AS_TUPLE(Stream, ([], [], [], None))
        around = self._streams.surroundings()
        result = fold_stream(entity_id, nothing, snapshot, self._projector, around, rewrite=True)
        return [row for attribute in result.runs for row in slice_rows(entity_id, result, attribute)]

    def _alone(self, events: list[Logged]) -> Stream:
        """The stream of an entity about which nothing was decided and that is tied to no other."""
        projecting, candidates = standing(events, Decisions(), self._streams.thresholds)
        return AS_TUPLE(Stream, (projecting, candidates, [], events[-1].order))

    def _content(self, entity_id: str, stream: Stream) -> Content:
        result = fold_stream(entity_id, stream, None, self._projector, self._streams.surroundings())
        self._projector.folded += len(stream.projecting)
        items = items_of(entity_id, stream, result)
        names = names_given(entity_id, stream.projecting)
        rows = [row for attribute in result.runs for row in slice_rows(entity_id, result, attribute)]
        return contents.content_of(entity_id, rows, items, names, result.consulted, result.snapshots)
