"""Everyday Chinese: the working half of its sheets is understood, but for what is marked as not yet understood."""

from __future__ import annotations

import pytest

from tests.everyday.sheets import Message, judged, sheet

WORKING = [
    one for name in ("chinese_statements", "chinese_questions") for one in sheet(name) if not one.kept_aside
]  # fmt: skip


@pytest.mark.parametrize("message", WORKING, ids=lambda one: one.given.get("said") or one.given["ask"])
def test_an_everyday_message_is_understood(message: Message):
    """All that it says and nothing else; what is not understood yet is at least not misunderstood."""
    verdict = judged(message)
    if message.given.get("not_yet"):
        assert not verdict.understood, "understood now: take the mark away"
        assert set(verdict.wrong) <= {"maybe"}
    else:
        assert verdict.understood, verdict
