"""What a family makes of a plan, before it becomes a Reply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answered:
    """`event_ids` are exactly the events that the answer rests on, each once. `answer` is what the API gave."""

    status: str
    values: tuple[Any, ...]
    text: str
    answer: Any = None
    event_ids: tuple[str, ...] = ()


def each_once(event_ids: Iterable[str | None]) -> tuple[str, ...]:
    """The ids in their first order, without repeats and gaps."""
    return tuple(dict.fromkeys(one for one in event_ids if one))
