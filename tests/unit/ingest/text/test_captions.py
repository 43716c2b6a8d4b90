"""Captions: each cue is said at the recording's start plus its own time."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker import Tracker, TrackerError
from tracker.ingest.runner import run
from tracker.ingest.text.job import TextJob
from tracker.ingest.text.message import Message, Skipped
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


def _cues(tmp_path, text, name="home.srt"):
    source, look = _told(tmp_path, text, name)
    parts = list(messages(source, look))
    return [(one.at - START, one.speaker, one.text) for one in parts if isinstance(one, Message)]


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def test_subrip_times_may_lack_their_fraction_or_digits_of_it(tmp_path):
    text = "1\n00:00:20 --> 00:00:24\nI put the keys in the drawer.\n\n2\n00:00:24,5 --> 00:00:27,46\nOpen.\n"
    assert _cues(tmp_path, text) == [
        (seconds(20), None, "I put the keys in the drawer."),
        (seconds(24.5), None, "Open."),
    ]
    middle = "1\n00:00:20,000 --> 00:00:22,000\nOne.\n\n2\n01:30:24 --> 01:30:27\nTwo.\n"
    assert [text for _, _, text in _cues(tmp_path, middle)] == ["One.", "Two."]


def test_words_after_a_blank_line_belong_to_the_caption_above(tmp_path):
    text = "9\n00:02:03,130 --> 00:02:06,100\nThe door is open.\n\nI put the keys in the drawer.\n\n10\n{time}\nOn.\n"
    srt = text.format(time="00:02:07,130 --> 00:02:09,100")
    assert [words for _, _, words in _cues(tmp_path, srt)] == ["The door is open. I put the keys in the drawer.", "On."]
    vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nOne.\n\nTwo.\n\n00:03.000 --> 00:04.000\nThree.\n"
    assert [words for _, _, words in _cues(tmp_path, vtt, "home.vtt")] == ["One. Two.", "Three."]


def test_a_number_that_is_said_is_not_the_number_of_the_next_caption(tmp_path):
    text = "1\n00:00:01,000 --> 00:00:02,000\nHow many?\n24\n\n2\n00:00:03,000 --> 00:00:04,000\n12\n"
    assert [words for _, _, words in _cues(tmp_path, text)] == ["How many? 24", "12"]


def test_what_webvtt_says_about_itself_is_not_said_by_anybody(tmp_path):
    text = (
        "WEBVTT - hall\nKind: captions\nLanguage: en\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:fred\n\n"
        "NOTE\nmade by\na friend\n\nNOTE the window is open.\n\nintro\n00:01.000 --> 00:03.000 align:start\n"
        "<v Ana Maria>I put the <c.loud>keys</c>&nbsp;in the drawer.</v>\n\n8c9d1f-44/12-0\n00:04 --> 00:05\n"
        "<00:04.200><c>I&#39;ve</c> opened the door.\n"
    )
    assert _cues(tmp_path, text, "home.vtt") == [
        (seconds(1), "Ana Maria", "I put the keys in the drawer."),
        (seconds(4), None, "I've opened the door."),
    ]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>Where is it?</v> <v.loud Ben>In the box.</v>\n",
         [("Ana", "Where is it?"), ("Ben", "In the box.")]),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\n- Where is it?\n- In the\nbox.\n",
         [(None, "Where is it?"), (None, "In the box.")]),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\n>> Where is it?\n>> BEN: In the box.\n",
         [(None, "Where is it?"), ("BEN", "In the box.")]),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\n- one voice only\n", [(None, "one voice only")]),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\nNote: the door is open.\n", [(None, "Note: the door is open.")]),
    ],
)  # fmt: skip
def test_each_voice_of_a_caption_is_heard(tmp_path, name, text, told):
    assert [(speaker, words) for _, speaker, words in _cues(tmp_path, text, name)] == told


def test_lines_that_roll_are_told_once(tmp_path):
    text = (
        "WEBVTT\n\n00:01.000 --> 00:03.000\nI put the keys\n\n00:03.000 --> 00:03.010\nI put the keys\n\n"
        "00:03.010 --> 00:05.000\nI put the keys\nin the<00:00:04.000><c> drawer</c>\n\n"
        "00:05.000 --> 00:07.000\nin the drawer\nand left.\n\n00:30.000 --> 00:31.000\nand left.\n"
    )
    source, look = _told(tmp_path, text, "home.vtt")
    parts = list(messages(source, look))
    told = [one.text for one in parts if isinstance(one, Message)]
    assert told == ["I put the keys", "in the drawer", "and left.", "and left."]
    assert [one for one in parts if isinstance(one, Skipped)] == [Skipped(6, "caption shown again")]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.srt", "1\n00:00:01,000 --> soon\nwords\n", "a.srt:2: the times of the caption cannot be read"),
        ("a.vtt", "WEBVTT\n\nid\nsoon --> 00:02.000\nwords\n", "a.vtt:4: the times of the caption cannot be read"),
        ("a.srt", "hello\n\n1\n00:00:01,000 --> 00:00:02,000\nx\n", "a.srt:1: words under no caption time"),
        ("a.vtt", "The keys are in the drawer.\n", "a.vtt:1: words under no caption time"),
    ],
)
def test_a_captions_file_is_read_as_captions_or_refused_by_line(tmp_path, name, text, problem):
    with pytest.raises(TrackerError, match=re.escape(problem)):
        _told(tmp_path, text, name)


@given(
    st.lists(
        st.tuples(st.booleans(), st.lists(st.sampled_from(["keys", "24", "", "- so", "Ana: no"]), max_size=4)),
        min_size=1, max_size=6,
    ),
    st.booleans(),
)  # fmt: skip
def test_no_word_of_a_subrip_file_is_lost(tmp_path, cues, numbered):
    rows = []
    for place, (fraction, words) in enumerate(cues):
        number = [str(place + 1)] if numbered else []
        unique = [f"{word}{place}x{line}" if word else "" for line, word in enumerate(words)]
        rows += [*number, f"00:0{place}:01{',250' if fraction else ''} --> 00:0{place}:02", *unique, ""]
    written = {word for row in rows if "-->" not in row for word in row.replace("Ana: ", "").split() if "x" in word}
    if not written:
        return
    told = {word for _, _, text in _cues(tmp_path, "\n".join(rows)) for word in text.split()}
    assert {word for word in written if not word.startswith("-")} <= told
