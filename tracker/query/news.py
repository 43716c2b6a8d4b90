"""What an event brought about, by what the views say now."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.domain.answers import Change
from tracker.domain.events import Event
from tracker.domain.payloads import DECISION_TYPES, NAMING_FIELDS
from tracker.domain.times import to_us
from tracker.projection.scene import Scene
from tracker.query.windows import changes


def brought(scene: Scene, event: Event) -> tuple[Change, ...]:
    """The changes that rest on the event, in order of time; of a decision also those that rest on the events it is
    about. What came later may have undone them: then there are none."""
    ids = [str(one) for field in NAMING_FIELDS for one in getattr(event.payload, field, ())]
    about = list(scene.events(ids).values())
    given_to = getattr(event.payload, "new_entity", None)
    resting_on = {event.event_id, *(one.event_id for one in about)}
    found: dict[tuple[str, str, object], Change] = {}
    for one in (event, *about):
        span = to_us(one.occurred_at), to_us(one.occurred_until or one.occurred_at) + 1
        for change in _of(scene, {one.entity_id, given_to}, span):
            if not resting_on.isdisjoint(change.event_ids) or _decided(event, change):
                found[change.entity_id, change.attribute, change.at] = change
    return tuple(sorted(found.values(), key=lambda one: (one.at, one.entity_id, one.attribute)))


def _of(scene: Scene, entity_ids: set[str | None], span: tuple[int, int]) -> Iterator[Change]:
    for root in sorted({scene.root(each) for each in entity_ids if each is not None}):
        yield from changes(scene, span, None, root)


def _decided(event: Event, change: Change) -> bool:
    """Whether a decision changed it: what was settled rests on the reports, not on who settled it."""
    return event.type in DECISION_TYPES and change.at == event.occurred_at
