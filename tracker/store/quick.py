"""A quick reading of plain events: what programs send by the thousand, straight to how it is stored.

What is valid is for Pydantic to say (`tracker.domain.events`), and so is what is wrong with what is not. Here only
mappings of exactly the built-in types are read, of the fields that are common, and where they are plainly valid: to the
draft that the long way gives. A property test holds this against the long way."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, get_args
from uuid import UUID

import orjson
import uuid_utils

from tracker.domain.events import Event
from tracker.domain.ids import id_text_for, plain_json
from tracker.domain.payloads import LOCATION
from tracker.domain.sides import LANDMARK_RELATIONS, Relation
from tracker.domain.slices import AS_TUPLE
from tracker.domain.times import aware, to_us
from tracker.store.codec import Draft, evidence_json, labels_json, model_json

Readers = dict[str, Callable[[Any], Any]]
"""What reads each field of an object to how it is stored: ValueError for what is not plainly valid."""


def quick_draft(given: dict[Any, Any]) -> Draft | None:
    """The event that the mapping describes, as it will be stored; None for whatever is not plainly valid, of which the
    long way says whether it is valid at all."""
    try:
        return _draft(given)
    except (ValueError, KeyError):
        return None


def _draft(given: dict[Any, Any]) -> Draft:
    """Field by field, not by a table of readers: to look each up costs as much as to read it."""
    _check_keys(given, _EVENT)
    kind, entity_id, source = given["type"], _name(given["entity_id"]), _name(given["source"])
    occurred, until = _instant(given["occurred_at"]), _instant_or_none(given.get("occurred_until"))
    if until is not None and until < occurred:
        raise ValueError
    source_key = given.get("source_key")
    if source_key is not None:
        source_key = _shown(source_key, 1, 500)
    if "event_id" in given:
        event_id = _id(given["event_id"])
    else:
        event_id = str(uuid_utils.uuid7()) if source_key is None else id_text_for(source, source_key)
    caused_by, model = given.get("caused_by"), given.get("model")
    fields = (
        event_id,
        entity_id,
        kind,
        occurred,
        until,
        _instant_or_none(given.get("observed_at")),
        _number(given.get("confidence", 1.0), 1),
        source,
        source_key,
        None if caused_by is None else _id(caused_by),
        _labels(given.get("visibility", ())),
        _instant_or_none(given.get("retain_until")),
        _payload(kind, given["payload"], entity_id),
        None if model is None else _model(model),
        _evidence(given.get("evidence", ())),
    )
    return AS_TUPLE(Draft, fields)


def _check_keys(given: Any, known: frozenset[str]) -> None:
    if type(given) is not dict:
        raise ValueError
    fields: dict[Any, Any] = given
    for key in fields:
        if type(key) is not str or key not in known:
            raise ValueError


def _payload(kind: Any, given: Any, entity_id: str) -> str:
    if type(kind) is not str or type(given) is not dict:
        raise ValueError
    readers, needed = _PAYLOADS[kind]
    fields: dict[Any, Any] = given
    payload: dict[str, Any] = {}
    for key, value in fields.items():
        if type(key) is not str:
            raise ValueError
        read = readers[key]
        if value is not None or key == "view":  # which has another default than None
            payload[key] = read(value)
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
    if payload.get("relation") in LANDMARK_RELATIONS and "place" not in payload and "to_place" not in payload:
        raise ValueError
    return orjson.dumps(payload, option=orjson.OPT_SORT_KEYS).decode()


def _claim(given: Any) -> dict[str, Any]:
    _check_keys(given, _CLAIM)
    fields: dict[str, Any] = given
    attribute, value = _name(fields.get("attribute", LOCATION)), _shown(fields["value"], 1, 65_536)
    claim: dict[str, Any] = {"attribute": attribute, "value": value}
    relation = fields.get("relation")
    if relation is not None:
        claim["relation"] = _RELATION(relation)
    if len(value) > 200 if attribute == LOCATION else relation is not None:
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


def _instant(value: Any) -> int:
    """Microseconds since the epoch."""
    if (type(value) is datetime and value.tzinfo is UTC) or type(value) is str:
        return to_us(aware(value))
    raise ValueError


def _instant_or_none(value: Any) -> int | None:
    return None if value is None else _instant(value)


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
    items = _items(values)
    return labels_json([_name(value) for value in items]) if items else None


def _model(given: Any) -> str:
    if type(given) is not dict:
        raise ValueError
    plain_json(given)
    return model_json(given)


def _evidence(values: Any) -> str | None:
    items = _items(values)
    return evidence_json([_pointer(value) for value in items]) if items else None


def _pointer(given: Any) -> dict[str, Any]:
    _check_keys(given, _POINTER)
    fields: dict[str, Any] = given
    pointer: dict[str, Any] = {"uri": _uri(fields["uri"])}
    start, end, region = fields.get("start_s"), fields.get("end_s"), fields.get("region")
    if start is not None:
        pointer["start_s"] = start = _number(start, _LONGEST_S)
    if end is not None:
        pointer["end_s"] = end = _number(end, _LONGEST_S)
        if start is not None and end < start:
            raise ValueError
    if region is not None:
        pointer["region"] = _region(region)
    for key, most in _TEXTS:
        text = fields.get(key)
        if text is not None:
            pointer[key] = _shown(text, 0, most)
    digest = fields.get("sha256")
    if digest is not None:
        pointer["sha256"] = _sha256(digest)
    return pointer


def _uri(value: Any) -> str:
    """A URI that leads, decoded or not, nowhere but down."""
    uri = _shown(value, 1, 2000)
    if ".." in uri or "%" in uri or uri[0] in "/\\":
        raise ValueError
    return uri


def _region(value: Any) -> list[float]:
    x, y, width, height = [_number(part, 1) for part in _items(value)]
    if x + width > 1 or y + height > 1:
        raise ValueError
    return [x, y, width, height]


def _sha256(value: Any) -> str:
    digest = _shown(value, 64, 64)
    if digest.strip("0123456789abcdef"):
        raise ValueError
    return digest


_RELATION = _one_of(*get_args(Relation))
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
_LONGEST_S = 1_000_000_000
_TEXTS = (("media_type", 200), ("text", 65_536))
_CLAIM = frozenset({"attribute", "value", "relation"})
_POINTER = frozenset({"uri", "media_type", "start_s", "end_s", "region", "sha256", "text"})
_EVENT = frozenset(Event.model_fields) - {"seq", "recorded_at", "hash"}
