"""How a thing is to a place: carried along by it, or told by it as by a landmark (DESIGN section 4)."""

from __future__ import annotations

from typing import Literal

Relation = Literal["in", "on", "at", "with", "under", "behind", "beside", "in_front_of", "above", "near"]
LANDMARK_RELATIONS = frozenset(("under", "behind", "beside", "in_front_of", "above", "near"))
"""In these a place only tells where something is: when it moves, the thing stays where it was."""


def covers(outer: str | None, inner: str | None) -> bool:
    """Whether what is `inner` of a place is also `outer` of it. `in`, `on`, `at`, `with` and nothing said are one;
    `at` (or nothing said) and then `near` are coarser than each side."""
    if inner not in LANDMARK_RELATIONS:
        return outer not in LANDMARK_RELATIONS
    return outer in (inner, "near", "at", None)


def said(relation: str) -> str:
    """The relation as it is written in a sentence."""
    return relation.replace("_", " ")
