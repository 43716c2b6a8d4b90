"""Tokens: made, shown once, and looked up by their digest ever after."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Sequence

from pydantic import TypeAdapter, ValidationError

from tracker.domain.ids import EntityId
from tracker.errors import InvalidInput
from tracker.serve.access.principals import Principal, Role
from tracker.store import tokens
from tracker.store.engine import Store
from tracker.store.tokens import Token

# How long a server goes by what it read: a token that is revoked counts no longer than that.
FRESH_S = 1.0
_MOST_KEPT = 10_000
_NAME: TypeAdapter[str] = TypeAdapter(EntityId)


class Tokens:
    """The tokens of one store. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: dict[str, tuple[float, Principal]] = {}
        self._needed = (0.0, False)

    def add(self, name: str, roles: Sequence[str], labels: Sequence[str]) -> str:
        """Make a token and return it: it is kept nowhere. InvalidInput for a name that is taken, or what is no name,
        role or label."""
        _check("name", name)
        for label in labels:
            _check("label", label)
        for role in roles:
            if role not in set(Role):
                raise InvalidInput(f"role: {role!r} is none of {', '.join(Role)}")
        if not roles:
            raise InvalidInput("role: a token without one may do nothing")
        token = f"trk_{secrets.token_urlsafe(32)}"
        made = Token(name, tuple(roles), tuple(labels), self._store.clock(), None)
        with self._store.write() as connection:
            tokens.add(connection, digest_of(token), made)
        return token

    def every(self) -> list[Token]:
        """All that were ever made, by age."""
        with self._store.read() as connection:
            return tokens.every(connection)

    def revoke(self, name: str) -> None:
        """Let the token of that name count no more. InvalidInput when there is none that does."""
        with self._store.write() as connection:
            if not tokens.revoke(connection, name, self._store.clock()):
                raise InvalidInput(f"name: there is no token of {name!r}")

    def known(self, token: str) -> Principal | None:
        """Who holds the token, if that was looked up just now; without asking the database."""
        read_at, principal = self._known.get(digest_of(token), (0.0, None))
        return principal if time.monotonic() - read_at < FRESH_S else None

    def principal(self, token: str) -> Principal | None:
        """Who holds the token; None when it does not count."""
        digest = digest_of(token)
        with self._store.read() as connection:
            found = tokens.find(connection, digest)
        with self._lock:
            if found is None:
                self._known.pop(digest, None)
                return None
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            made = Principal.holding(found.name, found.roles, found.labels)
            self._known[digest] = (time.monotonic(), made)
        return made

    def surely_needed(self) -> bool | None:
        """As `needed`, if that was looked up just now; None otherwise."""
        read_at, needed = self._needed
        return needed if needed or time.monotonic() - read_at < FRESH_S else None

    def needed(self) -> bool:
        """Whether one has to show a token: from the first that was ever made on. Were it for those alone that count,
        to revoke the last would open the door."""
        with self._store.read() as connection:
            needed = tokens.any_made(connection)
        self._needed = (time.monotonic(), needed)
        return needed


def digest_of(token: str) -> str:
    """SHA-256, hex. A token is as long as the digest and random, so nothing slower is called for."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _check(what: str, name: str) -> None:
    try:
        _NAME.validate_python(name)
    except ValidationError as error:
        raise InvalidInput(f"{what}: {error.errors()[0]['msg'].removeprefix('Value error, ')}") from None
