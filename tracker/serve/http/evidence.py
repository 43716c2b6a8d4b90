"""The media behind an event: itself, in ranges; the region of it as a picture; the seconds of it as a file to play.

What is hidden, what does not exist and what an event does not point at are answered alike. Who looks at the evidence of
a restricted event is noted before the first byte is sent."""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from tracker.domain.evidence import Evidence
from tracker.serve.access.principals import Principal
from tracker.serve.http.access import Reader
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import Refused, not_found
from tracker.serve.media import cuts
from tracker.serve.media.cuts import Cut
from tracker.serve.media.files import NoMedia, Opened
from tracker.store import tokens
from tracker.store.tokens import Looking

router = APIRouter(prefix="/v1/evidence", tags=["evidence"])
_BLOCK = 256 * 1024
_RANGE = re.compile(r"bytes=(\d*)-(\d*)")
_HEADERS = {
    "Cache-Control": "private, no-cache",
    "Vary": "Authorization, Cookie",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}
EventId = Annotated[UUID, Path(description="The event that points at it.")]
Place = Annotated[int, Path(ge=0, le=10_000, description="Which piece of its evidence, from 0.")]


def _media(description: str, *kinds: str) -> dict[int | str, dict[str, Any]]:
    content = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in kinds}
    return {200: {"description": description, "content": content}, 304: {"description": "It is the same still."}}


_ANY = ("image/*", "audio/*", "video/*", "text/plain", "text/vtt")
_PARTS: dict[int | str, dict[str, Any]] = {
    206: {"description": "The range that was asked for.", "content": _media("", *_ANY)[200]["content"]},
    416: {"description": "There is no such range in it."},
}


@router.get(
    "/{event_id}/{n}",
    response_class=Response,
    responses=_media("The media, from its first byte.", *_ANY) | _PARTS,
    summary="The media itself; takes Range",
)
async def media(request: Request, caller: Reader, event_id: EventId, n: Place) -> Response:
    desk = Desk.of(request)
    piece = await desk.ask(lambda: _piece(desk, caller, event_id, n))
    opened = await desk.ask(lambda: _open(desk, piece))
    try:
        part = _part(request, opened)
        if isinstance(part, Response):
            opened.file.close()
            return part
        await desk.write(lambda: _note(desk, caller, event_id, "media"))
    except BaseException:
        opened.file.close()
        raise
    first, past = part
    whole = (first, past) == (0, opened.size)
    headers = {**_HEADERS, "ETag": f'"{opened.mark}"', "Accept-Ranges": "bytes", "Content-Length": str(past - first)}
    if not whole:
        headers["Content-Range"] = f"bytes {first}-{past - 1}/{opened.size}"
    body = _bytes(desk, opened, first, past)
    return StreamingResponse(body, 200 if whole else 206, headers, opened.media_type)


class CropAsked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    whole: bool = Field(False, description="The whole picture instead of the region.")


@router.get(
    "/{event_id}/{n}/crop",
    response_class=Response,
    responses=_media("The region.", "image/webp"),
    summary="The region of the picture, or of the frame, as WebP",
)
async def crop(
    request: Request, caller: Reader, event_id: EventId, n: Place, asked: Annotated[CropAsked, Query()]
) -> Response:
    def made(opened: Opened, piece: Evidence) -> Cut:
        return cuts.crop(opened.file, opened.media_type, piece.start_s, None if asked.whole else piece.region)

    return await _cut(request, caller, event_id, n, made, "whole" if asked.whole else "crop")


@router.get(
    "/{event_id}/{n}/clip",
    response_class=Response,
    responses=_media("The seconds.", "video/mp4", "audio/wav"),
    summary="The seconds, as a file that plays",
)
async def clip(request: Request, caller: Reader, event_id: EventId, n: Place) -> Response:
    def made(opened: Opened, piece: Evidence) -> Cut:
        return cuts.clip(opened.file, opened.media_type, piece.start_s, piece.end_s)

    return await _cut(request, caller, event_id, n, made, "clip")


async def _cut(
    request: Request,
    caller: Principal,
    event_id: UUID,
    n: int,
    make: Callable[[Opened, Evidence], Cut],
    what: str,
) -> Response:
    desk = Desk.of(request)
    piece = await desk.ask(lambda: _piece(desk, caller, event_id, n))
    opened = await desk.ask(lambda: _open(desk, piece))
    with opened.file:
        asked = f"{opened.mark} {what} {piece.start_s} {piece.end_s} {piece.region}"
        tag = f'"{hashlib.sha256(asked.encode()).hexdigest()[:24]}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={**_HEADERS, "ETag": tag})
        await desk.write(lambda: _note(desk, caller, event_id, what))
        cut = await desk.cut(lambda: make(opened, piece))
    return Response(cut.content, 200, {**_HEADERS, "ETag": tag}, cut.media_type)


def _piece(desk: Desk, caller: Principal, event_id: UUID, n: int) -> Evidence:
    event = desk.tracker.event(event_id, viewer=caller.labels)
    if event is None or n >= len(event.evidence):
        raise not_found()
    return event.evidence[n]


def _open(desk: Desk, piece: Evidence) -> Opened:
    try:
        return desk.media.open(piece.uri, piece.sha256)
    except NoMedia as error:
        raise Refused(404, "no_media", str(error)) from None


def _note(desk: Desk, caller: Principal, event_id: UUID, what: str) -> None:
    """Note who looks, if it is not for everyone to see."""
    store = desk.tracker.store
    event = desk.tracker.event(event_id, viewer=caller.labels)
    if event is not None and event.visibility:
        with store.write() as connection:
            tokens.note_looking(connection, Looking(store.clock(), caller.name, str(event_id), what))


def _part(request: Request, opened: Opened) -> tuple[int, int] | Response:
    """From which byte up to before which; or the answer where none are to be sent."""
    tag, told = f'"{opened.mark}"', request.headers
    if told.get("if-none-match") == tag:
        return Response(status_code=304, headers={**_HEADERS, "ETag": tag})
    found = _RANGE.fullmatch(told.get("range", "").strip())
    # Several ranges at once, or another unit, may be answered with the whole.
    if found is None or not (found[1] or found[2]) or told.get("if-range", tag) != tag:
        return 0, opened.size
    if found[1]:
        first = int(found[1][:18])
        past = min(int(found[2][:18]) + 1, opened.size) if found[2] else opened.size
    else:
        first, past = max(0, opened.size - int(found[2][:18])), opened.size
    if first >= past:
        return Response(status_code=416, headers={**_HEADERS, "Content-Range": f"bytes */{opened.size}"})
    return first, past


async def _bytes(desk: Desk, opened: Opened, first: int, past: int) -> AsyncIterator[bytes]:
    with opened.file as file:
        file.seek(first)
        while first < past:
            size = min(_BLOCK, past - first)
            block = await desk.ask(lambda: file.read(size))  # noqa: B023 — awaited before the size changes
            if not block:
                return
            first += len(block)
            yield block
