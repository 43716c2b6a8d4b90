"""Time phrases: each row of the table means exactly what the calendar says, and nothing else is a time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.unit.language.expressions import GROUPS, ONLY_LOOK_LIKE_TIMES
from tracker.errors import InvalidInput
from tracker.language.normalise import simplified
from tracker.language.when import Anchor, Lasting, Unparsed, When, find, parse

TAIPEI = ZoneInfo("Asia/Taipei")
FRIDAY = datetime(2026, 3, 20, 16, 30, tzinfo=TAIPEI)
NEW_YORK = ZoneInfo("America/New_York")


def rows():
    for now, zone, table in GROUPS:
        for line in table.strip().splitlines():
            phrase, start, end, grain, *marks = (cell.strip() for cell in line.split("|"))
            marks = marks[0].split() if marks else []
            yield pytest.param(
                now, zone, phrase, start, end, grain, marks, id=f"{phrase} {' '.join(marks)} @{now[:10]}"
            )


ROWS = list(rows())


def local(moment, zone):
    return "-" if moment is None else moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def expected(cell):
    return "-" if cell == "-" else datetime.fromisoformat(cell)


def meant(phrase, lean=None, now=FRIDAY, tz=TAIPEI):
    return parse(phrase, now=now, tz=tz, lean=lean)


def told(text, lean=None, now=FRIDAY, tz=TAIPEI):
    return find(text, now=now, tz=tz, lean=lean)


def starts(text, **given):
    """What each phrase found in a text says, by the local start of its span or by its kind."""
    return [
        (
            text[found.start : found.end],
            local(found.value.start, "Asia/Taipei").isoformat(" ", "minutes")
            if isinstance(found.value, When)
            else type(found.value).__name__,
        )
        for found in told(text, **given)
    ]


def test_the_table_is_as_long_as_promised():
    assert len(ROWS) >= 150
    assert len(ONLY_LOOK_LIKE_TIMES.split("\n")) >= 30


@pytest.mark.parametrize(("now", "zone", "phrase", "start", "end", "grain", "marks"), ROWS)
def test_a_phrase_means_what_the_calendar_says(now, zone, phrase, start, end, grain, marks):
    """Start, end, grain, bound, and whether it is approximate or in doubt, all as in the table."""
    speaker = datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(zone))
    lean = next((mark for mark in marks if mark in ("past", "future")), None)
    when = parse(phrase, now=speaker, tz=zone, lean=lean)
    assert isinstance(when, When), when
    assert (local(when.start, zone), local(when.end, zone)) == (expected(start), expected(end))
    assert when.grain == grain
    bounds = ("before", "after", "since", "until", "by")
    assert when.bound == next((mark for mark in marks if mark in bounds), "during")
    assert when.approximate == ("~" in marks)
    assert bool(when.doubt) == ("?" in marks), when.doubt


@pytest.mark.parametrize(("now", "zone", "phrase", "start", "end", "grain", "marks"), ROWS)
def test_a_phrase_is_found_whole_inside_a_sentence(now, zone, phrase, start, end, grain, marks):
    """Every phrase that can stand in running text is found there with its own span and the same meaning."""
    if phrase in ONLY_AS_A_WHOLE:
        pytest.skip("a plain name or number: a time only when the caller knows it is one")
    speaker = datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(zone))
    lean = next((mark for mark in marks if mark in ("past", "future")), None)
    before, after = ("He left it there ", ".") if phrase.isascii() or phrase == "2–4pm" else ("鑰匙，", "。")
    found = find(before + phrase + after, now=speaker, tz=zone, lean=lean)
    assert [(one.start, one.end) for one in found] == [(len(before), len(before + phrase))]
    whole = parse(phrase, now=speaker, tz=zone, lean=lean)
    assert (found[0].value.start, found[0].value.end) == (whole.start, whole.end)


ONLY_AS_A_WHOLE = {"第三季", "late afternoon"}


@pytest.mark.parametrize("sentence", ONLY_LOOK_LIKE_TIMES.strip().splitlines())
def test_words_that_only_look_like_times_are_neither_found_nor_parsed(sentence):
    """A wrong time is worse than none."""
    assert told(sentence) == []
    assert isinstance(meant(sentence), Unparsed)


@pytest.mark.parametrize(("now", "zone", "phrase", "start", "end", "grain", "marks"), ROWS)
def test_traditional_and_simplified_mean_the_same(now, zone, phrase, start, end, grain, marks):
    """The script a phrase is written in never changes its time."""
    speaker = datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(zone))
    one, other = (parse(text, now=speaker, tz=zone) for text in (phrase, simplified(phrase)))
    assert (one.start, one.end, one.grain, one.bound) == (other.start, other.end, other.grain, other.bound)


class TestTheNightsClocksChange:
    """Clock times that do not exist are refused with the reason; those that come twice are in doubt."""

    def test_a_time_inside_the_gap_is_refused_not_shifted(self):
        now = datetime(2026, 3, 8, 9, tzinfo=NEW_YORK)
        for phrase in ("2:30am", "at 2:30 am today", "2026-03-08T02:30", "凌晨兩點半", "2026-03-08 02:30"):
            when = meant(phrase, now=now, tz=NEW_YORK)
            assert isinstance(when, Unparsed), phrase
            assert "skip 02:30 on 2026-03-08" in when.reason

    def test_a_range_with_an_end_in_the_gap_is_refused(self):
        now = datetime(2026, 3, 8, 9, tzinfo=NEW_YORK)
        assert isinstance(meant("between 1am and 2:30am", now=now, tz=NEW_YORK), Unparsed)

    def test_the_day_of_the_gap_is_23_hours_long(self):
        when = meant("today", now=datetime(2026, 3, 8, 9, tzinfo=NEW_YORK), tz=NEW_YORK)
        assert when.end - when.start == timedelta(hours=23)

    def test_a_time_inside_the_fold_has_two_readings_and_says_so(self):
        when = meant("1:30am", now=datetime(2026, 11, 1, 9, tzinfo=NEW_YORK), tz=NEW_YORK)
        assert when.start == datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
        assert [start for start, _ in when.others] == [datetime(2026, 11, 1, 6, 30, tzinfo=UTC)]
        assert "twice" in when.doubt

    def test_an_offset_chooses_within_the_fold_without_doubt(self):
        when = meant("2026-11-01T01:30-05:00", now=datetime(2026, 11, 1, 9, tzinfo=NEW_YORK), tz=NEW_YORK)
        assert (when.start, when.doubt) == (datetime(2026, 11, 1, 6, 30, tzinfo=UTC), None)

    def test_elapsed_time_crosses_a_change_by_the_stopwatch(self):
        when = meant("two hours ago", now=datetime(2026, 3, 8, 3, 30, tzinfo=NEW_YORK), tz=NEW_YORK)
        assert when.start == datetime(2026, 3, 8, 5, 30, tzinfo=UTC)

    def test_a_range_keeps_both_passes_of_a_repeated_hour(self):
        when = meant("from 1am to 1:30am", now=datetime(2026, 11, 1, 9, tzinfo=NEW_YORK), tz=NEW_YORK)
        assert when.end - when.start == timedelta(minutes=90)
        assert when.doubt

    def test_a_day_whose_midnight_is_skipped_begins_when_the_gap_ends(self):
        zone = ZoneInfo("America/Sao_Paulo")
        when = meant("today", now=datetime(2018, 11, 4, 12, tzinfo=zone), tz=zone)
        assert when.start == datetime(2018, 11, 4, 3, tzinfo=UTC)

    def test_a_day_its_zone_skipped_is_refused(self):
        zone = ZoneInfo("Pacific/Apia")
        when = meant("yesterday", now=datetime(2011, 12, 31, 12, tzinfo=zone), tz=zone)
        assert isinstance(when, Unparsed)
        assert "does not exist" in when.reason


class TestWhatCannotBePlaced:
    """Phrases that certainly speak of time but name none are Unparsed with the reason, and still found."""

    @pytest.mark.parametrize(
        ("phrase", "reason"),
        [
            ("February 30", "there is no"),
            ("Feb 29 2027", "there is no 2027-02-29"),
            ("2026-13-01", "there is no"),
            ("二月三十日", "there is no"),
            ("25:00", "not a time of day"),
            ("13pm", "twelve-hour"),
            ("Monday, March 3, 2026", "is a Tuesday, not a Monday"),
            ("下午九點", "not in the afternoon"),
            ("every Monday", "repeats"),
            ("每天", "repeats"),
            ("the other day", "too vague"),
            ("前幾天", "too vague"),
            ("last week at 3pm", "needs one day"),
            ("99999 years ago", "calendar"),
        ],
    )
    def test_it_is_refused_with_the_reason(self, phrase, reason):
        when = meant(phrase)
        assert isinstance(when, Unparsed), when
        assert reason in when.reason
        assert [type(found.value) for found in told(f"({phrase})")] == [Unparsed]

    def test_what_follows_a_time_is_reported_as_left_over(self):
        assert meant("yesterday at the lake").rest == "at the lake"
        assert meant("two days after the match").rest == "after the match"

    def test_a_clock_time_in_another_zone_is_not_read_as_ours(self):
        assert starts("I left at 3pm EST") == [("at 3pm", "Unparsed")]

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("He came on Monday week", "on Monday"),
            ("an hour before noon he left", "before noon"),
            ("農曆三月三日他來了", "三月三日"),
            ("26年3月他來了", "3月"),
            ("two Mondays ago he left", "two Mondays ago"),
            ("the last weekend of March he left", "the last weekend of March"),
        ],
    )
    def test_a_longer_phrase_is_not_cut_short(self, text, found):
        """Reading only the part that is understood would give a wrong time."""
        assert starts(text) == [(found, "Unparsed")]


class TestDoubt:
    """A doubtful phrase names its other readings."""

    def test_both_mondays_are_named(self):
        when = meant("on Monday")
        assert [local(start, "Asia/Taipei").day for start, _ in when.others] == [23]
        assert "2026-03-16 or 2026-03-23" in when.doubt

    def test_both_halves_of_the_day_are_named(self):
        when = meant("half past two")
        assert [local(start, "Asia/Taipei").hour for start, _ in when.others] == [2]

    def test_until_a_day_may_include_it(self):
        when = meant("until Friday")
        assert (local(when.end, "Asia/Taipei").day, local(when.others[0][1], "Asia/Taipei").day) == (20, 21)


class TestLengthsAndAnchors:
    """Lengths and event-relative words are their own kinds."""

    @pytest.mark.parametrize(
        ("phrase", "length"),
        [
            ("for two hours", timedelta(hours=2)),
            ("for half an hour", timedelta(minutes=30)),
            ("for an hour and a half", timedelta(minutes=90)),
            ("兩個小時", timedelta(hours=2)),
            ("一個半小時", timedelta(minutes=90)),
            ("一小時二十分鐘", timedelta(minutes=80)),
        ],
    )
    def test_elapsed_lengths(self, phrase, length):
        lasting = meant(phrase)
        assert isinstance(lasting, Lasting), lasting
        assert lasting.exact == length

    def test_calendar_lengths_stay_steps(self):
        assert (meant("for three days").days, meant("三個月").months, meant("半年").months) == (3, 3, 6)

    @pytest.mark.parametrize(
        ("phrase", "relation", "to"),
        [
            ("after that", "after", "previous"),
            ("afterwards", "after", "previous"),
            ("then", "after", "previous"),
            ("following that", "after", "previous"),
            ("before that", "before", "previous"),
            ("at the same time", "during", "previous"),
            ("since then", "since", "previous"),
            ("until then", "until", "previous"),
            ("before lunch", "before", "lunch"),
            ("after dinner", "after", "dinner"),
            ("after school", "after", "school"),
            ("之後", "after", "previous"),
            ("然後", "after", "previous"),
            ("後來", "after", "previous"),
            ("在那之前", "before", "previous"),
            ("當時", "during", "previous"),
            ("午飯前", "before", "lunch"),
            ("吃完晚飯後", "after", "dinner"),
            ("睡覺前", "before", "sleep"),
        ],
    )
    def test_event_relative_words(self, phrase, relation, to):
        anchor = meant(phrase)
        assert isinstance(anchor, Anchor), anchor
        assert (anchor.relation, anchor.to) == (relation, to)

    def test_a_counted_step_from_the_event_before(self):
        assert meant("two days later").offset.days == 2
        assert meant("30 minutes later").offset.exact == timedelta(minutes=30)
        assert meant("the next day").offset.days == 1
        assert meant("第二天早上").offset.days == 1

    def test_chinese_days_after_count_from_the_event_in_a_tale(self):
        """兩天後 looks ahead from now, unless the sentence is about the past."""
        assert isinstance(meant("兩天後"), When)
        assert meant("兩天後", lean="past").offset.days == 2


class TestInASentence:
    """`find` gives every phrase its place in the text as written."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("What was on the table at 3pm yesterday?", [("at 3pm yesterday", "2026-03-19 15:00")]),
            ("how often was the lamp on last week?", [("last week", "2026-03-09 00:00")]),
            ("was the fridge open between 2 and 4?", [("between 2 and 4", "2026-03-20 14:00")]),
            ("turn the lamp on yesterday", [("yesterday", "2026-03-19 00:00")]),
            ("I have an exam next Tuesday", [("next Tuesday", "2026-03-24 00:00")]),
            ("我下週二有期末考", [("下週二", "2026-03-24 00:00")]),
            ("說明天來", [("明天", "2026-03-21 00:00")]),
            ("三點把鑰匙給我", [("三點", "2026-03-20 15:00")]),
            ("The meeting is at 3.", [("at 3", "2026-03-20 15:00")]),
            ("After that he went out. Then she left.", [("After that", "Anchor"), ("Then", "Anchor")]),
            ("He stayed for two hours", [("for two hours", "Lasting")]),
            ("在廚房待了兩個小時", [("兩個小時", "Lasting")]),
            ("14:02 camera sees keys", [("14:02", "2026-03-20 14:02")]),
            ("[2026/3/3 14:05:06] Ana: keys", [("2026/3/3 14:05:06", "2026-03-03 14:05")]),
        ],
    )
    def test_phrases_are_found_where_they_stand(self, text, found):
        assert starts(text) == found

    def test_a_clock_time_takes_the_day_its_sentence_names(self):
        """Read alone, "at 3pm" would be today's: a wrong time."""
        assert starts("Yesterday I put the keys there at 3pm.")[1] == ("at 3pm", "2026-03-19 15:00")
        assert starts("昨天我在下午三點把書放下")[1] == ("在下午三點", "2026-03-19 15:00")
        assert starts("At 3pm I left. Yesterday was fine.")[0] == ("At 3pm", "2026-03-20 15:00")

    def test_a_clock_time_in_a_sentence_about_a_week_has_no_day(self):
        assert starts("Last week I left at 3pm")[1] == ("at 3pm", "Unparsed")

    def test_spans_are_of_the_text_as_written(self):
        """Zero-width and bidi characters, full-width forms and Traditional script do not move a span."""
        text = "\u200b他\u202e昨\u200b天晚上８點半開了門\u200f"
        (found,) = told(text)
        assert text[found.start : found.end] == "昨\u200b天晚上８點半"
        assert local(found.value.start, "Asia/Taipei") == datetime(2026, 3, 19, 20, 30)


def test_a_caller_without_a_zone_is_told_so():
    with pytest.raises(InvalidInput, match="no time zone"):
        parse("today", now=datetime(2026, 3, 20), tz="Asia/Taipei")
    with pytest.raises(InvalidInput, match="Mars/Base"):
        parse("today", now=FRIDAY, tz="Mars/Base")
