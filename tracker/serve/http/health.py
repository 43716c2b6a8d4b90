"""Whether the server lives, and whether it can answer."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from tracker.serve.http.answering import plain_json
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import JSON

router = APIRouter(tags=["server"])


class Alive(BaseModel):
    status: Literal["ok"] = "ok"


@router.get("/healthz", response_model=Alive, summary="The process runs")
async def healthz() -> Response:
    return Response(plain_json(Alive()), headers={"Cache-Control": "no-store"}, media_type=JSON)


@router.get("/readyz", response_model=Alive, summary="The database answers, and the views are these rules'")
async def readyz(request: Request) -> Response:
    desk = Desk.of(request)
    await desk.ask(lambda: desk.tracker.where("readyz", viewer=()))
    return Response(plain_json(Alive()), headers={"Cache-Control": "no-store"}, media_type=JSON)
