"""What was done with a thing: taken, put down, moved; only what was reported well enough to count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION, Moved, Placed, Removed, Resolved
from tracker.domain.times import MINUTE, to_us
from tracker.query.ask.plan import Plan
from tracker.query.ask.world import World
from tracker.query.where import where

_EVER = 1 << 61
ABOUT = 30 * MINUTE
"""How near to the time asked about what was done or happened then may have been."""


def counted(world: World, entity: str, types: Sequence[str], upto: int) -> list[Event]:
    """The entity's newest reports of these types, newest first: those that count, and were not given up by whoever
    settled a conflict."""
    reports = world.scene.reports(entity, types, upto)
    settlements = world.scene.reports(entity, ("resolved",), _EVER) if reports else []
    given_up = {one for each in settlements if isinstance(each.payload, Resolved) for one in each.payload.drop}
    return [one for one in reports if one.event_id not in given_up]


def acts(world: World, plan: Plan) -> Iterator[Event]:
    """What was done as the plan asks (`value`: took, put, moved or lost) with its thing in its window, newest first, by
    anybody."""
    window, upto = plan.window_us, plan.upto_us
    if window is None and plan.asks == "whether" and plan.at < plan.now:
        window, upto = (plan.at_us - ABOUT, plan.at_us + ABOUT), plan.at_us + ABOUT  # 'did she take it at noon?'
    for event in counted(world, plan.entity, ("removed", "moved", "placed"), upto):
        when = to_us(event.occurred_at)
        if window is not None and when < window[0]:
            return
        if _is_such(event, plan.value) and (plan.place is None or _concerns(world, plan, event, when)):
            yield event


def _is_such(event: Event, wanted: str | None) -> bool:
    payload = event.payload
    if wanted == "lost":
        return isinstance(payload, Removed) and payload.by is None and payload.place is None
    if isinstance(payload, Placed):
        put = payload.relation != "with" and (payload.place is not None or payload.by is not None)
        return put and (wanted == "put" or (wanted == "moved" and payload.by is not None))
    if isinstance(payload, Moved):
        # What moves by itself was neither taken nor put.
        return payload.by is not None and (wanted != "put" or payload.to_place is not None)
    return isinstance(payload, Removed) and wanted != "put"


def _concerns(world: World, plan: Plan, event: Event, when: int) -> bool:
    """Whether it was taken from the plan's place, or put there."""
    place = world.scene.root(plan.place or "")
    at = when if plan.value == "put" else when - 1
    named = place_of(world, event) if plan.value == "put" else _taken_from(event)
    if named is not None and world.scene.root(named) == place:
        return True
    around = where(world.scene, world.policy, plan.entity, LOCATION, at)
    return place in map(world.scene.root, (*around.path, *([around.place] if around.place else [])))


def _taken_from(event: Event) -> str | None:
    payload = event.payload
    return payload.place if isinstance(payload, Removed) else getattr(payload, "from_place", None)


def place_of(world: World, event: Event) -> str | None:
    """Where it was put: as told, else where whoever put it down was."""
    payload = event.payload
    if isinstance(payload, Moved):
        return payload.to_place
    if not isinstance(payload, Placed):
        return None
    if payload.place is not None or payload.by is None:
        return payload.place
    return where(world.scene, world.policy, payload.by, LOCATION, to_us(event.occurred_at)).place
