"""The state of a timeline: its current value, its open dispute, what it waits for, and the rows it has finished."""

from __future__ import annotations

from typing import Any, Literal, Self

from tracker.domain.rule import Around, Subject
from tracker.domain.slices import AS_TUPLE, Held, Problem, Slice, Status, held_for, held_since
from tracker.timeline.compare import latest

Ending = Literal["open", "lapsed", "resolved"]


class TimelineState:
    """Plain fields that can be dumped as JSON and loaded again.

    `claims`: the value and what stands beside it (see `Slice`). `recent`: supports so new that another source's claim
    could still contradict them. `under`: open claims that a bounded one interrupts. `landings`: placements whose
    action's span has not ended. `rulings`: (end, observed, source) of corrections with a span."""

    __slots__ = (
        "around",
        "claims",
        "conflict_id",
        "ended_by",
        "landings",
        "problems",
        "reason",
        "recent",
        "rulings",
        "since",
        "slices",
        "start",
        "status",
        "subject",
        "under",
    )

    def __init__(self, subject: Subject, around: Around) -> None:
        self.subject, self.around = subject, around
        self.status: Status | None = None
        self.start = self.since = 0
        self.claims: tuple[Held, ...] = ()
        self.ended_by: str | None = None
        self.reason: str | None = None
        self.conflict_id: str | None = None
        self.recent: tuple[Held, ...] = ()
        self.under: tuple[Held, ...] = ()
        self.landings: tuple[Held, ...] = ()
        self.rulings: tuple[tuple[int, int, str], ...] = ()
        self.slices: list[Slice] = []
        self.problems: list[Problem] = []

    @classmethod
    def load(cls, subject: Subject, state: Any, around: Around) -> Self:
        """The timeline that `dump` described; a new one for None."""
        line = cls(subject, around)
        if state is not None:
            (line.status, line.start, line.since, claims, line.ended_by, line.reason, line.conflict_id) = state[:7]
            line.claims, line.recent, line.under, line.landings = (
                tuple(Held(*held) for held in group) for group in (claims, *state[7:10])
            )
            line.rulings = tuple((until, observed, source) for until, observed, source in state[10])
        return line

    def dump(self) -> list[Any]:
        head = [self.status, self.start, self.since, [list(held) for held in self.claims]]
        groups = (self.recent, self.under, self.landings)
        tail = [[list(held) for held in group] for group in groups]
        return [*head, self.ended_by, self.reason, self.conflict_id, *tail, [list(ruling) for ruling in self.rulings]]

    def _begin(self, held: Held) -> None:
        self._cut(held.at)
        self._hold(held.at, (held_since(held, held.at),))
        self.recent, self.under = (held,), ()

    def _remember(self, held: Held) -> None:
        """Keep the support for as long as another source's claim could contradict it; a source's older and longer
        span goes on holding under its newer support, and so does its open claim under a bounded one (S9)."""
        window = self.around.policy.window
        others = (o for o in self.recent if o.source != held.source and held.at - o.through < window)
        own = [o for o in self.recent if o.source == held.source]
        if own:
            through = max(held.through, *(o.through for o in own))
            alike = [o.until for o in own if (o.value, o.holder_at) == (held.value, held.holder_at)]
            held = held_for(held, through, latest((held.until, *alike)))
        self.recent = (*others, held)

    def _forget(self, at: int, event_id: str, reason: str, bounds: tuple[int, int] | None) -> None:
        if self.status == "unknown":
            return
        self._cut(at, bounds)
        self._hold(at, ())
        self.status, self.ended_by, self.reason = "unknown", event_id, reason
        self.recent = self.under = ()

    def _hold(self, since: int, claims: tuple[Held, ...], start: int | None = None) -> None:
        self.status, self.since, self.claims = "known", since, claims
        self.start = since if start is None else start
        self.ended_by = self.reason = self.conflict_id = None

    def _cut(self, at: int | None, bounds: tuple[int, int] | None = None) -> None:
        """Finish the current slice at that time; None leaves it open."""
        if self.status is not None and (at is None or at > self.start):
            ended, why, dispute = self.ended_by, self.reason, self.conflict_id
            row = (self.start, at, self.status, self.since, self.claims, bounds, ended, why, dispute)
            self.slices.append(AS_TUPLE(Slice, row))

    def _report(self, end: int | None, how: Ending, event_id: str | None) -> None:
        if self.conflict_id is not None and (end is None or end > self.since):
            self.problems.append(
                Problem(
                    self.conflict_id,
                    self.subject.entity_id,
                    self.subject.attribute,
                    self.since,
                    end,
                    how,
                    self.claims,
                    event_id,
                )
            )
