"""What a database driver's error means, as an error of our tree."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError

from tracker.errors import (
    AppendOnly,
    NotADatabase,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreGone,
    StoreReadOnly,
)

_SQLITE_ERRORS: dict[int, type[StoreError]] = {
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_CORRUPT: StoreDamaged,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_NOTADB: NotADatabase,
    sqlite3.SQLITE_CANTOPEN: StoreError,
    sqlite3.SQLITE_IOERR: StoreError,
}
# SQLSTATE → error; a class of two characters stands for all its codes.
_POSTGRES_ERRORS: dict[str, type[StoreError]] = {
    "55P03": StoreBusy,
    "40P01": StoreBusy,
    "25006": StoreReadOnly,
    "53100": StoreFull,
    "57P01": StoreGone,
    "57P02": StoreGone,
    "57P03": StoreGone,
    "08": StoreGone,
    "XX": StoreDamaged,
    "28": StoreError,
    "3D": StoreError,
    "42501": StoreError,
}


def translated(error: Exception, database: str) -> StoreError | None:
    """The error of our tree that a driver's error means, naming the database; None for what is not its doing."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    problem = " ".join(str(cause).split())
    if "append-only" in problem:
        return AppendOnly()
    if isinstance(cause, sqlite3.Error):
        kind = _sqlite_kind(cause)
    elif type(cause).__module__.startswith("psycopg"):
        kind = _postgres_kind(cause, error)
    else:
        return None
    return kind(f"{(kind.__doc__ or '').splitlines()[0]} ({database}: {problem})") if kind else None


def is_duplicate(error: Exception) -> bool:
    """Whether a row was refused because a unique key is taken."""
    if isinstance(error, sqlite3.IntegrityError):
        taken = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
        return error.sqlite_errorcode in taken
    return getattr(error, "sqlstate", None) == "23505"


def _sqlite_kind(cause: sqlite3.Error) -> type[StoreError] | None:
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:
        return StoreDamaged if "Could not decode to UTF-8" in str(cause) else None
    return _SQLITE_ERRORS.get(code & 0xFF)


def _postgres_kind(cause: BaseException | None, error: Exception) -> type[StoreError] | None:
    state = getattr(cause, "sqlstate", None)
    if state:
        return _POSTGRES_ERRORS.get(state) or _POSTGRES_ERRORS.get(state[:2])
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return StoreGone if lost or type(cause).__name__ in ("OperationalError", "ConnectionTimeout") else None
