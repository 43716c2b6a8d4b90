"""How the tables write a set of words."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text, parted by white space."""
    return frozenset(text.split())
