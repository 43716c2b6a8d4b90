"""What the views hold of one large entity beside what its fold gives, a page at a time.

Neither is ever held whole: a fold gives each attribute's slices in order of their starts, the stored ones are read in
that order too, and what is right on both sides is forgotten at once. Of each problem a digest is kept: their ids have
no order in time. Names and places consulted are compared in the end, as wholes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from sqlalchemy import Connection

from tracker.projection.delta import Delta
from tracker.store import contents, pages
from tracker.store.contents import PROBLEMS, SLICES, SNAPSHOTS, Content, Fingerprint
from tracker.store.tables import VIEWS
from tracker.store.views import Row

_Difference = tuple[Row | None, Row | None]


class Comparison:
    """One entity's. Each part gives the deltas that have grown to a page; they must be written, or sent to be written,
    before going on. `show`: how many differences to tell in the end."""

    def __init__(self, connection: Connection, entity_id: str, page: int, show: int) -> None:
        self._connection, self._entity_id, self._page, self._show = connection, entity_id, page, show
        self._fingerprints = Fingerprint(), Fingerprint()
        self._changed = 0
        self._first: list[tuple[tuple[str, int], _Difference]] = []
        self._reached: dict[Row, int] = {}
        self._keys: tuple[list[Row], ...] = ()
        self._come: tuple[list[Row], ...] = ()
        self._gathered = 0
        self._items: dict[str, Row] = {}
        self._problems: tuple[dict[str, bytes], dict[str, bytes]] = ({}, {})
        self._forget()

    def problems(self, rows: Sequence[Row]) -> Iterator[Delta]:
        """More of the entity's problems, as they should be; one with an id that was given before takes its place."""
        before, after = self._problems
        found = pages.problems_by_id(self._connection, [row[0] for row in rows])
        for row in rows:
            conflict_id, digest = row[0], contents.digest_of(row)
            known, stored = after.get(conflict_id), found.get(conflict_id)
            after[conflict_id] = digest
            if known is None and stored is not None and stored[1] == self._entity_id:
                before[conflict_id] = contents.digest_of(stored)
            if known != digest if known is not None else stored != row:
                self._items[conflict_id] = row
                self._gathered += 1
        if self._gathered >= self._page:
            yield self.passed(0)

    def _problems_gone(self) -> Iterator[Delta]:
        before, after = self._problems
        for rows in pages.problems(self._connection, self._entity_id, self._page):
            for row in rows:
                if row[0] not in after:
                    before[row[0]] = contents.digest_of(row)
                    self._keys[PROBLEMS].append(row[:2])
                    self._gathered += 1
            if self._gathered >= self._page:
                yield self.passed(0)

    def slices(self, attribute: str, rows: list[Row]) -> Iterator[Delta]:
        """The attribute's next slices, as they should be, in order."""
        if rows:
            yield from self._compare(SLICES, (self._entity_id, attribute), rows, rows[-1][2])

    def snapshots(self, rows: list[Row]) -> Iterator[Delta]:
        """The entity's next snapshots, as they should be, in order."""
        if rows:
            yield from self._compare(SNAPSHOTS, (self._entity_id,), rows, rows[-1][1])

    def passed(self, events: int) -> Delta:
        """What is not written yet of what differs up to here; so many events were folded since it was last asked."""
        self._come[PROBLEMS].extend(self._items.values())
        delta = Delta(events, tuple([] for _ in VIEWS), self._keys, self._come)
        self._forget()
        return delta

    def end(self, whole: Mapping[int, list[Row]]) -> Iterator[Delta]:
        """All slices, snapshots and problems were given, and `whole` are the entity's rows in the other views."""
        given = {key[1] for key in self._reached if len(key) == 2}
        for attribute in sorted({*given, *pages.attributes(self._connection, self._entity_id)}):
            yield from self._compare(SLICES, (self._entity_id, attribute), [], pages.LAST)
        yield from self._compare(SNAPSHOTS, (self._entity_id,), [], pages.LAST)
        yield from self._problems_gone()
        yield self.passed(0)
        gone: tuple[list[str], ...] = tuple([] for _ in VIEWS)
        stored = {view: contents.of_entity(self._connection, self._entity_id, view) for view in whole}
        for view, rows in whole.items():
            if stored[view] != rows:
                self._come[view].extend(rows)
                if stored[view]:
                    gone[view].append(self._entity_id)
        old, new = self._problems
        queued = sum(old.get(each) != new.get(each) for each in old.keys() | new.keys())
        before, after = (
            made.end(problems.values()) for made, problems in zip(self._fingerprints, self._problems, strict=True)
        )
        shown = [self._line(difference) for _, difference in sorted(self._first, key=itemgetter(0))[: self._show]]
        delta = Delta(0, gone, self._keys, self._come, before, after, self._changed, shown, queued)
        self._forget()
        yield delta

    def _compare(self, view: int, key: Row, rows: list[Row], upto: int) -> Iterator[Delta]:
        """Compare what was not compared before, up to this start or ordinal."""
        since = self._reached.get(key, pages.FIRST)
        if since > upto:
            return
        place, at = 0, itemgetter(len(key))
        for stored, reach in pages.rows(self._connection, VIEWS[view].name, key, self._page, since, upto):
            end = bisect_right(rows, reach, place, key=at)
            wanted, place = rows[place:end], end
            if view == SLICES:
                for made, some in zip(self._fingerprints, (stored, wanted), strict=True):
                    made.add(key[1], some)
            if stored != wanted:
                self._note(view, len(key), stored, wanted)
                if self._gathered >= self._page:
                    yield self.passed(0)
        self._reached[key] = upto + 1

    def _note(self, view: int, at: int, stored: Sequence[Row], wanted: Sequence[Row]) -> None:
        olds, news = ({row[at]: row for row in rows} for rows in (stored, wanted))
        for place in sorted(olds.keys() | news.keys()):
            old, new = olds.get(place), news.get(place)
            if old == new:
                continue
            if old is not None:
                self._keys[view].append(old[: at + 1])
            if new is not None:
                self._come[view].append(new)
            self._gathered += 1
            if view == SLICES:
                self._changed += 1
                self._first.append((((old or new or ())[1], place), (old, new)))
        if len(self._first) > self._show + self._page:
            self._first = sorted(self._first, key=itemgetter(0))[: self._show]

    def _line(self, difference: _Difference) -> tuple[str, str]:
        """As `contents.differences` tells it of whole entities."""
        before, after = (Content([row] if row else [], [], [], [], []) for row in difference)
        return contents.differences(before, after)[0]

    def _forget(self) -> None:
        self._keys, self._come = tuple([] for _ in VIEWS), tuple([] for _ in VIEWS)
        self._items = {}
        self._gathered = 0
