"""A scene: the projected state as one reader sees it, as known at one time.

What is asked of the present by whoever opened the tracker is read from the stored views. Everything else (a past
known time, a viewer who may not see all) is folded for the question from the events that count, entity by entity, so
that an event outside the scene cannot shine through a view built with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge
from itertools import chain
from operator import attrgetter
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from tracker.domain.events import Event
from tracker.domain.logged import Logged
from tracker.domain.payloads import LOCATION
from tracker.link.mentions import fold as name_key
from tracker.projection.folding import fold_stream, items_of, names_given
from tracker.projection.heard import Heard
from tracker.projection.project import Projector
from tracker.projection.remembered import Remembered, remembered
from tracker.projection.streams import Streams
from tracker.store import reader, views
from tracker.store.mentions import Said
from tracker.store.reader import Ground, Viewer
from tracker.store.tallies import Tally, tallies
from tracker.store.views import Item, Name, View


class Scene(Protocol):
    """Times are microseconds since the epoch (UTC). Entity ids are roots: see `root`."""

    known_at: int | None

    def root(self, entity_id: str) -> str: ...
    def members(self, root: str) -> tuple[str, ...]:
        """The ids whose events fold as `root`'s."""
        ...

    def has(self, entity_id: str, attribute: str) -> bool:
        """Whether the attribute was ever known, or known to be unknown."""
        ...

    def reported(self, entity_id: str) -> bool:
        """Whether any event at all folds as this root entity's, be it one that does not count."""
        ...

    def slice_at(self, entity_id: str, attribute: str, at: int) -> View | None: ...
    def slices_of(
        self, entity_id: str, attribute: str | None = None, start: int | None = None, end: int | None = None
    ) -> list[View]: ...
    def newest_before(self, entity_id: str, attribute: str, at: int) -> Iterator[View]:
        """The slices that began at or before `at`, newest first."""
        ...

    def held_in(self, target: str, at: int) -> list[View]: ...
    def targeting(self, target: str, upto: int) -> Iterator[View]:
        """The slices that ever put their entity directly at `target`, or told where it is by that, begun at or before
        `upto`, newest first."""
        ...

    def targets(self) -> Iterable[str]:
        """Every place, container, holder and landmark that told where something was."""
        ...

    def indirect_at(self, at: int) -> list[View]:
        """The live slices of entities that are where something else was: put down by somebody, told by a landmark."""
        ...

    def started_in(
        self, start: int, end: int, attribute: str | None = None, entity_id: str | None = None
    ) -> Iterator[View]: ...
    def entities(self) -> Iterable[str]:
        """All root entities that are reported, by id."""
        ...

    def named(self, key: str) -> list[Name]: ...
    def names_of(self, entity_id: str) -> list[Name]: ...
    def naming(self) -> dict[str, list[Logged]]:
        """By root entity, the events that say what it is and what it is called, of those that count, in fold order."""
        ...

    def tallies(self) -> dict[str, Tally]:
        """How many events fold as each entity's, by its own id: merges apart."""
        ...

    def sources(self) -> dict[str, Tally]:
        """How many events there are of each source."""
        ...

    def problems(self, entity_id: str | None = None) -> list[Item]: ...
    def events(self, event_ids: Iterable[str]) -> dict[str, Event]: ...
    def grounds(self, event_ids: Iterable[str]) -> dict[str, Ground]:
        """As `events`, of each only what an answer needs."""
        ...

    def said_about(self, entity_id: str, upto: int, after: tuple[int, str] | None = None, says: int = 0) -> Said | None:
        """The newest words said by `upto` that mention this root entity and say just so much; as `Heard` tells."""
        ...

    def remembered(self) -> list[Remembered]:
        """All words that count, in fold order."""
        ...

    def reports(self, entity_id: str, types: Sequence[str], upto: int) -> list[Event]:
        """The newest events of these types that began at or before `upto`, of those that count as the entity's: after
        merges and splits, decisions and acceptance. Newest first; not all if many."""
        ...


