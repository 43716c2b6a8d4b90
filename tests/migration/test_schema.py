"""A fresh schema equals a migrated one, on both databases, triggers included; other schemas are refused or migrated."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from tracker import Tracker
from tracker.domain.policy import Policy
from tracker.errors import InvalidInput, NotADatabase, SchemaMismatch, StoreError
from tracker.store import log, schema
from tracker.store.engine import open_engine
from tracker.store.reader import in_log_order
from tracker.store.schema import HEAD, open_store
from tracker.store.sql import fetch, insert_rows, run_many
from tracker.store.tables import events, own_ids

ROOT = Path(__file__).parents[2]
SCRIPTS = ScriptDirectory.from_config(Config(ROOT / "alembic.ini"))
REVISIONS = [script.revision for script in SCRIPTS.walk_revisions()][::-1]

POSTGRES_CATALOG = (
    "SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name"
    " FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, 2",
    "SELECT indexname, replace(indexdef, current_schema(), '') FROM pg_indexes"
    " WHERE schemaname = current_schema() ORDER BY 1",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = current_schema()::regnamespace ORDER BY 1, 2",
    "SELECT tgrelid::regclass::text, tgname, replace(pg_get_triggerdef(oid), current_schema(), '') FROM pg_trigger"
    " WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace ="
    " current_schema()::regnamespace) ORDER BY 1, 2",
    "SELECT attrelid::regclass::text, attname, attstattarget FROM pg_attribute WHERE attstattarget IS NOT NULL"
    " AND attstattarget >= 0 AND attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace ="
    " current_schema()::regnamespace) AND attnum > 0 ORDER BY 1, 2",
    "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = current_schema()::regnamespace ORDER BY 1",
)


def described(store):
    """Everything the database says about its schema, and the rows that belong to it."""
    with store.read() as connection:
        if store.postgres:
            found = [connection.exec_driver_sql(sql).all() for sql in POSTGRES_CATALOG]
        else:
            sql = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
            found = [[(*row[:3], " ".join((row[3] or "").split())) for row in connection.exec_driver_sql(sql)]]
        rows = [connection.exec_driver_sql(f"SELECT * FROM {name}").all() for name in ("head", "tracker_version")]
    assert all(found)
    return [*found, *rows]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
def two_urls(request, tmp_path):
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'a.db'}", f"sqlite:///{tmp_path / 'b.db'}"
        return
    server = request.getfixturevalue("postgres")
    urls = server.new_place(), server.new_place()
    yield urls
    for url in urls:
        server.drop_place(url)


def migrated(url, revision):
    store = open_engine(url)
    with store.write() as connection:
        schema.migrate(connection, revision)
    store.close()


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_any_age_is_brought_to_the_schema_of_a_fresh_one(two_urls, revision):
    fresh = open_store(two_urls[0])
    migrated(two_urls[1], revision)
    older = open_store(two_urls[1])
    assert described(older) == described(fresh)
    fresh.close()
    older.close()


@pytest.mark.parametrize("revision", REVISIONS)
def test_what_an_older_tracker_logged_is_answered_from(two_urls, revision):
    """Views that a revision throws away are folded anew when the database is opened."""
    seen = {"entity_id": "keys", "type": "seen", "source": "camera:hall", "occurred_at": "2026-03-02T14:02:00Z"}
    moved = seen | {"occurred_at": "2026-03-02T14:25:00Z", "payload": {"claim": {"value": "desk", "relation": "on"}}}
    drawer = seen | {"payload": {"claim": {"value": "hall_drawer", "relation": "in"}}, "source_key": "a"}
    given = [drawer, moved | {"source_key": "b", "event_id": str(uuid5(NAMESPACE_URL, "mine"))}]
    migrated(two_urls[1], revision)
    older = open_engine(two_urls[1])
    with Tracker.open(two_urls[0]) as fresh:
        fresh.append(given)
        with fresh.store.read() as reading, older.write() as writing:
            insert_rows(writing, events, fetch(reading, "SELECT * FROM events ORDER BY seq"))
            if revision >= "0005":  # older ones find out when they are brought up to date
                insert_rows(writing, own_ids, fetch(reading, "SELECT * FROM own_ids"))
            end = fetch(reading, "SELECT seq, hash, recorded_at FROM head")
            run_many(writing, "UPDATE head SET seq = ?, hash = ?, recorded_at = ?", end)
    older.close()
    with Tracker.open(two_urls[1]) as opened, Tracker.open(two_urls[0]) as fresh:
        assert opened.append([drawer, moved | {"source_key": "b"}]).duplicates == 2
        assert opened.where("keys", at="2026-03-02T15:00:00Z").place == "desk"
        assert [each.value for each in opened.history("keys")] == [each.value for each in fresh.history("keys")]
        assert opened.verify().ok


def test_the_policy_that_was_kept_is_the_first_that_was_given(two_urls):
    """Earlier trackers kept only the last one."""
    migrated(two_urls[0], "0008")
    older = open_engine(two_urls[0])
    kept = Policy(window_s=7).model_dump_json()
    with older.write() as connection:
        run_many(connection, "INSERT INTO meta VALUES (?, ?)", [("policy", kept)])
    older.close()
    with Tracker.open(two_urls[0]) as opened:
        assert opened.policy == Policy(window_s=7)
        assert opened.verify(views=True).ok


@pytest.mark.pg
def test_samples_of_what_was_told_go_with_the_revision_that_asks_for_none(postgres_url):
    """They would outlive what is erased."""
    migrated(postgres_url, "0007")
    older = open_engine(postgres_url)
    sampled = "SELECT count(*) FROM pg_stats WHERE schemaname = current_schema() AND attname = 'word'"
    with older.write() as connection:
        run_many(connection, "INSERT INTO mentions VALUES (?, 0, 1, ?)", [("stair", n) for n in range(100)])
        connection.exec_driver_sql("ANALYZE mentions")
        assert fetch(connection, sampled) == [(1,)]
        schema.migrate(connection, "0008")
        connection.exec_driver_sql("ANALYZE mentions")
        assert fetch(connection, sampled) == [(0,)]
    older.close()


def test_the_schema_the_tracker_knows_is_the_newest_revision():
    """Opening an up-to-date database compares two strings and loads no migration."""
    assert REVISIONS[-1] == HEAD
    assert SCRIPTS.get_heads() == [HEAD]
    loaded = "import sys; from tracker.store.schema import open_store; open_store('sqlite://'); "
    check = f"{loaded} sys.exit('alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], cwd=ROOT, check=False).returncode == 0


def test_a_database_of_a_newer_tracker_is_refused(two_urls):
    """It may hold what this tracker cannot read; nothing is touched."""
    store = open_store(two_urls[0])
    with store.write() as connection:
        connection.exec_driver_sql("UPDATE tracker_version SET version_num = '9041'")
    before = described(store)
    with pytest.raises(SchemaMismatch, match=f"schema 9041 and this tracker knows up to {HEAD}.*newer tracker"):
        open_store(two_urls[0])
    assert described(store) == before
    store.close()


def test_a_database_of_another_program_is_refused(tmp_path):
    """Its file is not filled with our tables."""
    file = tmp_path / "bookmarks.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    with pytest.raises(NotADatabase, match=r"another program .*'bookmarks'"):
        open_store(f"sqlite:///{file}")
    with sqlite3.connect(file) as other:
        assert other.execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)


@pytest.mark.parametrize(
    ("url", "error", "says"),
    [
        ("home.db", InvalidInput, "not a database URL: 'home.db'"),
        ("mysql://x", InvalidInput, "unsupported database 'mysql'"),
        ("sqlite:///{folder}", StoreError, "is a folder"),
        ("sqlite:///{folder}/no/such/home.db", StoreError, "folder .* does not exist"),
        ("sqlite:///{folder}/notes.txt", NotADatabase, "not a tracker database.*notes.txt"),
        ("sqlite:///{folder}/home.db?mode=ro", InvalidInput, r"mode in its query needs .*file:FILE\?mode=ro&uri=true"),
        ("sqlite:///{folder}/home.db?mode=ro&uri=true", InvalidInput, "mode&uri in its query needs"),
        ("sqlite:///file:{folder}/home.db?mode=readonly&uri=true", InvalidInput, "mode is none of ro, rw, rwc"),
        ("sqlite:///file:{folder}/home.db?mod=ro&uri=true", InvalidInput, "unknown 'mod' in its query"),
        ("sqlite://?timeout=3", InvalidInput, "unknown 'timeout' in its query"),
        ("postgresql://u@/d?colour=red", InvalidInput, 'invalid connection option "colour" in its query'),
        ("postgresql://u@/d?connect_timeout=soon", InvalidInput, "connect_timeout: 'soon' in its query"),
        ("postgresql+psycopg://u@/d?host={folder}&connect_timeout=2", StoreError, "connection"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_line(tmp_path, url, error, says):
    (tmp_path / "notes.txt").write_text("milk, eggs, batteries\n" * 100)
    with pytest.raises(error, match=says) as caught:
        open_store(url.format(folder=tmp_path))
    assert "\n" not in str(caught.value)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_a_password_is_never_shown():
    with pytest.raises(StoreError) as caught:
        open_store("postgresql+psycopg://u:sesame@127.0.0.1:1/d?connect_timeout=2")
    assert "sesame" not in str(caught.value)


def test_many_processes_may_open_a_new_database_at_once(two_urls):
    """One creates the schema, the others wait and find it there."""
    script = (
        "import sys; from tracker.store.schema import open_store; from tracker.store import log;"
        " store = open_store(sys.argv[1]);\n"
        "with store.write() as connection: log.append(connection, [dict(entity_id='keys', type='completed', payload={},"
        " source='test', occurred_at='2026-03-02T12:00:00Z')], store.clock())"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", script, two_urls[0]], cwd=ROOT, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    for process in started:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said.decode()
    store = open_store(two_urls[0])
    assert [event.seq for event in in_log_order(store)] == [1, 2, 3, 4]
    with store.read() as connection:
        assert log.read_head(connection).seq == 4
    store.close()


def test_migrations_can_be_run_by_hand(tmp_path):
    """`alembic -x db=URL upgrade head`, for people who write them."""
    url = f"sqlite:///{tmp_path / 'hand.db'}"
    subprocess.run(
        [sys.executable, "-m", "alembic", "-x", f"db={url}", "upgrade", "head"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    fresh = open_store("sqlite://")
    store = open_store(url)
    assert described(store) == described(fresh)
    store.close()
