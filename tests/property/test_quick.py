"""Events that are read quickly are stored as Pydantic's reading has them; and plain ones are read quickly."""

from __future__ import annotations

import copy
from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
import uuid_utils
from hypothesis import given
from hypothesis import strategies as st

from tracker.domain.events import read_event
from tracker.domain.evidence import Evidence, Region
from tracker.domain.ids import identifier
from tracker.domain.payloads import Claim, Forgotten, Seen
from tracker.errors import InvalidEvent
from tracker.store import codec
from tracker.store.codec import Draft
from tracker.store.quick import quick_draft

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ID = UUID("0193f9a0-0000-7000-8000-00000000000a")


class Words(str):
    pass


class Whole(int):
    pass


class Real(float):
    pass


class Table(dict):
    pass


class Moment(datetime):
    pass


class Identity(UUID):
    pass


class Alike:
    """Equal to a key, and no text."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __eq__(self, other: object) -> bool:
        return other == self._key

    def __hash__(self) -> int:
        return hash(self._key)


CLAIMS = [
    {"value": "hall", "relation": "in"},
    {"value": "hall"},
    {"attribute": "power", "value": "on"},
    {"attribute": "location", "value": "hall", "relation": None},
]
PAYLOADS = [
    *[("seen", {"claim": claim}) for claim in CLAIMS],
    ("not_seen", {"claim": CLAIMS[0]}),
    ("not_seen", {"claim": CLAIMS[0], "view": "occluded"}),
    ("system_action", {"claim": CLAIMS[2], "action": "switch_on"}),
    ("placed", {"place": "hall", "relation": "in"}),
    ("placed", {"place": None, "by": "ana"}),
    ("placed", {"place": "hall", "relation": "under"}),
    ("removed", {"place": "hall", "by": "ana"}),
    ("removed", {}),
    ("moved", {"from_place": "hall", "to_place": "desk", "relation": "on", "by": "ana"}),
    ("stated", {"text": '他把"鑰匙"放在 \\ 桌上', "claim": CLAIMS[0], "speaker": "ana"}),
    ("stated", {"text": "", "claim": None}),
]
MODEL = {"name": "ViT-B-32", "enter": 0.6, "whole": 1.0, "tiny": 1e-7, "on": True, "none": None, "per": {"é": [1, 0.5]}}
POINTER = {
    "uri": "2026-03-02/1.mp4",
    "media_type": "video/mp4",
    "start_s": 3.04,
    "end_s": 4,
    "region": [0.1, 0.2, 0.25, 1e-7],
    "sha256": "0a" * 32,
    "text": "a cup",
}
RICH = {
    "event_id": ID,
    "occurred_until": NOON + timedelta(seconds=1),
    "observed_at": "2026-03-02T20:00:02.000001+08:00",
    "confidence": 0.7,
    "source_key": "frame 7",
    "model": MODEL,
    "evidence": [POINTER, {"uri": "s3://clips/é.mp4", "start_s": 1.0, "region": (0, 0, 1, 1)}],
    "visibility": ["ana", "ben", "ana"],
    "caused_by": str(ID),
    "retain_until": NOON + timedelta(days=9),
}


def plain(kind: str, payload: dict[str, Any], **more: Any) -> dict[str, Any]:
    return copy.deepcopy(
        {"entity_id": "keys", "type": kind, "occurred_at": NOON, "payload": payload, "source": "camera:hall", **more}
    )


PLAIN = [event for kind, payload in PAYLOADS for event in (plain(kind, payload), plain(kind, payload, **RICH))]
TIMES = [
    NOON,
    NOON - timedelta(microseconds=1),
    NOON.replace(fold=1),
    NOON.replace(tzinfo=None),
    NOON.replace(tzinfo=ZoneInfo("UTC")),
    NOON.astimezone(timezone(timedelta(hours=8, seconds=1))),
    datetime(2026, 3, 29, 1, 30, tzinfo=ZoneInfo("Europe/Lisbon")),
    datetime(2026, 10, 25, 1, 30, fold=1, tzinfo=ZoneInfo("Europe/Lisbon")),
    datetime.min.replace(tzinfo=UTC),
    datetime.max.replace(tzinfo=UTC),
    datetime.max.replace(tzinfo=timezone(timedelta(hours=-1))),
    Moment(2026, 3, 2, 13, tzinfo=UTC),
    date(2026, 3, 2),
    1772452800,
    "1772452800",
    "2026-03-02",
    "2026-03-02T12:00:00",
    "2026-03-02T12:00:00Z",
    "20260302T120000Z",
    "2026-W10-1T12:00:00.1234567+00:00",
    "2026-03-02T12:00:00-12:34:56.789",
    "0001-01-01T00:00:00+08:00",
    "9999-12-31T23:59:59-08:00",
    "2026-03-02T24:00:00Z",
    Words("2026-03-02T12:00:00Z"),
]
NUMBERS = [
    *(True, False, 0, 1, -1, 2, 10**9, 10**9 + 1, 2**53, 10**400, Whole(1), Real(0.5), Decimal("0.5"), "0.5", "1"),
    *(0.0, -0.0, 0.5, 1.0, 1.0000001, 1e-7, 5e-324, -5e-324, 1e9, 1e300, float("nan"), float("inf"), 3.05),
]
TEXTS = [
    *(
        "",
        " ",
        "x",
        " x",
        "x ",
        "a b",
        "é",
        "鑰匙",
        "x\x00",
        "x\ud800",
        "\u200bx",
        "x\u202e",
        "a\nb",
        "\x85",
        "\u3000x",
    ),
    *("x\ue000", "x\u0378", "\xa0", "\xad", '"\\/', *("x" * size for size in (200, 201, 500, 501, 2000, 2001))),
    *(
        "x" * 65_536,
        "x" * 65_537,
        "鑰" * 200,
        "keys",
        "location",
        "power",
        "in",
        "beside",
        "in front of",
        "occluded",
        "seen",
        "ana",
    ),
    *(Words("hall"), Words("in"), Words("seen"), b"hall", "unheard of", "planned", "registered", "redacted"),
]
IDS = [
    *(ID, str(ID), str(ID).upper(), ID.hex, f"{{{ID}}}", f"urn:uuid:{ID}", uuid_utils.UUID(str(ID)), ID.int),
    *(Identity(str(ID)), Words(ID), "0193f9a0-0000-7000-8000_00000000000a", "é" * 36, str(UUID(int=0))),
]
URIS = [
    *("../a", "a/../b", "..", "a..b", "%2e%2e/a", "a%252e%252e/b", "a%20b", "/etc", "\\a", "a\\..\\b", "file:///a"),
    *("s3://a/../b", "s3://../b", "://", "file:///../a"),
]
DIGESTS = ["A" * 64, "a" * 64 + "\n", "a" * 31 + "g" + "a" * 32, "a" * 63, "٣" * 64]
REGIONS = [
    *([0, 0, 1, 1], (0.5, 0.5, 0.5, 0.5), [0.7, 0.1, 0.3000005, 0.1], [0.7, 0.1, 0.31, 0.1], [0.5, 0.7, 0.1, 0.31]),
    *([0.1] * 3, [0.1] * 5, [True, 0, 0, 0], [0, float("nan"), 0, 0], ["0", 0, 0, 0], [0, -0.0, 5e-324, 0]),
    *(Region(0, 0, 1, 1), {"x": 0, "y": 0, "w": 1, "h": 1}, [0, 0, 0, 10**400]),
]
DEEP: Any = 1
for _ in range(40):
    DEEP = {"a": DEEP}
OBJECTS = [
    *({}, [], (), set(), {"a"}, [{}], ["a", "b"], ("b", "a", "b"), [" a"], [1], [None], frozenset({"a"}), "ab"),
    *({1: 2}, {"a": float("nan")}, {"a": 2**53}, {"a": b""}, {"a": NOON}, {"a": ID}, {"a": {1: 2}}, {"a": "\ud800"}),
    *(
        {Words("a"): Words("b")},
        {"a": Words("b")},
        {"a": Whole(1)},
        {"a": (1, [2.0])},
        {"\x00": 1},
        {"a": "x" * 65_537},
    ),
    *({"\ue000": 1, "\U00010000": 2}, {"a": Table(b=1)}, {"a": -0.0}, Table(a=1), OrderedDict(a=1), DEEP, {"a": {"b"}}),
    *(Table(CLAIMS[0]), Claim(value="hall"), {"claim": Claim(value="hall")}, Seen(claim=Claim(value="hall"))),
    *(
        Forgotten(),
        {"forgotten": True},
        {"claim": None},
        {"claim": {"value": "hall", "until": NOON}},
        {"place": "keys"},
    ),
    *({"value": "hall", "until": NOON + timedelta(1)}, {"value": "keys"}, {"attribute": "power", "value": "keys"}),
    *([Evidence(uri="a")], ({"uri": "a"},), [{"uri": "a", "until": 1}], [Table(uri="a")], {"uri": "a"}),
    *([{"uri": "a", "start_s": 2, "end_s": 1}], [{"uri": "a", "start_s": 2, "end_s": 2}], [{"uri": None}]),
]
ODD = [None, *TIMES, *NUMBERS, *TEXTS, *IDS, *URIS, *DIGESTS, *REGIONS, *OBJECTS]
SOME = [None, NOON, 0.5, "hall", "in", str(ID), [], MODEL]
KEYS = [
    1,
    None,
    b"type",
    "unheard of",
    "forgotten",
    "until",
    "seq",
    "hash",
    "Type",
    *RICH,
    *POINTER,
    "place",
    "view",
    "relation",
    "attribute",
]


def long_way(event: dict[Any, Any]) -> Draft | None:
    try:
        return codec.draft(read_event(event))
    except InvalidEvent:
        return None


def read_alike(event: dict[Any, Any]) -> bool:
    """Whether it is read quickly; if so, to the last bit as Pydantic's reading has it."""
    before = repr(event)
    quick = quick_draft(event)
    assert repr(event) == before, "the sender's own data was changed"
    if quick is None:
        return False
    slow = long_way(event)
    assert slow is not None, f"Pydantic refuses {event}"
    if "event_id" not in event and event.get("source_key") is None:
        assert UUID(quick.event_id).version == 7
        assert quick.event_id == str(UUID(quick.event_id))
        quick, slow = quick._replace(event_id=""), slow._replace(event_id="")
    assert repr(quick) == repr(slow)  # tells 1 from 1.0, and True from 1
    assert list(map(type, quick)) == list(map(type, slow))
    return True


