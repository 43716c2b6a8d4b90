"""The triggers that keep the log append-only, for both databases.

`events` rows are never deleted. The one update allowed empties the content of an event that a `redacted` decision
names. `head` only moves forward."""

from __future__ import annotations

from tracker.store.tables import events

_CONTENT = ("payload", "model", "evidence", "salt")
_FIXED = tuple(column.name for column in events.columns if column.name not in _CONTENT)


def _redaction(same: str) -> str:
    """The condition under which an update is a redaction; `same` is the database's null-safe equality."""
    emptied = " AND ".join(f"NEW.{name} IS NULL" for name in _CONTENT)
    kept = " AND ".join(f"NEW.{name} {same} OLD.{name}" for name in _FIXED)
    decided = "EXISTS (SELECT 1 FROM decision_targets WHERE target = OLD.event_id AND type = 'redacted')"
    return f"OLD.payload IS NOT NULL AND {emptied} AND {kept} AND {decided}"


def _sqlite(name: str, action: str, table: str, allowed: str = "0") -> str:
    return (
        f"CREATE TRIGGER {name} BEFORE {action} ON {table} WHEN NOT ({allowed}) "
        f"BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    )


SQLITE = (
    _sqlite("events_keep", "DELETE", "events"),
    _sqlite("events_fix", "UPDATE", "events", _redaction("IS")),
    _sqlite("head_keep", "DELETE", "head"),
    _sqlite("head_forward", "UPDATE", "head", "NEW.one IS OLD.one AND NEW.seq > OLD.seq"),
)


def _postgres_function(name: str, allowed: str) -> str:
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'UPDATE' THEN IF {allowed} THEN RETURN NEW; END IF; END IF; "
        f"RAISE EXCEPTION 'append-only'; END $$"
    )


def _postgres_triggers(table: str) -> tuple[str, str]:
    return (
        f"CREATE TRIGGER {table}_rows BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_guard()",
        f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION {table}_guard()",
    )


POSTGRES = (
    _postgres_function("events_guard", _redaction("IS NOT DISTINCT FROM")),
    *_postgres_triggers("events"),
    _postgres_function("head_guard", "NEW.one = OLD.one AND NEW.seq > OLD.seq"),
    *_postgres_triggers("head"),
)
