"""Stretches of time in which an attribute had one value."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.times import from_us
from tracker.query.ask.lexicon import ALSO, OTHERWISE
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.store.views import View

EVER = (-(1 << 61), 1 << 61)


class Spell(NamedTuple):
    """A stretch in which the attribute had one value (None: unknown or disputed). `begun` and `newest` support it."""

    start: int
    end: int | None
    value: str | None
    begun: str | None
    newest: str | None
    bounds: tuple[int, int] | None


def as_reported(plan: Plan, world: World) -> Plan:
    """The plan for the attribute that is reported: 燈開著 is its power where a door's would be its openness."""
    other = OTHERWISE.get(plan.attribute)
    if other is None or world.reported(plan.entity, plan.attribute) or not world.reported(plan.entity, other):
        return plan
    return plan.model_copy(update={"attribute": other, "value": ALSO.get((plan.attribute, plan.value or ""))})


def spells_in(world: World, plan: Plan, start: int, end: int) -> list[Spell]:
    """What held in the window, oldest first, uncut."""
    views = world.scene.slices_of(plan.entity, plan.attribute, start, end)
    if views and views[0].slice.since < views[0].slice.start:
        views = world.scene.slices_of(plan.entity, plan.attribute, views[0].slice.since, end)
    found: list[Spell] = []
    for view in views:
        row = view.slice
        value = row.claims[0].value if row.status == "known" else None
        newest = newest_event(view)
        if found and found[-1].value == value and found[-1].end == row.start and value is not None:
            found[-1] = found[-1]._replace(end=row.end, newest=newest, bounds=row.bounds)
        else:
            found.append(Spell(row.start, row.end, value, newest, newest, row.bounds))
    return found


def newest_event(view: View) -> str | None:
    row = view.slice
    if row.status == "unknown":
        return row.ended_by
    return max(row.claims, key=lambda claim: (claim.at, claim.event_id)).event_id if row.claims else None


def cut_to(v: Voice, spell: Spell, window: tuple[int, int]) -> str:
    return v.span(max(spell.start, window[0]), min(window[1] if spell.end is None else spell.end, window[1]))


def as_data(spell: Spell) -> dict[str, object]:
    return {
        "value": spell.value,
        "start": from_us(spell.start).isoformat(),
        "end": None if spell.end is None else from_us(spell.end).isoformat(),
    }
