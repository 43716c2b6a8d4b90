"""The policies that were given are kept and guarded like the log; so is the index of own ids, and rows of the log
cannot be replaced either.

The policy that is in force begins the new table."""

from collections.abc import Iterator
from hashlib import sha256

import orjson
import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# What the first policy is chained to, and the hash of an empty log.
GENESIS = "0" * 64
# SHA-256 of the content of an event that was stored without any.
FORGOTTEN = "f9303dd6cf4de7d7e3390fff15b6bbea12af7d6d4d96e23346c00bef245e552b"
CONTENT = ("payload", "model", "evidence", "salt")
FIXED = (
    *("seq", "event_id", "entity_id", "type", "occurred_at", "occurred_until", "observed_at", "recorded_at"),
    *("confidence", "source", "source_key", "caused_by", "visibility", "retain_until", "digest", "hash"),
)
REDACTION = (
    "OLD.payload IS NOT NULL AND "
    + " AND ".join(f"NEW.{name} IS NULL" for name in CONTENT)
    + " AND "
    + " AND ".join(f"NEW.{name} IS OLD.{name}" for name in FIXED)
    + " AND EXISTS (SELECT 1 FROM decision_targets WHERE target = OLD.event_id AND type = 'redacted')"
)
MET = (
    "OLD.target_entity IS NULL AND NEW.target = OLD.target AND NEW.decision = OLD.decision AND NEW.type = OLD.type"
    " AND NEW.entity_id = OLD.entity_id"
    " AND NEW.target_entity = (SELECT entity_id FROM events WHERE event_id = OLD.target)"
)
ADDED = (
    "EXISTS (SELECT 1 FROM events WHERE event_id = NEW.decision AND type = NEW.type AND entity_id = NEW.entity_id"
    f" AND (payload IS NOT NULL OR (digest = '{FORGOTTEN}' AND recorded_at = (SELECT recorded_at FROM head))))"
)
FORWARD = (
    "NEW.one = OLD.one AND NEW.seq > OLD.seq AND NOT EXISTS (SELECT 1 FROM events WHERE seq > NEW.seq)"
    " AND EXISTS (SELECT 1 FROM events WHERE seq = NEW.seq AND hash = NEW.hash AND recorded_at = NEW.recorded_at)"
)
FIRST = "NOT EXISTS (SELECT 1 FROM head)"
KEYED = "EXISTS (SELECT 1 FROM events WHERE event_id = NEW.event_id AND source_key IS NOT NULL)"
NEXT = "NEW.number = (SELECT coalesce(max(number), 0) + 1 FROM policies) AND NEW.seq = (SELECT seq FROM head)"
NEW_DECISION = "NOT EXISTS (SELECT 1 FROM decision_targets WHERE target = NEW.target AND decision = NEW.decision)"
NEW_ID = "NOT EXISTS (SELECT 1 FROM own_ids WHERE made_id = NEW.made_id)"
SQLITE = (
    ("events_after", "INSERT", "events", "NEW.seq > (SELECT seq FROM head)"),
    ("events_keep", "DELETE", "events", "0"),
    ("events_fix", "UPDATE", "events", REDACTION),
    ("head_add", "INSERT", "head", FIRST),
    ("head_keep", "DELETE", "head", "0"),
    ("head_forward", "UPDATE", "head", FORWARD),
    ("decisions_add", "INSERT", "decision_targets", f"{ADDED} AND {NEW_DECISION}"),
    ("decisions_keep", "DELETE", "decision_targets", "0"),
    ("decisions_meet", "UPDATE", "decision_targets", MET),
    ("own_ids_add", "INSERT", "own_ids", f"{KEYED} AND {NEW_ID}"),
    ("own_ids_keep", "DELETE", "own_ids", "0"),
    ("own_ids_fix", "UPDATE", "own_ids", "0"),
    ("policies_add", "INSERT", "policies", NEXT),
    ("policies_keep", "DELETE", "policies", "0"),
    ("policies_fix", "UPDATE", "policies", "0"),
)


def upgrade() -> None:
    policies = op.create_table(
        "policies",
        sa.Column("number", SEQ, autoincrement=False, nullable=False),
        sa.Column("policy", sa.Text(), nullable=False),
        sa.Column("given_at", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    bind = op.get_bind()
    kept = bind.exec_driver_sql("SELECT value FROM meta WHERE key = 'policy'").scalar()
    if kept is not None:
        seq, ended, recorded_at = bind.exec_driver_sql("SELECT seq, hash, recorded_at FROM head").one()
        first = {"number": 1, "policy": kept, "given_at": recorded_at, "seq": seq}
        made = sha256(orjson.dumps([GENESIS, *first.values(), ended])).hexdigest()
        bind.execute(policies.insert().values(**first, hash=made))
        bind.execute(sa.text("UPDATE meta SET value = :made WHERE key = 'policy'"), {"made": made})
    for statement in on_postgres() if bind.dialect.name == "postgresql" else on_sqlite():
        bind.exec_driver_sql(statement)


def on_sqlite() -> Iterator[str]:
    for name in (
        *("events_keep", "events_fix", "head_keep", "head_forward"),
        *("decisions_add", "decisions_keep", "decisions_meet"),
    ):
        yield f"DROP TRIGGER {name}"
    for name, action, table, allowed in SQLITE:
        yield (
            f"CREATE TRIGGER {name} BEFORE {action} ON {table} WHEN ({allowed}) IS NOT TRUE "
            "BEGIN SELECT RAISE(ABORT, 'append-only'); END"
        )


def on_postgres() -> Iterator[str]:
    yield "DROP TRIGGER head_rows ON head"
    for table, changed, added in (("head", FORWARD, FIRST), ("own_ids", "FALSE", KEYED), ("policies", "FALSE", NEXT)):
        yield (
            f"CREATE OR REPLACE FUNCTION {table}_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF TG_OP = 'INSERT' THEN IF {added} THEN RETURN NEW; END IF; "
            f"ELSIF TG_OP = 'UPDATE' THEN IF {changed} THEN RETURN NEW; END IF; END IF; "
            "RAISE EXCEPTION 'append-only'; END $$"
        )
        yield (
            f"CREATE TRIGGER {table}_rows BEFORE INSERT OR UPDATE OR DELETE ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION {table}_guard()"
        )
        if table != "head":
            yield (
                f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table}"
                f" FOR EACH STATEMENT EXECUTE FUNCTION {table}_guard()"
            )
