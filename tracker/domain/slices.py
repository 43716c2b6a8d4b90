"""Slices: the rows of the projected view.

A slice is a half-open span `[start, end)` during which neither the value of an attribute nor its newest support
changes. Keeping one row per support makes the as-of read one indexed lookup, lets confidence decay from the support
that was newest *then*, and makes appending in order cost the same however long the history is. `history` joins
neighbouring slices of one run back into intervals."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

Status = Literal["known", "unknown", "conflict"]
Basis = Literal["observed", "stated", "confirmed", "registered", "system"]


class Held(NamedTuple):
    """One live claim: a value and the newest event that supports it. Times are microseconds since the epoch (UTC).

    `at` is when that support began, `through` how long it held by its own account (`occurred_until`, else `at`):
    decay runs from `through`. `holder_at` is set when the value means "where that holder was at `holder_at`".
    `denied` marks the other side of a denial: somebody says it is *not* `value`. `until` bounds the claim."""

    value: str
    relation: str | None
    basis: Basis
    source: str
    confidence: float
    event_id: str
    at: int
    through: int
    since: int
    holder_at: int | None = None
    denied: bool = False
    until: int | None = None


AS_TUPLE: Final = tuple.__new__
"""Makes a named tuple of its fields: a fold makes and changes a claim for nearly every event, and a named tuple's own
constructor and `_replace` are interpreted even where the code that calls them is compiled."""


def held_since(held: Held, since: int) -> Held:
    """The claim, held from `since` on."""
    if held.since == since:
        return held
    value, relation, basis, source, confidence, event_id, at, through, _, holder_at, denied, until = held
    changed = (value, relation, basis, source, confidence, event_id, at, through, since, holder_at, denied, until)
    return AS_TUPLE(Held, changed)


def held_for(held: Held, through: int, until: int | None) -> Held:
    """The claim, which held `through` then by its own account and ends at `until`."""
    if held.through == through and held.until == until:
        return held
    value, relation, basis, source, confidence, event_id, at, _, since, holder_at, denied, _ = held
    changed = (value, relation, basis, source, confidence, event_id, at, through, since, holder_at, denied, until)
    return AS_TUPLE(Held, changed)


class Slice(NamedTuple):
    """One row of the view. `since` is the start of the run this slice belongs to (same value throughout).

    `claims`: for `known` the value itself, then a coarser one that outlives it if there is one; for `conflict` all
    sides; for `unknown` empty. `bounds` is set on the last slice of a run: the change happened inside `(lo, hi]`.
    `ended_by` is the event after which nothing is known (`unknown` only) and `reason` says why in a word."""

    start: int
    end: int | None
    status: Status
    since: int
    claims: tuple[Held, ...] = ()
    bounds: tuple[int, int] | None = None
    ended_by: str | None = None
    reason: str | None = None
    conflict_id: str | None = None


class Problem(NamedTuple):
    """Something a person should look at, returned as a value: a conflict that began, ended or lapsed; or, with
    `failure` set, a rule that raised."""

    conflict_id: str
    entity_id: str
    attribute: str
    start: int
    end: int | None
    status: Literal["open", "lapsed", "resolved"]
    claims: tuple[Held, ...]
    ended_by: str | None = None
    failure: str | None = None


def slice_to_json(row: Slice) -> list[Any]:
    """The slice as plain JSON data, for fold snapshots and the view's `body` column."""
    return [*row[:4], [list(held) for held in row.claims], *row[5:]]


def slice_from_json(data: list[Any]) -> Slice:
    start, end, status, since, claims, bounds, ended_by, reason, conflict_id = data
    held = tuple(Held(*claim) for claim in claims)
    return Slice(start, end, status, since, held, tuple(bounds) if bounds else None, ended_by, reason, conflict_id)
