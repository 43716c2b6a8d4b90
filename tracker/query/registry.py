"""What there is: the entities that events tell of, what they are called, and the sources that tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tracker.domain.answers import Entity, SourceState
from tracker.domain.times import SECOND, from_us
from tracker.link.mentions import fold
from tracker.projection.scene import Scene
from tracker.query.offline import OFFLINE, ONLINE
from tracker.store.tallies import Tally, together


class Wanted(NamedTuple):
    """Which entities: of this kind, registered within this place (or within what is within it), that this name may
    mean. None means all."""

    kind: str | None = None
    within: str | None = None
    name: str | None = None


class _Described(NamedTuple):
    kind: str | None = None
    names: tuple[str, ...] = ()
    within: str | None = None


def entities(scene: Scene, wanted: Wanted = Wanted()) -> list[Entity]:  # noqa: B008 — a frozen tuple
    """The entities of the scene that are wanted, by id; also those that were merged into another."""
    tallies, described = scene.tallies(), _described(scene)
    whole: dict[str, Tally] = {}
    for entity_id, tally in tallies.items():
        root = scene.root(entity_id)
        whole[root] = together(whole.get(root), tally)
    found = []
    for entity_id in sorted({*tallies, *whole}):
        root = scene.root(entity_id)
        about = described.get(root, _Described())
        if _fits(scene, wanted, entity_id, about, described):
            found.append(_entity(entity_id, root, about, whole[root] if root == entity_id else tallies[entity_id]))
    return found


def _entity(entity_id: str, root: str, about: _Described, tally: Tally) -> Entity:
    return Entity(
        id=entity_id,
        kind=about.kind,
        names=about.names,
        within=about.within,
        merged_into=None if root == entity_id else root,
        first=from_us(tally.first),
        last=from_us(tally.last),
        events=tally.events,
    )


def _described(scene: Scene) -> dict[str, _Described]:
    """What each root entity is, by its last registration, and all it is called, the first name first."""
    found = {}
    for root, events in scene.naming().items():
        registered = [event.payload for event in events if event.type == "registered"]
        given = [name for event in events for name in event.payload.get("names", (event.payload.get("name"),))]
        last = registered[-1] if registered else {}
        found[root] = _Described(last.get("kind"), tuple(dict.fromkeys(given)), last.get("within"))
    return found


def _fits(scene: Scene, wanted: Wanted, entity_id: str, about: _Described, described: Mapping[str, _Described]) -> bool:
    if wanted.kind is not None and about.kind != wanted.kind:
        return False
    if wanted.within is not None and scene.root(wanted.within) not in _around(scene, about, described):
        return False
    if wanted.name is None:
        return True
    return fold(wanted.name) in map(fold, (entity_id, *about.names)) or wanted.name == entity_id


def _around(scene: Scene, about: _Described, described: Mapping[str, _Described]) -> Iterator[str]:
    """The places that it is registered within, outward."""
    met: set[str] = set()
    while about.within is not None and (root := scene.root(about.within)) not in met:
        met.add(root)
        yield root
        about = described.get(root, _Described())


def sources(scene: Scene, at: int) -> list[SourceState]:
    """The sources of the scene's events, by name; online or not at `at` (microseconds since the epoch, UTC)."""
    return [
        SourceState(
            source=source,
            events=tally.events,
            first=from_us(tally.first),
            last=from_us(tally.last),
            online=_online(scene, source, at),
            lag=(tally.learned - tally.last) / SECOND,
        )
        for source, tally in sorted(scene.sources().items())
    ]


def _online(scene: Scene, source: str, at: int) -> bool | None:
    view = scene.slice_at(scene.root(source), ONLINE, at)
    if view is None or view.slice.status != "known":
        return None
    return {ONLINE: True, OFFLINE: False}.get(view.slice.claims[0].value)
