"""The database connection: where SQLite and PostgreSQL differ, but for how SQL text is run.

Writers take turns: SQLite by `BEGIN IMMEDIATE`, PostgreSQL by an advisory lock held to the end of the transaction.
Readers see one unchanging snapshot and never wait for a writer."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from tracker.errors import InvalidInput, MissingExtra, StoreError, StoreGone, TrackerError, first_line
from tracker.store.failures import translated
from tracker.store.misread import misread
from tracker.store.sql import run_sql

Clock = Callable[[], int]
# The writers' lock on PostgreSQL; any constant that other programs on the same database are unlikely to choose.
_ADVISORY_LOCK = 0x7261636B6572
_CACHE_KB, _NARROW_KB = 16_000, 4_000
# On SQLite: SQLAlchemy is not to begin a transaction on this connection.
_BEGUN_HERE = {"tracker_begun": True}
# What may stand in the query of a SQLite URL.
_SQLITE_QUERY = {"uri": ("true",), "mode": ("ro", "rw", "rwc"), "immutable": ("0", "1"), "nolock": ("0", "1")}


def system_clock() -> int:
    """Microseconds since the epoch (UTC) by the machine's clock."""
    return time.time_ns() // 1000


class Kept:
    """Connections of one kind, kept from one transaction to the next: taking one out of SQLAlchemy's pool and putting
    it back costs as much as a small append. Where the server may have gone meanwhile (`keep` false) the pool, which
    looks, gives a new one each time."""

    def __init__(self, engine: Engine, options: Mapping[str, Any], keep: bool) -> None:
        self._engine, self._options, self._keep = engine, options, keep
        self._idle: list[Connection] = []

    def take(self) -> Connection:
        """A connection that nobody else has."""
        try:
            return self._idle.pop()
        except IndexError:
            return self._engine.connect().execution_options(**self._options)

    def give_back(self, connection: Connection) -> None:
        """One in which something went wrong is closed instead."""
        # The pool has room for fifteen: those kept for readers must not be missing when many threads want to write.
        if self._keep and len(self._idle) < 2:
            self._idle.append(connection)
        else:
            connection.close()

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


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
        self._opened: tuple[int, int] | None = None
        keep = self.file is not None
        reading = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._writers = Kept(engine, {} if self.postgres else _BEGUN_HERE, keep)
        self._readers = Kept(engine, reading if self.postgres else _BEGUN_HERE, keep)
        self._followers = Kept(engine, {} if self.postgres else _BEGUN_HERE, keep)

    def write(self) -> AbstractContextManager[Connection]:
        """A transaction that may write: committed when the block ends, undone when it raises.

        Raises StoreBusy when another writer holds the database for longer than the waiting time, StoreReadOnly,
        StoreFull, StoreDamaged, StoreGone."""
        return self._transaction(self._writers, self._wait_ms)

    def follow(self) -> AbstractContextManager[Connection]:
        """As `write`, for what can be made anew from the log at any time: it does not wait for other writers, and not
        for the disk either. When the power fails, its commit may be undone as a whole, but no append's."""
        return self._transaction(self._followers, 1)

    def read(self) -> AbstractContextManager[Connection]:
        """A transaction that sees one snapshot throughout. Raises StoreBusy, StoreDamaged, StoreGone."""
        return self._transaction(self._readers, self._wait_ms)

    @contextmanager
    def outside(self) -> Iterator[Connection]:
        """A connection without a transaction, for VACUUM and checkpoints."""
        with self._translated(), self._turn:
            self._check_there()
            with self._outside() as connection:
                yield connection

    @contextmanager
    def _outside(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            if self.postgres:
                yield connection.execution_options(isolation_level="AUTOCOMMIT")
            else:
                yield connection.execution_options(**_BEGUN_HERE)

    @contextmanager
    def _transaction(self, kept: Kept, wait_ms: int) -> Iterator[Connection]:
        """One generator for all of it: each on the way there and back costs a single append half a percent."""
        with self._translated(), self._turn:
            if self._shared is not None:
                yield self._shared
                return
            self._check_there()
            connection = kept.take()
            try:
                self._begin(connection, kept, wait_ms)
                try:
                    self._shared = None if self.file or self.postgres else connection
                    yield connection
                    if kept is not self._readers:
                        self._check_there()
                    self._commit(connection)
                except BaseException:
                    self._roll_back(connection)
                    raise
                finally:
                    self._shared = None
                    if connection.in_transaction():
                        connection.rollback()
            except TrackerError:
                kept.give_back(connection)
                raise
            except BaseException:
                connection.close()
                raise
            kept.give_back(connection)

    def _check_there(self) -> None:
        """Raise StoreGone unless the database's file is still the one that was opened: SQLite goes on writing one that
        was removed, which nobody finds again."""
        if self.file is None:
            return
        try:
            found = os.stat(self.file)
            there = (found.st_dev, found.st_ino)
        except FileNotFoundError:
            there = None
        if self._opened is None:
            self._opened = there
        elif there != self._opened:
            what = "was removed" if there is None else "was replaced by another"
            raise StoreGone(f"the database file {self.name} {what} while it was open; open it again")

    def _begin(self, connection: Connection, kept: Kept, wait_ms: int) -> None:
        """On SQLite by itself: SQLAlchemy's ways there and back cost a third of a small append. Those of its own
        statements that follow find a transaction begun."""
        if self.postgres:
            connection.begin()
            if kept is self._followers:
                connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
            if kept is not self._readers:
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {wait_ms}")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")
            return
        synchronous = "NORMAL" if kept is self._followers else "FULL"
        if self.file is not None and connection.info.get("synchronous", "FULL") != synchronous:
            run_sql(connection, f"PRAGMA synchronous = {synchronous}")
            connection.info["synchronous"] = synchronous
        _begin_on_sqlite(connection, "BEGIN" if kept is self._readers else "BEGIN IMMEDIATE", wait_ms)

    def _commit(self, connection: Connection) -> None:
        if self.postgres:
            connection.commit()
        else:
            run_sql(connection, "COMMIT")

    def _roll_back(self, connection: Connection) -> None:
        if self.postgres:
            connection.rollback()
        else:
            driver: Any = connection.connection.dbapi_connection
            driver.rollback()  # nothing, where SQLite did it by itself

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except TrackerError:
            raise
        except Exception as error:
            known = translated(error, self.name) or misread(self)
            if known is None:
                raise
            raise known from error

    def close(self) -> None:
        for kept in (self._writers, self._readers, self._followers):
            kept.close()
        self.engine.dispose()


