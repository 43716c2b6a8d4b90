"""The event: one immutable row about one entity (DESIGN section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializeAsAny,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from uuid_utils.compat import uuid7

from tracker.domain.evidence import Evidence
from tracker.domain.ids import EntityId, Label, event_id_for, plain_json, printable
from tracker.domain.mistakes import first_mistake
from tracker.domain.payloads import PAYLOADS, Forgotten, Payload, names_its_own_place
from tracker.domain.times import UtcTime
from tracker.errors import InvalidEvent

SourceKey = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(printable)]


class Event(BaseModel):
    """One observation, action, statement, decision or identity fact about `entity_id`.

    `occurred_at` is when it happened, `observed_at` when the tracker's side learned of it (the log fills in the time
    of appending). `seq`, `recorded_at` and `hash` belong to the log: they are set on events read from it and ignored
    on append. `payload` may be given as a dict; `type` decides how it is validated."""

    # An instance may have come about without being validated: by `model_copy` or `model_construct`.
    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")

    event_id: UUID = Field(default=None, validate_default=False)  # type: ignore[assignment]
    entity_id: EntityId
    type: str
    occurred_at: UtcTime
    occurred_until: UtcTime | None = None
    observed_at: UtcTime | None = None
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 1.0
    payload: SerializeAsAny[Payload]
    source: EntityId
    source_key: SourceKey | None = None
    model: dict[str, Any] | None = None
    evidence: tuple[Evidence, ...] = ()
    visibility: tuple[Label, ...] = ()
    caused_by: UUID | None = None
    retain_until: UtcTime | None = None
    seq: int | None = None
    recorded_at: datetime | None = None
    hash: str | None = None

    @field_validator("type")
    @classmethod
    def _type_is_known(cls, value: str) -> str:
        if value not in PAYLOADS:
            raise ValueError(f"unknown type {value[:60]!r}; known: {', '.join(PAYLOADS)}")
        return value

    @field_validator("payload", mode="plain")
    @classmethod
    def _payload_fits_type(cls, value: Any, info: ValidationInfo) -> Payload:
        kind = PAYLOADS.get(info.data.get("type", ""))
        if kind is None:
            raise ValueError("cannot be read without a known type")
        if type(value) is Forgotten or (type(value) is dict and "forgotten" in value):
            kind = Forgotten
        # The model's own method for this checks its arguments first, for every event.
        payload: Payload = kind.__pydantic_validator__.validate_python(value)
        return payload

    @field_validator("model")
    @classmethod
    def _model_is_plain(cls, value: dict[str, Any] | None) -> dict[str, Any] | None:
        if value is not None:
            plain_json(value)
        return value

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        if self.occurred_until is not None and self.occurred_until < self.occurred_at:
            raise ValueError("occurred_until is before occurred_at")
        until = getattr(getattr(self.payload, "claim", None), "until", None)
        if until is not None and until <= self.occurred_at:
            raise ValueError("payload.claim.until is not after occurred_at")
        inside_itself = names_its_own_place(self.entity_id, self.payload)
        if inside_itself:
            raise ValueError(f"{inside_itself} is the entity itself")
        if self.event_id is None:
            made = event_id_for(self.source, self.source_key) if self.source_key else uuid7()
            object.__setattr__(self, "event_id", made)
        return self


Sent = Event | Mapping[str, Any] | InvalidEvent
"""What may stand in a batch; the error stands for an event that whoever sends the batch could not read."""


def read_event(given: Event | Mapping[str, Any], where: str = "") -> Event:
    """The event that a mapping or another event describes; InvalidEvent naming the first wrong field."""
    try:
        return Event.model_validate(given)
    except ValidationError as error:
        kind = PAYLOADS.get(str(_type_of(given)), Payload)
        raise InvalidEvent(*first_mistake(error, "event", Event, kind), where) from None


def _type_of(given: object) -> Any:
    return given.get("type") if isinstance(given, Mapping) else getattr(given, "type", None)
