"""What prepositions and states say, in the terms that are kept."""

from __future__ import annotations

from typing import Literal, NamedTuple

Side = Literal["under", "behind", "front"]


class State(NamedTuple):
    """What a word for a state says: the attribute, and its value."""

    attribute: str
    value: str
