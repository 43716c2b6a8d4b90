"""0 done, 1 the answer is "no" or a check failed, 2 wrong usage or bad input: one line, nothing done, no traceback."""

from __future__ import annotations

import io
import json
import sqlite3
from pathlib import Path

import pytest

from tracker.serve.cli.entry import run
from tracker.store.schema import HEAD
from tracker.store.tables import version

WINDOW = ("--start", "2026-03-02T14:00:00Z", "--end", "2026-03-02T15:00:00Z")
BEGUN = ("--start", "2026-03-02T14:00:00Z")
AUDIO = str(Path(__file__).parents[3] / "fixtures" / "media" / "ana.flac")
READING = [
    ("where", "keys"),
    ("last-seen", "keys"),
    ("ask", "where are the keys?"),
    ("state", "door", "openness"),
    ("history", "keys"),
    ("changes",),
    ("events",),
    ("inside", "bag"),
    ("held", "keys", "location", "desk", *WINDOW),
    ("count", "keys"),
    ("conflicts",),
    ("review", "accept", "01a22ae6-3cfb-73f8-b38f-e504600117f9", "--by", "ana"),
    ("replay",),
    ("digest",),
    ("verify",),
    ("export",),
    ("sweep",),
]


@pytest.mark.parametrize("words", READING, ids=lambda words: words[0])
def test_reading_a_database_that_is_not_there_does_not_make_it(cli, tmp_path, words):
    done = cli("--db", f"sqlite:///{tmp_path}/none.db", *words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "there is no tracker in sqlite:///" in done.err
    assert list(tmp_path.iterdir()) == []


def test_init_makes_the_database_once(cli, tmp_path):
    url = f"sqlite:///{tmp_path}/new.db"
    assert cli("--db", url, "init", "--json").json == {"db": url, "schema_version": HEAD, "created": True}
    assert cli("--db", url, "init", "--json").json["created"] is False
    assert cli("--db", url, "where", "keys", "--json").json["status"] == "never_seen"


def test_never_seen_is_an_answer(cli, home):
    done = cli("where", "unicorn", on=home)
    assert (done.code, done.out) == (0, "unicorn: never reported.\n")


def test_no_is_one(cli, home):
    words = ("held", "keys", "location", "hall_drawer", "--start", home.at(3))
    assert cli(*words, "--end", home.at(9), on=home).out.startswith("yes\n")
    done = cli(*words, "--end", home.at(30), on=home)
    assert (done.code, done.out.splitlines()[0]) == (1, "no: not known to have held")
    assert cli(*words, "--end", home.at(30), "--json", on=home)[:2] == (1, "false\n")


def test_a_question_answered_no_or_not_understood_is_one(cli, home):
    asked = {
        "is the front door open?": (0, ["yes"]),
        "is the front door closed?": (1, ["no"]),
        "colourless green ideas sleep furiously": (1, []),
    }
    for question, expected in asked.items():
        done = cli("ask", question, "--at", home.at(22), "--json", on=home)
        assert (done.code, done.json["values"]) == expected, done
        assert cli("ask", question, "--at", home.at(22), on=home).code == expected[0]


def test_a_log_that_was_tampered_with_is_one(cli, home):
    database = sqlite3.connect(home.file)
    for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        database.execute(f"DROP TRIGGER {trigger}")
    database.execute("UPDATE events SET confidence = 1.0 WHERE seq = 2")
    database.commit()
    database.close()
    done = cli("verify", "--json", on=home)
    assert (done.code, done.json["ok"], done.json["bad_seq"]) == (1, False, 2)


def test_missing_evidence_is_one(cli, home, tmp_path):
    done = cli("verify", "--evidence", tmp_path, on=home)
    assert done.code == 1
    assert "media/hall.mp4 is missing" in done.out


def test_an_anchor_that_the_log_no_longer_holds_is_one(cli, home):
    seq, hash_ = cli("verify", "--json", on=home).json["head"]
    assert cli("verify", "--anchor", f"{seq}:{hash_}", on=home).code == 0
    assert cli("verify", "--anchor", f"{seq + 1}:{hash_}", on=home).code == 1


def test_a_dry_replay_that_finds_other_views_is_one(cli, home):
    assert cli("digest", on=home).code == 0
    database = sqlite3.connect(home.file)
    database.execute("DELETE FROM problems")
    database.commit()
    database.close()
    assert cli("replay", "--dry-run", on=home).code == 1
    assert cli("replay", on=home).code == 0
    assert cli("replay", "--dry-run", on=home).code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Missing command"),
        (("whre",), "No such command 'whre'"),
        (("where",), "Missing argument"),
        (("where", "keys", "--att", "x"), "No such option"),
        (("where", "keys", "--at", "teatime"), "--at: 'teatime' is not an ISO 8601 time"),
        (("where", "keys", "--at", "2026-03-02T14:10"), "--at: '2026-03-02T14:10' has no zone"),
        (("where", "keys", "--at", "0000-01-01T00:00:00Z"), "--at:"),
        (("where", "keys", "--at", "0001-01-01T00:00:00+14:00"), "--at: the time is outside the years 1 to 9999"),
        (("where", "keys", "--at", "2026-03-29T02:30", "--tz", "Europe/Berlin"), "does not exist in Europe/Berlin"),
        (("where", "keys", "--at", "2026-10-25T02:30", "--tz", "Europe/Berlin"), "comes twice in Europe/Berlin"),
        (("where", "keys", "--tz", "Mars/Olympus"), "--tz: unknown time zone 'Mars/Olympus'"),
        (("where", "keys", "--tz", "../etc/passwd"), "--tz: unknown time zone"),
        (("history", "keys", "--known-at", "soon"), "--known-at: 'soon'"),
        (("held", "keys", "location", "desk"), "start"),
        (
            ("held", "keys", "location", "desk", "--start", "2026-03-02T15:00:00Z", "--end", "2026-03-02T14:00:00Z"),
            "end",
        ),
        (("count", "keys", "--every", "fortnight"), "--every: 'fortnight' is not a length of time"),
        (("count", "keys", "--every", "0s"), "--every: '0s' is not a length of time"),
        (("events", "--limit", "0"), "--limit"),
        (("events", "--type", "sen"), "--type: unknown type 'sen'; known: seen, "),
        (("count", "keys", "--type", "sen"), "--type: unknown type 'sen'"),
        (("add", "nowhere.jsonl"), "nowhere.jsonl: No such file"),
        (("add", "."), ".: is a folder"),
        (("verify", "--evidence", "nowhere"), "--evidence: nowhere: no such folder"),
        (("verify", "--anchor", "12"), "--anchor: '12' is not SEQ:HASH"),
        (("export", "--output", "nowhere/log.jsonl"), "nowhere/log.jsonl"),
        (("--policy", "nowhere.toml", "where", "keys"), "nowhere.toml"),
        (("ingest", "video", "nowhere.mp4"), "Missing option '--watch'"),
        (("ingest", "video", "nowhere.mp4", "--watch", "nowhere.toml"), "nowhere.toml: no such file"),
        (("ingest", "audio", "nowhere.flac"), "nowhere.flac"),
        (("ingest", "audio", "nowhere.flac", "--start", "2026-03-02T14:00:00Z"), "nowhere.flac: no such file"),
        (("ingest", "text", "notes.txt", "--source", "", *BEGUN), "source: String should have at least 1 character"),
        (("ingest", "audio", AUDIO, "--source", "", *BEGUN), "source: String should have at least 1 character"),
        (("demo", "--folder", "/dev/null/x"), "--folder: /dev/null/x"),
    ],
)
def test_wrong_usage_is_one_line(cli, home, tmp_path, monkeypatch, words, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("I put the keys in the bowl.")
    done = cli(*words, on=home)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done
    assert done.err.startswith("tracker: ")
    assert says in done.err


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("keys.db", "not a database URL"),
        ("mysql://localhost/x", "unsupported database"),
        ("sqlite:////tmp", "is a folder, not a database file"),
        ("sqlite:////nowhere/at/all.db", "the folder '/nowhere/at' of the database does not exist"),
        ("postgresql://localhost:1/nothing", "postgresql"),
    ],
)
def test_a_database_that_cannot_be_is_one_line(cli, url, says):
    for words in (("where", "keys"), ("init",)):
        done = cli("--db", url, *words)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done
        assert says in done.err


