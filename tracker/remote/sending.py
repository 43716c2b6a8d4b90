"""A batch that is to be sent: looked at here, so that its errors are those of a local tracker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from tracker.domain.answers import Receipt, Rejected
from tracker.domain.events import Event, Sent, read_event
from tracker.errors import InvalidEvent, InvalidInput

Placed = Sequence[tuple[int, Event]]


def checked_batch(
    events: Iterable[Sent] | Event | Mapping[str, Any], on_error: Literal["raise", "skip"]
) -> tuple[Placed, list[Rejected]]:
    """The valid events, each with its place among those given, and what was refused of the rest. Raises InvalidEvent
    naming the field, unless it is to be skipped."""
    given = [events] if isinstance(events, (Event, Mapping)) else events
    if not isinstance(given, Iterable):
        raise InvalidInput(f"events: is {type(given).__name__}, not an iterable of events")
    if on_error not in ("raise", "skip"):
        raise InvalidInput("on_error: is neither 'raise' nor 'skip'")
    batch: list[tuple[int, Event]] = []
    refused: list[Rejected] = []
    for place, one in enumerate(given):
        try:
            if isinstance(one, InvalidEvent):
                raise one
            batch.append((place, read_event(one)))
        except InvalidEvent as error:
            if on_error == "raise":
                raise InvalidEvent(error.field, error.problem, f"event {place}") from None
            refused.append(Rejected(index=place, field=error.field, problem=error.problem))
    return batch, refused


def with_rejected(receipt: Receipt, batch: Placed, refused: Sequence[Rejected]) -> Receipt:
    """The receipt of a batch of which some had been refused before it was sent."""
    theirs = [one.model_copy(update={"index": batch[one.index][0]}) for one in receipt.rejected]
    whole = sorted([*refused, *theirs], key=lambda one: one.index)
    return receipt.model_copy(update={"rejected": tuple(whole)})
