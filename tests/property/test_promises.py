"""P1 to P5 of DESIGN section 4, over random streams of all event types."""

from __future__ import annotations

from collections.abc import Set
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from tests.property.agreement import all_answers
from tests.property.opening import NOW, on_both_databases, snapshots_every, tracker_of
from tests.property.streams import (
    ANYTHING,
    ENTITIES,
    MACHINES,
    START,
    awaiting_streams,
    delays,
    instants,
    only,
    secretive_streams,
    streams,
)
from tracker import Event, Tracker
from tracker.domain.times import from_us
from tracker.projection.folding import SNAPSHOT_EVERY
from tracker.store import contents

ATTRIBUTES = ("location", "openness", "plan", "online")
NAMES = (*ENTITIES, "table", "spare", "spare_2", *MACHINES)


@on_both_databases(
    events=streams(merging=ANYTHING),
    batch=st.integers(1, 10),
    asked=st.booleans(),
    again=st.integers(0, 3),
    data=st.data(),
)
def test_p1_neither_order_nor_batching_nor_resending_matters(database, events, batch, asked, again, data) -> None:
    """Any arrival order, any batching, asked in between or not, either database: the same digest. What is sent twice is
    a duplicate."""
    arrived = data.draw(st.permutations(events))
    with (
        tracker_of(events, batch=1, asked=True) as one,
        database.tracker_of(arrived, batch=batch, asked=asked) as other,
    ):
        receipt = other.append(arrived[:again])
        assert (receipt.appended, receipt.duplicates) == (0, len(arrived[:again]))
        assert one.digest() == other.digest()


@on_both_databases(
    events=streams(referring=6, merging=ANYTHING),
    batch=st.integers(1, 10),
    asked=st.booleans(),
    every=st.sampled_from([1, 2, SNAPSHOT_EVERY]),
    data=st.data(),
)
def test_p2_incremental_state_is_replayed_state(database, events, batch, asked, every, data) -> None:
    """State after appends equals state after dropping everything and replaying the log, names included."""
    arrived = data.draw(st.one_of(st.just(events), st.permutations(events)))
    with snapshots_every(every), database.tracker_of(arrived, batch=batch, asked=asked) as tracker:
        before, named = tracker.digest(), names(tracker)
        assert tracker.verify().ok
        trial = tracker.replay(dry_run=True)
        assert (trial.changed, trial.queued, trial.after) == (0, 0, before)
        tracker.replay()
        assert (tracker.digest(), names(tracker)) == (before, named)


def names(tracker: Tracker) -> dict[str, contents.Content]:
    """The rows of all names, by entity."""
    with tracker.store.read() as connection:
        return contents.contents(connection, contents.Range("", None), only=(contents.NAMES,))


@on_both_databases(events=awaiting_streams())
def test_p2_what_is_yet_to_come_rests_on_what_happens_meanwhile(database, events) -> None:
    """What was folded of a time ahead is folded anew when others' events put that time in another light: after every
    single event."""
    with database.tracker_of([], batch=1) as tracker:
        for event in events:
            tracker.append(event)
            before = tracker.digest()
            assert tracker.replay(dry_run=True).after == before


@on_both_databases(events=streams(merging=ANYTHING), known_at=st.builds(lambda at, delay: at + delay, instants, delays))
def test_p3_as_known_then_is_what_one_would_have_known_then(database, events, known_at) -> None:
    """`known_at=K` equals a tracker that only ever received what was observed by K.

    What was redacted since is gone from both: it cannot be shown again at any known time."""
    by_then = only(events, lambda event: event.observed_at <= known_at)
    with database.tracker_of(events, batch=5) as everything, database.tracker_of(by_then, batch=5) as then:
        found = all_answers(everything, NAMES, ATTRIBUTES, known_at)
        assert found == all_answers(then, NAMES, ATTRIBUTES)
        for name in {event.entity_id for event in events}:
            now_known, known_then = (
                everything.where(name, at=known_at, known_at=known_at),
                then.where(name, at=known_at),
            )
            same = {"known_at": None}
            if now_known.status == "never_seen":
                same["text"] = known_then.text  # "nothing was known by then" of one, "never reported" of the other
            assert now_known.model_copy(update=same) == known_then


@on_both_databases(
    events=secretive_streams(),
    who=st.sampled_from([frozenset(), {"ana"}]),
    known_at=st.one_of(st.none(), st.builds(lambda at, delay: at + delay, instants, delays)),
)
def test_a_viewer_is_told_what_is_known_without_what_he_may_not_see(database, events, who, known_at) -> None:
    """`viewer=` equals a tracker that only ever received what the viewer may see, whatever is asked, and of whatever
    time: no row shows, no count, and no hint of one."""

    def heard(event: Event) -> bool:
        return not event.visibility or not who.isdisjoint(event.visibility)

    with database.tracker_of(events, batch=5) as everything, database.tracker_of(only(events, heard), batch=5) as his:
        names = {event.entity_id for event in events} | {"table", "spare"}
        assert_told_alike(everything, his, names, who, known_at)
        hidden = {event.event_id for event in events if not heard(event)}
        for name in names:
            told = everything.events(name, known_at=known_at, viewer=who)
            whole = his.events(name, known_at=known_at)
            assert [as_told(one, frozenset()) for one in told] == [as_told(one, hidden) for one in whole]


