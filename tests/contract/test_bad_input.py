"""Bad input: one line that names the field, nothing half-written, never a traceback."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta, timezone
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.domain.payloads import PAYLOADS, Claim
from tracker.domain.times import to_us
from tracker.errors import InvalidInput
from tracker.store import log, reader
from tracker.store.schema import open_store
from tracker.store.verify import verify_log

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
CLAIM = {"value": "hall", "relation": "in"}
EVIDENCE = {"uri": "hall.mp4"}
ID = str(uuid4())
BERLIN = ZoneInfo("Europe/Berlin")

BAD = {
    "naive time": ({"occurred_at": datetime(2026, 3, 2)}, "occurred_at", "zone"),
    "naive time as text": ({"occurred_at": "2026-03-02T12:00:00"}, "occurred_at", "zone"),
    "a number as time": ({"occurred_at": 1772452800}, "occurred_at", "not a time"),
    "a date as time": ({"observed_at": "2026-03-02"}, "observed_at", "zone"),
    "year 0": ({"occurred_at": "0000-01-01T00:00:00Z"}, "occurred_at", "ISO 8601"),
    "year 10000": ({"occurred_at": "10000-01-01T00:00:00Z"}, "occurred_at", "ISO 8601"),
    "before year 1 in UTC": ({"occurred_at": "0001-01-01T00:00:00+14:00"}, "occurred_at", "years 1 to 9999"),
    "after year 9999 in UTC": ({"occurred_at": "9999-12-31T23:59:59-12:00"}, "occurred_at", "years 1 to 9999"),
    "the hour that summer time skips": (
        {"occurred_at": datetime(2026, 3, 29, 2, 30, tzinfo=BERLIN)},
        "occurred_at",
        "does not exist in Europe/Berlin",
    ),
    "not a time": ({"occurred_at": "yesterday"}, "occurred_at", "ISO 8601"),
    "no time": ({"occurred_at": None}, "occurred_at", "not a time"),
    "inverted span": ({"occurred_until": NOON - timedelta(seconds=1)}, "event", "before occurred_at"),
    "NaN": ({"confidence": float("nan")}, "confidence", "finite"),
    "infinity": ({"confidence": float("inf")}, "confidence", "finite"),
    "too sure": ({"confidence": 1.0000001}, "confidence", "less than or equal to 1"),
    "less than nothing": ({"confidence": -0.1}, "confidence", "greater than or equal to 0"),
    "10 MB of id": ({"entity_id": "x" * 10_000_000}, "entity_id", "at most 200"),
    "10 MB of words": ({"type": "stated", "payload": {"text": "x" * 10_000_000}}, "text", "at most 65536"),
    "10 MB of model": ({"model": {"name": "x" * 10_000_000}}, "model", "longer than 65536"),
    "10 MB of key": ({"source_key": "x" * 10_000_000}, "source_key", "at most 500"),
    "no id": ({"entity_id": ""}, "entity_id", "at least 1"),
    "NUL in an id": ({"entity_id": "ke\x00ys"}, "entity_id", "U\\+0000 at position 2"),
    "NUL in words": ({"type": "stated", "payload": {"text": "a\x00"}}, "text", "NUL"),
    "NUL in a model": ({"model": {"name\x00": 1}}, "model", "NUL"),
    "control character": ({"source": "camera\x1b[31m"}, "source", "U\\+001B at position 6"),
    "line break in an id": ({"entity_id": "a\nb"}, "entity_id", "U\\+000A"),
    "lone surrogate in an id": ({"entity_id": "a\ud800"}, "entity_id", "."),
    "lone surrogate in words": ({"type": "stated", "payload": {"text": "\udc00"}}, "text", "."),
    "lone surrogate in a model": ({"model": {"a": "\ud800"}}, "model", "surrogate"),
    "right-to-left override": ({"entity_id": "keys\u202egnp"}, "entity_id", "U\\+202E at position 4"),
    "invisible character": ({"source_key": "a\u200bb"}, "source_key", "U\\+200B"),
    "white space around an id": ({"entity_id": " keys"}, "entity_id", "white space"),
    "unknown type": ({"type": "teleported"}, "type", "unknown type 'teleported'"),
    "type as a Python path": ({"type": "tracker.domain.payloads.Seen"}, "type", "unknown type"),
    "unknown field": ({"timestamp": NOON}, "timestamp", "no such key"),
    "unknown field in the payload": ({"payload": {"claim": CLAIM, "mood": "x"}}, "mood", "no such key"),
    "unknown field with a line break": ({"a\nb": 1}, r"'a\nb'", "no such key"),
    "unknown field of a megabyte": ({"x" * 1_000_000: 1}, "xxx", "no such key"),
    "payload of another type": ({"type": "removed", "payload": {"claim": CLAIM}}, "claim", "no such key"),
    "payload without what it needs": ({"payload": {}}, "claim", "missing"),
    "payload that is no object": ({"payload": "in the hall"}, "payload", "."),
    "placed nowhere by nobody": ({"type": "placed", "payload": {}}, "payload", "needs a place, or by"),
    "inside itself": ({"payload": {"claim": {"value": "keys"}}}, "event", "is the entity itself"),
    "placed into itself": ({"type": "placed", "payload": {"place": "keys"}}, "event", "is the entity itself"),
    "merged into itself": ({"type": "merged", "payload": {"into": "keys"}}, "event", "is the entity itself"),
    "unknown relation": ({"payload": {"claim": {"value": "hall", "relation": "astride"}}}, "relation", "'in'"),
    "plan that ends before it begins": (
        {"type": "planned", "payload": {"what": "exam", "due_at": NOON, "due_until": NOON - timedelta(hours=1)}},
        "payload",
        "due_until is before due_at",
    ),
    "deciding nothing": ({"type": "resolved", "payload": {"conflict_id": str(uuid4())}}, "payload", "nothing to keep"),
    "keeping and dropping the same": (
        {"type": "resolved", "payload": {"conflict_id": ID, "keep": [ID], "drop": [ID]}},
        "payload",
        "kept and dropped",
    ),
    "region outside the image": ({"evidence": [EVIDENCE | {"region": [0.5, 0, 0.6, 1]}]}, "evidence.0", "outside"),
    "negative region": ({"evidence": [EVIDENCE | {"region": [-0.1, 0, 1, 1]}]}, "evidence.0.region", "greater"),
    "region of three": ({"evidence": [EVIDENCE | {"region": [0, 0, 1]}]}, "evidence.0.region", "."),
    "NaN in a region": ({"evidence": [EVIDENCE | {"region": [float("nan"), 0, 1, 1]}]}, "evidence.0.region", "."),
    "negative seconds": ({"evidence": [EVIDENCE | {"start_s": -1}]}, "evidence.0.start_s", "greater"),
    "seconds without end": ({"evidence": [EVIDENCE | {"end_s": float("inf")}]}, "evidence.0.end_s", "."),
    "evidence that ends before it starts": (
        {"evidence": [EVIDENCE | {"start_s": 2, "end_s": 1}]},
        "evidence.0",
        "before",
    ),
    "a short digest": ({"evidence": [EVIDENCE | {"sha256": "abc"}]}, "evidence.0.sha256", "pattern"),
    "evidence without uri": ({"evidence": [{}]}, "evidence.0.uri", "missing"),
    "NaN in a model": ({"model": {"threshold": float("nan")}}, "model", "not finite"),
    "a huge number in a model": ({"model": {"seed": 2**60}}, "model", "beyond 2\\^53"),
    "a function in a model": ({"model": {"loss": print}}, "model", "not JSON"),
    "a model that never ends": (
        {"model": {"a": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}},
        "model",
        "nested",
    ),
    "an id that is none": ({"event_id": "12"}, "event_id", "UUID"),
    "a cause that is none": ({"caused_by": "the wind"}, "caused_by", "UUID"),
    "a label with a line break": ({"visibility": ["ana\n"]}, "visibility.0", "."),
}
CLIMBING = [
    "/etc/passwd",
    "\\\\server\\share",
    "../x.mp4",
    "a/../../x",
    "..",
    "file:///media/../etc/passwd",
    "a\\..\\b",
    "%2e%2e/x",
    "%2E%2e/x",
    "a/%2e./x",
    "..%2fx",
    "%252e%252e/x",
]


@pytest.mark.parametrize(("changed", "field", "says"), BAD.values(), ids=BAD)
def test_is_refused_with_the_field_named(memory, changed, field, says):
    event = {
        "entity_id": "keys",
        "type": "seen",
        "occurred_at": NOON,
        "payload": {"claim": CLAIM},
        "source": "camera:hall",
    }
    with memory.write() as connection, pytest.raises(InvalidInput, match=says) as caught:
        log.append(connection, [event, event | changed], memory.clock())
    message = str(caught.value)
    assert message.startswith("event 1: ")
    assert field in message.split(": ")[1]
    assert "\n" not in message
    assert len(message) < 500
    assert list(reader.in_log_order(memory)) == []


@pytest.mark.parametrize("nested", [False, True], ids=["event", "with its payload and evidence"])
@pytest.mark.parametrize(("changed", "field", "says"), BAD.values(), ids=BAD)
def test_an_event_object_is_trusted_no_more_than_a_mapping(memory, changed, field, says, nested):
    """`model_copy` and `model_construct` validate nothing, and neither does whoever sets a field behind its back."""
    sound = Event(entity_id="keys", type="seen", occurred_at=NOON, payload={"claim": CLAIM}, source="camera:hall")
    if nested:
        changed = {name: _unvalidated(name, value, changed) for name, value in changed.items()}
    with memory.write() as connection, pytest.raises(InvalidInput, match=says) as caught:
        log.append(connection, [sound, sound.model_copy(update=changed)], memory.clock())
    message = str(caught.value)
    assert message.startswith("event 1: ")
    assert field in message.split(": ")[1]
    assert "\n" not in message


def _unvalidated(name, value, changed):
    """Payload and evidence as objects that nobody validated either."""
    if name == "payload" and isinstance(value, dict):
        claim = value.get("claim")
        made = PAYLOADS[changed.get("type", "seen")].model_construct()
        parts = {"claim": Claim.model_construct().model_copy(update=claim)} if isinstance(claim, dict) else {}
        return made.model_copy(update=value | parts)
    if name == "evidence":
        return tuple(Evidence.model_construct().model_copy(update=one) for one in value)
    return value


def test_an_event_object_made_of_nothing(append):
    with pytest.raises(InvalidInput, match=r"^event 0: event_id: "):
        append(Event.model_construct())


@pytest.mark.parametrize("uri", CLIMBING)
def test_evidence_that_climbs_out_of_its_folder(seen, append, uri):
    with pytest.raises(InvalidInput, match=r"evidence\.0\.uri: .*(climbs out|absolute)"):
        append(seen(evidence=[{"uri": uri}]))


def test_the_hour_that_comes_twice_is_told_apart_by_its_fold(append, seen, store, clock):
    """On the night when clocks go back, 02:30 happens twice; Python's `fold` says which."""
    clock.move(days=365)
    first = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN)
    append(seen(occurred_at=first), seen(occurred_at=first.replace(fold=1)))
    times = [event.occurred_at for event in reader.in_log_order(store)]
    assert times == [datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)]


