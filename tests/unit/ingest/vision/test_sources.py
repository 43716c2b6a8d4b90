"""Opening a camera's recordings: its own settings apply unless the caller says otherwise."""

from datetime import UTC, datetime, timedelta

import pytest
from PIL import Image

from tracker.errors import InvalidInput
from tracker.ingest.vision.sources import open_stills, open_video

START = datetime(2026, 3, 2, 14, tzinfo=UTC)


def times(pictures):
    return [datetime.fromtimestamp(sample.at / 1e6, UTC) for sample in pictures.samples(1, None)]


def test_a_video_begins_when_the_watch_file_or_the_caller_says(tmp_path, hall, colours):
    picture, write_video = colours
    path = write_video(tmp_path / "hall.mp4", [(n, picture("grey")) for n in range(10)])
    assert times(open_video(path, hall()))[0] == START
    later = START + timedelta(hours=1)
    assert times(open_video(path, hall(), start=later))[0] == later
    assert len(times(open_video(path, hall()))) == 10
    assert len(times(open_video(path, hall("keyframes_only = true")))) == 2  # every eighth is one


def test_stills_take_the_cameras_zone_or_a_given_pace(tmp_path, hall):
    Image.new("RGB", (4, 4)).save(tmp_path / "20260302T150000.png")
    assert times(open_stills(tmp_path, hall('tz = "Europe/Vienna"'))) == [START]
    assert times(open_stills(tmp_path, hall(), start=START, interval_s=5)) == [START]
    with pytest.raises(InvalidInput, match="start and interval are given together"):
        open_stills(tmp_path, hall(), start=START)
