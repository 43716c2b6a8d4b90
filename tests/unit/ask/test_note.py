"""Notes, one at a time: each is read with what its source said before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.ask.conftest import DAY
from tracker import Tracker
from tracker.errors import InvalidInput, SourceKeyConflict


def at(second: int) -> str:
    return f"{DAY}T14:00:{second:02}+00:00"


def test_a_note_becomes_stated_events_and_keeps_its_words(empty: Tracker):
    """An action is told by words that it answers, so that it counts as said, not as seen."""
    receipt = empty.note("Tom took the ladle.", at=at(0), speaker="lena")
    words, action = sorted(empty.events("ladle"), key=lambda one: one.type, reverse=True)
    assert receipt.event_ids == (words.event_id, action.event_id)
    assert (action.type, action.caused_by) == ("removed", words.event_id)
    assert words.payload.text == "Tom took the ladle."
    assert empty.where("ladle", at=at(1)).basis == "stated"


def test_consecutive_notes_of_one_source_are_one_talk(empty: Tracker):
    """'He' is whom the note before named, and the answer rests on both notes."""
    first = empty.note("Tom went to the attic.", at=at(0))
    second = empty.note("After that he went to the cellar.", at=at(1))
    reply = empty.ask("where is Tom?", at=at(2))
    assert reply.values == ("cellar",)
    assert len(reply.event_ids) == 2
    assert set(reply.event_ids) & set(first.event_ids)
    assert set(reply.event_ids) & set(second.event_ids)


def test_a_longer_talk_rests_on_the_words_that_named_somebody(empty: Tracker):
    """'She' meant by 'she': back to the name."""
    named = empty.note("Lena went to the attic.", at=at(0))
    empty.note("Then she went to the cellar.", at=at(1))
    empty.note("After that she went to the garden.", at=at(2))
    reply = empty.ask("where is Lena?", at=at(3))
    assert reply.values == ("garden",)
    assert set(reply.event_ids) & set(named.event_ids)


def test_sources_do_not_finish_each_others_sentences(empty: Tracker):
    """What one chat talked about means nothing in another."""
    empty.note("Tom went to the attic.", at=at(0), source="chat:a")
    empty.note("He went to the cellar.", at=at(1), source="chat:b")
    assert empty.ask("where is Tom?", at=at(2)).values == ("attic",)


def test_the_talk_goes_on_after_a_restart(tmp_path: Path):
    """What was mentioned is kept with the log, not in memory."""
    url = f"sqlite:///{tmp_path / 'home.db'}"
    with Tracker.open(url) as tracker:
        tracker.note("Tom went to the attic.", at=at(0))
    with Tracker.open(url) as tracker:
        tracker.note("He went to the cellar.", at=at(1))
        assert tracker.where("tom", at=at(2)).place == "cellar"


def test_the_same_note_sent_again_is_a_duplicate(empty: Tracker):
    """A source key makes resending harmless, pronouns included; other words under it are an error that names it."""
    empty.note("Tom went to the attic.", at=at(0), source_key="1")
    sent = empty.note("He took the ladle.", at=at(1), source_key="2")
    empty.note("Lena and Tom went to the cellar.", at=at(2), source_key="3")
    again = empty.note("He took the ladle.", at=at(1), source_key="2")
    assert (again.appended, again.duplicates, again.event_ids) == (0, 2, sent.event_ids)
    with pytest.raises(SourceKeyConflict, match="'2'"):
        empty.note("He took the lamp.", at=at(1), source_key="2")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"tz": "Nowhere/Land"}, "tz"),
        ({"at": "2026-03-02T14:00:00"}, "at"),
        ({"source": ""}, "source"),
        ({"speaker": " tom "}, "speaker"),
        ({"source_key": "k" * 600}, "source_key"),
        ({"text": "Tom\x00"}, "text"),
        ({"text": "Tom\ud800"}, "text"),
    ],
)
def test_a_bad_argument_is_named_and_nothing_is_written(empty: Tracker, arguments: dict[str, str], named: str):
    """One line that says which; no event, no memory of the words."""
    with pytest.raises(InvalidInput, match=named):
        empty.note(**{"text": "Tom went to the attic.", "at": at(0), **arguments})
    assert list(empty.events()) == []


@pytest.mark.parametrize("text", ["", "   ", "🔑", "a" * 1_000_000, "他" * 100_000, "<b>Tom</b>", "\u202eTom"])
def test_any_text_can_be_noted(empty: Tracker, text: str):
    """Words that say nothing are kept as words or, if there are none, not at all."""
    receipt = empty.note(text, at=at(0))
    assert receipt.appended == len(list(empty.events()))


def test_registered_names_are_known_to_notes(empty: Tracker):
    """'The old banger' is the car that was registered so."""
    empty.append({"entity_id": "car", "type": "registered", "source": "user:ana", "occurred_at": at(0),
                  "payload": {"kind": "vehicle", "names": ["old banger"]}})  # fmt: skip
    empty.note("The old banger is in the garage.", at=at(1))
    assert empty.where("car", at=at(2)).place == "garage"
