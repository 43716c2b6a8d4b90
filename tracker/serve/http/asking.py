"""Questions in words."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import Response

from tracker.domain.answers import Reply
from tracker.serve.http.access import Reader
from tracker.serve.http.answering import plain_json
from tracker.serve.http.asked import Time, Zone
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import JSON

router = APIRouter(prefix="/v1", tags=["asking"])


class Question(BaseModel):
    """`question`: words in English or Chinese, or the `plan` of a Reply, which runs again as it is. `after`: the Reply
    before this one, for "and yesterday?"."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"question": "where are the keys?", "tz": "Europe/Lisbon"}}
    )

    question: str | dict[str, Any] = Field(max_length=10_000)
    at: Time | None = None
    tz: Zone = "UTC"
    known_at: Time | None = None
    after: Reply | None = None
    second_opinion: bool = False
    viewer: list[Annotated[str, StringConstraints(max_length=1_000)]] | None = None


@router.post("/ask", response_model=Reply, summary="Answer a question in words")
async def ask(request: Request, caller: Reader, asked: Question) -> Response:
    viewer, desk = caller.viewer(asked.viewer), Desk.of(request)
    reply = await desk.ask(
        lambda: desk.tracker.ask(
            asked.question,
            asked.at,
            asked.tz,
            asked.known_at,
            after=asked.after,
            viewer=viewer,
            second_opinion=asked.second_opinion,
        )
    )
    return Response(plain_json(reply), headers={"Cache-Control": "no-store"}, media_type=JSON)
