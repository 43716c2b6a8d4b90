"""A rule pack of somebody else's, in a folder of its own, installed as pip would leave it: used through the command
line, and tested with what the tracker ships for that."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PACK = Path(__file__).parent / "freshness_pack"
ROOT = Path(__file__).parents[2]
METADATA = "Metadata-Version: 2.1\nName: tracker-freshness\nVersion: 1\n"
EVENT = {
    "entity_id": "milk",
    "type": "placed",
    "occurred_at": "2026-03-02T08:00:00Z",
    "source": "camera:kitchen",
    "payload": {"place": "fridge", "relation": "in"},
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder like site-packages, with the pack's files and nothing else of ours."""
    folder = tmp_path / "site packages"
    shutil.copytree(PACK, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def install(site: Path, target: str = "FreshnessRule") -> None:
    written = site / "tracker_freshness-1.dist-info"
    written.mkdir()
    (written / "METADATA").write_text(METADATA)
    (written / "entry_points.txt").write_text(f"[tracker.rules]\nfreshness = freshness:{target}\n")


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]), "PYTHONDONTWRITEBYTECODE": "1"}
    how: dict[str, Any] = {"capture_output": True, "text": True, "timeout": 300}
    return subprocess.run([sys.executable, *command], cwd=site, env=where, check=False, **how)


def tracker(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    db = ["--db", f"sqlite:///{site / 'home.db'}"]
    return run(site, "-c", "from tracker.serve.cli import main; main()", *db, *words)


def test_an_existing_database_asks_for_a_replay_and_then_answers_by_the_pack(site: Path) -> None:
    """And the rules that ship go on answering from the very events that the pack reads."""
    (site / "events.jsonl").write_text(json.dumps(EVENT) + "\n")
    assert tracker(site, "add", "events.jsonl").returncode == 0
    install(site)
    refused = tracker(site, "where", "milk", "--at", "2026-03-02T09:00:00Z")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "freshness@1" in refused.stderr
    assert "tracker replay" in refused.stderr
    assert tracker(site, "replay").returncode == 0
    for at, value in (("2026-03-03T08:00:00Z", "fresh"), ("2026-03-06T08:00:00Z", "stale")):
        told = tracker(site, "state", "milk", "freshness", "--at", at, "--json")
        assert json.loads(told.stdout)["value"] == value
    where = json.loads(tracker(site, "where", "milk", "--at", "2026-03-02T09:00:00Z", "--json").stdout)
    assert (where["status"], where["place"]) == ("current", "fridge")
    assert json.loads(tracker(site, "conflicts", "--json").stdout) == []


def test_its_own_tests_pass_with_what_the_tracker_ships(site: Path) -> None:
    """Scenarios, conformance and promises, in a process that knows nothing of ours but the packages."""
    done = run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "test_freshness.py")
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("[event.occurred, turns,", "[event.occurred, turns + len(events),"),
        ("closed += _slices(state, event.occurred)", "closed += _slices(state, event.occurred)[1:]"),
        ('state = [event.occurred, turns, list(held_of(event, value="fresh"))]', "events.clear()"),
    ],
    ids=["depends on the batch", "loses a slice", "changes what it is given"],
)
def test_they_fail_for_a_rule_that_is_wrong(site: Path, wrong: str, says: str) -> None:
    """So that they can be believed when they pass."""
    written = (site / "freshness.py").read_text()
    assert wrong in written
    (site / "freshness.py").write_text(written.replace(wrong, says))
    done = run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "test_freshness.py")
    assert done.returncode == 1, done.stdout


def test_without_hypothesis_one_line_says_what_to_install(site: Path) -> None:
    (site / "hypothesis.py").write_text("raise ModuleNotFoundError('no hypothesis', name='hypothesis')\n")
    assert run(site, "-c", "import tracker.testing").returncode == 0
    failed = run(site, "-c", "import tracker.testing.promises")
    assert failed.stderr.splitlines()[-1].endswith("pip install 'tracker[testing]'")
