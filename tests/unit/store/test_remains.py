"""What a SQLite file holds in the unused parts of its pages is found, wherever it is, and nothing else."""

from __future__ import annotations

import sqlite3
import tracemalloc
from pathlib import Path

import pytest

from tracker.store.remains import _LONGEST, _overlapping, holds

SECRET = b"under-the-third-stair"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.db"


def filled(file: Path, rows: int, secure: str = "OFF", size: int = 1024) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in (f"page_size = {size}", f"secure_delete = {secure}"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE told (id INTEGER PRIMARY KEY, words TEXT)")
    connection.execute("CREATE INDEX by_words ON told (words)")
    told = ((number, f"{SECRET.decode()} {number}" if number % 3 == 0 else f"hall {number}") for number in range(rows))
    connection.executemany("INSERT INTO told VALUES (?, ?)", told)
    return connection


def roots(connection: sqlite3.Connection) -> list[int]:
    return [root for (root,) in connection.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 0")]


@pytest.mark.parametrize("size", [512, 65_536])
def test_what_is_there_is_no_remains(file, size) -> None:
    connection = filled(file, 3, "ON", size)
    assert not holds(file, roots(connection), [SECRET])
    connection.close()


def test_copies_left_in_pages_that_were_split_are_found(file) -> None:
    """Nothing was ever deleted, and SQLite zeroes what is: why a file that is to hold nothing has to be searched."""
    connection = filled(file, 2000, "ON", 512)
    assert holds(file, roots(connection), [SECRET])
    connection.close()


@pytest.mark.parametrize("rows", [3, 2000], ids=["in a page", "in free pages"])
def test_what_was_deleted_is_found_until_the_file_is_rewritten(file, rows) -> None:
    connection = filled(file, rows)
    connection.execute("DELETE FROM told WHERE words LIKE 'under%'")
    if rows > 3:
        connection.execute("DELETE FROM told")
    assert holds(file, roots(connection), [SECRET])
    assert holds(file, roots(connection), [b"something else", SECRET[4:]])
    assert not holds(file, roots(connection), [b"something else"])
    connection.execute("VACUUM")
    assert not holds(file, roots(connection), [SECRET])
    connection.close()


def test_what_was_zeroed_is_not_found(file) -> None:
    connection = filled(file, 2000, "ON")
    connection.execute("DELETE FROM told")
    assert not holds(file, roots(connection), [SECRET])
    connection.close()


def test_what_is_in_the_write_ahead_log_is_found(file) -> None:
    connection = filled(file, 3)
    connection.execute("DELETE FROM told")
    connection.execute("VACUUM")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("INSERT INTO told VALUES (1, ?)", (SECRET.decode(),))
    assert holds(file, roots(connection), [SECRET])
    connection.close()


def test_a_large_file_is_searched_a_page_at_a_time(file) -> None:
    """However large it is, and whether it is found at the beginning or nowhere."""
    connection = filled(file, 3, "ON", 4096)
    connection.executemany("INSERT INTO told (words) VALUES (?)", ((f"hall {n} " * 400,) for n in range(8000)))
    connection.execute("DELETE FROM told WHERE id > 3 AND id % 2")
    assert file.stat().st_size > 30_000_000
    tracemalloc.start()
    try:
        assert not holds(file, roots(connection), [b"something else"])
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()
    connection.close()


@pytest.mark.parametrize("before", range(-_LONGEST, 3))
def test_a_word_that_stands_in_two_blocks_is_found(tmp_path, monkeypatch, before) -> None:
    monkeypatch.setattr("tracker.store.remains._AT_ONCE", 64)
    log = tmp_path / "some.log"
    log.write_bytes(b"x" * (128 + before) + b"twelve bytes" + b"x" * 100)
    with log.open("rb") as opened:
        assert any(b"twelve bytes" in block for block in _overlapping(opened))
