"""Reading the claim of a logged event."""

from __future__ import annotations

from typing import Any

from tracker.domain.events import Event
from tracker.domain.logged import Logged
from tracker.domain.payloads import PERSON_TYPES
from tracker.domain.slices import AS_TUPLE, Basis, Held
from tracker.domain.times import iso_us

_NO_CLAIM: dict[str, Any] = {}
_BASIS: dict[str, Basis] = {**dict.fromkeys(PERSON_TYPES, "confirmed"), "registered": "registered"}


def claim_of(event: Logged) -> dict[str, Any] | None:
    """The event's claim as JSON data, if its type carries one and it was given."""
    return event.payload.get("claim")


def basis_of(event: Logged) -> Basis:
    """How strongly the event speaks: a person's claim, somebody's words, a system's own action, an observation."""
    basis = _BASIS.get(event.type)
    if basis is not None:
        return basis
    if event.stated:
        return "stated"
    return "system" if event.type == "system_action" else "observed"


def held_of(
    event: Logged, *, value: str | None = None, relation: str | None = None, basis: Basis | None = None
) -> Held:
    """The event as a live claim: its own claim, or the given value for actions that carry none."""
    event_id, _, _, occurred, spanned, _, confidence, payload, source, _, _ = event
    claim = payload.get("claim") or _NO_CLAIM
    until = claim.get("until")
    fields = (
        claim["value"] if value is None else value,
        relation or claim.get("relation"),
        basis or basis_of(event),
        source,
        confidence,
        event_id,
        occurred,
        occurred if spanned is None else spanned,
        occurred,
        None,
        False,
        None if until is None else iso_us(until),
    )
    return AS_TUPLE(Held, fields)


# Where an action leads, the first that is given: what was removed from a place is no longer there.
_LEADS_TO = {"placed": ("place", "by"), "moved": ("to_place", "by"), "removed": ("by",), "registered": ("within",)}


def held_value(event: Logged) -> str | None:
    """The value that the event asserts: of its claim, or the place or holder that its action leads to."""
    claim = claim_of(event)
    if claim is not None:
        return str(claim["value"])
    return next((str(event.payload[f]) for f in _LEADS_TO.get(event.type, ()) if event.payload.get(f)), None)


def relation_of(event: Logged) -> str | None:
    """The relation to that value, if the event tells one."""
    told = claim_of(event) or event.payload
    return None if event.type == "removed" else told.get("relation")


def claim_value(event: Event) -> str | None:
    """As `held_value`, of an event as a user sees it."""
    claim = getattr(event.payload, "claim", None)
    if claim is not None:
        return str(claim.value)
    named = (getattr(event.payload, field) for field in _LEADS_TO.get(event.type, ()))
    return next((value for value in named if value), None)
