"""What the command line says beside its answers: help, version, where an option belongs, what is kept when stopped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tracker.ingest.job import Step
from tracker.serve.cli.ingest import running
from tracker.serve.cli.session import Session


@pytest.mark.parametrize("words", [(), ("ingest",), ("review",)])
def test_a_bare_command_shows_its_help(cli, words):
    """Whoever types nothing more wants to know what there is."""
    done = cli(*words)
    assert (done.code, done.err) == (0, "")
    assert "Usage: tracker" in done.out


def test_the_version_is_that_of_the_package(cli):
    done = cli("--version")
    assert (done.code, done.err) == (0, "")
    assert re.fullmatch(r"tracker \d+\.\d+\.\d+\n", done.out)


class Interrupted:
    """A job that stores so many steps of ten seconds and is then stopped by Ctrl-C."""

    name = "interrupted"

    def __init__(self, steps: int) -> None:
        self._steps = steps

    def steps(self, resume: dict[str, Any] | None) -> Iterator[Step]:
        assert resume is None
        for number in range(1, self._steps + 1):
            yield Step((), {"at": number}, 10.0 * number, 600.0, "s")
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (3, "hall.mp4: stopped; kept up to 30 of 600 s; run the same command again to go on\n"),
        (0, "hall.mp4: stopped; nothing kept yet; run the same command again to go on\n"),
    ],
)
def test_a_stopped_ingest_says_what_is_kept(home, capsys, steps, said):
    with pytest.raises(KeyboardInterrupt):
        running.run_job(Session(home.url, None), Interrupted(steps), "hall.mp4")
    assert capsys.readouterr().err.endswith(said)


def test_counts_are_told_in_words_for_people(cli, home):
    """No 2.5236e+06 s, and no rate a day from what happened within the hour."""
    home_rows = [
        {"entity_id": "cat", "type": "seen", "source": "camera:hall", "occurred_at": f"2026-{when}:00Z",
         "payload": {"claim": {"value": "sofa"}}}
        for when in ("03-02T14:00", "03-02T14:05", "03-02T14:05", "03-31T20:05")
    ]  # fmt: skip
    with home.open() as tracker:
        tracker.append(home_rows[:3])
    text = cli("count", "cat", on=home).out
    assert "  apart: 2 min 30 s usual, 0 s shortest, 5 min longest\n" in text
    assert "a day" not in text
    with home.open() as tracker:
        tracker.append(home_rows[3:])
    assert "0 s shortest, 29 days 6 hours longest; 0.14 a day\n" in cli("count", "cat", on=home).out


@pytest.mark.parametrize("workers", [1, 2])
def test_a_replay_by_several_workers_is_the_same(cli, home, workers):
    before = cli("digest", on=home).out
    assert cli("replay", "--workers", workers, on=home).code == 0
    assert cli("digest", on=home).out == before
    assert cli("replay", "--workers", 0, on=home).code == 2


@pytest.mark.parametrize(
    "words", [("where",), ("last-seen",), ("history",), ("count",), ("inside",)], ids=lambda words: words[0]
)
def test_a_misspelt_name_is_asked_back(cli, home, words):
    """'kesy: never reported' alone would make one look for the keys elsewhere."""
    assert "  did you mean keys?" in cli(*words, "kesy", on=home).out.splitlines()
    assert "did you mean" not in cli(*words, "unicorn", on=home).out
    assert "did you mean" not in cli(*words, "keys", on=home).out


def test_no_name_is_asked_back_that_the_reader_may_not_see(cli, home):
    assert "did you mean diary?" in cli("where", "dairy", "--viewer", "ana", on=home).out
    assert "did you mean" not in cli("where", "dairy", "--viewer", "ben", on=home).out


def test_evidence_about_several_things_says_about_which(cli, home):
    """Three lines that read 'camera:study seen in desk' tell nobody what was seen."""
    with home.open() as tracker:
        tracker.append([{"entity_id": "cup", "type": "seen", "source": "camera:study", "occurred_at": home.at(28),
                         "payload": {"claim": {"value": "desk", "relation": "in"}}}])  # fmt: skip
    for words in (("inside", "desk"), ("ask", "what is in the desk?")):
        out = cli(*words, on=home).out
        assert "  camera:study cup seen in desk · " in out
        assert "  camera:study diary seen in desk · " in out
    assert "  camera:study seen in desk · " in cli("where", "cup", on=home).out


def test_long_evidence_is_cut_and_says_so(cli, home):
    """The answer must not scroll away; programs get all of it."""
    with home.open() as tracker:
        tracker.append([
            {"entity_id": f"cup-{number}", "type": "seen", "source": "camera:study", "occurred_at": home.at(28),
             "payload": {"claim": {"value": "shelf", "relation": "on"}}}
            for number in range(20)
        ])  # fmt: skip
    lines = cli("ask", "what is on the shelf?", on=home).out.splitlines()
    assert len(lines) == 1 + 12 + 1
    assert lines[-1] == "  … and 8 more: --json shows all"


def test_what_went_wrong_is_one_line_and_no_progress_beside_it(cli, tmp_path):
    """Nothing was appended: to say how many events were read would tell another story."""
    path = tmp_path / "bad.jsonl"
    path.write_text('{"entity_id": "", "type": "seen"}\n')
    done = cli("add", str(path))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


def test_a_limit_beyond_all_counting_is_told_as_such(cli):
    done = cli("events", "keys", "--limit", "9" * 20)
    assert (done.code, done.out) == (2, "")
    assert "--limit" in done.err
    assert "defect" not in done.err
