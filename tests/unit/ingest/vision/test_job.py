"""The vision job: what a camera's pictures become, and that stopping it anywhere changes nothing."""

import json
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from PIL import Image

from tracker.errors import InvalidInput
from tracker.ingest.vision.explain import explain
from tracker.ingest.vision.job import VisionJob
from tracker.ingest.vision.samples import DamagedMedia
from tracker.ingest.vision.stills import Stills
from tracker.ingest.vision.video import VideoFile

START = datetime(2026, 3, 2, 14, tzinfo=UTC)
# One sign a second: g(rey, empty) r(ed, keys) b(lue, somebody in front).
DRAWER = "gggrrrrrrbbbggggrgrrrrbbrrrrgg"
LAMP = "ggggggGGGGGGGggggGggggggGGGGGG"
_COLOUR = {"g": "grey", "r": "red", "b": "blue", "G": "green"}


@pytest.fixture
def clip(tmp_path, colours):
    picture, write_video = colours
    frames = [
        (n, picture(_COLOUR[left], _COLOUR[right])) for n, (left, right) in enumerate(zip(DRAWER, LAMP, strict=True))
    ]
    return write_video(tmp_path / "hall.mp4", frames)


def second(moment):
    return (moment - START).total_seconds() if moment else None


def brief(events, entity):
    return [
        (e.type, e.payload.claim.value, second(e.occurred_at), second(e.occurred_until))
        for e in events
        if e.entity_id == entity
    ]


def events_of(job, resume=None):
    return [event for step in job.steps(resume) for event in step.events]


def plain(events):
    return [event.model_dump(mode="json") for event in events]


def test_keys_are_seen_held_hidden_and_gone(clip, hall, encoder):
    """Seen from the first sample that showed them; not gone while somebody stands in front, but from the first clear
    view; one odd sample (second 16) is nothing."""
    events = events_of(VisionJob(VideoFile(clip, START), hall(), encoder))
    assert brief(events, "keys") == [
        ("not_seen", "hall_drawer", 0, None),
        ("seen", "hall_drawer", 3, None),
        ("seen", "hall_drawer", 4, 8),
        ("not_seen", "hall_drawer", 12, None),
        ("seen", "hall_drawer", 18, None),
        ("seen", "hall_drawer", 19, 21),
        ("seen", "hall_drawer", 24, 27),
        ("not_seen", "hall_drawer", 28, None),
    ]


def test_states_follow_their_values(clip, hall, encoder):
    events = events_of(VisionJob(VideoFile(clip, START), hall(), encoder))
    assert brief(events, "lamp") == [
        ("seen", "off", 0, None),
        ("seen", "off", 1, 5),
        ("seen", "on", 6, None),
        ("seen", "on", 7, 12),
        ("seen", "off", 13, None),
        ("seen", "off", 14, 23),
        ("seen", "on", 24, None),
        ("seen", "on", 25, 29),
    ]
    assert {event.payload.claim.attribute for event in events if event.entity_id == "lamp"} == {"power"}


def test_an_event_says_what_it_rests_on(clip, hall, encoder):
    job = VisionJob(VideoFile(clip, START, root=clip.parent), hall('visibility = ["family"]'), encoder)
    seen = events_of(job)[2]
    assert (seen.entity_id, seen.type, seen.source) == ("keys", "seen", "camera:hall")
    assert (seen.payload.claim.relation, seen.payload.claim.value) == ("in", "hall_drawer")
    assert 0.9 < seen.confidence <= 1
    assert seen.observed_at is None
    assert seen.visibility == ("family",)
    (evidence,) = seen.evidence
    assert (evidence.uri, evidence.start_s, evidence.end_s, evidence.region) == ("hall.mp4", 3, 4, (0, 0, 0.5, 1))
    assert seen.model == {
        "name": "colours",
        "pretrained": None,
        "digest": "c" * 64,
        "thresholds": {"enter": 0.7, "leave": 0.35, "occluded": 0.5, "min_samples": 2},
    }


def test_observed_at_is_the_callers(clip, hall, encoder):
    late = datetime(2026, 3, 2, 20, tzinfo=UTC)
    events = events_of(VisionJob(VideoFile(clip, START), hall(), encoder, late))
    assert {event.observed_at for event in events} == {late}