class _Registry:
    """What is told of all entities and sources at once; what both scenes read from the log itself."""

    _streams: Streams

    def naming(self) -> dict[str, list[Logged]]:
        """By root entity, the events that say what it is and what it is called, of those that count, in fold order."""
        return self._streams.naming()

    def tallies(self) -> dict[str, Tally]:
        """How many events fold as each entity's, by its own id: merges apart."""
        return self._streams.tallies()

    def sources(self) -> dict[str, Tally]:
        """How many events there are of each source."""
        streams = self._streams
        return tallies(streams.connection, "source", known_at=streams.known_at, viewer=streams.viewer)

    def remembered(self) -> list[Remembered]:
        """All words that count, in fold order."""
        return remembered(self._streams)


class _Grounds:
    """What a viewer may know, at a known time, of the events behind an answer, each read once: one answer asks for the
    same few again and again."""

    def __init__(self, connection: Connection, known_at: int | None, viewer: Viewer) -> None:
        self._connection, self._known_at, self._viewer = connection, known_at, viewer
        self._read: dict[str, Ground | None] = {}

    def of(self, event_ids: Iterable[str]) -> dict[str, Ground]:
        wanted = dict.fromkeys(event_ids)
        missing = [event_id for event_id in wanted if event_id not in self._read]
        if missing:
            found = reader.grounds(self._connection, missing, known_at=self._known_at, viewer=self._viewer)
            self._read |= dict.fromkeys(missing) | found
        return {event_id: ground for event_id in wanted if (ground := self._read[event_id]) is not None}


class StoredScene(_Registry):
    """The present, from the stored views."""

    known_at: int | None = None

    def __init__(self, connection: Connection, projector: Projector) -> None:
        self._connection = connection
        self._streams = Streams(connection, projector.policy)
        self._grounds = _Grounds(connection, None, None)
        self._heard = Heard(self, self._streams)

    def root(self, entity_id: str) -> str:
        return self._streams.root(entity_id)

    def members(self, root: str) -> tuple[str, ...]:
        return self._streams.identities.members(root)

    def has(self, entity_id: str, attribute: str) -> bool:
        return views.has(self._connection, entity_id, attribute)

    def reported(self, entity_id: str) -> bool:
        return views.folded(self._connection, entity_id)

    def slice_at(self, entity_id: str, attribute: str, at: int) -> View | None:
        return views.slice_at(self._connection, entity_id, attribute, at)

    def slices_of(
        self, entity_id: str, attribute: str | None = None, start: int | None = None, end: int | None = None
    ) -> list[View]:
        return views.slices_of(self._connection, entity_id, attribute, start, end)

    def newest_before(self, entity_id: str, attribute: str, at: int) -> Iterator[View]:
        return views.newest_before(self._connection, entity_id, attribute, at)

    def held_in(self, target: str, at: int) -> list[View]:
        found = [view for each in self._called(target) for view in views.held_in(self._connection, each, at)]
        return sorted(found, key=lambda view: view.entity_id)

    def targeting(self, target: str, upto: int) -> Iterator[View]:
        each_newest_first = (views.targeting(self._connection, each, upto) for each in self._called(target))
        return merge(*each_newest_first, key=_place, reverse=True)

    def _called(self, target: str) -> tuple[str, ...]:
        """The ids by which reports may name it: a slice says where a thing is in the words of its report."""
        return self.members(self.root(target))

    def targets(self) -> Iterable[str]:
        return views.targets(self._connection)

    def indirect_at(self, at: int) -> list[View]:
        return views.indirect_at(self._connection, at)

    def started_in(
        self, start: int, end: int, attribute: str | None = None, entity_id: str | None = None
    ) -> Iterator[View]:
        return views.started_in(self._connection, start, end, attribute, entity_id)

    def entities(self) -> Iterable[str]:
        return views.all_folded(self._connection)

    def named(self, key: str) -> list[Name]:
        return views.named(self._connection, key)

    def names_of(self, entity_id: str) -> list[Name]:
        return views.names_of(self._connection, entity_id)

    def problems(self, entity_id: str | None = None) -> list[Item]:
        return views.find_problems(self._connection, entity_id=entity_id)

    def events(self, event_ids: Iterable[str]) -> dict[str, Event]:
        return reader.by_ids(self._connection, event_ids)

    def grounds(self, event_ids: Iterable[str]) -> dict[str, Ground]:
        return self._grounds.of(event_ids)

    def said_about(self, entity_id: str, upto: int, after: tuple[int, str] | None = None, says: int = 0) -> Said | None:
        return self._heard.newest(entity_id, upto, after, says)

    def reports(self, entity_id: str, types: Sequence[str], upto: int) -> list[Event]:
        return _reports(self._streams, entity_id, types, upto)


