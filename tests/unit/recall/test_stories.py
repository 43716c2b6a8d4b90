"""What is recalled is true of the asked time: an exam before, on and after its day; a policy that changes twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tracker import Recalled, Tracker
from tracker.domain.answers import Decision
from tracker.domain.times import to_us
from tracker.errors import InvalidInput

SECOND = timedelta(seconds=1)
SAID = datetime(2025, 11, 27, 10, tzinfo=UTC)
NOW = datetime(2025, 12, 10, 10, tzinfo=UTC)
YEARS = [datetime(year, 1, 1, tzinfo=UTC) for year in (2022, 2023, 2024)]
TEXTS = ["Flexible: work from home whenever you like.", "Two days a week in the office.", "Hybrid: each team decides."]


class Wall:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return to_us(self.now)


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
def tracker(request: pytest.FixtureRequest, wall: Wall) -> Iterator[Tracker]:
    url = "sqlite://" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Tracker.open(url, clock=wall) as opened:
        yield opened


def version(text: str, since: datetime, entity: str = "hr-policy", **more: Any) -> dict[str, Any]:
    claim = {"attribute": "content", "value": text, **({"until": more.pop("until")} if "until" in more else {})}
    return {"entity_id": entity, "type": "stated", "occurred_at": since, "source": "import:handbook",
            "payload": {"text": text, "claim": claim}, **more}  # fmt: skip


def texts(found: list[Recalled]) -> list[str]:
    return [one.text for one in found]


@pytest.mark.parametrize(
    ("words", "question"),
    [("My exam is next Tuesday at 9.", "is the exam soon?"), ("下週二早上九點考試。", "考試是不是快到了？")],
)
def test_the_exam_is_told_as_it_stands_on_each_day(tracker: Tracker, words: str, question: str) -> None:
    tracker.note(words, at=SAID, speaker="ana")
    due = datetime(2025, 12, 2, 9, tzinfo=UTC)
    (found,) = tracker.recall(question, as_of=SAID + SECOND)
    assert (found.text, found.kind, found.due and found.due[0]) == (words, "plan", due)
    assert (found.speaker, found.basis) == ("ana", "told")
    assert found.likeness > 0
    assert tracker.recall(question, as_of=SAID - SECOND) == []
    for days in range(1, 12):
        day = SAID + timedelta(days=days)
        (found,) = tracker.recall(question, as_of=day)
        assert (found.status == "upcoming") is (day < due), day
        assert found.status != "upcoming" or day < due
    assert tracker.recall(question)[0].status == "overdue"


def test_a_plan_is_recalled_as_done_or_called_off_or_moved(tracker: Tracker) -> None:
    due = SAID + timedelta(days=5)
    plan = {"entity_id": "exam", "type": "planned", "source": "user:ana", "occurred_at": SAID}
    tracker.append([{**plan, "payload": {"what": "maths exam", "due_at": due}}])
    moved = SAID + timedelta(days=1)
    later = {**plan, "occurred_at": moved, "payload": {"what": "maths exam", "due_at": due + timedelta(days=2)}}
    second = tracker.append([later]).event_ids[0]
    first, then = tracker.recall("exam", overlaps=(SAID, due))
    assert [(one.start, one.end, one.status) for one in sorted((first, then), key=lambda one: one.start)] == [
        (SAID, moved, "superseded"),
        (moved, None, "overdue"),
    ]
    assert [one.event_id for one in tracker.recall("exam")] == [second]
    tracker.append([{**plan, "type": "completed", "occurred_at": due + timedelta(days=3), "payload": {}}])
    assert [one.status for one in tracker.recall("exam")] == ["completed"]
    assert [one.status for one in tracker.recall("exam", as_of=due + timedelta(days=2, hours=1))] == ["overdue"]
    assert len(tracker.recall("exam", changed_in=(due + timedelta(days=3), due + timedelta(days=4)))) == 1


def test_the_policy_is_the_one_in_force_at_each_boundary_second(tracker: Tracker) -> None:
    tracker.append([version(text, since) for text, since in zip(TEXTS, YEARS, strict=True)])
    for place, since in enumerate(YEARS):
        assert texts(tracker.recall("hr policy", as_of=since)) == [TEXTS[place]]
        assert texts(tracker.recall("hr policy", as_of=since + SECOND)) == [TEXTS[place]]
        assert texts(tracker.recall("hr policy", as_of=since - SECOND)) == TEXTS[place - 1 : place]
    assert texts(tracker.recall("hr policy")) == TEXTS[2:]
    both = (datetime(2022, 7, 1, tzinfo=UTC), datetime(2023, 7, 1, tzinfo=UTC))
    assert tracker.recall("hr policy", throughout=both) == []
    assert sorted(texts(tracker.recall("hr policy", overlaps=both))) == sorted(TEXTS[:2])
    assert texts(tracker.recall("hr policy", throughout=(YEARS[1], YEARS[2]))) == [TEXTS[1]]
    assert sorted(texts(tracker.recall("hr policy", overlaps=(YEARS[1], YEARS[2])))) == [TEXTS[1]]
    assert sorted(texts(tracker.recall("hr policy", before=YEARS[1]))) == [TEXTS[0]]
    assert sorted(texts(tracker.recall("hr policy", after=YEARS[1]))) == sorted(TEXTS[1:])


def test_a_fix_published_later_counts_from_when_it_is_known(tracker: Tracker, wall: Wall) -> None:
    tracker.append([version(text, since) for text, since in zip(TEXTS, YEARS, strict=True)])
    known, june = wall.now, datetime(2023, 6, 1, tzinfo=UTC)
    wall.now += timedelta(hours=1)
    tracker.append([version("Three days a week in the office.", june)])
    july = june + timedelta(days=30)
    assert texts(tracker.recall("office", as_of=july)) == ["Three days a week in the office."]
    assert texts(tracker.recall("office", as_of=july, known_at=known)) == [TEXTS[1]]


def test_a_version_that_says_until_when_ends_then(tracker: Tracker) -> None:
    tracker.append([version("Free parking on weekends.", YEARS[0], "parking", until=YEARS[1])])
    assert texts(tracker.recall("parking", as_of=YEARS[1] - SECOND)) == ["Free parking on weekends."]
    assert tracker.recall("parking", as_of=YEARS[1]) == []
    assert [one.status for one in tracker.recall("parking")] == ["ended"]


def test_two_versions_in_force_at_once_are_a_conflict(tracker: Tracker) -> None:
    other = {**version("Closed on Fridays.", YEARS[0], "opening"), "source": "import:website"}
    tracker.append([version("Open on Fridays.", YEARS[0], "opening"), other])
    found = tracker.recall("open on fridays?", as_of=YEARS[1])
    assert {(one.text, one.status) for one in found} == {
        ("Open on Fridays.", "conflict"),
        ("Closed on Fridays.", "conflict"),
    }
    assert len(tracker.recall("fridays")) == 2


def test_as_many_come_back_as_fit_however_unlike_the_rest(tracker: Tracker) -> None:
    for minute in range(30):
        tracker.note(f"Budget line {minute} of the year is settled.", at=YEARS[2] + timedelta(minutes=minute))
    tracker.note("The cat sleeps.", at=YEARS[0], speaker="ana")
    assert texts(tracker.recall("budget of the year", before=YEARS[1])) == ["The cat sleeps."]
    assert len(tracker.recall("zebra", k=31)) == 31
    assert len(tracker.recall("budget", k=7)) == 7


def test_what_is_taken_back_is_not_recalled(tracker: Tracker) -> None:
    told = tracker.note("The cat sleeps in the attic.", at=SAID, speaker="ana").event_ids
    assert len(tracker.recall("cat")) == 1
    done = tracker.decide(Decision(action="reject", by="ana", event_ids=told))
    assert tracker.recall("cat") == []
    tracker.decide(Decision(action="reject", by="ana", event_ids=done.event_ids))
    assert len(tracker.recall("cat")) == 1
    redaction = {"event_ids": [str(one) for one in told], "reason": "private"}
    tracker.append([{"entity_id": "ana", "type": "redacted", "source": "user:ana", "payload": redaction,
                     "occurred_at": SAID}])  # fmt: skip
    assert tracker.recall("cat") == []
    with tracker.store.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM memories").scalar_one() == 0


def test_a_rejected_version_gives_way_to_the_one_before(tracker: Tracker) -> None:
    ids = tracker.append([version(text, since) for text, since in zip(TEXTS, YEARS, strict=True)]).event_ids
    tracker.decide(Decision(action="reject", by="ana", event_ids=ids[2:]))
    assert texts(tracker.recall("hr policy")) == [TEXTS[1]]


def test_a_reader_recalls_only_what_the_reader_may_read(tracker: Tracker) -> None:
    tracker.append([version(TEXTS[0], YEARS[0]), version(TEXTS[1], YEARS[1], visibility=["staff"])])
    assert texts(tracker.recall("policy", viewer="staff")) == [TEXTS[1]]
    (found,) = tracker.recall("policy", viewer="guest")
    assert (found.text, found.status, found.end) == (TEXTS[0], "current", None)


def test_merged_things_are_remembered_as_one(tracker: Tracker) -> None:
    tracker.append([version(TEXTS[0], YEARS[0]), version(TEXTS[1], YEARS[1], "hr_rules")])
    tracker.decide(Decision(action="merge", by="ana", entity_id="hr_rules", into="hr-policy"))
    assert texts(tracker.recall("policy", entity="hr_rules", as_of=YEARS[2])) == [TEXTS[1]]
    assert texts(tracker.recall("policy", entity="hr-policy")) == [TEXTS[1]]


def test_memories_are_found_by_thing_kind_source_and_place(tracker: Tracker) -> None:
    house = {"kind": "drawer", "within": "hall"}
    tracker.append([{"entity_id": "hall_drawer", "type": "registered", "source": "user:ana", "payload": house,
                     "occurred_at": SAID}])  # fmt: skip
    tracker.note("I put the keys in the hall drawer.", at=SAID, speaker="ana", source="chat:home")
    tracker.note("It rained all day.", at=SAID, source="diary")
    tracker.append([version(TEXTS[0], YEARS[0])])
    keys, rain = "I put the keys in the hall drawer.", "It rained all day."
    assert texts(tracker.recall("x", entity="keys")) == [keys]
    assert texts(tracker.recall("x", place="hall_drawer")) == texts(tracker.recall("x", place="hall")) == [keys]
    assert tracker.recall("x", place="kitchen") == []
    assert texts(tracker.recall("x", kind="note")) == texts(tracker.recall("x", source="diary")) == [rain]
    assert texts(tracker.recall("x", source="chat")) == texts(tracker.recall("x", kind="utterance")) == [keys]
    assert texts(tracker.recall("x", kind="document")) == [TEXTS[0]]


def test_what_is_said_again_comes_back_once_with_all_its_events(tracker: Tracker) -> None:
    for hour in range(3):
        tracker.note("Please water the plants.", at=SAID + timedelta(hours=hour), speaker="ana")
    (found,) = tracker.recall("plants")
    assert (found.start, len(found.event_ids)) == (SAID + timedelta(hours=2), 3)


def test_score_is_likeness_by_decay_by_confidence(tracker: Tracker) -> None:
    tracker.note("Please water the plants.", at=NOW - timedelta(days=730), speaker="ana")
    (found,) = tracker.recall("plants")
    assert found.decay == pytest.approx(0.25)
    assert found.score == pytest.approx(found.likeness * found.decay * found.confidence)
    (again,) = tracker.recall("plants")
    assert again == found


def test_decay_is_turned_off_by_a_half_life_of_none() -> None:
    from tracker.domain.policy import Policy

    with Tracker.open("sqlite://", policy=Policy(memory_half_life_s={"utterance": 0.0}), clock=Wall()) as tracker:
        tracker.note("Please water the plants.", at=NOW - timedelta(days=7300), speaker="ana")
        assert tracker.recall("plants")[0].decay == 1.0


def test_a_replay_makes_the_index_anew(tracker: Tracker) -> None:
    tracker.append([version(text, since) for text, since in zip(TEXTS, YEARS, strict=True)])
    tracker.note("My exam is next Tuesday at 9.", at=SAID, speaker="ana")
    before = tracker.recall("policy", k=9, before=NOW)
    with tracker.store.write() as connection:
        connection.exec_driver_sql("DELETE FROM memories")
    assert tracker.recall("policy", k=9, before=NOW) == []
    tracker.replay()
    assert tracker.recall("policy", k=9, before=NOW) == before != []


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"as_of": "yesterday"}, "as_of: not an ISO 8601 time"),
        ({"overlaps": ("2023-01-01T00:00:00Z",)}, "overlaps: give two times"),
        ({"throughout": ("2023-01-01T00:00:00Z", "2022-01-01T00:00:00Z")}, "throughout: end: is not after start"),
        ({"kind": "picture"}, "kind: unknown 'picture'; known: utterance, note, plan, document"),
        ({"k": 0}, "k: is not a whole number above zero"),
    ],
)
def test_bad_input_is_named(given: dict[str, Any], problem: str) -> None:
    with Tracker.open("sqlite://") as tracker, pytest.raises(InvalidInput, match=f"^{problem}"):
        tracker.recall("x", **given)
