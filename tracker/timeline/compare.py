"""Comparing claims: same place, finer, coarser or incompatible; concurrent or apart; fresh or stale."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2
from typing import Literal

from tracker.domain.policy import AttributePolicy
from tracker.domain.rule import Around
from tracker.domain.slices import Held
from tracker.domain.times import LAST

Comparison = Literal["same", "finer", "coarser"]


def place_of(held: Held, around: Around) -> str:
    """The place a claim names; where its holder was, for "put down where the holder was then"."""
    if held.holder_at is None:
        return held.value
    return around.place_of(held.value, held.holder_at) or held.value


def compare(one: Held, other: Held, at: int, around: Around) -> Comparison | None:
    """How `one` relates to `other` at that time; None when both cannot be true."""
    here, there = around.root(place_of(one, around)), around.root(place_of(other, around))
    if here == there:
        return "same"
    if around.inside(here, there, at):
        return "finer"
    if around.inside(there, here, at):
        return "coarser"
    return None


def alike(one: Held, other: Held, around: Around) -> bool:
    """Whether both name one value, whatever was merged; "where that holder was then" is a value of its own."""
    if one.holder_at != other.holder_at:
        return False
    return one.value == other.value or around.root(one.value) == around.root(other.value)


def compatible(one: Held, other: Held, at: int, around: Around) -> bool:
    """Whether both claims can be true at that time; a denial of P excludes P and what is inside it."""
    if one.denied and other.denied:
        return True
    if one.denied or other.denied:
        denial, claim = (one, other) if one.denied else (other, one)
        return compare(claim, denial, at, around) not in ("same", "finer")
    return compare(one, other, at, around) is not None


def is_person(held: Held) -> bool:
    return held.basis == "confirmed"


def concurrent(earlier: Held, later: Held, window: int) -> bool:
    """Whether two claims speak of the same time: another source's support reaches to within the window of the later
    claim; one source contradicts itself only at the same instant (DESIGN section 4, Conflict)."""
    if earlier.until is not None and earlier.until <= later.at:
        return False  # it has ended by its own words
    if earlier.source == later.source:
        return earlier.at == later.at
    return earlier.through > later.at or later.at - earlier.through < window


def confidence_at(held: Held, at: int, half_life: int | None) -> float:
    """`c0 · 2^(−Δt/half_life)` since the end of the support (DESIGN section 4, Decay)."""
    if half_life is None or held.basis == "registered" or at <= held.through:
        return held.confidence
    return float(held.confidence * 2.0 ** (-(at - held.through) / half_life))


def stale_at(held: Held, policy: AttributePolicy) -> int | None:
    """When the claim's confidence reaches the floor; None when it does not decay, or not within the calendar."""
    if policy.half_life is None or held.basis == "registered":
        return None
    if held.confidence <= policy.floor or policy.floor == 0:
        return held.through if policy.floor else None
    stale = held.through + round(policy.half_life * log2(held.confidence / policy.floor))
    return stale if stale <= LAST else None


def latest(ends: Iterable[int | None]) -> int | None:
    """The latest of some ends; None, which is open, is later than any."""
    known = list(ends)
    return None if None in known else max(end for end in known if end is not None)
