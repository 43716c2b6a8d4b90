"""Identity and decisions: whose events are whose, and which of them stand. Rows I1-I4, A1-A6 of `rules/README.md`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tracker.domain.events import Logged
from tracker.domain.payloads import DECISION_TYPES, IDENTITY_TYPES, PERSON_TYPES
from tracker.domain.policy import Policy

_ALWAYS = PERSON_TYPES | IDENTITY_TYPES | DECISION_TYPES

Decisions = Mapping[str, Sequence[Logged]]
"""By event id: the `accepted`, `rejected`, `redacted` and `split` events that name it, in fold order."""


class Standing(NamedTuple):
    """One entity's events in fold order: those that project, and those that wait for a person."""

    projecting: list[Logged]
    candidates: list[Logged]


class Identities(NamedTuple):
    """Who is who: `into` maps a merged entity to the one it ends up as; `rings` are merges left out (I4)."""

    into: Mapping[str, str]
    rings: tuple[str, ...] = ()

    def root(self, entity_id: str) -> str:
        return self.into.get(entity_id, entity_id)

    def members(self, root: str) -> tuple[str, ...]:
        """The ids whose events fold as `root`'s, itself first."""
        return (root, *sorted(merged for merged, target in self.into.items() if target == root))


def identities(merges: Iterable[Logged], decisions: Decisions) -> Identities:
    """Follow every standing merge to its end; a merge that would close a ring is left out."""
    direct: dict[str, str] = {}
    rings = []
    for merge in sorted(merges, key=lambda event: event.order):
        if verdict(merge.event_id, decisions) == "rejected":
            continue
        target = merge.payload["into"]
        if _end(target, direct) == merge.entity_id:
            rings.append(merge.event_id)
        else:
            direct[merge.entity_id] = target
    return Identities({entity: _end(entity, direct) for entity in direct}, tuple(rings))


def _end(entity: str, direct: Mapping[str, str]) -> str:
    while entity in direct:
        entity = direct[entity]
    return entity


def verdict(event_id: str, decisions: Decisions, asking: frozenset[str] = frozenset()) -> str | None:
    """The last standing decision on an event: `accepted`, `rejected`, `redacted` or None. A decision that was itself
    rejected does not stand; decisions that reject each other in a ring both stand."""
    result = None
    for decision in decisions.get(event_id, ()):
        if decision.type == "split" or decision.event_id in asking:
            continue
        if decision.event_id in decisions:
            overturned = verdict(decision.event_id, decisions, asking | {event_id})
            if overturned in ("rejected", "redacted"):
                continue
        if decision.type == "redacted":
            return "redacted"
        result = decision.type
    return result


def owner(event: Logged, decisions: Decisions) -> str:
    """The entity an event belongs to after splits (I3); the last standing split wins."""
    entity_id = event.entity_id
    for decision in decisions.get(event.event_id, ()):
        if decision.type == "split" and verdict(decision.event_id, decisions) != "rejected":
            entity_id = decision.payload["new_entity"]
    return entity_id


def standing(events: Iterable[Logged], decisions: Decisions, policy: Policy) -> Standing:
    """Which of the events (in fold order) project, which wait for review; the rest stays in the log only."""
    projecting: list[Logged] = []
    candidates: list[Logged] = []
    thresholds = {}
    for event in events:
        if decisions and event.event_id in decisions:
            decided = verdict(event.event_id, decisions)
            if decided in ("rejected", "redacted"):
                continue
            if decided == "accepted":
                projecting.append(event)
                continue
        source = event.source
        if source not in thresholds:
            thresholds[source] = policy.accepts(source)
        accept = thresholds[source]
        if event.confidence >= accept.accept or event.type in _ALWAYS:
            projecting.append(event)
        elif event.confidence >= accept.review:
            candidates.append(event)
    return Standing(projecting, candidates)
