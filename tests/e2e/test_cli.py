"""The command line as its own process: exit codes, one line on standard error, and never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

PROGRAM = [sys.executable, "-c", "from tracker.serve.cli import main; main()"]
EVENT = {
    "entity_id": "keys",
    "type": "seen",
    "occurred_at": "2026-03-02T14:02:00Z",
    "source": "camera:hall",
    "source_key": "1",
    "payload": {"claim": {"value": "hall_drawer", "relation": "in"}},
}


@pytest.fixture
def tracker(tmp_path):
    """Run the program in an empty folder, so that its default database is one of its own."""

    def call(*words, given=b"", **environment):
        kept = {key: value for key, value in os.environ.items() if not key.startswith("TRACKER_")}
        done = subprocess.run(
            [*PROGRAM, *words], cwd=tmp_path, env=kept | environment, input=given, capture_output=True, timeout=60,
            check=False,
        )  # fmt: skip
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return call


def test_add_and_ask(tracker, tmp_path):
    (tmp_path / "events.jsonl").write_text(json.dumps(EVENT))
    assert tracker("add", "events.jsonl")[:2] == (0, "1 appended, 0 there already; the log is at 1\n")
    assert tracker("add", "-", given=json.dumps(EVENT).encode())[1].startswith("0 appended, 1 there already")
    code, out, err = tracker("where", "keys", "--at", "2026-03-02T14:10", "--tz", "UTC", "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["place"], err) == (0, "current", "hall_drawer", "")
    assert (tmp_path / "tracker.db").exists()


def test_the_environment_names_the_database(tracker, tmp_path):
    assert tracker("init", TRACKER_DB="sqlite:///other.db")[0] == 0
    assert (tmp_path / "other.db").exists()
    assert not (tmp_path / "tracker.db").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("fly",),
        ("where",),
        ("where", "keys"),
        ("where", "keys", "--at", "noon"),
        ("add", "missing.jsonl"),
        ("--policy", "missing.toml", "init"),
        ("--db", "sqlite:////nowhere/at/all.db", "init"),
        ("ingest", "video", "missing.mp4", "--watch", "missing.toml"),
        ("ingest", "audio", "missing.flac", "--start", "2026-03-02T14:00:00Z"),
        ("ingest", "text", "missing.txt"),
        ("review", "accept", "not-an-id", "--by", "ana"),
    ],
    ids=" ".join,
)
def test_bad_input_is_two_and_one_line_and_leaves_nothing(tracker, tmp_path, words):
    code, out, err = tracker(*words)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("tracker: ")
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    rows = [
        EVENT | {"source_key": str(n), "occurred_at": f"2026-03-02T14:{n // 60:02}:{n % 60:02}Z"} for n in range(2000)
    ]
    (tmp_path / "events.jsonl").write_text("\n".join(map(json.dumps, rows)))
    subprocess.run([*PROGRAM, "add", "events.jsonl"], cwd=tmp_path, check=True, capture_output=True)
    for words in (["events"], ["export"], ["events", "--json"]):
        reading = subprocess.Popen([*PROGRAM, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        reading.stdout.readline()
        reading.stdout.close()
        assert (reading.stderr.read(), reading.wait(30)) == (b"", 141)


def test_ctrl_c_is_quiet(tmp_path):
    waiting = subprocess.Popen(
        [*PROGRAM, "add", "-"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    waiting.stdin.write((json.dumps(EVENT) + "\n").encode())
    waiting.stdin.flush()
    deadline = time.monotonic() + 30
    while not (tmp_path / "tracker.db-wal").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)
    waiting.send_signal(signal.SIGINT)
    out, err = waiting.communicate(timeout=30)
    assert (waiting.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert (
        subprocess.run([*PROGRAM, "events", "--json"], cwd=tmp_path, capture_output=True, check=True).stdout == b"[]\n"
    )


@pytest.mark.parametrize(
    "words", [("--help",), ("where", "--help"), ("review", "--help"), ("ingest", "video", "--help")]
)
def test_help_is_no_error(tracker, words):
    code, out, err = tracker(*words)
    assert (code, err) == (0, "")
    assert "Usage: tracker" in out
