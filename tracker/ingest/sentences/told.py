"""When something happened, as the words around it tell."""

from __future__ import annotations

from typing import NamedTuple


class Told(NamedTuple):
    """The time of a clause in microseconds. `end` None: an instant. `past` and `ahead` compare it with the utterance.

    `since`: it has been so from `start` until the utterance. `exact`: told to the minute or finer.
    `lasts_until`: it is so now and until then, as the words say.
    `until` is where the words' own span ends, be that after the utterance."""

    start: int
    end: int | None
    past: bool
    ahead: bool
    since: bool = False
    exact: bool = False
    until: int | None = None
    lasts_until: int | None = None

    @property
    def begun(self) -> bool:
        """Whether the utterance falls inside the span: 'today', 'this week'."""
        return not self.ahead and self.until is not None and self.end is not None and self.until > self.end
