"""What the README shows works when copied: its watch file is read, its events are accepted, its Python runs."""

import re
from pathlib import Path

import pytest

from tracker import Tracker
from tracker.ingest.vision.watch import read_watch

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_the_watch_file_is_one_that_the_ingester_reads(tmp_path):
    (shown,) = _blocks("toml")
    watch = tmp_path / "home.toml"
    watch.write_text(shown, encoding="utf-8")
    camera = read_watch(watch).camera("hall")
    assert set(camera.zones) == {"drawer", "door"}


def test_the_events_are_accepted_and_sending_them_again_changes_nothing(tmp_path):
    (shown,) = _blocks("json")
    import json

    events = [json.loads(line) for line in shown.splitlines()]
    with Tracker.open(f"sqlite:///{tmp_path}/home.db") as t:
        assert t.append(events).appended == len(events)
        assert t.append(events).duplicates == len(events)
        assert t.where("車鑰匙", at="2026-03-02T14:10:00Z").path == ("hall_drawer", "hall")
        assert t.where("keys", at="2026-03-02T14:10:00Z", known_at="2026-03-02T19:00:00Z").status == "never_seen"
        assert t.state("front_door", "openness", at="2026-03-02T15:00:00Z").value == "open"


def test_the_python_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for shown in _blocks("python"):
        exec(compile(shown, "README.md", "exec"), {})
    assert "hall_drawer" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_links_lead_to_files(path):
    assert (Path(__file__).parents[2] / path).exists()
