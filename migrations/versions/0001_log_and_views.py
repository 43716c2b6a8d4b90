"""The log, the views derived from it, and the triggers that keep the log append-only."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

FIXED = (
    "seq",
    "event_id",
    "entity_id",
    "type",
    "occurred_at",
    "occurred_until",
    "observed_at",
    "recorded_at",
    "confidence",
    "source",
    "source_key",
    "caused_by",
    "visibility",
    "retain_until",
    "digest",
    "hash",
)
REDACTION = (
    "OLD.payload IS NOT NULL AND NEW.payload IS NULL AND NEW.model IS NULL AND NEW.evidence IS NULL"
    " AND NEW.salt IS NULL AND "
    + " AND ".join(f"NEW.{name} {{same}} OLD.{name}" for name in FIXED)
    + " AND EXISTS (SELECT 1 FROM decision_targets WHERE target = OLD.event_id AND type = 'redacted')"
)


def sqlite_guard(name: str, action: str, table: str, allowed: str = "0") -> str:
    return (
        f"CREATE TRIGGER {name} BEFORE {action} ON {table} WHEN NOT ({allowed}) "
        "BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    )


def postgres_guards(table: str, allowed: str) -> tuple[str, ...]:
    return (
        f"CREATE FUNCTION {table}_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'UPDATE' THEN IF {allowed} THEN RETURN NEW; END IF; END IF; "
        "RAISE EXCEPTION 'append-only'; END $$",
        f"CREATE TRIGGER {table}_rows BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_guard()",
        f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION {table}_guard()",
    )


def some(column: str) -> dict[str, sa.TextClause]:
    condition = sa.text(f"{column} IS NOT NULL")
    return {"sqlite_where": condition, "postgresql_where": condition}


def upgrade() -> None:
    op.create_table(
        "checkpoints",
        sa.Column("job", KEY, nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("job"),
    )
    op.create_table(
        "consults",
        sa.Column("entity_id", KEY, nullable=False),
        sa.Column("consulted", KEY, nullable=False),
        sa.Column("upto", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("entity_id", "consulted"),
    )
    op.create_index("consults_consulted", "consults", ["consulted", "upto"])
    op.create_table(
        "decision_targets",
        sa.Column("target", KEY, nullable=False),
        sa.Column("decision", KEY, nullable=False),
        sa.Column("type", KEY, nullable=False),
        sa.Column("entity_id", KEY, nullable=False),
        sa.Column("target_entity", KEY),
        sa.PrimaryKeyConstraint("target", "decision"),
    )
    op.create_index("decision_targets_entity", "decision_targets", ["target_entity"])
    op.create_table(
        "events",
        sa.Column("seq", SEQ, autoincrement=False, nullable=False),
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
        sa.UniqueConstraint("source", "source_key", name="events_source_key"),
    )
    op.create_index("events_caused", "events", ["caused_by"], **some("caused_by"))
    op.create_index("events_fold", "events", ["entity_id", "occurred_at", "observed_at", "event_id"])
    op.create_index("events_restricted", "events", ["entity_id"], **some("visibility"))
    identity = sa.text("type IN ('merged', 'split')")
    op.create_index("events_identity", "events", ["entity_id"], sqlite_where=identity, postgresql_where=identity)
    op.create_index("events_retained", "events", ["retain_until"], **some("retain_until"))
    op.create_index("events_time", "events", ["occurred_at", "observed_at", "event_id"])
    log_head = op.create_table(
        "head",
        sa.Column("one", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("one"),
    )
    op.create_table(
        "meta",
        sa.Column("key", KEY, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "names",
        sa.Column("name_key", KEY, nullable=False),
        sa.Column("entity_id", KEY, nullable=False),
        sa.Column("event_id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text()),
        sa.Column("visibility", sa.Text()),
        sa.PrimaryKeyConstraint("name_key", "entity_id", "event_id"),
    )
    op.create_index("names_entity", "names", ["entity_id"])
    op.create_table(
        "problems",
        sa.Column("conflict_id", KEY, nullable=False),
        sa.Column("entity_id", KEY, nullable=False),
        sa.Column("attribute", KEY, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("conflict_id"),
    )
    op.create_index("problems_entity", "problems", ["entity_id", "attribute"])
    op.create_index("problems_queue", "problems", ["status", "start"])
    op.create_table(
        "slices",
        sa.Column("entity_id", KEY, nullable=False),
        sa.Column("attribute", KEY, nullable=False),
        sa.Column("ordinal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("value", sa.Text()),
        sa.Column("relation", sa.Text()),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("target", KEY),
        sa.Column("conflict_id", sa.Text()),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text()),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("entity_id", "attribute", "ordinal"),
    )
    op.create_index("slices_at", "slices", ["entity_id", "attribute", "start"])
    op.create_index("slices_start", "slices", ["start"])
    op.create_index("slices_target", "slices", ["target", "start"], **some("target"))
    op.create_table(
        "snapshots",
        sa.Column("entity_id", KEY, nullable=False),
        sa.Column("ordinal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("occurred", sa.BigInteger(), nullable=False),
        sa.Column("observed", sa.BigInteger(), nullable=False),
        sa.Column("event_id", KEY, nullable=False),
        sa.Column("emitted", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("entity_id", "ordinal"),
    )
    op.bulk_insert(log_head, [{"one": 1, "seq": 0, "hash": "0" * 64, "recorded_at": 0}])
    if op.get_bind().dialect.name == "postgresql":
        guards = (
            *postgres_guards("events", REDACTION.format(same="IS NOT DISTINCT FROM")),
            *postgres_guards("head", "NEW.one = OLD.one AND NEW.seq > OLD.seq"),
        )
    else:
        guards = (
            sqlite_guard("events_keep", "DELETE", "events"),
            sqlite_guard("events_fix", "UPDATE", "events", REDACTION.format(same="IS")),
            sqlite_guard("head_keep", "DELETE", "head"),
            sqlite_guard("head_forward", "UPDATE", "head", "NEW.one IS OLD.one AND NEW.seq > OLD.seq"),
        )
    for statement in guards:
        op.get_bind().exec_driver_sql(statement)
