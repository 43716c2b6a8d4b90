"""Folding one entity's stream, with what comes of it for the views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import orjson

from tracker.domain.claims import claim_of
from tracker.domain.logged import Logged
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.domain.slices import AS_TUPLE, Problem, Slice
from tracker.fold.entity import Attribute, Limits, Line, fold_entity, kind_of, rule_id, tails
from tracker.fold.tracks import Footing, Surroundings, footing
from tracker.link.mentions import fold as name_key
from tracker.projection.streams import Stream
from tracker.store.bearing import Order
from tracker.store.views import Item, Name, Row, Snapshot, slice_row

SNAPSHOT_EVERY = 128
"""Events between kept snapshots: a late event re-folds at most this many before its own place."""

NAMING = frozenset({"registered", "alias_added"})


class Folding:
    """By what entities are folded: one policy and one set of rules, whose names and versions make its `signature`."""

    def __init__(self, rules: Sequence[Rule], policy: Policy) -> None:
        self.rules, self.policy = tuple(rules), policy
        self.signature = orjson.dumps([rule_id(rule) for rule in self.rules]).decode()
        self._limits: dict[str | None, Limits] = {}

    def limits(self, kind: str | None) -> Limits:
        """The policy for entities of this kind."""
        if kind not in self._limits:
            self._limits[kind] = Limits(self.policy, kind)
        return self._limits[kind]


class Run(NamedTuple):
    """Slices of one attribute in order of time, by one rule (`name@version`)."""

    rule: str
    slices: list[Slice]


class Result(NamedTuple):
    """What folding a stream gives for the views: runs by attribute, of an entity of this kind."""

    kind: str | None
    runs: dict[str, Run]
    items: list[Item]
    consulted: dict[str, int]
    snapshots: list[Snapshot]


def fold_stream(
    root: str,
    stream: Stream,
    snapshot: Snapshot | None,
    folding: Folding,
    around: Surroundings,
    *,
    rewrite: bool = False,
) -> Result:
    """Fold one entity's projecting events on from a snapshot (None: all of them, from the first). `rewrite`: give the
    tails of all attributes, not only of those that the events bear on."""
    events, rules = stream.projecting, folding.rules
    lines = lines_of(snapshot)
    kind = kind_of(events) if snapshot is None else snapshot.state["kind"]
    stands = Footing() if snapshot is None else Footing.load(snapshot.state["track"])
    limits = folding.limits(kind)
    count = 0 if snapshot is None else snapshot.ordinal
    runs: dict[str, Run] = {}
    items: list[Item] = []
    last: dict[str, Attribute] = {}
    taken: list[Snapshot] = []
    position = 0
    while position < len(events):
        part = events[position : position + SNAPSHOT_EVERY - count % SNAPSHOT_EVERY]
        position, count = position + len(part), count + len(part)
        folded = fold_entity(root, part, lines, rules, around, limits)
        for name, attribute in folded.items():
            _extend(runs, name, attribute.line.rule, attribute.slices)
            items += _items(attribute.problems)
            lines[name] = attribute.line
        last |= folded
        stands = footing(part, limits[LOCATION], stands)
        taken.append(_snapshot((count, part[-1].order), kind, lines, stands))
    if stream.last is not None and (not taken or taken[-1].place < stream.last):
        # What does not project moves the place on too, or every later append would look at it again.
        newest = _snapshot((count, stream.last), kind, lines, stands)
        taken = [one for one in taken if one.ordinal < count] + [newest]
    if rewrite and snapshot is not None:
        untouched = {name: line for name, line in lines.items() if name not in last}
        last |= tails(root, untouched, rules, around, limits, snapshot.place)
    for name, attribute in last.items():
        _extend(runs, name, attribute.line.rule, attribute.tail)
        items += _items(attribute.pending)
    return AS_TUPLE(Result, (kind, runs, items, around.consulted, taken))


def slice_rows(root: str, result: Result, attribute: str) -> list[Row]:
    """The rows that say what the fold gave of an attribute, which may be nothing."""
    run = result.runs.get(attribute)
    return [] if run is None else [slice_row(root, attribute, run.rule, result.kind, one) for one in run.slices]


def items_of(root: str, stream: Stream, result: Result) -> list[Item]:
    """What of a stream waits for a person: what the fold gave, and the events that do not project."""
    return [*result.items, *(candidate_item(root, event) for event in stream.candidates)]


def lines_of(snapshot: Snapshot | None) -> dict[str, Line]:
    if snapshot is None:
        return {}
    return {
        name: Line(rule, state, upto, tuple(loose), pending)
        for name, (rule, state, upto, loose, pending) in snapshot.state["lines"].items()
    }


def _snapshot(where: tuple[int, Order], kind: str | None, lines: Mapping[str, Line], stands: Footing) -> Snapshot:
    return AS_TUPLE(Snapshot, (*where, {"kind": kind, "lines": dict(lines), "track": stands.dump()}))


def _extend(runs: dict[str, Run], attribute: str, rule: str, slices: list[Slice]) -> None:
    run = runs.get(attribute)
    if run is None:
        runs[attribute] = AS_TUPLE(Run, (rule, list(slices)))
    else:
        run.slices.extend(slices)


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
    naming = [event for event in events if event.type in NAMING]
    kind = kind_of(naming)
    given: dict[tuple[str, str], Name] = {}
    for event in naming:
        for name in event.payload["names"] if event.type == "registered" else [event.payload["name"]]:
            key = name_key(name)
            one = Name(key, root, event.event_id, name, kind, event.visibility)
            given.setdefault((event.event_id, key), one)
    return list(given.values())
