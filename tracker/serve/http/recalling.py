"""Recalling: texts by exact time and likeness, and a context for a language model."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import Response

from tracker.domain.memories import Context, MemoryKind, Recalled
from tracker.serve.http.access import Reader
from tracker.serve.http.answering import plain_json
from tracker.serve.http.asked import Name, Time, Zone
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import JSON

router = APIRouter(prefix="/v1", tags=["recalling"])
_FRESH = {"Cache-Control": "no-store"}
Window = tuple[Time, Time]
Words = Annotated[str, StringConstraints(max_length=10_000)]
Viewer = list[Annotated[str, StringConstraints(max_length=1_000)]]
Most = Annotated[int, Field(ge=1, le=1_000)]


class Query(BaseModel):
    """`query`, or `question` as elsewhere: English or Chinese. The windows are (start, end), half-open. Filters
    apply before ranking: if `k` memories fit, `k` come back."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"query": "home office", "as_of": "2023-06-01T00:00:00Z"}}
    )

    query: Words = Field(validation_alias=AliasChoices("query", "question"))
    as_of: Time | None = None
    overlaps: Window | None = None
    throughout: Window | None = None
    changed_in: Window | None = None
    before: Time | None = None
    after: Time | None = None
    known_at: Time | None = None
    entity: Name | None = None
    kind: MemoryKind | None = None
    source: Name | None = None
    place: Name | None = None
    k: Most = 4
    viewer: Viewer | None = None


class ContextAsked(BaseModel):
    """`now`: the time to tell things as of. `budget`: about how many tokens the text may take."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"question": "is the exam soon?", "tz": "Europe/Lisbon"}}
    )

    question: Words
    now: Time | None = None
    tz: Zone | None = None
    k: Most = 6
    budget: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    viewer: Viewer | None = None


@router.post("/recall", response_model=list[Recalled], summary="Recall texts by exact time, then by likeness")
async def recall(request: Request, caller: Reader, asked: Query) -> Response:
    given = {**dict(asked), "viewer": caller.viewer(asked.viewer)}
    desk = Desk.of(request)
    found = await desk.ask(lambda: desk.tracker.recall(**given))
    return Response(plain_json(found), headers=_FRESH, media_type=JSON)


@router.post("/context", response_model=Context, summary="A block of text for the prompt of a language model")
async def context(request: Request, caller: Reader, asked: ContextAsked) -> Response:
    given = {**dict(asked), "viewer": caller.viewer(asked.viewer)}
    desk = Desk.of(request)
    found = await desk.ask(lambda: desk.tracker.context(**given))
    return Response(plain_json(found), headers=_FRESH, media_type=JSON)
