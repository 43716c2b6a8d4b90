"""Folding events into the stored views: after an append only what it affects, from the nearest snapshot.

Everything here runs inside the transaction that appended the events, so no reader ever sees a log without its views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import Connection

from tracker.domain.claims import claim_of
from tracker.domain.logged import Logged
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.domain.slices import Problem, Slice
from tracker.fold.entity import BEGINNING, Attribute, Limits, Line, fold_entity, kind_of, tails
from tracker.fold.identity import standing
from tracker.fold.tracks import Footing, Surroundings, footing
from tracker.link.mentions import fold as name_key
from tracker.projection.streams import Stream, Streams
from tracker.store import reader, views
from tracker.store.bearing import Order
from tracker.store.edits import Edits
from tracker.store.views import Item, Name, Snapshot, View

SNAPSHOT_EVERY = 128
"""Events between kept snapshots: a late event re-folds at most this many before its own place."""

_FIRST, _LAST = (-(1 << 62), 0, ""), (1 << 62, 0, "")
_order = attrgetter("order")
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

    def project(
        self,
        connection: Connection,
        affected: Mapping[str, Order],
        appended: Sequence[Logged],
        regrouped: Set[str] = frozenset(),
    ) -> None:
        """Bring the views up to the log. `affected`: from which place in fold order on each entity may differ;
        `appended`: the events that are new; `regrouped`: the entities of merges and splits that are new or were decided
        about."""
        work = Work(connection, self.policy)
        work.plan(affected, regrouped)
        edits = Edits()
        for root in sorted(work.wholly):
            self._fold_whole(edits, work.streams, root)
        roots = sorted(work.partly)
        newest = views.newest_snapshots(connection, roots)
        fresh = work.simply_new(appended)
        for root in roots:
            place, snapshot, new = work.partly[root], newest.get(root), fresh.get(root, [])
            if new and new[0].order == place and (snapshot is None or snapshot.place < place):
                stream = Stream(*standing(new, {}, work.streams.thresholds), [], new[-1].order)
                self._fold_on(edits, work.streams, root, stream, snapshot)
            elif snapshot is not None and snapshot.place >= place:
                self._fold_from(edits, work.streams, root, views.snapshot_before(connection, root, place), late=True)
            else:
                self._fold_from(edits, work.streams, root, snapshot)
        edits.write(connection)

    def _fold_whole(self, edits: Edits, streams: Streams, root: str) -> None:
        """Fold an entity from its first event; nothing is left of one that was merged into another."""
        edits.clear(root)
        if streams.root(root) == root:
            self._fold(edits, streams, root, streams.stream(root), None)

    def _fold_from(
        self, edits: Edits, streams: Streams, root: str, snapshot: Snapshot | None, *, late: bool = False
    ) -> None:
        """Fold an entity on from a snapshot; `late`: what came after it goes."""
        if snapshot is None:
            self._fold_whole(edits, streams, root)
            return
        stream = streams.stream(root, snapshot.place)
        edits.drop_candidates(stream.event_ids)
        self._fold_on(edits, streams, root, stream, snapshot, late=late)

    def _fold_on(
        self,
        edits: Edits,
        streams: Streams,
        root: str,
        stream: Stream,
        snapshot: Snapshot | None,
        *,
        late: bool = False,
    ) -> None:
        # A registration sets the entity's kind, and with it the decay of everything before.
        if snapshot is not None and any(event.type in _NAMING for event in stream.projecting):
            self._fold_whole(edits, streams, root)
        else:
            self._fold(edits, streams, root, stream, snapshot, late=late)

    def _fold(
        self,
        edits: Edits,
        streams: Streams,
        root: str,
        stream: Stream,
        snapshot: Snapshot | None,
        *,
        late: bool = False,
    ) -> None:
        around = Surroundings(streams.track, streams.identities.into)
        result = fold_stream(root, stream, snapshot, self, around, rewrite=late)
        self.folded += len(stream.projecting)
        if snapshot is None:
            edits.add_slices([view for rows in result.views.values() for view in rows])
            edits.give_names(root, names_given(root, stream.projecting))
        elif late:
            after, before = snapshot.place[0], _lines(snapshot)
            for name in {*result.views, *views.attributes_of(streams.connection, root)}:
                edits.drop_slices(root, name, before[name].upto if name in before else BEGINNING)
                edits.drop_problems(root, name, after)
                edits.add_slices(result.views.get(name, []))
        else:
            before = _lines(snapshot)
            for name, rows in result.views.items():
                _go_on(edits, root, name, before.get(name), rows, snapshot.place[0])
        edits.add_items([*result.items, *(candidate_item(root, one) for one in stream.candidates)])
        edits.note_consults(root, result.consulted)
        taken = result.snapshots
        if late and snapshot is not None:
            edits.drop_snapshots(root, snapshot.ordinal + 1)
        if snapshot is not None and taken and _replaces(taken[0], snapshot):
            edits.move_snapshot(root, snapshot.ordinal, taken[0])
            taken = taken[1:]
        edits.add_snapshots(root, taken)


def _replaces(one: Snapshot, before: Snapshot) -> bool:
    """Whether a snapshot takes the place of the one before it: of those between the kept ones only the newest stays."""
    return one.ordinal == before.ordinal or before.ordinal % SNAPSHOT_EVERY != 0


def _go_on(edits: Edits, root: str, attribute: str, line: Line | None, rows: list[View], after: int) -> None:
    """Put the rows of an attribute in the place of those that were not final; most often that is one, at the start of
    which the first of the rows starts."""
    if line is not None:
        starts = {row.slice.start for row in rows}
        for start in line.loose:
            if start not in starts:
                edits.drop_slice(root, attribute, start)
        if line.pending:
            edits.drop_problems(root, attribute, after)
        if line.loose:
            changed = set(line.loose)
            for row in rows:
                if row.slice.start in changed:
                    edits.change_slice(row)
            rows = [row for row in rows if row.slice.start not in changed]
    edits.add_slices(rows)


class Work:
    """What of the views an append bears on: the roots to fold `wholly`, and those to fold `partly`, from a place on."""

    def __init__(self, connection: Connection, policy: Policy) -> None:
        self.wholly: set[str] = set()
        self.partly: dict[str, Order] = {}
        self._connection = connection
        self._anything_decided = reader.anything_decided(connection)
        nobody = None if self._anything_decided else frozenset[str]()
        self.streams = Streams(connection, policy, usable=self._usable, decided=nobody)

    def _usable(self, root: str) -> Order:
        return _FIRST if root in self.wholly else self.partly.get(root, _LAST)

    def plan(self, affected: Mapping[str, Order], regrouped: Set[str]) -> None:
        streams = self.streams
        looked_at: dict[str, int] = {}
        for entity_id, place in affected.items():
            component = streams.component(entity_id)
            since = place[0]
            if not regrouped.isdisjoint(component):
                self.wholly |= component
                since = _FIRST[0]
            elif len(component) > 1 and streams.is_split(component):
                self.wholly |= component
            else:
                _sooner(self.partly, streams.root(entity_id), place)
            for consulted in component:
                looked_at[consulted] = min(since, looked_at.get(consulted, since))
        for consulted, dependent in views.consulting(self._connection, looked_at):
            _sooner(self.partly, streams.root(dependent), (looked_at[consulted], _FIRST[1], ""))
        for root in self.wholly:
            self.partly.pop(root, None)

    def simply_new(self, appended: Sequence[Logged]) -> dict[str, list[Logged]]:
        """The new events, in fold order, of the entities of which nothing but these events is new: tied to no other,
        with no decision about any of their events."""
        fresh: dict[str, list[Logged]] = {}
        for event in appended:
            fresh.setdefault(event.entity_id, []).append(event)
        tied = self.streams.tied
        simple = [root for root in self.partly if root in fresh and root not in tied]
        decided = reader.decided_among(self._connection, simple) if self._anything_decided else frozenset()
        found = {}
        for root in simple:
            events = fresh[root]
            # What a `resolved` names is looked up in the log.
            if root not in decided and not any(event.type == "resolved" for event in events):
                found[root] = sorted(events, key=_order) if len(events) > 1 else events
        return found


class Result(NamedTuple):
    """What folding a stream gives for the views; the slices by attribute and in order of time."""

    views: dict[str, list[View]]
    items: list[Item]
    consulted: dict[str, int]
    snapshots: list[Snapshot]


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
    rows: dict[str, list[View]] = {}
    items: list[Item] = []
    last: dict[str, Attribute] = {}
    taken: list[Snapshot] = []
    position = 0
    while position < len(events):
        part = events[position : position + SNAPSHOT_EVERY - count % SNAPSHOT_EVERY]
        position, count = position + len(part), count + len(part)
        folded = fold_entity(root, part, lines, rules, around, limits)
        for name, attribute in folded.items():
            rows.setdefault(name, []).extend(_views(root, name, kind, attribute.line.rule, attribute.slices))
            items += _items(attribute.problems)
            lines[name] = attribute.line
        last |= folded
        stands = footing(part, stands)
        taken.append(_snapshot((count, part[-1].order), kind, lines, stands))
    if stream.last is not None and (not taken or taken[-1].place < stream.last):
        # What does not project moves the place on too, or every later append would look at it again.
        newest = _snapshot((count, stream.last), kind, lines, stands)
        taken = [one for one in taken if one.ordinal < count] + [newest]
    if rewrite and snapshot is not None:
        untouched = {name: line for name, line in lines.items() if name not in last}
        last |= tails(root, untouched, rules, around, limits, snapshot.place)
    for name, attribute in last.items():
        rows.setdefault(name, []).extend(_views(root, name, kind, attribute.line.rule, attribute.tail))
        items += _items(attribute.pending)
    return Result(rows, items, around.consulted, taken)


def _lines(snapshot: Snapshot | None) -> dict[str, Line]:
    if snapshot is None:
        return {}
    return {
        name: Line(rule, state, upto, tuple(loose), pending)
        for name, (rule, state, upto, loose, pending) in snapshot.state["lines"].items()
    }


def _snapshot(where: tuple[int, Order], kind: str | None, lines: Mapping[str, Line], stands: Footing) -> Snapshot:
    return Snapshot(*where, {"kind": kind, "lines": dict(lines), "track": stands.dump()})


def _views(root: str, attribute: str, kind: str | None, rule: str, slices: Sequence[Slice]) -> list[View]:
    return [View(root, attribute, rule, kind, _target(attribute, one), one) for one in slices]


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
