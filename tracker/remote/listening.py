"""Following a log over HTTP: what breaks off is gone on with where it was."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator, Mapping
from typing import Any

from tracker.domain.answers import Change
from tracker.domain.events import Event
from tracker.errors import StoreGone
from tracker.overview import Followed
from tracker.remote.connection import Server

# A server that is there says so this often at least.
_SILENT_S = 45.0
_PATIENCE_S = 60.0
_PAUSE_S = 0.3


def follow(server: Server, after: int, end: int, query: Mapping[str, Any], idle_s: float | None) -> Iterator[Followed]:
    """The events past `after`, and then those to come. `end`: where the log ended just now. Ends as `Tracker.follow`
    does; raises StoreGone when the server is away for a minute."""
    heard = reached = time.monotonic()
    while True:
        left = None if idle_s is None else heard + idle_s - time.monotonic()
        if left is not None and left <= 0 and after >= end:
            return
        waits = left is not None and after >= end
        try:
            timeout_s = min(left, _SILENT_S) if left is not None and waits else _SILENT_S
            with server.listening("stream", query={**query, "after": str(after)}, timeout_s=timeout_s) as given:
                for one in _events(given):
                    after, heard = one.seq, time.monotonic()
                    reached = heard
                    yield one
                    if idle_s is not None and after == end:
                        break  # from here on one waits for less long
                else:
                    time.sleep(_PAUSE_S)
        except (OSError, http.client.HTTPException) as error:
            if waits and isinstance(error, TimeoutError):
                continue
            if time.monotonic() - reached > _PATIENCE_S:
                raise StoreGone(f"{server.name}: cannot be reached: {error}") from None
            time.sleep(_PAUSE_S)


def _events(given: http.client.HTTPResponse) -> Iterator[Followed]:
    changes: list[Change] = []
    kind, data = "", ""
    for raw in given:
        field, _, value = raw.decode().rstrip("\r\n").partition(": ")
        if field == "event":
            kind = value
        elif field == "data":
            data = value
        elif not field and not value and data:
            if kind == "change":
                changes.append(Change.model_validate_json(data))
            elif kind == "event":
                event = Event.model_validate_json(data)
                yield Followed(event.seq or 0, event, tuple(changes))
                changes = []
            kind, data = "", ""
