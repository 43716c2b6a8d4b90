"""Bringing a database to the schema this tracker knows: fresh ones are made whole, older ones migrated by Alembic,
newer ones refused. A test proves that both ways lead to the same schema, triggers included."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, insert, inspect, select

from tracker.errors import NotADatabase, SchemaMismatch
from tracker.store import guards
from tracker.store.codec import GENESIS
from tracker.store.engine import Clock, Store, open_engine, system_clock
from tracker.store.tables import head, metadata, version

# The newest revision under `migrations/versions`; revisions are numbered in order.
HEAD = "0010"


def open_store(url: str, *, clock: Clock = system_clock, wait_s: float = 10.0) -> Store:
    """The store behind the URL, created or migrated to the current schema.

    Raises SchemaMismatch when a newer tracker wrote it, NotADatabase when the file is something else, and whatever
    `open_engine` raises."""
    store = open_engine(url, clock=clock, wait_s=wait_s)
    try:
        with store.read() as connection:
            found = schema_version(connection)
        if found != HEAD:
            with store.write() as connection:
                _bring_up_to_date(connection, store)
    except BaseException:
        store.close()
        raise
    return store


def schema_version(connection: Connection) -> str | None:
    """The database's revision; None when it has no tracker tables."""
    if not inspect(connection).has_table(version.name):
        return None
    return connection.execute(select(version.c.version_num)).scalar()


def _bring_up_to_date(connection: Connection, store: Store) -> None:
    found = schema_version(connection)  # another process may have been faster
    if found is None:
        others = inspect(connection).get_table_names() if store.file else []
        if others:
            raise NotADatabase(f"{store.name} is a database of another program (it has a table {others[0]!r})")
        create(connection)
    elif not found.isdigit() or int(found) > int(HEAD):
        raise SchemaMismatch(
            f"{store.name} has schema {found} and this tracker knows up to {HEAD}: it was written by a newer tracker"
        )
    elif found != HEAD:
        migrate(connection)


def create(connection: Connection) -> None:
    """The current schema, in an empty database."""
    metadata.create_all(connection, checkfirst=False)
    for statement in guards.POSTGRES if connection.dialect.name == "postgresql" else guards.SQLITE:
        connection.exec_driver_sql(statement)
    connection.execute(insert(head).values(one=1, seq=0, hash=GENESIS, recorded_at=0))
    connection.execute(insert(version).values(version_num=HEAD))


def migrate(connection: Connection, target: str = "head") -> None:
    """Run the Alembic revisions up to `target` inside the caller's transaction."""
    from alembic import command  # a tenth of a second that an up-to-date database need not pay
    from alembic.config import Config

    import migrations

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, target)
