"""Real pictures through the real model: what the demo home's cameras report about keys and door."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tracker.ingest.media import file_sha256
from tracker.ingest.vision.clip import ClipEncoder
from tracker.ingest.vision.explain import explain
from tracker.ingest.vision.job import VisionJob
from tracker.ingest.vision.sources import open_stills, open_video
from tracker.ingest.vision.watch import ModelChoice, read_watch

pytestmark = pytest.mark.slow
pytest.importorskip("open_clip")

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
MEDIA = FIXTURES / "media"
WEIGHTS = FIXTURES / "models" / "tiny-clip" / "open_clip_model.safetensors"


def at(clock: str) -> datetime:
    hour, minute, second = (int(part) for part in clock.split(":"))
    return datetime(2026, 3, 2, hour, minute, second, tzinfo=UTC)


@pytest.fixture(scope="module")
def watch():
    return read_watch(FIXTURES / "watch" / "home.toml")


@pytest.fixture(scope="module")
def encoder(watch):
    return ClipEncoder(watch.camera("hall").model or ModelChoice())


def events_of(job):
    return [event for step in job.steps(None) for event in step.events]


@pytest.fixture(scope="module")
def hall(watch, encoder):
    camera = watch.camera("hall")
    return events_of(VisionJob(open_video(MEDIA / "hall.mp4", camera, root=FIXTURES), camera, encoder))


def about(events, entity):
    return [event for event in events if event.entity_id == entity]


def turns(events, entity):
    """(type, value, time) of each event that differs in what it claims from the one before."""
    told = []
    for event in about(events, entity):
        claim = (event.type, event.payload.claim.value)
        if not told or told[-1][:2] != claim:
            told.append((*claim, event.occurred_at))
    return told


def test_the_hall_camera_follows_the_keys(hall):
    """Put into the drawer at 14:02:00; Ana before it from 14:17:00, which says nothing; gone when she leaves."""
    assert turns(hall, "keys") == [
        ("not_seen", "hall_drawer", at("14:00:00")),
        ("seen", "hall_drawer", at("14:02:00")),
        ("not_seen", "hall_drawer", at("14:17:25")),
    ]


def test_the_last_sight_of_the_keys_is_the_last_frame_that_showed_them(hall):
    """What bounds the time of their going: seen until 14:16:55, missed from 14:17:25."""
    spans = [event for event in about(hall, "keys") if event.occurred_until]
    assert spans[-1].occurred_until == at("14:16:55")
    assert all(span.occurred_until - span.occurred_at <= timedelta(seconds=300) for span in spans)
    assert all(event.confidence >= 0.8 for event in about(hall, "keys"))


def test_the_hall_camera_follows_the_door(hall):
    assert turns(hall, "front_door") == [
        ("seen", "closed", at("14:00:00")),
        ("seen", "open", at("14:18:00")),
        ("seen", "closed", at("14:19:00")),
    ]


def test_events_carry_model_and_evidence(hall):
    for event in hall:
        assert event.model["digest"] == file_sha256(WEIGHTS)
        assert event.model["name"] == "local-dir:../models/tiny-clip"
        (evidence,) = event.evidence
        assert (evidence.uri, evidence.media_type) == ("media/hall.mp4", "video/mp4")
        assert evidence.sha256 == file_sha256(MEDIA / "hall.mp4")
        assert timedelta(seconds=evidence.start_s) == event.occurred_at - at("14:00:00")
        assert evidence.region == ((0.06, 0.42, 0.26, 0.46) if event.entity_id == "keys" else (0.68, 0.10, 0.22, 0.72))


def test_the_offline_clip_shows_the_keys_on_the_desk(watch, encoder):
    camera, late = watch.camera("study"), at("20:00:00")
    events = events_of(VisionJob(open_video(MEDIA / "study.mp4", camera), camera, encoder, observed_at=late))
    assert turns(events, "keys") == [("not_seen", "desk", at("14:24:00")), ("seen", "desk", at("14:25:00"))]
    assert events[-1].occurred_until == at("14:42:00")
    assert {event.observed_at for event in events} == {late}


def test_the_lounge_stills_show_keys_on_the_sofa(watch, encoder):
    camera = watch.camera("lounge")
    events = events_of(VisionJob(open_stills(MEDIA / "lounge", camera, root=MEDIA), camera, encoder))
    assert turns(events, "keys") == [("not_seen", "sofa", at("14:39:30")), ("seen", "sofa", at("14:40:00"))]
    seen = events[1]
    assert [one.uri for one in seen.evidence] == ["lounge/20260302T144000Z.jpg", "lounge/20260302T144010Z.jpg"]


@pytest.mark.parametrize("per_step", [1, 7])
def test_killed_after_every_step_the_events_are_the_same(watch, encoder, hall, per_step):
    """Real model, real video: down to the last digit of every confidence."""
    camera, position, pieces = watch.camera("hall"), None, []
    while True:
        video = open_video(MEDIA / "hall.mp4", camera, root=FIXTURES)
        step = next(VisionJob(video, camera, encoder, samples_per_step=per_step).steps(position), None)
        if step is None:
            break
        position = json.loads(json.dumps(step.position))
        pieces.extend(step.events)
    assert [event.model_dump(mode="json") for event in pieces] == [event.model_dump(mode="json") for event in hall]


def test_the_change_gate_changes_no_turn(watch, encoder, hall):
    """Scoring every sample anew, instead of only changed zones, tells the same story."""
    camera = watch.camera("hall").model_copy(update={"min_change": 0})
    every = events_of(VisionJob(open_video(MEDIA / "hall.mp4", camera), camera, encoder))
    for entity in ("keys", "front_door"):
        assert turns(every, entity) == turns(hall, entity)


def test_example_pictures_do_without_words(tmp_path, encoder):
    """The lounge's sofa, told by one still with keys on it and one without."""
    stills = (MEDIA / "lounge").absolute()
    crop = _sofa(stills / "20260302T144030Z.jpg", tmp_path / "keys.png")
    empty = _sofa(stills / "20260302T143930Z.jpg", tmp_path / "empty.png")
    (tmp_path / "home.toml").write_text(
        "[cameras.lounge]\nevery_s = 10\n[cameras.lounge.zones.sofa]\nbox = [0.08, 0.34, 0.32, 0.54]\n"
        f'place = "sofa"\nentities.keys.examples = ["{crop}"]\nentities.keys.negative_examples = ["{empty}"]\n'
    )
    camera = read_watch(tmp_path / "home.toml").camera()
    events = events_of(VisionJob(open_stills(stills, camera), camera, encoder))
    assert turns(events, "keys") == [("not_seen", "sofa", at("14:39:30")), ("seen", "sofa", at("14:40:00"))]


def _sofa(still: Path, path: Path) -> str:
    from PIL import Image

    image = Image.open(still)
    width, height = image.size
    image.crop((round(0.08 * width), round(0.34 * height), round(0.40 * width), round(0.88 * height))).save(path)
    return path.name


def test_the_table_for_tuning(watch, encoder):
    camera = watch.camera("lounge")
    lines = list(explain(open_stills(MEDIA / "lounge", camera), camera, encoder))
    assert len(lines) == 1 + 10 + 1
    assert "-> absent" in lines[1]
    assert "is present from 14:40:00" in lines[5]
