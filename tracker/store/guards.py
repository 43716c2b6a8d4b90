"""The triggers that keep the log append-only, for both databases.

`events` rows are never deleted. The one update allowed empties the content of an event that a `redacted` decision
names. `head` only moves forward, to the last event. `decision_targets` says what a stored event decides about, and once
said it stays: when the event is erased itself, nothing else explains what it erased. `own_ids` and `policies` are only
added to.

Where SQLite replaces a row (`INSERT OR REPLACE`) it tells the triggers of the row that goes only if the connection asks
for that; so what is added is looked at too."""

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


_FORWARD = (
    "NEW.one = OLD.one AND NEW.seq > OLD.seq AND NOT EXISTS (SELECT 1 FROM events WHERE seq > NEW.seq)"
    " AND EXISTS (SELECT 1 FROM events WHERE seq = NEW.seq AND hash = NEW.hash AND recorded_at = NEW.recorded_at)"
)
_FIRST = "NOT EXISTS (SELECT 1 FROM head)"
_KEYED = "EXISTS (SELECT 1 FROM events WHERE event_id = NEW.event_id AND source_key IS NOT NULL)"
_NEXT = "NEW.number = (SELECT coalesce(max(number), 0) + 1 FROM policies) AND NEW.seq = (SELECT seq FROM head)"


def _new(table: str, *key: str) -> str:
    """The condition under which a row to be added takes no other's place."""
    taken = " AND ".join(f"{name} = NEW.{name}" for name in key)
    return f"NOT EXISTS (SELECT 1 FROM {table} WHERE {taken})"


def _sqlite(name: str, action: str, table: str, allowed: str = "0") -> str:
    return (
        f"CREATE TRIGGER {name} BEFORE {action} ON {table} WHEN ({allowed}) IS NOT TRUE "
        f"BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    )


SQLITE = (
    _sqlite("events_after", "INSERT", "events", "NEW.seq > (SELECT seq FROM head)"),
    _sqlite("events_keep", "DELETE", "events"),
    _sqlite("events_fix", "UPDATE", "events", _redaction("IS")),
    _sqlite("head_add", "INSERT", "head", _FIRST),
    _sqlite("head_keep", "DELETE", "head"),
    _sqlite("head_forward", "UPDATE", "head", _FORWARD),
    _sqlite(
        "decisions_add", "INSERT", "decision_targets", f"{_ADDED} AND {_new('decision_targets', 'target', 'decision')}"
    ),
    _sqlite("decisions_keep", "DELETE", "decision_targets"),
    _sqlite("decisions_meet", "UPDATE", "decision_targets", _MET),
    _sqlite("own_ids_add", "INSERT", "own_ids", f"{_KEYED} AND {_new('own_ids', 'made_id')}"),
    _sqlite("own_ids_keep", "DELETE", "own_ids"),
    _sqlite("own_ids_fix", "UPDATE", "own_ids"),
    _sqlite("policies_add", "INSERT", "policies", _NEXT),
    _sqlite("policies_keep", "DELETE", "policies"),
    _sqlite("policies_fix", "UPDATE", "policies"),
)


def _postgres(table: str, changed: str, added: str | None = None) -> tuple[str, str, str]:
    """A function and two triggers: the condition under which a row may be changed, and one under which it may be added,
    if not every row may."""
    if_changed = f"IF TG_OP = 'UPDATE' THEN IF {changed} THEN RETURN NEW; END IF; END IF; "
    if added is not None:
        if_changed = f"IF TG_OP = 'INSERT' THEN IF {added} THEN RETURN NEW; END IF; ELS{if_changed}"
    guarded = "UPDATE OR DELETE" if added is None else "INSERT OR UPDATE OR DELETE"
    return (
        f"CREATE FUNCTION {table}_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"{if_changed}RAISE EXCEPTION 'append-only'; END $$",
        f"CREATE TRIGGER {table}_rows BEFORE {guarded} ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_guard()",
        f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION {table}_guard()",
    )


POSTGRES = (
    *_postgres("events", _redaction("IS NOT DISTINCT FROM")),
    *_postgres("head", _FORWARD, _FIRST),
    *_postgres("decision_targets", _MET, _ADDED),
    *_postgres("own_ids", "FALSE", _KEYED),
    *_postgres("policies", "FALSE", _NEXT),
)
