"""Reading a batch, and telling what of it is new: the same event may be sent again, by another sender, in any batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import final
from uuid import UUID

from sqlalchemy import Connection, or_, select

from tracker.domain.events import Event, Sent, read_event
from tracker.domain.ids import id_text_for
from tracker.domain.payloads import ACTION_TYPES, NAMING_EVENTS, Decided, Redacted, Resolved, Split
from tracker.domain.times import DAY, HOUR, from_us
from tracker.errors import InvalidEvent, InvalidInput, SourceKeyConflict
from tracker.store import codec
from tracker.store.codec import Draft, Row
from tracker.store.quick import quick_draft
from tracker.store.sql import parts
from tracker.store.tables import events, own_ids

# Clocks of cameras and phones drift by minutes; what is hours ahead has a wrong clock or a wrong zone.
MOST_AHEAD = HOUR
# What is told or decided may be about a time to come, but not about another century.
FURTHEST = 10 * 366 * DAY
_OBSERVED = frozenset({"seen", "not_seen", "system_action", *ACTION_TYPES})

Refuse = Callable[[int, InvalidInput, str, str], None]
"""Told of each event that cannot be stored: its place in the batch, the error, its field and what is wrong with it."""


@final
class Given:
    """An event of the batch: where it stood, how it will be stored, and the events it decides about; `made_id` is the
    id that is made from its source key, where it came with another. The event itself is let go at once: thousands kept
    alive cost more in garbage collection than in validation."""

    def __init__(self, place: int, draft: Draft, targets: tuple[UUID, ...], made_id: str | None) -> None:
        self.place = place
        self.draft = draft
        self.targets = targets
        self.made_id = made_id


def read_batch(given: Iterable[Sent], now: int, refuse: Refuse) -> list[Given]:
    """The valid events of the batch. `now`: microseconds since the epoch, by the log's clock."""
    read: list[Given] = []
    for index, one in enumerate(given):
        draft = quick_draft(one) if type(one) is dict else None
        targets: tuple[UUID, ...] = ()
        try:
            if draft is None:
                draft, targets = _read(one)
            _check_times(draft, now)
        except InvalidEvent as error:
            refuse(index, InvalidEvent(error.field, error.problem, f"event {index}"), error.field, error.problem)
        else:
            made_id = None
            if draft.source_key is not None and (type(one) is not dict or "event_id" in one):
                made_id = id_text_for(draft.source, draft.source_key)
            read.append(Given(index, draft, targets, made_id if made_id != draft.event_id else None))
    return read


def _check_times(draft: Draft, now: int) -> None:
    """InvalidEvent for what cannot have been learned or have happened yet. Of what answers somebody's words the time is
    the one they tell of."""
    # Most events are of the past in every respect.
    newest = max(draft.occurred_at, draft.occurred_until or 0, draft.observed_at or 0)
    if newest <= now + MOST_AHEAD:
        return
    happened = draft.type in _OBSERVED and draft.caused_by is None
    for field, moment, most, told in (
        ("observed_at", draft.observed_at, MOST_AHEAD, "an hour"),
        (
            "occurred_at",
            draft.occurred_at,
            MOST_AHEAD if happened else FURTHEST,
            "an hour" if happened else "ten years",
        ),
        ("occurred_until", draft.occurred_until, FURTHEST, "ten years"),
    ):
        if moment is not None and moment > now + most:
            raise InvalidEvent(field, f"is more than {told} ahead of the clock ({from_us(now).isoformat()})")


def _read(one: Sent) -> tuple[Draft, tuple[UUID, ...]]:
    """How the event will be stored, and the events it decides about."""
    if isinstance(one, InvalidEvent):
        raise one
    event = read_event(one)
    return codec.draft(event), _targets(event) if event.type in NAMING_EVENTS else ()


def _targets(event: Event) -> tuple[UUID, ...]:
    """The events that this event decides about."""
    payload = event.payload
    if isinstance(payload, (Decided, Redacted, Split)):
        return tuple(dict.fromkeys(payload.event_ids))
    if isinstance(payload, Resolved):
        return tuple(dict.fromkeys((*payload.keep, *payload.drop)))
    return ()


def without_repeats(read: list[Given], refuse: Refuse) -> tuple[list[Given], list[tuple[Given, Given]], bool]:
    """The events without those that repeat an earlier one of the same batch, those, each with the earlier one, and
    whether any has a source key and another id than the one that is made from it."""
    by_id: dict[str, Given] = {}
    by_key: dict[tuple[str, str | None], Given] = {}
    own = True in [each.made_id is not None for each in read]  # or keys are the same where ids are
    fresh, repeats = [], []
    for each in read:
        draft = each.draft
        earlier = by_id.setdefault(draft.event_id, each)
        if own and earlier is each and draft.source_key is not None:
            earlier = by_key.setdefault((draft.source, draft.source_key), each)
        if earlier is each:
            fresh.append(each)
        else:
            repeats.append((each, earlier))
            _compare(each, earlier.draft, f"event {earlier.place} of this batch", False, refuse)
    return fresh, repeats, own


def without_stored(connection: Connection, fresh: list[Given], refuse: Refuse) -> list[Given]:
    """The events without those that the log holds already."""
    by_id: dict[str, Row] = {}
    by_key: dict[tuple[str, str | None], Row] = {}
    for part in parts(fresh):
        keys = [(each.draft.source, each.draft.source_key) for each in part if each.draft.source_key is not None]
        made = [id_text_for(source, key) for source, key in keys]
        given = select(own_ids.c.event_id).where(own_ids.c.made_id.in_(made))
        ids = or_(events.c.event_id.in_([*(each.draft.event_id for each in part), *made]), events.c.event_id.in_(given))
        found = connection.execute(select(events).where(ids)).all()
        for stored in map(Row._make, found):
            by_id[stored.event_id] = by_key[stored.source, stored.source_key] = stored
    remaining = []
    for each in fresh:
        draft = each.draft
        known = by_id.get(draft.event_id)
        if known is None and draft.source_key is not None:
            known = by_key.get((draft.source, draft.source_key))
        if known is None:
            remaining.append(each)
            continue
        filled_in = known.observed_at == known.recorded_at
        _compare(each, codec.drafted(known), f"seq {known.seq}", filled_in, refuse)
    return remaining


def _compare(each: Given, stored: Draft, where: str, observed_filled_in: bool, refuse: Refuse) -> None:
    """Refuse the event unless it says what the stored one says. What the log filled in (an id made from the source
    key, the observation time) is not compared, and neither is content that has been redacted since."""
    draft = each.draft
    skipped = set()
    if draft.source_key is not None:
        made = id_text_for(draft.source, draft.source_key)
        if made in (draft.event_id, stored.event_id):
            skipped.add("event_id")
    if draft.observed_at is None or stored.observed_at is None or observed_filled_in:
        skipped.add("observed_at")
    if stored.payload is None or draft.payload is None:
        skipped |= {"payload", "model", "evidence"}
    differing = [
        field
        for field, mine, theirs in zip(Draft._fields, draft, stored, strict=True)
        if mine != theirs and field not in skipped
    ]
    if not differing:
        return
    problem = f"{where} holds event {stored.event_id} and event {draft.event_id} differs in {', '.join(differing)}"
    if draft.source_key is not None and (draft.source, draft.source_key) == (stored.source, stored.source_key):
        key = f"{draft.source} / {draft.source_key}"
        refuse(each.place, SourceKeyConflict(f"source key {key}: {problem}"), "source_key", problem)
    else:
        refuse(each.place, InvalidEvent("event_id", problem, f"event {each.place}"), "event_id", problem)
