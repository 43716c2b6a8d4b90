"""Sides of landmarks on every way in and out: events, the API, the command line, a database of the rule before."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from typer.testing import CliRunner

from rules import RULES
from rules.location import LocationRule
from tracker import Tracker
from tracker.domain.events import read_event
from tracker.domain.sides import LANDMARK_RELATIONS, Relation
from tracker.errors import InvalidEvent, InvalidInput, StaleViews
from tracker.serve.cli.app import app
from tracker.serve.cli.options import Related
from tracker.store.quick import quick_draft

NINE, TEN, ELEVEN = (f"2026-03-02T{hour}:00:00Z" for hour in ("09", "10", "11"))
SIDES = sorted(LANDMARK_RELATIONS)


class Before(LocationRule):
    """The rule as databases knew it that did not tell sides."""

    version = 2


def event(entity: str, kind: str, payload: dict[str, Any], at: str = NINE) -> dict[str, Any]:
    when = {"occurred_at": at, "observed_at": at}
    return {"entity_id": entity, "type": kind, "source": "camera:a", "payload": payload, **when}


def under_the(bed: str, side: str = "under") -> dict[str, Any]:
    return event("keys", "seen", {"claim": {"value": bed, "relation": side}})


BED = event("bed", "registered", {"kind": "furniture", "within": "bedroom"}, "2026-03-02T08:00:00Z")
AWAY = event("bed", "moved", {"to_place": "attic"}, TEN)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def url(request: pytest.FixtureRequest) -> str:
    return "sqlite://" if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("known_at", [None, ELEVEN], ids=["from the views", "from the log"])
def test_each_side_is_told_and_found(url, side: str, known_at: str | None) -> None:
    """In the words of where(), and by inside() from the landmark and from what that is in, on both databases."""
    with Tracker.open(url) as tracker:
        tracker.append([BED, under_the("bed", side), AWAY])
        found = tracker.where("keys", NINE, known_at)
        assert (found.place, found.relation, found.path) == ("bed", side, ("bed", "bedroom"))
        assert f"{side.replace('_', ' ')} bed" in found.text
        others = [one for one in SIDES if tracker.inside("bed", NINE, known_at, relation=one) == ["keys"]]
        assert others == sorted({side, "near"})
        assert tracker.inside("bed", NINE, known_at) == []
        assert tracker.inside("bedroom", NINE, known_at) == ["bed", "keys"]
        moved = tracker.where("keys", ELEVEN, known_at)
        assert (moved.place, moved.path) == ("bedroom", ("bedroom",))
        assert f"it was {side.replace('_', ' ')} the bed, which has moved since" in moved.text
        assert tracker.inside("bed", ELEVEN, known_at, relation=side) == []


def test_a_landmark_of_which_nothing_else_is_known_is_a_place_all_the_same() -> None:
    with Tracker.open("sqlite://") as tracker:
        tracker.append([event("keys", "placed", {"place": "doormat", "relation": "under"})])
        assert tracker.inside("doormat", relation="under", at=NINE) == ["keys"]
        assert tracker.where("keys", TEN).path == ("doormat",)


@pytest.mark.parametrize(
    ("kind", "payload", "field"),
    [
        ("placed", {"by": "ana", "relation": "under"}, "payload"),
        ("moved", {"from_place": "hall", "relation": "behind"}, "payload"),
    ],
)
def test_a_side_needs_what_it_is_the_side_of(kind: str, payload: dict[str, Any], field: str) -> None:
    """Read quickly or not: one line that says so."""
    wrong = event("keys", kind, payload)
    assert quick_draft(wrong) is None
    with pytest.raises(InvalidEvent, match="of what") as refused:
        read_event(wrong)
    assert refused.value.field.startswith(field)


def test_an_unknown_relation_is_refused_with_those_that_there_are() -> None:
    with Tracker.open("sqlite://") as tracker, pytest.raises(InvalidInput, match=r"^relation: unknown 'in front of'"):
        tracker.inside("bed", relation="in front of")


def test_the_command_line_offers_every_relation(tmp_path) -> None:
    """To look, and to correct."""
    assert [one.value for one in Related] == list(get_args(Relation))
    db, run = f"sqlite:///{tmp_path / 'home.db'}", CliRunner().invoke
    with Tracker.open(db) as tracker:
        tracker.append([BED, under_the("bed")])
    found = run(app, ["--db", db, "inside", "bed", "--relation", "under", "--at", NINE, "--json"])
    assert json.loads(found.stdout) == ["keys"]
    assert run(app, ["--db", db, "inside", "bed", "--relation", "in_front_of", "--at", NINE]).stdout.startswith(
        "in front of bed: nothing"
    )
    right = ["review", "correct", "keys", "bed", "--relation", "in_front_of", "--by", "ana", "--at", TEN]
    assert run(app, ["--db", db, *right]).exit_code == 0
    with Tracker.open(db) as tracker:
        assert tracker.where("keys", ELEVEN).relation == "in_front_of"


def test_a_database_of_the_rule_before_asks_for_a_replay(tmp_path) -> None:
    """And tells sides after it."""
    db = f"sqlite:///{tmp_path / 'home.db'}"
    with Tracker.open(db, rules=[Before(), *RULES[1:]]) as tracker:
        tracker.append([BED, under_the("bed"), AWAY])
    with Tracker.open(db) as tracker:
        with pytest.raises(StaleViews, match="tracker replay"):
            tracker.where("keys", ELEVEN)
        tracker.replay()
        assert tracker.where("keys", ELEVEN).place == "bedroom"