def test_an_empty_start_can_be_left_out(clip, hall, encoder):
    events = events_of(VisionJob(VideoFile(clip, START), hall("note_empty_at_start = false"), encoder))
    assert brief(events, "keys")[0] == ("seen", "hall_drawer", 3, None)


def test_holding_is_repeated(clip, hall, encoder):
    events = events_of(VisionJob(VideoFile(clip, START), hall("thresholds.refresh_s = 3"), encoder))
    assert brief(events, "lamp")[:3] == [("seen", "off", 0, None), ("seen", "off", 1, 4), ("seen", "off", 5, None)]


def stepwise(make, per_step):
    """Events of a job that dies after every step and is made anew, with how many steps that took."""
    position, events, steps = None, [], 0
    while (step := next(make(per_step).steps(position), None)) is not None:
        position, steps = json.loads(json.dumps(step.position)), steps + 1
        events.extend(step.events)
    return events, steps


@pytest.mark.parametrize("per_step", [1, 4, 7])
def test_stopping_after_every_step_changes_nothing(clip, hall, encoder, per_step):
    """The events are those of a run in one go, in the same order."""
    camera = hall("thresholds.refresh_s = 4")
    whole = events_of(VisionJob(VideoFile(clip, START), camera, encoder))
    pieces, steps = stepwise(lambda n: VisionJob(VideoFile(clip, START), camera, encoder, samples_per_step=n), per_step)
    assert steps >= 30 // per_step
    assert plain(pieces) == plain(whole)


@pytest.mark.parametrize("per_step", [1, 5])
def test_a_slow_fade_is_followed_the_same_when_stopped(tmp_path, hall, encoder, per_step):
    """What the change gate compares with survives a stop: which samples of a fade are looked at decides the scores."""
    for n in range(60):
        image = np.zeros((8, 8, 3), np.uint8)
        image[:, :4] = (110 + n, 110 - n, 110 - n)
        Image.fromarray(image).save(tmp_path / f"{START + timedelta(seconds=n):%Y%m%dT%H%M%SZ}.png")
    camera = hall("thresholds.refresh_s = 4")
    whole = events_of(VisionJob(Stills(tmp_path), camera, encoder))
    pieces, _ = stepwise(lambda n: VisionJob(Stills(tmp_path), camera, encoder, samples_per_step=n), per_step)
    assert plain(pieces) == plain(whole)
    assert brief(whole, "keys")[-1][:2] == ("seen", "hall_drawer")


def test_a_stored_step_that_is_repeated_repeats_its_keys(clip, hall, encoder):
    """Keys and ids are the same on every run, and no two events share one."""
    camera = hall()
    first = events_of(VisionJob(VideoFile(clip, START), camera, encoder))
    again = events_of(VisionJob(VideoFile(clip, START), camera, encoder))
    assert plain(first) == plain(again)
    assert len({event.source_key for event in first}) == len(first)


def test_a_finished_job_has_no_steps(clip, hall, encoder):
    job = VisionJob(VideoFile(clip, START), hall(), encoder)
    position = list(job.steps(None))[-1].position
    assert list(job.steps(position)) == []


def test_an_entry_added_leaves_the_others_events_alone(clip, hall, encoder):
    """Another job, but the same keys for what was watched before."""
    camera = hall()
    zones = dict(camera.zones)
    lamp_only = camera.model_copy(update={"zones": {"lamp": zones["lamp"]}})
    both, one = (VisionJob(VideoFile(clip, START), some, encoder) for some in (camera, lamp_only))
    assert both.name != one.name
    assert plain(events_of(one)) == plain([e for e in events_of(both) if e.entity_id == "lamp"])


def test_other_thresholds_are_other_events(clip, hall, encoder):
    """An event is never silently another one's twin: its key changes with what decided it."""
    strict, usual = hall("thresholds.enter = 0.8"), hall()
    keys = [{e.source_key for e in events_of(VisionJob(VideoFile(clip, START), c, encoder))} for c in (strict, usual)]
    assert not keys[0] & keys[1]


