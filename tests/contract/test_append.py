"""Appending: positions, times, resends, batches."""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid4, uuid5

import pytest

from tracker.domain.events import Event
from tracker.errors import InvalidEvent, SequenceMoved, SourceKeyConflict
from tracker.store import log, reader
from tracker.store import sql as statements
from tracker.store.verify import verify_log


def stored(store):
    return list(reader.in_log_order(store))


def test_positions_have_no_gaps_even_after_refused_batches(store, append, seen):
    """`seq` counts 1, 2, 3 … whatever was refused or resent in between."""
    append(seen(0, source_key="a"), seen(1))
    with pytest.raises(InvalidEvent):
        append(seen(2), seen(3, confidence=2))
    append(seen(0, source_key="a"))
    receipt = append(seen(4))
    assert [event.seq for event in stored(store)] == [1, 2, 3]
    assert receipt.last_seq == 3


def test_a_failed_batch_appends_nothing(store, append, seen):
    """A batch is stored whole or not at all, and the refused row is named."""
    with pytest.raises(InvalidEvent, match=r"^event 1: confidence: "):
        append(seen(0), seen(1, confidence=float("nan")))
    assert stored(store) == []
    assert append().last_seq == 0


def test_skipping_reports_each_refused_row_and_appends_the_rest(store, append, seen):
    """`on_error="skip"` is for imports: what is wrong is said, what is right is kept."""
    receipt = append(seen(0), seen(1, type="teleported"), seen(2), seen(3, planet="mars"), on_error="skip")
    assert receipt.appended == 2
    assert [(row.index, row.field) for row in receipt.rejected] == [(1, "type"), (3, "planet")]
    assert [event.seq for event in stored(store)] == [1, 2]


@pytest.mark.parametrize("batches", [1, 2], ids=["in one batch", "in two batches"])
def test_resending_is_a_no_op_that_reports_duplicates(store, append, seen, clock, batches):
    """The same `(source, source_key)` with the same content is stored once, and every sender learns the same id."""
    first = append(*[seen(0, source_key="a")] * (2 if batches == 1 else 1))
    clock.move(minutes=5)
    again = append(seen(0, source_key="a"), seen(1, source_key="b"))
    assert (first.duplicates, again.duplicates, again.appended) == (2 - batches, 1, 1)
    assert again.event_ids[0] == first.event_ids[0]
    assert len(stored(store)) == 2


@pytest.mark.parametrize("place", range(5))
def test_a_repeat_anywhere_in_a_batch_leaves_no_gap(store, append, seen, place):
    """What stands before it is stored already when it is met, what stands after it is not: all of it is chained."""
    append(known := seen(9, source_key="known"))
    batch = [seen(number, source_key=str(number)) for number in range(4)]
    batch.insert(place, known)
    done = append(*batch)
    assert (done.appended, done.duplicates, done.last_seq) == (4, 1, 5)
    assert [event.event_id for event in stored(store)][1:] == [
        one for one in done.event_ids if one != done.event_ids[place]
    ]
    assert verify_log(store).ok
    with pytest.raises(SourceKeyConflict):
        append(seen(20), known | {"confidence": 0.25}, seen(21))
    assert append(seen(20), known | {"confidence": 0.25}, seen(21), on_error="skip").last_seq == 7
    assert verify_log(store).ok


def test_an_event_object_can_be_resent_without_a_source_key(append, seen):
    """Its id was made when the object was, so sending it again after a doubtful failure is safe."""
    event = Event.model_validate(seen())
    assert append(event).appended == 1
    assert append(event).duplicates == 1


def test_an_event_read_from_a_log_can_be_appended_to_it_again(store, append, seen):
    """`seq`, `recorded_at` and `hash` are ignored, so an exported log re-added is all duplicates."""
    append(seen(0), seen(1, source_key="k", model={"name": "m", "at": 1.0}))
    assert append(*stored(store)).duplicates == 2


