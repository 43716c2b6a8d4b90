"""A scene that looks everything up once: what one question asks of it again costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tracker.domain.events import Event
from tracker.projection.scene import Scene
from tracker.store.reader import Ground
from tracker.store.views import Item, Name, View


class RememberedScene:
    """One read of one scene. Times are microseconds since the epoch (UTC)."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.known_at = scene.known_at
        self._slices: dict[tuple[str, str, int], View | None] = {}
        self._events: dict[str, Event | None] = {}
        self._roots: dict[str, str] = {}
        self._has: dict[tuple[str, str], bool] = {}
        self._silent: dict[tuple[str, str], int] = {}

    def root(self, entity_id: str) -> str:
        if entity_id not in self._roots:
            self._roots[entity_id] = self._scene.root(entity_id)
        return self._roots[entity_id]

    def members(self, root: str) -> tuple[str, ...]:
        return self._scene.members(root)

    def slice_at(self, entity_id: str, attribute: str, at: int) -> View | None:
        key = (entity_id, attribute, at)
        if key not in self._slices:
            self._slices[key] = self._scene.slice_at(entity_id, attribute, at)
        return self._slices[key]

    def slices_of(
        self, entity_id: str, attribute: str | None = None, start: int | None = None, end: int | None = None
    ) -> list[View]:
        return self._scene.slices_of(entity_id, attribute, start, end)

    def reported(self, entity_id: str) -> bool:
        return self._scene.reported(entity_id)

    def has(self, entity_id: str, attribute: str) -> bool:
        """Whether anything was ever reported about the attribute; asked once."""
        key = (entity_id, attribute)
        if key not in self._has:
            self._has[key] = self._scene.has(entity_id, attribute)
        return self._has[key]

    def newest_before(self, entity_id: str, attribute: str, at: int) -> Iterator[View]:
        """As the scene's; of places and people that nothing was reported about, it is asked only once."""
        key = (entity_id, attribute)
        if at <= self._silent.get(key, at - 1):
            return
        found = False
        for view in self._scene.newest_before(entity_id, attribute, at):
            found = True
            yield view
        if not found:
            self._silent[key] = at

    def held_in(self, target: str, at: int) -> list[View]:
        return self._scene.held_in(target, at)

    def targeting(self, target: str, upto: int) -> Iterator[View]:
        return self._scene.targeting(target, upto)

    def targets(self) -> Iterable[str]:
        return self._scene.targets()

    def put_down_at(self, at: int) -> list[View]:
        return self._scene.put_down_at(at)

    def started_in(
        self, start: int, end: int, attribute: str | None = None, entity_id: str | None = None
    ) -> Iterator[View]:
        return self._scene.started_in(start, end, attribute, entity_id)

    def entities(self) -> Iterable[str]:
        return self._scene.entities()

    def named(self, key: str) -> list[Name]:
        return self._scene.named(key)

    def names_of(self, entity_id: str) -> list[Name]:
        return self._scene.names_of(entity_id)

    def problems(self, entity_id: str | None = None) -> list[Item]:
        return self._scene.problems(entity_id)

    def events(self, event_ids: Iterable[str]) -> dict[str, Event]:
        wanted = list(dict.fromkeys(event_ids))
        missing = [one for one in wanted if one not in self._events]
        if missing:
            found = self._scene.events(missing)
            self._events.update({one: found.get(one) for one in missing})
        return {one: event for one in wanted if (event := self._events[one]) is not None}

    def grounds(self, event_ids: Iterable[str]) -> dict[str, Ground]:
        return self._scene.grounds(event_ids)

    def reports(self, entity_id: str, types: Sequence[str], upto: int) -> list[Event]:
        return self._scene.reports(entity_id, types, upto)
