"""The words of the log that count: after merges and splits, decisions and acceptance."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.evidence import Evidence
from tracker.domain.logged import Logged
from tracker.projection.streams import Streams
from tracker.store import codec, memories
from tracker.store.memories import Carries


class Remembered(NamedTuple):
    """Words as an event carries them, folding as root entity `root`'s. `read`: the events read from them that count,
    each after the root entity that it is about."""

    carries: Carries
    root: str
    event: Logged
    caused_by: str | None
    evidence: tuple[Evidence, ...]
    read: tuple[tuple[str, Logged], ...] = ()


def remembered(streams: Streams) -> list[Remembered]:
    """All words that count, as the reader of the streams may know them, in fold order."""
    connection, known_at, viewer = streams.connection, streams.known_at, streams.viewer
    kept = {one.event.event_id: one for one in memories.kept(connection, known_at, viewer)}
    read: dict[str, list[tuple[str, Logged]]] = {}
    answers = memories.answering(connection, known_at, viewer)
    words = {event.event_id: said for said, event in answers}
    for root, event in streams.counting([event for _, event in answers]):
        read.setdefault(words[event.event_id], []).append((root, event))
    found = []
    for root, event in streams.counting([one.event for one in kept.values()]):
        carries, _, row = kept[event.event_id]
        evidence = codec.evidence_of(row.evidence)
        found.append(Remembered(carries, root, event, row.caused_by, evidence, tuple(read.get(event.event_id, ()))))
    return found
