"""Which events count, for which entity, and what was inside what: everything settled before a walk begins.

Rows A1–A6 and I1–I4 of the decision table, and the plain tracks that "inside" is read from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from uuid import UUID

from tracker.domain.events import Event
from tracker.domain.payloads import DECISION_TYPES, IDENTITY_TYPES, LOCATION, PERSON_TYPES
from tracker.domain.policy import Policy
from tracker.domain.times import to_us


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

    # Plain tracks: the last accepted claim of each thing, no conflicts, no absence.

    def place_of(self, thing: str, at: int, asked: frozenset[tuple[str, int]] = frozenset()) -> str | None:
        """`asked`: what led here; "where Ana was when Ben was where Ana was" is nowhere."""
        place: str | None = None
        if (self.root(thing), at) in asked:
            return None
        asked |= {(self.root(thing), at)}
        for event in self.of[self.root(thing)]:
            for when, where in self._plain(event, at, asked):
                place = where if when <= at else place
        return self.root(place) if place is not None else None

    def _plain(self, event: Event, upto: int, asked: frozenset[tuple[str, int]]) -> list[tuple[int, str | None]]:
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
            ends = [(to_us(claim.until), None)] if claim.until else []
            return [(at, claim.value), *ends]
        if event.type == "registered":
            return [(at, payload.within)] if payload.within else []
        if event.type not in ("placed", "removed", "moved"):
            return []
        if event.type == "placed":
            target = payload.place or self.place_of(payload.by, at, asked)
        elif event.type == "removed":
            target = payload.by
        else:
            target = payload.to_place or payload.by
        return [(at, target)]

    def chain(self, thing: str, at: int) -> list[str]:
        """What the thing is in, from the nearest outward; a ring is cut where it closes."""
        passed = [self.root(thing)]
        while (place := self.place_of(passed[-1], at)) is not None and place not in passed:
            passed.append(place)
        return passed[1:]

    def inside(self, thing: str, container: str, at: int) -> bool:
        return self.root(container) in self.chain(thing, at)

    def closed(self, container: str, at: int) -> bool:
        openness = None
        for event in self.of[self.root(container)]:
            claim = getattr(event.payload, "claim", None)
            if claim is None or claim.attribute != "openness" or event.type in ("not_seen", "denied"):
                continue
            if to_us(event.occurred_at) <= at:
                openness = None if claim.until and to_us(claim.until) <= at else claim.value
        return openness == "closed"
