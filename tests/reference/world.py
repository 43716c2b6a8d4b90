"""Which events count, for which entity, and what was inside what: everything settled before a walk begins.

Rows A1–A6 and I1–I4 of the decision table, and the plain tracks that "inside" is read from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from tracker.domain.events import Event
from tracker.domain.payloads import DECISION_TYPES, IDENTITY_TYPES, LOCATION, PERSON_TYPES
from tracker.domain.policy import Policy
from tracker.domain.times import to_us

CARRIED = ("in", "on", "at", "with", None)
SIDES = ("under", "behind", "beside", "in_front_of", "above", "near")


def implies(told: str | None, asked: str | None) -> bool:
    """Whether what is told to be in that relation to a place is in the asked one too: what is under the bed is near it
    and at it; what is on it is in it, as detectors see it, and not under it."""
    if told in CARRIED:
        return asked in CARRIED
    return asked == told or asked in ("near", "at", None)


class Stand(NamedTuple):
    """What a plain track says at a time: the place that carries the thing, and the landmarks that tell where it is,
    each with the side."""

    place: str | None
    told_by: tuple[tuple[str, str], ...] = ()


def fold_order(event: Event) -> tuple[int, int, str]:
    return to_us(event.occurred_at), to_us(event.observed_at), str(event.event_id)


class World:
    """What is known by some instant (without what was redacted), after decisions, acceptance, merges and splits."""

    def __init__(self, events: Iterable[Event], policy: Policy, words: Set[UUID] = frozenset()) -> None:
        """`words`: the ids of what somebody said."""
        self.policy, self.words = policy, words
        self.all = sorted(events, key=fold_order)
        self.by_id = {event.event_id: event for event in self.all}
        self.verdicts = self._verdicts()
        self.counted = [event for event in self.all if self.standing(event) == "projects"]
        self.parents: dict[str, str] = {}
        self.ignored_merges: list[UUID] = []
        self._merge()
        self.owner: dict[UUID, str] = {}
        self._split()
        self.of: dict[str, list[Event]] = defaultdict(list)
        for event in self.counted:
            self.of[self.root(self.owner.get(event.event_id, event.entity_id))].append(event)

    def _verdicts(self) -> dict[UUID, str]:
        """The last decision on each event; a decision that a later one rejected decides nothing (A4)."""
        verdicts: dict[UUID, str] = {}
        for decision in reversed(self.all):
            if decision.type in ("accepted", "rejected") and verdicts.get(decision.event_id) != "rejected":
                for target in decision.payload.event_ids:
                    event = self.by_id.get(target)
                    later = event is not None and fold_order(event) < fold_order(decision)
                    if event is not None and (later or event.type not in DECISION_TYPES):
                        verdicts.setdefault(target, decision.type)
        return verdicts

    def standing(self, event: Event) -> str:
        """`projects`, `candidate` or `kept` (A1–A6)."""
        verdict = self.verdicts.get(event.event_id)
        if verdict is not None:
            return "projects" if verdict == "accepted" else "kept"
        if event.type in PERSON_TYPES | DECISION_TYPES | IDENTITY_TYPES:
            return "projects"
        limits = self.policy.accepts(event.source)
        if event.confidence >= limits.accept:
            return "projects"
        return "candidate" if event.confidence >= limits.review else "kept"

    def confidence(self, event: Event) -> float:
        if self.verdicts.get(event.event_id) == "accepted":
            return max(event.confidence, self.policy.accepts(event.source).accept)
        return event.confidence

    def root(self, entity: str) -> str:
        while entity in self.parents:
            entity = self.parents[entity]
        return entity

    def _merge(self) -> None:
        for event in self.counted:
            if event.type == "merged":
                old, into = self.root(event.entity_id), self.root(event.payload.into)
                if old == into:
                    self.ignored_merges.append(event.event_id)
                else:
                    self.parents[old] = into

    def _split(self) -> None:
        for event in self.counted:
            if event.type != "split":
                continue
            for target in event.payload.event_ids:
                if target in self.by_id:
                    owner = self.owner.get(target, self.by_id[target].entity_id)
                    if self.root(owner) == self.root(event.entity_id):
                        self.owner[target] = event.payload.new_entity

    def kind(self, entity: str) -> str | None:
        kinds = [event.payload.kind for event in self.of[entity] if event.type == "registered"]
        return kinds[-1] if kinds else None

    def in_words(self, event: Event) -> bool:
        """Whether the event is somebody's words, or answers somebody's words."""
        return event.type == "stated" or event.caused_by in self.words

    def withdraws(self, source: str) -> bool:
        """Whether the source takes back at the end of a span what it saw (S13)."""
        return self.policy.accepts(source).span_end == "withdraws"

    def withdrawn_at(self, event: Event) -> datetime | None:
        spanned = event.occurred_until is not None and event.occurred_until > event.occurred_at
        return event.occurred_until if event.type == "seen" and spanned and self.withdraws(event.source) else None

    # Plain tracks: the last accepted claim of each thing, no conflicts, no absence.

    def place_of(self, thing: str, at: int) -> str | None:
        return self._stand(thing, at, frozenset()).place

    def _stand(self, thing: str, at: int, asked: frozenset[tuple[str, int]]) -> Stand:
        """`asked`: what led here; "where Ana was when Ben was where Ana was" is nowhere."""
        stand = Stand(None)
        if (self.root(thing), at) in asked:
            return stand
        asked |= {(self.root(thing), at)}
        for event in self.of[self.root(thing)]:
            for when, found in self._plain(event, at, asked):
                stand = found if when <= at else stand
        return stand

    def _plain(self, event: Event, upto: int, asked: frozenset[tuple[str, int]]) -> list[tuple[int, Stand]]:
        at = to_us(event.occurred_at)
        if at > upto:
            return []
        payload = event.payload
        claim = getattr(payload, "claim", None)
        if event.type in ("not_seen", "denied"):
            return []
        if claim is not None:
            if claim.attribute != LOCATION:
                return []
            until = min((end for end in (self.withdrawn_at(event), claim.until) if end is not None), default=None)
            ends = [(to_us(until), Stand(None))] if until else []
            return [(at, self._told(event, claim.value, claim.relation, upto, asked)), *ends]
        if event.type == "registered":
            return [(at, self._told(event, payload.within, "in", upto, asked))] if payload.within else []
        if event.type not in ("placed", "removed", "moved"):
            return []
        if event.type == "placed" and payload.place is None:
            return [(at, self._stand(payload.by, at, asked))]
        target = payload.place if event.type == "placed" else getattr(payload, "to_place", None)
        if target is not None:
            return [(at, self._told(event, target, payload.relation, upto, asked))]
        return [(at, self._told(event, payload.by, "with", upto, asked))]

    def _told(
        self, event: Event, place: str | None, relation: str | None, upto: int, asked: frozenset[tuple[str, int]]
    ) -> Stand:
        """A landmark tells where the thing is while the report holds, and then where it was."""
        if place is None or relation not in SIDES:
            return Stand(self.root(place) if place is not None else None)
        until = min(upto, to_us(event.occurred_until or event.occurred_at))
        there = self._stand(place, until, asked)
        return Stand(there.place, ((self.root(place), relation), *there.told_by))

    def chain(self, thing: str, at: int) -> list[str]:
        """What the thing is in, from the nearest outward; a ring is cut where it closes."""
        passed = [self.root(thing)]
        while (place := self.place_of(passed[-1], at)) is not None and place not in passed:
            passed.append(place)
        return passed[1:]

    def inside(self, thing: str, container: str, at: int, relation: str | None = "in") -> bool:
        """Whether it is, or what it is in, in such a relation to the container."""
        container, passed = self.root(container), [self.root(thing), *self.chain(thing, at)]
        if container in passed[1:] and relation in CARRIED:
            return True
        told_by = [told for one in passed for told in self._stand(one, at, frozenset()).told_by]
        return any(place == container and implies(side, relation) for place, side in told_by)

    def closed(self, container: str, at: int) -> bool:
        openness = None
        for event in self.of[self.root(container)]:
            claim = getattr(event.payload, "claim", None)
            if claim is None or claim.attribute != "openness" or event.type in ("not_seen", "denied"):
                continue
            if to_us(event.occurred_at) <= at:
                openness = None if claim.until and to_us(claim.until) <= at else claim.value
        return openness == "closed"
