"""The log as it grows, as server-sent events.

For each event of the log come the `change` and `conflict` messages that rest on it and then, with the event's position
as `id`, the `event` itself: whoever goes on from the last `id` it got has missed nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response, StreamingResponse

from tracker.domain.answers import Conflict
from tracker.errors import InvalidInput, TrackerError
from tracker.overview import Followed
from tracker.serve.http.access import Reader, identified, shown
from tracker.serve.http.asked import Asked
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import Refused
from tracker.tracker import Tracker

router = APIRouter(prefix="/v1", tags=["lists"])
_MOST_LISTENERS = 500
_AT_ONCE = 200
HEARTBEAT_S = 10.0
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
Viewer = frozenset[str] | None


class StreamAsked(Asked):
    after: int = Field(0, ge=0, le=2**53, description="The position after which to begin.")


@router.get(
    "/stream",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    summary="The log as it grows: server-sent events",
)
async def stream(
    request: Request,
    caller: Reader,
    asked: Annotated[StreamAsked, Query()],
    last: Annotated[str | None, Header(alias="Last-Event-ID", max_length=20)] = None,
) -> Response:
    desk, viewer = Desk.of(request), caller.viewer(asked.viewer)
    after = asked.after if not last else _position(last)
    end = await desk.ask(lambda: desk.tracker.log_end(viewer=viewer))
    if after > end.seq:
        raise InvalidInput(f"after: the log has no position {after} yet")
    if desk.growth.listeners >= _MOST_LISTENERS:
        raise Refused(503, "busy", "too many listen already", headers={"Retry-After": "10"})
    listening = _Listening(desk, shown(request), viewer, after)
    return StreamingResponse(listening.messages(), 200, _HEADERS, "text/event-stream")


def _position(last: str) -> int:
    if not (last.isascii() and last.isdigit() and len(last) <= 15):
        raise InvalidInput("Last-Event-ID: is no position in the log")
    return int(last)


class _Listening:
    """One who listens, from the position `after` on."""

    def __init__(self, desk: Desk, token: str | None, viewer: Viewer, after: int) -> None:
        self._desk, self._token, self._viewer, self._after = desk, token, viewer, after

    async def messages(self) -> AsyncIterator[bytes]:
        """Until the server ends, or the token counts no more."""
        growth = self._desk.growth
        growth.listeners += 1
        try:
            yield b"retry: 1000\n\n"
            while not self._desk.closing.is_set() and await identified(self._desk, self._token) is not None:
                ticket = growth.ticket()
                found = await self._desk.ask(self._next)
                for message, self._after in found:
                    yield message
                if not found and not await _set_within(ticket, HEARTBEAT_S):
                    yield b": still here\n\n"
        except TrackerError:
            return  # whoever listens comes back, and is told then if it lasts
        finally:
            growth.listeners -= 1

    def _next(self) -> list[tuple[bytes, int]]:
        """The messages of the next events, each group with the position up to which it tells."""
        t = self._desk.tracker
        following = t.follow(self._after, viewer=self._viewer, idle_s=0)
        found = list(islice(following, _AT_ONCE))
        disputes = _conflicts(t, found, self._viewer)
        return [(b"".join(_told(one, disputes.get(str(one.event.event_id), ()))), one.seq) for one in found]


def _conflicts(t: Tracker, found: Sequence[Followed], viewer: Viewer) -> dict[str, list[Conflict]]:
    """By event id, the items of the review queue that these events are sides of, or have settled."""
    ids = {str(one.event.event_id) for one in found}
    named = {
        str(conflict): str(one.event.event_id)
        for one in found
        if (conflict := getattr(one.event.payload, "conflict_id", None)) is not None
    }
    by_event: dict[str, list[Conflict]] = {}
    for item in t.conflicts(None, viewer=viewer) if found else ():
        about = {str(each) for each in item.event_ids} & ids
        about |= {named[key] for key in (str(item.conflict_id),) if key in named}
        for event_id in about:
            by_event.setdefault(event_id, []).append(item)
    return by_event


def _told(one: Followed, disputes: Sequence[Conflict]) -> Iterator[bytes]:
    for change in one.changes:
        yield _message("change", change)
    for item in disputes:
        yield _message("conflict", item)
    yield _message("event", one.event, one.seq)


def _message(kind: str, data: BaseModel, seq: int | None = None) -> bytes:
    place = "" if seq is None else f"id: {seq}\n"
    return f"event: {kind}\n{place}data: {data.model_dump_json()}\n\n".encode()


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
