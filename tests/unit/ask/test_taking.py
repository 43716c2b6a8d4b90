"""What somebody took is told as takings, never as what they have now."""

from __future__ import annotations

import pytest

from tests.unit.ask.conftest import DAY, claim, event, understood
from tracker import Reply, Tracker

SEVEN = f"{DAY}T07:00:00+00:00"


def ask(tracker: Tracker, question: str) -> Reply:
    return understood(tracker, question, SEVEN)


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


@pytest.fixture
def leo(empty: Tracker) -> Tracker:
    """里歐 took the wallet out of the box and moved the keys to the backpack."""
    empty.append([
        event("05:00", "keys", "registered", {"kind": "key", "names": ["鑰匙"]}),
        event("05:00", "wallet", "registered", {"kind": "wallet", "names": ["錢包"]}),
        event("05:00", "box", "registered", {"kind": "box", "names": ["盒子"]}),
        event("05:00", "leo", "registered", {"kind": "person", "names": ["里歐"]}),
        event("06:00", "wallet", "placed", {"place": "box", "relation": "in"}),
        event("06:10", "wallet", "removed", {"by": "leo"}),
        event("06:20", "keys", "moved", {"from_place": "table", "to_place": "backpack", "by": "leo"}),
    ])  # fmt: skip
    return empty


@pytest.mark.parametrize(
    ("question", "values", "said"),
    [
        ("誰拿了鑰匙？", ("leo",), "里歐06:20（40 分鐘前）動了鑰匙。"),
        ("誰拿走了鑰匙？", ("leo",), "里歐06:20（40 分鐘前）動了鑰匙。"),
        ("誰拿過錢包？", ("leo",), "里歐06:10（50 分鐘前）拿走了錢包。"),
        ("誰拿著錢包？", ("leo",), "錢包06:10以前（50 分鐘前）在盒子裡；被里歐拿走；之後沒有再看到。"),
        ("里歐拿走了什麼？", ("wallet",), "里歐拿走了錢包（06:10，50 分鐘前）。"),
        ("里歐拿了什麼？", ("wallet",), "里歐拿走了錢包（06:10，50 分鐘前）。"),
        ("里歐拿走了哪些東西？", ("wallet",), "里歐拿走了錢包（06:10，50 分鐘前）。"),
        ("里歐從盒子裡拿走了什麼？", ("wallet",), "里歐拿走了盒子的錢包（06:10，50 分鐘前）。"),
        ("里歐拿著什麼？", ("wallet",), "里歐有：錢包（從06:10起）。"),
    ],
)
def test_who_took_is_not_who_has(leo: Tracker, question: str, values: tuple[str, ...], said: str):
    """誰拿了 asks for who took it, 誰拿著 for who has it."""
    reply = ask(leo, question)
    assert (reply.values, reply.text) == (values, said)


@pytest.mark.parametrize("question", ["里歐喜歡什麼？", "里歐為什麼拿走了？"])
def test_a_name_is_suggested_as_it_is_written(leo: Tracker, question: str):
    """里 of a name is no 裡."""
    reply = leo.ask(question, at=SEVEN)
    assert not reply.understood
    assert reply.text.endswith("最接近的問法：里歐拿著什麼？")