def open_engine(url: str, *, clock: Clock = system_clock, wait_s: float = 10.0) -> Store:
    """A store for `sqlite://` (memory), `sqlite:///file.db` or `postgresql+psycopg://…`, its schema not yet looked at.

    `sqlite:///file:FILE?mode=ro&uri=true` only reads. `wait_s`: how long a writer waits for its turn. Raises
    InvalidInput for a URL it cannot use, its query included, MissingExtra when the PostgreSQL driver is not installed,
    StoreError when the file's folder does not exist."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        if not isinstance(error, ArgumentError):  # all else in a URL is text
            raise InvalidInput("database URL: its port is not a number") from None
        raise InvalidInput(f"not a database URL: {url!r}; give sqlite:///FILE or postgresql+psycopg://…") from None
    if parsed.port is not None and not 0 < parsed.port < 65_536:
        raise InvalidInput(f"database URL: there is no port {parsed.port}")
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


@contextmanager
def narrow(connection: Connection) -> Iterator[None]:
    """For reading the whole log in another order than it lies in: few pages are met again, and SQLite's cache of them
    is faster if it stays within the processor's."""
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        run_sql(connection, f"PRAGMA cache_size = -{_NARROW_KB}")
    try:
        yield
    finally:
        if sqlite:
            run_sql(connection, f"PRAGMA cache_size = -{_CACHE_KB}")


@contextmanager
def waiting(connection: Connection, wait_ms: int) -> Iterator[None]:
    """On SQLite: how long statements outside a transaction wait for others."""
    run_sql(connection, f"PRAGMA busy_timeout = {wait_ms}")
    try:
        yield
    finally:
        connection.info.pop("waits", None)  # the next transaction sets its own


def _sqlite_file(url: URL) -> Path | None:
    if not url.database or url.database == ":memory:":
        return None
    # SQLite goes on with the folder of now when the process changes to another.
    return Path(url.database.removeprefix("file:")).absolute()


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
            f"cache_size=-{_CACHE_KB}",
            "synchronous=FULL",
        ):
            connection.execute(f"PRAGMA {pragma}")
        if file is not None:
            _use_wal(connection, wait_s)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if not connection.get_execution_options().get("tracker_begun"):
            _begin_on_sqlite(connection, "BEGIN", int(wait_s * 1000))

    return engine


def _begin_on_sqlite(connection: Connection, how: str, wait_ms: int) -> None:
    # SQLite's own waiting, ever longer between attempts, hardly ever lets the longest waiting of busy writers in.
    waits = 0 if how == "BEGIN IMMEDIATE" else wait_ms
    if connection.info.get("waits") != waits:
        run_sql(connection, f"PRAGMA busy_timeout = {waits}")
        connection.info["waits"] = waits
    if how == "BEGIN IMMEDIATE":
        _take_turn(connection, wait_ms)
    else:
        run_sql(connection, how)


def _take_turn(connection: Connection, wait_ms: int) -> None:
    """`BEGIN IMMEDIATE`, waiting up to `wait_ms` for other writers: attempts at short random intervals give all the
    same chance."""
    until = time.monotonic() + wait_ms / 1000
    while True:
        try:
            run_sql(connection, "BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(random.uniform(0.001, 0.003))


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
