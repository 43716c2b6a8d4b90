"""The events that fold as one entity's: merges followed, splits applied, decisions and acceptance settled."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Set
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection

from tracker.domain.claims import held_value, relation_of
from tracker.domain.logged import Logged
from tracker.domain.payloads import DECISION_TYPES, LOCATION
from tracker.domain.policy import Policy
from tracker.fold.identity import Decisions, Identities, Thresholds, identities, owner, standing
from tracker.fold.tracks import Footing, Surroundings, Track, track_of
from tracker.store import pages, reader, views
from tracker.store.bearing import Order
from tracker.store.reader import Viewer
from tracker.store.tallies import Tally, tallies, tally_without, together

_TRACKS, _STOPS = 20_000, 500_000
_EVER = 1 << 62


class Stream(NamedTuple):
    """One root entity's events in fold order: those that project, those that wait for a person, the ids of all that
    were looked at (with those that only stay in the log), and the place of the last of them."""

    projecting: list[Logged]
    candidates: list[Logged]
    event_ids: list[str]
    last: Order | None


class Sources(NamedTuple):
    """Where the events of one root entity come from: the entities under which they stand and the decisions about
    these; `shared`: not all of their events are the root's."""

    root: str
    entity_ids: tuple[str, ...]
    decisions: Decisions
    shared: bool


