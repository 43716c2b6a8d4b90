"""The log is append-only by triggers on both databases: every way around them is tried here."""

from __future__ import annotations

import sqlite3
from uuid import uuid4

import pytest
from sqlalchemy.exc import DBAPIError

from tracker.errors import AppendOnly
from tracker.store import policies, reader
from tracker.store.verify import verify_log

CHANGES = {
    "update": "UPDATE events SET confidence = 1 WHERE seq = 1",
    "update of every row": "UPDATE events SET source = 'user:eve'",
    "emptying without a decision": "UPDATE events SET payload = NULL, model = NULL, evidence = NULL, salt = NULL",
    "a new position": "UPDATE events SET seq = 9 WHERE seq = 2",
    "delete": "DELETE FROM events WHERE seq = 2",
    "delete of every row": "DELETE FROM events",
    "moving the head back": "UPDATE head SET seq = 1",
    "rewriting the head": "UPDATE head SET hash = 'x'",
    "deleting the head": "DELETE FROM head",
    "moving the head past the last row": "UPDATE head SET seq = 9",
    "moving the head to what is no row": "UPDATE head SET seq = seq + 1, hash = 'x'",
    "another time of the head": "UPDATE head SET recorded_at = recorded_at + 1",
    "another head": "INSERT INTO head VALUES (2, 0, 'x', 0)",
    "an own id that is another's": "UPDATE own_ids SET event_id = made_id",
    "an own id that is gone": "DELETE FROM own_ids",
    "an own id of no event": "INSERT INTO own_ids VALUES ('x', 'y')",
    "another policy": "UPDATE policies SET policy = '{}'",
    "a policy that is gone": "DELETE FROM policies",
    "a policy before others": "INSERT INTO policies VALUES (0, '{}', 0, 2, 'x')",
    "a policy out of order": "INSERT INTO policies VALUES (3, '{}', 0, 2, 'x')",
    "a policy of another time": "INSERT INTO policies VALUES (2, '{}', 0, 1, 'x')",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_changing_the_log_is_refused(store, append, seen, change):
    append(seen(0), seen(1, event_id=uuid4(), source_key="frame 7"))
    with store.write() as connection:
        policies.give(connection, "{}", 0)
    before = list(reader.in_log_order(store))
    with pytest.raises(AppendOnly), store.write() as connection:
        connection.exec_driver_sql(change)
    assert list(reader.in_log_order(store)) == before
    assert verify_log(store).ok


def test_replacing_a_row_is_refused(store, append, seen):
    """SQLite's INSERT OR REPLACE deletes what is in its way; PostgreSQL's ON CONFLICT updates it."""
    append(seen(0), seen(1))
    columns = [column for column in reader.Row._fields if column != "confidence"]
    same = f"{', '.join(columns)}, confidence) SELECT {', '.join(columns)}, 1 FROM events WHERE seq = 1"
    if store.postgres:
        sql = f"INSERT INTO events ({same} ON CONFLICT (seq) DO UPDATE SET confidence = 1"
    else:
        sql = f"INSERT OR REPLACE INTO events ({same}"
    with pytest.raises(AppendOnly), store.write() as connection:
        connection.exec_driver_sql(sql)
    assert verify_log(store).ok


def test_truncating_is_refused(store, append, seen):
    append(seen(0, event_id=uuid4(), source_key="frame 7"))
    with store.write() as connection:
        policies.give(connection, "{}", 0)
    for table in ("events", "head", "own_ids", "policies", "events CASCADE"):
        sql = f"TRUNCATE {table}" if store.postgres else f"DELETE FROM {table.split()[0]}"
        with pytest.raises(AppendOnly), store.write() as connection:
            connection.exec_driver_sql(sql)
    assert len(list(reader.in_log_order(store))) == 1


def test_a_redaction_cannot_smuggle_in_another_change(store, append, seen):
    """Even for a redacted event, nothing but its content may go, and nothing may come instead."""
    target, other = uuid4(), uuid4()
    append(seen(0, event_id=target), seen(1, event_id=other))
    append(seen(2, type="redacted", payload={"event_ids": [str(target)], "reason": "asked"}))
    for change in (
        f"UPDATE events SET payload = '{{}}' WHERE event_id = '{target}'",
        f"UPDATE events SET entity_id = 'x' WHERE event_id = '{target}'",
        f"UPDATE events SET payload = NULL, salt = NULL WHERE event_id = '{other}'",
    ):
        with pytest.raises(AppendOnly), store.write() as connection:
            connection.exec_driver_sql(change)


def test_another_program_is_refused_too(store, append, seen, tmp_path):
    """The triggers live in the database, so a bare connection meets them as well."""
    if store.file is None:
        pytest.skip("only a file or a server can be opened by another program")
    append(seen(0))
    with sqlite3.connect(store.file) as other:
        for change in ("UPDATE events SET confidence = 1", "DELETE FROM events", "DELETE FROM head"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                other.execute(change)


REPLACED = {
    "a row of the log": "events SELECT * FROM events WHERE seq = 1",
    "the head": "head SELECT one, 0, hash, recorded_at FROM head",
    "what a decision is about": "decision_targets SELECT target, decision, type, entity_id, NULL FROM decision_targets",
    "an own id": "own_ids SELECT made_id, (SELECT event_id FROM events WHERE seq = 3) FROM own_ids",
    "a policy": "policies SELECT number, 'x', given_at, seq, hash FROM policies",
}


@pytest.mark.parametrize("what", REPLACED.values(), ids=REPLACED)
def test_a_program_that_replaces_rows_is_refused_though_no_trigger_hears_of_what_goes(store, append, seen, what):
    """SQLite fires the triggers of rows that are replaced only where a connection asks for it, as ours do."""
    if store.file is None:
        pytest.skip("only a file can be opened by another program")
    ids = [uuid4(), uuid4()]
    append(seen(0, event_id=ids[0], source_key="frame 7"), seen(1, event_id=ids[1], source_key="frame 8"))
    append(seen(2, source_key="frame 9"))
    append(seen(2, type="rejected", payload={"event_ids": [str(ids[0])]}, source="user:ana"))
    with store.write() as connection:
        policies.give(connection, "{}", 0)
    with sqlite3.connect(store.file) as other, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute(f"INSERT OR REPLACE INTO {what}")
    assert verify_log(store).ok


def test_an_unrelated_mistake_is_not_called_append_only(store):
    """Only what the triggers refuse is AppendOnly; a programming error stays one."""
    with pytest.raises(DBAPIError), store.write() as connection:
        connection.exec_driver_sql("SELECT nonsense FROM nowhere")
