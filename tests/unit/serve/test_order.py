"""Common options before or after the command mean the same."""

from __future__ import annotations

import pytest

from tracker.serve.cli.order import in_order


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("--json where keys", "where keys --json"),
        ("where keys --json", "where keys --json"),
        ("--at T --tz=UTC where keys", "where keys --at T --tz=UTC"),
        ("where keys --db sqlite:///a.db", "--db sqlite:///a.db where keys"),
        ("where keys --db=sqlite:///a.db --json", "--db=sqlite:///a.db where keys --json"),
        ("--json --db x --viewer a --viewer b where keys", "--db x where keys --json --viewer a --viewer b"),
        ("--by ana review accept 0190b4b6", "review accept 0190b4b6 --by ana"),
        ("ask -- --json", "ask -- --json"),
        ("--json ask -- --db", "ask --json -- --db"),
        ("--version", "--version"),
        ("where keys --db", "--db where keys"),
        ("", ""),
    ],
)
def test_options_find_their_place(typed, meant):
    assert in_order(typed.split()) == meant.split()


def test_a_command_answers_the_same_either_way(cli, home):
    asked = cli("where", "car keys", "--at", home.at(10), "--json", on=home)
    assert asked.json["place"] == "hall_drawer"
    assert cli("--json", "--at", home.at(10), "where", "car keys", "--db", home.url) == asked
