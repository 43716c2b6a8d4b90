"""Folding events into the stored views: after an append only what it affects, from the nearest snapshot.

Everything here runs inside the transaction that appended the events, so no reader ever sees a log without its views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from sqlalchemy import Connection

from tracker.domain.claims import claim_of
from tracker.domain.events import Logged
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.domain.slices import Problem, Slice
from tracker.fold.entity import Attribute, Limits, Line, fold_entity, kind_of, tails
from tracker.fold.tracks import Footing, Surroundings, footing
from tracker.link.mentions import fold as name_key
from tracker.projection.streams import Stream, Streams
from tracker.store import views
from tracker.store.bearing import Order
from tracker.store.views import Item, Name, Snapshot, View

SNAPSHOT_EVERY = 128
"""Events between kept snapshots: a late event re-folds at most this many before its own place."""

_FIRST, _LAST = (-(1 << 62), 0, ""), (1 << 62, 0, "")
_NAMING = frozenset({"registered", "alias_added"})


class Projector:
    """Projects under one policy and one set of rules. `folded` counts the events folded, for tests and progress."""

    def __init__(self, rules: Sequence[Rule], policy: Policy) -> None:
        self.rules, self.policy = tuple(rules), policy
        self.folded = 0
        self._limits: dict[str | None, Limits] = {}

    def limits(self, kind: str | None) -> Limits:
        """The policy for entities of this kind."""
        if kind not in self._limits:
            self._limits[kind] = Limits(self.policy, kind)
        return self._limits[kind]

    def project(self, connection: Connection, affected: Mapping[str, Order], regrouped: Set[str] = frozenset()) -> None:
        """Bring the views up to the log. `affected`: from which place in fold order on each entity may differ;
        `regrouped`: the entities of merges and splits that are new or were decided about."""
        wholly: set[str] = set()
        partly: dict[str, Order] = {}

        def usable(root: str) -> Order:
            return _FIRST if root in wholly else partly.get(root, _LAST)

        streams = Streams(connection, self.policy, usable=usable)
        for entity_id, place in affected.items():
            component = streams.component(entity_id)
            since = place[0]
            if not regrouped.isdisjoint(component):
                wholly |= component
                since = _FIRST[0]
            elif len(component) > 1 and streams.is_split(component):
                wholly |= component
            else:
                _sooner(partly, streams.root(entity_id), place)
            for consulted in component:
                for dependent in views.consulting(connection, consulted, since):
                    _sooner(partly, streams.root(dependent), (since, _FIRST[1], ""))
        for entity_id in sorted(wholly):
            self.fold_whole(connection, streams, entity_id)
        for entity_id in sorted(partly.keys() - wholly):
            self._fold_from(connection, streams, entity_id, partly[entity_id])

    def fold_whole(self, connection: Connection, streams: Streams, entity_id: str) -> None:
        """Rebuild one entity's views from its first event; empty them when it was merged into another."""
        views.clear_entity(connection, entity_id)
        if streams.root(entity_id) == entity_id:
            self._fold(connection, streams, entity_id, streams.stream(entity_id), None)

    def _fold_from(self, connection: Connection, streams: Streams, root: str, place: Order) -> None:
        newest = views.snapshot_before(connection, root)
        late = newest is not None and newest.place >= place
        snapshot = views.snapshot_before(connection, root, place) if late else newest
        if snapshot is None:
            self.fold_whole(connection, streams, root)
            return
        stream = streams.stream(root, snapshot.place)
        # A registration sets the entity's kind, and with it the decay of everything before.
        if any(event.type in _NAMING for event in stream.projecting):
            self.fold_whole(connection, streams, root)
            return
        views.drop_candidates(connection, stream.event_ids)
        self._fold(connection, streams, root, stream, snapshot, rewrite=late)

    def _fold(
        self,
        connection: Connection,
        streams: Streams,
        root: str,
        stream: Stream,
        snapshot: Snapshot | None,
        rewrite: bool = False,
    ) -> None:
        around = Surroundings(streams.track, streams.identities.into)
        result = fold_stream(root, stream, snapshot, self, around, rewrite=rewrite)
        self.folded += len(stream.projecting)
        before = _lines(snapshot)
        after = snapshot.place[0] if snapshot is not None else _FIRST[0]
        touched = set(result.attributes)
        if rewrite:
            touched |= set(views.attributes_of(connection, root))
        kept = {(root, name): before[name].emitted if name in before else 0 for name in touched}
        views.put_slices(connection, result.views, kept if snapshot is not None else {})
        gone = {(root, name): after for name in touched} if snapshot is not None else {}
        views.put_problems(connection, [*result.items, *(candidate_item(root, one) for one in stream.candidates)], gone)
        views.note_consults(connection, root, result.consulted)
        if snapshot is None:
            views.put_names(connection, (root,), names_given(root, stream.projecting))
        views.put_snapshots(connection, root, result.replaces, result.snapshots)


