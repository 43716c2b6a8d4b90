"""Stretches of time in which an attribute had one value."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.times import from_us
from tracker.query.ask.lapsing import nothing_since, until_reported
from tracker.query.ask.lexicon import ALSO, OTHERWISE
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.fading import stretches
from tracker.store.views import View

EVER = (-(1 << 61), 1 << 61)
_MOST_TOLD = 6


class Spell(NamedTuple):
    """A stretch in which the attribute had one value (None: unknown, faded, disputed). `begun` and `newest` support it;
    `faded_from` is when the last report of it, `reported`, was too old to say so still."""

    start: int
    end: int | None
    value: str | None
    begun: str | None
    newest: str | None
    bounds: tuple[int, int] | None
    reported: int = 0
    faded_from: int | None = None


def as_reported(plan: Plan, world: World) -> Plan:
    """The plan for the attribute that is reported: 燈開著 is its power where a door's would be its openness."""
    other = OTHERWISE.get(plan.attribute)
    if other is None or world.reported(plan.entity, plan.attribute) or not world.reported(plan.entity, other):
        return plan
    return plan.model_copy(update={"attribute": other, "value": ALSO.get((plan.attribute, plan.value or ""))})


def spells_in(world: World, plan: Plan, start: int, end: int, *, certain: bool = False) -> list[Spell]:
    """What held in the window, oldest first, uncut; if `certain`, only for as long as a report was fresh (row W1)."""
    under_way = world.scene.slice_at(plan.entity, plan.attribute, start)
    since = start if under_way is None else under_way.slice.since
    found: list[Spell] = []
    for view in world.scene.started_in(since, end, plan.attribute, plan.entity):  # a few at a time: there may be many
        row = view.slice
        value = row.claims[0].value if row.status == "known" else None
        newest = newest_event(view)
        reported = row.claims[0].through if row.status == "known" else row.start
        fades = _fades(world, view) if certain and value is not None else None
        until = row.end if fades is None else fades
        if found and found[-1].value == value and found[-1].end == row.start and value is not None:
            found[-1] = found[-1]._replace(end=until, newest=newest, bounds=row.bounds, reported=reported)
        else:
            found.append(Spell(row.start, until, value, newest, newest, row.bounds, reported))
        if fades is not None:
            found[-1] = found[-1]._replace(faded_from=fades)
            found.append(Spell(fades, row.end, None, newest, newest, row.bounds, reported))
    return [spell for spell in found if spell.end is None or spell.end > spell.start]


def _fades(world: World, view: View) -> int | None:
    """When the value of the known slice counts no more, though the slice goes on."""
    ends = (one.start for one in stretches(view, world.policy) if one.held is not view.slice.claims[0])
    return next(ends, None)


def newest_event(view: View) -> str | None:
    row = view.slice
    if row.status == "unknown":
        return row.ended_by
    return max(row.claims, key=lambda claim: (claim.at, claim.event_id)).event_id if row.claims else None


def cut_to(v: Voice, spell: Spell, window: tuple[int, int]) -> str:
    """When it was so in the window; up to the last report, where no other ended it."""
    start, end = max(spell.start, window[0]), min(window[1] if spell.end is None else spell.end, window[1])
    faded = spell.faded_from is not None and spell.faded_from < window[1]
    return until_reported(v, start, spell.reported) if faded else v.span(start, end)


def last_reported(world: World, plan: Plan, spell: Spell) -> str:
    """The hedge for the newest spell, if no report ended it."""
    if spell.faded_from is not None and spell.end is not None:
        return nothing_since(world, plan, plan.entity, plan.attribute, last=max(spell.faded_from, plan.upto_us))
    return nothing_since(world, plan, plan.entity, plan.attribute, reaching=spell.end)


def most_recent(v: Voice, told: list[str]) -> str:
    """All the times told; of very many how many they are, and the newest. `told` is oldest first."""
    if len(told) <= _MOST_TOLD:
        return v.all_of(told)
    return v.bit("{n} times, most recently {t}", "{n} 次，最近一次是{t}", n=len(told), t=told[-1])


def times(v: Voice, count: int) -> str:
    """'Twice', '3 times'; in Chinese the number alone."""
    words = {1: "once", 2: "twice"}
    return v.bit(words.get(count, f"{count} times"), str(count))


def as_data(spell: Spell) -> dict[str, object]:
    return {
        "value": spell.value,
        "start": from_us(spell.start).isoformat(),
        "end": None if spell.end is None else from_us(spell.end).isoformat(),
    }
