"""A consistent copy of a database while others write to it, and how much room it takes."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from sqlalchemy import Connection

from tracker.errors import InvalidInput
from tracker.store import guards
from tracker.store.engine import Store, open_engine
from tracker.store.log import Head, read_head
from tracker.store.misread import rows_of
from tracker.store.sql import insert_rows, run_sql
from tracker.store.tables import metadata

_PAGE = 2000


def copy_to(store: Store, file: Path) -> Head:
    """Copy everything, as it stood when this began, to a new SQLite file, which appears whole or not at all → where the
    log ends in it. Raises InvalidInput when the file is there already or cannot be made, StoreError."""
    if file.exists():
        raise InvalidInput(f"{file}: exists already")
    if not file.parent.is_dir():
        raise InvalidInput(f"{file}: the folder does not exist")
    unfinished = file.with_name(f"{file.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        if store.postgres:
            _copy_rows(store, unfinished)
        else:
            with store.outside() as connection:
                run_sql(connection, "VACUUM INTO ?", (str(unfinished),))
        head = _settled(unfinished)
        unfinished.rename(file)
    except OSError as error:
        raise InvalidInput(f"{file}: cannot be written: {error.strerror or error}") from None
    finally:
        for left in (unfinished, *(unfinished.with_name(f"{unfinished.name}{end}") for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)
    return head


def _copy_rows(store: Store, file: Path) -> None:
    """Row by row, from one snapshot. The guards come last: they are of what is appended."""
    target = open_engine(f"sqlite:///{file}")
    try:
        with store.read() as source, target.write() as copy:
            metadata.create_all(copy, checkfirst=False)
            for table in metadata.sorted_tables:
                rows = rows_of(source, table)
                while page := list(islice(rows, _PAGE)):
                    insert_rows(copy, table, page)
            for statement in guards.SQLITE:
                run_sql(copy, statement)
    finally:
        target.close()


def _settled(file: Path) -> Head:
    """Where the log of the copy ends. Nothing of what was erased is in it, whatever is left in the original."""
    copied = open_engine(f"sqlite:///{file}")
    try:
        with copied.write() as connection:
            run_sql(connection, "DELETE FROM meta WHERE key = 'unwiped'")
            head = read_head(connection)
        with copied.outside() as connection:
            run_sql(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
        return head
    finally:
        copied.close()


def size(store: Store) -> int:
    """Bytes that the database takes, with its indexes; on SQLite with its write-ahead log."""
    if store.file is not None:
        files = (store.file, store.file.with_name(f"{store.file.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())
    with store.read() as connection:
        return _on_the_server(connection) if store.postgres else _in_memory(connection)


def _on_the_server(connection: Connection) -> int:
    tables = (f"coalesce(pg_total_relation_size(to_regclass('{table.name}')), 0)" for table in metadata.sorted_tables)
    return int(run_sql(connection, f"SELECT {' + '.join(tables)}").scalar_one())


def _in_memory(connection: Connection) -> int:
    pages, page = (run_sql(connection, f"PRAGMA {what}").scalar_one() for what in ("page_count", "page_size"))
    return int(pages * page)
