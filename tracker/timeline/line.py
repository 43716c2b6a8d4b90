"""The timeline of one single-valued attribute: what each kind of event does to it.

The letters in brackets are rows of the decision table in `rules/README.md`. A `Timeline` lives for one fold call: it
is loaded from plain JSON state, takes events in fold order, and is dumped again; nothing given to it is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tracker.domain.claims import held_of
from tracker.domain.logged import Logged
from tracker.domain.payloads import PERSON_TYPES
from tracker.domain.rule import Folded
from tracker.domain.sides import LANDMARK_RELATIONS
from tracker.domain.slices import Held, held_for
from tracker.timeline.compare import accounts, alike, compatible, is_person, reaches, side_of
from tracker.timeline.dispute import Disputing
from tracker.timeline.state import Verdict

_EVER = 1 << 62


class Timeline(Disputing):
    """Public methods are what can happen; each takes effect at its event's own time."""

    __slots__ = ()

    def fold(self, events: Iterable[Logged], read: Callable[[Timeline, Logged], None]) -> Folded:
        """Let `read` apply each event, with everything due before it done first."""
        for event in events:
            self.advance(event.occurred)
            if self.rulings and self._overruled(event):
                continue
            read(self, event)
        self.clear_away()
        state, slices, problems = self.dump(), self.slices, self.problems
        self.slices, self.problems = [], []
        self.advance(_EVER)
        self._cut(None)
        if self.status == "conflict":
            self._report(None, "open", None)
        return Folded(state, slices, problems, self.slices, self.problems)

    def advance(self, to: int) -> None:
        """Do everything that falls due up to and including `to`, in order of time."""
        while (due := self._next_due()) is not None and due <= to:
            if due != self._next_end():  # what ends just then has ended before anything lands
                landing, self.landings = self.landings[0], self.landings[1:]
                self.place(landing)
            elif self.status == "conflict":
                gone = [side for side in self.claims if self._side_ends(side) == due]
                self._withdraw(due, gone, "lapsed", None)
            else:
                self._lapse(due)

    def observe(self, event: Logged) -> None:
        """What a source saw. By the policy, the end of its span is its own word that it holds no longer (S13)."""
        held, end = held_of(event), self.around.policy.withdrawn_at(event)
        if end is not None and (held.until is None or end < held.until):
            held = held_for(held, held.through, end)
        self.claim(held)

    def claim(self, held: Held, *, corrects: bool = False, beside: frozenset[str] = frozenset()) -> None:
        """An observation, a statement or a person's claim that the value is `held` from `held.at`. `corrects`: it
        takes the place of what the same person said of that time, but for the events `beside` it (H10)."""
        if self.status == "conflict":
            self._claim_in_dispute(held, corrects=corrects, beside=beside)
            return
        if self.status != "known":
            self._begin(held)  # S2
            return
        current, person = self.claims[0], is_person(held)
        if (current.value, current.holder_at, side_of(current)) == (held.value, held.holder_at, side_of(held)):
            self._support(held)  # S3, S9
            return
        against = self._against(held)
        if not person:
            if any(self._just_before(other, held) for other in accounts(filter(is_person, against), self.around)):
                return  # H2
        else:
            own = held.source if corrects else None
            against = [  # H1, H8, H10
                other for other in against if is_person(other) and (other.source != own or other.event_id in beside)
            ]
        if against:
            self._dispute(held.at, (*accounts(against, self.around), held))  # C1, C2, C3
        else:
            self._change(held, exact=held.basis == "registered")

    def place(self, held: Held, *, explained: bool = False) -> None:
        """An action that put the entity there. `explained`: the action named where it came from, rightly (L8)."""
        if self.status == "conflict":
            if explained or (held.at > self.since and not self._contested(self.claims, held)):
                self._end_dispute(held.at, "lapsed", held.event_id)  # C10
                self._begin(held)
            else:
                self._claim_in_dispute(held)
        elif self.status != "known":
            self._begin(held)
        elif not explained and (against := self._contested(self.recent, held)):
            if any(is_person(other) and other.at == held.at for other in against):
                return  # H2: an action at the very instant of a person's claim
            rivals = tuple(other for other in against if not is_person(other) or other.through > held.at)
            if rivals:
                self._dispute(held.at, (*accounts(rivals, self.around), held))  # L3, H5
            else:
                self._put(held)
        elif self.holds(held):
            self._support(held)
        else:
            self._put(held)  # L2

    def holds(self, held: Held) -> bool:
        """Whether that is the value already, under whatever name."""
        return self.status == "known" and alike(self.claims[0], held, self.around)

    def leave(self, event: Logged, place: str | None, then: Held | None, bounds: tuple[int, int] | None) -> bool:
        """An action that took the entity away: the value ends; `then` (the holder) holds from there (L4, L5). False
        when it was another report of a move already known (L16)."""
        if self.status == "known" and place is not None and self._put_elsewhere_just_now(event, place):
            return False
        if self.status == "conflict":
            self._end_dispute(event.occurred, "lapsed", event.event_id)
        if then is not None and self.status != "known":
            self._begin(then)
        elif then is not None and self.holds(then):
            self._support(then)
        else:
            self._forget(event.occurred, event.event_id, "removed" if bounds is None else "in_transit", bounds)
            if then is not None:
                self._begin(then)
        return True

    def land(self, held: Held) -> None:
        """Let a placement come true at `held.at`, the end of the action's span (L9); of one instant, in fold order."""
        self.landings = tuple(sorted((*self.landings, held), key=lambda landing: landing.at))

    def absent(self, event: Logged, is_ruled_out: Callable[[Held], bool]) -> None:
        """A clear view in which the entity was not seen where `is_ruled_out` says it would have been (S10, C12)."""
        looked, window = held_of(event), self.around.policy.window
        gone = [
            held
            for held in self.claims
            if not held.denied and is_ruled_out(held) and not self._stands_against(held, looked)
        ]
        people = [
            held
            for held in self.recent
            if is_person(held) and reaches(held, event.occurred, window) and is_ruled_out(held)
        ]
        if any(self._just_before(person, looked) for person in accounts(people, self.around)):
            return  # H2
        if self.status == "conflict" and gone:
            self._withdraw(event.occurred, gone, "lapsed", event.event_id)
        elif self.status == "known" and self.claims[0] in gone:
            last = min(self.claims[0].through, event.occurred)
            bounds = (last, event.occurred) if last < event.occurred else None
            self._forget(event.occurred, event.event_id, "absent", bounds)

    def _stands_against(self, side: Held, looked: Held) -> bool:
        """Whether in a dispute the side is a person's who spoke just before the machine looked (H2)."""
        return (
            self.status == "conflict"
            and is_person(side)
            and reaches(side, looked.at, self.around.policy.window)
            and self._just_before(side, looked)
        )

    def deny(self, denial: Held) -> None:
        """A person says it is not there (H6, H7, C12)."""
        mine = [side for side in self.claims if side.denied and side.source == denial.source]
        before = [side for side in mine if alike(side, denial, self.around)]
        if before and self.status == "conflict":
            others = tuple(side for side in self.claims if side not in before)
            renewed = denial._replace(since=before[0].since, through=max(before[0].through, denial.through))
            self._settle(denial.at, (*others, renewed), "lapsed", denial.event_id)  # C5
            return
        denied = [
            held for held in self.claims if not held.denied and not compatible(held, denial, denial.at, self.around)
        ]
        if self.status == "conflict" and denied:
            self._withdraw(denial.at, denied, "resolved", denial.event_id)
        elif self.status == "known" and self.claims[0] in denied:
            self._dispute(denial.at, (*self._accounts_of(self.claims[0]), denial))

    def resolve(self, event: Logged) -> None:
        """A decision on the open conflict: the kept sides remain (C14). With a span, which it is given when the
        conflict is over, it says what held in that span and changes nothing after it (C19).

        The payload's `kept` and `dropped` are the (source, value, relation) of the events that the decision names: a
        side may have newer support by now than the event the person looked at."""
        if self.status != "conflict" or self.conflict_id != event.payload["conflict_id"]:
            return
        until = event.occurred if event.until is None else event.until
        verdict = Verdict(event.event_id, until, self._named(event, "kept"), self._named(event, "dropped"))
        if event.until is not None:
            self._cut(event.occurred)
            self.start, self.verdict = event.occurred, verdict
            return
        left = self._left_by(verdict, self.claims)
        gone = [side for side in self.claims if side not in left]
        if gone:
            self._withdraw(event.occurred, gone, "resolved", event.event_id)

    def _named(self, event: Logged, name: str) -> tuple[tuple[str, str, str | None], ...]:
        return tuple(
            (source, self.around.root(value), relation if relation in LANDMARK_RELATIONS else None)
            for source, value, relation in event.payload.get(name, ())
        )

    def expire(self, event: Logged) -> None:
        """What was reported then was kept long enough and is gone: an older value is not to come back in its place."""
        if self.status is None or (self.status == "known" and self.claims[0].at < event.occurred):
            self._forget(event.occurred, event.event_id, "expired", None)

    def rule_over(self, event: Logged) -> None:
        """A correction with a span overrules the machines' events inside it that were known by then (H4), and what
        the same person had said before (H10)."""
        if event.until is not None:
            self.rulings = (*self.rulings, (event.until, event.observed, event.source))

    def said_with(self, event: Logged) -> frozenset[str]:
        """What the same person said of the same instant, and was learned with this: neither is the later (H10)."""
        said = (event.event_id, event.source, event.occurred, event.observed)
        before = [one for one in self.spoken if one[2] == event.occurred]
        self.spoken = (*before, said)
        return frozenset([one[0] for one in before if one[1:] == said[1:]])

    def _overruled(self, event: Logged) -> bool:
        self.rulings = tuple(ruling for ruling in self.rulings if ruling[0] > event.occurred)
        if event.type in ("resolved", "registered"):
            return False
        if event.type in PERSON_TYPES:
            return any(event.observed < observed and event.source == source for _, observed, source in self.rulings)
        return any(event.observed <= observed for _, observed, _ in self.rulings)

    def _put_elsewhere_just_now(self, event: Logged, place: str) -> bool:
        current = self.claims[0]
        elsewhere = self.around.root(current.value) != self.around.root(place)
        return current.at == event.occurred == self.since and elsewhere

    def _next_end(self) -> int | None:
        if self.status == "known":
            if len(self.layer) == 1:
                return self.claims[0].until
            return min((one.until for one in self.layer if one.until is not None), default=None)
        if self.status == "conflict":
            return min((e for side in self.claims if (e := self._side_ends(side)) is not None), default=None)
        return None

    def _next_due(self) -> int | None:
        due, ends = self.landings[0].at if self.landings else None, self._next_end()
        return ends if due is None else due if ends is None else min(due, ends)
