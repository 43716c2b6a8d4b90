"""A database file that is removed or replaced under an open tracker: nobody would find what goes on being written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tracker import Tracker
from tracker.errors import InvalidInput, StoreGone


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home.db"


@pytest.fixture
def home(file: Path, seen):
    with Tracker.open(f"sqlite:///{file}") as tracker:
        tracker.append(seen(1))
        yield tracker


def removed(file: Path) -> None:
    for one in file.parent.glob(f"{file.name}*"):
        one.unlink()


def replaced(file: Path) -> None:
    """As a backup is put back: another file of the same name."""
    shutil.copy(file, file.with_suffix(".other"))
    os.replace(file.with_suffix(".other"), file)


def moved(file: Path) -> None:
    file.rename(file.with_suffix(".moved"))


@pytest.mark.parametrize("happen", [removed, replaced, moved])
def test_every_write_says_that_the_file_is_gone(home, file, seen, happen) -> None:
    happen(file)
    there = file.exists()
    for write in (
        lambda: home.append(seen(2)),
        lambda: home.note("The keys are on the desk."),
        lambda: home.decide({"action": "merge", "entity_id": "keys", "into": "bunch", "by": "user:ana"}),
        home.replay,
        home.sweep,
        lambda: home.where("keys"),
    ):
        with pytest.raises(StoreGone, match=r"home.db was (removed|replaced by another) while it was open"):
            write()
    assert file.exists() == there, "none is made in its place"


def test_a_file_that_goes_while_it_is_written_has_taken_nothing(home, file, seen) -> None:
    def events():
        yield seen(2)
        removed(file)

    with pytest.raises(StoreGone):
        home.append(events())


def test_the_folder_of_the_process_may_change(tmp_path, seen, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with Tracker.open("sqlite:///home.db") as tracker:
        monkeypatch.chdir(tmp_path / "elsewhere")
        assert tracker.append(seen(1)).appended == 1
        tracker.replay()
        tracker.sweep()
    assert not (tmp_path / "elsewhere" / "home.db").exists()


@pytest.mark.parametrize("port", ["abc", "54 32", "-1", "0", "65536", "1e3"])
def test_a_port_that_is_none_is_told_in_one_line(port) -> None:
    with pytest.raises(InvalidInput, match=r"^database URL: .*port") as told:
        Tracker.open(f"postgresql+psycopg://ana:hush@localhost:{port}/home")
    assert "hush" not in str(told.value)
