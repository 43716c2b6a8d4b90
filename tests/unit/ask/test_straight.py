"""English questions as people type and wrap them, put straight."""

from __future__ import annotations

import pytest

from tracker.query.ask.straight import straight


@pytest.mark.parametrize(
    ("asked", "plainly"),
    [
        ("wheres my bike", "where is my bike"),
        ("whos got teh saw", "who has got the saw"),
        ("were are my gloves", "where are my gloves"),
        ("where r the tickets pls", "where are the tickets"),
        ("Could you tell me where the kettle is, please?", "where is the kettle"),
        ("do you know if the shed is locked", "is the shed locked"),
        ("I was wondering whether Lena has the saw", "does Lena have the saw"),
        ("can you tell me if Tom took the kettle?", "did Tom take the kettle"),
        ("Do you remember when Tom left the office", "when did Tom leave the office"),
        ("any idea who took the saw", "who took the saw"),
        ("do you know whether anyone has seen the cat", "has anyone seen the cat"),
        ("could you remind me where I can find the kettle", "where can I find the kettle"),
        ("did I remember to lock the gate", "did I lock the gate"),
    ],
)
def test_it_is_asked_plainly(asked: str, plainly: str):
    assert straight(asked) == plainly


@pytest.mark.parametrize(
    "plain",
    ["where is the kettle", "were the keys here", "who has the saw", "do you have the saw", "is Ben's saw here"],
)
def test_a_plain_question_stays_as_it_is(plain: str):
    """'Were the keys here' is no misspelt 'where'; 'do you have' asks, and does not only wrap a question."""
    assert straight(plain) == plain
