"""Ids with a slash in them. A server hands on the path with `%2F` decoded, which would make two segments of one."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import unquote

from pydantic import BeforeValidator, StringConstraints
from starlette.types import ASGIApp, Receive, Scope, Send

# Of private use, which no id may hold.
_SLASH = "\ue02f"


class WholeSegments:
    """Lets each segment of a path stay one, whatever is encoded in it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw = scope.get("raw_path") or b""
        if b"%2" in raw:
            segments = raw.decode("ascii", "replace").split("/")
            scope["path"] = "/".join(unquote(segment).replace("/", _SLASH) for segment in segments)
        await self._app(scope, receive, send)


def _with_slash(value: object) -> object:
    return value.replace(_SLASH, "/") if isinstance(value, str) else value


Segment = Annotated[str, StringConstraints(min_length=1, max_length=1_000), BeforeValidator(_with_slash)]
