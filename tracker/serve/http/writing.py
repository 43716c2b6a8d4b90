"""Writes: events, notes, decisions."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from tracker.domain.answers import Change, Decision, Receipt
from tracker.domain.events import Sent
from tracker.errors import InvalidInput, Outdated, SequenceMoved, SourceKeyConflict
from tracker.serve.access.principals import Principal
from tracker.serve.http import problems
from tracker.serve.http.access import Ingester, Reviewer
from tracker.serve.http.answering import plain_json
from tracker.serve.http.asked import Name, Time, Zone
from tracker.serve.http.desk import Desk
from tracker.serve.http.documents import EXAMPLE, EventDocument
from tracker.serve.http.problems import JSON, Refused
from tracker.store.jsonl import read_lines
from tracker.store.receipts import Once

router = APIRouter(prefix="/v1", tags=["writing"])
LINES = ("application/x-ndjson", "application/jsonl", "application/json-lines")
# What a rejected row blames when a stored event is in its way.
_OF_STORED = ("source_key", "event_id")
_ONE = EventDocument.model_json_schema(ref_template="#/components/schemas/{model}")
_ONE.pop("$defs", None)
_BODY = {
    "required": True,
    "content": {
        JSON: {
            "schema": {"anyOf": [_ONE, {"type": "array", "items": _ONE}]},
            "examples": {"one": {"value": EXAMPLE}, "several": {"value": [EXAMPLE]}},
        },
        LINES[0]: {"schema": {"type": "string"}, "example": orjson.dumps(EXAMPLE).decode()},
    },
}


Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        description="A key of your own: the same request under it counts once, and is answered as it was.",
    ),
]
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        max_length=200,
        description="The ETag, or the position, of what was looked at: refused (409) if it has changed since.",
    ),
]


class Appending(BaseModel):
    model_config = ConfigDict(extra="forbid")

    on_error: Literal["raise", "skip"] = Field("raise", description="`skip`: report bad rows, append the rest.")
    expected_seq: int | None = Field(None, description="Refuse (409) unless the log ends here.", ge=0, le=2**53)


@router.post("/events", response_model=Receipt, summary="Append events", openapi_extra={"requestBody": _BODY})
async def append(request: Request, caller: Ingester, asked: Annotated[Appending, Query()], key: Key = None) -> Response:
    body, desk = await request.body(), Desk.of(request)
    lines = _is_lines(request)
    once = _once(request, caller, key, asked.model_dump_json().encode() + body)

    def write() -> Receipt:
        given = _of_lines(body, asked.on_error) if lines else _of_json(body)
        expected = _expected(desk, caller, asked.expected_seq)
        try:
            return desk.tracker.append(given, asked.on_error, expected_seq=expected, once=once)
        except (SequenceMoved, SourceKeyConflict) as error:
            # They tell how long the log is, and in what a stored event differs.
            raise error if caller.labels is None else type(error)() from None

    return await _receipt(desk, caller, write)


class Note(BaseModel):
    """Sentences, said at `at` (default now) by `speaker`; see `Tracker.note`."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"text": "Mary took the apple."}})

    text: str
    at: Time | None = None
    speaker: Name | None = None
    source: Name = "text"
    source_key: Name | None = None
    tz: Zone = "UTC"


@router.post("/note", response_model=Receipt, summary="Append what sentences tell")
async def note(request: Request, caller: Ingester, said: Note, key: Key = None) -> Response:
    desk, once = Desk.of(request), _once(request, caller, key, said.model_dump_json().encode())
    words = (said.text, said.at, said.speaker, said.source, said.source_key)
    return await _receipt(desk, caller, lambda: desk.tracker.note(*words, tz=said.tz, viewer=caller.labels, once=once))


