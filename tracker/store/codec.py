"""Events to rows and back, and the hash chain over the rows.

A row's `digest` covers its content (`payload`, `model`, `evidence`) under the row's salt; its `hash` covers the hash
before it and the canonical JSON of everything else in the row with that digest. Content can therefore be erased while
the chain still verifies."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from types import NoneType
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.domain.logged import Logged
from tracker.domain.payloads import PAYLOADS, Forgotten
from tracker.domain.slices import AS_TUPLE
from tracker.domain.times import from_us, to_us
from tracker.errors import StoreDamaged
from tracker.store.canonical import agrees, canonical, number

GENESIS = "0" * 64
_SORTED = orjson.OPT_SORT_KEYS


class Row(NamedTuple):
    """A row of `events`, in the order of its columns. Times are microseconds since the epoch (UTC)."""

    seq: int
    event_id: str
    entity_id: str
    type: str
    occurred_at: int
    occurred_until: int | None
    observed_at: int
    recorded_at: int
    confidence: float
    source: str
    source_key: str | None
    caused_by: str | None
    visibility: str | None
    retain_until: int | None
    payload: str | None
    model: str | None
    evidence: str | None
    salt: str | None
    digest: str
    hash: str


class Draft(NamedTuple):
    """An event made ready for storing, before its place in the log is known; fields as in `Row`."""

    event_id: str
    entity_id: str
    type: str
    occurred_at: int
    occurred_until: int | None
    observed_at: int | None
    confidence: float
    source: str
    source_key: str | None
    caused_by: str | None
    visibility: str | None
    retain_until: int | None
    payload: str | None
    model: str | None
    evidence: str | None


def draft(event: Event) -> Draft:
    """The event as it will be stored. `observed_at` stays None when the log is to fill it in."""
    until, observed, retain = event.occurred_until, event.observed_at, event.retain_until
    payload = event.payload
    forgotten = type(payload) is Forgotten
    fields = (
        str(event.event_id),
        event.entity_id,
        event.type,
        to_us(event.occurred_at),
        None if until is None else to_us(until),
        None if observed is None else to_us(observed),
        event.confidence,
        event.source,
        event.source_key,
        None if event.caused_by is None else str(event.caused_by),
        labels_json(event.visibility),
        None if retain is None else to_us(retain),
        # A payload holds only text, flags, ids and times: orjson's sorted form is canonical for it.
        None if forgotten else orjson.dumps(_dumped(payload), option=_SORTED).decode(),
        None if forgotten or event.model is None else model_json(event.model),
        None if forgotten else evidence_json([_dumped(one) for one in event.evidence]),
    )
    return AS_TUPLE(Draft, fields)


def drafted(row: Row) -> Draft:
    """The stored row as the draft it came from; `observed_at` may be the log's own."""
    return Draft._make((*row[1:7], *row[8:17]))


def _dumped(model: Any) -> Any:
    return model.__pydantic_serializer__.to_python(model, mode="json", exclude_none=True)


def labels_json(visibility: Sequence[str]) -> str | None:
    return orjson.dumps(sorted(set(visibility))).decode() if visibility else None


def model_json(model: dict[str, Any]) -> str:
    """The canonical JSON of a model."""
    try:
        written = orjson.dumps(model, option=_SORTED)
    except TypeError:
        written = orjson.dumps(_built_in(model), option=_SORTED)
    return _model_json(written)


