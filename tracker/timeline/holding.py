"""What is known: the claims that hold now, what they interrupt, and whose support still speaks against others.

Rows S1-S9 of `rules/README.md`. Claims lie in layers: those that can all be true at once hold together; a bounded one
that contradicts them interrupts them, and they wait under it."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.domain.slices import Held, held_for, held_since
from tracker.timeline.compare import (
    alike,
    compare,
    compatible,
    concurrent,
    is_presence,
    joined,
    latest,
    one_account,
    reaches,
    same,
    side_of,
)
from tracker.timeline.state import Interrupted, TimelineState, room_for


class Holding(TimelineState):
    """A timeline that knows a value: `claims`, arranged from `layer`."""

    __slots__ = ()

    def _begin(self, held: Held) -> None:
        self._cut(held.at)
        self._hold(held.at, (held_since(held, held.at),))
        self.recent, self.under = (held,), []

    def _support(self, held: Held) -> None:
        """One more support of the value (S3, S9)."""
        if len(self.layer) > 1 or self.under or not one_account(self.claims[0], held, self.around):
            self._take_up(held, held.at)
            return
        renewed = joined(self.claims[0], held, self.around)
        self._cut(held.at, goes_on=True)
        self._hold(self.since, (renewed,), start=held.at)
        self._remember(held_since(held, self.since))

    def _change(self, held: Held, *, exact: bool) -> None:
        """A finer value (S6), a coarser one (S5), the same under another name, or one elsewhere (S4, S8)."""
        at, shown = held.at, self.claims[0]
        last = at if exact else min(shown.through, at)
        alone = len(self.layer) == 1 and not self.under and held.until is None
        if not alone or compatible(shown, held, at, self.around):
            self._take_up(held, last)
            return
        self._cut(at, (last, at) if last < at else None)
        self._hold(at, (held_since(held, at),))
        self.recent = (held,)

    def _take_up(self, held: Held, last: int) -> None:
        """Let the claim hold beside those that it fits with, as more support of an equal one if there is one. Open, or
        ended by its source alone, it replaces the others; bounded, it interrupts them. `last`: when a value it
        contradicts was last supported."""
        at, kept, under = held.at, self.layer, self.under
        if held.until is None or is_presence(held, self.around):
            under = []
            kept = tuple(one for one in kept if compatible(one, held, at, self.around))
            if len(kept) < len(self.layer):
                self.recent = self._supports(kept)
        equal = next(
            (one for one in reversed(kept) if same(one, held, self.around) and one_account(one, held, self.around)),
            None,
        )
        renewed = held_since(held, at)
        if equal is not None:
            kept = tuple(one for one in kept if one is not equal)
            renewed = joined(equal, held, self.around)
        contradicts = last < at and not compatible(self.claims[0], held, at, self.around)
        self._arrange(under, (*kept, renewed), at, (last, at) if contradicts else None)
        self._remember(held_since(held, renewed.since))

    def _put(self, held: Held) -> None:
        """The value from now on, exactly (L2); what is coarser stays beside it."""
        shown = self.claims[0]
        kept = tuple(
            one
            for one in self.layer
            if one.event_id != shown.event_id
            and not self._supports_too(one, shown)
            and compare(held, one, held.at, self.around) in ("same", "finer")
        )
        self.recent = self._supports(kept)
        self._arrange([], (*kept, held_since(held, held.at)), held.at, None, anew=True)
        self._remember(held)

    def _lapse(self, at: int) -> None:
        """What is bounded by `at` has ended; what it interrupted goes on, else nothing is known (S8)."""
        ended, under = self.claims[0], self.under
        self._drop_withdrawn(at)
        layer = tuple(one for one in self.layer if not _has_ended(one, at))
        while under and _has_ended(under[-1].held, at):
            under.pop()
        if layer or under:
            self._arrange(under, layer, at, None)
        else:
            self._forget(at, ended.event_id, "ended", None)

    def _arrange(
        self,
        under: list[Interrupted],
        claims: tuple[Held, ...],
        at: int,
        bounds: tuple[int, int] | None,
        *,
        anew: bool = False,
    ) -> None:
        """Let `claims`, the newest last, hold from `at`, over those `under` them: the newest, and of the others, back
        to the first that does not fit. `bounds`: where the change lies, if it is one. `anew`: it is one anyhow."""
        layer: list[Held] = []
        for held in reversed(claims):
            if not self._fits(held, layer, at):
                break
            layer.append(held)
        fallen = claims[: len(claims) - len(layer)]
        if fallen:
            under += [Interrupted(one, self._supports((one,))) for one in fallen]
            self.recent = self._supports(layer)
        else:
            self._resume(under, layer, at)
        self.under = under
        finest = layer[0]
        for one in layer[1:]:
            if compare(one, finest, at, self.around) == "finer":
                finest = one
        goes_on = not anew and self.status == "known" and same(self.claims[0], finest, self.around)
        since = self.since if goes_on else at  # a value that goes on is one stay
        if goes_on:
            self._cut(at, goes_on=True)
        else:
            self._cut(at, bounds)
        self._hold(since, (held_since(self._shown(finest, layer), since), *self._coarser(finest, layer, at)), start=at)
        if len(layer) > 1:
            layer.reverse()
            self.layer = tuple(layer)
        if len(under) > self.room:
            self.clear_away()

    def _supports_too(self, one: Held, shown: Held) -> bool:
        """Whether it is the same value by another account (S13)."""
        return same(one, shown, self.around) and not one_account(one, shown, self.around)

    def _shown(self, newest: Held, layer: Iterable[Held]) -> Held:
        """The value as the newest account tells it, for as long as any does."""
        if not self.around.policy.span_ends:
            return newest
        shown = newest
        for one in layer:
            if self._supports_too(one, newest):
                shown = held_for(shown, max(shown.through, one.through), latest((shown.until, one.until)))
                shown = shown._replace(relation=shown.relation or one.relation)
        return shown

    def _accounts_of(self, shown: Held) -> list[Held]:
        """The value's accounts, each as it is told, the newest last."""
        others = [one for one in self.layer if self._supports_too(one, shown)]
        if not others:
            return [shown]
        return [held_since(one, self.since) for one in self.layer if same(one, shown, self.around)]

    def _drop_withdrawn(self, at: int) -> None:
        """Forget all supports of what its source withdraws at that time."""
        limits = self.around.policy
        if limits.span_ends:
            gone = [
                one for one in self.layer if one.until is not None and one.until <= at and limits.withdraws(one.source)
            ]
            self.recent = tuple(
                one
                for one in self.recent
                if not any(one.source == ended.source and same(one, ended, self.around) for ended in gone)
            )

    def _fits(self, held: Held, layer: Iterable[Held], at: int) -> bool:
        return all(compatible(held, one, at, self.around) for one in layer)

    def _resume(self, under: list[Interrupted], layer: list[Held], at: int) -> None:
        """Move from `under` to `layer` what goes on, back to the first that does not fit."""
        while under:
            held, supports = under[-1]
            if not _has_ended(held, at) and self._says_more(under[-1], layer, at):
                if not self._fits(held, layer, at):
                    return
                layer.append(held)
                self.recent = (*supports, *self.recent)
            under.pop()

    def clear_away(self) -> None:
        """Forget the claims that wait and cannot come back: a state must not grow with each that is interrupted."""
        if self.under:
            self.under = self._still_waiting(self.under, self.layer, self.start)
            self.room = room_for(len(self.under))

    def _says_more(self, one: Interrupted, newer: Iterable[Held], at: int) -> bool:
        """Whether it may yet say what none of the newer ones says."""
        if any(reaches(support, at, self.around.policy.window) for support in one.supports):
            return True
        return not any(
            alike(one.held, other, self.around)
            and _outlives(other, one.held)
            and one_account(one.held, other, self.around)
            for other in newer
        )

    def _still_waiting(self, under: list[Interrupted], layer: Iterable[Held], at: int) -> list[Interrupted]:
        """Those that may yet say what no newer one says: a state must not grow with each claim that is interrupted.
        Each is looked at once: of the newer ones that are alike, the one that lasts longest is enough to know."""
        window, longest = self.around.policy.window, dict[tuple[str, str | None, int | None, str | None], Held]()
        waiting = list[Interrupted]()
        for one in (*[Interrupted(held, ()) for held in layer], *reversed(under)):
            held = one.held
            account = held.source if self.around.policy.withdraws(held.source) else None
            key = (self.around.root(held.value), side_of(held), held.holder_at, account)
            newer = longest.get(key)
            supports = tuple([support for support in one.supports if reaches(support, at, window)])
            says_more = newer is None or not _outlives(newer, held)
            if says_more:
                longest[key] = held
            if (supports or says_more) and not _has_ended(held, at):
                waiting.append(Interrupted(held, supports))
        waiting.reverse()
        return waiting

    def _coarser(self, finest: Held, others: Iterable[Held], at: int) -> tuple[Held, ...]:
        """Of the others, given newest first, those that contain `finest`: one per value, from fine to coarse (S5)."""
        found: dict[tuple[str, str | None], Held] = {}
        for other in others:
            if not other.denied and compare(finest, other, at, self.around) == "finer":
                found.setdefault((other.value, side_of(other)), other)
        kept = list(found.values())
        if len(kept) < 2:
            return tuple(kept)
        return tuple(sorted(kept, key=lambda one: sum(compare(one, two, at, self.around) == "coarser" for two in kept)))

    def _remember(self, held: Held) -> None:
        """Keep the support for as long as another source's claim could contradict it (C1, C2, C18)."""
        at, recent, window = held.at, self.recent, self.around.policy.window
        if len(recent) == 1 and (at - recent[0].through >= window or _covers(held, recent[0])):
            self.recent = (held,)
        else:
            self.recent = (*[one for one in recent if reaches(one, at, window) and not _covers(held, one)], held)

    def _supports(self, claims: Iterable[Held]) -> tuple[Held, ...]:
        """What there is in recent support of these claims."""
        return tuple([one for one in self.recent if any(same(one, claim, self.around) for claim in claims)])

    def _against(self, held: Held) -> list[Held]:
        """The supports that speak of the same time as the claim, and contradict it, in the order they were heard."""
        window = self.around.policy.window
        return [
            one
            for one in self.recent
            if concurrent(one, held, window) and not compatible(one, held, held.at, self.around)
        ]


def _has_ended(held: Held, at: int) -> bool:
    return held.until is not None and held.until <= at


def _outlives(one: Held, other: Held) -> bool:
    return one.until is None or (other.until is not None and other.until <= one.until)


def _covers(newer: Held, older: Held) -> bool:
    """Whether the source has said all of that again, and for as long."""
    return (
        newer.source == older.source
        and newer.value == older.value
        and newer.holder_at == older.holder_at
        and side_of(newer) == side_of(older)
        and (newer.basis == "confirmed") == (older.basis == "confirmed")
        and newer.through >= older.through
        and _outlives(newer, older)
    )
