"""The reference's answers: intervals, conflicts, and where a thing is. Every question folds everything anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import inf

from tests.reference.claims import Claim, Quarrel, Slice, finest
from tests.reference.walk import Walk
from tests.reference.world import World, implies
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.times import to_us

PLAN = "plan"
Asked = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class Stay:
    """An interval of the history. `sides`: `(value, denied)` of each candidate of a conflict."""

    start: int
    end: float
    status: str
    value: str | None
    relation: str | None
    bounds: tuple[int, int] | None
    sides: frozenset[tuple[str, bool]]
    conflict_id: str | None
    event_ids: frozenset[str]


@dataclass(frozen=True)
class Answer:
    """`until`, `bounds`: when the last value that was known ended, and when the change may have happened. `since` is
    left open where the table leaves it: for what remains of a stale value (D3). `disputed`: it is what was left of a
    conflict. `adrift`: it is where somebody was, and nobody knows where that was (then the value is that person).
    `ring`: it is where somebody was who was where that somebody was. `sources`: whose live claims the answer rests on,
    from the nearest outward. `way`: the path, with how each of it is reached. `told`: until when a landmark told it
    (None: what it is in carries it along); `slid`: that landmark is elsewhere now, and not on the path."""

    status: str
    value: str | None = None
    relation: str | None = None
    path: tuple[str, ...] = ()
    confidence: float | None = None
    basis: str | None = None
    since: int | None = None
    sides: frozenset[tuple[str, bool]] = frozenset()
    until: float | None = None
    bounds: tuple[int, int] | None = None
    disputed: bool = False
    adrift: bool = False
    ring: bool = False
    sources: tuple[str, ...] = ()
    way: tuple[tuple[str, str | None], ...] = ()
    told: int | None = None
    slid: bool = False


def without_erased(events: Iterable[Event]) -> list[Event]:
    """The events without those that one of them redacted."""
    everything = list(events)
    erased = {one for event in everything if event.type == "redacted" for one in event.payload.event_ids}
    return [event for event in everything if event.event_id not in erased]


class Reference:
    """All answers as known at `known_at` (microseconds; None: everything given). What was redacted, whenever that was,
    cannot be shown again at any known time."""

    def __init__(self, given: Iterable[Event], policy: Policy | None = None, known_at: int | None = None) -> None:
        everything = list(given)
        learned = {e.event_id for e in everything if known_at is None or to_us(e.observed_at) <= known_at}
        known = [event for event in without_erased(everything) if event.event_id in learned]
        words = [event.event_id for event in everything if event.type in ("stated", "planned")]  # erased or not
        self.world = World(known, policy or Policy(), learned.intersection(words))

    @cached_property
    def entities(self) -> list[str]:
        return sorted(self.world.of)

    def attributes(self, entity: str) -> list[str]:
        found = {LOCATION}
        for event in self.world.of[entity]:
            claim = getattr(event.payload, "claim", None)
            found |= {claim.attribute} if claim is not None else set()
            found |= {PLAN} if event.type in ("planned", "completed", "cancelled") else set()
        return sorted(found)

    def history(self, entity: str, attribute: str = LOCATION) -> list[Stay]:
        entity = self.world.root(entity)
        if attribute == PLAN:
            return self._plan(entity)
        walk = Walk(self.world, entity, attribute)
        runs = groupby(walk.slices, key=lambda row: row.run)
        return [self._stay(walk, list(rows)) for _, rows in runs]

    def _stay(self, walk: Walk, rows: list[Slice]) -> Stay:
        first, last = rows[0], rows[-1]
        supports = frozenset(one.event_id for row in rows for claim in row.claims for one in claim.supports)
        value = relation = None
        sides: frozenset[tuple[str, bool]] = frozenset()
        if first.status == "known":
            shown = finest(last.claims, lambda a, b: walk.sayings.within(a, b, last.start))
            value, relation = self._told(shown), shown.relation
        elif first.status == "conflict":
            sides = frozenset((claim.value, claim.denied) for claim in last.claims)
        return Stay(
            first.start, last.end, first.status, value, relation, last.bounds, sides, first.conflict_id, supports
        )

    def conflicts(self, entity: str) -> list[Quarrel]:
        entity = self.world.root(entity)
        found = []
        for attribute in self.attributes(entity):
            found += [] if attribute == PLAN else Walk(self.world, entity, attribute).quarrels
        return found

    def state(self, entity: str, attribute: str, at: int, asked: Asked = frozenset()) -> Answer:
        """The value at that time without the chain that it may be part of. `asked`: which holders' places led here."""
        entity = self.world.root(entity)
        if attribute == PLAN:
            phases = self._phases(entity)
            begun = [phase for phase in phases if phase[0] <= at]
            if not begun:
                return Answer("unknown" if phases else "never_seen")
            since, value, source = begun[-1]
            return Answer("current", value, since=since, sources=(source,))
        walk = Walk(self.world, entity, attribute)
        if not walk.slices:
            return Answer("never_seen")
        rows = [row for row in walk.slices if row.start <= at < row.end]
        if not rows or rows[0].status == "unknown":
            known = [stay for stay in self.history(entity, attribute) if stay.status == "known" and stay.end <= at]
            return Answer("unknown", until=known[-1].end, bounds=known[-1].bounds) if known else Answer("unknown")
        row = rows[0]
        since = min(one.start for one in walk.slices if one.run == row.run)
        if row.status == "conflict":
            sides = frozenset((claim.value, claim.denied) for claim in row.claims)
            return Answer("conflict", since=since, sides=sides)
        shown = finest(row.claims, lambda a, b: walk.sayings.within(a, b, row.start))
        fresh = [claim for claim in row.claims if walk.confidence(claim, at) >= walk.policy.floor]
        told_since: int | None = since
        if fresh and shown not in fresh:
            told_since = None
            shown = finest(fresh, lambda a, b: walk.sayings.within(a, b, row.start))
        spot = self._spot(shown, asked)
        relation = shown.relation if spot.told is None or shown.side is not None else spot.relation
        confidence = walk.confidence(shown, at)
        status = "current" if fresh else "last_seen"
        disputed = "conflict" in [one.status for one in walk.slices if one.end == since]
        told = {
            "disputed": disputed,
            "relation": relation,
            "confidence": confidence,
            "basis": shown.newest.basis,
            "since": told_since,
            "sources": (shown.source, *spot.sources),
        }
        return replace(spot, status=status, **told)

    def _spot(self, claim: Claim, asked: Asked = frozenset()) -> Answer:
        """The value, or where its holder was then; the holder if nobody knows, or knew only what was stale by then."""
        if claim.holder_at is None:
            return Answer("current", claim.value, told=None if claim.side is None else claim.last_support)
        asking = (self.world.root(claim.value), claim.holder_at)
        if asking in asked:
            return Answer("current", claim.value, adrift=True, ring=True)
        then = self.state(claim.value, LOCATION, claim.holder_at, asked | {asking})
        sources = then.sources if then.status == "current" else ()
        if then.status != "current" or then.adrift or then.ring:
            return Answer("current", claim.value, adrift=True, ring=then.ring, sources=sources)
        until = None if then.told is None else min(then.told, claim.holder_at)
        return Answer("current", then.value, then.relation, sources=sources, told=until)

    def _told(self, claim: Claim, asked: Asked = frozenset()) -> str:
        """As a history tells it: where the holder was then, or was last known to be then."""
        asking = (self.world.root(claim.value), claim.holder_at)
        if claim.holder_at is None or asking in asked:
            return claim.value
        walk = Walk(self.world, asking[0], LOCATION)
        rows = [row for row in walk.slices if row.start <= claim.holder_at < row.end and row.status == "known"]
        if not rows:
            return claim.value
        there = finest(rows[0].claims, lambda a, b: walk.sayings.within(a, b, rows[0].start))
        return self._told(there, asked | {asking})

    def where(self, entity: str, at: int) -> Answer:
        """The location with the chain outward from it, as far as it is current; a chain that comes back to itself is a
        conflict (L13, L14)."""
        first = here = self.state(entity, LOCATION, at)
        steps, sources, ring = list[tuple[str, str | None]](), first.sources, False
        passed, told_by = [self.world.root(entity)], list[str]()
        when, slid = at, False
        while here.status == "current" and (here.ring or not here.adrift) and not ring:
            root = self.world.root(here.value)
            if here.ring or root in passed:
                between = passed[passed.index(root) + 1 :] if root in passed else []
                ring = here.ring or (here.told is None and not set(between) & set(told_by))
                break
            then = at if here.told is None else min(here.told, when)
            there = self.state(root, LOCATION, then)
            if here.told is not None and there.status == "current" and self._elsewhere(root, there, then, when):
                slid = slid or not steps  # what it was told by has moved; it has not
            else:
                steps.append((here.value, here.relation))
                passed.append(root)
                told_by += [] if here.told is None else [root]
            here, when = there, then
            sources += here.sources if here.status == "current" else ()
        path = tuple(place for place, _ in steps)
        if ring:
            return replace(first, status="conflict", path=path, way=tuple(steps), sources=sources)
        nearest = {"value": path[0], "relation": steps[0][1]} if slid and path else {}
        return replace(first, path=path, way=tuple(steps), sources=sources, slid=slid, **nearest)

    def _elsewhere(self, landmark: str, there: Answer, then: int, at: int) -> bool:
        """Whether the landmark, which was `there` then, is known to be somewhere else by `at`, or to be gone (K4)."""
        walk = Walk(self.world, landmark, LOCATION)
        rows = [row for row in walk.slices if row.start <= at < row.end]
        if not rows or rows[0].start <= then or rows[0].status == "conflict":
            return False
        if rows[0].status == "unknown":
            return rows[0].taken
        now = finest(rows[0].claims, lambda a, b: walk.sayings.within(a, b, rows[0].start))
        found = replace(self._spot(now), relation=now.relation)
        here, was = self.world.root(found.value), self.world.root(there.value)
        if here == was:
            return not implies(found.relation, there.relation) and not implies(there.relation, found.relation)
        return was not in self._outward(found, at) and here not in self._outward(there, at)

    def _outward(self, here: Answer, at: int) -> list[str]:
        """What carries it, from the nearest outward; a landmark on the way carries nothing."""
        places, met, when = list[str](), list[tuple[str, int]](), at
        while here.status == "current" and not here.adrift:
            root = self.world.root(here.value)
            if (root, when) in met:
                break
            met.append((root, when))
            places += [root] if here.told is None else []
            when = at if here.told is None else min(here.told, when)
            here = self.state(root, LOCATION, when)
        return places

    def silent_since(self, answer: Answer, at: int) -> int | None:
        """Since when the first source that the answer rests on and that is offline then has been so (D5)."""
        for source in answer.sources:
            link = self.state(source, "online", at) if self.world.root(source) in self.world.of else Answer("unknown")
            if link.status == "current" and link.value == "offline":
                return link.since
        return None

    def inside(self, place: str, at: int, relation: str = "in") -> set[str]:
        """What the place carries along; or (`relation`) what is on that side of it. With all that is in that."""
        place = self.world.root(place)
        ways = {entity: self.where(entity, at).way for entity in self.entities}
        return {
            entity
            for entity, way in ways.items()
            if entity != place and any(place == self.world.root(step) and implies(side, relation) for step, side in way)
        }

    def _phases(self, entity: str) -> list[tuple[int, str, str]]:
        """When each begins, which it is, and who said so. P1–P3: each report replaces all phases from its time on."""
        phases: list[tuple[int, str, str]] = []
        for event in self.world.of[entity]:
            at, kind, source = to_us(event.occurred_at), event.type, event.source
            if kind not in ("planned", "completed", "cancelled"):
                continue
            phases = [phase for phase in phases if phase[0] < at]
            if kind == "planned":
                due = to_us(event.payload.due_at)
                over = max(due + 1, to_us(event.payload.due_until)) if event.payload.due_until else due + 1
                named = [(at, "upcoming", source), (due, "due", source), (over, "overdue", source)]
                begun = [phase for phase in named if phase[0] <= at]
                phases += [(at, begun[-1][1], source), *(phase for phase in named if phase[0] > at)]
            else:
                phases.append((at, kind, source))
        return phases

    def _plan(self, entity: str) -> list[Stay]:
        phases, nothing = self._phases(entity), frozenset[str]()
        ends = [start for start, _, _ in phases[1:]] + [inf]
        return [
            Stay(start, end, "known", value, None, None, frozenset(), None, nothing)
            for (start, value, _), end in zip(phases, ends, strict=True)
        ]
