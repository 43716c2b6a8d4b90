"""The database connection: the one file that knows how SQLite and PostgreSQL differ.

Writers take turns: SQLite by `BEGIN IMMEDIATE`, PostgreSQL by an advisory lock held to the end of the transaction.
Readers see one unchanging snapshot and never wait for a writer."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from tracker.errors import (
    AppendOnly,
    InvalidInput,
    MissingExtra,
    NotADatabase,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreGone,
    StoreReadOnly,
    TrackerError,
    first_line,
)

Clock = Callable[[], int]
# The writers' lock on PostgreSQL; any constant that other programs on the same database are unlikely to choose.
_ADVISORY_LOCK = 0x7261636B6572
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
# What may stand in the query of a SQLite URL.
_SQLITE_QUERY = {"uri": ("true",), "mode": ("ro", "rw", "rwc"), "immutable": ("0", "1"), "nolock": ("0", "1")}
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


def system_clock() -> int:
    """Microseconds since the epoch (UTC) by the machine's clock."""
    return time.time_ns() // 1000


class Store:
    """An open database. `write()` and `read()` give a connection inside one transaction each.

    `clock` gives microseconds since the epoch (UTC); `name` is the URL without its password, for messages."""

    def __init__(self, engine: Engine, clock: Clock, wait_s: float) -> None:
        self.engine, self.clock, self._wait_ms = engine, clock, int(wait_s * 1000)
        self.name = engine.url.render_as_string(hide_password=True)
        self.postgres = engine.dialect.name == "postgresql"
        self.file = None if self.postgres else _sqlite_file(engine.url)
        # An in-memory database is one connection, so its transactions take turns here instead of in the database.
        self._turn: AbstractContextManager[Any] = nullcontext() if self.postgres or self.file else threading.RLock()
        self._shared: Connection | None = None

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that may write: committed when the block ends, undone when it raises.

        Raises StoreBusy when another writer holds the database for longer than the waiting time, StoreReadOnly,
        StoreFull, StoreDamaged, StoreGone."""
        with self._transaction(tracker_begin="BEGIN IMMEDIATE") as connection:
            if self.postgres:
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {self._wait_ms}")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one snapshot throughout. Raises StoreBusy, StoreDamaged, StoreGone."""
        options: dict[str, Any] = {}
        if self.postgres:
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self._transaction(**options) as connection:
            yield connection

    @contextmanager
    def outside(self) -> Iterator[Connection]:
        """A connection without a transaction, for VACUUM and checkpoints."""
        with self._translated(), self._turn, self.engine.connect() as connection:
            if self.postgres:
                yield connection.execution_options(isolation_level="AUTOCOMMIT")
            else:
                yield connection.execution_options(tracker_begin=None)

    @contextmanager
    def _transaction(self, **options: Any) -> Iterator[Connection]:
        with self._translated(), self._turn:
            if self._shared is not None:
                yield self._shared
                return
            with self.engine.connect() as connection:
                if options:
                    connection = connection.execution_options(**options)
                with connection.begin():
                    if not isinstance(self._turn, nullcontext):
                        self._shared = connection
                    try:
                        yield connection
                    finally:
                        self._shared = None

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except TrackerError:
            raise
        except Exception as error:
            known = self.translate(error)
            if known is None:
                raise
            raise known from error

    def translate(self, error: Exception) -> StoreError | None:
        """The error of our tree that a driver's error means, or None for what is not the database's doing."""
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
        return kind(f"{(kind.__doc__ or '').splitlines()[0]} ({self.name}: {problem})") if kind else None

    def close(self) -> None:
        self.engine.dispose()


def open_engine(url: str, *, clock: Clock = system_clock, wait_s: float = 10.0) -> Store:
    """A store for `sqlite://` (memory), `sqlite:///file.db` or `postgresql+psycopg://…`, its schema not yet looked at.

    `sqlite:///file:FILE?mode=ro&uri=true` only reads. `wait_s`: how long a writer waits for its turn. Raises
    InvalidInput for a URL it cannot use, its query included, MissingExtra when the PostgreSQL driver is not installed,
    StoreError when the file's folder does not exist."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise InvalidInput(f"not a database URL: {url!r}; give sqlite:///FILE or postgresql+psycopg://…") from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite", "postgresql+psycopg"):
        raise InvalidInput(f"unsupported database {parsed.drivername!r}; give sqlite:///FILE or postgresql+psycopg://…")
    if parsed.drivername == "postgresql+psycopg":
        try:
            engine = create_engine(parsed, pool_pre_ping=True)
        except (ModuleNotFoundError, NoSuchModuleError):
            raise MissingExtra("PostgreSQL", "postgres") from None
        _check_postgres_query(parsed)
    else:
        _check_sqlite_query(parsed)
        engine = _sqlite_engine(parsed, wait_s)
    return Store(engine, clock, wait_s)


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


def run_many(connection: Connection, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
    """Run SQL text as in `run_sql` once for each of the parameter rows."""
    if len(parameters) == 1:
        _run(connection, sql, parameters[0], many=False)
    elif parameters:
        _run(connection, sql, parameters, many=True)


def insert_rows(connection: Connection, table: Table, rows: Sequence[Sequence[Any]]) -> None:
    """Insert rows whose values stand in the order of the table's columns."""
    if len(rows) > 1 and connection.dialect.name == "postgresql":
        # Several times faster than as many INSERTs, and a refused row leaves no half-sent pipeline behind.
        _run(connection, f"COPY {table.name} ({_columns(table)}) FROM STDIN", rows, many=True)
    else:
        run_many(connection, _insertion(table), rows)