def test_the_same_source_key_with_other_content_names_both(append, seen):
    """Neither of the two is chosen: the sender is told which event holds the key and what differs."""
    first = append(seen(0, source_key="a"))
    with pytest.raises(SourceKeyConflict) as caught:
        append(seen(0, source_key="a", confidence=0.5, event_id=(other := uuid4())))
    message = str(caught.value)
    assert "camera:hall / a" in message
    assert str(first.event_ids[0]) in message
    assert str(other) in message
    assert message.endswith("differs in confidence")


def test_a_key_conflict_inside_one_batch_is_found(append, seen):
    with pytest.raises(SourceKeyConflict, match="event 0 of this batch"):
        append(seen(0, source_key="a"), seen(1, source_key="a"))


def test_a_conflicting_row_can_be_skipped(append, seen):
    receipt = append(seen(0, source_key="a"), seen(1, source_key="a"), seen(2), on_error="skip")
    assert (receipt.appended, receipt.duplicates, len(receipt.event_ids)) == (2, 0, 2)
    assert [(row.index, row.field) for row in receipt.rejected] == [(1, "source_key")]


def test_a_repeat_of_a_refused_event_is_refused_with_it(append, seen):
    """It is no duplicate: what it says is not in the log."""
    append(seen(0, source_key="a"))
    receipt = append(seen(1, source_key="a"), seen(1, source_key="a"), on_error="skip")
    assert [row.index for row in receipt.rejected] == [0, 1]
    assert (receipt.appended, receipt.duplicates, receipt.event_ids) == (0, 0, ())


def test_the_same_id_with_other_content_is_refused(append, seen):
    made = uuid4()
    append(seen(0, event_id=made))
    with pytest.raises(InvalidEvent, match=r"event_id: seq 1 holds event .* differs in occurred_at"):
        append(seen(1, event_id=made))


def test_what_the_log_filled_in_is_not_compared(append, seen, clock):
    """A resend that gives the observation time, or the id, that the first sender left to the log is a duplicate."""
    append(seen(0, source_key="a"))
    clock.move(hours=1)
    assert append(seen(0, source_key="a", observed_at=seen()["occurred_at"], event_id=uuid4())).duplicates == 1


def test_a_key_is_one_event_whatever_id_it_came_with(store, append, seen):
    """Most ids are made from the key. Whoever gives one of his own, first or later, takes the same key."""
    made, unnamed = seen(0, source_key="a"), seen(1, source_key="b")
    given = unnamed | {"event_id": uuid4()}
    append(made, given)
    again = append(made | {"event_id": uuid4()}, given, unnamed)
    assert (again.appended, again.duplicates, len(stored(store))) == (0, 3, 2)
    for other in (made | {"event_id": uuid4()}, given, unnamed):
        with pytest.raises(SourceKeyConflict, match="differs in confidence"):
            append(other | {"confidence": 0.5})
    with pytest.raises(SourceKeyConflict, match="differs in event_id"):
        append(given | {"event_id": uuid4()})


def test_an_id_of_ones_own_may_look_as_if_it_were_made_from_a_key(append, seen):
    """Made from something else, by the same kind of hash."""
    given = seen(0, source_key="a", event_id=uuid5(NAMESPACE_URL, "mine"))
    unnamed = seen(0, source_key="a")
    assert append(given).appended == 1
    assert append(given, unnamed, Event.model_validate(given)).duplicates == 3
    with pytest.raises(SourceKeyConflict, match="differs in confidence"):
        append(unnamed | {"confidence": 0.5})


def test_recording_times_never_step_back(store, append, seen, clock):
    """Not even when the machine's clock does."""
    append(seen(0))
    clock.move(hours=-3)
    append(seen(1))
    clock.move(hours=6)
    append(seen(2))
    times = [event.recorded_at for event in stored(store)]
    assert times[0] == times[1] < times[2]


def test_observed_at_defaults_to_the_time_of_appending(store, append, seen):
    append(seen(0))
    (event,) = stored(store)
    assert event.observed_at == event.recorded_at


