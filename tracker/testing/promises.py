"""The promises P1 to P5 of DESIGN section 4, tried on random streams of events that a pack's rule reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from rules import RULES
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION
from tracker.domain.rule import Rule
from tracker.domain.times import to_us
from tracker.errors import MissingExtra
from tracker.tracker import Tracker

try:
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    raise MissingExtra("tracker.testing.promises", "testing") from None

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
_NOW = to_us(START + timedelta(days=1))
ENTITIES = ("lamp", "plant", "box")
_SOURCES = ("camera:a", "camera:b", "sensor:c")
_PEOPLE = ("user:ana", "user:ben")
_CLAIMING = ("seen", "seen", "seen", "not_seen", "stated", "system_action", "confirmed", "corrected", "denied")
_PERSONAL = ("confirmed", "corrected", "denied")
_LATER = (timedelta(0), timedelta(0), timedelta(seconds=1), timedelta(hours=2))
Attributes = Mapping[str, Sequence[str]]


def promises(rule: Rule, attributes: Attributes, examples: int = 40) -> Callable[[], None]:
    """A test, for pytest to find under any `test_` name, that the promises hold with the rule beside those that ship.

    `attributes`: those that its events make claims about, each with some values, like `{"soil": ["dry", "wet"]}`.
    Each of the `examples` opens about ten trackers in memory."""
    rules = [rule, *RULES]

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(events=streams(attributes), batch=st.integers(1, 4), data=st.data())
    def keeps_the_promises(events: list[Event], batch: int, data: st.DataObject) -> None:
        arrived = data.draw(st.permutations(events))
        check_order(rules, events, arrived, batch)
        check_replay(rules, arrived, batch)
        check_known_at(rules, arrived, data.draw(st.sampled_from([_learned(event) for event in events])))
        check_support(rules, arrived)
        check_events_kept(rules, arrived)
        check_merge_undone(rules, arrived)

    return keeps_the_promises


@st.composite
def streams(draw: st.DrawFn, attributes: Attributes, max_size: int = 8) -> list[Event]:
    """Reports, actions, people's words, and decisions, merges and splits about them, in fold order: few entities, few
    values and instants, so that everything collides with everything."""
    events = [draw(_reports(number, attributes)) for number in range(draw(st.integers(1, max_size)))]
    for number in range(draw(st.integers(0, 3))):
        events.append(draw(_decisions(max_size + number, events)))
    return sorted(events, key=lambda event: (event.occurred_at, event.observed_at, str(event.event_id)))


@st.composite
def _reports(draw: st.DrawFn, number: int, attributes: Attributes) -> Event:
    kind = draw(st.sampled_from([*_CLAIMING * 2, "placed", "removed", "planned", "completed"]))
    at = START + draw(st.integers(0, 3)) * timedelta(hours=1) + draw(st.integers(0, 6)) * timedelta(seconds=0.5)
    span = draw(st.sampled_from([None, None, None, timedelta(seconds=1), timedelta(hours=1)]))
    return Event(
        event_id=UUID(int=number + 1),
        entity_id=draw(st.sampled_from(ENTITIES)),
        type=kind,
        occurred_at=at,
        occurred_until=at + span if span is not None and kind in _CLAIMING else None,
        observed_at=at + draw(st.sampled_from(_LATER)),
        confidence=draw(st.sampled_from([1.0, 1.0, 0.7, 0.3])),
        source=draw(st.sampled_from(_PEOPLE if kind in _PERSONAL else _SOURCES)),
        payload=draw(_payloads(kind, at, attributes)),
    )


@st.composite
def _payloads(draw: st.DrawFn, kind: str, at: datetime, attributes: Attributes) -> dict[str, Any]:
    if kind == "placed":
        return {"place": draw(st.sampled_from(["hall", "shelf"]))}
    if kind == "removed":
        return {"by": draw(st.sampled_from([None, "ana"]))}
    if kind == "planned":
        return {"what": "something", "due_at": at + timedelta(hours=1)}
    if kind == "completed":
        return {}
    known = {LOCATION: ("hall", "shelf")} | dict(attributes)
    attribute = draw(st.sampled_from([*list(attributes) * 3, LOCATION]))
    claim: dict[str, Any] = {"attribute": attribute, "value": draw(st.sampled_from(list(known[attribute])))}
    if kind != "not_seen" and draw(st.integers(0, 3)) == 0:
        claim["until"] = at + timedelta(hours=1)
    told = {"stated": {"text": "somebody said so"}, "system_action": {"action": "report"}}
    return {"claim": claim} | told.get(kind, {})


@st.composite
def _decisions(draw: st.DrawFn, number: int, earlier: list[Event]) -> Event:
    kind, about = draw(st.sampled_from(["accepted", "rejected", "merged", "split"])), draw(st.sampled_from(earlier))
    others = [one for one in (*ENTITIES, "spare") if one != about.entity_id]
    payload: dict[str, Any] = {"event_ids": [about.event_id]}
    if kind == "merged":
        payload = {"into": draw(st.sampled_from(others))}
    elif kind == "split":
        payload |= {"new_entity": draw(st.sampled_from(others))}
    at = max(_learned(about), START) + draw(st.sampled_from(_LATER))
    return Event(
        event_id=UUID(int=number + 1), entity_id=about.entity_id, type=kind, occurred_at=at, observed_at=at,
        source=draw(st.sampled_from(_PEOPLE)), payload=payload,
    )  # fmt: skip


def _tracker(rules: Sequence[Rule], events: Sequence[Event], batch: int = 3) -> Tracker:
    tracker = Tracker.open("sqlite://", rules=rules, clock=lambda: _NOW)
    for first in range(0, len(events), batch):
        tracker.append(events[first : first + batch])
    return tracker


def check_order(rules: Sequence[Rule], events: Sequence[Event], arrived: Sequence[Event], batch: int) -> None:
    """P1: any arrival order and any batching gives the same digest."""
    with _tracker(rules, events, 1) as one, _tracker(rules, arrived, batch) as other:
        assert one.digest() == other.digest(), "P1: another order of arrival gives another state"


def check_replay(rules: Sequence[Rule], events: Sequence[Event], batch: int) -> None:
    """P2: the state after appends is the state after a replay."""
    with _tracker(rules, [], 1) as tracker:
        for first in range(0, len(events), batch):
            tracker.append(events[first : first + batch])
            before = tracker.digest()
        done = tracker.replay(dry_run=True)
        assert done.after == before, f"P2: a replay gives another state: {done.changes}"


def check_known_at(rules: Sequence[Rule], events: Sequence[Event], known_at: datetime) -> None:
    """P3: as known then is what a tracker says that only ever received what was observed by then."""
    by_then = [event for event in events if _learned(event) <= known_at]
    with _tracker(rules, events) as everything, _tracker(rules, by_then) as then:
        for name, attribute in _tracks(everything):
            found = everything.history(name, attribute, known_at=known_at)
            assert found == then.history(name, attribute), f"P3: {attribute} of {name} as known at {known_at}"


def check_support(rules: Sequence[Rule], events: Sequence[Event]) -> None:
    """P4: no interval holds a value without a supporting event at or before its start."""
    begins = {event.event_id: event.occurred_at for event in events}
    with _tracker(rules, events) as tracker:
        for name, attribute in _tracks(tracker):
            for stay in tracker.history(name, attribute):
                known = [begins[one] <= stay.start for one in stay.event_ids if one in begins]
                assert stay.status == "unknown" or any(known), f"P4: nothing supports {stay}"


def check_events_kept(rules: Sequence[Rule], events: Sequence[Event]) -> None:
    """P5: projecting, merging, splitting and deciding changes and loses no event."""
    with _tracker(rules, events) as tracker:
        tracker.replay()
        given_events = {event.event_id: _as_given(event) for event in events}
        assert {event.event_id: _as_given(event) for event in tracker.events()} == given_events, "P5: events differ"
        assert tracker.verify().ok, "P5: the log does not verify"


def check_merge_undone(rules: Sequence[Rule], events: Sequence[Event]) -> None:
    """P5: undoing a merge restores the digest."""
    last = START + timedelta(hours=20)
    said = {"entity_id": ENTITIES[0], "source": _PEOPLE[0], "occurred_at": last, "observed_at": last}
    merge = Event.model_validate(said | {"type": "merged", "payload": {"into": ENTITIES[1]}})
    undo = Event.model_validate(said | {"type": "rejected", "payload": {"event_ids": [merge.event_id]}})
    with _tracker(rules, events) as tracker:
        before = tracker.digest()
        tracker.append([merge])
        tracker.append([undo])
        assert tracker.digest() == before, "P5: undoing a merge leaves another state"


def _tracks(tracker: Tracker) -> list[tuple[str, str]]:
    """Every attribute of every entity that anything is told of."""
    day = timedelta(days=1)
    return sorted({(one.entity_id, one.attribute) for one in tracker.changes(START - day, START + 2 * day)})


def _learned(event: Event) -> datetime:
    return event.observed_at or event.occurred_at


def _as_given(event: Event) -> dict[str, Any]:
    return event.model_dump(exclude={"seq", "recorded_at", "hash"})
