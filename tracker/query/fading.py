"""What of the past counts as known: a value only while a report of it was fresh enough (rows W1-W7).

Decay is computed here, when it is read, from the policy; nothing of it is stored."""

from __future__ import annotations

from typing import NamedTuple

from tracker.domain.policy import AttributePolicy, Policy
from tracker.domain.slices import Held
from tracker.store.views import View
from tracker.timeline.compare import stale_at


class Stretch(NamedTuple):
    """`[start, end)` of a known slice (microseconds since the epoch, UTC; `end` None: open) in which `held` counted;
    None: all that it says had faded by then."""

    start: int
    end: int | None
    held: Held | None


def stretches(view: View, policy: Policy) -> list[Stretch]:
    """The stretches of a known slice, oldest first: of each, the value that `where` would give in it."""
    limits, row = policy.of(view.kind, view.attribute), view.slice
    last = _counts_until(row.claims[0], limits)
    if last is None or (row.end is not None and row.end <= last):
        return [Stretch(row.start, row.end, row.claims[0])]
    ends = [(held, _counts_until(held, limits)) for held in row.claims]
    edges = sorted({end for _, end in ends if end is not None and end > row.start and (not row.end or end < row.end)})
    found: list[Stretch] = []
    for start, end in zip([row.start, *edges], [*edges, row.end], strict=True):
        held = next((held for held, until in ends if until is None or until > start), None)
        if found and found[-1].held is held:
            found[-1] = found[-1]._replace(end=end)
        else:
            found.append(Stretch(start, end, held))
    return found


def _counts_until(held: Held, limits: AttributePolicy) -> int | None:
    if held.confidence < limits.floor:
        return held.at  # it never counted
    stale = stale_at(held, limits)
    ends = [end for end in (stale, held.until) if end is not None]
    return min(ends, default=None)
