"""Disputes: how a conflict begins, who may join it, and what ends it. Rows C1-C17 of `rules/README.md`."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.domain.ids import conflict_id_for
from tracker.domain.slices import Held
from tracker.timeline.compare import alike, compare, compatible, concurrent, is_person, latest, stale_at
from tracker.timeline.state import Ending, TimelineState


class Disputing(TimelineState):
    """A timeline that can be in conflict: `claims` are then all sides, none preferred."""

    __slots__ = ()

    def _dispute(self, at: int, sides: tuple[Held, ...]) -> None:
        self._cut(at)
        ids = [side.event_id for side in sides[-2:]]
        self.status, self.start, self.since, self.claims = "conflict", at, at, sides
        self.conflict_id = str(conflict_id_for(*self.subject, ids))
        self.recent = self.under = ()
        self.ended_by = self.reason = None

    def _claim_in_dispute(self, held: Held, *, corrects: bool = False) -> None:
        window = self.around.policy.window
        own = [side for side in self.claims if side.source == held.source and not side.denied]
        if is_person(held):
            spared = held.source if corrects else None
            rivals = [s for s in self.claims if is_person(s) and s.source != spared and concurrent(s, held, window)]
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
        same = [side for side in own if alike(side, held, self.around)]
        if own or any(concurrent(side, held, window) for side in self.claims):
            # At one instant a source's claims stand beside each other; a later one takes the place of all it said.
            replaced = own if own and held.at > max(side.at for side in own) else same
            others = tuple(side for side in self.claims if side not in replaced)
            since = min((side.since for side in same), default=held.at)
            through = max((side.through for side in same), default=held.through)
            renewed = held._replace(
                since=since,
                through=max(through, held.through),
                relation=held.relation or next((side.relation for side in reversed(same) if side.relation), None),
                until=latest((held.until, *(side.until for side in same))),
            )
            self._settle(held.at, (*others, renewed), "lapsed", held.event_id)  # C5, C6, C7, C9, C17
        else:
            self._end_dispute(held.at, "lapsed", held.event_id)  # C8
            self._begin(held)

    def _withdraw(self, at: int, gone: list[Held], how: Ending, event_id: str | None) -> None:
        left = tuple(side for side in self.claims if side not in gone)
        self._settle(at, left, how, event_id)

    def _settle(self, at: int, sides: tuple[Held, ...], how: Ending, event_id: str | None) -> None:
        """Go on with these sides; the dispute is over when they can all be true, or none makes a claim (C6, C12)."""
        live = [side for side in sides if not side.denied]
        agree = all(compatible(one, other, at, self.around) for i, one in enumerate(sides) for other in sides[i + 1 :])
        if live and not agree:
            self._cut(at)
            self.start, self.claims = at, tuple(sorted(sides, key=lambda side: (side.since, side.event_id)))
            return
        self._end_dispute(at, how, event_id)
        if not live:
            self._hold(at, ())
            self.status, self.ended_by, self.reason = "unknown", event_id, "withdrawn"
            return
        ranked = sorted(live, key=lambda side: side.at)[::-1]  # of one instant, the last in fold order first
        finest = next(
            side for side in ranked if not any(compare(other, side, at, self.around) == "finer" for other in live)
        )
        equal = [side for side in ranked if alike(side, finest, self.around)]
        kept = finest._replace(
            since=at,
            through=max(side.through for side in equal),
            relation=next((side.relation for side in equal if side.relation), None),
            until=latest(side.until for side in equal),
        )
        self._hold(at, (kept, *self._coarser(finest, ranked, at)))
        self.recent = tuple(live)

    def _coarser(self, finest: Held, others: Iterable[Held], at: int) -> tuple[Held, ...]:
        """Of the others, given newest first, those that contain `finest`: one per value, from fine to coarse (S5)."""
        found: dict[str, Held] = {}
        for other in others:
            if not other.denied and compare(finest, other, at, self.around) == "finer":
                found.setdefault(other.value, other)
        kept = list(found.values())
        if len(kept) < 2:
            return tuple(kept)
        return tuple(sorted(kept, key=lambda one: sum(compare(one, two, at, self.around) == "coarser" for two in kept)))

    def _end_dispute(self, at: int, how: Ending, event_id: str | None) -> None:
        self._cut(at)
        self._report(at, how, event_id)
        self.status, self.claims = None, ()

    def _contested(self, others: Iterable[Held], held: Held) -> list[Held]:
        """The claims that an action contradicts: those of the same time and another value (L3)."""
        window = self.around.policy.window
        return [
            other
            for other in others
            if not other.denied
            and not (other.source == held.source and other.relation == "with")  # taken and put in one instant: one move
            and concurrent(other, held, window)
            and not compatible(other, held, held.at, self.around)
        ]

    def _just_before(self, person: Held, held: Held) -> bool:
        window = self.around.policy.window
        return held.at - person.at < window or 0 <= held.at - person.through < window

    def _side_ends(self, side: Held) -> int | None:
        """When a side of a dispute falls away by itself (C13, S8); never before the dispute's current slice."""
        stale = stale_at(side, self.around.policy)
        ends = side.until if stale is None else stale if side.until is None else min(stale, side.until)
        return None if ends is None else max(ends, self.start)