def _built_in(value: Any) -> Any:
    """JSON data without the classes that orjson does not write, like the numbers of NumPy and named tuples."""
    if isinstance(value, dict):
        return {str.__str__(key): _built_in(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_built_in(item) for item in value]
    return float(value) if isinstance(value, float) else value


@lru_cache(maxsize=256)
def _model_json(model: bytes) -> str:
    """As `model_json`, of its JSON. Many events name the same few."""
    return canonical(orjson.loads(model)).decode()


def evidence_json(evidence: list[dict[str, Any]]) -> str | None:
    """The canonical JSON of evidence, in which only the positions in time and image are numbers; None when there is
    none. The numbers are replaced in what is given."""
    if not evidence:
        return None
    same = True
    for item in evidence:
        for name in ("start_s", "end_s"):
            if name in item:
                item[name] = exact = number(item[name])
                same = same and agrees(exact)
        if "region" in item:
            item["region"] = region = [number(part) for part in item["region"]]
            for part in region:
                same = same and agrees(part)
    return (orjson.dumps(evidence, option=_SORTED) if same else canonical(evidence)).decode()


def content_digest(salt: str | None, payload: str | None, model: str | None, evidence: str | None) -> str:
    """SHA-256 (hex) over the salt and the canonical JSON of the content."""
    content = f'{salt or ""}{{"evidence":{evidence or "null"},"model":{model or "null"},"payload":{payload or "null"}}}'
    return sha256(content.encode()).hexdigest()


FORGOTTEN = content_digest(None, None, None, None)
"""The digest of what was redacted before it came."""


def chained(previous: str, row: tuple[Any, ...]) -> str:
    """The hash (hex) of a row, given without its own: SHA-256 over the previous row's hash and this row's canonical
    JSON, with the digest in place of the content."""
    (
        seq,
        event_id,
        entity_id,
        kind,
        occurred_at,
        occurred_until,
        observed_at,
        recorded_at,
        confidence,
        source,
        source_key,
        caused_by,
        visibility,
        retain_until,
        _payload,
        _model,
        _evidence,
        _salt,
        digest,
    ) = row
    exact = number(confidence)
    document = {  # in sorted order, as RFC 8785 wants the keys
        "caused_by": caused_by,
        "confidence": exact,
        "digest": digest,
        "entity_id": entity_id,
        "event_id": event_id,
        "observed_at": observed_at,
        "occurred_at": occurred_at,
        "occurred_until": occurred_until,
        "recorded_at": recorded_at,
        "retain_until": retain_until,
        "seq": seq,
        "source": source,
        "source_key": source_key,
        "type": kind,
        "visibility": visibility,
    }
    written = orjson.dumps(document) if agrees(exact) else canonical(document)
    return sha256(previous.encode() + written).hexdigest()


def rows(drafts: Sequence[Draft], after: int, previous: str, now: int, erased: frozenset[str]) -> list[Row]:
    """The drafts as rows following seq `after` with hash `previous`, recorded at `now`. Those whose event id is in
    `erased` were redacted before they came, and are stored without content."""
    salts = os.urandom(16 * len(drafts)).hex()
    made: list[Row] = []
    each: tuple[Any, ...]  # compiled code takes a plain tuple apart at a fifth of what a named one costs
    for seq, each in enumerate(drafts, after + 1):
        (
            event_id,
            entity_id,
            kind,
            occurred_at,
            occurred_until,
            observed_at,
            confidence,
            source,
            source_key,
            caused_by,
            visibility,
            retain_until,
            payload,
            model,
            evidence,
        ) = each
        salt: str | None = salts[32 * len(made) : 32 * len(made) + 32]
        if payload is None or event_id in erased:
            payload = model = evidence = salt = None
        fixed = (
            seq,
            event_id,
            entity_id,
            kind,
            occurred_at,
            occurred_until,
            now if observed_at is None else observed_at,
            now,
            confidence,
            source,
            source_key,
            caused_by,
            visibility,
            retain_until,
            payload,
            model,
            evidence,
            salt,
            content_digest(salt, payload, model, evidence),
        )
        previous = chained(previous, fixed)
        made.append(AS_TUPLE(Row, (*fixed, previous)))
    return made


_TEXT, _TEXT_OR_NONE, _WHOLE, _WHOLE_OR_NONE = (str,), (str, NoneType), (int,), (int, NoneType)
_KINDS = (
    *(_WHOLE, _TEXT, _TEXT, _TEXT, _WHOLE, _WHOLE_OR_NONE, _WHOLE, _WHOLE, (float,), _TEXT),
    *(_TEXT_OR_NONE, _TEXT_OR_NONE, _TEXT_OR_NONE, _WHOLE_OR_NONE),
    *(_TEXT_OR_NONE, _TEXT_OR_NONE, _TEXT_OR_NONE, _TEXT_OR_NONE, _TEXT, _TEXT),
)


@lru_cache(maxsize=1024)
def _fit(kinds: tuple[type, ...]) -> bool:
    return all(kind in allowed for kind, allowed in zip(kinds, _KINDS, strict=True))


def sound(row: Row) -> bool:
    """Whether the row holds the types that its columns are for, which SQLite does not see to, and a confidence."""
    kinds: tuple[type, ...] = tuple(map(type, row))
    return _fit(kinds) and 0 <= row.confidence <= 1


def checked(row: Row) -> Row:
    """The row itself; StoreDamaged when its content is not what was appended."""
    if not sound(row):
        of: tuple[Any, ...] = row  # whose fields may be anything
        raise damaged(repr(of[1])[:60], of[0])
    if row.payload is not None and content_digest(row.salt, row.payload, row.model, row.evidence) != row.digest:
        raise damaged(row.event_id, row.seq)
    return row


def damaged(event_id: str, seq: int | None = None) -> StoreDamaged:
    where = "" if seq is None else f" (seq {seq})"
    return StoreDamaged(f"the content of event {event_id}{where} is damaged; run tracker verify")


def labels(visibility: str | None) -> tuple[str, ...]:
    """The labels of those who may read an event, none for everyone; StoreDamaged for what is not a list of them."""
    if visibility is None:
        return ()
    try:
        found = orjson.loads(visibility)
    except orjson.JSONDecodeError:
        found = None
    if type(found) is not list:
        raise StoreDamaged("it is damaged who may read an event; run tracker verify")
    return tuple(found)


def readable(visibility: str | None, viewer: frozenset[str] | None) -> bool:
    """Whether a viewer with these labels may read the event; None is whoever opened the tracker."""
    return viewer is None or visibility is None or not viewer.isdisjoint(labels(visibility))


def logged(row: Row, stated: bool) -> Logged:
    """The row as rules see it."""
    of: tuple[Any, ...] = row  # as in `rows`
    content = orjson.loads(of[14] or "{}")
    fields = (of[1], of[2], of[3], of[4], of[5], of[6], of[8], content, of[9], stated, labels(of[12]))
    return AS_TUPLE(Logged, fields)


OwnRow = tuple[Any, ...]
"""A row as `reader.OWN_EVENTS` finds it."""


def own_row(row: Row, stated: bool) -> OwnRow:
    """What rules see of the row. Of plain tuples of text and numbers thousands may wait: Python's
    collector does not look at them again, as it does at what they are read to."""
    of: tuple[Any, ...] = row
    return (of[1], of[2], of[3], of[4], of[5], of[6], of[8], of[14], of[9], of[12], "stated" if stated else None)


def evidence_of(written: str | None) -> tuple[Evidence, ...]:
    return tuple(map(Evidence.model_validate, orjson.loads(written))) if written else ()


def event(row: Row) -> Event:
    """The row as a user sees it, with the log's own fields. Erased content shows as a `Forgotten` payload. Raises
    StoreDamaged for what no event can be."""
    try:
        return _event(row)
    except (ValueError, TypeError, LookupError, OverflowError):
        raise damaged(row.event_id, row.seq) from None


def _event(row: Row) -> Event:
    payload = Forgotten() if row.payload is None else PAYLOADS[row.type].model_validate_json(row.payload)
    return Event.model_construct(
        event_id=UUID(row.event_id),
        entity_id=row.entity_id,
        type=row.type,
        occurred_at=from_us(row.occurred_at),
        occurred_until=None if row.occurred_until is None else from_us(row.occurred_until),
        observed_at=from_us(row.observed_at),
        confidence=row.confidence,
        payload=payload,
        source=row.source,
        source_key=row.source_key,
        model=orjson.loads(row.model) if row.model else None,
        evidence=evidence_of(row.evidence),
        visibility=labels(row.visibility),
        caused_by=UUID(row.caused_by) if row.caused_by else None,
        retain_until=None if row.retain_until is None else from_us(row.retain_until),
        seq=row.seq,
        recorded_at=from_us(row.recorded_at),
        hash=row.hash,
    )