def test_a_file_that_moved_is_the_same_job(clip, hall, encoder, tmp_path):
    """Finished once, it is finished wherever it lies; and its events never contradict those that name the old path."""
    moved = tmp_path / "archive" / "renamed.mp4"
    moved.parent.mkdir()
    moved.write_bytes(clip.read_bytes())
    here, there = (VisionJob(VideoFile(path, START), hall(), encoder) for path in (clip, moved))
    assert here.name == there.name
    assert not {e.source_key for e in events_of(here)} & {e.source_key for e in events_of(there)}


def test_unchanged_zones_are_not_encoded_again(clip, hall, encoder):
    events = events_of(VisionJob(VideoFile(clip, START), hall(), encoder))
    gated = encoder.encoded
    encoder.encoded = 0
    assert plain(events_of(VisionJob(VideoFile(clip, START), hall("min_change = 0"), encoder))) != []
    assert encoder.encoded == 60
    assert gated < 30
    assert len(events) == 16


def test_progress_counts_seconds_of_the_video(clip, hall, encoder):
    steps = list(VisionJob(VideoFile(clip, START), hall(), encoder, samples_per_step=10).steps(None))
    assert [(step.done, step.unit) for step in steps] == [(9, "s"), (19, "s"), (29, "s"), (29.1, "s")]
    assert {step.total for step in steps} == {29.1}


def still(folder, at, colour, colours):
    picture, _ = colours
    path = folder / f"{START + timedelta(seconds=at):%Y%m%dT%H%M%SZ}.png"
    Image.fromarray(picture(_COLOUR[colour])).save(path)


def test_a_folder_that_grows_goes_on(tmp_path, hall, encoder, colours):
    """New stills continue the job under its name; one that turns up late, before the position, makes it begin again."""
    folder = tmp_path / "stills"
    folder.mkdir()
    for at, colour in ((0, "g"), (10, "g"), (20, "r")):
        still(folder, at, colour, colours)
    job = VisionJob(Stills(folder), hall(), encoder)
    position = list(job.steps(None))[-1].position
    still(folder, 30, "r", colours)
    grown = VisionJob(Stills(folder), hall(), encoder)
    assert grown.name == job.name
    assert [e[:3] for e in brief(events_of(grown, position), "keys")] == [
        ("seen", "hall_drawer", 20),
        ("seen", "hall_drawer", 30),
    ]
    still(folder, 15, "g", colours)
    late = VisionJob(Stills(folder), hall(), encoder)
    assert plain(events_of(late, position)) == plain(events_of(late))


def test_damage_keeps_what_came_before(tmp_path, hall, encoder, colours):
    folder = tmp_path / "stills"
    folder.mkdir()
    for at, colour in ((0, "r"), (10, "r"), (20, "r")):
        still(folder, at, colour, colours)
    (folder / "20260302T140030Z.png").write_bytes(b"broken")
    job = VisionJob(Stills(folder), hall(), encoder)
    steps = job.steps(None)
    kept = [next(steps), next(steps)]
    with pytest.raises(DamagedMedia, match=r"140030Z\.png"):
        next(steps)
    events = [event for step in kept for event in step.events]
    assert brief(events, "keys") == [("seen", "hall_drawer", 0, None), ("seen", "hall_drawer", 10, 20)]
    assert kept[-1].done == 3
    with pytest.raises(InvalidInput, match=r"140030Z\.png"):
        list(job.steps(kept[-1].position))


def test_the_table_shows_what_every_zone_scored(clip, hall, encoder):
    lines = list(explain(VideoFile(clip, START), hall(), encoder))
    assert lines[0].split() == ["time", "(UTC)", "entry", "scores"]
    assert len(lines) == 1 + 2 * len(DRAWER) + 2
    fifth = next(line for line in lines if "14:00:04" in line)
    assert "drawer/keys" in fifth
    stayed, entered = (
        "stayed absent from 14:00:01 (to 14:00:02, 1.000)",
        "is present from 14:00:03 (to 14:00:04, 1.000)",
    )
    assert fifth.endswith(f"-> present  ** {stayed}; {entered}")
    assert any("-> view blocked" in line for line in lines)
