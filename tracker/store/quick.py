"""A quick reading of plain events: what programs send by the thousand, straight to how it is stored.

What is valid is for Pydantic to say (`tracker.domain.events`), and so is what is wrong with what is not. Here only
mappings of exactly the built-in types are read, of the fields that are common, and where they are plainly valid: to the
draft that the long way gives. A property test holds this against the long way."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import orjson
import uuid_utils

from tracker.domain.ids import id_text_for, plain_json
from tracker.domain.payloads import LOCATION
from tracker.domain.slices import AS_TUPLE
from tracker.domain.times import aware, to_us
from tracker.store.codec import Draft, evidence_json, labels_json, model_json

Readers = dict[str, Callable[[Any], Any]]
"""What reads each field of an object to how it is stored: ValueError for what is not plainly valid."""

# Those that have another default than None: given as None they are wrong.
_NEVER_NONE = frozenset({"event_id", "confidence", "evidence", "visibility", "attribute", "view"})


def quick_draft(given: dict[Any, Any]) -> Draft | None:
    """The event that the mapping describes, as it will be stored; None for whatever is not plainly valid, of which the
    long way says whether it is valid at all."""
    try:
        return _draft(_object(given, _EVENT))
    except (ValueError, KeyError):
        return None


def _draft(event: dict[str, Any]) -> Draft:
    entity_id, source, source_key = event["entity_id"], event["source"], event.get("source_key")
    kind, occurred, until = event["type"], event["occurred_at"], event.get("occurred_until")
    if until is not None and until < occurred:
        raise ValueError
    event_id = event.get("event_id")
    if event_id is None:
        event_id = str(uuid_utils.uuid7()) if source_key is None else id_text_for(source, source_key)
    fields = (
        event_id,
        entity_id,
        kind,
        occurred,
        until,
        event.get("observed_at"),
        event.get("confidence", 1.0),
        source,
        source_key,
        event.get("caused_by"),
        event.get("visibility"),
        event.get("retain_until"),
        _payload(kind, event["payload"], entity_id),
        event.get("model"),
        event.get("evidence"),
    )
    return AS_TUPLE(Draft, fields)


def _object(given: Any, readers: Readers) -> dict[str, Any]:
    """The fields that are not None; ValueError or KeyError where one is unknown or not plainly valid."""
    if type(given) is not dict:
        raise ValueError
    fields: dict[Any, Any] = given
    kept: dict[str, Any] = {}
    for key, value in fields.items():
        if type(key) is not str:
            raise ValueError
        read = readers[key]
        if value is not None or key in _NEVER_NONE:
            kept[key] = read(value)
    return kept


def _payload(kind: str, given: Any, entity_id: str) -> str:
    readers, needed = _PAYLOADS[kind]
    payload = _object(given, readers)
    claim = payload.get("claim")
    # Some fields may name the entity itself; that is not common.
    if entity_id in payload.values() or (claim is not None and entity_id in claim.values()):
        raise ValueError
    if kind == "not_seen":
        payload.setdefault("view", "clear")
    for field in needed:
        if field not in payload:
            raise ValueError
    if kind == "placed" and "place" not in payload and "by" not in payload:
        raise ValueError
    return orjson.dumps(payload, option=orjson.OPT_SORT_KEYS).decode()


def _claim(given: Any) -> dict[str, Any]:
    claim = _object(given, _CLAIM)
    if claim.setdefault("attribute", LOCATION) == LOCATION:
        if len(claim["value"]) > 200:
            raise ValueError
    elif "value" not in claim or "relation" in claim:
        raise ValueError
    return claim


def _shown(value: Any, least: int, most: int) -> str:
    """Text of so many characters, all of which can be seen. `isprintable` allows less than `ids.printable`: no white
    space but the usual, and nothing that Unicode leaves open."""
    if type(value) is str and least <= len(value) <= most and value.isprintable():
        return value
    raise ValueError


def _name(value: Any) -> str:
    name = _shown(value, 1, 200)
    if name[0] == " " or name[-1] == " ":
        raise ValueError
    return name


def _text(least: int, most: int) -> Callable[[Any], str]:
    return lambda value: _shown(value, least, most)


def _one_of(*words: str) -> Callable[[Any], str]:
    known = frozenset(words)

    def read(value: Any) -> str:
        if type(value) is str and value in known:
            return value
        raise ValueError

    return read


def _number(value: Any, most: int) -> float:
    if type(value) is int and 0 <= value <= most:
        return float(value)
    if type(value) is float:
        exact: float = value
        if 0.0 <= exact <= most:
            return exact
    raise ValueError


def _fraction(value: Any) -> float:
    return _number(value, 1)


def _seconds(value: Any) -> float:
    return _number(value, 1_000_000_000)


def _instant(value: Any) -> int:
    """Microseconds since the epoch."""
    if (type(value) is datetime and value.tzinfo is UTC) or type(value) is str:
        return to_us(aware(value))
    raise ValueError


def _id(value: Any) -> str:
    """As text, of a UUID or of that same text."""
    if type(value) is UUID:
        return str(value)
    if type(value) is str and len(value) == 36 and str(uuid_utils.UUID(value)) == value:
        return value
    raise ValueError


def _items(values: Any) -> list[Any]:
    if type(values) is tuple:
        return list(values)
    if type(values) is list:
        return values
    raise ValueError


def _labels(values: Any) -> str | None:
    return labels_json([_name(value) for value in _items(values)])


def _model(given: Any) -> str:
    if type(given) is not dict:
        raise ValueError
    plain_json(given)
    return model_json(given)


def _evidence(values: Any) -> str | None:
    return evidence_json([_pointer(value) for value in _items(values)])


def _pointer(given: Any) -> dict[str, Any]:
    pointer = _object(given, _POINTER)
    start, end = pointer.get("start_s"), pointer.get("end_s")
    if "uri" not in pointer or (start is not None and end is not None and end < start):
        raise ValueError
    return pointer


def _uri(value: Any) -> str:
    """A URI that leads, decoded or not, nowhere but down."""
    uri = _shown(value, 1, 2000)
    if ".." in uri or "%" in uri or uri[0] in "/\\":
        raise ValueError
    return uri


def _region(value: Any) -> list[float]:
    x, y, width, height = [_fraction(part) for part in _items(value)]
    if x + width > 1 or y + height > 1:
        raise ValueError
    return [x, y, width, height]


def _sha256(value: Any) -> str:
    digest = _shown(value, 64, 64)
    if digest.strip("0123456789abcdef"):
        raise ValueError
    return digest


def _as_given(value: Any) -> Any:
    return value


_RELATION = _one_of("in", "on", "at", "with")
_CLAIM: Readers = {"attribute": _name, "value": _text(1, 65_536), "relation": _RELATION}
# With the fields that must be there.
_PAYLOADS: dict[str, tuple[Readers, tuple[str, ...]]] = {
    "seen": ({"claim": _claim}, ("claim",)),
    "not_seen": ({"claim": _claim, "view": _one_of("clear", "occluded")}, ("claim",)),
    "system_action": ({"claim": _claim, "action": _name}, ("claim", "action")),
    "placed": ({"place": _name, "relation": _RELATION, "by": _name}, ()),
    "removed": ({"place": _name, "by": _name}, ()),
    "moved": ({"from_place": _name, "to_place": _name, "relation": _RELATION, "by": _name}, ()),
    "stated": ({"claim": _claim, "text": _text(0, 65_536), "speaker": _name}, ("text",)),
}
_POINTER: Readers = {
    "uri": _uri,
    "media_type": _text(0, 200),
    "start_s": _seconds,
    "end_s": _seconds,
    "region": _region,
    "sha256": _sha256,
    "text": _text(0, 65_536),
}
_EVENT: Readers = {
    "event_id": _id,
    "entity_id": _name,
    "type": _one_of(*_PAYLOADS),
    "occurred_at": _instant,
    "occurred_until": _instant,
    "observed_at": _instant,
    "confidence": _fraction,
    "payload": _as_given,
    "source": _name,
    "source_key": _text(1, 500),
    "model": _model,
    "evidence": _evidence,
    "visibility": _labels,
    "caused_by": _id,
    "retain_until": _instant,
}
