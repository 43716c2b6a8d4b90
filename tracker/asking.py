"""Asking: every read of DESIGN section 5, for any time, as known at any time, and for any reader."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from tracker.domain.answers import (
    Change,
    Conflict,
    Interval,
    LogEnd,
    Reply,
    Sighting,
    Whereabouts,
)
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION
from tracker.domain.times import from_us, to_us
from tracker.errors import AmbiguousName, InvalidInput
from tracker.opened import Opened
from tracker.projection.scene import Scene, SceneNames, resolve
from tracker.query import counts, windows
from tracker.query.history import history
from tracker.query.misspelt import nearest_name
from tracker.query.moments import Moment, Viewers, kinds, labels, moment, name, related, step, stretch, window, zone
from tracker.query.where import last_seen, where
from tracker.review import queue
from tracker.store import reader
from tracker.store.bearing import Order
from tracker.store.log import read_head
from tracker.store.ranks import Hidden
from tracker.store.reader import Filter

if TYPE_CHECKING:
    from tracker.query.ask import Plan


class Page(NamedTuple):
    """A page of events that was read: of a log that ended at `upto`, as its reader counts; `last` is where in fold
    order it ends."""

    upto: int
    last: Order


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
        """The events in fold order that began in `[start, end)`; of an entity with those of what was merged into it.

        For a viewer `seq` counts what the viewer may read, and the hash, which is over all of the log, is left out."""
        return self._found(self._wanted(entity_id, types, start, end, known_at, viewer))

    def page(
        self,
        entity_id: str | None = None,
        types: Sequence[str] | None = None,
        start: Moment = None,
        end: Moment = None,
        known_at: Moment = None,
        *,
        limit: int,
        after: Page | None = None,
        viewer: Viewers = None,
    ) -> tuple[list[Event], Page | None]:
        """The first `limit` of what `events` gives, or of what comes after a page before, and the page itself if there
        is more. All pages are of the log as it stood at the first: what is appended meanwhile shifts none of them."""
        wanted = self._wanted(entity_id, types, start, end, known_at, viewer)
        with self._store.read() as connection:
            seq = read_head(connection).seq
            hidden = self._ranks.hidden(connection, seq, wanted.viewer)
        upto = hidden.rank(seq) if after is None else after.upto
        wanted = wanted._replace(upto=min(seq, hidden.seq(upto)), after=None if after is None else after.last)
        found = list(islice(self._found(wanted, min(limit + 1, 2_000)), limit + 1))
        if len(found) <= limit:
            return found, None
        last = found[limit - 1]
        place = (to_us(last.occurred_at), to_us(last.observed_at or last.occurred_at), str(last.event_id))
        return found[:limit], Page(upto, place)

    def event(self, event_id: UUID | str, *, viewer: Viewers = None) -> Event | None:
        """The event with this id; None when there is none that the viewer may read."""
        who = labels(viewer)
        with self._store.read() as connection:
            found = list(reader.by_ids(connection, [event_id], viewer=who).values())
        return next(iter(found if who is None else self._as_counted(iter(found), who)), None)

    def log_end(self, *, viewer: Viewers = None) -> LogEnd:
        """Where the log ends, as the viewer counts."""
        with self._store.read() as connection:
            now = self._adopt(connection)
            seq = self._ranks.hidden(connection, now.last, labels(viewer)).rank(now.last)
        made_by = f"{now.policy}\x1f{now.rules}"
        return LogEnd(seq=seq, views=hashlib.sha256(made_by.encode()).hexdigest()[:12])

    def rank(self, seq: int, *, viewer: Viewers = None) -> int:
        """The position `seq` of the log, as the viewer counts."""
        with self._store.read() as connection:
            return self._ranks.hidden(connection, seq, labels(viewer)).rank(seq)

    def _wanted(
        self,
        entity_id: str | None,
        types: Sequence[str] | None,
        start: Moment,
        end: Moment,
        known_at: Moment,
        viewer: Viewers,
    ) -> Filter:
        ids: tuple[str, ...] | None = None
        if entity_id is not None:
            with self._scene(known_at, viewer) as scene:
                ids = scene.members(one_entity(scene, entity_id))
        return Filter(ids, kinds(types), *stretch(start, end), moment(known_at, "known_at"), labels(viewer))

    def _found(self, wanted: Filter, page: int = 2_000) -> Iterator[Event]:
        found = reader.read(self._store, wanted, page)
        return found if wanted.viewer is None else self._as_counted(found, wanted.viewer)

    def _as_counted(self, found: Iterator[Event], viewer: frozenset[str]) -> Iterator[Event]:
        hidden: Hidden | None = None
        upto = 0
        for event in found:
            if hidden is None or (event.seq or 0) > upto:
                with self._store.read() as connection:
                    upto = read_head(connection).seq
                    hidden = self._ranks.hidden(connection, upto, viewer)
            yield event.model_copy(update={"seq": hidden.rank(event.seq or 0), "hash": None})

    def _reply_as_counted(self, reply: Reply, viewer: frozenset[str] | None) -> Reply:
        """The reply, the events that are its answer as `events` gives them."""

        def counted(answer: Any) -> Any:
            if isinstance(answer, Event):
                return next(self._as_counted(iter((answer,)), viewer or frozenset()))
            return type(answer)(map(counted, answer)) if type(answer) in (list, tuple) else answer

        return reply if viewer is None else reply.model_copy(update={"answer": counted(reply.answer)})

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
        self,
        container: str,
        at: Moment = None,
        known_at: Moment = None,
        *,
        relation: str | None = None,
        viewer: Viewers = None,
    ) -> list[str]:
        """The ids of the entities whose chain passes through the container at `at`: by default those that it carries
        along (`in`, `on`, `with`: detectors disagree about them). `under` and the like: what is on that side of it;
        `near`: what is on any side; `at`: all of that."""
        asked = related(relation) or "in"
        with self._scene(known_at, viewer) as scene:
            where_in = one_entity(scene, container)
            return windows.inside(scene, self._projector.policy, where_in, self._when(at, "at"), asked)

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
                return self._reply_as_counted(ask.run(plan, ask.World(scene, self._projector.policy)), labels(viewer))
        known = moment(known_at, "known_at")
        asker = ask.Asker(from_us(self._when(at, "at")), tz, None if known is None else from_us(known))
        name(tz, "tz")
        before = ask.context(after)
        read = ask.understand(question, asker, before, recognizers() if second_opinion else None)
        if isinstance(read, Reply):
            return read
        with self._scene(ask.known_by(read, asker), viewer) as scene:
            reply = ask.answer(read, asker, ask.World(scene, self._projector.policy), before)
            return self._reply_as_counted(reply, labels(viewer))

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
