"""Redaction and retention: content goes for good, the chain stays."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from uuid import UUID, uuid4

import pytest

from tracker.domain.payloads import Forgotten
from tracker.domain.times import DAY, MINUTE, to_us
from tracker.store import reader
from tracker.store.forget import expired
from tracker.store.tables import events
from tracker.store.verify import verify_log

SECRET = "the-diary-is-under-the-third-stair"


def redaction(seen, *targets, **changed):
    payload = {"event_ids": [str(target) for target in targets], "reason": "asked to"}
    return seen(30, type="redacted", payload=payload, source="user:ana") | changed


def secretive(seen, **changed):
    return (
        seen(
            3,
            entity_id="ana",
            type="stated",
            payload={"text": SECRET},
            evidence=[{"uri": f"talk/{SECRET}.wav", "text": SECRET}],
            model={"name": SECRET},
            source="mic:hall",
            source_key="u1",
        )
        | changed
    )


def test_redacted_content_is_gone_and_the_chain_still_verifies(store, append, seen):
    """The event stays, its content does not; readers see that something was forgotten, folds see nothing."""
    (target, _) = append(secretive(seen), seen(4)).event_ids
    receipt = append(redaction(seen, target, entity_id="ana"))
    assert receipt.erased == (str(target),)
    assert "ana" in receipt.affected
    assert verify_log(store).ok
    with store.read() as connection:
        back = reader.by_ids(connection, [target])[str(target)]
        assert [one.type for one in reader.of_entities(connection, ["ana"])] == ["redacted"]
        assert [one.type for _, group in reader.by_entity(connection) for one in group] == ["redacted", "seen"]
    assert isinstance(back.payload, Forgotten)
    assert (back.evidence, back.model, back.type) == ((), None, "stated")


@pytest.mark.parametrize("order", ["decision first", "decision in the same batch", "decision before, same batch"])
def test_what_is_redacted_before_it_arrives_is_stored_without_content(store, append, seen, order):
    """Arrival order makes no difference: a redaction that overtakes its target still holds."""
    target = uuid4()
    pair = [redaction(seen, target), secretive(seen, event_id=target)]
    if order == "decision first":
        append(pair[0])
        append(pair[1])
    else:
        append(*(pair if order == "decision before, same batch" else pair[::-1]))
    with store.read() as connection:
        assert isinstance(reader.by_ids(connection, [target])[str(target)].payload, Forgotten)
        assert [one.type for one in reader.of_entities(connection, ["ana", "keys"])] == ["redacted"]
    assert verify_log(store).ok


def test_resending_what_was_redacted_does_not_bring_it_back(store, append, seen):
    (target,) = append(secretive(seen)).event_ids
    append(redaction(seen, target))
    receipt = append(secretive(seen))
    assert (receipt.duplicates, receipt.appended) == (1, 0)
    with store.read() as connection:
        assert isinstance(reader.by_ids(connection, [target])[str(target)].payload, Forgotten)


def test_redacting_a_decision_undoes_it(store, append, seen):
    """What the decision was about folds anew, without it."""
    (target,) = append(seen(1)).event_ids
    (decided,) = append(seen(2, entity_id="review", type="rejected", payload={"event_ids": [str(target)]})).event_ids
    receipt = append(redaction(seen, decided, entity_id="review"))
    assert "keys" in receipt.affected
    with store.read() as connection:
        assert [one.type for one in reader.of_entities(connection, ["keys"])] == ["seen"]


def test_a_guess_cannot_be_confirmed_from_the_digest_that_stays(store, append, seen):
    """The digest is salted, and the salt goes with the content; two equal contents have different digests."""
    append(seen(1, source_key="a"), seen(1, source_key="b"))
    (target, _) = append(seen(1, source_key="a"), seen(1, source_key="b")).event_ids
    append(redaction(seen, target))
    with store.read() as connection:
        first, second, _ = connection.execute(events.select().order_by(events.c.seq)).all()
    assert first.salt is None
    assert second.salt is not None
    assert first.digest != second.digest
    content = f'{{"evidence":null,"model":null,"payload":{second.payload}}}'
    assert first.digest != sha256(content.encode()).hexdigest()
    assert second.digest == sha256((second.salt + content).encode()).hexdigest()


def sweep(store, append, clock, kept_for=lambda source: None):
    swept = []
    while True:
        with store.read() as connection:
            due = expired(connection, clock.us, kept_for, limit=3)
        if not due:
            return swept
        swept += due
        append(*due)


def test_a_sweep_redacts_what_has_been_kept_long_enough(store, append, seen, clock):
    """By the event's own `retain_until`, or by its source's span; the entity keeps a trace where its newest stood."""
    noon = seen()["occurred_at"]
    short = {"retain_until": noon + timedelta(minutes=10)}
    ids = append(
        seen(0, **short), seen(1, **short), seen(2), seen(3, source="camera:porch"), seen(4, source="user:ana")
    ).event_ids
    assert sweep(store, append, clock) == []
    clock.move(minutes=10)
    (trace,) = sweep(store, append, clock)
    assert (trace.type, trace.payload.reason, trace.occurred_at) == ("redacted", "expired", noon + timedelta(minutes=1))
    assert trace.payload.event_ids == ids[:2]
    clock.move(days=1)
    swept = sweep(store, append, clock, lambda source: DAY if source.startswith("camera:") else None)
    assert [one for event in swept for one in event.payload.event_ids] == list(ids[2:4])
    with store.read() as connection:
        left = [one for one in reader.of_entities(connection, ["keys"]) if one.type != "redacted"]
    assert [UUID(one.event_id) for one in left] == [ids[4]]
    assert verify_log(store).ok


def test_a_sweep_spares_decisions_and_says_no_more_than_its_readers_may_know(store, append, seen, clock):
    """Names and decisions outlive the media; the trace of a private event is as private."""
    append(
        seen(0, type="registered", payload={"kind": "phone"}),
        seen(1, visibility=["ana"]),
        seen(2, entity_id="phone"),
    )
    clock.us = to_us(seen()["occurred_at"]) + DAY
    traces = sweep(store, append, clock, lambda source: MINUTE)
    assert sorted((trace.entity_id, trace.visibility) for trace in traces) == [("keys", ("ana",)), ("phone", ())]
