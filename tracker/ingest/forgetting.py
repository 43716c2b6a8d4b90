"""Forgetting what was talked about, where some of the words were erased.

A conversation's position holds what its sentences named, so that 'she' is understood in the next one. It does not hold
which event named what: when any of a conversation's words are erased, all that it named is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from tracker.ingest.note import job_of
from tracker.ingest.sentences.discourse import Discourse
from tracker.ingest.text.repeats import CHAT
from tracker.store import positions, reader


def forget_words(connection: Connection, erased: Sequence[str]) -> None:
    """Forget what was named in the conversations that these events were read from."""
    came_from = reader.origins(connection, erased)
    noted = {job_of(source) for source, _ in came_from}
    read = {key.partition("/")[0] for _, key in came_from if key is not None}
    for job in positions.jobs(connection):
        # A message of a chat may have come with any of its exports.
        if job in noted or job.partition("+")[0] in read or (CHAT in read and job.startswith(f"{CHAT}:")):
            position = positions.checkpoint(connection, job)
            if position is None:
                positions.drop_checkpoint(connection, job)
            else:
                positions.set_checkpoint(connection, job, without_words(position))


def without_words(position: Any) -> Any:
    """The position of any job that reads words, as it would be had it named nothing so far."""
    if isinstance(position, list):
        return [without_words(each) for each in position]
    if not isinstance(position, dict):
        return position
    kept = {name: without_words(value) for name, value in position.items()}
    if isinstance(position.get("discourse"), list):
        kept["discourse"] = Discourse.from_json(position["discourse"]).without_words().to_json()
        if "words" in position:
            kept["words"] = {}
    return kept
