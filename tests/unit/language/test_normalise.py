"""One spelling for a text, and the way back."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.language.normalise import language_of, normalise, simplified


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("鑰匙在抽屜裡", "钥匙在抽屉里"),
        ("三點半", "三点半"),
        ("下週二", "下周二"),
        ("３：３０ＰＭ", "3:30PM"),
        ("昨\u200b天", "昨天"),
        ("\u202eabc\u202c", "abc"),
        ("today\u2019s", "today's"),
        ("a\u3000b\u00a0c", "a b c"),
        ("⽉", "月"),
        ("x²", "x²"),
        ("乾坤", "乾坤"),
    ],
)
def test_script_width_and_invisible_characters_are_folded(written, folded):
    assert normalise(written).text == folded


def test_case_is_kept():
    assert normalise("May may").text == "May may"


def test_a_span_goes_back_to_the_text_as_written():
    folded = normalise("\u200b他\u200b昨\u200d天來\u200e了")
    assert folded.text == "他昨天来了"
    assert folded.quote(1, 3) == "昨\u200d天"
    assert folded.span(0, 5) == (1, 9)


@given(st.text())
def test_every_folded_character_points_at_its_own(text):
    """Offsets rise strictly and stay inside the text."""
    folded = normalise(text)
    ends = [folded.span(position, position + 1) for position in range(len(folded.text))]
    assert all(0 <= start < end <= len(text) for start, end in ends)
    assert all(one[1] <= other[0] for one, other in pairwise(ends))


@given(st.text(alphabet="鑰匙週點半後裡乾淨坤著作瞭解髮發只隻台臺 abc，。"))
def test_simplifying_keeps_length_and_settles(text):
    once = simplified(text)
    assert len(once) == len(text)
    assert len(simplified(once)) == len(once)


def test_a_lone_surrogate_is_text_like_any_other():
    assert normalise("昨\ud800天").text == "昨\ufffd天"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("where are my keys?", "en"),
        ("鑰匙在哪裡？", "zh"),
        ("把 iPhone 放在桌上", "zh"),
        ("Mary said 你好 to everyone here", "en"),
        ("", "en"),
        ("😀 12:30", "en"),
    ],
)
def test_the_language_of_a_text(text, language):
    assert language_of(text) == language


@pytest.mark.parametrize("character", ["a", "週", "\u200b", "😀", "\u202e"])
def test_a_megabyte_of_one_character_is_folded_at_once(character):
    """Linear: the bound is loose on purpose, a quadratic fold would take hours."""
    began = time.monotonic()
    normalise(character * 1_000_000)
    assert time.monotonic() - began < 20
