"""The command line started with a standard stream closed, as services and careless scripts do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tracker import Tracker

NOON = "2026-03-02T12:00:00Z"
PROGRAM = f'"{sys.executable}" -c "from tracker.serve.cli import main; main()"'


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "code"), [("init", 0), ("add -", 0), ("where keys --at noon", 2)])
def test_a_closed_stream_changes_no_exit_code_and_shows_no_traceback(
    tmp_path: Path, closed: str, words: str, code: int
) -> None:
    """Nobody listens, which is no reason to fail; and what went wrong is never told among the answers."""
    environment = os.environ | {"TRACKER_DB": f"sqlite:///{tmp_path / 'home.db'}"}
    shell = ["bash", "-c", f"{PROGRAM} init >/dev/null; {PROGRAM} {words} {closed}"]
    done = subprocess.run(shell, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "tracker:" not in done.stdout


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ["init", "where keys --json", "events", "export", "--help"])
def test_output_that_cannot_be_written_is_named(tmp_path: Path, words: str, unbuffered: str) -> None:
    """A full disk behind `>`: one line says that it is standard output which has no space left."""
    url = f"sqlite:///{tmp_path / 'home.db'}"
    with Tracker.open(url) as tracker:
        tracker.append(
            {"entity_id": "exam", "type": "completed", "occurred_at": NOON, "source": "user:a", "payload": {}}
        )
    environment = os.environ | {"TRACKER_DB": url, "PYTHONUNBUFFERED": unbuffered}
    shell = ["bash", "-c", f"{PROGRAM} {words} >/dev/full"]
    done = subprocess.run(shell, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "tracker: standard output: No space left on device\n")
