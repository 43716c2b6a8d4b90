"""Where sentences end, and that nothing of a text is lost or moved."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.ingest.sentences.split import LONGEST, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        (
            "Dr. Silva left at 3.30 p.m. for Porto. Then she came back.",
            ["Dr. Silva left at 3.30 p.m. for Porto.", "Then she came back."],
        ),
        ('She said "stop." He did.', ['She said "stop."', "He did."]),
        ("It is in the van.Take it.", ["It is in the van.", "Take it."]),
        ("See example.org for it. Fine.", ["See example.org for it.", "Fine."]),
        ("我回家了。她呢？在公司！", ["我回家了。", "她呢？", "在公司！"]),
        ("line one\nline two\r\n\r\nline three", ["line one", "line two", "line three"]),
        ("... !!! 。。", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]):
    """A full stop inside a number, an address or an abbreviation ends nothing; a line break ends everything."""
    assert [sentence.text for sentence in sentences(text)] == expected


@given(st.text(alphabet=st.sampled_from("ab .!?。\n\"')A1'“”"), max_size=200) | st.text(max_size=200))
def test_every_letter_of_a_text_is_in_exactly_one_sentence(text: str):
    """Spans are in order, do not overlap, quote the text exactly, and leave out no letter or digit."""
    end, covered = 0, 0
    for sentence in sentences(text):
        assert end <= sentence.start < sentence.end <= len(text)
        assert text[sentence.start : sentence.end] == sentence.text
        covered += sum(character.isalnum() for character in sentence.text)
        end = sentence.end
    assert covered == sum(character.isalnum() for character in text)


def test_a_run_without_an_end_is_cut_and_marked():
    """Pieces of a run too long for a sentence are kept, never read."""
    pieces = list(sentences("a" * (2 * LONGEST + 1)))
    assert [(len(piece.text), piece.cut) for piece in pieces] == [(LONGEST, True), (LONGEST, True), (1, True)]
