"""Identity and decisions: whose events are whose, and which of them stand. Rows I1-I4, A1-A6 of `rules/README.md`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tracker.domain.logged import Logged
from tracker.domain.payloads import DECISION_TYPES, IDENTITY_TYPES, PERSON_TYPES
from tracker.domain.policy import Acceptance, Policy
from tracker.domain.slices import AS_TUPLE

_UNDONE = ("rejected", "redacted")
_ALWAYS = PERSON_TYPES | IDENTITY_TYPES | DECISION_TYPES


class Decisions(dict[str, list[Logged]]):
    """By event id: the `accepted`, `rejected`, `redacted` and `split` events that name it, in fold order. Whether a
    decision stands is found out once."""

    def __init__(self, by_event: Mapping[str, list[Logged]] | None = None) -> None:
        super().__init__(by_event or {})
        self._stands: dict[str, bool] = {}

    def stands(self, decision: Logged) -> bool:
        """Whether no later decision undid this one. Only later ones bear on it, so that they are settled first: however
        many were decided about one another, no more than one after the other."""
        known = self._stands.get(decision.event_id)
        if known is not None:
            return known
        waiting = [decision]
        while waiting:
            one = waiting[-1]
            later = [each for each in self.get(one.event_id, ()) if each.type != "split" and each.order > one.order]
            unsettled = [each for each in later if each.event_id not in self._stands]
            if unsettled:
                waiting += unsettled
                continue
            self._stands[one.event_id] = verdict(one.event_id, self, one.order) not in _UNDONE
            waiting.pop()
        return self._stands[decision.event_id]


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
        if verdict(merge.event_id, decisions) in _UNDONE:
            continue
        merged, target = _end(merge.entity_id, direct), _end(merge.payload["into"], direct)
        if merged == target:
            rings.append(merge.event_id)
        else:
            direct[merged] = target
    return Identities({entity: _end(entity, direct) for entity in direct}, tuple(rings))


def _end(entity: str, direct: Mapping[str, str]) -> str:
    while entity in direct:
        entity = direct[entity]
    return entity


def verdict(event_id: str, decisions: Decisions, after: tuple[int, int, str] | None = None) -> str | None:
    """The last standing decision on an event: `accepted`, `rejected`, `redacted` or None.

    A decision that a later one (fold order) rejected does not stand; what was redacted stays so. With `after`, of the
    rest only decisions later than that place in the order count."""
    result = None
    for decision in decisions.get(event_id, ()):
        if decision.type == "redacted":
            return "redacted"
        if decision.type == "split" or (after is not None and decision.order <= after):
            continue
        if decisions.stands(decision):
            result = decision.type
    return result


def owner(event: Logged, decisions: Decisions, who: Identities) -> str:
    """The root entity an event belongs to after merges and splits (I1, I3); a split moves only
    events that are its own entity's by then."""
    entity_id = who.root(event.entity_id)
    for decision in decisions.get(event.event_id, ()):
        if (
            decision.type == "split"
            and who.root(decision.entity_id) == entity_id
            and verdict(decision.event_id, decisions) not in _UNDONE
        ):
            entity_id = who.root(decision.payload["new_entity"])
    return entity_id


class Thresholds(dict[str, Acceptance]):
    """The acceptance of each source under a policy, looked up once."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def __missing__(self, source: str) -> Acceptance:
        found = self[source] = self._policy.accepts(source)
        return found


def standing(events: Iterable[Logged], decisions: Decisions, thresholds: Thresholds) -> Standing:
    """Which of the events (in fold order) project, which wait for review; the rest stays in the log only."""
    projecting: list[Logged] = []
    candidates: list[Logged] = []
    for event in events:
        if decisions and event.event_id in decisions:
            decided = verdict(event.event_id, decisions, event.order if event.type in DECISION_TYPES else None)
            if decided in ("rejected", "redacted"):
                continue
            if decided == "accepted":
                projecting.append(event._replace(confidence=max(event.confidence, thresholds[event.source].accept)))
                continue
        _, _, kind, _, _, _, confidence, _, source, _, _ = event
        accept = thresholds[source]
        if confidence >= accept.accept or kind in _ALWAYS:
            projecting.append(event)
        elif confidence >= accept.review:
            candidates.append(event)
    return AS_TUPLE(Standing, (projecting, candidates))
