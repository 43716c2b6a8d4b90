"""Families of questions: each file is one kind, with its patterns, its examples and how it is answered."""

from __future__ import annotations

from tracker.query.ask.families import (
    appointments,
    at,
    being,
    changes,
    did,
    giving,
    having,
    inside,
    lasted,
    moved,
    next_to,
    often,
    plans,
    state,
    stocked,
    where,
    which,
)
from tracker.query.ask.pattern import Example, Family, Pattern
from tracker.query.ask.plan import Intent

FAMILIES: tuple[Family, ...] = (
    appointments.FAMILY,
    giving.FAMILY,
    having.FAMILY,
    next_to.FAMILY,
    moved.FAMILY,
    lasted.FAMILY,
    did.FAMILY,
    often.FAMILY,
    which.FAMILY,
    state.FAMILY,
    stocked.FAMILY,
    being.FAMILY,
    at.FAMILY,
    inside.FAMILY,
    changes.FAMILY,
    where.FAMILY,
    plans.FAMILY,
)
"""All families; the first pattern that reads a question whole, with plain names in its slots, wins."""

PATTERNS: dict[bool, tuple[Pattern, ...]] = {
    chinese: tuple(p for family in FAMILIES for p in family.patterns if p.chinese is chinese)
    for chinese in (False, True)
}
"""The patterns of Chinese (True) and English (False), in the order in which they are tried."""


def family_of(intent: Intent, attribute: str) -> Family:
    """The family that answers an intent; 'how long' is asked of places and of other states."""
    if intent == "how_long":
        return lasted.FAMILY if attribute == "location" else often.FAMILY
    return next(family for family in FAMILIES if intent in family.intents)


__all__ = ["FAMILIES", "PATTERNS", "Example", "Family", "family_of"]
