"""The triggers that keep the log append-only, for both databases.

`events` rows are never deleted. The one update allowed empties the content of an event that a `redacted` decision
names. `head` only moves forward. `decision_targets` says what a stored event decides about, and once said it stays:
when the event is erased itself, nothing else explains what it erased."""

from __future__ import annotations

from tracker.store.codec import FORGOTTEN
from tracker.store.tables import events

_CONTENT = ("payload", "model", "evidence", "salt")
# What was redacted before it came is stored without content, and indexed in the same batch.
_ADDED = (
    "EXISTS (SELECT 1 FROM events WHERE event_id = NEW.decision AND type = NEW.type AND entity_id = NEW.entity_id"
    f" AND (payload IS NOT NULL OR (digest = '{FORGOTTEN}' AND recorded_at = (SELECT recorded_at FROM head))))"
)
_MET = (
    "OLD.target_entity IS NULL AND NEW.target = OLD.target AND NEW.decision = OLD.decision AND NEW.type = OLD.type"
    " AND NEW.entity_id = OLD.entity_id"
    " AND NEW.target_entity = (SELECT entity_id FROM events WHERE event_id = OLD.target)"
)
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


def _sqlite_index(name: str, action: str, allowed: str) -> str:
    return (
        f"CREATE TRIGGER {name} BEFORE {action} ON decision_targets WHEN ({allowed}) IS NOT TRUE "
        f"BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    )


SQLITE = (
    _sqlite("events_keep", "DELETE", "events"),
    _sqlite("events_fix", "UPDATE", "events", _redaction("IS")),
    _sqlite("head_keep", "DELETE", "head"),
    _sqlite("head_forward", "UPDATE", "head", "NEW.one IS OLD.one AND NEW.seq > OLD.seq"),
    _sqlite_index("decisions_add", "INSERT", _ADDED),
    _sqlite_index("decisions_keep", "DELETE", "0"),
    _sqlite_index("decisions_meet", "UPDATE", _MET),
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
    "CREATE FUNCTION decision_targets_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"IF TG_OP = 'INSERT' THEN IF {_ADDED} THEN RETURN NEW; END IF; "
    f"ELSIF TG_OP = 'UPDATE' THEN IF {_MET} THEN RETURN NEW; END IF; END IF; "
    "RAISE EXCEPTION 'append-only'; END $$",
    "CREATE TRIGGER decision_targets_rows BEFORE INSERT OR UPDATE OR DELETE ON decision_targets"
    " FOR EACH ROW EXECUTE FUNCTION decision_targets_guard()",
    "CREATE TRIGGER decision_targets_whole BEFORE TRUNCATE ON decision_targets"
    " FOR EACH STATEMENT EXECUTE FUNCTION decision_targets_guard()",
)
