"""`--json` prints one document, and it is what the Python API returns."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import typer
from pydantic import TypeAdapter
from typer.core import TyperGroup

from tracker.serve.cli.app import app

READS = {
    "where": (lambda h: ("where", "car keys", "--at", h.at(10)), lambda t, h: t.where("keys", h.at(10))),
    "where, as known": (
        lambda h: ("where", "keys", "--at", h.at(26), "--known-at", h.at(20)),
        lambda t, h: t.where("keys", h.at(26), h.at(20)),
    ),
    "where, for a viewer": (
        lambda h: ("where", "diary", "--at", h.at(40), "--viewer", "ben"),
        lambda t, h: t.where("diary", h.at(40), viewer="ben"),
    ),
    "state": (
        lambda h: ("state", "front_door", "openness", "--at", h.at(30)),
        lambda t, h: t.state("front_door", "openness", h.at(30)),
    ),
    "last-seen": (lambda h: ("last-seen", "keys", "--at", h.at(20)), lambda t, h: t.last_seen("keys", h.at(20))),
    "last-seen, never": (lambda h: ("last-seen", "unicorn"), lambda t, h: t.last_seen("unicorn")),
    "ask": (
        lambda h: ("ask", "where are my car keys?", "--at", h.at(10), "--tz", "Asia/Taipei"),
        lambda t, h: t.ask("where are my car keys?", h.at(10), "Asia/Taipei"),
    ),
    "history": (lambda h: ("history", "keys"), lambda t, h: t.history("keys")),
    "history, a window": (
        lambda h: ("history", "front_door", "--attribute", "openness", "--start", h.at(0), "--end", h.at(60)),
        lambda t, h: t.history("front_door", "openness", h.at(0), h.at(60)),
    ),
    "changes": (
        lambda h: ("changes", "--start", h.at(0), "--end", h.at(30), "--entity", "keys", "--attribute", "location"),
        lambda t, h: t.changes(h.at(0), h.at(30), "location", "keys"),
    ),
    "changes, none": (
        lambda h: ("changes", "--start", h.at(-20), "--end", h.at(-10)),
        lambda t, h: t.changes(h.at(-20), h.at(-10)),
    ),
    "events": (lambda h: ("events", "--end", h.at(25)), lambda t, h: list(t.events(end=h.at(25)))),
    "events, none": (lambda h: ("events", "unicorn"), lambda t, h: list(t.events("unicorn"))),
    "events, of a type": (
        lambda h: ("events", "車鑰匙", "--type", "seen", "--type", "removed", "--limit", 2),
        lambda t, h: list(t.events("keys", ["seen", "removed"]))[:2],
    ),
    "inside": (lambda h: ("inside", "hall_drawer", "--at", h.at(5)), lambda t, h: t.inside("hall_drawer", h.at(5))),
    "held": (
        lambda h: ("held", "keys", "location", "hall_drawer", "--start", h.at(3), "--end", h.at(9)),
        lambda t, h: t.held("keys", "location", "hall_drawer", h.at(3), h.at(9)),
    ),
    "held, some of the time": (
        lambda h: (
            "held",
            "keys",
            "location",
            "hall_drawer",
            "--start",
            h.at(3),
            "--end",
            h.at(19),
            "--how",
            "overlaps",
        ),
        lambda t, h: t.held("keys", "location", "hall_drawer", h.at(3), h.at(19), "overlaps"),
    ),
    "count": (
        lambda h: ("count", "keys", "--type", "seen", "--every", "10m"),
        lambda t, h: t.count("keys", ["seen"], every=timedelta(minutes=10)),
    ),
    "entity list": (
        lambda h: ("entity", "list", "--known-at", h.at(30)),
        lambda t, h: t.entities(known_at=h.at(30)),
    ),
    "entity list, by name": (
        lambda h: ("entity", "list", "--name", "車鑰匙", "--kind", "keys"),
        lambda t, h: t.entities("keys", name="車鑰匙"),
    ),
    "entity show": (lambda h: ("entity", "show", "car keys"), lambda t, h: t.entities(name="keys")[0]),
    "sources": (lambda h: ("sources", "--viewer", "ben"), lambda t, h: t.sources(viewer="ben")),
    "status, for a viewer": (lambda h: ("status", "--viewer", "ben"), lambda t, h: t.status(viewer="ben")),
    "tail": (
        lambda h: ("tail", "--lines", 2, "--once", "--viewer", "ben"),
        lambda t, h: [one._asdict() for one in t.follow(t.log_end(viewer="ben").seq - 2, viewer="ben", idle_s=0)],
    ),
    "conflicts": (lambda h: ("conflicts",), lambda t, h: t.conflicts()),
    "conflicts, all": (
        lambda h: ("conflicts", "--status", "all", "--entity", "wallet"),
        lambda t, h: t.conflicts(None, "wallet"),
    ),
    "digest": (lambda h: ("digest",), lambda t, h: t.digest()),
    "verify": (lambda h: ("verify",), lambda t, h: t.verify()),
    "replay": (lambda h: ("replay",), lambda t, h: t.replay()),
    "replay, dry": (lambda h: ("replay", "--dry-run"), lambda t, h: t.replay(dry_run=True)),
    "sweep": (lambda h: ("sweep",), lambda t, h: t.sweep()),
    "export": (lambda h: ("export",), lambda t, h: sorted(t.events(), key=lambda event: event.seq)),
}


def plain(answer):
    return json.loads(TypeAdapter(object).dump_json(answer, serialize_as_any=True))


@pytest.mark.parametrize("case", READS)
def test_what_a_command_prints_is_the_api_s_answer(cli, home, case):
    command, call = READS[case]
    done = cli(*command(home), "--json", on=home)
    with home.open() as tracker:
        assert done.json == plain(call(tracker, home))
    assert (done.code, "Traceback" in done.err) == (0, False)


@pytest.mark.parametrize("case", READS)
def test_people_get_text_that_ends_in_a_newline(cli, home, case):
    command, _ = READS[case]
    done = cli(*command(home), on=home)
    assert (done.code, done.out == "" or done.out.endswith("\n")) == (0, True)


def test_showing_what_nobody_reported_says_no(cli, home):
    done = cli("entity", "show", "unicorn", "--json", on=home)
    assert (done.code, done.json) == (1, None)
    assert "never reported" in cli("entity", "show", "unicorn", on=home).out


def test_the_cases_above_mean_something(home):
    """A comparison of two empty answers would prove nothing."""
    with home.open() as tracker:
        answers = {case: call(tracker, home) for case, (_, call) in READS.items()}
    assert answers["where"].place == "hall_drawer"
    assert answers["where, as known"].place == "ana"
    assert answers["where, for a viewer"].status == "never_seen"
    assert answers["inside"] == ["keys"]
    assert answers["held"] is answers["held, some of the time"] is True
    assert {one.kind for one in answers["conflicts"]} == {"conflict", "candidate"}
    empty = {case for case, answer in answers.items() if answer in (None, [])}
    assert empty == {"last-seen, never", "changes, none", "events, none"}


def test_adding_prints_the_receipt(cli, home, tmp_path):
    file = tmp_path / "events.jsonl"
    file.write_text(
        "\n".join(json.dumps(row | {"source_key": None, "entity_id": "bag"}) for row in home.rows()[1:3]), "utf-8"
    )
    done = cli("add", file, "--json", on=home)
    with home.open() as tracker:
        ids = [str(event.event_id) for event in tracker.events("bag")]
    counts = {"appended": 2, "duplicates": 0, "rejected": [], "last_seq": 10}
    assert done.json == {**counts, "event_ids": ids, "wiped": True}


def test_deciding_prints_the_receipt(cli, home):
    (conflict,) = (one for one in cli("conflicts", "--json", on=home).json if one["kind"] == "conflict")
    done = cli("review", "resolve", conflict["conflict_id"], "--keep", "desk", "--by", "ana", "--json", on=home)
    with home.open() as tracker:
        (decision,) = tracker.events(types=["resolved"])
    assert done.json["event_ids"] == [str(decision.event_id)]


def commands(group, path=()):
    """Every command that can be run, with its path: ("review", "accept")."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if isinstance(command, TyperGroup):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def test_every_command_offers_json():
    offered = dict(commands(typer.main.get_command(app)))
    assert ("where",) in offered
    assert ("review", "accept") in offered
    lacking = [path for path, command in offered.items() if not any("--json" in one.opts for one in command.params)]
    assert lacking == []


def test_status_tells_its_size_to_who_may_read_everything(cli, home):
    """The size is that of the moment: a file that is open takes more room."""
    told = cli("status", "--json", on=home).json
    with home.open() as tracker:
        assert told | {"size": None} == plain(tracker.status()) | {"size": None}
    assert told["size"] > 10_000
    assert f"8 events, {told['entities']} entities" in cli("status", on=home).out


def test_a_backup_is_told_and_is_there(cli, home, tmp_path):
    file = tmp_path / "copy.db"
    done = cli("backup", file, "--json", on=home)
    assert (done.code, done.json["output"], done.json["events"]) == (0, str(file), 8)
    assert cli("backup", file, on=home).code == 2
    with home.open() as tracker:
        assert done.json["head"] == list(tracker.verify().head)
    assert "8 events copied" in cli("backup", tmp_path / "again.db", on=home).out
