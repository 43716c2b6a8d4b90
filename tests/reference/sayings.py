"""What events say about one attribute, and which of it is believed: rows H4 and H10, and what fits with what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tests.reference.claims import Claim, Support
from tests.reference.world import World, fold_order, implies
from tracker.domain.events import Event
from tracker.domain.payloads import ACTION_TYPES, LOCATION, PERSON_TYPES
from tracker.domain.times import to_us


class Step(NamedTuple):
    """What one event does at one instant. A landing is the second half of an action that took a while."""

    at: int
    event: Event
    landing: bool = False

    @property
    def order(self) -> tuple[int, bool, tuple[int, int, str]]:
        return (self.at, not self.landing, fold_order(self.event))


def through(event: Event) -> int:
    return to_us(event.occurred_until or event.occurred_at)


def takes_a_while(event: Event) -> bool:
    return event.type in ACTION_TYPES and through(event) > to_us(event.occurred_at)


@dataclass(frozen=True)
class Sayings:
    """The claims on one attribute of one entity."""

    world: World
    entity: str
    attribute: str

    def steps(self) -> list[Step]:
        """All that is believed, in the order in which it takes effect."""
        events = [event for event in self.world.of[self.entity] if self._concerns(event)]
        steps = [Step(to_us(event.occurred_at), event) for event in events if self._believed(event, events)]
        landings = [Step(through(step.event), step.event, True) for step in steps if takes_a_while(step.event)]
        return sorted(steps + landings, key=lambda step: step.order)

    def _concerns(self, event: Event) -> bool:
        claim = getattr(event.payload, "claim", None)
        if claim is not None:
            return claim.attribute == self.attribute
        if event.type == "resolved":
            return True
        if event.type == "redacted":
            return event.payload.attribute == self.attribute
        if self.attribute != LOCATION:
            return False
        return event.type in ACTION_TYPES or (event.type == "registered" and event.payload.within is not None)

    def _believed(self, event: Event, events: list[Event]) -> bool:
        """Not overridden by a correction of its time: a machine's event (H4), or what the same person said (H10)."""
        if event.type in ("resolved", "registered"):
            return True
        return not any(self._overrides(other, event) for other in events)

    def _overrides(self, correction: Event, event: Event) -> bool:
        if correction.type != "corrected" or fold_order(event) <= fold_order(correction):
            return False
        inside = event.occurred_at < (correction.occurred_until or correction.occurred_at)
        if event.type in PERSON_TYPES:
            return inside and correction.source == event.source and event.observed_at < correction.observed_at
        return inside and event.observed_at <= correction.observed_at

    def claim(self, event: Event, at: int, *, landing: bool = False) -> Claim | None:
        """The claim that an event makes; None for an action after which nobody knows."""
        payload, holder_at, until = event.payload, None, None
        said = getattr(payload, "claim", None)
        if said is not None:
            value, relation = said.value, said.relation
            ends = [end for end in (said.until, self.world.withdrawn_at(event)) if end is not None]
            until = min(map(to_us, ends), default=None)
        elif event.type == "registered":
            value, relation = payload.within, "in"
        elif event.type == "placed":
            value, relation = payload.place or payload.by, payload.relation or "at"
            holder_at = None if payload.place else to_us(event.occurred_at)
        elif event.type == "moved" and payload.to_place:
            value, relation = payload.to_place, payload.relation or "at"
        else:
            value, relation = payload.by, "with"
        if value is None:
            return None
        support = Support(
            event_id=str(event.event_id),
            source=event.source,
            at=at,
            through=at if landing else through(event),
            confidence=self.world.confidence(event),
            basis=self._basis(event),
            relation=relation,
            until=until,
            account=event.source if self.world.withdraws(event.source) else None,
            corrects=event.type == "corrected",
            observed=to_us(event.observed_at),
        )
        return Claim(value, (support,), event.type == "denied", holder_at)

    def _basis(self, event: Event) -> str:
        if event.type in PERSON_TYPES:
            return "confirmed"
        if event.type == "registered":
            return "registered"
        if self.world.in_words(event):
            return "stated"
        return "system" if event.type == "system_action" else "observed"

    # What fits with what

    def target(self, claim: Claim) -> str:
        """The value after merges; for "where that holder was then", where the holder's plain track puts it."""
        if self.attribute != LOCATION:
            return claim.value
        if claim.holder_at is not None:
            return self.world.place_of(claim.value, claim.holder_at) or self.world.root(claim.value)
        return self.world.root(claim.value)

    def same(self, a: Claim, b: Claim) -> bool:
        return self.target(a) == self.target(b) and a.side == b.side

    def within(self, inner: Claim, outer: Claim, at: int) -> bool:
        """Equal, or inside; "under the bed" is inside what the bed was in when that was last reported (K1, K2)."""
        if self.attribute != LOCATION:
            return self.same(inner, outer)
        asked = outer.relation if outer.holder_at is None else "at"
        if self.target(inner) == self.target(outer):
            return implies(inner.side, asked)
        start = self._carrier(inner, at)
        if inner.side is not None and start == self.target(outer):
            return implies(None, asked)
        return start is not None and self.world.inside(start, self.target(outer), at, asked)

    def _carrier(self, claim: Claim, at: int) -> str | None:
        """From where the way goes on outward: from the place, or from what its landmark was in then."""
        if claim.side is None:
            return self.target(claim)
        return self.world.place_of(claim.value, min(claim.last_support, at))

    def compatible(self, a: Claim, b: Claim, at: int) -> bool:
        if a.denied and b.denied:
            return True
        if a.denied or b.denied:
            denial, claim = (a, b) if a.denied else (b, a)
            return not self.within(claim, denial, at)
        return self.within(a, b, at) or self.within(b, a, at)

    def agree(self, claims: list[Claim], at: int) -> bool:
        return all(self.compatible(a, b, at) for a in claims for b in claims)

    def ruled_out(self, claim: Claim, looked: Claim, at: int) -> bool:
        """Whether a clear look somewhere without finding it speaks against the claim (S10, S11, L10, L11, K5)."""
        if self.attribute != LOCATION:
            return claim.value == looked.value
        world, place = self.world, self.target(looked)
        if world.closed(place, at):
            return False
        if self.target(claim) == place:
            return implies(claim.side, looked.relation)
        start = self._carrier(claim, at)
        chain = [] if start is None else [start, *world.chain(start, at)]
        if place not in chain or claim.relation == "with" or looked.side is not None:
            return False
        return not any(world.closed(container, at) for container in chain[: chain.index(place)])