def objects_in(value: Any) -> list[dict[Any, Any]]:
    """The mapping and those in it."""
    if type(value) is dict:
        return [value, *(one for part in value.values() for one in objects_in(part))]
    return [one for part in value for one in objects_in(part)] if type(value) in (list, tuple) else []


@pytest.mark.parametrize("event", PLAIN)
def test_plain_events_are_read_quickly(event):
    assert read_alike(event)


def test_what_the_benchmarks_send_is_read_quickly():
    pytest.importorskip("eventsourcing")
    from tests.bench import fold, log

    assert all(map(read_alike, log.camera_events(1000)))
    assert all(map(read_alike, fold.events(1000, 100)))


@pytest.mark.parametrize("event", [PLAIN[1], *PLAIN[::2]])
def test_with_any_one_field_odd_or_missing(event):
    """Each field of it and of what is in it, in turn: given each odd value, left out, or under a key that is no text;
    and fields that it has not."""
    for place, given_here in enumerate(objects_in(event)):
        for key in [*given_here, *KEYS]:
            for odd in ODD if key in given_here else SOME:
                changed = copy.deepcopy(event)
                objects_in(changed)[place][key] = odd
                read_alike(changed)
            for other in (None, Words, Alike):
                changed = copy.deepcopy(event)
                within = objects_in(changed)[place]
                value = within.pop(key, 1)
                if other is not None:
                    within[other(key) if isinstance(key, str) else key] = value
                read_alike(changed)


