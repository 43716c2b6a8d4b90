"""What a rule is: a pure fold of one entity's events on one attribute into slices and problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from tracker.domain.logged import Logged
from tracker.domain.policy import AttributePolicy
from tracker.domain.slices import Problem, Slice


class Around(Protocol):
    """What a fold may ask about the world around its entity. Times are microseconds since the epoch (UTC).

    Answers come from each container's own plain track (its last accepted location claim), never from another fold,
    so folds do not depend on each other and can run in any order."""

    @property
    def policy(self) -> AttributePolicy: ...

    def inside(self, thing: str, container: str, at: int, relation: str | None = "in") -> bool:
        """Whether the chain of `thing` at that time passes through `container` (false for the thing itself), in a
        relation that `relation` covers: by default, whether it is carried along by it."""
        ...

    def root(self, entity_id: str) -> str:
        """The entity that this one was merged into, itself if into none."""
        ...

    def place_of(self, holder: str, at: int) -> str | None:
        """Where the holder's plain track puts it at that time."""
        ...

    def closed(self, container: str, at: int) -> bool:
        """Whether the container's last accepted `openness` claim at that time says `closed`."""
        ...


class Subject(NamedTuple):
    """The entity and attribute a fold is about."""

    entity_id: str
    attribute: str


class Folded(NamedTuple):
    """What a fold yields. `state` is JSON data from which folding goes on; `slices` and `problems` are final unless
    an earlier event arrives; `tail` and `pending` are how things stand if nothing more is ever reported."""

    state: Any
    slices: list[Slice]
    problems: list[Problem]
    tail: list[Slice]
    pending: list[Problem]


REST = "*"
"""What a rule owns that takes every attribute no other rule owns."""


class Rule(Protocol):
    """`version` changes whenever the same events may give other slices. A rule may also declare the attributes that are
    its alone, `owns: tuple[str, ...]`: the generic rule then leaves them to it whatever the event, and two rules that
    claim one attribute are refused when a tracker is opened."""

    name: str
    version: int

    def attributes(self, event: Logged) -> tuple[str, ...]:
        """The attributes of this rule that the event bears on; empty when none. Every rule is asked of every event."""
        ...

    def fold(self, subject: Subject, state: Any, events: Sequence[Logged], around: Around) -> Folded:
        """Fold `events` (in fold order, all after those in `state`; None is the beginning). Mutates nothing given."""
        ...
