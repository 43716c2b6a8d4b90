"""Reviewing from the command line: each decision is one event, and what it names must exist."""

from __future__ import annotations

import pytest


@pytest.fixture
def queue(cli, home):
    return {one["kind"]: one for one in cli("conflicts", "--json", on=home).json}


def statuses(cli, home):
    return {one["entity_id"]: one["status"] for one in cli("conflicts", "--status", "all", "--json", on=home).json}


def test_a_conflict_is_settled_by_the_beginning_of_its_id_and_a_value(cli, home, queue):
    beginning = queue["conflict"]["conflict_id"][:8]
    done = cli("review", "resolve", beginning, "--drop", "sofa", "--by", "ana", "--reason", "I looked", on=home)
    assert (done.code, statuses(cli, home)["keys"]) == (0, "resolved")
    with home.open() as tracker:
        (decision,) = tracker.events(types=["resolved"])
        assert tracker.where("keys").place == "desk"
    assert (decision.payload.reason, decision.source) == ("I looked", "user:ana")


def test_a_conflict_is_settled_by_an_event_id(cli, home, queue):
    right = queue["conflict"]["candidates"][1]
    done = cli(
        "review", "resolve", queue["conflict"]["conflict_id"], "--keep", right["event_id"], "--by", "ana", on=home
    )
    assert done.code == 0
    assert cli("where", "keys", "--json", on=home).json["place"] == right["value"] == "sofa"


@pytest.mark.parametrize(("verb", "place"), [("accept", "hall_table"), ("reject", None)])
def test_a_weak_sighting_counts_once_accepted(cli, home, queue, verb, place):
    done = cli("review", verb, queue["candidate"]["event_ids"][0], "--by", "ana", on=home)
    assert done.code == 0
    assert cli("where", "wallet", "--json", on=home).json["place"] == place
    assert "wallet" not in {one["entity_id"] for one in cli("conflicts", "--json", on=home).json}


@pytest.mark.parametrize(("verb", "place"), [("accept", "hall_table"), ("reject", None)])
def test_an_event_is_named_by_the_beginning_of_its_id(cli, home, queue, verb, place):
    """As a conflict is; `tracker conflicts` shows it first on the line."""
    done = cli("review", verb, queue["candidate"]["event_ids"][0].upper()[:13], "--by", "ana", on=home)
    assert (done.code, done.err) == (0, "")
    assert cli("where", "wallet", "--json", on=home).json["place"] == place


def test_a_beginning_that_several_events_share_is_refused(cli, home):
    """Nothing is decided of the wrong one."""
    ids = [f"01a22ae6-3cfb-73f8-b38f-e5046001170{n}" for n in (1, 2)]
    rows = [row for row in home.rows() if row["entity_id"] == "wallet"]
    with home.open() as tracker:
        tracker.append([{**rows[0], "event_id": one, "source_key": one, "entity_id": "purse"} for one in ids])
        before = tracker.digest()
    done = cli("review", "accept", ids[0][:20], "--by", "ana", on=home)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "may be any of" in done.err
    assert all(one in done.err for one in ids)
    with home.open() as tracker:
        assert tracker.digest() == before
    assert cli("review", "accept", ids[0], "--by", "ana", on=home).code == 0


def test_an_event_that_is_in_no_queue_is_named_by_the_beginning_of_its_id(cli, home):
    """Accepted by mistake, or never doubted: it can be rejected all the same."""
    (_, taken) = [one for one in cli("events", "keys", "--json", on=home).json if one["type"] in ("seen", "removed")][
        :2
    ]
    done = cli("review", "reject", taken["event_id"][:13], "--by", "ana", on=home)
    assert (done.code, done.err) == (0, "")
    with home.open() as tracker:
        (decision,) = tracker.events(types=["rejected"])
    assert [str(one) for one in decision.payload.event_ids] == [taken["event_id"]]


