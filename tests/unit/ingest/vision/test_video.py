"""Video: true frame times, resuming anywhere, and damage told in one line."""

import re
import struct
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from tracker.domain.evidence import Region
from tracker.errors import InvalidInput
from tracker.ingest.media import file_sha256
from tracker.ingest.vision.samples import DamagedMedia
from tracker.ingest.vision.video import VideoFile

START = datetime(2026, 3, 2, 14, tzinfo=UTC)
SECOND = 1_000_000
UNEVEN = (0, 0.5, 0.6, 2.75, 3.0, 3.1, 3.2, 10.0, 10.5, 40.25, 41.0, 41.5, 42.125, 43, 44, 50)


def sampled(video, every=SECOND, after=None):
    zero = int(START.timestamp()) * SECOND
    return [
        ((sample.at - zero) / SECOND, sample.image.tobytes())
        for sample in video.samples(every, after)
        if sample.image is not None
    ]


@pytest.fixture
def uneven(tmp_path, colours):
    """Frames at UNEVEN times, each of another colour."""
    _, write_video = colours
    frames = [(at, np.full((64, 96, 3), 20 + 10 * n, np.uint8)) for n, at in enumerate(UNEVEN)]
    return write_video(tmp_path / "uneven.mp4", frames)


def test_samples_carry_the_frames_own_times(uneven):
    """Variable frame rate: the first frame in each second, at the time the file gives it."""
    video = VideoFile(uneven, START)
    assert [at for at, _ in sampled(video)] == [0, 2.75, 3.0, 10.0, 40.25, 41.0, 42.125, 43, 44, 50]
    assert [at for at, _ in sampled(video, 20 * SECOND)] == [0, 40.25]


@pytest.mark.parametrize("suffix", ["mp4", "mkv", "ts"])
def test_resuming_anywhere_gives_the_rest(tmp_path, colours, suffix):
    _, write_video = colours
    frames = [(at, np.full((64, 96, 3), 20 + 10 * n, np.uint8)) for n, at in enumerate(UNEVEN)]
    video = VideoFile(write_video(tmp_path / f"uneven.{suffix}", frames), START)
    whole = sampled(video)
    assert len(whole) == 10
    for number, (at, _) in enumerate(whole):
        after = int(START.timestamp()) * SECOND + round(at * SECOND)
        assert sampled(video, after=after) == whole[number + 1 :]


def test_evidence_is_a_span_of_the_file(uneven):
    video = VideoFile(uneven, START, root=uneven.parent)
    zero = int(START.timestamp()) * SECOND
    (evidence,) = video.evidence(zero + 2_750_000, zero + 10 * SECOND, Region(0, 0, 0.5, 1))
    assert (evidence.uri, evidence.media_type) == ("uneven.mp4", "video/mp4")
    assert (evidence.start_s, evidence.end_s, evidence.region) == (2.75, 10.0, Region(0, 0, 0.5, 1))
    assert evidence.sha256 == file_sha256(uneven)


def test_another_start_is_another_job(uneven):
    assert VideoFile(uneven, START).identity == VideoFile(uneven, START).identity
    assert VideoFile(uneven, START).identity != VideoFile(uneven, START.replace(minute=1)).identity


@pytest.fixture
def noise(tmp_path, colours):
    """`noise(suffix)`: 20 s of noise, two frames a second."""
    _, write_video = colours
    rng = np.random.default_rng(0)
    frames = [(n / 2, rng.integers(0, 255, (64, 96, 3), dtype=np.uint8)) for n in range(40)]
    return lambda suffix: write_video(tmp_path / f"noise.{suffix}", frames)


