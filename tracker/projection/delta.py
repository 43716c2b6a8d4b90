"""What the views lack of what the log says, to be written by whoever may write."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from tracker.store import contents
from tracker.store.tables import VIEWS
from tracker.store.views import Row


class Delta(NamedTuple):
    """What some entities' views lack, or the next part of it. `gone`, `keys` and `come` say for each view (as `VIEWS`
    lists them) which entities' rows are to be taken out, which single rows by their keys, and which rows put in.
    `before` and `after` are the fingerprints, one after the other, of the entities that were finished; `changed` counts
    slices that differ, `shown` are the first of them as lines (old, new); `queued` counts problems that differ."""

    events: int
    gone: tuple[list[str], ...]
    keys: tuple[list[Row], ...]
    come: tuple[list[Row], ...]
    before: bytes = b""
    after: bytes = b""
    changed: int = 0
    shown: list[tuple[str, str]] = []  # noqa: RUF012 — never added to
    queued: int = 0


def write(connection: Connection, delta: Delta) -> None:
    for view in range(len(VIEWS)):
        contents.remove(connection, view, delta.keys[view])
        contents.replace(connection, view, delta.gone[view], delta.come[view])
