"""Erased means erased: the bytes of the database's files are searched, and whoever asks is told the truth of it."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from tracker import Tracker
from tracker.store import forget
from tracker.store.sql import run_sql

SECRET = "under-the-third-stair"


@pytest.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.pg)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'log.db'}" if request.param == "file" else request.getfixturevalue("postgres_url")


@pytest.fixture
def found(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> Callable[[], list[str]]:
    """The files of the database that hold the secret; of a server those of its tables and indexes, after a checkpoint:
    its own write-ahead log is not the tracker's to empty."""

    def search() -> list[str]:
        folder = tmp_path
        if url.startswith("postgresql"):
            with create_engine(url).connect() as connection:
                connection = connection.execution_options(isolation_level="AUTOCOMMIT")
                connection.exec_driver_sql("CHECKPOINT")
            folder = request.getfixturevalue("postgres").folder / "data" / "base"
        return [one.name for one in folder.rglob("*") if one.is_file() and SECRET.encode() in one.read_bytes()]

    return search


@contextmanager
def an_old_snapshot(url: str) -> Iterator[None]:
    """Another connection that goes on reading what was there before."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM events").fetchone()
            yield
            connection.execute("ROLLBACK")
        connection.close()
        return
    engine = create_engine(url, isolation_level="REPEATABLE READ")
    with engine.connect() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM events")
        connection.exec_driver_sql("SELECT txid_current_snapshot()")
        yield
    engine.dispose()


def secrets(seen: Callable[..., dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Places, names, words and evidence that nobody is to read, among what everybody may; in no order of time, so that
    pages are split."""
    given = []
    for number in range(count):
        hidden = f"{SECRET}-{number}"
        entity = f"thing{number % 7}"
        given += [
            seen(number, entity_id=entity, payload={"claim": {"value": hidden}}, evidence=[{"uri": f"{hidden}.jpg"}]),
            seen(number, entity_id="ana", type="stated", payload={"text": f"{hidden} " * 40}, model={"name": hidden}),
            seen(number, entity_id=entity, type="alias_added", payload={"name": hidden}, source="user:ana"),
            seen(number + 0.5, entity_id=entity),
        ]
    random.Random(7).shuffle(given)
    return given


def redact(seen: Callable[..., dict[str, Any]], tracker: Tracker) -> dict[str, Any]:
    ids = [event.event_id for event in tracker.events() if SECRET in event.model_dump_json()]
    return seen(900, entity_id="ana", type="redacted", source="user:ana", payload={"event_ids": ids, "reason": "asked"})


@pytest.mark.parametrize("count", [1, 150], ids=["one", "many, with overflow pages"])
@pytest.mark.parametrize("replayed", [False, True])
def test_nothing_erased_is_left_in_the_files(url, found, seen, count, replayed) -> None:
    """Not in a table, an index, an unused part of a page or the write-ahead log, whatever was folded in between."""
    with Tracker.open(url) as tracker:
        given = secrets(seen, count)
        for start in range(0, len(given), 50):
            tracker.append(given[start : start + 50])
            tracker.where("thing1")
        if replayed:
            tracker.replay()
        assert found(), "the search itself works"
        wiped, until = tracker.append(redact(seen, tracker)).wiped, time.monotonic() + 60
        while not wiped and time.monotonic() < until:  # another test on the server may keep an older snapshot
            time.sleep(0.2)
            wiped = tracker.sweep().wiped
        assert wiped
        assert found() == []
        assert tracker.verify().wiped
        assert tracker.sweep().wiped
        assert tracker.verify().ok


def test_what_a_reader_keeps_alive_is_told_and_wiped_by_the_next_writer(url, found, seen) -> None:
    """While another connection reads what was there before, copies of it stay; nobody says that they are gone."""
    with Tracker.open(url) as tracker:
        tracker.append(secrets(seen, 20))
        tracker.where("thing1")
        with an_old_snapshot(url):
            assert not tracker.append(redact(seen, tracker)).wiped
            assert found()
            assert not tracker.sweep().wiped
            assert not tracker.verify().wiped
            assert not tracker.append(seen(901)).wiped
        assert not tracker.verify().wiped
    with Tracker.open(url) as another:
        assert another.append(seen(902)).wiped
        assert found() == []
        assert another.verify().wiped
        assert another.verify().ok


