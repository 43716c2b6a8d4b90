"""Reads about one thing: the Python calls of the same names."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from tracker.domain.answers import Interval, Sighting, Whereabouts
from tracker.query.counts import Count
from tracker.serve.http.access import Reader
from tracker.serve.http.answering import answered, plain_json
from tracker.serve.http.asked import CountAsked, HeldAsked, HistoryAsked, InsideAsked, LastSeenAsked, StateAsked
from tracker.serve.http.desk import Desk
from tracker.serve.http.paths import Segment

router = APIRouter(prefix="/v1", tags=["asking"])
SAME: dict[int | str, dict[str, Any]] = {304: {"description": "What `If-None-Match` names still holds."}}
Entity = Annotated[Segment, Path(description="Id or registered name.", examples=["keys"])]
Attribute = Annotated[Segment, Path(examples=["openness"])]
Container = Annotated[Segment, Path(examples=["hall_drawer"])]
Value = Annotated[Segment, Path(examples=["open"])]


@router.get("/where/{entity}", response_model=Whereabouts, responses=SAME, summary="Where it is, or was")
async def where(request: Request, caller: Reader, entity: Entity, asked: Annotated[StateAsked, Query()]) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker
    return await answered(
        request,
        viewer,
        lambda: plain_json(t.where(entity, asked.at, asked.known_at, viewer=viewer, tz=asked.tz)),
        of_now=asked.at is None,
    )


@router.get(
    "/last-seen/{entity}",
    response_model=Sighting | None,
    responses=SAME,
    summary="The newest sighting, whatever happened since",
)
async def last_seen(
    request: Request, caller: Reader, entity: Entity, asked: Annotated[LastSeenAsked, Query()]
) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker
    return await answered(
        request,
        viewer,
        lambda: plain_json(t.last_seen(entity, asked.before, asked.known_at, viewer=viewer)),
        of_now=asked.before is None,
    )


@router.get(
    "/state/{entity}/{attribute}", response_model=Whereabouts, responses=SAME, summary="The value of any attribute"
)
async def state(
    request: Request, caller: Reader, entity: Entity, attribute: Attribute, asked: Annotated[StateAsked, Query()]
) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker
    return await answered(
        request,
        viewer,
        lambda: plain_json(t.state(entity, attribute, asked.at, asked.known_at, viewer=viewer, tz=asked.tz)),
        of_now=asked.at is None,
    )


@router.get("/history/{entity}", response_model=list[Interval], responses=SAME, summary="How it came to be")
async def history(
    request: Request, caller: Reader, entity: Entity, asked: Annotated[HistoryAsked, Query()]
) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker
    return await answered(
        request,
        viewer,
        lambda: plain_json(
            t.history(entity, asked.attribute, asked.start, asked.end, asked.known_at, viewer=viewer),
        ),
        of_now=False,
    )


@router.get("/inside/{container}", response_model=list[str], responses=SAME, summary="What is in it")
async def inside(
    request: Request,
    caller: Reader,
    container: Container,
    asked: Annotated[InsideAsked, Query()],
) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker
    return await answered(
        request,
        viewer,
        lambda: plain_json(t.inside(container, asked.at, asked.known_at, relation=asked.relation, viewer=viewer)),
        of_now=asked.at is None,
    )


@router.get(
    "/held/{entity}/{attribute}/{value}",
    response_model=bool,
    responses=SAME,
    summary="Whether it was so throughout a window, or at some time in it",
)
async def held(
    request: Request,
    caller: Reader,
    entity: Entity,
    attribute: Attribute,
    value: Value,
    asked: Annotated[HeldAsked, Query()],
) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker
    return await answered(
        request,
        viewer,
        lambda: plain_json(
            t.held(entity, attribute, value, asked.start, asked.end, asked.how, asked.known_at, viewer=viewer)
        ),
        of_now=False,
    )


@router.get("/count/{entity}", response_model=Count, responses=SAME, summary="How often, how far apart, bursts")
async def count(request: Request, caller: Reader, entity: Entity, asked: Annotated[CountAsked, Query()]) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker
    return await answered(
        request,
        viewer,
        lambda: plain_json(
            t.count(entity, asked.types, asked.start, asked.end, asked.every, asked.known_at, viewer=viewer)
        ),
        of_now=False,
    )
