"""The one shape of everything that goes wrong: `{"error": {"code", "message", "field"}}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.responses import Response

from tracker.domain.answers import Conflict
from tracker.errors import (
    InvalidEvent,
    InvalidInput,
    MissingExtra,
    Outdated,
    SequenceMoved,
    SourceKeyConflict,
    StoreError,
    TrackerError,
    code_of,
)

JSON = "application/json"
_STATUSES: tuple[tuple[type[TrackerError], int], ...] = (
    (SourceKeyConflict, 409),
    (SequenceMoved, 409),
    (Outdated, 409),
    (InvalidInput, 400),
    (MissingExtra, 400),
    (StoreError, 503),
)
_NAMES_ITS_FIELD = re.compile(r"([a-z_]+(?:\.[a-z_0-9]+)*): ")


class Error(BaseModel):
    """`code` is stable and for programs, `message` one line for people; `field` is what of the request is to blame."""

    model_config = ConfigDict(frozen=True)

    code: str
    message: str
    field: str | None = None


class Problem(BaseModel):
    """What every response with a status from 400 on holds."""

    model_config = ConfigDict(frozen=True)

    error: Error


class Newer(Problem):
    """`newer`: what was to be decided as it is now, where a decision came too late; null when it is in no queue."""

    newer: Conflict | None = None


class Refused(Exception):
    """A request that is answered with a problem; `headers` go with it."""

    def __init__(
        self, status: int, code: str, message: str, field: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.headers = status, headers
        self.problem = Problem(error=Error(code=code, message=message, field=field))


def outdated(now: Conflict | None) -> Refused:
    """A decision that came too late, with what it was about as it is now."""
    refused = refusal(Outdated())
    refused.problem = Newer(error=refused.problem.error, newer=now)
    return refused


def not_found() -> Refused:
    """What is not there and what the caller may not see are answered alike."""
    return Refused(404, "not_found", "there is no such thing here")


def response(refused: Refused) -> Response:
    headers = {"Cache-Control": "no-store", **(refused.headers or {})}
    return Response(refused.problem.model_dump_json(), refused.status, headers, JSON)


def refusal(error: TrackerError) -> Refused:
    """What a caller is told of an error of the tracker."""
    status = next((status for kind, status in _STATUSES if isinstance(error, kind)), 400)
    # What a database says of itself names files and hosts, which are nobody's business out there.
    message = type(error).__doc__ or "" if status == 503 else str(error)
    headers = {"Retry-After": "1"} if status == 503 else None
    return Refused(status, code_of(type(error)), message, _field(error), headers)


def _field(error: TrackerError) -> str | None:
    if isinstance(error, InvalidEvent):
        return error.field
    named = _NAMES_ITS_FIELD.match(str(error)) if isinstance(error, InvalidInput) else None
    return named.group(1) if named else None


def install(app: FastAPI) -> None:
    """Answer whatever goes wrong in this shape."""

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        return response(error)

    @app.exception_handler(TrackerError)
    async def failed(_: Request, error: TrackerError) -> Response:
        return response(refusal(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return response(Refused(422, "invalid_request", *_told(first)))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        code = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}.get(error.status_code, "http_error")
        return response(Refused(error.status_code, code, error.detail, headers=error.headers))

    @app.exception_handler(Exception)
    async def defect(_: Request, __: Exception) -> Response:
        return response(Refused(500, "defect", "this is a defect of the tracker; the server's log says more"))


def _told(first: Any) -> tuple[str, str | None]:
    """The message of the first mistake in a request, and its field."""
    places = [str(part) for part in first["loc"][1:] if not isinstance(part, int)]
    field = ".".join(places)[:120] if all(part.isprintable() for part in places) else None
    problem = {"extra_forbidden": "no such parameter", "missing": "is missing"}.get(first["type"], first["msg"])
    line = " ".join(str(problem).removeprefix("Value error, ").split())[:300]
    return (f"{field}: {line}" if field else line), field or None


RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Newer if status == 409 else Problem, "description": description}
    for status, description in {
        400: "The input is not right; `field` is to blame.",
        401: "There is no token, or not one that is known here.",
        403: "The token may not do this.",
        404: "There is no such thing, or none that the caller may see.",
        405: "Not by this method.",
        409: "Something newer is in the way.",
        413: "The body is too large.",
        415: "The body is not what it has to be.",
        422: "The request has not the form it has to have.",
        429: "Too many requests; `Retry-After` says how long to wait.",
        503: "The database is busy or away; try again.",
    }.items()
}
