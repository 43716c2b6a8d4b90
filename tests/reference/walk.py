"""One attribute of one entity, walked through from its first event to its last: rows S, C, H and L of the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf, log2
from typing import Literal
from uuid import UUID

from tests.reference.claims import Claim, Ending, Quarrel, Slice, Status, Support, finest
from tests.reference.sayings import Sayings, Step, takes_a_while, through
from tests.reference.world import World
from tracker.domain.events import Event
from tracker.domain.ids import conflict_id_for
from tracker.domain.payloads import ACTION_TYPES
from tracker.domain.times import to_us


@dataclass
class Walk:
    """`live` are the claims that hold: while `known` the value, what is coarser beside it and what a bounded claim
    interrupts; while in `conflict` the sides, one source each."""

    world: World
    entity: str
    attribute: str
    slices: list[Slice] = field(default_factory=list)
    quarrels: list[Quarrel] = field(default_factory=list)
    status: Status | Literal["nothing"] = "nothing"
    live: list[Claim] = field(default_factory=list)
    settled: list[Claim] = field(default_factory=list)
    settled_at: int = 0
    run: int = 0
    run_start: int = 0
    taken: bool = False
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.policy = self.world.policy.of(self.world.kind(self.entity), self.attribute)
        self.sayings = Sayings(self.world, self.entity, self.attribute)
        landed: set[UUID] = set()
        for step in self.sayings.steps():
            self._pass_time(step.at)
            if step.event.event_id not in landed and self._take(step) == "no landing":
                landed.add(step.event.event_id)
        self._pass_time(inf)
        for quarrel in self.quarrels:
            self._decide_afterwards(quarrel)
        self.slices = [row for row in self.slices if row.end > row.start]
        self.quarrels = [quarrel for quarrel in self.quarrels if quarrel.end > quarrel.start]

    def _take(self, step: Step) -> str | None:
        event, at = step.event, step.at
        if event.type in ACTION_TYPES:
            return self._act(step)
        if event.type == "resolved":
            self._resolve(event, at)
        elif event.type == "redacted":
            self._expired(at)
        elif event.type == "not_seen":
            self._not_seen(event, at)
        elif event.type == "denied":
            self._deny(self.sayings.claim(event, at), at)
        else:
            self._hear(self.sayings.claim(event, at), at, exact=event.type == "registered")
        return None

    # Claims

    def _hear(self, new: Claim, at: int, *, exact: bool) -> None:
        """Somebody claims that the value is `new` (S2–S9, C1–C9, C11, H1–H5, H8–H10)."""
        self._note(new)
        if self.status == "conflict":
            self._hear_in_conflict(new, at)
        elif self.status in ("nothing", "unknown"):
            self._begin([new], at)
        elif self.sayings.same(new, self._shown(at)):
            self._support(new, at)
        else:
            rivals = self._rivals(self._layer(at), new, at)
            if any(self._outranks(one, new) for one in self._accounts([one for one in rivals if one.newest.by_person])):
                return
            if new.newest.by_person:
                rivals = [one for one in rivals if one.newest.by_person and not self._corrects(new.newest, one.newest)]
            if rivals:
                self._quarrel(self._accounts(rivals), new, at)
            else:
                self._change(new, at, exact=exact)

    def _rivals(self, claims: list[Claim], new: Claim, at: int) -> list[Claim]:
        """What contradicts the new claim at its own time, support by support: the one heard last at the end (C1–C3)."""
        each = [replace(claim, supports=(support,)) for claim in claims for support in claim.supports]
        return [
            one
            for one in sorted(each, key=lambda one: self.heard.index(one.newest.event_id))
            if self._speaks_of(one, at) and self._concurrent(one, new) and not self.sayings.compatible(one, new, at)
        ]

    def _speaks_of(self, claim: Claim, at: int) -> bool:
        """Whether its supports are near enough to that time, and it has not ended by its own words."""
        return (claim.until is None or claim.until > at) and at - claim.last_support < self.policy.window

    def _accounts(self, rivals: list[Claim]) -> list[Claim]:
        """As each source makes them (C18): a source that told a finer or coarser place since now means that one."""
        newest = {one.source: one for one in rivals}
        alike = [one for one in rivals if self.sayings.same(one, newest[one.source])]
        found = [
            replace(one, supports=tuple(s for a in alike for s in a.supports if s.source == one.source))
            for one in newest.values()
        ]
        return sorted((one.as_one() for one in found), key=lambda one: self.heard.index(one.newest.event_id))

    def _concurrent(self, old: Claim, new: Claim) -> bool:
        if old.source == new.source:
            return old.newest.at == new.newest.at
        return new.newest.at - old.last_support < self.policy.window

    def _corrects(self, new: Support, old: Support) -> bool:
        """H10: a correction replaces what the same person had said, unless both were said of one instant in one."""
        at_once = (new.at, new.observed) == (old.at, old.observed)
        return new.source == old.source and new.corrects and not at_once

    def _outranks(self, old: Claim, new: Claim) -> bool:
        """H2: a person spoke just before, or the span that a person spoke of has just ended."""
        if new.newest.by_person or not old.newest.by_person:
            return False
        at, window = new.newest.at, self.policy.window
        return at - old.newest.at < window or 0 <= at - old.last_support < window

    def _support(self, new: Claim, at: int) -> None:
        shown = self._shown(at)
        if new.replaces:
            self.live = self._layer(at)
        self.live = self._joined(self.live, new, at)
        self._emit(at, fresh=not self.sayings.same(self._shown(at), shown))

    def _change(self, new: Claim, at: int, *, exact: bool) -> None:
        """Another value, a finer or a coarser one (S4–S6); an open claim replaces what it contradicts."""
        shown = self._shown(at)
        if new.replaces:
            self.live = [claim for claim in self._layer(at) if self.sayings.compatible(claim, new, at)]
        self.live = self._joined(self.live, new, at)
        inexact = not exact and not self.sayings.compatible(shown, new, at)
        bounds = (min(shown.last_support, at), at) if inexact else None
        self._emit(at, bounds, fresh=not self.sayings.same(self._shown(at), shown))

    def _joined(self, claims: list[Claim], new: Claim, at: int) -> list[Claim]:
        """The claims with the new one among them: as one more support of an equal one that shows, else by itself."""
        equal = [one for one in self._layer(at) if one in claims and self.sayings.same(one, new)]
        if not equal:
            return [*claims, new]
        return [*(one for one in claims if one is not equal[-1]), equal[-1].joined(new)]

    def _layer(self, at: int) -> list[Claim]:
        """The claims that hold now: the newest, and those before it that fit with it; whether they do is settled when
        the last of them is made, wherever the places themselves are moved afterwards."""
        layer: list[Claim] = []
        at = self.settled_at if self.live is self.settled else at
        for claim in reversed(self.live):
            if not all(self.sayings.compatible(claim, other, at) for other in layer):
                break
            layer.insert(0, claim)
        return layer

    def _shown(self, at: int) -> Claim | None:
        """The finest of the claims that hold now."""
        if self.status != "known":
            return None
        at = self.settled_at if self.live is self.settled else at
        return finest(self._layer(at), lambda a, b: self.sayings.within(a, b, at))

    def _note(self, claim: Claim) -> None:
        """Remember the order in which claims took effect: a landing does when it lands."""
        event_id = claim.newest.event_id
        self.heard = [*(one for one in self.heard if one != event_id), event_id]

    # Actions

    def _act(self, step: Step) -> str | None:
        """L2–L9, L15, L16; in a conflict C10."""
        event, at, payload = step.event, step.at, step.event.payload
        claim = self.sayings.claim(event, at, landing=step.landing)
        if claim is not None:
            self._note(claim)
        if step.landing:
            if claim is not None:
                self._place(claim, at, explained=False)
        elif event.type == "placed" or (event.type == "moved" and payload.to_place):
            already = self.status == "known" and self._put_there_already(claim, at)
            if already or not takes_a_while(event):
                self._place(claim, at, explained=event.type == "moved" and self._comes_from(payload.from_place, at))
                return "no landing"
            self._leave(None, at, (at, through(event)))
        elif self._told_twice(payload.place if event.type == "removed" else payload.from_place, at):
            return "no landing"
        elif takes_a_while(event):
            self._leave(None, at, (at, through(event)))
        else:
            self._leave(claim, at, None)
        return None

    def _comes_from(self, origin: str | None, at: int) -> bool:
        """L8: whether the value, or a side of the conflict, is that place or inside it."""
        claims = self.live if self.status == "conflict" else self._layer(at)
        place = Claim(origin or "", ())
        return origin is not None and any(not one.denied and self.sayings.within(one, place, at) for one in claims)

    def _told_twice(self, origin: str | None, at: int) -> bool:
        """L16: removed from elsewhere at the very instant at which the value began."""
        shown = self._shown(at)
        if shown is None or origin is None or not self.run_start == shown.newest.at == at:
            return False
        return self.sayings.target(shown) != self.world.root(origin)

    def _place(self, new: Claim, at: int, *, explained: bool) -> None:
        if self.status == "conflict":
            later = at > self.quarrels[-1].start
            if explained or (later and not self._contested(self.live, new, at)):
                self._close("lapsed", at)
                self._begin([new], at)
            else:
                self._hear_in_conflict(new, at)
        elif self.status in ("nothing", "unknown"):
            self._begin([new], at)
        elif self._put_there_already(new, at):
            self._support(new, at)
        else:
            rivals = [] if explained else self._contested(self._layer(at), new, at)
            people = [rival.newest for rival in rivals if rival.newest.by_person]
            if any(person.at == at for person in people):
                return
            rivals = [rival for rival in rivals if not rival.newest.by_person or rival.last_support > at]
            if rivals:
                self._quarrel(self._accounts(rivals), new, at)
            else:
                self._replace(new, at)

    def _put_there_already(self, new: Claim, at: int) -> bool:
        """ "Where Ana was then" is a value of its own, even where she was at the same place."""
        shown = self._shown(at)
        return self.sayings.same(new, shown) and new.holder_at == shown.holder_at

    def _contested(self, claims: list[Claim], new: Claim, at: int) -> list[Claim]:
        """L3: a take and a put by one source in one instant are one move."""
        rivals = self._rivals([claim for claim in claims if not claim.denied], new, at)
        return [one for one in rivals if not (one.source == new.source and one.newest.relation == "with")]

    def _replace(self, new: Claim, at: int) -> None:
        """L2: the value from then on, exactly; what is coarser stays beside it."""
        shown = self._shown(at)
        self.live = [one for one in self._layer(at) if one is not shown and self.sayings.within(new, one, at)]
        self.live.append(new)
        self._emit(at, fresh=True)

    def _leave(self, then: Claim | None, at: int, bounds: tuple[int, int] | None) -> None:
        """The value ends here; the holder has it, or nobody knows."""
        if self.status == "conflict":
            self._close("lapsed", at)
        if then is not None and self.status == "known" and self._put_there_already(then, at):
            self._support(then, at)
        elif then is not None:
            self._begin([then], at)
        else:
            self._forget(at, bounds, taken=True)

    # Conflict

    def _quarrel(self, sides: list[Claim], new: Claim, at: int) -> None:
        """Both sides are kept, each source with its own account (C1–C3, H5, H6, H8, L3)."""
        pair = [sides[-1].newest.event_id, new.newest.event_id]
        conflict_id = str(conflict_id_for(self.entity, self.attribute, pair))
        self.status, self.live = "conflict", []
        for side in [*sides, new]:
            self.live = self._taking_part(self.live, side)
        self.quarrels.append(Quarrel(conflict_id, at, [(at, tuple(self.live))]))
        self._emit(at, fresh=True)

    def _taking_part(self, sides: list[Claim], new: Claim) -> list[Claim]:
        """The sides with the new one among them; what one source repeats is one support, renewed (C5)."""
        for position, side in enumerate(sides):
            if (side.source, side.denied) == (new.source, new.denied) and self.sayings.same(side, new):
                return [*sides[:position], side.joined(new).as_one(), *sides[position + 1 :]]
        return [*sides, new]

    def _hear_in_conflict(self, new: Claim, at: int) -> None:
        person = new.newest.by_person
        own = [side for side in self.live if side.source == new.source and not side.denied]
        rivals = self._rivals(self.live, new, at)
        people = [one.newest for one in rivals if one.newest.by_person]
        if person and not any(not self._corrects(new.newest, one) for one in people):
            self._close("resolved", at)  # C11
            self._begin([new], at)
            return
        if not person and any(not one.denied and self._outranks(one, new) for one in rivals):
            return  # H2
        if own and at > max(side.newest.at for side in own):
            kept = [side for side in own if self.sayings.same(side, new)]
            others = [side for side in self.live if side not in own]
            self._settle(self._taking_part(others + kept, new), at, "lapsed")  # C5, C6, C7, C17
        elif own or any(self._concurrent(side, new) for side in self.live):
            self._settle(self._taking_part(self.live, new), at, "lapsed")  # C9
        else:
            self._close("lapsed", at)  # C8
            self._begin([new], at)

    def _settle(self, sides: list[Claim], at: int, how: Ending) -> None:
        """The conflict goes on among `sides`, or ends: they agree, or none of them claims a place (C6, C12–C14)."""
        self.live = sides
        left = [side for side in sides if not side.denied]
        if left and not self.sayings.agree(sides, at):
            self.quarrels[-1].sides.append((at, tuple(sides)))
            self._emit(at)
            return
        self._close(how, at)
        if left:
            self._begin(self._together(left), at)
        else:
            self._forget(at, None)

    def _together(self, sides: list[Claim]) -> list[Claim]:
        """Sides that agree, as claims: one for each value."""
        claims: list[Claim] = []
        for side in sorted(sides, key=lambda one: one.newest.at):
            equal = [one for one in claims if self.sayings.same(one, side)]
            claims = [one for one in claims if one not in equal] + [equal[0].joined(side) if equal else side]
        return claims

    def _close(self, how: Ending, at: int) -> None:
        self.quarrels[-1].end, self.quarrels[-1].ending = at, how

    def _resolve(self, event: Event, at: int) -> None:
        """C14: a decision names events; what counts is whose account of what they were."""
        if self.status != "conflict" or self.quarrels[-1].conflict_id != str(event.payload.conflict_id):
            return
        if event.occurred_until is not None:
            self.quarrels[-1].verdict = (at, event)
            return
        keep, drop = ({self._account(one) for one in ids} for ids in (event.payload.keep, event.payload.drop))
        accounts = [(side, (side.source, self.sayings.target(side), side.side)) for side in self.live]
        left = [side for side, who in accounts if who not in drop and (who in keep or not event.payload.keep)]
        self._settle(left, at, "resolved")

    def _decide_afterwards(self, quarrel: Quarrel) -> None:
        """C19: the rows of the span are told by what was kept in them; the quarrel itself went on as it did."""
        if quarrel.verdict is None:
            return
        at, event = quarrel.verdict
        until = to_us(event.occurred_until)
        if quarrel.end <= until:
            quarrel.ending = "resolved"
        told: list[Slice] = []
        for row in self.slices:
            cuts = [at, until] if row.conflict_id == quarrel.conflict_id else []
            edges = [row.start, *(cut for cut in cuts if row.start < cut < row.end), row.end]
            for start, end in pairwise(edges):
                piece = replace(row, start=start, end=end)
                if cuts and at <= start < until:
                    piece = self._decided(piece, event, told)
                elif cuts and start >= until:
                    piece = replace(piece, run=-2 * until - 1)
                told.append(piece)
        self.slices = told

    def _decided(self, row: Slice, event: Event, before: list[Slice]) -> Slice:
        keep, drop = ({self._account(one) for one in ids} for ids in (event.payload.keep, event.payload.drop))
        accounts = [(side, (side.source, self.sayings.target(side), side.side)) for side in row.claims]
        left = [side for side, who in accounts if who not in drop and (who in keep or not event.payload.keep)]
        live = [side for side in left if not side.denied]
        if event.payload.keep and not left:
            return row
        if live and not self.sayings.agree(left, row.start):
            return replace(row, claims=tuple(left))
        value = finest(self._together(live), lambda a, b: self.sayings.within(a, b, row.start)) if live else None
        last = before[-1] if before else None
        goes_on = last is not None and last.run < 0 and last.end == row.start and self._tells(last, value)
        run = last.run if last is not None and goes_on else -2 * row.start - 2
        status: Status = "known" if live else "unknown"
        return Slice(row.start, row.end, status, run, tuple(self._together(live)))

    def _tells(self, row: Slice, value: Claim | None) -> bool:
        if value is None or row.status != "known":
            return value is None and row.status == "unknown"
        return self.sayings.same(finest(row.claims, lambda a, b: self.sayings.within(a, b, row.start)), value)

    def _account(self, event_id: UUID) -> tuple[str, str, str | None] | None:
        """Who claims what in that event; None if it makes no claim, or is not known."""
        event = self.world.by_id.get(event_id)
        claim = None if event is None else self.sayings.claim(event, to_us(event.occurred_at))
        return None if claim is None else (claim.source, self.sayings.target(claim), claim.side)

    # Absence and denial

    def _not_seen(self, event: Event, at: int) -> None:
        looked, shown = self.sayings.claim(event, at), self._shown(at)
        if event.payload.view != "clear":
            return
        if self.status == "conflict":
            left = [side for side in self.live if side.denied or not self._missed(side, looked, at)]
            if len(left) < len(self.live):
                self._settle(left, at, "lapsed")
        elif shown is not None and self.sayings.ruled_out(shown, looked, at):
            gone = [claim for claim in self._layer(at) if self.sayings.ruled_out(claim, looked, at)]
            each = [replace(claim, supports=(one,)) for claim in gone for one in claim.supports if one.by_person]
            people = self._accounts([one for one in each if self._speaks_of(one, at)])
            if not any(self._outranks(one, looked) for one in people):
                self._forget(at, (min(shown.last_support, at), at), taken=True)

    def _missed(self, side: Claim, looked: Claim, at: int) -> bool:
        """Whether a look takes that side of a conflict away: not what a person said just before it (H2, C12)."""
        person = self._speaks_of(side, at) and self._outranks(side, looked)
        return not person and self.sayings.ruled_out(side, looked, at)

    def _deny(self, denial: Claim, at: int) -> None:
        """H6, H7; in a conflict C5 or C12."""
        self._note(denial)
        shown = self._shown(at)
        if self.status == "conflict":
            mine = [side for side in self.live if side.denied and side.source == denial.source]
            left = [side for side in self.live if side.denied or not self.sayings.within(side, denial, at)]
            if any(self.sayings.same(side, denial) for side in mine):
                self._settle(self._taking_part(self.live, denial), at, "lapsed")
            elif len(left) < len(self.live):
                self._settle(left, at, "resolved")
        elif shown is not None and self.sayings.within(shown, denial, at):
            # The value's side is its newest source's, holding as long as the value itself does.
            self._quarrel([one.as_one() for one in shown.accounts()], denial, at)

    def _expired(self, at: int) -> None:
        """A7: what was reported then has been swept away; an older value does not come back for it."""
        shown = self._shown(at)
        if self.status == "nothing" or (shown is not None and shown.newest.at < at):
            self._forget(at, None)

    # Time

    def _pass_time(self, now: float) -> None:
        """Everything that happens by the clock alone up to `now`: claims that end, sides that go stale."""
        while True:
            ends = [end for claim in self.live for end in claim.ends.values() if end is not None]
            fades = [self._fades_at(side) for side in self.live] if self.status == "conflict" else []
            at = max(min([*ends, *fades], default=inf), self.slices[-1].start if self.slices else 0)
            if at > now or at == inf:
                return
            left = [claim for one in self.live if (claim := one.left_at(at)) is not None]
            if self.status == "conflict":
                self._settle([side for side in left if self._fades_at(side) > at], int(at), "lapsed")
            else:
                self._expire(left, int(at))

    def _expire(self, left: list[Claim], at: int) -> None:
        """S8: what a bounded claim interrupted goes on after it."""
        shown = self._shown(at)
        self.live = left
        if left:
            self._emit(at, fresh=not self.sayings.same(self._shown(at), shown))
        else:
            self._forget(at, None)

    def _fades_at(self, side: Claim) -> float:
        """The first microsecond at which the side's confidence is below the floor (D1, D2, D4)."""
        half_life, confidence, floor = self._half_life(side), side.newest.confidence, self.policy.floor
        if half_life is None or floor == 0:
            return inf
        if confidence < floor:
            return side.last_support
        delay = int(half_life * log2(confidence / floor))
        while confidence * 2 ** (-delay / half_life) >= floor:
            delay += 1
        return side.last_support + delay

    def _half_life(self, claim: Claim) -> int | None:
        return None if claim.newest.basis == "registered" else self.policy.half_life

    def confidence(self, claim: Claim, at: int) -> float:
        """D1: the newest support's confidence, halved every half-life since the latest end of the supports so far."""
        half_life, past = self._half_life(claim), max(0, at - claim.last_support)
        return claim.newest.confidence * (1 if half_life is None else 2 ** (-past / half_life))

    # Slices

    def _begin(self, claims: list[Claim], at: int) -> None:
        self.status, self.live = "known", claims
        self._emit(at, fresh=True)

    def _forget(self, at: int, bounds: tuple[int, int] | None, *, taken: bool = False) -> None:
        self.taken = self.taken if self.status == "unknown" else taken
        self.status, self.live = "unknown", []
        self._emit(at, bounds, fresh=True)

    def _emit(self, at: int, bounds: tuple[int, int] | None = None, *, fresh: bool = False) -> None:
        """Close the slice under way and open the one that holds from `at`. An empty span bounds nothing."""
        if [row.run for row in self.slices[-2:]] == [self.run] * 2 and self.slices[-1].start == at:
            self.slices.pop()  # an instant within a run: what bounds its end bounds the run's
        if fresh:
            self.run, self.run_start = self.run + 1, at
        if self.slices:
            bounded = fresh and bounds is not None and bounds[0] < bounds[1] and self.slices[-1].status == "known"
            self.slices[-1] = replace(self.slices[-1], end=at, bounds=bounds if bounded else None)
        conflict_id = self.quarrels[-1].conflict_id if self.status == "conflict" else None
        claims = self._layer(at) if self.status == "known" else self.live
        self.settled, self.settled_at = self.live, at
        taken = self.status == "unknown" and self.taken
        self.slices.append(Slice(at, inf, self.status, self.run, tuple(claims), None, conflict_id, taken))
