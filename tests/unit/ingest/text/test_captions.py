"""Captions: each cue is said at the recording's start plus its own time."""

from datetime import UTC, datetime, timedelta

import pytest

from tracker import Tracker, TrackerError
from tracker.ingest.runner import run
from tracker.ingest.text.job import TextJob
from tracker.ingest.text.reader import messages, survey
from tracker.ingest.text.source import read_source

START = datetime(2026, 3, 2, 14, 0, tzinfo=UTC)

SRT = """1
00:00:01,000 --> 00:00:03,500
Ana: I put the keys
in the hall drawer.

2
00:17:00,250 --> 00:17:02,000
Ben: I took the keys out of the drawer.
"""

VTT = """WEBVTT - at home

NOTE made by hand

00:02.000 --> 00:04.000 align:start
<v Ana>The <i>front door</i> is closed.

intro
01:00:05.000 --> 01:00:06.000
It is raining again.
"""


def _told(tmp_path, text, name="home.srt", **fields):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    source = read_source(path=path, source="import:captions", start=START, **fields)
    return source, survey(source)


@pytest.mark.parametrize("name", ["home.srt", "home.txt"])
def test_subrip_cues_are_found_by_what_they_look_like(tmp_path, name):
    source, look = _told(tmp_path, SRT, name)
    told = [(one.at - START, one.speaker, one.text) for one in messages(source, look)]
    assert (look.kind, look.messages) == ("captions", 2)
    assert told == [
        (timedelta(seconds=1), "Ana", "I put the keys in the hall drawer."),
        (timedelta(minutes=17, milliseconds=250), "Ben", "I took the keys out of the drawer."),
    ]


def test_webvtt_names_voices_and_its_marks_are_not_words(tmp_path):
    source, look = _told(tmp_path, VTT, "home.vtt")
    told = [(one.at - START, one.speaker, one.text) for one in messages(source, look)]
    assert told == [
        (timedelta(seconds=2), "Ana", "The front door is closed."),
        (timedelta(hours=1, seconds=5), None, "It is raining again."),
    ]


def test_captions_become_events_at_their_times(tmp_path):
    source, _ = _told(tmp_path, SRT)
    with Tracker.open("sqlite://") as t:
        run(TextJob(source), t)
        left = t.where("keys", at=START + timedelta(minutes=16))
        assert (left.status, left.place, left.since) == ("current", "hall_drawer", START + timedelta(seconds=1))
        assert t.where("keys", at=START + timedelta(minutes=18)).place == "ben"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1\n00:00:05,000 --> 00:00:01,000\nwords\n", "home.srt:2: the caption ends before it begins"),
        ("WEBVTT\n\nwords\n\n00:01.000 --> 00:02.000\nmore\n", "home.srt:3: words under no caption time"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, text, problem):
    with pytest.raises(TrackerError, match=problem):
        _told(tmp_path, text)


def test_without_a_start_captions_are_refused(tmp_path):
    path = tmp_path / "home.srt"
    path.write_text(SRT, encoding="utf-8")
    with pytest.raises(TrackerError, match="--start"):
        survey(read_source(path=path, source="import:captions"))
