"""What people read: the answer, then who said so, when, how surely, and where to look."""

from __future__ import annotations

import pytest

from tracker.domain.evidence import Evidence, Region
from tracker.serve.cli.clocks import Clock, read_span
from tracker.serve.cli.evidence import pointer
from tracker.serve.cli.printing import visible


def test_an_answer_shows_its_evidence(cli, home):
    out = cli("where", "keys", "--at", home.at(10), on=home).out.splitlines()
    assert out[0].startswith("keys: in hall_drawer since ")
    assert out[1].startswith("  camera:hall seen in hall_drawer · ")
    assert out[1].endswith(" · 0.78 · media/hall.mp4#t=2,5.5&xywh=percent:10,20,30,40")


def test_history_shows_spans_grounds_rule_and_evidence(cli, home):
    out = cli("history", "keys", on=home).out
    assert "in hall_drawer  observed 0.78  [location@3]" in out
    assert "with ana" in out
    assert "conflict: in desk (camera:study, 0.90) or in sofa (camera:lounge, 0.80)" in out
    assert "media/hall.mp4#t=2,5.5" in out


@pytest.mark.parametrize(
    "words", [("events",), ("changes",), ("history", "diary"), ("inside", "desk"), ("where", "diary")]
)
def test_a_viewer_sees_no_trace_of_what_it_may_not(cli, home, words):
    """The diary on the desk is Ana's to know of."""
    trace = "camera:study seen in desk" if words[0] in ("history", "inside", "where") else "diary"
    assert trace in cli(*words, "--viewer", "ana", on=home).out
    assert trace not in cli(*words, "--viewer", "ben", on=home).out


def test_times_are_shown_and_read_in_the_zone_asked_for(cli, home):
    local = home.t0.astimezone(Clock("Asia/Taipei")._zone)
    at = local.replace(tzinfo=None).isoformat()
    done = cli("events", "--start", at, "--limit", 1, "--tz", "Asia/Taipei", on=home)
    assert done.out.startswith(f"{local:%Y-%m-%d %H:%M:%S} CST  keys: registered as keys")


def test_words_of_others_cannot_move_the_cursor():
    assert visible("a\x1b[2Jb\u202ec\nd") == "a\\x1b[2Jb\\u202ec\\nd"
    assert visible("在抽屜裡\u3000“好”") == "在抽屜裡\u3000“好”"


@pytest.mark.parametrize(
    ("piece", "shown"),
    [
        (Evidence(uri="a.mp4"), "a.mp4"),
        (Evidence(uri="a.mp4", start_s=0.5), "a.mp4#t=0.5"),
        (Evidence(uri="a.mp4", start_s=1, end_s=2), "a.mp4#t=1,2"),
        (Evidence(uri="a.jpg", region=Region(0.06, 0.42, 0.26, 0.46)), "a.jpg#xywh=percent:6,42,26,46"),
    ],
)
def test_evidence_is_shown_as_a_media_fragment(piece, shown):
    assert pointer(piece) == shown


@pytest.mark.parametrize(("text", "seconds"), [("30s", 30), ("1.5m", 90), ("2h", 7200), ("1d", 86400), ("1w", 604800)])
def test_lengths_of_time(text, seconds):
    assert read_span(text, "--every").total_seconds() == seconds


@pytest.mark.parametrize(("corrected", "verb"), [(False, "last seen in hall_drawer"), (True, "last reported at bowl")])
def test_last_seen_says_reported_of_what_nobody_saw(cli, home, corrected, verb):
    """A correction is a person's word; the camera saw nothing."""
    if corrected:
        cli("review", "correct", "keys", "bowl", "--at", home.at(11), "--until", home.at(12), "--by", "ana", on=home)
    assert f"keys: {verb}, " in cli("last-seen", "keys", "--at", home.at(13), on=home).out
