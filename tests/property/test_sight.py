"""Whatever is asked at a past known time or by a viewer is answered, evidence and all, as by a tracker that only ever
received what was known by then and what the viewer may read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from pydantic import BaseModel

from tests.property.opening import NOW, on_both_databases
from tests.property.streams import (
    ANYTHING,
    MACHINES,
    START,
    USERS,
    delays,
    instants,
    only,
    plain_events,
    readers,
    referring_events,
    unique_id,
)
from tests.reference.world import fold_order
from tracker import Event, Tracker, TrackerError
from tracker.domain.times import from_us

NAMES = ("spare", "my keys", "Ring", "鑰匙", "the box")
ASKED = ("keys", "phone", "bag", "box", "ana", "table", "spare", "spare_2", *NAMES)
QUESTIONS = (
    "Where is {0}?",
    "When was {0} last seen?",
    "Who moved {0}?",
    "Who has {0}?",
    "Where was {0} before the kitchen?",
    "Is {0} in the kitchen?",
    "How often was {0} moved?",
    "What happened to {0} today?",
    "What is in {0}?",
    "When did {0} leave the kitchen?",
    "Is the {0} open?",
    "{0}在哪裡？",
    "誰拿走了{0}？",
)
QUEUES = {"queue": "open", "all of the queue": None}
WINDOW = (START - timedelta(days=1), START + timedelta(days=1))


@st.composite
def named_events(draw: DrawFn, number: int) -> Event:
    """A registration or a further name; few names, so that one is borne by several things."""
    at = draw(instants)
    entity = draw(st.sampled_from(["keys", "keys", "phone", "bag", "table", "spare"]))
    given = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3))
    registered = draw(st.booleans())
    payload = {"kind": draw(st.sampled_from(["thing", "phone"])), "names": given} if registered else {"name": given[0]}
    return Event(
        event_id=unique_id(number, draw(st.integers(0, 3))),
        entity_id=entity,
        type="registered" if registered else "alias_added",
        occurred_at=at,
        observed_at=at + draw(delays),
        source=draw(st.sampled_from(USERS)),
        visibility=draw(readers),
        payload=payload,
    )


@st.composite
def seen_events(draw: DrawFn, number: int, causes: list[Event]) -> Event:
    """A report with evidence, too weak to project half of the time, most often the answer to an event that may have
    come later."""
    at = draw(instants)
    return Event(
        event_id=unique_id(number, draw(st.integers(0, 3))),
        entity_id=draw(st.sampled_from(["keys", "phone", "bag"])),
        type="seen",
        occurred_at=at,
        observed_at=at + draw(delays),
        source=draw(st.sampled_from(MACHINES)),
        confidence=draw(st.sampled_from([0.9, 0.3])),
        visibility=draw(readers),
        caused_by=draw(st.sampled_from(causes)).event_id if causes and draw(st.integers(0, 3)) else None,
        payload={"claim": {"value": draw(st.sampled_from(["kitchen", "box", "hall"]))}},
        evidence=[{"uri": f"clip-{number}.mp4"}],
    )


@st.composite
def told_streams(draw: DrawFn) -> list[Event]:
    """Things with names, reports and utterances that answer each other, and decisions about any of these; much of it
    learned late, or kept from some."""
    events: list[Event] = []
    for number in range(draw(st.integers(2, 10))):
        kinds = [named_events(number), seen_events(number, events), plain_events(number, causes=ids_of(events))]
        events.append(draw(draw(st.sampled_from(kinds))))
    for number in range(draw(st.integers(0, 4))):
        made = draw(referring_events(len(events) + number, events, ANYTHING))
        if made is not None:
            events.append(made)
    return sorted(events, key=fold_order)


def ids_of(events: list[Event]) -> list[Any]:
    return [event.event_id for event in events] or [unique_id(1 << 40, 0)]


moments = st.builds(lambda at, delay: at + delay, instants, delays)


@on_both_databases(
    events=told_streams(),
    asked=st.lists(st.sampled_from(ASKED), min_size=1, max_size=3, unique=True),
    questions=st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=4, unique=True),
    known_at=moments,
)
def test_whole_answers_as_known_then(database, events, asked, questions, known_at) -> None:
    """A past known time: answers, their evidence, the queue, names."""
    by_then = only(events, lambda event: event.observed_at <= known_at)
    with database.tracker_of(events, batch=5) as everything, database.tracker_of(by_then, batch=5) as then:
        names, at = named(events, asked), known_at
        found, expected = told(everything, names, questions, at, known_at=known_at), told(then, names, questions, at)
        # The queue of what was known then is that of then; this one's clock has gone on.
        for what, status in QUEUES.items():
            expected[what] = then.conflicts(status, known_at=known_at)
        assert_alike(found, expected)


@on_both_databases(
    events=told_streams(),
    asked=st.lists(st.sampled_from(ASKED), min_size=1, max_size=3, unique=True),
    questions=st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=4, unique=True),
    who=st.sampled_from([frozenset(), frozenset({"ana"})]),
    known_at=st.one_of(st.none(), moments),
)
def test_whole_answers_as_a_viewer_may_know(database, events, asked, questions, who, known_at) -> None:
    """A viewer, at any known time."""

    def heard(event: Event) -> bool:
        return not event.visibility or not who.isdisjoint(event.visibility)

    at = known_at or from_us(NOW)
    seen = {"known_at": known_at, "viewer": who}
    with database.tracker_of(events, batch=5) as everything, database.tracker_of(only(events, heard), batch=5) as his:
        names = named(events, asked)
        expected = told(his, names, questions, at, known_at=known_at)
        assert_alike(told(everything, names, questions, at, **seen), expected)


def named(events: list[Event], others: list[str]) -> list[str]:
    """The first entity, and others that may bear a name or not."""
    return list(dict.fromkeys([events[0].entity_id, *others]))


def told(tracker: Tracker, names: Sequence[str], questions: Sequence[str], at: datetime, **seen: Any) -> dict[str, Any]:
    """Everything that can be asked about a few things, by what was asked."""
    answers: dict[str, Any] = {}

    def ask(what: str, call: Callable[..., Any], *given: Any, **named: Any) -> None:
        try:
            found = call(*given, **named, **seen)
        except TrackerError as error:
            found = f"{type(error).__name__}: {error}"
        answers[what] = found

    for name in names:
        ask(f"resolve {name}", tracker.resolve, name)
        ask(f"nearest {name}x", tracker.nearest, f"{name}x")
        ask(f"where {name}", tracker.where, name, at=at)
        ask(f"last seen {name}", tracker.last_seen, name, before=at)
        for attribute in ("location", "openness"):
            ask(f"history {name} {attribute}", tracker.history, name, attribute)
            ask(f"state {name} {attribute}", tracker.state, name, attribute, at=at)
        ask(f"inside {name}", tracker.inside, name, at=at)
        ask(f"count {name}", tracker.count, name)
        for question in questions:
            ask(question.format(name), tracker.ask, question.format(name), at=at)
    for what, status in QUEUES.items():
        ask(what, tracker.conflicts, status)
    ask("changes", tracker.changes, *WINDOW)
    for kind in ("entities", "sources"):
        ask(kind, lambda kind=kind, **seen: [one for one in getattr(tracker, kind)(**seen) if "nobody" not in str(one)])
    return answers


def assert_alike(found: dict[str, Any], expected: dict[str, Any]) -> None:
    for what, answer in expected.items():
        assert plain(found[what]) == plain(answer), what


# Where an event stands in the one log and what it answers there, and the time as known at which was asked.
_APART = {"seq", "recorded_at", "hash", "caused_by", "known_at"}


def plain(answer: Any) -> Any:
    """What an answer says that must be the same of both logs."""
    if isinstance(answer, BaseModel):
        answer = answer.model_dump()
    if isinstance(answer, dict):
        # "Nothing was known by then" of one is "never reported" of the other.
        apart = _APART | {"text"} if answer.get("status") == "never_seen" else _APART
        return {key: plain(value) for key, value in answer.items() if key not in apart}
    return [plain(one) for one in answer] if isinstance(answer, (list, tuple)) else answer
