"""Replaying: the views become what the log says, whoever folds it and whatever was there before."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from rules import RULES
from rules.location import LocationRule
from tests.contract.conftest import NOON
from tracker import Tracker
from tracker.errors import InvalidInput, StoreError
from tracker.projection import replay, workers
from tracker.store import contents

PLACES = ("hall", "desk", "sofa", "bag", "kitchen")


class NewerRule(LocationRule):
    """The same rule by another version: every slice says so."""

    version = 99


class FailingRule(LocationRule):
    """A rule that ends its process, if that is a worker."""

    name = "failing"

    def fold(self, *arguments: Any) -> Any:
        if parent_process() is not None:
            raise SystemExit(3)
        return super().fold(*arguments)


def story(number: int) -> list[dict[str, Any]]:
    """Sixty things seen here and there by two cameras, bags among the places; one merge, one split, one rejection."""
    events = [
        {
            "entity_id": "bag" if n % 11 == 0 else f"thing-{n % 60:02}",
            "type": "removed" if n % 7 == 0 else "seen",
            "occurred_at": NOON + timedelta(seconds=n * 3 % 2000),
            "source": f"camera:{n % 2}",
            "source_key": f"frame {n}",
            "payload": {} if n % 7 == 0 else {"claim": {"value": PLACES[n % 3 if n % 11 == 0 else n % 5]}},
        }
        for n in range(number)
    ]
    late = {"occurred_at": NOON + timedelta(hours=1), "source": "user:ana"}
    return [*events, late | {"entity_id": "thing-01", "type": "merged", "payload": {"into": "thing-02"}}]


@pytest.fixture
def told(url, monkeypatch) -> str:
    """A database that holds the story, and ranges so short that there are many."""
    if url == "sqlite://":
        pytest.skip("a database in memory is open in one process only")
    short = contents.ranges
    monkeypatch.setattr(contents, "ranges", lambda sizes, paged: short(sizes, most=40, paged=paged))
    with Tracker.open(url) as tracker:
        receipt = tracker.append(story(700))
        some = receipt.event_ids[5]
        late = {"occurred_at": NOON + timedelta(hours=2), "source": "user:ana", "entity_id": "thing-05"}
        tracker.append(late | {"type": "rejected", "payload": {"event_ids": [str(some)]}})
        tracker.append(late | {"type": "split", "payload": {"new_entity": "other", "event_ids": [str(some)]}})
    return url


def rows(tracker: Tracker) -> dict[str, contents.Content]:
    with tracker.store.read() as connection:
        return contents.contents(connection, contents.Range("", None))


def test_a_replay_of_sound_views_changes_nothing(told) -> None:
    """P2: what the appends projected is what a full replay gives."""
    with Tracker.open(told) as tracker:
        done = tracker.replay()
        assert (done.changed, done.changes) == (0, ())
        assert done.before == done.after == tracker.digest()
        assert done.events > 600


SPOILED = ["DELETE FROM slices", "UPDATE slices SET target = 'attic'", "DELETE FROM problems"]


@pytest.mark.parametrize("spoiled", SPOILED)
@pytest.mark.parametrize("number", [1, 2])
def test_a_replay_mends_whatever_was_spoiled(told, spoiled, number) -> None:
    """Views can be dropped at any time: all their rows come back, also those of which a digest does not speak."""
    with Tracker.open(told) as tracker:
        tracker.replay()
        sound, digest = rows(tracker), tracker.digest()
        with tracker.store.write() as connection:
            connection.exec_driver_sql(spoiled)
        assert tracker.replay(workers=number).after == digest
        assert rows(tracker) == sound


@pytest.mark.parametrize(("page", "ahead"), [(replay.PAGE, 0), (replay.PAGE, 10**6), (8, 10**6)])
def test_any_number_of_workers_gives_the_same(told, page, ahead, monkeypatch) -> None:
    """P1: the same rows, digests and differences, told in the same order; also of entities that come in parts, and
    however much is folded before its turn."""
    monkeypatch.setattr(replay, "PAGE", page)
    monkeypatch.setattr(workers, "_ROWS_AHEAD", ahead)
    outcomes = []
    for number in (1, 2, 3):
        with Tracker.open(told, rules=[NewerRule(), *RULES[1:]]) as tracker:
            heard: list[int] = []
            done = tracker.replay(workers=number, dry_run=True, show=1000, tell=heard.append)
            outcomes.append((done, heard))
    assert outcomes[0] == outcomes[1] == outcomes[2]
    assert outcomes[0][0].changed == len(outcomes[0][0].changes) > 100
    assert outcomes[0][1] == sorted(outcomes[0][1])


def test_a_dry_run_says_what_would_change_and_changes_nothing(told) -> None:
    """The old line beside the new one."""
    with Tracker.open(told) as tracker:
        sound = rows(tracker)
    with Tracker.open(told, rules=[NewerRule(), *RULES[1:]]) as tracker:
        done = tracker.replay(dry_run=True, show=1)
        assert not done.committed
        assert done.before != done.after
        ((old, new),) = done.changes
        assert old.removesuffix("location@3") == new.removesuffix("location@99")
        assert rows(tracker) == sound


def test_a_rule_made_inside_a_function_cannot_be_sent_to_workers(told) -> None:
    class Local(LocationRule):
        version = 98

    with Tracker.open(told, rules=[Local(), *RULES[1:]]) as tracker:
        with pytest.raises(InvalidInput, match="cannot be sent to another process"):
            tracker.replay(workers=2)
        assert tracker.replay(workers=1).changed > 0


def test_a_worker_that_dies_fails_the_replay_and_changes_nothing(told) -> None:
    with Tracker.open(told) as tracker:
        sound = rows(tracker)
    with Tracker.open(told, rules=[FailingRule(), *RULES[1:]]) as tracker:
        with pytest.raises(StoreError, match="ended early"):
            tracker.replay(workers=2)
        assert rows(tracker) == sound


def test_ctrl_c_is_for_the_process_that_was_asked(told) -> None:
    """It goes to all processes of a terminal: a worker would print where it was when it came."""
    if not Path("/proc/self/status").exists():
        pytest.skip("which signals a process ignores is read from Linux")
    handler = signal.getsignal(signal.SIGINT)
    with closing(workers.Workers(1, make_url(told))) as started:
        (process,) = started._processes
        (line,) = [
            each for each in Path(f"/proc/{process.pid}/status").read_text().splitlines() if each.startswith("SigIgn")
        ]
        assert int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1
    assert signal.getsignal(signal.SIGINT) is handler


UNGUARDED = """
import sys
from tracker import Tracker
Tracker.open(sys.argv[1]).replay(workers=2)
"""


def test_a_script_without_a_main_guard_is_told_so(url, tmp_path) -> None:
    """The workers run the script again and die of it, long before they are told of more entities than a pipe holds."""
    if not url.startswith("sqlite:///"):
        pytest.skip("what happens is the same on every database")
    with Tracker.open(url) as tracker:
        tracker.append(
            {
                "entity_id": f"thing-{n:04}-{'x' * 100}",
                "type": "seen",
                "occurred_at": NOON,
                "source": "camera:0",
                "payload": {"claim": {"value": "hall"}},
            }
            for n in range(2000)
        )
    script = tmp_path / "unguarded.py"
    script.write_text(UNGUARDED)
    done = subprocess.run([sys.executable, script, url], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "a script needs if __name__ == '__main__'" in done.stderr.splitlines()[-1]
    assert done.stderr.count("Traceback") == 1, "of the script, and none of its workers"
