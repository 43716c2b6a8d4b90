"""How it came to be: the intervals of an attribute, joined from the slices of the view."""

from __future__ import annotations

from itertools import groupby, takewhile
from uuid import UUID

from tracker.domain.answers import Interval, Span
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.slices import Held, Slice
from tracker.domain.times import from_us
from tracker.projection.scene import Scene
from tracker.query.fading import stretches
from tracker.query.where import candidates
from tracker.store.views import View

_EVER = 1 << 62


def history(
    scene: Scene, policy: Policy, entity_id: str, attribute: str, window: tuple[int | None, int | None]
) -> list[Interval]:
    """The intervals that overlap the window `[start, end)`, in order of time, whole: not cut to it.

    Times are microseconds since the epoch (UTC). A run of slices with one value is one interval; its confidence and
    basis are those of its newest support; `faded` are the spans in which what supported it was no longer fresh."""
    start, end = window
    views = scene.slices_of(entity_id, attribute, start, end)
    if views and views[0].slice.since < views[0].slice.start:
        views = scene.slices_of(entity_id, attribute, views[0].slice.since, end)
    if views and end is not None:
        views += _rest_of_run(scene, views[-1])
    return [_interval(scene, policy, list(run)) for _, run in groupby(views, key=_run)]


def _rest_of_run(scene: Scene, last: View) -> list[View]:
    end = last.slice.end
    after = scene.slice_at(last.entity_id, last.attribute, end) if end is not None else None
    if end is None or after is None or _run(after) != _run(last):
        return []
    later = scene.started_in(end, _EVER, last.attribute, last.entity_id)
    return list(takewhile(lambda view: _run(view) == _run(last), later))


def _run(view: View) -> tuple[int, str]:
    return (view.slice.since, view.slice.status)


def _interval(scene: Scene, policy: Policy, run: list[View]) -> Interval:
    first, last = run[0], run[-1]
    end, bounds = last.slice.end, last.slice.bounds
    shown: Held | None = last.slice.claims[0] if last.slice.status == "known" else None
    ids = dict.fromkeys(event_id for view in run for event_id in _support(view.slice))
    conflict = last.slice.conflict_id
    return Interval(
        entity_id=first.entity_id,
        attribute=first.attribute,
        value=_shown_value(scene, shown),
        relation=shown.relation if shown else None,
        start=from_us(first.slice.start),
        end=from_us(end) if end is not None else None,
        status=last.slice.status,
        basis=shown.basis if shown else None,
        confidence=shown.confidence if shown else None,
        change_bounds=(from_us(bounds[0]), from_us(bounds[1])) if bounds is not None else None,
        candidates=candidates(scene, last.slice.claims) if last.slice.status == "conflict" else (),
        conflict_id=UUID(conflict) if conflict else None,
        event_ids=tuple(UUID(event_id) for event_id in ids),
        faded=_faded(policy, run),
        rule=last.rule,
    )


def _faded(policy: Policy, run: list[View]) -> tuple[Span, ...]:
    """When the value was not known any more, though nothing said that it had ended (rows W1, W2)."""
    found: list[Span] = []
    for view in run if run[0].slice.status == "known" else []:
        for one in stretches(view, policy):
            if one.held is None or one.held is not view.slice.claims[0]:
                start, end = from_us(one.start), None if one.end is None else from_us(one.end)
                goes_on = bool(found) and found[-1][1] == start
                found[-1:] = [(found[-1][0], end)] if goes_on else [*found[-1:], (start, end)]
    return tuple(found)


def _support(slice_: Slice) -> list[str]:
    if slice_.status == "unknown":
        return [slice_.ended_by] if slice_.ended_by else []
    return [held.event_id for held in slice_.claims]


def _shown_value(scene: Scene, held: Held | None) -> str | None:
    """The value; for "put down where the holder was then", the place where that was."""
    visited = 0
    while held is not None and held.holder_at is not None and visited < 64:
        view = scene.slice_at(scene.root(held.value), LOCATION, held.holder_at)
        if view is None or view.slice.status != "known":
            return held.value
        held, visited = view.slice.claims[0], visited + 1
    return held.value if held is not None else None
