"""Counting events, as far as they were known then and may be read: by entity, by source.

Times are microseconds since the epoch (UTC). Functions run inside the caller's transaction."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlalchemy import Connection

from tracker.store import codec
from tracker.store.reader import Viewer
from tracker.store.sql import fetch

Whose = Literal["entity_id", "source"]


class Tally(NamedTuple):
    """How many events, when the earliest and the latest of them began, and when the newest was learned of."""

    events: int
    first: int
    last: int
    learned: int


def together(one: Tally | None, other: Tally) -> Tally:
    if one is None:
        return other
    return Tally(
        one.events + other.events,
        min(one.first, other.first),
        max(one.last, other.last),
        max(one.learned, other.learned),
    )


def tallies(
    connection: Connection, whose: Whose, *, known_at: int | None = None, viewer: Viewer = None
) -> dict[str, Tally]:
    """The events of each entity, or of each source, redacted ones too; of an entity those that stand under its id."""
    # Only who may not read all needs the labels, which no index holds.
    labels = "" if viewer is None else ", visibility"
    known, given = ("", ()) if known_at is None else (" WHERE observed_at <= ?", (known_at,))
    sql = (
        f"SELECT {whose}, count(*), min(occurred_at), max(occurred_at), max(observed_at){labels} FROM events{known}"
        f" GROUP BY {whose}{labels}"
    )
    found: dict[str, Tally] = {}
    for name, events, first, last, learned, *visibility in fetch(connection, sql, given):
        if not visibility or codec.readable(visibility[0], viewer):
            found[name] = together(found.get(name), Tally(events, first, last, learned))
    return found


def tally_without(
    connection: Connection,
    entity_id: str,
    event_ids: frozenset[str],
    *,
    known_at: int | None = None,
    viewer: Viewer = None,
) -> Tally | None:
    """As `tallies` of one entity, without these of its events; None when nothing is left."""
    sql = "SELECT event_id, occurred_at, observed_at, visibility FROM events WHERE entity_id = ?"
    found: Tally | None = None
    for event_id, occurred, observed, visibility in fetch(connection, sql, (entity_id,)):
        known = known_at is None or observed <= known_at
        if known and event_id not in event_ids and codec.readable(visibility, viewer):
            found = together(found, Tally(1, occurred, occurred, observed))
    return found
