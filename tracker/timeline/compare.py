"""Comparing claims: same place, finer, coarser or incompatible; concurrent or apart; fresh or stale."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2
from typing import Literal

from tracker.domain.policy import AttributePolicy
from tracker.domain.rule import Around
from tracker.domain.sides import LANDMARK_RELATIONS, covers
from tracker.domain.slices import AS_TUPLE, Held, held_for
from tracker.domain.times import LAST

Comparison = Literal["same", "finer", "coarser"]


def place_of(held: Held, around: Around) -> str:
    """The place a claim names; where its holder was, for "put down where the holder was then"."""
    if held.holder_at is None:
        return held.value
    return around.place_of(held.value, held.holder_at) or held.value


def side_of(held: Held) -> str | None:
    """The side of a landmark that the claim names; None where the place carries the thing along. "Where that holder
    was then" is no side of anything."""
    return held.relation if held.holder_at is None and held.relation in LANDMARK_RELATIONS else None


def compare(one: Held, other: Held, at: int, around: Around) -> Comparison | None:
    """How `one` relates to `other` at that time; None when both cannot be true."""
    here, there = around.root(place_of(one, around)), around.root(place_of(other, around))
    if here == there:
        finer, coarser = covers(_told(other), _told(one)), covers(_told(one), _told(other))
        return "same" if finer and coarser else "finer" if finer else "coarser" if coarser else None
    if leads_to(one, there, _told(other), at, around):
        return "finer"
    if leads_to(other, here, _told(one), at, around):
        return "coarser"
    return None


def _told(held: Held) -> str | None:
    return held.relation if held.holder_at is None else "at"


def leads_to(held: Held, target: str, relation: str | None, at: int, around: Around) -> bool:
    """Whether the claim has the thing somewhere in the `target` (another place than it names; a root), or further out
    in that relation to it. From a landmark the way goes on from where that was when the claim was last supported."""
    place = place_of(held, around)
    if side_of(held) is None:
        return around.inside(place, target, at, relation)
    where = around.place_of(place, min(held.through, at))
    if where is None:
        return False
    if covers(relation, "in") and around.root(where) == target:
        return True
    return around.inside(where, target, at, relation)


def alike(one: Held, other: Held, around: Around) -> bool:
    """Whether both name one value, whatever was merged; "where that holder was then" is a value of its own."""
    if one.holder_at != other.holder_at or side_of(one) != side_of(other):
        return False
    return one.value == other.value or around.root(one.value) == around.root(other.value)


def same(one: Held, other: Held, around: Around) -> bool:
    """Whether both lead to one value: also where one names it and the other says "where that holder was then"."""
    if side_of(one) != side_of(other):
        return False
    if one.value == other.value and one.holder_at == other.holder_at:
        return True
    return around.root(place_of(one, around)) == around.root(place_of(other, around))


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


def reaches(support: Held, at: int, window: int) -> bool:
    """Whether the support still speaks against what another source claims at that time (C1, C2)."""
    if support.until is not None and support.until <= at:
        return False  # it has ended by its own words
    return at - support.through < window


def concurrent(earlier: Held, later: Held, window: int) -> bool:
    """Whether two claims speak of the same time: another source's support reaches to within the window of the later
    claim; one source contradicts itself only at the same instant (DESIGN section 4, Conflict)."""
    if not reaches(earlier, later.at, window):
        return False
    return earlier.source != later.source or earlier.at == later.at


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


def one_account(one: Held, other: Held, around: Around) -> bool:
    """Whether both supports of a value are told as one. What a source may withdraw by itself stays its own (S13)."""
    if one.source == other.source:
        return True
    limits = around.policy
    return not limits.span_ends or not (limits.withdraws(one.source) or limits.withdraws(other.source))


def is_presence(held: Held, around: Around) -> bool:
    """Whether the claim ends with its span, as its source's own word (S13)."""
    return held.until is not None and held.until == held.through and around.policy.withdraws(held.source)


def end_of(older: Held, newer: Held, around: Around) -> int | None:
    """When two supports of one account end: the later end, and never while one is open; but an end that a source told
    which withdraws ends all that it said (S13)."""
    if older.until is None or newer.until is None:
        told = newer.until if older.until is None else older.until
        return told if around.policy.withdraws(newer.source) else None
    return max(older.until, newer.until)


def joined(older: Held, newer: Held, around: Around) -> Held:
    """Both as one, in the newer one's words: it holds for as long as either."""
    value, relation, basis, source, confidence, event_id, at, through, _, holder_at, denied, _ = newer
    if older.through > through:
        through = older.through
    until = end_of(older, newer, around)
    relation, since = relation or older.relation, older.since
    both = (value, relation, basis, source, confidence, event_id, at, through, since, holder_at, denied, until)
    return AS_TUPLE(Held, both)


def accounts(supports: Iterable[Held], around: Around) -> tuple[Held, ...]:
    """What each source says by these supports, given as they were heard: its newest claim, for as long as those of its
    supports that say the same hold it up (C18). In the order of the newest."""
    heard: dict[str, list[Held]] = {}
    for one in supports:
        heard[one.source] = [*heard.pop(one.source, ()), one]
    found = []
    for said in heard.values():
        account = said[-1]
        for one in reversed(said[:-1]):
            if same(one, account, around):
                account = held_for(account, max(one.through, account.through), end_of(one, account, around))
                account = account._replace(relation=account.relation or one.relation)
        found.append(account)
    return tuple(found)


def latest(ends: Iterable[int | None]) -> int | None:
    """The latest of some ends; None, which is open, is later than any."""
    known = list(ends)
    return None if None in known else max(end for end in known if end is not None)
