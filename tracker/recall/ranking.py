"""From memories to what is recalled: filtered by time exactly, folded, and then ranked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from tracker.domain.memories import Recalled
from tracker.domain.times import SECOND, from_us
from tracker.language.normalise import normalise
from tracker.recall.filters import Filters
from tracker.recall.memory import Memory

Likeness = Callable[[str, Sequence[Memory]], Sequence[float]]
"""How like the question each of the memories is, from 0 to 1."""


class Asked(NamedTuple):
    """A question, asked of the time `at` (microseconds since the epoch, UTC): the time of `as_of`, or now. `half_lives`
    are seconds by kind; what has none, or 0, does not fade."""

    question: str
    filters: Filters
    at: int
    k: int
    half_lives: Mapping[str, float]


def recalled(memories: Sequence[Memory], asked: Asked, likeness: Likeness) -> list[Recalled]:
    """The best `k` of all the memories that the filters let through, however unlike the rest are."""
    chosen = _folded([one for one in memories if asked.filters.let_through(one)], asked)
    ranked = []
    for memory, like in zip(chosen, likeness(asked.question, chosen), strict=True):
        fading = decay(memory, asked)
        ranked.append((like * fading * memory.confidence, like, fading, memory))
    ranked.sort(key=lambda one: (-one[0], -one[1], -one[3].start, one[3].event_id))
    return [_recalled(*one, asked.at) for one in ranked[: asked.k]]


def decay(memory: Memory, asked: Asked) -> float:
    """2^(-Δt/half-life) since it began, or since a plan was due; never more than 1, and reading changes nothing."""
    half_life = asked.half_lives.get(memory.kind, 0.0)
    if not half_life:
        return 1.0
    since = memory.start if memory.due is None else max(memory.start, memory.due[1] or memory.due[0])
    return float(2.0 ** (-max(0, asked.at - since) / (half_life * SECOND)))


def _folded(memories: Sequence[Memory], asked: Asked) -> list[Memory]:
    """Of texts that say the same about the same only the one that holds, or the newest; and where no time is asked for,
    of the versions of one thing too."""
    found: dict[tuple[object, ...], Memory] = {}
    for memory in memories:
        if memory.series is not None and not asked.filters.of_time and memory.status_at(asked.at) != "conflict":
            key: tuple[object, ...] = (memory.series,)
        else:
            said = normalise(memory.text).text.casefold()
            key = (memory.kind, memory.entity_id, memory.speaker, said, memory.due)
        before = found.get(key)
        if before is None:
            found[key] = memory
            continue
        kept, gone = (memory, before) if _outlasts(memory, before, asked.at) else (before, memory)
        same = normalise(kept.text).text == normalise(gone.text).text
        behind = tuple(dict.fromkeys((*kept.event_ids, *gone.event_ids))) if same else kept.event_ids
        found[key] = kept._replace(event_ids=behind)
    return list(found.values())


def _outlasts(memory: Memory, before: Memory, at: int) -> bool:
    """Whether to keep the later one of two: the one that holds, or of what both do or neither does the newest that has
    begun."""
    if memory.holds_at(at) != before.holds_at(at):
        return memory.holds_at(at)
    return memory.start <= at or before.start > at


def _recalled(score: float, like: float, fading: float, memory: Memory, at: int) -> Recalled:
    due = memory.due
    return Recalled(
        event_id=UUID(memory.event_id),
        text=memory.text,
        kind=memory.kind,
        entity_id=memory.entity_id,
        start=from_us(memory.start),
        end=None if memory.end is None else from_us(memory.end),
        status=memory.status_at(at),
        due=None if due is None else (from_us(due[0]), None if due[1] is None else from_us(due[1])),
        speaker=memory.speaker,
        source=memory.source,
        basis="told" if memory.told else "observed",
        score=score,
        likeness=like,
        decay=fading,
        confidence=memory.confidence,
        event_ids=tuple(map(UUID, memory.event_ids)),
        evidence=memory.evidence,
    )
