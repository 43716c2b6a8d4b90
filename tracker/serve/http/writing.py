"""Writes: events, notes, decisions."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from tracker.domain.answers import Decision, Receipt
from tracker.domain.events import Sent
from tracker.errors import InvalidInput, SequenceMoved
from tracker.serve.access.principals import Principal
from tracker.serve.http.access import Ingester, Reviewer
from tracker.serve.http.answering import plain_json
from tracker.serve.http.asked import Name, Time, Zone
from tracker.serve.http.desk import Desk
from tracker.serve.http.documents import EXAMPLE, EventDocument
from tracker.serve.http.problems import JSON, Refused
from tracker.store.jsonl import read_lines

router = APIRouter(prefix="/v1", tags=["writing"])
LINES = ("application/x-ndjson", "application/jsonl", "application/json-lines")
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


class Appending(BaseModel):
    model_config = ConfigDict(extra="forbid")

    on_error: Literal["raise", "skip"] = Field("raise", description="`skip`: report bad rows, append the rest.")
    expected_seq: int | None = Field(None, description="Refuse (409) unless the log ends here.", ge=0, le=2**53)


@router.post("/events", response_model=Receipt, summary="Append events", openapi_extra={"requestBody": _BODY})
async def append(request: Request, caller: Ingester, asked: Annotated[Appending, Query()]) -> Response:
    body, desk = await request.body(), Desk.of(request)
    lines = _is_lines(request)

    def write() -> Receipt:
        given = _of_lines(body, asked.on_error) if lines else _of_json(body)
        expected = _expected(desk, caller, asked.expected_seq)
        try:
            return desk.tracker.append(given, asked.on_error, expected_seq=expected)
        except SequenceMoved as error:
            raise error if caller.labels is None else SequenceMoved() from None

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
async def note(request: Request, caller: Ingester, said: Note) -> Response:
    desk = Desk.of(request)
    return await _receipt(
        desk,
        caller,
        lambda: desk.tracker.note(said.text, said.at, said.speaker, said.source, said.source_key, tz=said.tz),
    )


class Deciding(Decision):
    """A Decision. Who decides is `by`, or else the token's name."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"action": "correct", "entity_id": "keys", "value": "desk", "relation": "on", "by": "ana"}
        }
    )

    by: str = ""


@router.post("/decisions", response_model=Receipt, summary="Settle what the queue holds")
async def decide(request: Request, caller: Reviewer, decision: Deciding) -> Response:
    desk = Desk.of(request)
    made = Decision.model_validate(decision.model_dump() | {"by": decision.by or caller.name})
    return await _receipt(desk, caller, lambda: desk.tracker.decide(made))


async def _receipt(desk: Desk, caller: Principal, write: Callable[[], Receipt]) -> Response:
    """The receipt, its position as the caller counts."""

    def counted() -> Receipt:
        done = write()
        return done.model_copy(update={"last_seq": desk.tracker.rank(done.last_seq, viewer=caller.labels)})

    return Response(plain_json(await desk.ask(counted)), headers={"Cache-Control": "no-store"}, media_type=JSON)


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
