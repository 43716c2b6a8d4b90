"""Tokens, by their digests, and who looked at what is restricted. Functions run inside the caller's transaction."""

from __future__ import annotations

from typing import NamedTuple

import orjson
from sqlalchemy import Connection
from uuid_utils.compat import uuid7

from tracker.errors import InvalidInput
from tracker.store.sql import fetch, run_sql

_FIELDS = "name, roles, labels, created_at, revoked_at"


class Token(NamedTuple):
    """Who holds it, and what for. Times are microseconds since the epoch (UTC); `revoked_at` None while it counts."""

    name: str
    roles: tuple[str, ...]
    labels: tuple[str, ...]
    created_at: int
    revoked_at: int | None


class Looking(NamedTuple):
    """Somebody looked at evidence of a restricted event. `at` is in microseconds since the epoch (UTC)."""

    at: int
    name: str
    event_id: str
    what: str


def add(connection: Connection, digest: str, token: Token) -> None:
    """Keep a token. InvalidInput when one of that name counts already."""
    if any(one.name == token.name and one.revoked_at is None for one in every(connection)):
        raise InvalidInput(f"name: there is a token of {token.name!r} already; revoke it first")
    roles, labels = (orjson.dumps(sorted(set(given))).decode() for given in (token.roles, token.labels))
    row = (digest, token.name, roles, labels, token.created_at, token.revoked_at)
    run_sql(connection, f"INSERT INTO tokens (digest, {_FIELDS}) VALUES (?, ?, ?, ?, ?, ?)", row)


def find(connection: Connection, digest: str) -> Token | None:
    """The token, if it counts."""
    sql = f"SELECT {_FIELDS} FROM tokens WHERE digest = ? AND revoked_at IS NULL"
    return next(map(_token, fetch(connection, sql, (digest,))), None)


def every(connection: Connection) -> list[Token]:
    """All that were ever made, by age."""
    return list(map(_token, fetch(connection, f"SELECT {_FIELDS} FROM tokens ORDER BY created_at, digest")))


def any_made(connection: Connection) -> bool:
    """Whether there ever was one."""
    return bool(run_sql(connection, "SELECT EXISTS (SELECT 1 FROM tokens)").scalar_one())


def revoke(connection: Connection, name: str, now: int) -> bool:
    """Let the token of that name count no more; false when there is none that does."""
    if not any(one.name == name and one.revoked_at is None for one in every(connection)):
        return False
    run_sql(connection, "UPDATE tokens SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL", (now, name))
    return True


def note_looking(connection: Connection, looking: Looking) -> None:
    """Keep that somebody looked."""
    run_sql(
        connection,
        "INSERT INTO lookings (id, at, name, event_id, what) VALUES (?, ?, ?, ?, ?)",
        (str(uuid7()), *looking),
    )


def lookings(connection: Connection) -> list[Looking]:
    """Who looked at what, by time."""
    sql = "SELECT at, name, event_id, what FROM lookings ORDER BY at, id"
    return list(map(Looking._make, fetch(connection, sql)))


def _token(row: tuple[str, str, str, int, int | None]) -> Token:
    name, roles, labels, created_at, revoked_at = row
    return Token(name, tuple(orjson.loads(roles)), tuple(orjson.loads(labels)), created_at, revoked_at)
