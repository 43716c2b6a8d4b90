"""An ingest job: media in, batches of events out, and a position from which it can go on after a crash.

A job is named by what it reads and how (media digest, settings, model digest). Each step's events and position are
stored in one transaction, and every event has a source key derived from the job, so running a job again after
`kill -9` at any point appends exactly what is missing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol

from tracker.domain.events import Event
from tracker.errors import InvalidInput


def digest_of(facts: Any) -> str:
    """Hex SHA-256 of JSON data: what a job's name says of its media and settings."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def check_span(start: datetime, seconds: float, where: str) -> None:
    """InvalidInput, beginning with `where`, unless so many seconds from `start` still have a date."""
    try:
        _ = start + timedelta(seconds=seconds)
    except OverflowError:
        raise InvalidInput(f"{where}: the times run past the year 9999") from None


class Once(NamedTuple):
    """Events of one message, to be appended all or, when an event of their source has one of these source keys, none:
    however the message was understood when it came before, it was told already."""

    keys: tuple[str, ...]
    events: tuple[Event, ...]


class Step(NamedTuple):
    """Events to append together with the position reached: `done` of `total` units (frames, seconds, lines); behind
    them those that are appended once."""

    events: tuple[Event, ...]
    position: dict[str, Any]
    done: float
    total: float | None
    unit: str
    once: tuple[Once, ...] = ()


class Job(Protocol):
    name: str

    def steps(self, resume: dict[str, Any] | None) -> Iterator[Step]:
        """Go on from `resume` (a position an earlier run stored) or from the start when it is None."""
        ...


class Log(Protocol):
    """What a job runner needs of the tracker."""

    def append_step(self, job: str, step: Step) -> tuple[int, int]:
        """Append the events and store the position in one transaction → (appended, duplicates)."""
        ...

    def position(self, job: str) -> dict[str, Any] | None: ...
