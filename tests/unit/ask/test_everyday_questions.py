"""The questions of `tests/everyday/english_questions.toml` that are for working on."""

from __future__ import annotations

import pytest

from tests.everyday.sheets import Message, judged, sheet

WORKING = [message for message in sheet("english_questions") if not message.kept_aside]
READ = [message for message in WORKING if not message.given.get("not_yet")]


@pytest.mark.parametrize("message", READ, ids=[f"{one.kind}-{one.number}" for one in READ])
def test_it_is_answered(message: Message):
    """With what is right, all of it, and nothing else; `not_yet` marks what is not."""
    verdict = judged(message)
    assert verdict.understood, verdict


def test_most_are_answered():
    assert len(READ) / len(WORKING) >= 0.9
