"""Canonical JSON is what RFC 8785 says, byte for byte, however it was produced."""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st
from numpy import float64

from tracker.domain.events import Event
from tracker.store import codec
from tracker.store.canonical import LARGEST_INTEGER, canonical

STORABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)
NUMBERS = st.floats(-LARGEST_INTEGER, LARGEST_INTEGER) | st.integers(-LARGEST_INTEGER, LARGEST_INTEGER)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | STORABLE,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(STORABLE, inner, max_size=5),
    max_leaves=20,
)


@given(JSON)
@example({"\ue000": 1, "\U00010000": 2, "é": 3, "a": [1e-5, 9.99e-6, -1e-6, 1e-7, -1.5e-10, -0.0, 5e-324, 1.0]})
@example({'\x01\x08\x09\x0a\x0c\x0d\x1f\x7f"\\/\u2028': '\x01\x08\x09\x0a\x0c\x0d\x1f\x7f"\\/\u2028'})
def test_any_document(document):
    assert canonical(document) == rfc8785.dumps(document)


@given(st.binary(min_size=8, max_size=8).map(lambda raw: struct.unpack("<d", raw)[0]))
def test_any_number(number):
    """Every double, drawn by its bits, is written as ECMAScript writes it, or refused where readers would differ."""
    if not abs(number) < 2**53:
        with pytest.raises(ValueError, match="understands alike"):
            canonical(number)
    else:
        assert canonical([number]) == rfc8785.dumps([number])


@pytest.mark.parametrize(
    "document",
    [float("nan"), float("inf"), 1e300, 2**53, -(2**53), {1: 2}, {"a": b"x"}, ["\ud800"], {"\ud800": 1e-9}, {1, 2}],
)
def test_what_has_no_canonical_form_is_refused(document):
    with pytest.raises(ValueError, match=r"."):
        canonical(document)


def test_a_model_of_other_classes_than_the_built_in_ones():
    """Thresholds come from NumPy, and settings in named tuples."""

    class Words(str):
        pass

    size = NamedTuple("size", [("width", int), ("scale", float)])(640, 0.5)
    model = {"enter": float64(0.6), "per": {Words("size"): size, "kind": Words("crop")}}
    event = {"entity_id": "keys", "type": "completed", "occurred_at": "2026-03-02T12:00:00Z", "source": "camera:hall"}
    stored = codec.draft(Event.model_validate(event | {"payload": {}, "model": model}))
    assert stored.model == '{"enter":0.6,"per":{"kind":"crop","size":[640,0.5]}}'


FRACTION = st.floats(0, 0.5) | st.sampled_from([0.0, 0.5, 1e-7, 5e-324])
EVIDENCE = st.fixed_dictionaries(
    {"uri": st.just("a.mp4")},
    optional={
        "text": STORABLE,
        "start_s": st.floats(0, 1e9),
        "region": st.tuples(FRACTION, FRACTION, FRACTION, FRACTION),
    },
)


@given(
    text=STORABLE,
    evidence=st.lists(EVIDENCE, max_size=3),
    model=st.none() | st.dictionaries(STORABLE, JSON, max_size=3),
    confidence=st.floats(0, 1),
    labels=st.lists(st.sampled_from("abcé"), max_size=3),
)
def test_rows_of_the_log(text, evidence, model, confidence, labels):
    """What the log hashes is RFC 8785 of the row and of its content, though neither is written by a general writer."""
    event = Event.model_validate(
        {
            "event_id": UUID(int=1),
            "entity_id": "kéy",
            "type": "stated",
            "occurred_at": datetime(2026, 3, 2, tzinfo=UTC),
            "payload": {"text": text, "claim": {"value": "x", "until": "2026-03-02T12:00:00.000001+08:00"}},
            "source": "mic:hall",
            "evidence": evidence,
            "model": model,
            "confidence": confidence,
            "visibility": labels,
        }
    )
    (row,) = codec.rows([codec.draft(event)], 6, "ab" * 32, 5, frozenset())
    for column in (row.payload, row.model, row.evidence, row.visibility):
        if column is not None:
            assert column.encode() == rfc8785.dumps(codec.orjson.loads(column))
    content = {
        name: codec.orjson.loads(text) if (text := getattr(row, name)) else None
        for name in ("evidence", "model", "payload")
    }
    assert row.digest == codec.sha256(row.salt.encode() + rfc8785.dumps(content)).hexdigest()
    chained = {
        name: value
        for name, value in row._asdict().items()
        if name not in ("payload", "model", "evidence", "salt", "hash")
    }
    assert row.hash == codec.sha256(b"ab" * 32 + rfc8785.dumps(chained)).hexdigest()
    assert codec.event(row).model_dump(exclude={"seq", "recorded_at", "hash", "observed_at"}) == event.model_copy(
        update={"visibility": tuple(sorted(set(labels)))}
    ).model_dump(exclude={"seq", "recorded_at", "hash", "observed_at"})
