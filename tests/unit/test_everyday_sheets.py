"""The judge of the everyday sheets: what it counts as said, missing and wrong."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.everyday.sheets import FOLDER, Head, Message, judged, sheet

HEAD = Head("ana", datetime(2026, 3, 2, 14, 2, tzinfo=UTC), "UTC")


def fared(**given: object) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a message is found to miss, and what of it to be wrong."""
    verdict = judged(Message("kind", 1, HEAD, given))
    return verdict.missing, tuple(line.partition(" since")[0] for line in verdict.wrong)


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.toml")))
def test_every_sheet_can_be_read(name: str):
    """Each message has its words and what is right to make of them."""
    for message in sheet(name):
        assert {"said", "claims"} <= message.given.keys() or {"told", "ask", "values"} <= message.given.keys()


@pytest.mark.parametrize(
    ("said", "claims", "missing", "wrong"),
    [
        ("The keys are in the drawer.", ["keys: at drawer"], (), ()),
        ("The keys are in the drawer.", ["keys: under drawer"], ("keys: under drawer",), ("keys: in drawer",)),
        ("The keys are in the drawer.", [], (), ("keys: in drawer",)),
        ("I wish the keys were in the drawer.", ["keys: in drawer"], ("keys: in drawer",), ()),
        ("The keys aren't in the drawer.", ["keys: not in drawer"], (), ()),
        ("I put the keys in the drawer yesterday.", ["keys: in drawer by ana since 2026-03-01"], (), ()),
        ("I put the keys in the car.", ["keys: in car by tom"], ("keys: in car by tom",), ("keys: in car by ana",)),
        ("I took the keys out of the car.", ["keys: with ana by ana from car"], (), ()),
        ("The door is open.", ["door: openness closed"], ("door: openness closed",), ("door: openness open",)),
    ],
)  # fmt: skip
def test_a_statement_is_held_against_its_lines(
    said: str, claims: list[str], missing: tuple[str, ...], wrong: tuple[str, ...]
):
    """In, on, at and with are one place; sides, denials, who did it and when are told apart."""
    assert fared(said=said, claims=claims) == (missing, wrong)


def test_what_may_be_said_besides_is_not_wrong():
    """`also` allows a claim without asking for it."""
    assert fared(said="The keys are in the drawer.", claims=[], also=["keys: in drawer"]) == ((), ())


@pytest.mark.parametrize(
    ("values", "missing", "wrong"), [(["drawer"], (), ()), (["desk"], ("desk",), ("drawer",)), ([], (), ("drawer",))]
)
def test_a_question_is_held_against_its_values(values: list[str], missing: tuple[str, ...], wrong: tuple[str, ...]):
    """Asked an hour after what was told, of a tracker that knows nothing else."""
    assert fared(told=["I put the keys in the drawer."], ask="Where are the keys?", values=values) == (missing, wrong)