def as_told(event: Event, hidden: Set[UUID]) -> dict[str, Any]:
    """The event without its place in the log and without the ids of hidden events: whoever may not see these is not
    told of them either by the events that name them."""
    told = event.model_dump(exclude={"seq", "recorded_at", "hash"})
    if told["caused_by"] in hidden:
        told["caused_by"] = None
    payload = told["payload"]
    named = {field: payload[field] for field in ("event_ids", "keep", "drop") if payload.get(field)}
    left = {field: tuple(one for one in ids if one not in hidden) for field, ids in named.items()}
    if left != named:
        told["payload"] = payload | left if any(left.values()) else {"forgotten": True}
    return told


def assert_told_alike(
    everything: Tracker, his: Tracker, names: Set[str], who: Set[str], known_at: datetime | None
) -> None:
    """Whatever a viewer asks of the one tracker is answered as the other answers whoever opened it."""
    asked = {"known_at": known_at}
    seen = {"known_at": known_at, "viewer": who}
    assert all_answers(everything, NAMES, ATTRIBUTES, known_at, who) == all_answers(his, NAMES, ATTRIBUTES, known_at)
    window = (START - timedelta(days=1), START + timedelta(days=1))
    assert everything.changes(*window, **seen) == his.changes(*window, **asked)
    for status in (None, "open"):
        assert everything.conflicts(status=status, **seen) == his.conflicts(status=status, **asked)
    for name in names:
        for hours in (1, 4):
            at = START + timedelta(hours=hours, minutes=1)
            for attribute in ("location", "openness"):
                one, other = (t.state(name, attribute, at=at, **how) for t, how in ((everything, seen), (his, asked)))
                assert one == other
            assert everything.where(name, at=at, **seen) == his.where(name, at=at, **asked)
        assert everything.inside(name, at=at, **seen) == his.inside(name, at=at, **asked)
        for asked_for in (name, f"{name}s"):
            assert everything.nearest(asked_for, **seen) == his.nearest(asked_for, **asked)
        assert everything.last_seen(name, **seen) == his.last_seen(name, **asked)
        if known_at is None:
            assert everything.count(name, viewer=who) == his.count(name)


@on_both_databases(events=streams(merging=ANYTHING), data=st.data())
def test_p4_no_value_without_support(database, events, data) -> None:
    """Every interval with a value names an event that had happened when the interval began."""
    with database.tracker_of(data.draw(st.permutations(events)), batch=4) as tracker:
        assert_supported(tracker)


def assert_supported(tracker: Tracker) -> None:
    logged = {event.event_id: event for event in tracker.events()}
    for (name, attribute), stays in all_answers(tracker, NAMES, ATTRIBUTES).items():
        for stay in stays:
            begun = [logged[one].occurred_at <= stay.start for one in stay.event_ids]
            assert stay.status == "unknown" or any(begun), (name, attribute, stay)


@on_both_databases(events=streams(referring=6, merging=ANYTHING), data=st.data())
def test_p5_no_event_is_changed_or_lost(database, events, data) -> None:
    """Whatever was merged, split, decided or redacted: the log holds what was given, but for redacted contents."""
    with database.tracker_of(data.draw(st.permutations(events)), batch=4) as tracker:
        tracker.replay()
        assert_nothing_lost(tracker, events)


def assert_nothing_lost(tracker: Tracker, events: list[Event]) -> None:
    redacted = {one for event in events if event.type == "redacted" for one in event.payload.event_ids}
    found = list(tracker.events())
    assert [event.event_id for event in found] == [event.event_id for event in events]
    for event, given_event in zip(found, events, strict=True):
        assert _as_given(event, redacted) == _as_given(given_event, redacted)
    assert tracker.verify().ok


def _as_given(event: Event, redacted: set[UUID]) -> dict:
    given = event.model_dump(exclude={"seq", "recorded_at", "hash"})
    if event.event_id in redacted:
        del given["payload"]
    return given


@on_both_databases(
    events=streams(merging=ANYTHING), pair=st.permutations(["keys", "phone", "bag", "spare"]), data=st.data()
)
def test_p5_undoing_a_merge_restores_the_digest(database, events, pair, data) -> None:
    """A merge that is rejected might as well never have been."""
    last = from_us(NOW) - timedelta(minutes=2)
    person = {"source": "user:ana", "occurred_at": last, "observed_at": last}
    merge = Event(entity_id=pair[0], type="merged", payload={"into": pair[1]}, **person)
    undo = Event(
        entity_id=pair[0],
        type="rejected",
        payload={"event_ids": [merge.event_id]},
        **person | {"occurred_at": last + timedelta(minutes=1)},
    )
    with database.tracker_of(events, batch=4) as tracker:
        before = tracker.digest()
        for event in data.draw(st.permutations([merge, undo])):
            tracker.append(event)
        assert tracker.digest() == before
