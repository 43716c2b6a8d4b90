"""Lists: `limit` items at a time, and a cursor for the rest."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from tracker.asking import Page as EventPage
from tracker.domain.answers import Change, Conflict, Entity, SourceState
from tracker.domain.times import to_us
from tracker.query.moments import stretch
from tracker.serve.http import cursors
from tracker.serve.http.access import Reader
from tracker.serve.http.answering import answered, plain_json
from tracker.serve.http.asked import ChangesAsked, ConflictsAsked, EntitiesAsked, EventsAsked, Listed, SourcesAsked
from tracker.serve.http.desk import Desk
from tracker.serve.http.documents import EventDocument, Page
from tracker.serve.http.reads import SAME

router = APIRouter(prefix="/v1", tags=["lists"])
_Item = TypeVar("_Item")
Place = tuple[Any, ...]


@router.get("/events", response_model=Page[EventDocument], responses=SAME, summary="The events, in fold order")
async def events(request: Request, caller: Reader, asked: Annotated[EventsAsked, Query()]) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker
    mark = cursors.query_mark(asked, viewer)
    after: EventPage | None = None
    if asked.cursor is not None:
        upto, *last = cursors.read(asked.cursor, mark, (int, int, int, str))
        after = EventPage(upto, (last[0], last[1], last[2]))

    def look() -> bytes:
        wanted = (asked.entity_id, asked.types, asked.start, asked.end, asked.known_at)
        found, page = t.page(*wanted, limit=asked.limit, after=after, viewer=viewer)
        return _listed(found, None if page is None else cursors.written(mark, [page.upto, *page.last]))

    return await answered(request, viewer, look, of_now=False)


@router.get("/changes", response_model=Page[Change], responses=SAME, summary="What changed in a window")
async def changes(request: Request, caller: Reader, asked: Annotated[ChangesAsked, Query()]) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker

    def look() -> bytes:
        wanted = (asked.start, asked.end, asked.attribute, asked.entity_id, asked.known_at)
        found = t.changes(*wanted, viewer=viewer)
        return part(found, lambda one: (to_us(one.at), one.entity_id, one.attribute), asked, viewer, (int, str, str))

    return await answered(request, viewer, look, of_now=False)


@router.get("/conflicts", response_model=Page[Conflict], responses=SAME, summary="The review queue")
async def conflicts(request: Request, caller: Reader, asked: Annotated[ConflictsAsked, Query()]) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker

    def look() -> bytes:
        status = None if asked.status == "all" else asked.status
        began = stretch(asked.start, asked.end)
        queue = t.conflicts(status, asked.entity, asked.known_at, viewer=viewer)
        found = [one for one in queue if _wanted(one, asked, began)]
        return part(found, lambda one: (to_us(one.start), str(one.conflict_id)), asked, viewer, (int, str))

    return await answered(request, viewer, look, of_now=True)


def _wanted(item: Conflict, asked: ConflictsAsked, began: tuple[int | None, int | None]) -> bool:
    start, end = began
    at = to_us(item.start)
    return (
        asked.kind in (None, item.kind)
        and asked.attribute in (None, item.attribute)
        and (asked.source is None or any(side.source == asked.source for side in item.candidates))
        and (asked.value is None or any(side.value == asked.value for side in item.candidates))
        and (start is None or at >= start)
        and (end is None or at < end)
    )


@router.get("/entities", response_model=Page[Entity], responses=SAME, summary="What there is")
async def entities(request: Request, caller: Reader, asked: Annotated[EntitiesAsked, Query()]) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker

    def look() -> bytes:
        found = t.entities(asked.kind, asked.within, asked.name, asked.known_at, viewer=viewer)
        return part(found, lambda one: (one.id,), asked, viewer, (str,))

    return await answered(request, viewer, look, of_now=False)


@router.get("/sources", response_model=Page[SourceState], responses=SAME, summary="Who reported")
async def sources(request: Request, caller: Reader, asked: Annotated[SourcesAsked, Query()]) -> Response:
    viewer, t = caller.viewer(asked.viewer), Desk.of(request).tracker

    def look() -> bytes:
        return part(t.sources(asked.known_at, viewer=viewer), lambda one: (one.source,), asked, viewer, (str,))

    return await answered(request, viewer, look, of_now=True)


def part(
    found: Sequence[_Item],
    place: Callable[[_Item], Place],
    asked: Listed,
    viewer: frozenset[str] | None,
    kinds: tuple[type, ...],
) -> bytes:
    """The page that was asked for of a list that is there whole, in the order of `place`, which tells items apart."""
    mark = cursors.query_mark(asked, viewer)
    ordered = sorted(found, key=place)
    first = 0
    if asked.cursor is not None:
        after = tuple(cursors.read(asked.cursor, mark, kinds))
        first = bisect_right(ordered, after, key=place)
    items = ordered[first : first + asked.limit]
    more = first + asked.limit < len(ordered)
    return _listed(items, cursors.written(mark, list(place(items[-1]))) if more else None)


def _listed(items: Sequence[Any], following: str | None) -> bytes:
    return b'{"items":' + plain_json(list(items)) + b',"next":' + plain_json(following) + b"}"
