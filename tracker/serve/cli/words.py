"""What events, intervals and candidates say, in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tracker.domain.answers import Candidate, Interval
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION, Claim, Forgotten
from tracker.domain.sides import said

# Payload fields worth a word, in the order to say them; the relation stands before a place if there is one.
_NAMED = {
    "what": "",
    "name": "",
    "place": "at",
    "from_place": "from",
    "to_place": "to",
    "by": "by",
    "into": "into",
    "new_entity": "to",
    "kind": "as",
    "within": "within",
}
_COUNTED = {"keep": "keeping", "drop": "dropping", "event_ids": "events"}


def what_it_says(event: Event) -> str:
    """The type and what it is about, like `seen in hall_drawer`."""
    payload: Any = event.payload
    if isinstance(payload, Forgotten):
        return f"{event.type}, content forgotten"
    claim = getattr(payload, "claim", None)
    parts = [event.type, *([claimed(claim)] if claim is not None else [])]
    words = _NAMED | {"place": "from" if event.type == "removed" else said(getattr(payload, "relation", None) or "at")}
    parts += [f"{word} {value}".strip() for field, word in words.items() if (value := getattr(payload, field, None))]
    parts += [f"{word} {len(ids)}" for field, word in _COUNTED.items() if (ids := getattr(payload, field, None))]
    if getattr(payload, "reason", None):
        parts.append(f"because “{payload.reason}”")
    return " ".join(parts)


def claimed(claim: Claim) -> str:
    """`in hall_drawer`, `openness closed`."""
    if claim.attribute != LOCATION:
        return f"{claim.attribute} {claim.value}"
    return f"{said(claim.relation)} {claim.value}" if claim.relation else claim.value


def sides(candidates: Iterable[Candidate]) -> Iterator[str]:
    """Each candidate with its source and confidence."""
    for side in candidates:
        where = f"{said(side.relation)} {side.value}" if side.relation else side.value
        yield f"{'not ' if side.denied else ''}{where} ({side.source}, {side.confidence:.2f})"


def interval_value(one: Interval) -> str:
    """What held, as far as it is known."""
    if one.status == "conflict":
        return "conflict: " + " or ".join(sides(one.candidates))
    if one.value is None:
        return "unknown"
    return f"{said(one.relation)} {one.value}" if one.relation else one.value
