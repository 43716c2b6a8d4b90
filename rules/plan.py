"""What is planned, and whether its time has come (rows P1-P3 of `rules/README.md`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from tracker.domain.claims import held_of
from tracker.domain.logged import Logged
from tracker.domain.rule import Around, Folded, Subject
from tracker.domain.slices import Held, Slice
from tracker.domain.times import LAST, iso_us

PLAN = "plan"
_TYPES = ("planned", "completed", "cancelled")


@mypyc_attr(allow_interpreted_subclasses=True)
class PlanRule:
    """State is the open phases of the newest plan: a list of (start, value) still to come, and the event behind."""

    name = "plan"
    version = 1
    owns = (PLAN,)

    def attributes(self, event: Logged) -> tuple[str, ...]:
        return (PLAN,) if event.type in _TYPES else ()

    def fold(self, subject: Subject, state: Any, events: Sequence[Logged], around: Around) -> Folded:
        phases = [(start, Held(*held)) for start, held in state or []]
        closed: list[Slice] = []
        for event in (event for event in events if event.type in _TYPES):  # a decision reaches every attribute
            closed += _until(phases, event.occurred)
            phases = _phases(event)
        open_phases = [[start, list(held)] for start, held in phases]
        return Folded(open_phases, closed, [], _until(phases, None), [])


def _phases(event: Logged) -> list[tuple[int, Held]]:
    """The plan's values from the event on, each with its start (µs since the epoch, UTC)."""
    starts: list[tuple[int, str]]
    if event.type == "planned":
        due = iso_us(event.payload["due_at"])
        until = event.payload.get("due_until")
        # A plan without an end is due for the instant: `due` lasts the shortest time that can be told apart.
        over = iso_us(until) if until is not None and iso_us(until) > due else due + 1
        starts = [(event.occurred, "upcoming"), (due, "due"), *([(over, "overdue")] if over <= LAST else [])]
    else:
        starts = [(event.occurred, event.type)]
    phases: list[tuple[int, Held]] = []
    for start, value in starts:
        held = held_of(event, value=value)
        if start <= event.occurred:
            phases = [(event.occurred, held)]
        else:
            phases.append((start, held._replace(since=start)))
    return phases


def _until(phases: list[tuple[int, Held]], end: int | None) -> list[Slice]:
    """The slices of these phases up to `end`; None leaves the last one open."""
    rows = []
    for index, (start, held) in enumerate(phases):
        stop = phases[index + 1][0] if index + 1 < len(phases) else None
        if end is not None and (stop is None or stop > end):
            stop = end
        if stop is None or stop > start:
            rows.append(Slice(start, stop, "known", start, (held,)))
    return rows
