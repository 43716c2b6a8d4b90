"""Whatever is given as an argument of a read, the reader is told in one line which argument is wrong, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tracker import Tracker, TrackerError
from tracker.domain.answers import Decision
from tracker.errors import InvalidInput
from tracker.query.ask.plan import Plan, read_plan

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def tracker() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as opened:
        claim = {"claim": {"value": "desk", "relation": "on"}}
        seen = {"entity_id": "keys", "type": "seen", "occurred_at": NOON, "source": "camera:a", "payload": claim}
        opened.append([seen, {**seen, "occurred_at": datetime(2025, 3, 2, tzinfo=UTC)}])
        yield opened


READS: dict[str, Callable[[Tracker, Any], Any]] = {
    "where": lambda t, bad: t.where(bad),
    "last_seen": lambda t, bad: t.last_seen(bad),
    "state": lambda t, bad: t.state("keys", bad),
    "history": lambda t, bad: t.history("keys", bad),
    "events": lambda t, bad: list(t.events(bad)) if bad is not None else t.where(bad),
    "types": lambda t, bad: list(t.events(types=[bad])),
    "changes": lambda t, bad: t.changes(NOON, NOON + timedelta(1), bad or "\x00"),
    "held": lambda t, bad: t.held("keys", "location", bad, NOON, NOON + timedelta(1)),
    "inside": lambda t, bad: t.inside(bad),
    "relation": lambda t, bad: t.inside("desk", relation=bad) if bad is not None else t.inside(bad),
    "count": lambda t, bad: t.count(bad),
    "resolve": lambda t, bad: t.resolve(bad),
    "viewer": lambda t, bad: t.where("keys", viewer=[bad]),
    "position": lambda t, bad: t.position(bad),
    "note": lambda t, bad: t.note("The keys are on the desk.", source=bad),
    "ask": lambda t, bad: t.ask("Where are the keys?", tz=bad),
}


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("bad", [None, 5, 1.5, b"keys", [], {}, object, "\ud800", "\x00"], ids=ascii)
def test_what_is_not_storable_text_is_refused_before_it_reaches_the_database(
    tracker: Tracker, read: str, bad: Any
) -> None:
    """A wrong type, a NUL or a lone surrogate is one line, not the database driver's exception."""
    with pytest.raises(TrackerError) as refused:
        READS[read](tracker, bad)
    assert len(str(refused.value)) < 400
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("argument", "read"),
    {
        "viewer": lambda t: t.where("keys", viewer=5),
        "types": lambda t: t.events(types="seen"),
        "status": lambda t: t.conflicts(status="closed"),
        "after": lambda t: t.ask("and yesterday?", after="where are the keys?"),
        "events": lambda t: t.append(None),
        "expected_seq": lambda t: t.append([], expected_seq="1"),
        "on_error": lambda t: t.append([], on_error=2),
        "anchor": lambda t: t.verify(anchor={}),
        "evidence": lambda t: t.verify(evidence=5),
        "text": lambda t: t.note(None),
        "policy": lambda t: Tracker.open("sqlite://", policy="x"),
        "rules": lambda t: Tracker.open("sqlite://", rules=5),
        "clock": lambda t: Tracker.open("sqlite://", clock=5),
        "show": lambda t: t.replay(show=None),
        "workers": lambda t: t.replay(workers="x"),
        "tell": lambda t: t.replay(tell=5),
        "end": lambda t: t.history("keys", start=NOON, end=NOON - timedelta(1)),
    }.items(),
)
def test_the_argument_is_named(tracker: Tracker, argument: str, read: Callable[[Any], Any]) -> None:
    """The message begins with the argument's name."""
    with pytest.raises(InvalidInput, match=f"^{argument}:"):
        read(tracker)


@pytest.mark.parametrize("tell", [lambda t: t.verify(tell=5), lambda t: t.sweep(tell=5)], ids=["verify", "sweep"])
def test_a_listener_that_hears_nothing_is_refused(tracker: Tracker, tell: Callable[[Any], Any]) -> None:
    with pytest.raises(InvalidInput, match=r"^tell: is int, not a function"):
        tell(tracker)


def test_a_message_that_quotes_a_line_break_stays_one_line(tracker: Tracker) -> None:
    event = {"entity_id": "keys", "type": "completed", "occurred_at": NOON, "source": "user:ana", "payload": {}}
    for attempt in (
        lambda: tracker.decide({"action": "accept", "by": "a", "conflict_id": "\n"}),
        lambda: tracker.append({**event, "event_id": "\n"}),
        lambda: tracker.append({**event, "caused_by": "\u2028"}),
    ):
        with pytest.raises(InvalidInput) as refused:
            attempt()
        assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "when", ["9999年", "9999年12月", "9999年12月31日", "9999年冬天", "9999年年底", "9999年下半年", "9999年第四季度"]
)
def test_what_ends_after_the_last_day_of_the_calendar_is_no_traceback(tracker: Tracker, when: str) -> None:
    assert tracker.ask(f"鑰匙{when}在哪裡？").text


def test_objects_that_nobody_validated_are_refused(tracker: Tracker) -> None:
    """`model_copy` and `model_construct` validate nothing: plans and decisions are read like mappings."""
    plan = tracker.ask("Where are the keys?").plan
    assert plan is not None
    read = read_plan(plan)
    for bad in (read.model_copy(update={"at": "yesterday"}), read.model_copy(update={"tz": 5}), Plan.model_construct()):
        with pytest.raises(InvalidInput, match=r"^plan: "):
            tracker.ask(bad)
    sound = Decision(action="correct", by="ana", entity_id="keys", value="hall")
    for change in ({"action": "eat"}, {"by": 5}, {"at": datetime(2026, 3, 2)}, {"value": ["hall"]}):
        with pytest.raises(InvalidInput, match=f"^decision: {next(iter(change))}: "):
            tracker.decide(sound.model_copy(update=change))


def test_an_event_type_that_does_not_exist_is_not_a_count_of_none(tracker: Tracker) -> None:
    """A misspelt type must not be answered with 'never'."""
    with pytest.raises(InvalidInput, match="types: unknown type 'sene'; known: seen, "):
        tracker.count("keys", types=["sene"])


@pytest.mark.parametrize("every", [timedelta(0), timedelta(-1), timedelta(microseconds=1), 60, ""], ids=repr)
def test_a_step_that_goes_nowhere_or_would_fill_the_memory_is_refused(tracker: Tracker, every: Any) -> None:
    """`every` moves forward, and in steps that one answer can hold."""
    with pytest.raises(InvalidInput, match=r"^every:"):
        tracker.count("keys", every=every)


def test_a_step_longer_than_the_calendar_ends_with_it(tracker: Tracker) -> None:
    """One step holds everything, however long it is."""
    (bucket,) = tracker.count("keys", every=timedelta.max).buckets
    assert bucket.count == 2
    assert bucket.end.year == 9999
