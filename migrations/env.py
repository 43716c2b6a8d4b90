"""How Alembic reaches the database: over the connection that the tracker opened, or over a URL from the command line
(`alembic -x db=sqlite:///home.db …`). Everything runs in one transaction on both databases."""

from alembic import context
from sqlalchemy import Connection

from tracker.store.engine import open_engine
from tracker.store.tables import metadata


def run(connection: Connection) -> None:
    if not connection.in_transaction():
        connection.begin()  # or Alembic takes the transaction, which the tracker began, for its own and ends it
    context.configure(
        connection=connection,
        target_metadata=metadata,
        version_table="tracker_version",
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    store = open_engine(context.get_x_argument(as_dictionary=True).get("db", "sqlite:///tracker.db"))
    with store.write() as connection:
        run(connection)
    store.close()