def test_a_sweep_finishes_what_was_left(url, found, seen) -> None:
    with Tracker.open(url) as tracker:
        tracker.append(secrets(seen, 5))
        with an_old_snapshot(url):
            assert not tracker.append(redact(seen, tracker)).wiped
        swept = tracker.sweep()
        assert (swept.expired, swept.wiped, found()) == (0, True, [])


def test_a_wipe_that_was_killed_is_done_by_the_next_writer(url, found, seen, monkeypatch) -> None:
    with Tracker.open(url) as tracker:
        tracker.append(secrets(seen, 5))

        def killed(*_: object) -> bool:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(forget, "wipe", killed)
            with pytest.raises(KeyboardInterrupt):
                tracker.append(redact(seen, tracker))
        assert not tracker.verify().wiped
        assert tracker.append(seen(901)).wiped
        assert found() == []


def test_an_append_that_erases_nothing_looks_for_nothing(url, seen, monkeypatch) -> None:
    """Nobody pays for it who has not to."""
    monkeypatch.setattr(forget, "wipe", None)
    with Tracker.open(url) as tracker:
        assert tracker.append([seen(1), seen(2)]).wiped


def test_copies_that_another_program_left_in_the_file_are_found_and_wiped(tmp_path, seen) -> None:
    """A row that was deleted without zeroing it: nothing says that it is there but the bytes of the page."""
    file = tmp_path / "log.db"
    with Tracker.open(f"sqlite:///{file}") as tracker:
        tracker.append([seen(1, payload={"claim": {"value": SECRET}}), seen(2), seen(3)])
        tracker.where("keys")
        with sqlite3.connect(file) as other:
            other.execute("PRAGMA secure_delete = OFF")
            other.execute("CREATE TABLE scratch AS SELECT * FROM slices")
            other.execute("DROP TABLE scratch")
        other.close()
        assert tracker.append(redact(seen, tracker)).wiped
        assert SECRET.encode() not in b"".join(one.read_bytes() for one in tmp_path.iterdir())
        assert tracker.verify().ok


@pytest.mark.pg
def test_the_planner_of_the_server_remembers_nothing_that_was_erased(postgres_url, postgres, seen) -> None:
    """ANALYZE stores the most common values of a column, and others, where no wipe reaches."""
    with Tracker.open(postgres_url) as tracker:
        hidden = {"claim": {"value": SECRET}}
        given = [seen(n, payload=hidden, entity_id=f"thing{n % 3}", evidence=[{"uri": SECRET}]) for n in range(60)]
        words = [seen(n, type="stated", entity_id="ana", payload={"text": f"it is {SECRET}"}) for n in range(30)]
        named = [
            seen(n, type="alias_added", entity_id=f"thing{n}", payload={"name": SECRET}, source="user:ana")
            for n in range(30)
        ]
        tracker.append([*given, *words, *named])
        tracker.where("thing1")
        tracker.note(f"The spare key is {SECRET}.", source="text")
        tracker.replay()
        whole = "SELECT count(*) FROM pg_stats WHERE schemaname = current_schema() AND attname = 'entity_id'"
        with tracker.store.write() as connection:
            run_sql(connection, "ANALYZE")
            assert run_sql(connection, whole).scalar_one(), "something is sampled"
            kept = run_sql(connection, "SELECT pg_stats::text FROM pg_stats WHERE schemaname = current_schema()")
            assert [row for row in kept.scalars() if SECRET in row or "stair" in row] == []
        assert tracker.append(redact(seen, tracker)).wiped
        with tracker.store.outside() as connection:
            run_sql(connection, "CHECKPOINT")
        base = postgres.folder / "data" / "base"
        assert [one.name for one in base.rglob("*") if one.is_file() and SECRET.encode() in one.read_bytes()] == []
