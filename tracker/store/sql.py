"""Running SQL text on both databases, and storing many rows at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table

from tracker.store.failures import is_duplicate

_AT_ONCE = 500


class Found:
    """What a statement found, all of it read. Rows are tuples in the order of the selected columns."""

    __slots__ = ("_rows",)

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self._rows = rows

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._rows)

    def all(self) -> list[tuple[Any, ...]]:
        return self._rows

    def first(self) -> tuple[Any, ...] | None:
        return self._rows[0] if self._rows else None

    def one(self) -> tuple[Any, ...]:
        (row,) = self._rows
        return row

    def scalar(self) -> Any:
        return self._rows[0][0] if self._rows else None

    def scalar_one(self) -> Any:
        return self.one()[0]

    def scalars(self) -> list[Any]:
        return [row[0] for row in self._rows]


def run_sql(connection: Connection, sql: str, parameters: Sequence[Any] = ()) -> Found:
    """Run SQL text written with `?` marks; no `%` or `?` may stand in it otherwise.

    Goes to the driver directly, inside the connection's transaction: an append runs a dozen small statements, and
    SQLAlchemy's own work on each costs more than the database's."""
    return Found(_run(connection, sql, parameters, many=False))


def fetch(connection: Connection, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """The rows of SQL text as in `run_sql`."""
    return _run(connection, sql, parameters, many=False)


def parts(values: Sequence[Any]) -> Iterator[Any]:
    """The values in portions that fit into one statement."""
    return (values[start : start + _AT_ONCE] for start in range(0, len(values), _AT_ONCE))


def marks(values: Sequence[Any]) -> str:
    """The marks for `IN (…)` of these values."""
    return ", ".join("?" * len(values))


def run_many(connection: Connection, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
    """Run SQL text as in `run_sql` once for each of the parameter rows."""
    if len(parameters) == 1:
        _run(connection, sql, parameters[0], many=False)
    elif parameters:
        _run(connection, sql, parameters, many=True)


@contextmanager
def undone(connection: Connection) -> Iterator[None]:
    """A part of a transaction that is undone when it ends."""
    run_sql(connection, "SAVEPOINT undone")
    try:
        yield
    finally:
        run_sql(connection, "ROLLBACK TO SAVEPOINT undone")
        run_sql(connection, "RELEASE SAVEPOINT undone")


def insert_rows(connection: Connection, table: Table, rows: Sequence[Sequence[Any]]) -> None:
    """Insert rows whose values stand in the order of the table's columns."""
    if len(rows) > 1 and connection.dialect.name == "postgresql":
        # Several times faster than as many INSERTs, and a refused row leaves no half-sent pipeline behind.
        _run(connection, f"COPY {table.name} ({', '.join(_columns(table))}) FROM STDIN", rows, many=True)
    elif rows:
        _insert_given(connection, table, rows)


def _insert_given(connection: Connection, table: Table, rows: Sequence[Sequence[Any]]) -> None:
    """As `insert_rows`, leaving out the columns that no row of many has: sqlite3 looks each None up among its adapters,
    which takes as long as storing a number."""
    absent = [place for place, value in enumerate(rows[0]) if value is None] if len(rows) > 1 else []
    left_out = tuple([place for place in absent if set(map(itemgetter(place), rows)) == {None}])
    if left_out:
        kept = itemgetter(*[place for place in range(len(table.columns)) if place not in left_out])
        rows = list(map(kept, rows))
    run_many(connection, _insertion(table, left_out), rows)


def insert_until_taken(connection: Connection, table: Table, rows: Sequence[Sequence[Any]]) -> bool:
    """Insert rows, in order; false when a unique key of one of them is taken: then only some before it are inserted,
    or none."""
    # SQLite keeps what a failing statement did before it failed; for PostgreSQL the transaction has failed then.
    guarded = connection.dialect.name == "postgresql"
    if guarded:
        run_sql(connection, "SAVEPOINT rows")
    try:
        insert_rows(connection, table, rows)
    except Exception as error:
        if not is_duplicate(error):
            raise
        if guarded:
            run_sql(connection, "ROLLBACK TO SAVEPOINT rows")
            run_sql(connection, "RELEASE SAVEPOINT rows")
        return False
    if guarded:
        run_sql(connection, "RELEASE SAVEPOINT rows")
    return True


@cache
def _columns(table: Table, left_out: tuple[int, ...] = ()) -> list[str]:
    return [f'"{column.name}"' for place, column in enumerate(table.columns) if place not in left_out]


@cache
def _insertion(table: Table, left_out: tuple[int, ...]) -> str:
    columns = _columns(table, left_out)
    return f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({marks(columns)})"


def _run(connection: Connection, sql: str, parameters: Sequence[Any], many: bool) -> list[tuple[Any, ...]]:
    """The one way to the driver for SQL text."""
    driver: Any = connection.connection.dbapi_connection
    if isinstance(driver, sqlite3.Connection):
        if not many:
            return driver.execute(sql, parameters).fetchall()
        driver.executemany(sql, parameters)
        return []
    with driver.cursor() as cursor:
        if sql.startswith("COPY"):
            with cursor.copy(sql) as copy:
                for row in parameters:
                    copy.write_row(row)
        elif many:
            cursor.executemany(sql.replace("?", "%s"), parameters)
        else:
            cursor.execute(sql.replace("?", "%s"), parameters or None)  # or psycopg looks for marks
        return cursor.fetchall() if cursor.description is not None else []
