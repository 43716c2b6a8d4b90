"""The policies that were given: kept like the log, each chained to the one before and to the end of the log at the
time, so that what an answer was reckoned by can be looked up, and cannot be changed unnoticed.

Functions run inside the caller's transaction. Times are microseconds since the epoch (UTC)."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

import orjson
from sqlalchemy import Connection

from tracker.store.codec import GENESIS
from tracker.store.log import read_head
from tracker.store.sql import fetch, insert_rows, run_sql
from tracker.store.tables import policies

IN_FORCE = "(SELECT policy FROM policies ORDER BY number DESC LIMIT 1)"
_LAST = "SELECT number, policy, hash FROM policies ORDER BY number DESC LIMIT 1"
_ALL = (
    "SELECT p.number, p.policy, p.given_at, p.seq, p.hash, e.hash FROM policies p LEFT JOIN events e ON e.seq = p.seq"
    " ORDER BY p.number"
)
_MADE_UNDER = "SELECT value FROM meta WHERE key = 'policy'"


class _Given(NamedTuple):
    """A policy (JSON), when it was given and where the log ended then."""

    number: int
    policy: str
    given_at: int
    seq: int


def give(connection: Connection, policy: str, now: int) -> str:
    """From now on this policy is in force, if it was not before → its hash."""
    rows = fetch(connection, _LAST)
    number, last, hash_ = rows[0] if rows else (0, None, GENESIS)
    if policy == last:
        return str(hash_)
    end = read_head(connection)
    given = _Given(number + 1, policy, now, end.seq)
    made = _chained(hash_, given, end.hash)
    insert_rows(connection, policies, [(*given, made)])
    return made


def problems(connection: Connection) -> Iterator[str]:
    """The first policy that is not what was given, and whether the views were made under the one in force."""
    before, count = GENESIS, 0
    for number, policy, given_at, seq, hash_, ended in fetch(connection, _ALL):
        count += 1
        given = _Given(number, policy, given_at, seq)
        sound = [type(field) for field in given] == [int, str, int, int] and number == count
        if not sound or hash_ != _chained(before, given, ended if seq else GENESIS):
            yield f"policy {count} is not the one that was given"
            return
        before = hash_
    if run_sql(connection, _MADE_UNDER).scalar() != (before if count else None):
        yield "the views were not made under the policy in force; give it anew: tracker --policy FILE replay"


def _chained(before: str, given: _Given, ended: str | None) -> str:
    """SHA-256 (hex) over the hash of the policy before, this one, and what the log ended with."""
    return sha256(orjson.dumps([before, *given, ended])).hexdigest()