def test_the_ends_of_time_are_stored_exactly(append, seen, store, clock):
    """The first and the last microsecond that a datetime can name."""
    first, last = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    clock.us = to_us(last)
    append(seen(occurred_at=first, occurred_until=last), seen(occurred_at=last))
    with store.read() as connection:
        assert len(reader.of_entities(connection, ["keys"])) == 2
    assert [event.occurred_at for event in reader.read(store)] == [first, last]
    assert [len(group) for _, group in by_entity(store)] == [2]


def by_entity(store):
    with store.read() as connection:
        return list(reader.by_entity(connection))


@pytest.fixture(scope="module")
def memory():
    store = open_store("sqlite://")
    yield store
    store.close()


WILD_TEXT = st.text(max_size=20) | st.sampled_from(
    ["a\nb", "", "\x00", "\ud800", "\u202e", "a" * 300, "keys", "../x", "NaN", "'; DROP"]
)
WILD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | WILD_TEXT
    | st.datetimes(
        timezones=st.none() | st.timezones() | st.just(timezone(timedelta(hours=23, minutes=59))), allow_imaginary=True
    )
    | st.uuids()
    | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WILD_TEXT | st.integers(), inner, max_size=4),
    max_leaves=10,
)
CLAIMS = st.fixed_dictionaries({"value": WILD_TEXT}, optional={"attribute": WILD_TEXT, "relation": WILD, "until": WILD})
PAYLOAD = WILD | st.fixed_dictionaries(
    {},
    optional={
        "claim": CLAIMS | WILD,
        "place": WILD_TEXT,
        "by": WILD_TEXT,
        "text": WILD_TEXT,
        "event_ids": st.lists(st.uuids().map(str), max_size=3) | WILD,
        "reason": WILD_TEXT,
        "kind": WILD_TEXT,
        "names": WILD,
        "into": WILD_TEXT,
        "new_entity": WILD_TEXT,
        "name": WILD_TEXT,
        "forgotten": WILD,
    },
)
SOUND = {
    "entity_id": st.sampled_from(["keys", "bag"]),
    "type": st.sampled_from(sorted(PAYLOADS)),
    "occurred_at": st.datetimes(timezones=st.just(UTC)),
    "payload": PAYLOAD | st.just({"claim": CLAIM}),
    "source": st.just("camera:hall"),
}
EVENTS = WILD | st.fixed_dictionaries(
    SOUND,
    optional={
        "event_id": st.uuids() | WILD,
        "occurred_until": WILD,
        "observed_at": WILD,
        "confidence": WILD,
        "source_key": st.sampled_from("ab") | WILD,
        "model": WILD,
        "evidence": st.lists(st.fixed_dictionaries({"uri": WILD_TEXT}, optional={"region": WILD, "start_s": WILD}))
        | WILD,
        "visibility": st.lists(WILD_TEXT, max_size=2) | WILD,
        "caused_by": st.uuids() | WILD,
        "retain_until": WILD,
        "seq": WILD,
        "hash": WILD,
        "extra": WILD,
    },
)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large])
@given(batches=st.lists(st.lists(EVENTS, max_size=4), min_size=1, max_size=4))
def test_no_input_ends_in_a_traceback_or_half_a_batch(batches):
    """Whatever is sent: all of it is stored, or none of it and one line says why; skipping stores what is sound. The
    log verifies and reads back afterwards."""
    store = open_store("sqlite://")
    try:
        for batch in batches:
            _send(store, batch)
        assert verify_log(store).ok
        for event in reader.in_log_order(store):
            event.model_dump_json().encode()
        by_entity(store)
    finally:
        store.close()


def _send(store, batch) -> None:
    with store.read() as connection:
        before = log.read_head(connection).seq
    try:
        with store.write() as connection:
            done = log.append(connection, batch, store.clock())
    except InvalidInput as error:
        message = str(error)
        assert "\n" not in message
        message.encode(sys.getfilesystemencoding(), "strict")
        with store.read() as connection:
            assert log.read_head(connection).seq == before
        with store.write() as connection:
            done = log.append(connection, batch, store.clock(), on_error="skip")
        assert done.rejected
    assert done.appended + done.duplicates + len(done.rejected) == len(batch)
    assert done.last_seq == before + done.appended
