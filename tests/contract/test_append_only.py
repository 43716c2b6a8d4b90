"""The log is append-only by triggers on both databases: every way around them is tried here."""

from __future__ import annotations

import sqlite3
from uuid import uuid4

import pytest
from sqlalchemy.exc import DBAPIError

from tracker.errors import AppendOnly
from tracker.store import reader
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
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_changing_the_log_is_refused(store, append, seen, change):
    append(seen(0), seen(1))
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
    append(seen(0))
    for table in ("events", "head", "events CASCADE"):
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


def test_an_unrelated_mistake_is_not_called_append_only(store):
    """Only what the triggers refuse is AppendOnly; a programming error stays one."""
    with pytest.raises(DBAPIError), store.write() as connection:
        connection.exec_driver_sql("SELECT nonsense FROM nowhere")
