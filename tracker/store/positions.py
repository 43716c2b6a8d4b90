"""Positions and settings that are stored beside the log: how far the views follow it, how far a job has read, and
under which policy and rule versions the views were made. Functions run inside the caller's transaction."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection

from tracker.store import policies
from tracker.store.log import ENDING, Ending, ending_of
from tracker.store.sql import run_sql

_UPSERT = "INSERT INTO {0} ({1}, {2}) VALUES (?, ?) ON CONFLICT ({1}) DO UPDATE SET {2} = excluded.{2}"
_SET = _UPSERT.format("meta", "key", "value")
_MARK = _UPSERT.format("checkpoints", "job", "position")


_STANDING = (
    f"SELECT {policies.IN_FORCE}, r.value, d.value, w.value, {ENDING} FROM head"
    " LEFT JOIN meta r ON r.key = 'rules' LEFT JOIN meta d ON d.key = 'projected' LEFT JOIN meta w ON w.key = 'unwiped'"
)


class Standing(NamedTuple):
    """How the views stand to the log: the policy (JSON) and what signed the rules by which they were made, both None
    before they were; the seq up to which they follow the log; where it ends; and a mark of what was erased and may be
    left in the database's files (None: nothing)."""

    policy: str | None
    rules: str | None
    projected: int
    ending: Ending
    unwiped: str | None = None

    @property
    def last(self) -> int:
        """The seq at which the log ends."""
        return self.ending.seq


def standing(connection: Connection) -> Standing:
    """All of it in one statement: it is looked at for every read and every append."""
    policy, rules, projected, unwiped, *ending = run_sql(connection, _STANDING).one()
    # Views of which nobody can tell how far they follow the log are taken to follow nothing of it.
    reached = int(projected) if projected and projected.isascii() and projected.isdigit() else 0
    return Standing(policy, rules, reached, ending_of(ending), unwiped)


def sign(connection: Connection, policy: str, rules: str, now: int) -> None:
    """Note under which policy, in force from `now` on, and rules the views were made."""
    run_sql(connection, _SET, ("policy", policies.give(connection, policy, now)))
    run_sql(connection, _SET, ("rules", rules))


def set_projected(connection: Connection, seq: int) -> None:
    """The views follow the log up to this seq."""
    run_sql(connection, _SET, ("projected", str(seq)))


def set_unwiped(connection: Connection) -> str:
    """Note, where something was erased in this transaction, that it may be left in the files → the mark: what tells
    this transaction from others."""
    postgres = connection.dialect.name == "postgresql"
    mark = "SELECT pg_current_xact_id()::text" if postgres else "SELECT lower(hex(randomblob(8)))"
    made: str = run_sql(connection, mark).scalar_one()
    run_sql(connection, _SET, ("unwiped", made))
    return made


def set_wiped(connection: Connection, mark: str) -> None:
    """What was erased up to this mark is gone; what was erased since may not be."""
    run_sql(connection, "DELETE FROM meta WHERE key = 'unwiped' AND value = ?", (mark,))


def checkpoint(connection: Connection, job: str) -> dict[str, Any] | None:
    """The position a job stored last, or None before its first. Nor is one that cannot be read a position: the job
    begins again, and what it stored before is recognised."""
    found = run_sql(connection, "SELECT position FROM checkpoints WHERE job = ?", (job,)).scalar()
    try:
        position = None if found is None else orjson.loads(found)
    except orjson.JSONDecodeError:
        return None
    return position if isinstance(position, dict) else None


def jobs(connection: Connection) -> list[str]:
    """The jobs that stored a position."""
    return list(run_sql(connection, "SELECT job FROM checkpoints ORDER BY job").scalars())


def set_checkpoint(connection: Connection, job: str, position: dict[str, Any]) -> None:
    run_sql(connection, _MARK, (job, orjson.dumps(position).decode()))


def drop_checkpoint(connection: Connection, job: str) -> None:
    run_sql(connection, "DELETE FROM checkpoints WHERE job = ?", (job,))
