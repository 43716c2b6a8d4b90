"""Positions and settings that are stored beside the log: how far the views follow it, how far a job has read, and
under which policy and rule versions the views were made. Functions run inside the caller's transaction."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import Connection

from tracker.store.engine import run_sql

_UPSERT = "INSERT INTO {0} ({1}, {2}) VALUES (?, ?) ON CONFLICT ({1}) DO UPDATE SET {2} = excluded.{2}"
_SET = _UPSERT.format("meta", "key", "value")
_MARK = _UPSERT.format("checkpoints", "job", "position")


def setting(connection: Connection, key: str) -> str | None:
    found: str | None = run_sql(connection, "SELECT value FROM meta WHERE key = ?", (key,)).scalar()
    return found


def two_settings(connection: Connection, first: str, second: str) -> tuple[str | None, str | None]:
    """Two settings in one statement: they are looked at for every read and every append."""
    rows = run_sql(connection, "SELECT key, value FROM meta WHERE key IN (?, ?)", (first, second))
    found: dict[str, str] = dict(rows)
    return found.get(first), found.get(second)


def set_setting(connection: Connection, key: str, value: str) -> None:
    run_sql(connection, _SET, (key, value))


def checkpoint(connection: Connection, job: str) -> dict[str, Any] | None:
    """The position a job stored last, or None before its first."""
    found = run_sql(connection, "SELECT position FROM checkpoints WHERE job = ?", (job,)).scalar()
    return None if found is None else orjson.loads(found)


def set_checkpoint(connection: Connection, job: str, position: dict[str, Any]) -> None:
    run_sql(connection, _MARK, (job, orjson.dumps(position).decode()))
