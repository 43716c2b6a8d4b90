"""A scene that looks everything up once: what one question asks of it again costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from tracker.domain.events import Event
from tracker.projection.scene import Scene
from tracker.store.views import View


def remembered(scene: Scene) -> Scene:
    """The scene, with a memory for as long as one question takes."""
    return cast(Scene, _Remembered(scene))


class _Remembered:
    """Whatever is asked again and again is kept; all else goes to the scene itself. Times are microseconds since the
    epoch (UTC)."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._slices: dict[tuple[str, str, int], View | None] = {}
        self._events: dict[str, Event | None] = {}
        self._roots: dict[str, str] = {}
        self._has: dict[tuple[str, str], bool] = {}
        self._silent: dict[tuple[str, str], int] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._scene, name)

    def root(self, entity_id: str) -> str:
        if entity_id not in self._roots:
            self._roots[entity_id] = self._scene.root(entity_id)
        return self._roots[entity_id]

    def has(self, entity_id: str, attribute: str) -> bool:
        key = (entity_id, attribute)
        if key not in self._has:
            self._has[key] = self._scene.has(entity_id, attribute)
        return self._has[key]

    def slice_at(self, entity_id: str, attribute: str, at: int) -> View | None:
        key = (entity_id, attribute, at)
        if key not in self._slices:
            self._slices[key] = self._scene.slice_at(entity_id, attribute, at)
        return self._slices[key]

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

    def events(self, event_ids: Iterable[str]) -> dict[str, Event]:
        wanted = list(dict.fromkeys(event_ids))
        missing = [one for one in wanted if one not in self._events]
        if missing:
            found = self._scene.events(missing)
            self._events.update({one: found.get(one) for one in missing})
        return {one: event for one in wanted if (event := self._events[one]) is not None}
