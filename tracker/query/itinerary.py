"""Where something was over time, followed through whoever and whatever carried it, newest first.

An entity's own slices say 'with Mary'; where Mary was meanwhile says where it was. A piece is a span in which no hop of
that chain changes. Times are microseconds since the epoch (UTC). Read with a policy, what was reported too long before
counts as faded (rows W1-W5); without one decay plays no part, which is right for the order of what happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.slices import Held, Slice
from tracker.domain.times import to_us
from tracker.projection.scene import Scene
from tracker.query.chain import has_left, own_place
from tracker.query.fading import Stretch, stretches
from tracker.store.views import View
from tracker.timeline.compare import side_of

_DEEPEST = 32
"""Hops; containment in a home is not deeper, and rings end at the first repeat anyway."""


class Hop(NamedTuple):
    """One step outward: in `value`, or with it when `relation` is 'with'."""

    value: str
    relation: str | None


class Faded(NamedTuple):
    """A hop that was last reported too long before to count: where `entity_id` (the thing itself, or what it was in)
    was by `event_id`. `reported`: until when it was; `at`: from when on that no longer counted, or is asked about."""

    entity_id: str
    hop: Hop
    reported: int
    at: int
    event_id: str


class Piece(NamedTuple):
    """`[start, end)` (`end` None: open) in which the chain `hops` held; empty unless `status` is known.

    `support` is the newest event behind each hop; for unknown, the event that ended what was known. `bounds` is set
    where the end is only known to lie inside them. `reported`: when it was last reported so. `faded`: the places last
    reported too long before to count; `loose`: where that was in which the chain ends is not known."""

    start: int
    end: int | None
    status: Literal["known", "unknown", "conflict", "faded"]
    hops: tuple[Hop, ...]
    support: tuple[str, ...]
    bounds: tuple[int, int] | None = None
    reported: int = 0
    faded: tuple[Faded, ...] = ()
    loose: bool = False

    @property
    def place(self) -> str | None:
        """The nearest place or container that is not somebody; None when only a holder is known, or nothing."""
        return next((hop.value for hop in self.hops if hop.relation != "with"), None)

    @property
    def relation(self) -> str | None:
        return next((hop.relation for hop in self.hops if hop.relation != "with"), None)

    @property
    def holder(self) -> str | None:
        return self.hops[0].value if self.hops and self.hops[0].relation == "with" else None

    def passes(self, scene: Scene, target: str) -> bool:
        """Whether the chain goes through `target`."""
        return any(scene.root(hop.value) == target for hop in self.hops)

    def may_pass(self, scene: Scene, target: str) -> bool:
        """Whether the last report before it faded would have the chain go through `target`."""
        return any(scene.root(one.hop.value) == target for one in self.faded)


class Stay(NamedTuple):
    """Neighbouring pieces at one place, or with one holder whose place is unknown. `pieces` are newest first."""

    pieces: tuple[Piece, ...]

    @property
    def newest(self) -> Piece:
        return self.pieces[0]

    @property
    def start(self) -> int:
        return self.pieces[-1].start

    @property
    def end(self) -> int | None:
        return self.pieces[0].end


def pieces_back(
    scene: Scene, entity_id: str, upto: int, since: int | None = None, policy: Policy | None = None
) -> Iterator[Piece]:
    """The pieces that overlap `[since, upto)`, newest first, cut to it at `since` and at `upto` if they go on."""
    yield from _Walk(scene, policy).back(entity_id, upto, since, frozenset({entity_id}))


def stays_back(
    scene: Scene, entity_id: str, upto: int, since: int | None = None, policy: Policy | None = None
) -> Iterator[Stay]:
    """The stays that overlap `[since, upto)`, newest first."""
    waiting: list[Piece] = []
    for piece in pieces_back(scene, entity_id, upto, since, policy):
        if waiting and _settled(waiting[-1]) != _settled(piece):
            yield Stay(tuple(waiting))
            waiting = []
        waiting.append(piece)
    if waiting:
        yield Stay(tuple(waiting))


def _settled(piece: Piece) -> tuple[str, str | None]:
    if piece.status == "faded":
        return ("faded", next((one.hop.value for one in piece.faded), None))
    return (piece.status, piece.place or piece.holder)


class _Walk(NamedTuple):
    """One way of reading the scene: with the policy's decay, or (None) without."""

    scene: Scene
    policy: Policy | None

    def back(self, entity_id: str, upto: int, since: int | None, met: frozenset[str]) -> Iterator[Piece]:
        later: Held | None = None
        landed: str | None = None
        for view in self.scene.newest_before(entity_id, LOCATION, upto - 1):
            row = view.slice
            goes_on = row.end is None or row.end > upto
            end = upto if goes_on else row.end
            start = row.start if since is None else max(row.start, since)
            if since is not None and end is not None and end <= since:
                return
            if row.status == "unknown" and not goes_on and row.ended_by != landed:
                yield from _passed_through(self.scene, row)
            for piece in self._expand(view, (start, end or upto), later, met):
                bounds = row.bounds if not goes_on and piece.end == row.end else piece.bounds
                yield piece._replace(bounds=bounds)
            later = row.claims[0] if row.status == "known" else None
            landed = row.claims[0].event_id if row.claims else None
            if since is not None and row.start <= since:
                return

    def _expand(self, view: View, window: tuple[int, int], later: Held | None, met: frozenset[str]) -> Iterator[Piece]:
        row, (start, end) = view.slice, window
        if row.status == "unknown":
            yield Piece(start, end, "unknown", (), (row.ended_by,) if row.ended_by else ())
            return
        if row.status == "conflict":
            yield Piece(start, end, "conflict", (), tuple(claim.event_id for claim in row.claims))
            return
        whole = [Stretch(row.start, row.end, row.claims[0])]
        for one in reversed(stretches(view, self.policy) if self.policy is not None else whole):
            until = end if one.end is None else min(one.end, end)
            since = max(one.start, start)
            if since > until or (since == until and start < end):
                continue
            finest = row.claims[0]
            if one.held is None:
                faded = self._faded(view.entity_id, finest, since, met)
                yield Piece(since, until, "faded", (), (finest.event_id,), reported=finest.through, faded=faded)
                continue
            over = () if one.held is finest else self._faded(view.entity_id, finest, since, met)
            for piece in self._outward(one.held, (since, until), later, met):
                yield piece._replace(faded=(*over, *piece.faded))

    def _faded(self, entity_id: str, held: Held, at: int, met: frozenset[str]) -> tuple[Faded, ...]:
        hops = self._put_down(held, met)[0] if held.holder_at is not None else (Hop(held.value, held.relation),)
        return tuple(Faded(entity_id, hop, held.through, at, held.event_id) for hop in hops)

    def _outward(self, held: Held, window: tuple[int, int], later: Held | None, met: frozenset[str]) -> Iterator[Piece]:
        start, end = window
        told = min(held.through, end)
        if held.holder_at is not None:
            hops, support = self._put_down(held, met)
            yield Piece(start, end, "known", hops, (held.event_id, *support), None, told, loose=not hops)
            return
        if side_of(held) is not None:
            yield from self._by_landmark(held, window, met)
            return
        # Whoever put it down had it until then: that is newer word of the carrying than the taking was.
        given_up = (
            later is not None
            and later.holder_at is not None
            and self.scene.root(later.value) == self.scene.root(held.value)
        )
        own = later.event_id if given_up and later is not None else held.event_id
        yield from self._with_its_place(held, own, window, met)

    def _with_its_place(self, held: Held, own: str, window: tuple[int, int], met: frozenset[str]) -> Iterator[Piece]:
        """Where that is meanwhile which the claim names. `own`: the newest event behind the claim."""
        start, end = window
        told, hop, around = min(held.through, end), Hop(held.value, held.relation), self.scene.root(held.value)
        # Where somebody is of whom nothing is known, anything may be that is with them.
        alone = Piece(start, end, "known", (hop,), (own,), None, told, loose=hop.relation == "with")
        if around in met or len(met) > _DEEPEST:
            yield alone
            return
        reached = end
        for piece in self.back(around, end, start, met | {around}):
            until = end if piece.end is None else piece.end
            if until < reached:
                yield alone._replace(start=until, end=reached)
            known = piece.status == "known"
            yield alone._replace(
                start=piece.start,
                end=until,
                hops=(hop, *piece.hops) if known else (hop,),
                support=(own, *piece.support) if known else (own,),
                bounds=piece.bounds if until < end else None,
                reported=max(told, piece.reported) if known else told,
                faded=piece.faded,
                loose=piece.loose or not known,
            )
            reached = piece.start
        if reached > start:
            yield alone._replace(end=reached)

    def _by_landmark(self, held: Held, window: tuple[int, int], met: frozenset[str]) -> Iterator[Piece]:
        """While the claim's newest support holds, wherever the landmark is; afterwards where that was, and not by the
        landmark while it is elsewhere."""
        start, end = window
        then = held.through
        if end > then:
            yield from self._where_it_stood(held, (max(start, then), end), met)
        if start < then or end <= then:
            yield from self._with_its_place(held, held.event_id, (start, min(end, then)), met)

    def _where_it_stood(self, held: Held, window: tuple[int, int], met: frozenset[str]) -> Iterator[Piece]:
        hop, root, then = Hop(held.value, held.relation), self.scene.root(held.value), held.through
        was = own_place(self.scene, self.policy, root, then)
        if was is None or root in met or len(met) > _DEEPEST:
            yield Piece(*window, "known", (hop,), (held.event_id,), None, then)
            return
        stood = was._replace(through=min(was.through, then))
        for part, is_there in self._stays_of(root, was, then, window):
            for piece in self._outward(stood, part, None, met | {root}):
                yield piece._replace(
                    hops=(hop, *piece.hops) if is_there else piece.hops,
                    support=(held.event_id, *piece.support),
                    reported=max(then, piece.reported),
                )

    def _stays_of(
        self, landmark: str, was: Held, then: int, window: tuple[int, int]
    ) -> Iterator[tuple[tuple[int, int], bool]]:
        """The parts of the window, newest first, in which the landmark was where it had been then, or was not."""
        start, end = window
        parts: list[tuple[int, bool]] = [(start, True)]
        for view in self.scene.slices_of(landmark, LOCATION, start, max(end, start + 1)):
            is_there = view.slice.start <= then or not has_left(self.scene, self.policy, was, view, view.slice.start)
            if view.slice.start <= start:
                parts = [(start, is_there)]
            elif is_there != parts[-1][1]:
                parts.append((view.slice.start, is_there))
        for since, is_there in reversed(parts):
            yield (since, end), is_there
            end = since

    def _put_down(self, held: Held, met: frozenset[str]) -> tuple[tuple[Hop, ...], tuple[str, ...]]:
        """Where the holder was when it was put down; nothing when nobody knows."""
        assert held.holder_at is not None
        holder = self.scene.root(held.value)
        if holder not in met and len(met) <= _DEEPEST:
            then = next(self.back(holder, held.holder_at + 1, held.holder_at, met | {holder}), None)
            if then is not None and then.status == "known":
                return then.hops, then.support
        return (), ()


def _passed_through(scene: Scene, transit: Slice) -> Iterator[Piece]:
    """Where a move with a span led, when the next one set out that very instant: 'in the morning to A, in the afternoon
    to B' leaves no time at A, and yet it was there."""
    event = scene.events((transit.ended_by,)).get(transit.ended_by) if transit.ended_by else None
    if (
        event is None
        or transit.end is None
        or event.occurred_until is None
        or to_us(event.occurred_until) != transit.end
    ):
        return
    target = getattr(event.payload, "to_place", None) or getattr(event.payload, "place", None)
    if target and event.type in ("moved", "placed"):
        hop = Hop(target, getattr(event.payload, "relation", None) or "at")
        yield Piece(transit.end, transit.end, "known", (hop,), (str(event.event_id),), None, transit.end)
