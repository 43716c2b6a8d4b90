"""Principals: who stands behind a request. Roles say what one may do, labels what one may see."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

EVERYTHING = "*"
"""The label that stands for every label."""


class Role(StrEnum):
    """`read`: ask. `review`: ask and decide. `ingest`: append and note. `admin`: all that, and the server's metrics."""

    read = "read"
    review = "review"
    ingest = "ingest"
    admin = "admin"


_INCLUDED = {
    Role.read: frozenset({Role.read}),
    Role.review: frozenset({Role.read, Role.review}),
    Role.ingest: frozenset({Role.ingest}),
    Role.admin: frozenset(Role),
}


class Principal(NamedTuple):
    """`roles` with what they include; `labels` None for one who may read everything."""

    name: str
    roles: frozenset[Role]
    labels: frozenset[str] | None

    @classmethod
    def holding(cls, name: str, roles: Iterable[str], labels: Iterable[str]) -> Principal:
        """Who holds a token with these roles and labels."""
        included = frozenset[Role]().union(*(_INCLUDED[Role(role)] for role in roles))
        seen = frozenset(labels)
        return cls(name, included, None if EVERYTHING in seen else seen)

    def viewer(self, asked: Iterable[str] | None) -> frozenset[str] | None:
        """As whom to read when answers are wanted as for a reader with the labels `asked`: never as more than this
        principal may read."""
        if asked is None:
            return self.labels
        return frozenset(asked) if self.labels is None else self.labels.intersection(asked)


OWNER = Principal("owner", frozenset(Role), None)
"""Whoever reaches a server that has no tokens: somebody on this machine."""