def insert_unless_taken(connection: Connection, table: Table, rows: Sequence[Sequence[Any]]) -> bool:
    """Insert rows; false, and none inserted, when a unique key of one of them is taken."""
    # On SQLite a single statement undoes itself; elsewhere, and for several, a savepoint does.
    guarded = len(rows) > 1 or connection.dialect.name == "postgresql"
    if guarded:
        run_sql(connection, "SAVEPOINT rows")
    try:
        insert_rows(connection, table, rows)
    except Exception as error:
        if not _is_duplicate(error):
            raise
        if guarded:
            run_sql(connection, "ROLLBACK TO SAVEPOINT rows")
            run_sql(connection, "RELEASE SAVEPOINT rows")
        return False
    if guarded:
        run_sql(connection, "RELEASE SAVEPOINT rows")
    return True


def _columns(table: Table) -> str:
    return ", ".join(f'"{column.name}"' for column in table.columns)


@cache
def _insertion(table: Table) -> str:
    return f"INSERT INTO {table.name} ({_columns(table)}) VALUES ({', '.join('?' * len(table.columns))})"


def _run(connection: Connection, sql: str, parameters: Sequence[Any], many: bool) -> list[tuple[Any, ...]]:
    """The one way to the driver for SQL text."""
    driver: Any = connection.connection.dbapi_connection
    cursor = driver.cursor()
    try:
        if connection.dialect.name == "postgresql":
            sql = sql.replace("?", "%s")
            parameters = parameters or None  # type: ignore[assignment] # or psycopg looks for marks
        if sql.startswith("COPY"):
            with cursor.copy(sql) as copy:
                for row in parameters:
                    copy.write_row(row)
        elif many:
            cursor.executemany(sql, parameters)
        else:
            cursor.execute(sql, parameters)
        return cursor.fetchall() if cursor.description is not None else []
    finally:
        cursor.close()


def _is_duplicate(error: Exception) -> bool:
    """Whether a row was refused because a unique key is taken."""
    if isinstance(error, sqlite3.IntegrityError):
        taken = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
        return error.sqlite_errorcode in taken
    return getattr(error, "sqlstate", None) == "23505"


def _sqlite_file(url: URL) -> Path | None:
    if not url.database or url.database == ":memory:":
        return None
    return Path(url.database.removeprefix("file:"))


def _check_sqlite_query(url: URL) -> None:
    """SQLite and SQLAlchemy pass over what they do not know, and so would open for writing what is called `mode=ro`."""
    for name, value in url.query.items():
        if name not in _SQLITE_QUERY:
            raise InvalidInput(f"database URL: unknown {name[:60]!r} in its query; known: {', '.join(_SQLITE_QUERY)}")
        if value not in _SQLITE_QUERY[name]:
            raise InvalidInput(f"database URL: {name} is none of {', '.join(_SQLITE_QUERY[name])}")
    named = (url.database or "").startswith("file:")
    if url.query and not ("uri" in url.query and named):
        given = "&".join(url.query)
        raise InvalidInput(f"database URL: {given} in its query needs the form sqlite:///file:FILE?mode=ro&uri=true")


def _check_postgres_query(url: URL) -> None:
    from psycopg import ProgrammingError, conninfo

    try:
        given = conninfo.make_conninfo(**{name: str(value) for name, value in url.query.items()})
        conninfo.timeout_from_conninfo(conninfo.conninfo_to_dict(given))
    except ProgrammingError as error:
        raise InvalidInput(f"database URL: {first_line(error)} in its query") from None


def _sqlite_engine(url: URL, wait_s: float) -> Engine:
    arguments: dict[str, Any] = {"timeout": wait_s, "check_same_thread": False}
    file = _sqlite_file(url)
    if file is None:
        engine = create_engine(url, connect_args=arguments, poolclass=StaticPool)
    else:
        if not file.parent.is_dir():
            raise StoreError(f"the folder {str(file.parent)!r} of the database does not exist")
        if file.is_dir():
            raise StoreError(f"{str(file)!r} is a folder, not a database file")
        engine = create_engine(url, connect_args=arguments)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # BEGIN is ours, below
        for pragma in (
            "foreign_keys=ON",
            "recursive_triggers=ON",  # or INSERT OR REPLACE deletes rows without firing the append-only triggers
            "secure_delete=ON",
            "cell_size_check=ON",
            "temp_store=MEMORY",  # or content that is later redacted lingers in temporary files
            "cache_size=-16000",
            "synchronous=FULL",
        ):
            connection.execute(f"PRAGMA {pragma}")
        if file is not None:
            _use_wal(connection, wait_s)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        how = connection.get_execution_options().get("tracker_begin", "BEGIN")
        if how == "BEGIN IMMEDIATE":
            _take_turn(connection, wait_s)
        elif how is not None:
            driver: Any = connection.connection.dbapi_connection
            driver.execute(how)

    return engine


def _take_turn(connection: Connection, wait_s: float) -> None:
    """`BEGIN IMMEDIATE`, waiting up to `wait_s` for other writers.

    SQLite itself waits ever longer between its attempts, so that among several busy writers those that waited longest
    hardly ever get a turn. Attempts at short random intervals give all the same chance."""
    driver: Any = connection.connection.dbapi_connection
    until = time.monotonic() + wait_s
    driver.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                driver.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            time.sleep(random.uniform(0.001, 0.003))
    finally:
        driver.execute(f"PRAGMA busy_timeout = {int(wait_s * 1000)}")


def _use_wal(connection: sqlite3.Connection, wait_s: float) -> None:
    """Readers then never wait for the writer. SQLite does not wait for its turn to switch, so that is done here."""
    until = time.monotonic() + wait_s
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            kind = error.sqlite_errorcode & 0xFF
            if kind in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
                return  # reading still works; a write says what is wrong
            if kind != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


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