def test_a_side_is_named_as_people_name_it(cli, home, queue):
    registered = {"kind": "place", "names": ["the big sofa", "沙發"]}
    with home.open() as tracker:
        row = {"entity_id": "sofa", "type": "registered", "occurred_at": home.at(0), "source": "user:ana"}
        tracker.append([{**row, "payload": registered}])
    conflict = queue["conflict"]["conflict_id"]
    assert cli("review", "resolve", conflict, "--keep", "沙發", "--by", "ana", on=home).code == 0
    assert cli("where", "keys", "--json", on=home).json["place"] == "sofa"


def test_every_decision_says_how_it_is_taken_back(cli, home, queue):
    before = statuses(cli, home)
    done = cli("review", "resolve", queue["conflict"]["conflict_id"], "--keep", "desk", "--by", "ana", on=home)
    *undo, decision = done.out.splitlines()[-1].removeprefix("  to take it back: tracker ").split()
    assert undo == ["review", "undo"]
    assert statuses(cli, home) != before
    undone = cli(*undo, decision, "--by", "ana", "--reason", "the wrong one", on=home)
    assert (undone.code, statuses(cli, home)) == (0, before)
    again = undone.out.splitlines()[-1].rpartition(" ")[2]
    assert cli(*undo, again, "--by", "ana", on=home).code == 0
    assert statuses(cli, home) != before


def test_merge_split_and_correct(cli, home):
    assert cli("review", "merge", "diary", "notebook", "--by", "ana", on=home).code == 0
    assert cli("where", "diary", "--json", on=home).json["entity_id"] == "notebook"
    (event,) = cli("events", "wallet", "--json", on=home).json
    assert cli("review", "split", "wallet", "purse", event["event_id"], "--by", "ana", on=home).code == 0
    assert [one["entity_id"] for one in cli("conflicts", "--json", on=home).json if one["kind"] == "candidate"] == [
        "purse"
    ]
    words = ("review", "correct", "keys", "bowl", "--relation", "in", "--at", home.at(3), "--until", home.at(5))
    assert cli(*words, "--by", "ana", on=home).code == 0
    corrected = cli("where", "keys", "--at", home.at(4), "--json", on=home).json
    assert (corrected["place"], corrected["basis"]) == ("bowl", "confirmed")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("resolve", "ffffffff", "--keep", "desk", "--by", "ana"), "conflict 'ffffffff' does not exist"),
        (("resolve", "CONFLICT", "--by", "ana"), "names nothing to keep and nothing to drop"),
        (("resolve", "CONFLICT", "--keep", "moon", "--by", "ana"), "--keep: 'moon' is none of its sides (desk, sofa)"),
        (("accept", "twelve", "--by", "ana"), "event: 'twelve' is not an id"),
        (("accept", "ffffffff", "--by", "ana"), "event 'ffffffff' does not exist here"),
        (("undo", "ffffffff", "--by", "ana"), "event 'ffffffff' does not exist here"),
        (("undo", "EVENT", "--by", "ana"), "is no decision but seen: `tracker review reject` it"),
        (("accept", "01a22ae6-3cfb-73f8-b38f-e504600117f9", "--by", "ana"), "does not exist"),
        (("accept", "01a22ae6-3cfb-73f8-b38f-e504600117f9"), "Missing option '--by'"),
        (("merge", "keys", "keys", "--by", "ana"), "payload.into is the entity itself"),
        (("correct", "keys", "", "--by", "ana"), "value"),
        (("merge", "kyes", "wallet", "--by", "ana"), "merge: no event mentions the entity 'kyes'"),
        (("merge", "diary", "wallet", "--by", "ana", "--reason", "same"), "No such option: --reason"),
        (("correct", "keys", "bowl", "--by", "ana", "--reason", "saw it"), "No such option: --reason"),
        (("correct", "keys", "bowl", "--relation", "underneath", "--by", "ana"), "'underneath' is not one of"),
    ],
)
def test_a_decision_that_makes_no_sense_is_one_line_and_no_event(cli, home, queue, words, says):
    known = {"CONFLICT": queue["conflict"]["conflict_id"], "EVENT": queue["candidate"]["event_ids"][0]}
    words = [known.get(word, word) for word in words]
    with home.open() as tracker:
        before = tracker.digest()
    done = cli("review", *words, on=home)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert says in done.err
    with home.open() as tracker:
        assert (tracker.digest(), len(list(tracker.events()))) == (before, 8)
