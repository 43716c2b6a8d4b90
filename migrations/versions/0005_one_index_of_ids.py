"""One index of ids instead of one of ids and one of source keys: an event's id is made from its key, unless it came
with one of its own, as few do.

On SQLite the log is copied as it is, row by row: no constraint can be taken from a table there."""

from uuid import UUID, uuid5

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
# The name space of the ids that are made from source keys.
SOURCE_KEYS = UUID("6f0d1c52-7f0e-5d6b-9c57-3f1a2b6f9d11")


def upgrade() -> None:
    bind = op.get_bind()
    own_ids = op.create_table(
        "own_ids",
        sa.Column("made_id", KEY, nullable=False),
        sa.Column("event_id", KEY, nullable=False),
        sa.PrimaryKeyConstraint("made_id"),
    )
    keyed = bind.exec_driver_sql("SELECT source, source_key, event_id FROM events WHERE source_key IS NOT NULL")
    for source, key, event_id in keyed.all():
        made_id = str(uuid5(SOURCE_KEYS, f"{source}\x1f{key}"))
        if made_id != event_id:
            bind.execute(own_ids.insert().values(made_id=made_id, event_id=event_id))
    if bind.dialect.name == "postgresql":
        op.drop_constraint("events_source_key", "events")
    else:
        copy_without_the_constraint()


def copy_without_the_constraint() -> None:
    bind = op.get_bind()
    # Both may name the table; they are made anew as they were.
    others = bind.exec_driver_sql(
        "SELECT type, name, sql FROM sqlite_master"
        " WHERE sql IS NOT NULL AND (type = 'trigger' OR (type = 'index' AND tbl_name = 'events'))"
    ).all()
    for kind, name, _ in others:
        bind.exec_driver_sql(f"DROP {kind} {name}")
    bind.exec_driver_sql("CREATE TABLE events_kept AS SELECT * FROM events")
    op.drop_table("events")
    op.create_table(
        "events",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event_id", KEY, nullable=False),
        sa.Column("entity_id", KEY, nullable=False),
        sa.Column("type", KEY, nullable=False),
        sa.Column("occurred_at", sa.BigInteger(), nullable=False),
        sa.Column("occurred_until", sa.BigInteger()),
        sa.Column("observed_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("source", KEY, nullable=False),
        sa.Column("source_key", KEY),
        sa.Column("caused_by", KEY),
        sa.Column("visibility", sa.Text()),
        sa.Column("retain_until", sa.BigInteger()),
        sa.Column("payload", sa.Text()),
        sa.Column("model", sa.Text()),
        sa.Column("evidence", sa.Text()),
        sa.Column("salt", sa.Text()),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("event_id", name="events_event_id"),
    )
    bind.exec_driver_sql("INSERT INTO events SELECT * FROM events_kept ORDER BY seq")
    op.drop_table("events_kept")
    for _, _, sql in others:
        bind.exec_driver_sql(sql)
