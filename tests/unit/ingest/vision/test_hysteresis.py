"""From readings to findings: several samples to take a label up, several to let it go, nothing from a blocked view."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tracker.ingest.vision.hysteresis import Finding, Limits, Reading, Track, advance, close

LIMITS = Limits(min_samples=2, refresh=0, max_gap=100)
_MEANING = {"P": "present", "a": "absent", "?": None, "#": None}

scripts = st.text("Paq?#", max_size=40)
some_limits = st.builds(Limits, st.integers(1, 4), st.sampled_from([0, 3, 10]), st.sampled_from([1, 2, 100]))


def readings(script: str, every: int = 1) -> list[Reading]:
    """One reading per character: P present, a absent, q queer (a third label), ? undecided, # view blocked."""
    return [Reading(at * every, _MEANING.get(sign, sign), 800, clear=sign != "#") for at, sign in enumerate(script)]


def follow(given: list[Reading], limits: Limits = LIMITS, through_json: bool = False) -> list[Finding]:
    track, found = Track(), []
    for reading in given:
        track, findings = advance(track, reading, limits)
        found.extend(findings)
        if through_json:
            track = Track.from_json(json.loads(json.dumps(track.to_json())))
    return [*found, *close(track)[1]]


def brief(script: str, limits: Limits = LIMITS) -> list[tuple]:
    return [found[:4] for found in follow(readings(script), limits)]


def test_a_thing_is_there_from_the_first_sample_that_showed_it():
    assert brief("aaPPP") == [
        ("entered", "absent", 0, 1),
        ("held", "absent", 1, 1),
        ("entered", "present", 2, 3),
        ("held", "present", 3, 4),
    ]


def test_one_odd_sample_changes_nothing():
    assert brief("PPaPPaP") == [("entered", "present", 0, 1), ("held", "present", 1, 6)]


def test_a_blocked_view_ends_the_span_but_not_the_belief():
    """The thing may have gone and come back meanwhile: no span covers the time, and nothing says it went."""
    assert brief("PPP###PP") == [
        ("entered", "present", 0, 1),
        ("held", "present", 1, 2),
        ("held", "present", 6, 7),
    ]


def test_leaving_is_dated_to_the_first_clear_view_without_it():
    assert brief("PPP##aa")[-2:] == [("entered", "absent", 5, 6), ("held", "absent", 6, 6)]


def test_undecided_samples_neither_help_nor_hinder():
    assert brief("?P?P?")[0] == ("entered", "present", 1, 3)


def test_holding_is_reported_at_every_refresh():
    limits = LIMITS._replace(refresh=3)
    assert [found[2:4] for found in follow(readings("P" * 10), limits)] == [(0, 1), (1, 4), (5, 8), (9, 9)]


def test_samples_far_apart_do_not_make_a_span():
    found = follow(readings("PPPP", every=200))
    assert [(f.kind, f.start, f.until) for f in found[1:]] == [
        ("held", 200, 200),
        ("held", 400, 400),
        ("held", 600, 600),
    ]


def test_confidence_is_the_mean_over_the_samples_it_rests_on():
    track, _ = advance(Track(), Reading(0, "present", 701), LIMITS)
    _, (found,) = advance(track, Reading(1, "present", 900), LIMITS)
    assert found.score == 0.8  # 800.5 thousandths


def test_closing_twice_reports_once():
    track, _ = advance(Track("present"), Reading(0, "present", 800), LIMITS)
    closed, first = close(track)
    assert len(first) == 1
    assert close(closed) == (closed, ())


@given(scripts, some_limits)
def test_a_label_needs_its_samples(script, limits):
    """Never taken up on fewer clear samples than asked for."""
    for found in follow(readings(script), limits):
        if found.kind == "entered":
            span = readings(script)[found.start : found.until + 1]
            assert sum(r.label == found.label and r.clear for r in span) >= limits.min_samples


@given(scripts, some_limits)
def test_a_span_was_watched_throughout(script, limits):
    """No held span covers a blocked view or a gap."""
    for found in follow(readings(script), limits):
        if found.kind == "held":
            assert "#" not in script[found.start : found.until + 1]


@given(scripts, some_limits)
def test_labels_follow_one_another(script, limits):
    entered = [found for found in follow(readings(script), limits) if found.kind == "entered"]
    assert [found.previous for found in entered] == [None, *(found.label for found in entered)][: len(entered)]
    assert all(one.label != other.label and one.start < other.start for one, other in pairwise(entered))


@given(scripts, some_limits)
def test_stopping_and_going_on_changes_nothing(script, limits):
    """The state is all there is: put away as JSON after every reading, the findings are the same."""
    assert follow(readings(script), limits, through_json=True) == follow(readings(script), limits)