@given(event=st.sampled_from(PLAIN), data=st.data())
def test_with_several_fields_odd(event, data):
    event = copy.deepcopy(event)
    for _ in range(data.draw(st.integers(1, 4))):
        within = data.draw(st.sampled_from(objects_in(event)))
        key = data.draw(st.sampled_from([*within, *KEYS]))
        odd = st.sampled_from(ODD) | st.text(max_size=40) | st.floats() | st.integers() | st.datetimes()
        zoned = st.datetimes(timezones=st.timezones() | st.just(UTC))
        value = data.draw(odd | zoned | zoned.map(datetime.isoformat) | st.uuids() | st.uuids().map(str))
        within[key] = copy.deepcopy(value)  # the next round may change what is in it
    read_alike(event)


@given(
    st.fixed_dictionaries(
        {
            "uri": st.text("./\\%2eEa:é", min_size=1, max_size=12),
            "start_s": st.floats(0, 10) | st.integers(0, 10),
            "end_s": st.none() | st.floats(0, 10) | st.integers(0, 10),
            "region": st.lists(st.floats(0, 1) | st.integers(0, 1), min_size=4, max_size=4),
            "text": st.text(max_size=10),
        }
    ),
    st.dictionaries(st.text(max_size=4), st.floats() | st.integers() | st.text(max_size=4) | st.booleans()),
)
def test_with_any_evidence_and_model(pointer, model):
    read_alike(plain("removed", {}, evidence=[pointer], model=model))
    read_alike(plain("removed", {}, evidence=[{"uri": pointer["uri"]}]))


def test_every_character_that_is_printable_may_stand_in_a_name():
    """The quick reading asks Python, not Unicode's categories, whether a character can be seen."""
    for character in map(chr, range(0x110000)):
        if character.isprintable() and character != " ":
            assert identifier(character) == character
