"""What somebody took is told as takings, never as what they have now."""

from __future__ import annotations

import pytest

from tests.unit.ask.conftest import DAY, claim, event
from tracker import Reply, Tracker

SEVEN = f"{DAY}T07:00:00+00:00"


def ask(tracker: Tracker, question: str) -> Reply:
    reply = tracker.ask(question, at=SEVEN)
    assert reply.understood, reply.text
    return reply


def test_what_somebody_took_is_not_what_they_have(empty: Tracker):
    """Tom took the keys at 06:06 and put them down at 06:34: asked at 07:00, he does not have them."""
    empty.append([
        event("06:00", "keys", "placed", {"place": "desk", "relation": "on"}),
        event("06:06", "keys", "removed", {"by": "tom"}),
        event("06:34", "keys", "placed", {"place": "drawer", "relation": "in", "by": "tom"}),
    ])  # fmt: skip
    taken = ask(empty, "What did Tom take?")
    assert taken.values == ("keys",)
    assert taken.text == "Tom took the keys (at 06:06, 54 minutes ago; with Tom until 06:34)."
    assert ask(empty, "What did Tom take from the desk?").text.startswith("Tom took the keys from the desk (")
    assert ask(empty, "What does Tom have?").values == ()


def test_every_taking_is_told(empty: Tracker):
    """Twice taken is told twice; a taking that nothing ended has no 'until'."""
    empty.append([
        event("06:00", "keys", "placed", {"place": "desk", "relation": "on"}),
        event("06:06", "keys", "removed", {"by": "tom"}),
        event("06:20", "keys", "placed", {"place": "desk", "relation": "on"}),
        event("06:33", "keys", "removed", {"by": "tom"}),
    ])  # fmt: skip
    text = ask(empty, "What did Tom take?").text
    assert "at 06:06" in text
    assert "until 06:20" in text
    assert "at 06:33, 27 minutes ago)" in text
    assert " has " not in text


def test_taking_again_what_one_has_is_told_too(empty: Tracker):
    """Reported twice without a putting down between: both times stand."""
    empty.append([
        event("06:06", "keys", "removed", {"by": "tom"}),
        event("06:33", "keys", "removed", {"by": "tom"}),
    ])  # fmt: skip
    text = ask(empty, "What did Tom take?").text
    assert ("at 06:06" in text, "at 06:33" in text) == (True, True)


def test_an_old_taking_is_no_present_holding(empty: Tracker):
    """Years later nobody knows whether he has it; that he took it stays true."""
    empty.append([event("06:06", "keys", "removed", {"by": "tom"})])
    reply = empty.ask("What did Tom take?", at="2029-03-02T07:00:00+00:00")
    assert reply.text.startswith("Tom took the keys (")


def test_nothing_taken_is_said_of_taking(empty: Tracker):
    """Somebody who was given something took nothing."""
    empty.append([event("06:06", "keys", "placed", {"place": "tom", "relation": "with", "by": "lena"})])
    assert ask(empty, "What did Tom take?").text == "Tom is not known to have taken anything."


@pytest.mark.parametrize("said", [True, False])
def test_hearsay_is_told_as_such(empty: Tracker, said: bool):
    """What was only said is hedged, what was seen is not."""
    if said:
        empty.note("I took the keys.", at=f"{DAY}T06:06:00+00:00", speaker="tom")
    else:
        empty.append([event("06:06", "keys", "seen", claim("desk")), event("06:07", "keys", "removed", {"by": "tom"})])
    assert ask(empty, "What did Tom take?").text.endswith(", by what was said.") is said