_REPORTS = 50


def _reports(streams: Streams, root: str, types: Sequence[str], upto: int) -> list[Event]:
    """The newest of these reports, as `Scene.reports` tells."""
    connection, known_at, viewer = streams.connection, streams.known_at, streams.viewer
    sources = streams.sources(root)
    found: list[Event] = []
    told = reader.newest_first(
        connection, sources.entity_ids, types, upto, known_at=known_at, viewer=viewer, page=_REPORTS
    )
    for page in told:
        ids = [str(one.event_id) for one in page]
        logged = reader.logged_by_ids(connection, ids, known_at=known_at, viewer=viewer)
        projecting = streams.settled(sources, sorted(logged, key=lambda one: one.order)).projecting
        counting = {one.event_id for one in projecting}
        # What does not count must not push out what does.
        found += [one for one in page if str(one.event_id) in counting]
        if len(found) >= _REPORTS:
            break
    return found[:_REPORTS]


class _Folded(NamedTuple):
    """What folding one entity for a scene gave: whether it is reported, slices by attribute, what waits for a person,
    names."""

    reported: bool
    tracks: dict[str, list[View]]
    items: list[Item]
    names: list[Name]


class FoldedScene(_Registry):
    """The state that a tracker would show that had only ever received the events observed by `known_at` and readable
    by `viewer` (None: no limit). Folds each entity once per scene."""

    def __init__(
        self, connection: Connection, projector: Projector, known_at: int | None, viewer: Viewer, projected: int
    ) -> None:
        """`projected`: the seq up to which the stored views follow the log."""
        self.known_at, self._projected = known_at, projected
        self._connection, self._projector, self._viewer = connection, projector, viewer
        self._streams = Streams(connection, projector.policy, known_at, viewer)
        self._grounds = _Grounds(connection, known_at, viewer)
        self._heard = Heard(self, self._streams)
        self._folded: dict[str, _Folded] = {}

    def root(self, entity_id: str) -> str:
        return self._streams.root(entity_id)

    def members(self, root: str) -> tuple[str, ...]:
        return self._streams.identities.members(root)

    def has(self, entity_id: str, attribute: str) -> bool:
        return bool(self._track(entity_id, attribute))

    def reported(self, entity_id: str) -> bool:
        return self._fold(entity_id).reported

    def slice_at(self, entity_id: str, attribute: str, at: int) -> View | None:
        for view in self._track(entity_id, attribute):
            if view.slice.start <= at and (view.slice.end is None or view.slice.end > at):
                return view
        return None

    def slices_of(
        self, entity_id: str, attribute: str | None = None, start: int | None = None, end: int | None = None
    ) -> list[View]:
        found = [
            view
            for view in self._views(entity_id)
            if (attribute is None or view.attribute == attribute)
            and (start is None or view.slice.end is None or view.slice.end > start)
            and (end is None or view.slice.start < end)
        ]
        return sorted(found, key=lambda view: (view.attribute, view.slice.start))

    def newest_before(self, entity_id: str, attribute: str, at: int) -> Iterator[View]:
        return (view for view in reversed(self._track(entity_id, attribute)) if view.slice.start <= at)

    def held_in(self, target: str, at: int) -> list[View]:
        called = self.members(self.root(target))
        return [view for view in self._live(at) if view.target in called and not views.is_indirect(view)]

    def targeting(self, target: str, upto: int) -> Iterator[View]:
        called = self.members(self.root(target))
        found = [
            view
            for entity_id in self.entities()
            for view in self._track(entity_id, LOCATION)
            if view.target in called and view.slice.start <= upto
        ]
        return iter(sorted(found, key=_place, reverse=True))

    def targets(self) -> Iterable[str]:
        found = {view.target for each in self.entities() for view in self._track(each, LOCATION) if view.target}
        return sorted(target for target in found if not target.startswith(views.PUT_DOWN_BY))

    def indirect_at(self, at: int) -> list[View]:
        return [view for view in self._live(at) if views.is_indirect(view)]

    def _live(self, at: int) -> Iterator[View]:
        for entity_id in self.entities():
            for view in self._views(entity_id):
                if view.slice.start <= at and (view.slice.end is None or view.slice.end > at):
                    yield view

    def started_in(
        self, start: int, end: int, attribute: str | None = None, entity_id: str | None = None
    ) -> Iterator[View]:
        wanted = self.entities() if entity_id is None else (entity_id,)
        tracks = ([v for v in self.slices_of(each, attribute) if start <= v.slice.start < end] for each in wanted)
        ordered = (sorted(track, key=_place) for track in tracks)
        return merge(*ordered, key=_place)

    def entities(self) -> Iterable[str]:
        return [each for each in self._streams.everyone() if self.root(each) == each and self._fold(each).reported]

    def named(self, key: str) -> list[Name]:
        ids = {name.entity_id for name in views.named(self._connection, key)}
        roots = {self.root(each) for each in ids | self._named_otherwise}
        return [name for each in sorted(roots) for name in self.names_of(each) if name.key == key]

    @cached_property
    def _named_otherwise(self) -> frozenset[str]:
        """The entities whose names in this scene may be others than the stored views have: by merges and splits and
        by decisions that only one of them rests on, and by what the views do not follow yet."""
        found = {*reader.entities_with_identity_events(self._connection), *self._streams.tied}
        found.update(reader.unnamed(self._connection), reader.naming_since(self._connection, self._projected))
        return frozenset(found)

    def names_of(self, entity_id: str) -> list[Name]:
        return self._fold(entity_id).names

    def problems(self, entity_id: str | None = None) -> list[Item]:
        wanted = self._streams.everyone() if entity_id is None else [entity_id]
        found = [item for each in wanted if self.root(each) == each for item in self._items(each)]
        return sorted(found, key=lambda item: (item.problem.start, item.problem.conflict_id))

    def events(self, event_ids: Iterable[str]) -> dict[str, Event]:
        return reader.by_ids(self._connection, event_ids, known_at=self.known_at, viewer=self._viewer)

    def grounds(self, event_ids: Iterable[str]) -> dict[str, Ground]:
        return self._grounds.of(event_ids)

    def said_about(self, entity_id: str, upto: int, after: tuple[int, str] | None = None, says: int = 0) -> Said | None:
        return self._heard.newest(entity_id, upto, after, says)

    def reports(self, entity_id: str, types: Sequence[str], upto: int) -> list[Event]:
        return _reports(self._streams, entity_id, types, upto)

    def _items(self, entity_id: str) -> list[Item]:
        return self._fold(entity_id).items

    def _track(self, entity_id: str, attribute: str) -> list[View]:
        return self._fold(entity_id).tracks.get(attribute, [])

    def _views(self, entity_id: str) -> Iterator[View]:
        return chain.from_iterable(self._fold(entity_id).tracks.values())

    def _fold(self, entity_id: str) -> _Folded:
        known = self._folded.get(entity_id)
        if known is None:
            stream = self._streams.stream(entity_id)
            result = fold_stream(entity_id, stream, None, self._projector, self._streams.surroundings())
            tracks = {
                name: [
                    View(entity_id, name, run.rule, result.kind, views.target_of(name, one), one) for one in run.slices
                ]
                for name, run in result.runs.items()
            }
            items = items_of(entity_id, stream, result)
            names = sorted(names_given(entity_id, stream.projecting), key=_NAMED)  # as the stored ones are
            known = self._folded[entity_id] = _Folded(stream.last is not None, tracks, items, names)
        return known


_EVER = 1 << 62
_NAMED = attrgetter("key", "event_id")


def _place(view: View) -> tuple[int, str, str]:
    return (view.slice.start, view.entity_id, view.attribute)


class SceneNames:
    """The names registered in a scene; each phrase is looked up once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._found: dict[str, list[str]] = {}

    def resolve(self, phrase: str) -> list[str]:
        """The registered entities that a phrase may mean, by id; none when nobody registered it."""
        if phrase not in self._found:
            self._found[phrase] = sorted({one.entity_id for one in self._scene.named(name_key(phrase))})
        return list(self._found[phrase])


def resolve(scene: Scene, name: str) -> list[str]:
    """The root entities that a name or an id means. An id that events are about, or that something was ever at, means
    just that entity, whoever else was given it as a name."""
    root = scene.root(name)
    if root != name or scene.reported(name):
        return [root]
    found = sorted({one.entity_id for one in scene.named(name_key(name))})
    if not found or next(scene.targeting(name, _EVER), None) is not None:
        return [root]
    return found