class Deciding(Decision):
    """A Decision. Who decides is `by`, or else the token's name."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"action": "correct", "entity_id": "keys", "value": "desk", "relation": "on", "by": "ana"}
        }
    )

    by: str = ""


@router.post("/decisions", response_model=Receipt, summary="Settle what the queue holds")
async def decide(
    request: Request, caller: Reviewer, decision: Deciding, key: Key = None, if_match: IfMatch = None
) -> Response:
    desk, viewer = Desk.of(request), caller.labels
    made = Decision.model_validate(decision.model_dump() | {"by": decision.by or caller.name})
    once = _once(request, caller, key, made.model_dump_json().encode())
    seen = None if if_match is None else _position(if_match)

    def write() -> Receipt:
        try:
            return desk.tracker.decide(made, viewer=viewer, expected_seq=seen, once=once)
        except Outdated:
            found = desk.tracker.conflicts(None, viewer=viewer)
            raise problems.outdated(next((one for one in found if one.conflict_id == made.conflict_id), None)) from None

    return await _receipt(desk, caller, write)


@router.post("/decisions/preview", response_model=list[Change], summary="What a decision would change; it is not made")
async def preview(request: Request, caller: Reviewer, decision: Deciding) -> Response:
    desk = Desk.of(request)
    made = Decision.model_validate(decision.model_dump() | {"by": decision.by or caller.name})
    changes = await desk.write(lambda: desk.tracker.preview(made, viewer=caller.labels))
    return Response(plain_json(changes), headers={"Cache-Control": "no-store"}, media_type=JSON)


def _position(tag: str) -> int | None:
    """The position of the log that an ETag begins with, or that is given plainly."""
    found = re.fullmatch(r'(?:W/)?"?(\d{1,15})(?:-[\w-]*)?"?', tag.strip())
    if tag.strip() == "*":
        return None
    if found is None:
        raise InvalidInput("If-Match: is no position, and no ETag of this server")
    return int(found[1])


def _once(request: Request, caller: Principal, key: str | None, asked: bytes) -> Once | None:
    """The write as one that counts once; keys of different callers and routes are different keys."""
    if key is None:
        return None
    whole = "\x1f".join((caller.name, request.url.path, key))
    return Once(hashlib.sha256(whole.encode()).hexdigest(), hashlib.sha256(asked).hexdigest())


async def _receipt(desk: Desk, caller: Principal, write: Callable[[], Receipt]) -> Response:
    """The receipt, its position as the caller counts."""

    def counted() -> Receipt:
        done = write()
        if caller.labels is None:
            return done
        told = {"last_seq": desk.tracker.rank(done.last_seq, viewer=caller.labels)}
        taken = {"problem": SourceKeyConflict.__doc__ or ""}
        refused = [one.model_copy(update=taken) if one.field in _OF_STORED else one for one in done.rejected]
        return done.model_copy(update={**told, "rejected": tuple(refused)})

    return Response(plain_json(await desk.write(counted)), headers={"Cache-Control": "no-store"}, media_type=JSON)


def _expected(desk: Desk, caller: Principal, rank: int | None) -> int | None:
    """The position in the log that is the caller's `rank`, if the log ends there for the caller. Raises
    SequenceMoved."""
    if rank is None or caller.labels is None:
        return rank
    end = desk.tracker.log_end().seq
    if desk.tracker.rank(end, viewer=caller.labels) != rank:
        raise SequenceMoved
    return end


def _is_lines(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind in LINES:
        return True
    if kind != JSON:
        raise Refused(415, "unsupported_media_type", f"send {JSON}, or {LINES[0]} for one event a line")
    return False


def _of_json(body: bytes) -> list[Sent]:
    try:
        given: Any = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise InvalidInput(f"body: not JSON: {error}") from None
    rows = given if isinstance(given, list) else [given]
    for index, row in enumerate(rows):
        if not isinstance(row, dict):
            raise InvalidInput(f"body: event {index} is not an object")
    return rows


def _of_lines(body: bytes, on_error: Literal["raise", "skip"]) -> list[Sent]:
    return [row for _, row in read_lines(io.BytesIO(body), "body", on_error)]
