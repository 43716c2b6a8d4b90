"""What each event type carries (DESIGN section 3). The stored name of a type is its key in `PAYLOADS`."""

from __future__ import annotations

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tracker.domain.ids import EntityId, Text
from tracker.domain.sides import LANDMARK_RELATIONS, Relation
from tracker.domain.times import UtcTime

LOCATION = "location"


class Payload(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")


class Claim(Payload):
    """`attribute` is `value` — for `location`, in the given relation to the place, container or holder `value`."""

    model_config = ConfigDict(json_schema_extra={"example": {"value": "hall_drawer", "relation": "in"}})

    attribute: EntityId = LOCATION
    value: Annotated[Text, Field(min_length=1)]
    relation: Relation | None = None
    until: UtcTime | None = None

    @model_validator(mode="after")
    def _location_names_an_entity(self) -> Self:
        if self.attribute == LOCATION:
            if len(self.value) > 200:
                raise ValueError("a location is an entity id of at most 200 characters")
        elif self.relation is not None:
            raise ValueError("relation belongs to location claims only")
        return self


class Seen(Payload):
    claim: Claim


class NotSeen(Payload):
    claim: Claim
    view: Literal["clear", "occluded"] = "clear"


class SystemAction(Payload):
    claim: Claim
    action: EntityId


class Placed(Payload):
    place: EntityId | None = None
    relation: Relation | None = None
    by: EntityId | None = None

    @model_validator(mode="after")
    def _says_where(self) -> Self:
        if self.place is None and self.by is None:
            raise ValueError("needs a place, or by (put down where that holder was)")
        _names_the_landmark(self.relation, self.place, "place")
        return self


def _names_the_landmark(relation: Relation | None, place: str | None, field: str) -> None:
    if place is None and relation in LANDMARK_RELATIONS:
        raise ValueError(f"relation {relation!r} needs a {field}: of what?")


class Removed(Payload):
    place: EntityId | None = None
    by: EntityId | None = None


class Moved(Payload):
    from_place: EntityId | None = None
    to_place: EntityId | None = None
    relation: Relation | None = None
    by: EntityId | None = None

    @model_validator(mode="after")
    def _says_where(self) -> Self:
        _names_the_landmark(self.relation, self.to_place, "to_place")
        return self


class Stated(Payload):
    text: Text
    claim: Claim | None = None
    speaker: EntityId | None = None


class Planned(Payload):
    what: Annotated[Text, Field(min_length=1)]
    due_at: UtcTime
    due_until: UtcTime | None = None

    @model_validator(mode="after")
    def _runs_forward(self) -> Self:
        if self.due_until is not None and self.due_until < self.due_at:
            raise ValueError("due_until is before due_at")
        return self


class Nothing(Payload):
    """The type says it all."""


class PersonClaim(Payload):
    claim: Claim


class Registered(Payload):
    kind: EntityId
    names: tuple[EntityId, ...] = ()
    within: EntityId | None = None


class AliasAdded(Payload):
    name: EntityId


class Merged(Payload):
    into: EntityId


EventIds = Annotated[tuple[UUID, ...], Field(min_length=1)]


class Split(Payload):
    new_entity: EntityId
    event_ids: EventIds


class Decided(Payload):
    event_ids: EventIds
    reason: Text | None = None


class Resolved(Payload):
    """`keep` and `drop` are event ids of candidates. With `keep`, all others are dropped; without, they remain."""

    conflict_id: UUID
    keep: tuple[UUID, ...] = ()
    drop: tuple[UUID, ...] = ()
    reason: Text | None = None

    @model_validator(mode="after")
    def _decides_something(self) -> Self:
        if not self.keep and not self.drop:
            raise ValueError("names nothing to keep and nothing to drop")
        if set(self.keep) & set(self.drop):
            raise ValueError("the same event is kept and dropped")
        return self


class Redacted(Payload):
    """`attribute` is set when a sweep removed what supported that attribute: the value is then not known any more."""

    event_ids: EventIds
    reason: Annotated[Text, Field(min_length=1)]
    attribute: EntityId | None = None


class Forgotten(Payload):
    """What stands where content was redacted or has expired; it may take the place of any type's payload, so that a
    log with redactions can be exported and read back."""

    forgotten: Literal[True] = True


PAYLOADS: dict[str, type[Payload]] = {
    "seen": Seen,
    "not_seen": NotSeen,
    "system_action": SystemAction,
    "placed": Placed,
    "removed": Removed,
    "moved": Moved,
    "stated": Stated,
    "planned": Planned,
    "completed": Nothing,
    "cancelled": Nothing,
    "confirmed": PersonClaim,
    "denied": PersonClaim,
    "corrected": PersonClaim,
    "registered": Registered,
    "alias_added": AliasAdded,
    "merged": Merged,
    "split": Split,
    "accepted": Decided,
    "rejected": Decided,
    "resolved": Resolved,
    "redacted": Redacted,
}
PERSON_TYPES = frozenset({"confirmed", "denied", "corrected"})
ACTION_TYPES = frozenset({"placed", "removed", "moved"})
DECISION_TYPES = frozenset({"accepted", "rejected", "resolved", "redacted"})
NAMING_EVENTS = DECISION_TYPES | {"split"}
NAMING_FIELDS = ("event_ids", "keep", "drop")
"""Where their payloads name the events that they are about."""
IDENTITY_TYPES = frozenset({"registered", "alias_added", "merged", "split"})


_ENTITY_FIELDS = ("place", "from_place", "to_place", "within", "by", "into", "new_entity")


def names_its_own_place(entity_id: str, payload: Payload) -> str | None:
    """The payload field that puts an entity inside itself, if one does."""
    fields = payload.__dict__  # asking a model for a field that it has not is slow
    claim = fields.get("claim")
    if claim is not None and claim.value == entity_id and claim.attribute == LOCATION:
        return "payload.claim.value"
    for field in _ENTITY_FIELDS:
        if fields.get(field) == entity_id:
            return f"payload.{field}"
    return None