class Streams:
    """Streams as one reader at one known time sees them (None: everything, as known now).

    Holds the plain tracks of the containers asked about, the newest used up to a bound. `usable` says up to which place
    in fold order an entity's stored snapshots go with the log; without it none are used. `known` is the set of entities
    that have events at all and `decided` of those about whose events something was decided: a caller that has them
    spares a lookup for each bare place and each entity."""

    def __init__(
        self,
        connection: Connection,
        policy: Policy,
        known_at: int | None = None,
        viewer: Viewer = None,
        known: frozenset[str] | None = None,
        decided: frozenset[str] | None = None,
        usable: Callable[[str], Order] | None = None,
    ) -> None:
        self.connection, self.policy, self.known_at, self.viewer = connection, policy, known_at, viewer
        self.thresholds = Thresholds(policy)
        self._limits = policy.of(None, LOCATION)
        self._known, self._decided = known, decided
        self._usable = usable
        self._tracks: OrderedDict[str, Track] = OrderedDict()
        self._stops = 0
        # Most places have no events of their own, and the same few are asked about again and again.
        self._bare: set[str] = set()
        self._changes: list[Logged] = []
        verdicts = Decisions()
        if ids := reader.entities_with_identity_events(connection):
            self._changes = reader.identity_changes(connection, known_at=known_at, viewer=viewer)
            verdicts = self._decisions_about(tuple(ids))
        self.identities: Identities = identities([one for one in self._changes if one.type == "merged"], verdicts)
        self._ties = _ties(self._changes)

    def root(self, entity_id: str) -> str:
        """The entity that this one was merged into, itself if into none."""
        return self.identities.root(entity_id)

    def surroundings(self) -> Surroundings:
        """The world around one fold."""
        return Surroundings(self.track, self.identities.into)

    @property
    def tied(self) -> Set[str]:
        """The entities of all merges and splits."""
        return self._ties.keys()

    def component(self, entity_id: str) -> frozenset[str]:
        """The entities tied to this one by any merge or split, standing or not; itself at least."""
        if entity_id not in self._ties:
            return frozenset((entity_id,))
        found, waiting = {entity_id}, [entity_id]
        while waiting:
            fresh = self._ties[waiting.pop()] - found
            found |= fresh
            waiting += fresh
        return frozenset(found)

    def everyone(self) -> list[str]:
        """The ids under which anything may fold: those that events name as theirs, and those given events by a merge or
        a split."""
        return sorted({*reader.all_entities(self.connection), *self._ties})

    def is_split(self, entity_ids: Iterable[str]) -> bool:
        """Whether any of these gave events away or was given some."""
        ids = set(entity_ids)
        return any(
            event.type == "split" and (event.entity_id in ids or event.payload["new_entity"] in ids)
            for event in self._changes
        )

    def stream(self, root: str, after: Order | None = None) -> Stream:
        """The events that fold as `root`'s, only those past `after` if it is given."""
        sources = self.sources(root)
        events = reader.of_entities(
            self.connection, sources.entity_ids, after=after, known_at=self.known_at, viewer=self.viewer
        )
        return self.settled(sources, events)

    def sources(self, root: str) -> Sources:
        """Under which entities stand the events that fold as `root`'s, and what was decided about them."""
        members = self.identities.members(root)
        givers: tuple[str, ...] = ()
        component = self.component(root)
        if len(component) > 1:
            givers = tuple(sorted(component - set(members))) if self.is_split(component) else ()
        shared = bool(givers) or len(members) > 1 or self.is_split((root,))
        return Sources(root, (*members, *givers), self._decisions_about((*members, *givers)), shared)

    def owners(self, event_ids: Iterable[UUID]) -> dict[str, str]:
        """The root entity as whose each of these events folds, by event id, of those that fold at all."""
        found = reader.logged_by_ids(self.connection, map(str, event_ids), known_at=self.known_at, viewer=self.viewer)
        decisions = self._decisions_about(tuple({event.entity_id for event in found}))
        return {event.event_id: owner(event, decisions, self.identities) for event in found}

    def naming(self) -> dict[str, list[Logged]]:
        """By root entity, the events that say what it is and what it is called, of those that count, in fold order."""
        by_root: dict[str, list[Logged]] = {}
        for root, event in self.counting(reader.naming(self.connection, known_at=self.known_at, viewer=self.viewer)):
            by_root.setdefault(root, []).append(event)
        return by_root

    def counting(self, found: Iterable[Logged]) -> list[tuple[str, Logged]]:
        """Those of the events that count, in fold order, each after the root entity as whose it folds."""
        events = sorted(found, key=lambda one: one.order)
        decisions = self._decisions_about(tuple({event.entity_id for event in events}))
        counted = standing(events, decisions, self.thresholds).projecting
        return [(owner(event, decisions, self.identities), event) for event in counted]

    def tallies(self) -> dict[str, Tally]:
        """How many events there are of each entity, by its own id: those that stand under it, but for what a split gave
        away, with what a split gave it."""
        found = tallies(self.connection, "entity_id", known_at=self.known_at, viewer=self.viewer)
        given: dict[str, list[tuple[Logged, str]]] = {}
        named = {each for one in self._changes if one.type == "split" for each in one.payload["event_ids"]}
        if not named:
            return found
        events = reader.logged_by_ids(self.connection, named, known_at=self.known_at, viewer=self.viewer)
        decisions = self._decisions_about(tuple({event.entity_id for event in events}))
        for event in events:
            root = owner(event, decisions, self.identities)
            if root != self.root(event.entity_id):
                given.setdefault(event.entity_id, []).append((event, root))
        for giver, moved in given.items():
            gone = frozenset(event.event_id for event, _ in moved)
            left = tally_without(self.connection, giver, gone, known_at=self.known_at, viewer=self.viewer)
            del found[giver]
            if left is not None:
                found[giver] = left
        for event, root in chain.from_iterable(given.values()):
            one = Tally(1, event.occurred, event.occurred, event.observed)
            found[root] = together(found.get(root), one)
        return found

    def settled(self, sources: Sources, events: list[Logged]) -> Stream:
        """What of its sources' events, given in fold order, folds as the root's."""
        root, _, decisions, shared = sources
        if shared:
            events = [event for event in events if owner(event, decisions, self.identities) == root]
        elif decisions:
            # What stands under another entity decides about events of this one, and does not fold as one of them.
            events = [event for event in events if event.entity_id == root]
        projecting, candidates = standing(events, decisions, self.thresholds)
        last = events[-1].order if events else None
        return Stream(self._with_sides(projecting), candidates, [event.event_id for event in events], last)

    def track(self, root: str, at: int) -> Track | None:
        """The plain track of an entity, covering `at` (µs since the epoch, UTC); None when it has no events."""
        if root in self._bare:
            return None
        track = self._tracks.pop(root, None)
        if track is not None:
            self._stops -= _size(track)
        if track is None or track.since > at:
            track = self._read_track(root, at)
        if track is None:
            if len(self._bare) >= _TRACKS:
                self._bare.clear()
            self._bare.add(root)
            return None
        self._tracks[root] = track
        self._stops += _size(track)
        while len(self._tracks) > 1 and (len(self._tracks) > _TRACKS or self._stops > _STOPS):
            _, dropped = self._tracks.popitem(last=False)
            self._stops -= _size(dropped)
        return track

    def _read_track(self, root: str, at: int) -> Track | None:
        """The track from the newest usable snapshot before `at` on, so that a container's long past is not read anew
        for everything that is put into it."""
        if root not in self._ties and not self._has_events(root):
            return None
        snapshot = None
        if self._usable is not None:
            last = min((at + 1, -_EVER, ""), self._usable(root))
            snapshot = views.snapshot_before(self.connection, root, last)
        if snapshot is None:
            events = self._projecting(root)
            first = next(events, None)
            return None if first is None else track_of(chain((first,), events), self._limits)
        later = self.stream(root, snapshot.place).projecting
        return track_of(later, self._limits, Footing.load(snapshot.state["track"]), snapshot.place[0])

    def _projecting(self, root: str) -> Iterator[Logged]:
        """All events that project as `root`'s; where replays ask, which do without comparing contents with digests,
        no more than a page of them is held."""
        if self._known is None or self.known_at is not None or self.viewer is not None:
            yield from self.stream(root).projecting
            return
        sources = self.sources(root)
        for events in pages.events(self.connection, sources.entity_ids, pages.PAGE):
            yield from self.settled(sources, events).projecting

    def _has_events(self, entity_id: str) -> bool:
        if self._known is not None:
            return entity_id in self._known
        return reader.reported(self.connection, entity_id)

    def _decisions_about(self, entity_ids: tuple[str, ...]) -> Decisions:
        """All decisions about these entities' events: they may stand anywhere in the order, even before the event."""
        if self._decided is not None and self._decided.isdisjoint(entity_ids):
            return Decisions()
        return _decisions(
            reader.decisions_about(self.connection, entity_ids, known_at=self.known_at, viewer=self.viewer)
        )

    def _with_sides(self, events: list[Logged]) -> list[Logged]:
        """The events, each `resolved` told which (source, value, relation) the events that it names stood for."""
        if not any(event.type == "resolved" for event in events):
            return events
        named = {
            event_id
            for event in events
            if event.type == "resolved"
            for event_id in (*event.payload.get("keep", ()), *event.payload.get("drop", ()))
        }
        found = reader.logged_by_ids(self.connection, named, known_at=self.known_at, viewer=self.viewer)
        sides = {
            one.event_id: [one.source, value, relation_of(one)]
            for one in found
            if (value := held_value(one)) is not None
        }
        return [
            event._replace(
                payload={
                    **event.payload,
                    "kept": [sides[i] for i in event.payload.get("keep", ()) if i in sides],
                    "dropped": [sides[i] for i in event.payload.get("drop", ()) if i in sides],
                }
            )
            if event.type == "resolved"
            else event
            for event in events
        ]


def _size(track: Track) -> int:
    return len(track.times) + len(track.open_times)


def _ties(changes: Iterable[Logged]) -> dict[str, set[str]]:
    """For each entity of a merge or a split, standing or not, the other ones."""
    ties: dict[str, set[str]] = {}
    for event in changes:
        other = event.payload["into"] if event.type == "merged" else event.payload["new_entity"]
        ties.setdefault(event.entity_id, set()).add(other)
        ties.setdefault(other, set()).add(event.entity_id)
    return ties


def _decisions(events: Iterable[Logged]) -> Decisions:
    found: dict[str, list[Logged]] = {}
    for event in sorted((e for e in events if e.type in DECISION_TYPES or e.type == "split"), key=lambda e: e.order):
        for target in event.payload.get("event_ids", ()):
            found.setdefault(target, []).append(event)
    return Decisions(found)
