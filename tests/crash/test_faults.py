"""Disk full, read-only, locked, damaged, crowded, restarted: a clear error or a wait, never a loss."""

from __future__ import annotations

import os
import pwd
import random
import re
import subprocess
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tracker import Tracker, TrackerError
from tracker.errors import StoreBusy, StoreError, StoreFull, StoreGone, StoreReadOnly
from tracker.store import engine, log
from tracker.store.schema import open_store
from tracker.store.sql import run_sql
from tracker.store.verify import verify_log


@contextmanager
def small_disk(folder: Path, size: str):
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"may not mount a small disk here: {made.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def fill_up(tracker, story, acknowledged: list[int]) -> int:
    """Append until nothing fits → the first number of the batch that did not."""
    n = 0
    while n < 50_000:
        try:
            tracker.append(story(k) for k in range(n, n + 50))
        except StoreFull as error:
            said = str(error)
            break
        acknowledged += range(n, n + 50)
        n += 50
    else:
        pytest.fail("everything fits")
    assert re.fullmatch(r"The disk is full; nothing was written\. .*", said)
    return n


def test_a_full_disk(tmp_path, story, sound):
    """The batch that does not fit is refused whole; once there is room, the same batch goes in."""
    with small_disk(tmp_path / "disk", "3m") as disk:
        url = f"sqlite:///{disk / 'log.db'}"
        ballast = disk / "ballast"
        ballast.write_bytes(b"x" * 1_000_000)
        acknowledged: list[int] = []
        with Tracker.open(url) as tracker:
            n = fill_up(tracker, story, acknowledged)
            assert acknowledged
            assert len(list(tracker.events())) == len(acknowledged)
            with pytest.raises(StoreFull):
                tracker.append(story(k) for k in range(len(acknowledged), len(acknowledged) + 5000))
            ballast.unlink()
            assert tracker.append(story(k) for k in range(n, n + 50)).appended == 50
        sound(url, [*acknowledged, *range(n, n + 50)])


def test_a_database_that_may_not_grow(tmp_path, story, sound, monkeypatch):
    """SQLite's own limit, which needs no mount: the same error, the same wholeness."""
    url = f"sqlite:///{tmp_path / 'log.db'}"
    acknowledged: list[int] = []
    with Tracker.open(url) as tracker:
        pages = "PRAGMA max_page_count = 120"
        take_turn = engine._take_turn

        def limited(connection, wait_ms: int) -> None:
            run_sql(connection, pages)
            take_turn(connection, wait_ms)

        with monkeypatch.context() as patched:
            patched.setattr(engine, "_take_turn", limited)
            fill_up(tracker, story, acknowledged)
            assert tracker.where("keys").status != "never_seen", "what cannot be folded into the views is read anyway"
    assert acknowledged
    sound(url, acknowledged)


def as_nobody(fork, work):
    """Run `work` as a user without rights: root may write everything."""

    def without_rights(acknowledge) -> None:
        if os.geteuid() == 0:
            os.setgid(pwd.getpwnam("nobody").pw_gid)
            os.setuid(pwd.getpwnam("nobody").pw_uid)
        work(acknowledge)

    return fork(without_rights).end()


def let_in(folder: Path) -> None:
    """Let every user into a test's folder, which is as deep as the test runner makes it."""
    for each in (folder, *folder.parents):
        if each.stat().st_uid == os.geteuid() and each.stat().st_mode & 0o005 != 0o005:
            each.chmod(each.stat().st_mode | 0o055)


def test_a_read_only_file(tmp_path, fork, story):
    """It can be read; appending says in one line that it cannot be written, and changes nothing."""
    let_in(tmp_path)
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    file = tmp_path / "shared" / "log.db"
    with Tracker.open(f"sqlite:///{file}") as tracker:
        tracker.append(story(0))
    file.chmod(0o444)
    before = file.read_bytes()

    def work(acknowledge) -> None:
        with Tracker.open(f"sqlite:///{file}") as tracker:
            acknowledge(len(list(tracker.events())))
            with pytest.raises(StoreReadOnly, match="cannot be written") as caught:
                tracker.append(story(1))
            assert "\n" not in str(caught.value)
            acknowledge(2)

    assert as_nobody(fork, work) == ([1, 2], 0)
    assert file.read_bytes() == before


def test_a_file_in_a_folder_without_rights(tmp_path, fork, story):
    """SQLite cannot even lock it for reading there; the one line names the file."""
    file = tmp_path / "log.db"
    with Tracker.open(f"sqlite:///{file}") as tracker:
        tracker.append(story(0))
    file.chmod(0o444)
    let_in(tmp_path)

    def work(acknowledge) -> None:
        with pytest.raises(StoreError, match=str(file)) as caught, Tracker.open(f"sqlite:///{file}") as tracker:
            tracker.append(story(1))
        assert "\n" not in str(caught.value)
        acknowledge(1)

    assert as_nobody(fork, work) == ([1], 0)


def test_opened_for_reading_only(tmp_path, story):
    """SQLite's own `mode=ro` works as a URL: reads answer, writes are refused."""
    file = tmp_path / "log.db"
    with Tracker.open(f"sqlite:///{file}") as tracker:
        tracker.append(story(0))
        with Tracker.open(f"sqlite:///file:{file}?mode=ro&uri=true") as other:
            assert len(list(other.events())) == 1
            with pytest.raises(StoreReadOnly):
                other.append(story(1))


