"""Asking: every read of DESIGN section 5, for any time, as known at any time, and for any reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from tracker.domain.answers import (
    Change,
    Conflict,
    Interval,
    Reply,
    Sighting,
    Whereabouts,
)
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION
from tracker.domain.times import from_us
from tracker.errors import AmbiguousName, InvalidInput
from tracker.opened import Opened
from tracker.projection.scene import Scene, SceneNames, resolve
from tracker.query import counts, windows
from tracker.query.history import history
from tracker.query.misspelt import nearest_name
from tracker.query.moments import Moment, Viewers, kinds, labels, moment, name, step, stretch, window, zone
from tracker.query.where import last_seen, where
from tracker.review import queue
from tracker.store import reader
from tracker.store.reader import Filter

if TYPE_CHECKING:
    from tracker.query.ask import Plan


class Asking(Opened):
    """What can be asked of an opened tracker; nothing here changes it."""

    def where(
        self,
        entity: str,
        at: Moment = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
        tz: str = "UTC",
    ) -> Whereabouts:
        """Where the entity is at `at` (default now), as known at `known_at` (default now); `text` tells times of the
        zone `tz`, all else is UTC."""
        return self.state(entity, LOCATION, at, known_at, viewer=viewer, tz=tz)

    def state(
        self,
        entity: str,
        attribute: str,
        at: Moment = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
        tz: str = "UTC",
    ) -> Whereabouts:
        """The value of any attribute at `at`, with the same statuses as `where`."""
        asked, told_in = name(attribute, "attribute"), zone(name(tz, "tz"))
        with self._scene(known_at, viewer) as scene:
            meant, when = one_entity(scene, entity), self._when(at, "at")
            return where(scene, self._projector.policy, meant, asked, when, told_in)

    def last_seen(
        self, entity: str, before: Moment = None, known_at: Moment = None, *, viewer: Viewers = None
    ) -> Sighting | None:
        """The newest sighting at or before `before` (default now), whatever happened since."""
        with self._scene(known_at, viewer) as scene:
            return last_seen(scene, one_entity(scene, entity), self._when(before, "before"))

    def history(
        self,
        entity: str,
        attribute: str = LOCATION,
        start: Moment = None,
        end: Moment = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Interval]:
        """The attribute's intervals that overlap `[start, end)`, in order of time."""
        with self._scene(known_at, viewer) as scene:
            meant, policy = one_entity(scene, entity), self._projector.policy
            return history(scene, policy, meant, name(attribute, "attribute"), stretch(start, end))

    def events(
        self,
        entity_id: str | None = None,
        types: Sequence[str] | None = None,
        start: Moment = None,
        end: Moment = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> Iterator[Event]:
        """The events in fold order that began in `[start, end)`; of an entity with those of what was merged into it."""
        ids: tuple[str, ...] | None = None
        if entity_id is not None:
            with self._scene(known_at, viewer) as scene:
                ids = scene.members(one_entity(scene, entity_id))
        wanted = Filter(ids, kinds(types), *stretch(start, end), moment(known_at, "known_at"), labels(viewer))
        return reader.read(self._store, wanted)

    def changes(
        self,
        start: Moment,
        end: Moment,
        attribute: str | None = None,
        entity_id: str | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Change]:
        """What changed in `[start, end)`, in order of time."""
        span, only = window(start, end), None if attribute is None else name(attribute, "attribute")
        with self._scene(known_at, viewer) as scene:
            entity = None if entity_id is None else one_entity(scene, entity_id)
            return list(windows.changes(scene, span, only, entity))

    def held(
        self,
        entity: str,
        attribute: str,
        value: str,
        start: Moment,
        end: Moment,
        how: windows.How = "throughout",
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> bool:
        """Whether the attribute was known to be `value` throughout `[start, end)`, or (`overlaps`) at some time.
        What was last reported too long before then, by the policy's half-lives, is not known."""
        if how not in ("throughout", "overlaps"):
            raise InvalidInput("how: is neither 'throughout' nor 'overlaps'")
        asked, wanted, span = name(attribute, "attribute"), name(value, "value"), window(start, end)
        with self._scene(known_at, viewer) as scene:
            meant = one_entity(scene, wanted) if asked == LOCATION else wanted
            claim = (one_entity(scene, entity), asked, meant)
            return windows.held(scene, self._projector.policy, claim, span, how)

    def inside(
        self, container: str, at: Moment = None, known_at: Moment = None, *, viewer: Viewers = None
    ) -> list[str]:
        """The ids of the entities whose chain passes through the container at `at`."""
        with self._scene(known_at, viewer) as scene:
            return windows.inside(scene, self._projector.policy, one_entity(scene, container), self._when(at, "at"))

    def count(
        self,
        entity: str,
        types: Sequence[str] | None = None,
        start: Moment = None,
        end: Moment = None,
        every: timedelta | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> counts.Count:
        """How many events (of these types) the entity had in `[start, end)`, with gaps, rate and bursts."""
        with self._scene(known_at, viewer) as scene:
            counted = one_entity(scene, entity)
        found = self.events(counted, types, start, end, known_at, viewer=viewer)
        return counts.count(counted, found, stretch(start, end), step(every, "every"))

    def ask(
        self,
        question: str | Plan | Mapping[str, Any],
        at: Moment = None,
        tz: str = "UTC",
        known_at: Moment = None,
        *,
        after: Reply | None = None,
        viewer: Viewers = None,
        second_opinion: bool = False,
    ) -> Reply:
        """Answer a question in English or Chinese, asked at `at` (default now) by somebody in zone `tz`.

        `after` is the Reply before this one, for "and yesterday?". Instead of words, the `plan` of a Reply runs again
        as it is, `at`, `tz` and `known_at` included. With `second_opinion` a library reads the times too, and the reply
        says how a time was taken that it reads otherwise. What is not understood is answered so, never guessed. Raises
        InvalidInput for a bad time, zone or plan, MissingExtra for an opinion that is not installed."""
        from tracker.language.when.second_opinion import recognizers
        from tracker.query import ask  # its patterns take a while to load

        if not isinstance(question, str):
            plan = ask.read_plan(question)
            with self._scene(plan.known_at, viewer) as scene:
                return ask.run(plan, ask.World(scene, self._projector.policy))
        known = moment(known_at, "known_at")
        asker = ask.Asker(from_us(self._when(at, "at")), tz, None if known is None else from_us(known))
        name(tz, "tz")
        before = ask.context(after)
        read = ask.understand(question, asker, before, recognizers() if second_opinion else None)
        if isinstance(read, Reply):
            return read
        with self._scene(ask.known_by(read, asker), viewer) as scene:
            return ask.answer(read, asker, ask.World(scene, self._projector.policy), before)

    def conflicts(
        self,
        status: queue.QueueStatus | None = "open",
        entity: str | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Conflict]:
        """The review queue: conflicts, possible events, failed rules; with that status, None for all."""
        with self._scene(known_at, viewer) as scene:
            known = moment(known_at, "known_at")
            now = self._store.clock() if known is None else known
            return queue.queue(scene, now, status, None if entity is None else one_entity(scene, entity))

    def ids_beginning(self, beginning: str, *, viewer: Viewers = None) -> list[UUID]:
        """The ids of the events, in the order of the ids, that begin with these characters: an id is long to type."""
        written = name(beginning, "beginning").lower()
        with self._store.read() as connection:
            return [UUID(one) for one in reader.ids_beginning(connection, written, labels(viewer))]

    def nearest(self, entity: str, known_at: Moment = None, *, viewer: Viewers = None) -> str | None:
        """The id that is written almost like a name that nothing known bears; None when it is known, or nothing is
        near."""
        with self._scene(known_at, viewer) as scene:
            return nearest_name(scene, one_entity(scene, entity))

    def resolve(self, phrase: str, known_at: Moment = None, *, viewer: Viewers = None) -> list[str]:
        """The registered entities that a phrase may mean, by id; none when nobody registered it."""
        with self._scene(known_at, viewer) as scene:
            return SceneNames(scene).resolve(name(phrase, "phrase"))


def one_entity(scene: Scene, given: str) -> str:
    """The entity that a name or id means; AmbiguousName listing the candidates when there are several."""
    found = resolve(scene, name(given, "entity"))
    if len(found) > 1:
        raise AmbiguousName(f"{given!r} may be any of: {', '.join(found)}")
    return found[0]
