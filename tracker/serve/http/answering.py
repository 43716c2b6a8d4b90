"""Answers to reads: the API's models as JSON, with an ETag that tells how far the log went.

An answer for a given time depends on the log, the policy and the rules alone. One for now depends on the time too, so
its tag also covers what it says but for how time wears it down: the asked time, confidence, and words about them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any

import orjson
from fastapi import Request
from pydantic import BaseModel
from starlette.responses import Response

from tracker.domain.answers import LogEnd
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import JSON

_WORN = frozenset({"at", "confidence", "text"})
_PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}

Viewer = frozenset[str] | None


def plain_json(answer: Any) -> bytes:
    """A model, a list of models or plain values, or a plain value, as one JSON document."""
    if isinstance(answer, BaseModel):
        return answer.model_dump_json().encode()
    if isinstance(answer, (list, tuple)):
        return b"[" + b",".join(map(plain_json, answer)) + b"]"
    return json.dumps(answer, ensure_ascii=False).encode()


async def answered(
    request: Request, viewer: Viewer, call: Callable[[], bytes], *, of_now: bool, headers: dict[str, str] | None = None
) -> Response:
    """The JSON that `call` gives, or 304 when the caller has it already. `of_now`: it depends on the time too."""
    desk = Desk.of(request)
    held = _tags(request.headers.get("if-none-match"))

    def look() -> tuple[str, bytes | None]:
        end = desk.tracker.log_end(viewer=viewer)
        if held and not of_now and _tag(end) in held:
            return _tag(end), None
        body = call()
        tag = _tag(end, _lasting(body)) if of_now else _tag(end)
        return tag, None if tag in held else body

    tag, body = await desk.ask(look)
    told = {**_PRIVATE, "ETag": tag, **(headers or {})}
    return Response(status_code=304, headers=told) if body is None else Response(body, 200, told, JSON)


def _tag(end: LogEnd, lasting: str = "") -> str:
    """Weak, as it does not stand for each byte; it begins with the position, which `If-Match` takes."""
    return f'W/"{"-".join(part for part in (str(end.seq), end.views, lasting) if part)}"'


def _tags(header: str | None) -> frozenset[str]:
    """The tags a caller holds, all as weak ones."""
    given: Iterable[str] = (header or "").split(",")
    return frozenset("W/" + tag.strip().removeprefix("W/") for tag in given if tag.strip())


def _lasting(body: bytes) -> str:
    kept = orjson.dumps(_without_wear(orjson.loads(body)))
    return hashlib.sha256(kept).hexdigest()[:12]


def _without_wear(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_wear(item) for key, item in value.items() if key not in _WORN}
    return [_without_wear(item) for item in value] if isinstance(value, list) else value
