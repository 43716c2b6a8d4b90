"""The event as the OpenAPI document tells it: with every payload it may have."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, create_model

from tracker.domain.events import Event
from tracker.domain.payloads import PAYLOADS, Forgotten

_Item = TypeVar("_Item")
_PAYLOAD: Any = reduce(or_, dict.fromkeys((*PAYLOADS.values(), Forgotten)))
_FIELDS: dict[str, Any] = {name: (field.annotation, field) for name, field in Event.model_fields.items()}

EXAMPLE: Any = {
    "entity_id": "keys",
    "type": "seen",
    "occurred_at": "2026-03-02T14:02:00Z",
    "confidence": 0.78,
    "payload": {"claim": {"value": "hall_drawer", "relation": "in"}},
    "source": "camera:hall",
    "source_key": "hall-0001",
}

EventDocument: Any = create_model(
    "Event",
    __config__=ConfigDict(extra="forbid", json_schema_extra={"example": EXAMPLE}),
    **(_FIELDS | {"payload": (_PAYLOAD, ...)}),
)


class Page(BaseModel, Generic[_Item]):
    """A part of a list; `next` is the cursor for the part after it, or null at the end."""

    items: list[_Item]
    next: str | None
