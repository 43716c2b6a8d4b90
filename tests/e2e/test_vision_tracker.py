"""From real pictures to answers: cameras ingested into a tracker, in one go and killed on the way."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tracker import Tracker
from tracker.ingest.runner import run
from tracker.ingest.vision.clip import ClipEncoder
from tracker.ingest.vision.job import VisionJob
from tracker.ingest.vision.sources import open_stills, open_video
from tracker.ingest.vision.watch import ModelChoice, read_watch

pytestmark = pytest.mark.slow
pytest.importorskip("open_clip")

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
MEDIA = FIXTURES / "media"


def at(clock: str) -> datetime:
    hour, minute, second = (int(part) for part in clock.split(":"))
    return datetime(2026, 3, 2, hour, minute, second, tzinfo=UTC)


class Killed(BaseException):
    """The process ends here."""


class DiesAfter:
    """A log that is killed before it stores step number `steps`."""

    def __init__(self, log, steps):
        self._log, self._steps = log, steps

    def position(self, job):
        return self._log.position(job)

    def append_step(self, job, step):
        if self._steps == 0:
            raise Killed
        self._steps -= 1
        return self._log.append_step(job, step)


@pytest.fixture(scope="module")
def jobs():
    """The three recordings of the demo home, the study's known only at 20:00."""
    watch = read_watch(FIXTURES / "watch" / "home.toml")
    encoder = ClipEncoder(watch.camera("hall").model or ModelChoice())
    hall, study, lounge = (watch.camera(name) for name in ("hall", "study", "lounge"))

    def make():
        early, late = at("14:45:00"), at("20:00:00")
        return [
            VisionJob(open_video(MEDIA / "hall.mp4", hall), hall, encoder, early),
            VisionJob(open_stills(MEDIA / "lounge", lounge), lounge, encoder, early),
            VisionJob(open_video(MEDIA / "study.mp4", study), study, encoder, late),
        ]

    return make


@pytest.fixture(scope="module")
def home(jobs, tmp_path_factory):
    tracker = Tracker.open(f"sqlite:///{tmp_path_factory.mktemp('home')}/home.db")
    for job in jobs():
        run(job, tracker)
    yield tracker
    tracker.close()


def test_keys_in_the_drawer_and_gone(home):
    assert home.where("keys", at=at("14:10:00")).status == "current"
    assert home.where("keys", at=at("14:10:00")).place == "hall_drawer"
    gone = home.where("keys", at=at("14:20:00"))
    assert (gone.status, gone.place) == ("unknown", None)
    assert gone.last_seen.place == "hall_drawer"
    assert gone.change_bounds == (at("14:16:55"), at("14:17:25"))


def test_the_door_is_open_for_a_minute(home):
    values = [
        home.state("front_door", "openness", at=at(clock)).value for clock in ("14:10:00", "14:18:30", "14:19:30")
    ]
    assert values == ["closed", "open", "closed"]


def test_the_late_clip_changes_the_past_but_not_what_was_known(home):
    assert home.where("keys", at=at("14:30:00")).place == "desk"
    assert home.where("keys", at=at("14:30:00"), known_at=at("19:00:00")).status == "unknown"


def test_two_cameras_disagree(home):
    there = home.where("keys", at=at("14:41:00"))
    assert there.status == "conflict"
    assert {side.value for side in there.candidates} == {"desk", "sofa"}


def test_every_answer_shows_the_file_it_rests_on(home):
    (evidence, *_) = home.where("keys", at=at("14:10:00")).evidence
    assert evidence.uri == (MEDIA / "hall.mp4").resolve().as_uri()
    assert tuple(evidence.region) == (0.06, 0.42, 0.26, 0.46)


@pytest.mark.parametrize("steps", [0, 1, 4, 8])
def test_killed_and_run_again_the_digest_is_the_same(home, jobs, tmp_path, steps):
    killed = 0
    with Tracker.open(f"sqlite:///{tmp_path}/home.db") as tracker:
        for job in jobs():
            try:
                run(job, DiesAfter(tracker, steps))
            except Killed:
                killed += 1
        for job in jobs():
            run(job, tracker)
        assert killed >= 1
        assert tracker.digest() == home.digest()