def test_an_observation_from_the_future_is_refused(append, seen, clock):
    """A camera's clock may run minutes ahead; what is hours ahead is a wrong clock, or a wrong zone."""
    noon = seen()["occurred_at"]
    append(seen(30, observed_at=noon.replace(minute=50)))
    for field, changed in (
        ("observed_at", seen(1, observed_at=noon.replace(hour=15))),
        ("occurred_at", seen(180)),
        ("occurred_at", seen(180, type="placed", payload={"place": "desk"})),
        ("occurred_at", seen(0, occurred_at=noon.replace(year=2326))),
        ("occurred_until", seen(0, occurred_until=noon.replace(year=2326))),
    ):
        with pytest.raises(InvalidEvent, match=f"{field}: is more than (an hour|ten years) ahead"):
            append(changed)
    clock.move(hours=3)
    append(seen(180))


def test_what_is_told_may_be_of_a_time_to_come(append, seen):
    """A plan, a decision, or what answers somebody's words; but of no other century."""
    noon = seen()["occurred_at"]
    (said,) = append(seen(0, type="stated", payload={"text": "tomorrow"}, source="user:ana")).event_ids
    append(
        seen(24 * 60, caused_by=str(said)),
        seen(24 * 60, type="planned", payload={"what": "exam", "due_at": noon.replace(year=2126)}),
    )
    with pytest.raises(InvalidEvent, match="occurred_at: is more than ten years ahead"):
        append(seen(0, occurred_at=noon.replace(year=2326), caused_by=str(said)))


def test_expected_seq_finds_a_log_that_has_moved(store, append, seen):
    """Optimistic concurrency: the writer learns that it decided on an outdated log, and nothing is stored."""
    append(seen(0), expected_seq=0)
    with pytest.raises(SequenceMoved, match="at seq 1, not at the expected 0"):
        append(seen(1), expected_seq=0)
    assert append(seen(1), expected_seq=1).last_seq == 2


def test_what_was_appended_reads_back_equal(store, append, seen):
    """Every field survives storage exactly, to the microsecond and the last digit."""
    noon = seen()["occurred_at"]
    event = Event.model_validate(
        seen(
            occurred_at=noon.replace(microsecond=1),
            occurred_until=noon.replace(microsecond=999_999),
            observed_at=noon.replace(minute=1),
            confidence=0.1 + 0.2,
            source_key="k",
            model={"name": "模型", "thresholds": [0.3, 1e-7, 1.0, 2**53 - 1], "deep": {"a": None, "b": True}},
            evidence=[{"uri": "a/b.mp4", "start_s": 0.1, "end_s": 2, "region": [0, 0.25, 0.5, 0.75], "text": "é\n"}],
            visibility=["ana", "ben"],
            caused_by=uuid4(),
            retain_until=noon.replace(year=2030),
        )
    )
    append(event)
    (back,) = stored(store)
    ours = {"seq", "recorded_at", "hash"}
    assert back.model_dump(exclude=ours) == event.model_dump(exclude=ours)
    assert back.seq == 1


def test_statements_per_append_do_not_depend_on_the_length_of_the_log(append, seen, monkeypatch):
    """One append runs the same few statements on an empty log and on a long one."""
    counted = []
    run = statements._run

    def counting(connection, sql, *arguments, **options):
        if not sql.startswith(("BEGIN", "COMMIT", "PRAGMA")):  # on PostgreSQL the driver's own
            counted.append(sql)
        return run(connection, sql, *arguments, **options)

    monkeypatch.setattr(statements, "_run", counting)
    append(seen(0))
    on_empty, counted[:] = list(counted), []
    append(*[seen(minute / 1000) for minute in range(1, 1000)])
    in_bulk, counted[:] = list(counted), []
    append(seen(1))
    assert counted == on_empty
    assert 3 <= len(on_empty) <= len(in_bulk) <= 5


def test_a_transaction_that_fails_after_the_append_leaves_no_trace(store, seen):
    """Projection runs in the same transaction: if it fails, the events are not there either."""

    def append_then_fail() -> None:
        with store.write() as connection:
            log.append(connection, [seen()], store.clock())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        append_then_fail()
    assert stored(store) == []
    assert verify_log(store).ok
