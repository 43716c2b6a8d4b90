"""What a walk has in hand: supports, claims, slices of time, quarrels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal, NamedTuple

from tests.reference.world import SIDES
from tracker.domain.events import Event

Status = Literal["known", "unknown", "conflict"]
Ending = Literal["lapsed", "resolved"]


class Support(NamedTuple):
    """One event in favour of a claim. Times in microseconds; `through` is until when it was seen to hold, `until` when
    it ends by its own words, `account` whose word alone ends it (S13; None: it is told as one with all others)."""

    event_id: str
    source: str
    at: int
    through: int
    confidence: float
    basis: str
    relation: str | None = None
    until: int | None = None
    account: str | None = None
    corrects: bool = False
    observed: int = 0

    @property
    def by_person(self) -> bool:
        return self.basis == "confirmed"


@dataclass(frozen=True)
class Claim:
    """A value and all that supports it. `denied`: the claim is that it is *not* this value. `holder_at`: the value is
    wherever that holder was then."""

    value: str
    supports: tuple[Support, ...]
    denied: bool = False
    holder_at: int | None = None

    @property
    def until(self) -> int | None:
        """When the claim ends: with the support that ends last, not at all if one of them is open (S8, S9)."""
        ends = list(self.ends.values())
        return None if None in ends else max(ends, default=None)

    @property
    def ends(self) -> dict[str | None, int | None]:
        """When each account of it ends. What a source told which withdraws ends with the last end that it told."""
        found: dict[str | None, int | None] = {}
        for account in {support.account for support in self.supports}:
            ends = [support.until for support in self.supports if support.account == account]
            told = [end for end in ends if end is not None]
            is_open = not told or (account is None and None in ends)
            found[account] = None if is_open else max(told)
        return found

    def accounts(self) -> list[Claim]:
        """The claim as each account tells it, the newest last."""
        apart = [replace(self, supports=tuple(s for s in self.supports if s.account == one)) for one in self.ends]
        return sorted(apart, key=lambda one: (one.newest.at, self.supports.index(one.newest)))

    def left_at(self, at: float) -> Claim | None:
        """What is left of the claim when all accounts that end by then have ended."""
        left = [account for account, end in self.ends.items() if end is None or end > at]
        supports = tuple(support for support in self.supports if support.account in left)
        return replace(self, supports=supports) if supports else None

    @property
    def replaces(self) -> bool:
        """Whether it takes the place of what it contradicts: an open claim, or one that only its source's word ends."""
        one = self.newest
        return one.until is None or (one.account is not None and one.until == one.through)

    @property
    def newest(self) -> Support:
        """The support that began last; of those that began together, the last in fold order."""
        return max(enumerate(self.supports), key=lambda numbered: (numbered[1].at, numbered[0]))[1]

    @property
    def source(self) -> str:
        """Whose claim it is; the sides of a conflict have one source each."""
        return self.newest.source

    @property
    def last_support(self) -> int:
        return max(support.through for support in self.supports)

    @property
    def relation(self) -> str | None:
        return next((one.relation for one in reversed(self.supports) if one.relation), None)

    @property
    def side(self) -> str | None:
        """The side of a landmark; None where the place carries the thing. "Where Ana was then" has no side."""
        return self.relation if self.relation in SIDES and self.holder_at is None else None

    def as_one(self) -> Claim:
        """The claim with all its supports told as one: the newest, holding for as long as any."""
        one = self.newest._replace(through=self.last_support, until=self.until, relation=self.relation)
        return replace(self, supports=(one,))

    def joined(self, newer: Claim) -> Claim:
        """Both, in the newer one's words."""
        return replace(newer, supports=self.supports + newer.supports)


@dataclass(frozen=True)
class Slice:
    """How things stand over `[start, end)`. Slices of one `run` make up one interval of the history. `taken`:
    nothing is known, as it is not where it was."""

    start: int
    end: float
    status: Status
    run: int
    claims: tuple[Claim, ...] = ()
    bounds: tuple[int, int] | None = None
    conflict_id: str | None = None
    taken: bool = False


@dataclass
class Quarrel:
    """One conflict; `sides` tells who disagreed from when on; `verdict` what was decided of its span, and from when."""

    conflict_id: str
    start: int
    sides: list[tuple[int, tuple[Claim, ...]]]
    end: float = inf
    ending: Ending = "lapsed"
    verdict: tuple[int, Event] | None = None

    def sides_at(self, now: float) -> tuple[Claim, ...]:
        """As they stood at `now`, or just before the end."""
        return [sides for since, sides in self.sides if since <= now][-1]

    def status_at(self, now: float) -> str:
        return "open" if self.end > now else self.ending


def finest(claims: Sequence[Claim], within: Callable[[Claim, Claim], bool]) -> Claim:
    """The claim that is inside all the others; of equal ones the newest."""
    best = claims[-1]
    for claim in reversed(claims):
        if within(claim, best) and not within(best, claim):
            best = claim
    return best
