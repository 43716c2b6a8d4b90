"""Cursors: where a list was left, as text that means something only to the server.

A cursor holds the place of the last item, never a number of items: what comes or goes meanwhile shifts nothing. It goes
with the query that it came from, and with no other."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Any

import orjson
from pydantic import BaseModel

from tracker.errors import InvalidInput


def query_mark(asked: BaseModel, viewer: frozenset[str] | None) -> str:
    """What tells one query from another, whatever the page."""
    fields = asked.model_dump(mode="json", exclude={"cursor", "limit"})
    whole = [type(asked).__name__, fields, None if viewer is None else sorted(viewer)]
    return hashlib.sha256(orjson.dumps(whole, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def written(mark: str, place: list[Any]) -> str:
    """The cursor for what comes after `place`."""
    return base64.urlsafe_b64encode(orjson.dumps([mark, *place])).decode().rstrip("=")


def read(cursor: str, mark: str, kinds: tuple[type, ...]) -> list[Any]:
    """The place that a cursor of this query names; InvalidInput for another one, and for what is none."""
    try:
        found = orjson.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError):
        found = None
    if not isinstance(found, list) or [type(part) for part in found[1:]] != list(kinds):
        raise InvalidInput("cursor: is none that this server gave")
    if found[0] != mark:
        raise InvalidInput("cursor: belongs to another query; begin again without it")
    return found[1:]
