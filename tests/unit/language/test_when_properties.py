"""What holds for any text at all."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.language.expressions import GROUPS, ONLY_LOOK_LIKE_TIMES
from tracker.language.normalise import simplified
from tracker.language.when import Found, When, find, parse

NOW = datetime(2026, 3, 20, 16, 30, tzinfo=ZoneInfo("Asia/Taipei"))
ZONES = ("Asia/Taipei", "America/New_York", "Europe/London", "Pacific/Apia", "America/Sao_Paulo", "Asia/Kathmandu")
WORDS = sorted(
    {word for _, _, table in GROUPS for line in table.splitlines() for word in line.split("|")[0].split()}
    | set(ONLY_LOOK_LIKE_TIMES.split())
    | set("昨今明前後天上下午週月年點半到從三十一分號之間前後")
)
time_like = st.lists(st.sampled_from(WORDS), max_size=8).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words), ", ".join(words)])
)
any_text = st.text() | time_like | st.text(alphabet=st.sampled_from("0123456789:-/ apm點年月日TZ+"))
moments = st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC))
leans = st.sampled_from([None, "past", "future"])


def sane(value):
    if isinstance(value, When):
        assert value.start is not None or value.end is not None
        assert all(moment is None or moment.utcoffset().total_seconds() == 0 for moment in (value.start, value.end))
        if value.start and value.end:
            assert value.start < value.end
        if value.bound == "during":
            assert value.start
            assert value.end
        for start, end in value.others:
            assert start is None or end is None or start < end


@given(any_text, moments, st.sampled_from(ZONES), leans)
def test_any_text_is_parsed_without_raising(text, now, zone, lean):
    """Whatever is said, and whenever: a meaning with ordered ends, or Unparsed."""
    sane(parse(text, now=now, tz=zone, lean=lean))


@given(any_text, moments, st.sampled_from(ZONES), leans)
def test_what_is_found_lies_in_order_inside_the_text(text, now, zone, lean):
    last = 0
    for found in find(text, now=now, tz=zone, lean=lean):
        assert isinstance(found, Found)
        assert last <= found.start < found.end <= len(text)
        assert found.value.text == text[found.start : found.end]
        last = found.end
        sane(found.value)


@given(time_like, st.sampled_from(ZONES))
def test_a_text_means_the_same_when_asked_again(text, zone):
    assert find(text, now=NOW, tz=zone) == find(text, now=NOW, tz=zone)


@given(time_like)
def test_script_does_not_change_what_is_found(text):
    one, other = find(text, now=NOW, tz="Asia/Taipei"), find(simplified(text), now=NOW, tz="Asia/Taipei")
    assert [(a.start, a.end, type(a.value)) for a in one] == [(b.start, b.end, type(b.value)) for b in other]


@given(moments, st.sampled_from(ZONES))
def test_an_iso_time_with_its_offset_is_read_back_exactly(moment, zone):
    moment = moment.replace(microsecond=0)
    written = moment.astimezone(ZoneInfo(zone)).isoformat()
    if len(written) > 25:
        return  # historical offsets with seconds are not ISO 8601
    assert parse(written, now=NOW, tz="Asia/Taipei").start == moment


@pytest.mark.parametrize(
    "piece", ["a", "1", "年", "点", "三", "in ", "the last ", "every ", "between ", "1:", "\u200b"]
)
def test_a_megabyte_of_one_piece_does_not_hang(piece):
    """Linear in the length; the bound is loose on purpose, a quadratic search would take hours."""
    began = time.monotonic()
    find(piece * (1_000_000 // len(piece)), now=NOW, tz="Asia/Taipei")
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("piece", ["今天", "yesterday ", "三点到", "Monday at ", "at 3pm ", "昨天三点"])
def test_a_text_full_of_times_takes_work_in_proportion(piece):
    """Ten times the text, well under a hundred times the calls; counted, since seconds depend on the machine."""

    def calls(count):
        made = 0

        def tally(_frame, kind, _argument):
            nonlocal made
            made += kind in ("call", "c_call")

        sys.setprofile(tally)
        try:
            find(piece * count, now=NOW, tz="Asia/Taipei")
        finally:
            sys.setprofile(None)
        return made

    calls(20)
    assert calls(1000) < 20 * calls(100)


def test_a_sentence_without_a_word_of_time_never_reaches_the_grammar(monkeypatch):
    """The cheap look comes first: most sentences say nothing about time."""
    from tracker.language.when import search

    def refuse(*_arguments):
        raise AssertionError("the grammar was asked")

    monkeypatch.setattr(search, "phrases", refuse)
    for text in ("Mary went back to the garden.", "他把鑰匙放進抽屜裡", "Where was the football before the kitchen?"):
        assert find(text, now=NOW, tz="Asia/Taipei") == []
    with pytest.raises(AssertionError, match="grammar was asked"):
        find("Mary left yesterday.", now=NOW, tz="Asia/Taipei")
