"""What may stand in the query of a request: the keyword arguments of the Python call. Anything else is refused."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from tracker.domain.payloads import LOCATION
from tracker.domain.sides import Relation

# The plus of an offset that was not percent-encoded arrives as a blank.
_LOST_PLUS = re.compile(r"(.+T.+) (\d\d:?\d\d)")


def _with_plus(value: object) -> object:
    found = _LOST_PLUS.fullmatch(value) if isinstance(value, str) else None
    return f"{found[1]}+{found[2]}" if found else value


def _step(value: object) -> object:
    """A length as seconds or in ISO 8601; seconds come as text in a query."""
    return float(value) if isinstance(value, str) and re.fullmatch(r"\d{1,12}(\.\d{1,6})?", value) else value


Time = Annotated[
    str,
    StringConstraints(max_length=80),
    BeforeValidator(_with_plus),
    Field(json_schema_extra={"format": "date-time"}, examples=["2026-03-02T14:30:00Z"]),
]
Step = Annotated[
    timedelta, BeforeValidator(_step), Field(examples=["PT1H"], description="ISO 8601, or a number of seconds.")
]
Name = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
Zone = Annotated[str, StringConstraints(max_length=80), Field(examples=["Europe/Lisbon"])]
Cursor = Annotated[str, StringConstraints(max_length=2_000), Field(description="The `next` of the page before.")]
MOST_AT_ONCE = 1_000
Limit = Annotated[int, Field(ge=1, le=MOST_AT_ONCE)]


class Asked(BaseModel):
    """`viewer`: answer as for a reader with these labels, never more than the token's own; an empty one is for a reader
    who has none."""

    model_config = ConfigDict(extra="forbid")

    viewer: list[Annotated[str, StringConstraints(max_length=1_000)]] | None = None


class AsKnown(Asked):
    known_at: Time | None = Field(None, description="Use only what was known by then. Default: everything.")


class AskedAt(AsKnown):
    at: Time | None = Field(None, description="The time asked about. Default: now.")


class InsideAsked(AskedAt):
    relation: Relation | None = Field(None, description="On which side of it; by default, what it carries along.")


class StateAsked(AskedAt):
    tz: Zone = Field("UTC", description="The zone in which `text` tells times.")


class LastSeenAsked(AsKnown):
    before: Time | None = None


class HistoryAsked(AsKnown):
    attribute: Name = LOCATION
    start: Time | None = None
    end: Time | None = None


class HeldAsked(AsKnown):
    start: Time
    end: Time
    how: Literal["throughout", "overlaps"] = "throughout"


class CountAsked(AsKnown):
    types: list[Name] | None = None
    start: Time | None = None
    end: Time | None = None
    every: Step | None = None


class Listed(BaseModel):
    limit: Limit = 100
    cursor: Cursor | None = None


class EventsAsked(AsKnown, Listed):
    entity_id: Name | None = None
    types: list[Name] | None = None
    start: Time | None = None
    end: Time | None = None


class ChangesAsked(AsKnown, Listed):
    start: Time
    end: Time
    attribute: Name | None = None
    entity_id: Name | None = None


class ConflictsAsked(AsKnown, Listed):
    status: Literal["open", "lapsed", "resolved", "all"] = "open"
    entity: Name | None = None
    kind: Literal["conflict", "candidate", "rule"] | None = None
    attribute: Name | None = None
    source: Name | None = Field(None, description="Only what this source is a side of.")
    value: Name | None = Field(None, description="Only what has a side that says this: a place, most often.")
    start: Time | None = Field(None, description="Only what began from then on.")
    end: Time | None = Field(None, description="Only what began before then.")


class EntitiesAsked(AsKnown, Listed):
    kind: Name | None = None
    within: Name | None = None
    name: Name | None = None


class SourcesAsked(AsKnown, Listed):
    pass