def test_a_locked_database_waits_then_says_so(url, story):
    """A writer waits for its turn; when the turn does not come in time, nothing is stored and trying again works."""
    event = [story(0)]
    first, second = open_store(url, wait_s=5), open_store(url, wait_s=0.3)
    with first.write():
        began = time.monotonic()
        with pytest.raises(StoreBusy, match="try again"), second.write() as connection:
            log.append(connection, event, second.clock())
        assert 0.2 < time.monotonic() - began < 30, "the machine may be busy, the wait is 0.3 s"
        with second.read() as connection:
            assert log.read_head(connection).seq == 0
    with ExitStack() as turn:
        turn.enter_context(second.write())
        release = threading.Timer(0.3, turn.pop_all().close)
        release.start()
        with first.write() as connection:
            assert log.append(connection, event, first.clock()).last_seq == 1
        release.join()
    first.close()
    second.close()


def test_a_damaged_page_is_refused_not_served(tmp_path, story):
    """Whichever page of the file is overwritten: what is read is right, or refused; `verify` finds what is wrong with
    the log itself."""
    whole = tmp_path / "whole.db"
    with Tracker.open(f"sqlite:///{whole}") as tracker:
        long = "a long sentence that needs pages of its own. " * 300
        said = {"type": "stated", "payload": {"text": long}, "entity_id": "ana"}
        tracker.append([*(story(n) for n in range(120)), *(story(n) | said for n in range(120, 126))])
        right = [event.model_dump() for event in tracker.events()]
        places = {name: tracker.where(name, at=story(100)["occurred_at"]) for name in ("keys", "phone", "bag", "car")}
        with tracker.store.outside() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    content = whole.read_bytes()
    chance = random.Random(7)
    unharmed = 0
    for page in range(len(content) // 4096):
        file = tmp_path / f"page{page}.db"
        noise = chance.choice([chance.randbytes(4096), bytes(4096), b"a" * 4096])
        file.write_bytes(content[: page * 4096] + noise + content[page * 4096 + 4096 :])
        with suppress(TrackerError):
            with Tracker.open(f"sqlite:///{file}") as tracker:
                assert [event.model_dump() for event in tracker.events()] == right
                assert {name: tracker.where(name, at=story(100)["occurred_at"]) for name in places} == places
                found = tracker.verify()
                assert found.ok or found.views, "what is read is right, so that only views may be harmed"
            unharmed += found.ok
        file.unlink()
    assert unharmed < len(content) // 4096 / 2, "most pages matter"


def eight_at_once(url, fork, write) -> None:
    """Eight processes call `write(number)` at the same time."""
    with Tracker.open(url):
        pass

    def writer(number: int):
        return fork(lambda acknowledge: write(number))

    ended = [one.end() for one in [writer(number) for number in range(8)]]
    assert [one.status for one in ended] == [0] * 8


def test_eight_writers_append_ten_thousand_each(url, fork, story):
    """No loss, no duplicate, no gap, though each also resends what its neighbour sent."""

    def write(number: int) -> None:
        store = open_store(url, wait_s=60)
        begin, before = number * 10_000, (number - 1) % 8 * 10_000
        for start in (*range(begin, begin + 10_000, 500), before):
            with store.write() as connection:
                log.append(connection, (story(n) for n in range(start, start + 500)), store.clock())
        store.close()

    eight_at_once(url, fork, write)
    store = open_store(url)
    with store.read() as connection:
        rows = connection.exec_driver_sql("SELECT seq, source_key, recorded_at FROM events ORDER BY seq").all()
    assert [row[0] for row in rows] == list(range(1, 80_001))
    assert {row[1] for row in rows} == {f"n{n}" for n in range(80_000)}
    assert [row[2] for row in rows] == sorted(row[2] for row in rows)
    assert verify_log(store).ok
    store.close()


def test_eight_writers_project_at_once(url, fork, story, sound, undisturbed):
    """Whatever order the batches of eight writers come in, the state is that of one writer."""
    share = 250

    def write(number: int) -> None:
        with Tracker.open(url) as tracker:
            for start in range(number * share, (number + 1) * share, 25):
                tracker.append(story(n) for n in range(start, start + 25))

    eight_at_once(url, fork, write)
    sound(url, list(range(8 * share)))
    with Tracker.open(url) as tracker:
        assert tracker.digest() == undisturbed(8 * share)


@pytest.mark.pg
@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_postgres_restarted_in_the_middle_of_a_batch(postgres, postgres_url, fork, story, sound, how):
    """The writer is told that the server went away; sending the batch again, with no new connection of its own making,
    stores it once."""

    def work(acknowledge) -> None:
        with Tracker.open(postgres_url) as tracker:
            lost = 0
            for start in range(0, 2000, 100):
                while True:
                    try:
                        tracker.append(story(n) for n in range(start, start + 100))
                        break
                    except StoreGone:
                        lost += 1
                        assert lost < 400, "the server never came back"
                        time.sleep(0.05)
                for n in range(start, start + 100):
                    acknowledge(n)
            assert lost
            acknowledge(-lost)

    writer = fork(work)
    writer.wait()
    postgres.stop(how)
    postgres.start()
    ended = writer.end()
    assert ended.status == 0
    assert ended.acknowledged[-1] < 0, "the restart fell into the writer's time"
    sound(postgres_url, ended.acknowledged[:-1])