@pytest.mark.parametrize("suffix", ["mp4", "mkv"])
def test_a_truncated_file_says_how_far_it_goes(noise, tmp_path, suffix):
    """Sampled up to the cut, then one line; again so after resuming."""
    whole = noise(suffix)
    content = _index_first(whole) if suffix == "mp4" else whole.read_bytes()
    cut = tmp_path / f"cut.{suffix}"
    cut.write_bytes(content[: len(content) * 6 // 10])
    video, seen = VideoFile(cut, START), []
    with pytest.raises(DamagedMedia) as raised:
        seen.extend(video.samples(SECOND, None))
    reference = sampled(VideoFile(whole, START))
    assert 3 < len(seen) < len(reference)
    assert [sample.image.tobytes() for sample in seen] == [image for _, image in reference[: len(seen)]]
    line = str(raised.value)
    assert re.fullmatch(rf"{cut}: damaged after 1\d\.\d s of 19\.\d s \(.*\); events up to there are kept", line)
    with pytest.raises(DamagedMedia) as again:
        list(video.samples(SECOND, seen[-1].at))
    assert str(again.value) == line


def test_a_frame_that_the_decoder_calls_corrupt_is_not_looked_at(noise, tmp_path):
    """What a hole does depends on where it falls and on the decoder's threads: the first that is noticed will do."""
    import av

    whole, corrupt = noise("mkv").read_bytes(), set()
    for eighth in range(4, 8):
        holed = bytearray(whole)
        middle = len(holed) * eighth // 8
        holed[middle : middle + 3000] = bytes(3000)
        (tmp_path / "holed.mkv").write_bytes(holed)
        with av.open(str(tmp_path / "holed.mkv")) as container:
            corrupt = {round(frame.time, 3) for frame in container.decode(video=0) if frame.is_corrupt}
        if corrupt:
            break
    times = [at for at, _ in sampled(VideoFile(tmp_path / "holed.mkv", START), SECOND // 10)]
    assert corrupt
    assert not corrupt & set(times)
    assert len(times) > 30


def test_a_phone_held_upright_shows_an_upright_picture(tmp_path, colours):
    """The display matrix (ISO/IEC 14496-12, tkhd) turns the stored picture a quarter clockwise."""
    _, write_video = colours
    stored = np.zeros((64, 96, 3), np.uint8)
    stored[:, :48] = 220  # stored left half bright: a quarter turn clockwise puts it on top
    path = write_video(tmp_path / "phone.mp4", [(n, stored) for n in range(3)])
    data = bytearray(path.read_bytes())
    upright = struct.pack(">9i", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
    quarter = struct.pack(">9i", 0, 1 << 16, 0, -(1 << 16), 0, 0, 64 << 16, 0, 1 << 30)
    at = data.index(upright, data.index(b"tkhd"))
    data[at : at + 36] = quarter
    path.write_bytes(data)
    image = next(VideoFile(path, START).samples(SECOND, None)).image
    assert image.shape == (96, 64, 3)
    assert image[:40].mean() > 200
    assert image[56:].mean() < 30


def test_reading_shows_signs_of_life_between_samples(tmp_path, colours):
    """A sample an hour must not look like a hang: every few hundred frames the reading says how far it is."""
    _, write_video = colours
    frames = [(n / 100, np.zeros((16, 16, 3), np.uint8)) for n in range(1100)]
    video = VideoFile(write_video(tmp_path / "long.mp4", frames), START)
    pictures = [sample.image is not None for sample in video.samples(3600 * SECOND, None)]
    assert pictures == [True, False, False]


def test_what_is_no_video_is_one_line(tmp_path, uneven):
    (tmp_path / "text.mp4").write_text("no video")
    for path, problem in [
        (tmp_path / "text.mp4", r"text\.mp4: cannot be opened as video: Invalid data"),
        (tmp_path / "gone.mp4", r"gone\.mp4: no such file"),
    ]:
        with pytest.raises(InvalidInput, match=problem):
            VideoFile(path, START)
    with pytest.raises(InvalidInput, match="no start time"):
        VideoFile(uneven, None)
    with pytest.raises(InvalidInput, match="has no zone"):
        VideoFile(uneven, datetime(2026, 3, 2))


def test_a_colon_in_the_name_is_not_a_protocol(uneven, monkeypatch):
    """Recorders name files by the time of day."""
    named = uneven.rename(uneven.with_name("14:30 hall.mp4"))
    monkeypatch.chdir(named.parent)
    assert len(sampled(VideoFile(Path(named.name), START))) == 10


def _index_first(path):
    """The MP4 with its index before its pictures, as streaming sites write them: it opens even when cut short."""
    import av

    out = path.with_name("faststart.mp4")
    with av.open(str(path)) as source, av.open(str(out), "w", options={"movflags": "faststart"}) as target:
        stream = source.streams.video[0]
        copy = target.add_stream_from_template(stream)
        for packet in source.demux(stream):
            if packet.dts is not None:
                packet.stream = copy
                target.mux(packet)
    return out.read_bytes()
