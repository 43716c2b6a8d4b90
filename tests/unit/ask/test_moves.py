"""What changed place, and what was only reported: a first sighting is no move, a ride in a bag is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ask.conftest import DAY, claim, event
from tracker import Tracker

NOW = f"{DAY}T12:35:00+00:00"
FROM_THE_HALL = {"from_place": "hall", "to_place": "car", "relation": "in", "by": "leo"}
EVENTS = [
    event("00:00", "table", "registered", {"kind": "furniture", "names": ["table"], "within": "kitchen"}, source="u:a"),
    event("00:00", "keys", "registered", {"kind": "thing", "names": ["keys", "鑰匙"]}, source="user:ana"),
    event("00:10", "keys", "placed", {"place": "backpack", "relation": "in"}),
    event("00:10", "backpack", "placed", {"place": "hall", "relation": "in"}),
    event("07:30", "backpack", "moved", FROM_THE_HALL),
    event("08:00", "keys", "removed", {"by": "ana"}),
    event("09:00", "backpack", "moved", {"from_place": "car", "to_place": "office", "by": "leo"}),
    event("11:00", "phone", "seen", claim("table", "on")),
    event("11:00", "purse", "confirmed", claim("hall", "in"), source="user:ana"),
    event("06:00", "cat", "seen", claim("sofa", "on")),
    event("11:50", "cat", "seen", claim("window", "at")),
    event("08:00", "glass", "seen", claim("kitchen", "in")),
    event("09:00", "glass", "seen", claim("table", "on")),
    event("08:00", "cup", "moved", {"to_place": "desk"}, occurred_until=f"{DAY}T08:10:00+00:00",
          observed_at=f"{DAY}T08:10:00+00:00"),
    event("10:00", "wallet", "seen", claim("sofa", "on")),
    event("10:00", "wallet", "seen", claim("desk", "on"), source="camera:b"),
    event("11:00", "wallet", "seen", claim("hall", "in"), source="camera:c"),
    event("06:00", "gate", "seen", claim("open", attribute="openness")),
    event("07:00", "gate", "seen", claim("closed", attribute="openness")),
]  # fmt: skip


@pytest.fixture(scope="module")
def home() -> Iterator[Tracker]:
    with Tracker.open("sqlite://") as tracker:
        tracker.append(EVENTS)
        yield tracker


HAPPENED = [
    ("have the keys moved between 7:00 and 7:45?", ("keys",), "the backpack moved from the hall to the car at 07:30"),
    ("鑰匙今天7點到7點45分之間動過嗎？", ("keys",), "鑰匙也跟著"),
    ("what happened to the phone today?", ("phone",), "the phone was first reported on the table at 11:00"),
    ("what happened to the purse today?", ("purse",), "the purse was first reported in the hall at 11:00"),
    ("what happened to the cat today?", ("cat",), "the cat was first reported on the sofa at 06:00"),
    ("what happened to the cat today?", ("cat",), "from the sofa to the window some time between 06:00 and 11:50"),
    ("what happened to the glass today?", ("glass",), "the glass was reported on the table at 09:00"),
    ("what happened to the wallet today?", ("wallet",), "the wallet was no longer disputed at 11:00: in the hall"),
    ("what happened to the gate today?", ("gate",), "the gate was first reported open at 06:00"),
    ("what happened to the gate today?", ("gate",), "the gate closed some time between 06:00 and 07:00"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "values", "told"), HAPPENED)
def test_a_change_is_told_as_far_as_it_was_reported(home: Tracker, question: str, values: tuple[str], told: str):
    """A move as a move, a first report as one, and a change between two glimpses with both times."""
    reply = home.ask(question, at=NOW)
    assert (reply.values, told in reply.text) == (values, True), reply.text


def test_the_bag_takes_along_what_is_in_it_only_while_it_is(home: Tracker):
    """At nine the keys were out of the backpack: its second move is none of theirs."""
    text = home.ask("what happened to the keys today?", at=NOW).text
    assert "hall to the car" in text
    assert "office" not in text, text


MOVES = [("phone", 0), ("purse", 0), ("cat", 1), ("glass", 0), ("cup", 1), ("wallet", 0), ("backpack", 3), ("keys", 3)]


@pytest.mark.parametrize(("thing", "times"), MOVES)
def test_only_moves_are_counted_as_moves(home: Tracker, thing: str, times: int):
    """Being put somewhere, taken, carried along, or seen elsewhere: not being seen first, closer, or in two places."""
    reply = home.ask(f"how often was the {thing} moved today?", at=NOW)
    assert reply.values == (times,), reply.text
