"""Disputes: how a conflict begins, who may join it, and what ends it. Rows C1-C17 of `rules/README.md`."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.domain.ids import conflict_id_for
from tracker.domain.slices import Held, Slice, held_since
from tracker.timeline.compare import (
    alike,
    compare,
    compatible,
    concurrent,
    is_person,
    joined,
    one_account,
    place_of,
    same,
    side_of,
    stale_at,
)
from tracker.timeline.holding import Holding
from tracker.timeline.state import Ending, Verdict


class Disputing(Holding):
    """A timeline that can be in conflict: `claims` are then all sides, none preferred."""

    __slots__ = ()

    def _dispute(self, at: int, sides: tuple[Held, ...]) -> None:
        self._cut(at)
        ids = [side.event_id for side in sides[-2:]]
        self.status, self.start, self.since, self.claims = "conflict", at, at, sides
        self.conflict_id = str(conflict_id_for(*self.subject, ids))
        self.recent, self.under, self.layer, self.verdict = (), [], (), None
        self.ended_by = self.reason = None

    def _claim_in_dispute(self, held: Held, *, corrects: bool = False, beside: frozenset[str] = frozenset()) -> None:
        window = self.around.policy.window
        own = [side for side in self.claims if side.source == held.source and not side.denied]
        if is_person(held):
            spared = held.source if corrects else None
            rivals = [
                side
                for side in self.claims
                if is_person(side)
                and (side.source != spared or side.event_id in beside)
                and concurrent(side, held, window)
            ]
            if not any(not compatible(side, held, held.at, self.around) for side in rivals):
                self._end_dispute(held.at, "resolved", held.event_id)  # C11
                self._begin(held)
                return
        elif any(
            is_person(side)
            and not side.denied
            and concurrent(side, held, window)
            and self._just_before(side, held)
            and not compatible(side, held, held.at, self.around)
            for side in self.claims
        ):
            return  # H2
        if own or any(concurrent(side, held, window) for side in self.claims):
            self._settle(held.at, self._taking_part(held, own), "lapsed", held.event_id)  # C5, C6, C7, C9, C17
        else:
            self._end_dispute(held.at, "lapsed", held.event_id)  # C8
            self._begin(held)

    def _taking_part(self, held: Held, own: list[Held]) -> tuple[Held, ...]:
        """The sides with the claim among them, as renewal of the equal one of its source's `own`. At one instant a
        source's claims stand beside each other; a later one takes the place of all it said."""
        equal = [side for side in own if alike(side, held, self.around)]
        renewed = held
        for side in equal:
            renewed = joined(side, renewed, self.around)
        if own and held.at > max(side.at for side in own):
            return (*(side for side in self.claims if side not in own), renewed)
        if not equal:
            return (*self.claims, renewed)
        return tuple(renewed if side is equal[0] else side for side in self.claims if side not in equal[1:])

    def _withdraw(self, at: int, gone: list[Held], how: Ending, event_id: str | None) -> None:
        left = tuple(side for side in self.claims if side not in gone)
        self._settle(at, left, how, event_id)

    def _settle(self, at: int, sides: tuple[Held, ...], how: Ending, event_id: str | None) -> None:
        """Go on with these sides; the dispute is over when they can all be true, or none makes a claim (C6, C12)."""
        live = [side for side in sides if not side.denied]
        agree = all(compatible(one, other, at, self.around) for i, one in enumerate(sides) for other in sides[i + 1 :])
        if live and not agree:
            self._cut(at)
            self.start, self.claims = at, sides
            return
        self._end_dispute(at, how, event_id)
        if not live:
            self._hold(at, ())
            self.status, self.ended_by, self.reason = "unknown", event_id, "withdrawn"
            return
        together: list[Held] = []
        told = sorted(live, key=lambda side: side.at)
        for side in told:
            equal = next(
                (one for one in together if same(one, side, self.around) and one_account(one, side, self.around)), None
            )
            if equal is not None:
                together.remove(equal)
            together.append(side._replace(since=at) if equal is None else joined(equal, side, self.around))
        self.recent, self.under = tuple(told), []
        self._arrange([], tuple(together), at, None)

    def _end_dispute(self, at: int, how: Ending, event_id: str | None) -> None:
        self._cut(at)
        self._report(at, how, event_id)
        self.status, self.claims, self.verdict = None, (), None

    def _left_by(self, verdict: Verdict, sides: tuple[Held, ...]) -> tuple[Held, ...]:
        """The sides that are neither dropped nor passed over for others."""
        told = [(side, (side.source, self.around.root(side.value), side_of(side))) for side in sides]
        return tuple(
            side for side, who in told if who not in verdict.dropped and (not verdict.kept or who in verdict.kept)
        )

    def _as_decided(self, row: Slice, verdict: Verdict) -> list[Slice]:
        if row.start >= verdict.until:
            return [row._replace(since=verdict.until)]
        if row.end is None or row.end > verdict.until:
            rest = row._replace(start=verdict.until, since=verdict.until)
            return [self._told_as_decided(row._replace(end=verdict.until), verdict), rest]
        return [self._told_as_decided(row, verdict)]

    def _told_as_decided(self, row: Slice, verdict: Verdict) -> Slice:
        """With the value that was kept; as it was where none of the sides is one that was (C19)."""
        left = self._left_by(verdict, row.claims)
        live = [side for side in sorted(left, key=lambda side: side.at, reverse=True) if not side.denied]
        if verdict.kept and not left:
            return row
        at = row.start
        if live and not all(
            compatible(one, other, at, self.around) for i, one in enumerate(left) for other in left[i + 1 :]
        ):
            return row._replace(claims=left)
        shown = live[0] if live else None
        for side in live[1:]:
            if shown is not None and compare(side, shown, at, self.around) == "finer":
                shown = side
        told = "nothing" if shown is None else f"{side_of(shown)} {place_of(shown, self.around)}"
        since = verdict.since if verdict.told == told else at
        self.verdict = verdict._replace(told=told, since=since)
        if shown is None:
            return Slice(at, row.end, "unknown", since, ended_by=verdict.event_id, reason="withdrawn")
        claims = (held_since(shown, since), *self._coarser(shown, live, at))
        return Slice(at, row.end, "known", since, claims)

    def _contested(self, claims: Iterable[Held], held: Held) -> list[Held]:
        """Of the claims that contradict an action at its time, those that it does not explain: what its own source took
        and put in one instant is one move (L3)."""
        return [
            one
            for one in claims
            if not one.denied
            and not (one.source == held.source and one.relation == "with")
            and concurrent(one, held, self.around.policy.window)
            and not compatible(one, held, held.at, self.around)
        ]

    def _just_before(self, person: Held, held: Held) -> bool:
        window = self.around.policy.window
        return held.at - person.at < window or 0 <= held.at - person.through < window

    def _side_ends(self, side: Held) -> int | None:
        """When a side of a dispute falls away by itself (C13, S8); never before the dispute's current slice."""
        stale = stale_at(side, self.around.policy)
        ends = side.until if stale is None else stale if side.until is None else min(stale, side.until)
        return None if ends is None else max(ends, self.start)
