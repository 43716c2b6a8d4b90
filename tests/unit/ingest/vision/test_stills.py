"""Stills: their times, their order, and what is wrong with them in one line."""

from datetime import UTC, datetime

import pytest
from PIL import Image

from tracker.domain.evidence import Region
from tracker.domain.times import from_us, to_us
from tracker.errors import InvalidInput
from tracker.ingest.media import file_sha256
from tracker.ingest.vision.samples import DamagedMedia
from tracker.ingest.vision.stills import Pace, Stills, time_of

SECOND = 1_000_000
EXIF, TAKEN, OFFSET, ORIENTATION = 0x8769, 0x9003, 0x9011, 0x0112


def save(path, colour=(1, 2, 3), **exif):
    image = Image.new("RGB", (8, 4), colour)
    tags = image.getexif()
    for key, value in exif.items():
        if key == "orientation":
            tags[ORIENTATION] = value
        else:
            tags.get_ifd(EXIF)[{"taken": TAKEN, "offset": OFFSET}[key]] = value
    image.save(path, exif=tags)
    return path


@pytest.mark.parametrize(
    ("name", "tz", "time"),
    [
        ("20260302T143930Z.jpg", None, "2026-03-02T14:39:30+00:00"),
        ("hall_2026-03-02_14-39-30+0100.png", None, "2026-03-02T13:39:30+00:00"),
        ("cam1-20260302143930.250Z.png", None, "2026-03-02T14:39:30.250000+00:00"),
        ("20260702 143930.png", "Europe/Vienna", "2026-07-02T12:39:30+00:00"),
    ],
)
def test_the_time_is_in_the_name(tmp_path, name, tz, time):
    assert from_us(time_of(save(tmp_path / name), tz)).isoformat() == time


@pytest.mark.parametrize(
    ("name", "tz", "problem"),
    [
        ("cat.jpg", None, "no time in its name"),
        ("20260302T143930.jpg", None, "the time has no zone"),
        ("20260332T143930Z.jpg", None, "2026-03-32"),
        ("20261025T023000.jpg", "Europe/Vienna", "the clocks change then in Europe/Vienna"),
        ("20260329T023000.jpg", "Europe/Vienna", "the clocks change then in Europe/Vienna"),
    ],
)
def test_a_doubtful_time_is_refused(tmp_path, name, tz, problem):
    with pytest.raises(InvalidInput, match=problem) as raised:
        time_of(save(tmp_path / name), tz)
    assert name in str(raised.value)
    assert "\n" not in str(raised.value)


def test_exif_serves_when_the_name_does_not(tmp_path):
    path = save(tmp_path / "IMG_1.jpg", taken="2026:03:02 15:39:30", offset="+01:00")
    assert from_us(time_of(path)) == datetime(2026, 3, 2, 14, 39, 30, tzinfo=UTC)


def test_given_start_and_interval_come_first(tmp_path):
    save(tmp_path / "b.png"), save(tmp_path / "a.png"), save(tmp_path / "20200101T000000Z.png")
    start = datetime(2026, 3, 2, 14, tzinfo=UTC)
    stills = Stills(tmp_path, pace=Pace(start, 2.5))
    at = [sample.at - to_us(start) for sample in stills.samples(SECOND, None)]
    assert at == [0, 2_500_000, 5_000_000]


def test_stills_come_in_order_of_time_and_not_too_often(tmp_path):
    for name in ("20260302T140005Z", "20260302T140000Z", "20260302T140001Z", "20260302T140010Z"):
        save(tmp_path / f"{name}.png")
    (tmp_path / "notes.txt").write_text("passed over")
    stills = Stills(tmp_path)
    seconds = [from_us(sample.at).second for sample in stills.samples(5 * SECOND, None)]
    assert seconds == [0, 5, 10]
    assert (stills.total, stills.done(to_us(datetime(2026, 3, 2, 14, 0, 5, tzinfo=UTC)))) == (4, 3)


def test_pictures_are_turned_upright(tmp_path):
    stills = Stills(save(tmp_path / "20260302T140000Z.jpg", orientation=6))
    (sample,) = stills.samples(SECOND, None)
    assert sample.image.shape == (8, 4, 3)


def test_evidence_is_the_still_itself(tmp_path):
    save(tmp_path / "20260302T140000Z.png"), save(tmp_path / "20260302T140001Z.png", (9, 9, 9))
    stills = Stills(tmp_path, root=tmp_path)
    first, last = (sample.at for sample in stills.samples(SECOND, None))
    both = stills.evidence(first, last, Region(0, 0, 1, 1))
    assert [(one.uri, one.media_type) for one in both] == [
        ("20260302T140000Z.png", "image/png"),
        ("20260302T140001Z.png", "image/png"),
    ]
    assert both[0].sha256 == file_sha256(tmp_path / "20260302T140000Z.png") != both[1].sha256
    assert len(stills.evidence(first, first, Region(0, 0, 1, 1))) == 1


def test_a_damaged_picture_stops_with_its_name_or_is_listed(tmp_path):
    whole = save(tmp_path / "20260302T140000Z.png").read_bytes()
    (tmp_path / "20260302T140001Z.png").write_bytes(whole[:40])
    save(tmp_path / "20260302T140002Z.png")
    with pytest.raises(DamagedMedia, match=r"140001Z\.png: not a picture that can be read: .*; events up to there"):
        list(Stills(tmp_path).samples(SECOND, None))
    lenient = Stills(tmp_path, on_damaged="skip")
    assert len(list(lenient.samples(SECOND, None))) == 2
    assert len(lenient.skipped) == 1
    assert "140001Z.png" in lenient.skipped[0]


def test_nothing_to_read_is_one_line(tmp_path):
    with pytest.raises(InvalidInput, match="no pictures in this folder"):
        Stills(tmp_path)
    with pytest.raises(InvalidInput, match=r"20260302T140000Z\.png: no such file"):
        Stills([tmp_path / "20260302T140000Z.png"])
    with pytest.raises(InvalidInput, match="no pictures given"):
        Stills([])


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan"), float("inf"), 1e300, 1e-9])
def test_an_interval_that_is_no_length_of_time_is_one_line(tmp_path, seconds):
    """A pace must go forward, and stay in the calendar."""
    with pytest.raises(InvalidInput, match="interval: "):
        Stills(save(tmp_path / "a.png"), pace=Pace(datetime(2026, 1, 1, tzinfo=UTC), seconds))
