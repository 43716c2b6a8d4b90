"""What people say on an ordinary day: the working half of the sheets in `tests/everyday` (`tests/bench/everyday.py`
counts both halves)."""

from __future__ import annotations

import pytest

from tests.everyday.sheets import Message, judged, sheet

WORKING = [message for message in sheet("english_statements") if not message.kept_aside]
HEARD = [message for message in WORKING if not message.given.get("not_yet")]


@pytest.mark.parametrize("message", HEARD, ids=[message.given["said"] for message in HEARD])
def test_an_everyday_message_is_understood(message: Message):
    """Everything that it says is claimed, and nothing else."""
    verdict = judged(message)
    assert (verdict.missing, verdict.wrong) == ((), ())


def test_what_is_not_understood_yet_is_told_so_in_the_sheet():
    """`not_yet` is struck out when the message is understood, and such messages claim nothing wrong."""
    marked = [(message.given["said"], judged(message)) for message in WORKING if message.given.get("not_yet")]
    assert [said for said, verdict in marked if verdict.understood or verdict.wrong] == []
