"""A second reader of a time phrase can make our reading hedge. It never gets to replace it."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker import Tracker
from tracker.errors import InvalidInput, MissingExtra
from tracker.language.when import When, parse
from tracker.language.when.second_opinion import Recognised, doubted, recognizers

TAIPEI = ZoneInfo("Asia/Taipei")
FRIDAY = datetime(2026, 3, 20, 16, 30, tzinfo=TAIPEI)
installed = pytest.mark.skipif(
    importlib.util.find_spec("ms_recognizers_date_time") is None, reason="the extra second-opinion is not installed"
)


def ours(phrase, now=FRIDAY, tz=TAIPEI):
    value = parse(phrase, now=now, tz=tz)
    assert isinstance(value, When)
    return value


def taking_it_as(*resolutions, start=0, end=None):
    return lambda phrase, language, now: [Recognised(start, len(phrase) if end is None else end, resolutions)]


def date(day):
    return {"timex": day, "type": "date", "value": day}


def span(kind, start, end, timex="", **more):
    return {"timex": timex, "type": kind, "start": start, "end": end, **more}


def doubt(phrase, reader, now=FRIDAY, tz=TAIPEI):
    """What the second reader adds to our doubt; the rest of our reading must be as it was."""
    value = ours(phrase, now, tz)
    again = doubted(value, phrase, now=now, tz=tz, language="en", reader=reader)
    assert replace(again, doubt=value.doubt) == value
    return None if again == value else again.doubt


AGREE = [
    ("next Tuesday", date("2026-03-24")),
    ("at 15:20", {"timex": "T15:20", "type": "time", "value": "15:20:00"}),
    ("yesterday at 15:20", {"timex": "", "type": "datetime", "value": "2026-03-19 15:20:00"}),
    ("last week", span("daterange", "2026-03-09", "2026-03-16", "2026-W11")),
    ("between 2 and 4pm", span("timerange", "14:00:00", "16:00:00", "(T14,T16,PT2H)")),
    ("from Monday to Wednesday", span("daterange", "2026-03-16", "2026-03-18", "(2026-03-16,2026-03-18,P2D)")),
    ("yesterday afternoon", span("datetimerange", "2026-03-19 12:00:00", "2026-03-19 16:00:00", "2026-03-19TAF")),
]


@pytest.mark.parametrize(("phrase", "resolution"), AGREE, ids=lambda one: one if isinstance(one, str) else "")
def test_agreement_changes_nothing(phrase, resolution):
    """Its wall times are ours after the zone and the half-open ends are reckoned with."""
    assert doubt(phrase, taking_it_as(resolution)) is None


OTHERWISE = [
    ("next Tuesday", date("2026-03-31"), "2026-03-31"),
    ("at 15:20", {"timex": "T03:20", "type": "time", "value": "03:20:00"}, "03:20:00"),
    ("last week", span("daterange", "2026-03-08", "2026-03-15", "2026-W11"), "2026-03-08 to 2026-03-15"),
    ("between 2 and 4pm", span("timerange", "02:00:00", "16:00:00"), "02:00:00 to 16:00:00"),
    (
        "yesterday afternoon",
        span("datetimerange", "2026-03-18 12:00:00", "2026-03-18 16:00:00", "2026-03-18TAF"),
        "2026-03-18 12:00:00 to 2026-03-18 16:00:00",
    ),
]


@pytest.mark.parametrize(("phrase", "resolution", "shown"), OTHERWISE, ids=lambda one: one if type(one) is str else "")
def test_disagreement_is_doubt_and_says_what_the_other_took_it_for(phrase, resolution, shown):
    assert doubt(phrase, taking_it_as(resolution)) == f"a second reader takes it as {shown}"


def test_one_of_several_readings_is_agreement():
    """'On Friday' may be this or the next one for the library; we say which."""
    assert doubt("next Tuesday", taking_it_as(date("2026-03-31"), date("2026-03-24"))) is None


def test_what_was_in_doubt_keeps_its_reason():
    value = ours("last Tuesday")
    again = doubted(
        value, "last Tuesday", now=FRIDAY, tz=TAIPEI, language="en", reader=taking_it_as(date("2026-03-10"))
    )
    assert value.doubt
    assert again.doubt == f"{value.doubt}; a second reader takes it as 2026-03-10"
    assert again.others == value.others


@pytest.mark.parametrize(
    ("phrase", "reader"),
    [
        ("since Monday", taking_it_as(date("2020-01-01"))),
        ("in the last week", taking_it_as(span("daterange", "2026-03-09", "2026-03-16"))),
        ("this morning", taking_it_as(span("timerange", "08:00:00", "12:00:00", "TMO"))),
        ("next Tuesday", taking_it_as(date("2020-01-01"), start=5)),
        ("next Tuesday", taking_it_as({"timex": "P2D", "type": "duration", "value": "172800"})),
        ("next Tuesday", taking_it_as({"timex": "2025-SU", "type": "daterange", "value": "not resolved"})),
        ("next Tuesday", taking_it_as({"timex": "", "type": "daterange", "Mod": "before", "end": "2020-01-01"})),
        ("next Tuesday", taking_it_as({"timex": "T24", "type": "time", "value": "24:00:00"})),
        ("next Tuesday", taking_it_as()),
        ("next Tuesday", lambda *_: []),
        ("next Tuesday", lambda *_: [Recognised(0, 4, (date("2020-01-01"),)), Recognised(5, 12, ())]),
    ],
    ids=["open", "rolls", "part of day", "a part", "length", "unplaced", "bound", "no clock", "none", "unread", "two"],
)
def test_what_cannot_be_compared_changes_nothing(phrase, reader):
    assert doubt(phrase, reader) is None


def test_a_library_that_fails_has_not_read_it():
    def failing(phrase, language, now):
        raise IndexError(phrase)

    assert doubt("next Tuesday", failing) is None


def test_it_is_told_the_speakers_wall_time_and_plain_characters():
    """Traditional Chinese reaches the library as Simplified, and `now` in the zone of the speaker."""
    heard = []
    now = datetime(2026, 3, 20, 20, 0, tzinfo=ZoneInfo("UTC"))
    value = ours("下週二", now)
    doubted(value, "下週二", now=now, tz="Asia/Taipei", language="zh", reader=lambda *told: heard.append(told) or [])
    assert heard == [("下周二", "zh", datetime(2026, 3, 21, 4, 0))]


def test_a_naive_now_is_refused():
    with pytest.raises(InvalidInput, match=r"now: .* has no time zone"):
        doubted(ours("today"), "today", now=datetime(2026, 3, 20), tz="UTC", language="en", reader=taking_it_as())


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    """Asked for, it must be there, whether or not the question names a time; nobody who does not ask needs it."""
    monkeypatch.setitem(sys.modules, "ms_recognizers_date_time", None)
    with pytest.raises(MissingExtra, match=r"^a second opinion .* pip install 'tracker\[second-opinion\]'$"):
        recognizers()
    with Tracker.open("sqlite://") as tracker:
        tracker.ask("where are my keys?")
        with pytest.raises(MissingExtra):
            tracker.ask("where are my keys?", second_opinion=True)


@installed
@pytest.mark.parametrize(
    ("phrase", "language", "expected"),
    [
        ("next Tuesday", "en", None),
        ("last night", "en", None),
        ("3 days ago", "en", None),
        ("in Q3 2025", "en", None),
        ("下週二", "zh", None),
        ("昨天下午三點", "zh", None),
        ("民國115年3月3日", "zh", None),
        ("this past Monday", "en", "a second reader takes it as 2026-03-09"),
        ("三個月前", "zh", "a second reader takes it as 2026-02-20"),
    ],
)
def test_the_real_library_agrees_or_is_doubted(phrase, language, expected):
    """The last two it gets wrong: ours stand, hedged."""
    value = ours(phrase)
    again = doubted(value, phrase, now=FRIDAY, tz=TAIPEI, language=language)
    assert (again.start, again.end, again.doubt) == (value.start, value.end, expected)


@installed
@settings(max_examples=40, deadline=None)
@given(st.text(max_size=40), st.sampled_from(["en", "zh"]))
def test_the_real_library_is_given_any_text(text, language):
    """Whatever a phrase holds, the reading that comes back is ours."""
    value = ours("next Tuesday")
    again = doubted(value, text, now=FRIDAY, tz=TAIPEI, language=language)
    assert replace(again, doubt=None) == value


@installed
def test_a_reply_says_how_a_time_was_taken_that_the_library_reads_otherwise():
    """Off by default, and silent where they agree."""
    with Tracker.open("sqlite://") as tracker:
        asked = {"at": FRIDAY, "tz": "Asia/Taipei"}
        seen = {"claim": {"attribute": "location", "value": "drawer", "relation": "in"}}
        where = {"entity_id": "keys", "type": "seen", "payload": seen, "source": "camera:hall"}
        tracker.append([{**where, "occurred_at": "2026-03-01T00:00:00+00:00"}])
        plain = tracker.ask("where were the keys this past Monday?", **asked)
        hedged = tracker.ask("where were the keys this past Monday?", **asked, second_opinion=True)
        agreed = tracker.ask("where were the keys yesterday?", **asked, second_opinion=True)
    assert hedged.text.startswith(plain.text)
    assert "I took 'this past Monday' to mean" in hedged.text.removeprefix(plain.text)
    assert "I took" not in plain.text + agreed.text
    assert hedged.values == plain.values