def test_a_file_that_is_no_database_is_one_line_and_stays_as_it_is(cli, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("dear diary, " * 200)
    for words in (("where", "keys"), ("init",), ("verify",)):
        done = cli("--db", f"sqlite:///{file}", *words)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done
    assert file.read_text() == "dear diary, " * 200


def test_another_program_s_database_is_refused(cli, tmp_path):
    database = sqlite3.connect(tmp_path / "other.db")
    database.execute("CREATE TABLE recipes (name)")
    database.close()
    for words in (("where", "keys"), ("init",)):
        done = cli("--db", f"sqlite:///{tmp_path}/other.db", *words)
        assert (done.code, done.err.count("\n")) == (2, 1), done


def test_the_database_of_a_newer_tracker_is_refused(cli, home):
    database = sqlite3.connect(home.file)
    database.execute(f"UPDATE {version.name} SET version_num = '9999'")
    database.commit()
    database.close()
    for words in (("where", "keys"), ("init",), ("digest",)):
        done = cli(*words, on=home)
        assert (done.code, done.err.count("\n")) == (2, 1), done
        assert "written by a newer tracker" in done.err


@pytest.mark.parametrize("text", ["floor = 2", "colour = 'blue'", "floor = ", "\xff"])
def test_a_bad_policy_file_is_named_and_changes_nothing(cli, home, tmp_path, text):
    policy = tmp_path / "policy.toml"
    policy.write_bytes(text.encode("latin-1"))
    done = cli("--policy", policy, "where", "keys", on=home)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done
    assert str(policy) in done.err


def test_a_policy_stays_with_the_database(cli, home, tmp_path):
    """The wallet was hardly seen; a policy that takes less for enough lets it count from then on."""
    policy = tmp_path / "policy.toml"
    policy.write_text("[acceptance]\naccept = 0.1\nreview = 0.05\n")
    assert cli("where", "wallet", "--json", on=home).json["status"] == "never_seen"
    assert cli("--policy", policy, "where", "wallet", "--json", on=home).json["place"] == "hall_table"
    assert cli("where", "wallet", "--json", on=home).json["place"] == "hall_table"


def test_an_ambiguous_name_lists_what_it_may_mean(cli, home):
    named = {"payload": {"kind": "keys", "names": ["car keys"]}, "source_key": "other"}
    with home.open() as tracker:
        tracker.append([home.rows()[0] | named | {"entity_id": "spare_keys"}])
    done = cli("where", "car keys", on=home)
    assert (done.code, done.err) == (2, "tracker: 'car keys' may be any of: keys, spare_keys\n")


def test_a_bad_event_is_named_by_file_and_line_and_nothing_is_added(cli, home, tmp_path):
    good, bad = home.rows()[1] | {"source_key": "a"}, home.rows()[2] | {"source_key": "b", "confidence": 1.5}
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text(json.dumps(good) + "\n")
    second.write_text("\n" + json.dumps(bad) + "\n")
    done = cli("add", first, second, on=home)
    assert (done.code, done.out) == (2, "")
    assert f"{second}: line 2: confidence: " in done.err.splitlines()[-1]
    with home.open() as tracker:
        assert len(list(tracker.events())) == 8
    done = cli("add", first, second, "--on-error", "skip", on=home)
    assert (done.code, done.out.splitlines()[-1]) == (0, "1 appended, 0 there already, 1 left out; the log is at 9")
    assert f"left out: {second}: line 2: confidence: " in done.out


def test_a_line_that_is_not_json_is_one_bad_event(cli, home, tmp_path):
    """It is left out and told with its line as any other, and the rest is appended."""
    file = tmp_path / "log.jsonl"
    good = [json.dumps(home.rows()[index] | {"source_key": f"new {index}"}) for index in (1, 2)]
    file.write_text(f"{good[0]}\n\nnonsense\n{good[1]}\n[1]\n")
    done = cli("add", file, on=home)
    assert (done.code, done.out, done.err.splitlines()[-1][:60]) == (2, "", f"tracker: {file}: line 3: not JSON: "[:60])
    done = cli("add", file, "--on-error", "skip", on=home)
    assert (done.code, done.out.splitlines()[-1]) == (0, "2 appended, 0 there already, 2 left out; the log is at 10")
    assert f"left out: {file}: line 3: event: not JSON: " in done.out
    assert f"left out: {file}: line 5: event: not a JSON object\n" in done.out
    again = cli("add", file, "--on-error", "skip", "--json", on=home).json
    assert (again["appended"], again["duplicates"]) == (0, 2)
    assert [
        (one["index"], one["problem"].endswith(f"({file}: line {line})"))
        for one, line in zip(again["rejected"], (3, 5), strict=True)
    ] == [(1, True), (3, True)]


def test_events_come_from_standard_input_too(cli, home, monkeypatch):
    lines = "\n".join(json.dumps(row | {"entity_id": "bag", "source_key": None}) for row in home.rows()[1:3])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert cli("add", "-", "--json", on=home).json["appended"] == 2


def test_a_whole_log_goes_out_and_into_an_equal_digest(cli, home, tmp_path):
    file = tmp_path / "log.jsonl"
    assert cli("export", "--output", file, "--json", on=home).json == {"output": str(file), "events": 8, "last_seq": 8}
    copy = f"sqlite:///{tmp_path}/copy.db"
    assert cli("--db", copy, "add", file, "--json").json["appended"] == 8
    assert cli("--db", copy, "digest").out == cli("digest", on=home).out
    again = cli("export", "--output", file, on=home)
    assert (again.code, "exists already" in again.err) == (2, True)


def test_retention_is_swept(cli, home, tmp_path):
    policy = tmp_path / "policy.toml"
    policy.write_text("[retain_s]\n'camera:' = 60\n'camera:study' = 86400\n")
    done = cli("--policy", policy, "sweep", "--json", on=home)
    assert (done.code, done.json["expired"], done.json["wiped"]) == (0, 4, True)
    assert cli("sweep", "--json", on=home).json["expired"] == 0
    left = {one["source"] for one in cli("events", "--json", on=home).json if "forgotten" not in one["payload"]}
    assert left == {"user:ana", "sensor:door", "camera:study", "tracker:retention"}
    assert cli("verify", on=home).code == 0


def test_an_unreadable_argument_is_one_line(capsys):
    assert run(["where", "keys\udcff"]) == 2
    assert "argument 2" in capsys.readouterr().err


def test_a_defect_is_one_line_that_says_so(cli, home, monkeypatch):
    monkeypatch.setattr("tracker.tracker.Tracker.digest", lambda self: 1 // 0)
    done = cli("digest", on=home)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "a defect of the tracker" in done.err
    assert "ZeroDivisionError" in done.err
