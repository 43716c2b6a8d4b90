"""The index of decisions is guarded like the log: what an event decided about is neither taken back nor made up.

An erased decision no longer says what it was about, so the index is all that explains what it erased."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# SHA-256 of the content of an event that was stored without any.
FORGOTTEN = "f9303dd6cf4de7d7e3390fff15b6bbea12af7d6d4d96e23346c00bef245e552b"
ADDED = (
    "EXISTS (SELECT 1 FROM events WHERE event_id = NEW.decision AND type = NEW.type AND entity_id = NEW.entity_id"
    f" AND (payload IS NOT NULL OR (digest = '{FORGOTTEN}' AND recorded_at = (SELECT recorded_at FROM head))))"
)
MET = (
    "OLD.target_entity IS NULL AND NEW.target = OLD.target AND NEW.decision = OLD.decision AND NEW.type = OLD.type"
    " AND NEW.entity_id = OLD.entity_id"
    " AND NEW.target_entity = (SELECT entity_id FROM events WHERE event_id = OLD.target)"
)


def sqlite_guard(name: str, action: str, allowed: str) -> str:
    return (
        f"CREATE TRIGGER {name} BEFORE {action} ON decision_targets WHEN ({allowed}) IS NOT TRUE "
        "BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    )


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        guards: tuple[str, ...] = (
            "CREATE FUNCTION decision_targets_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF TG_OP = 'INSERT' THEN IF {ADDED} THEN RETURN NEW; END IF; "
            f"ELSIF TG_OP = 'UPDATE' THEN IF {MET} THEN RETURN NEW; END IF; END IF; "
            "RAISE EXCEPTION 'append-only'; END $$",
            "CREATE TRIGGER decision_targets_rows BEFORE INSERT OR UPDATE OR DELETE ON decision_targets"
            " FOR EACH ROW EXECUTE FUNCTION decision_targets_guard()",
            "CREATE TRIGGER decision_targets_whole BEFORE TRUNCATE ON decision_targets"
            " FOR EACH STATEMENT EXECUTE FUNCTION decision_targets_guard()",
        )
    else:
        guards = (
            sqlite_guard("decisions_add", "INSERT", ADDED),
            sqlite_guard("decisions_keep", "DELETE", "0"),
            sqlite_guard("decisions_meet", "UPDATE", MET),
        )
    for statement in guards:
        op.get_bind().exec_driver_sql(statement)