class Result(NamedTuple):
    """What folding a stream gives for the views."""

    attributes: tuple[str, ...]
    views: list[View]
    items: list[Item]
    consulted: dict[str, int]
    snapshots: list[Snapshot]
    replaces: int


def fold_stream(
    root: str,
    stream: Stream,
    snapshot: Snapshot | None,
    projector: Projector,
    around: Surroundings,
    *,
    rewrite: bool = False,
) -> Result:
    """Fold one entity's projecting events on from a snapshot (None: all of them, from the first). `rewrite`: give the
    tails of all attributes, not only of those that the events bear on."""
    events, rules = stream.projecting, projector.rules
    lines = _lines(snapshot)
    kind = kind_of(events) if snapshot is None else snapshot.state["kind"]
    stands = Footing() if snapshot is None else Footing.load(snapshot.state["track"])
    limits = projector.limits(kind)
    count = 0 if snapshot is None else snapshot.ordinal
    replaces = count if count % SNAPSHOT_EVERY else count + 1
    rows: list[View] = []
    items: list[Item] = []
    last: dict[str, Attribute] = {}
    taken: list[Snapshot] = []
    position = 0
    while position < len(events):
        part = events[position : position + SNAPSHOT_EVERY - count % SNAPSHOT_EVERY]
        position, count = position + len(part), count + len(part)
        folded = fold_entity(root, part, lines, rules, around, limits)
        for name, attribute in folded.items():
            emitted = lines[name].emitted if name in lines else 0
            rows += _views((root, name, kind), attribute.line.rule, emitted, attribute.slices)
            items += _items(attribute.problems)
            lines[name] = attribute.line
        last |= folded
        stands = footing(part, stands)
        taken.append(_snapshot((count, part[-1].order), kind, lines, stands))
    if stream.last is not None and (not taken or taken[-1].place < stream.last):
        # What does not project moves the place on too, or every later append would look at it again.
        replaces = min(replaces, count)
        taken = [one for one in taken if one.ordinal < count] + [_snapshot((count, stream.last), kind, lines, stands)]
    if not taken:
        replaces = count + 1  # nothing came after the snapshot: it stays the newest
    if rewrite and snapshot is not None:
        untouched = {name: line for name, line in lines.items() if name not in last}
        last |= tails(root, untouched, rules, around, limits, snapshot.place)
    for name, attribute in last.items():
        rows += _views((root, name, kind), attribute.line.rule, attribute.line.emitted, attribute.tail)
        items += _items(attribute.pending)
    return Result(tuple(last), rows, items, around.consulted, taken, replaces)


def _lines(snapshot: Snapshot | None) -> dict[str, Line]:
    if snapshot is None:
        return {}
    return {name: Line(rule, state, snapshot.emitted[name]) for name, (rule, state) in snapshot.state["lines"].items()}


def _snapshot(where: tuple[int, Order], kind: str | None, lines: Mapping[str, Line], stands: Footing) -> Snapshot:
    states = {name: [line.rule, line.state] for name, line in lines.items()}
    state = {"kind": kind, "lines": states, "track": stands.dump()}
    return Snapshot(*where, {name: line.emitted for name, line in lines.items()}, state)


def _views(track: tuple[str, str, str | None], rule: str, ordinal: int, slices: Sequence[Slice]) -> list[View]:
    root, attribute, kind = track
    return [
        View(root, attribute, ordinal + index, rule, kind, _target(attribute, one), one)
        for index, one in enumerate(slices)
    ]


def _target(attribute: str, one: Slice) -> str | None:
    if attribute != LOCATION or one.status != "known":
        return None
    claim = one.claims[0]
    return claim.value if claim.holder_at is None else views.PUT_DOWN_BY + claim.value


def _items(problems: Sequence[Problem]) -> list[Item]:
    return [Item("rule" if problem.failure else "conflict", problem) for problem in problems]


def candidate_item(root: str, event: Logged) -> Item:
    claim = claim_of(event)
    attribute = str(claim["attribute"]) if claim is not None else LOCATION
    problem = Problem(event.event_id, root, attribute, event.occurred, None, "open", (), event.event_id)
    return Item("candidate", problem)


def names_given(root: str, events: Sequence[Logged]) -> list[Name]:
    """The names that these events give, one per event and form in which names are looked up: of "Keys" and "keys" the
    first."""
    naming = [event for event in events if event.type in _NAMING]
    kind = kind_of(naming)
    given: dict[tuple[str, str], Name] = {}
    for event in naming:
        for name in event.payload["names"] if event.type == "registered" else [event.payload["name"]]:
            key = name_key(name)
            one = Name(key, root, event.event_id, name, kind, event.visibility)
            given.setdefault((event.event_id, key), one)
    return list(given.values())


def _sooner(places: dict[str, Order], entity_id: str, place: Order) -> None:
    known = places.get(entity_id)
    if known is None or place < known:
        places[entity_id] = place
