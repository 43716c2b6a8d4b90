"""A copy of the database that is whole whatever is written meanwhile, and what is in a database."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tracker import Tracker
from tracker.errors import InvalidInput

AT = "2026-03-02T12:05:00Z"


@pytest.fixture
def home(url, seen):
    with Tracker.open(url) as tracker:
        registered = {"type": "registered", "source": "user:ana", "payload": {"kind": "keys", "names": ["鑰匙"]}}
        tracker.append([seen(0, **registered), seen(1), seen(2, entity_id="purse", visibility=["ana"])])
        tracker.append([seen(3, entity_id="phone", confidence=0.3), seen(4, source="camera:b", payload=SOFA)])
        yield tracker


SOFA = {"claim": {"value": "sofa"}}


def test_a_copy_answers_as_the_original_did(home, seen, tmp_path: Path) -> None:
    secret = home.append(seen(5, payload={"claim": {"value": "third-stair"}})).event_ids
    home.append(seen(6, type="redacted", source="user:ana", payload={"event_ids": secret, "reason": "asked"}))
    file = tmp_path / "copy.db"
    done = home.backup(file)
    assert (done.output, done.events, done.size) == (str(file), home.verify().checked, file.stat().st_size)
    before = home.digest()
    with Tracker.open(f"sqlite:///{file}") as copy:
        found = copy.verify(views=True, anchor=home.verify().head)
        assert (found.ok, found.head, found.wiped) == (True, done.head, True)
        assert copy.digest() == before
        assert copy.where("鑰匙", at=AT) == home.where("鑰匙", at=AT)
        assert list(copy.events()) == list(home.events())
        assert copy.append(seen(7)).last_seq == done.events + 1
    assert home.digest() == before
    assert b"third-stair" not in file.read_bytes()
    assert [one.name for one in tmp_path.glob("copy.db*.part*")] == []


def test_a_copy_is_of_one_moment_while_others_write(home, url, seen, tmp_path: Path) -> None:
    if url == "sqlite://":
        pytest.skip("memory is written by one alone")
    stop = threading.Event()

    def write() -> None:
        with Tracker.open(url) as other:
            number = 0
            while not stop.is_set():
                number += 1
                other.append([seen(10 + number / 1000, source_key=f"{number} {part}") for part in "ab"])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            home.backup(tmp_path / f"{number}.db")
    finally:
        stop.set()
        writer.join()
    for number in range(3):
        with Tracker.open(f"sqlite:///{tmp_path / f'{number}.db'}") as copy:
            found = copy.verify(views=True)
            assert (found.ok, found.views) == (True, ())
            assert found.checked % 2 == 5 % 2, "both events of a batch, or neither"


def test_a_file_that_is_there_is_not_written_over(home, tmp_path: Path) -> None:
    file = tmp_path / "there.db"
    file.write_text("mine")
    with pytest.raises(InvalidInput, match=r"there.db: exists already"):
        home.backup(file)
    assert file.read_text() == "mine"
    with pytest.raises(InvalidInput, match="the folder does not exist"):
        home.backup(tmp_path / "nowhere" / "a.db")


def test_status_tells_what_is_in_here(home, seen) -> None:
    found = home.status()
    assert (found.events, found.entities, found.sources) == (5, 3, 3)
    assert found.waiting == 1
    assert found.last_heard is not None
    assert found.size is not None
    assert found.size > 10_000
    of_ben = home.status(viewer="ben")
    assert (of_ben.events, of_ben.entities, of_ben.size) == (4, 2, None)


def test_status_of_an_empty_tracker(url) -> None:
    with Tracker.open(url) as tracker:
        found = tracker.status()
    assert (found.events, found.entities, found.sources, found.last_heard) == (0, 0, 0, None)
