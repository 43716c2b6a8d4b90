"""Files as cameras and phones really write them: read right, or refused in one line; never quietly read as something
else."""

from __future__ import annotations

import struct
from types import SimpleNamespace

import av
import numpy as np
import pytest
from av.stream import Disposition
from PIL import Image

from tests.unit.ingest.vision.conftest import write_video
from tracker.domain.times import aware, from_us
from tracker.errors import InvalidInput
from tracker.ingest.vision.pictures import read_picture
from tracker.ingest.vision.samples import DamagedMedia
from tracker.ingest.vision.stills import Stills
from tracker.ingest.vision.video import VideoFile, _video_stream

START = aware("2026-03-02T14:00:00Z")


def grey(level: int) -> np.ndarray:
    return np.full((64, 96, 3), level, np.uint8)


def moments(*paths, tz=None) -> list[str]:
    stills = Stills(list(paths), tz=tz)
    return [from_us(one.at).isoformat()[11:25] for one in stills.samples(1, None)]


def files(folder, *names):
    for name in names:
        Image.new("RGB", (8, 4)).save(folder / name)
    return [folder / name for name in names]


@pytest.mark.parametrize("mode", ["I;16", "I"])
def test_sixteen_bits_of_grey_keep_their_shades(tmp_path, mode):
    """A thermal or depth camera's picture is no white sheet."""
    shades = np.array([[0, 16384, 32768, 65535]], np.uint16)
    picture = Image.fromarray(shades if mode == "I;16" else shades.astype(np.int32))
    picture.save(tmp_path / "deep.png" if mode == "I;16" else tmp_path / "deep.tiff")
    (path,) = tmp_path.iterdir()
    assert read_picture(path)[0, :, 0].tolist() == [0, 64, 128, 255]


def test_a_picture_of_real_numbers_is_refused(tmp_path):
    Image.fromarray(np.ones((2, 2), np.float32)).save(tmp_path / "depth.tiff")
    with pytest.raises(InvalidInput, match=r"depth.tiff: not a picture that can be read: its numbers are real"):
        read_picture(tmp_path / "depth.tiff")


@pytest.mark.parametrize("suffix", [".heic", ".avif"])
def test_what_phones_write_is_read(tmp_path, suffix):
    import pillow_heif

    pillow_heif.register_heif_opener()
    image = Image.fromarray(np.concatenate([grey(20), grey(220)], axis=1))
    image.save(tmp_path / f"20260302T143930Z{suffix}", quality=95)
    (sample,) = Stills(tmp_path).samples(1, None)
    assert sample.image is not None
    assert sample.image[:, :80].mean() < 60 < 180 < sample.image[:, 112:].mean()


def test_a_picture_of_another_kind_is_not_passed_over(tmp_path):
    files(tmp_path, "20260302T143930Z.jpg")
    (tmp_path / "20260302T143931Z.CR2").write_bytes(b"II*\0")
    with pytest.raises(InvalidInput, match=r"20260302T143931Z.CR2: pictures of this kind are not read"):
        Stills(tmp_path)


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_tag_that_cannot_be_written_back_does_not_stop_the_picture(tmp_path, orientation):
    """ResolutionUnit as text: Pillow's own turning fails on it."""
    path = tmp_path / "odd.jpg"
    Image.fromarray(np.concatenate([grey(20), grey(220)], axis=1)).save(path, quality=95)
    entries = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + struct.pack(">HHI4s", 0x0128, 2, 4, b"abc\0")
    exif = b"Exif\0\0MM\0*\0\0\0\x08" + struct.pack(">H", 2) + entries + b"\0\0\0\0"
    jpeg = path.read_bytes()
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:])
    height, width = read_picture(path).shape[:2]
    assert (height, width) == ((192, 64) if orientation in (6, 8) else (64, 192))


@pytest.mark.parametrize(
    ("names", "tz", "times"),
    [
        (["20260302T143930_UTC.jpg"], "Europe/Vienna", ["14:39:30+00:00"]),
        (["PXL 20260302 143930 UTC.jpg"], "Europe/Vienna", ["14:39:30+00:00"]),
        (["20260302T143930Z.jpg", "20260302T143931GMT.jpg"], None, ["14:39:30+00:00", "14:39:31+00:00"]),
        (["20260302T143930-0001.jpg", "20260302T143931-0100.jpg"], "UTC", ["14:39:30+00:00", "14:39:31+00:00"]),
        ([f"20260302T14393{n}-0{n}00.jpg" for n in (1, 2, 3)], "UTC", [f"14:39:3{n}+00:00" for n in (1, 2, 3)]),
        (["20260302T143930-0500.jpg", "20260302T143931-0500.jpg"], None, ["19:39:30+00:00", "19:39:31+00:00"]),
        (["20260302T143930-05:00.jpg"], None, ["19:39:30+00:00"]),
        (["20260302T143930+0530.jpg"], None, ["09:09:30+00:00"]),
    ],
)
def test_what_stands_behind_a_time_is_its_zone_or_a_counter(tmp_path, names, tz, times):
    assert moments(*files(tmp_path, *names), tz=tz) == times


def test_a_cover_picture_is_not_the_film(tmp_path):
    """As podcasts and downloaded films have it: the cover may be the first of the streams. FFmpeg writes it last, so
    that where it stands first is shown with streams of our own."""
    film = write_video(tmp_path / "film.mp4", [(n / 10, grey(20 * n)) for n in range(10)])
    both = tmp_path / "both.mp4"
    Image.fromarray(grey(255)).save(tmp_path / "cover.jpg")
    with av.open(str(both), "w") as out, av.open(str(tmp_path / "cover.jpg")) as cover, av.open(str(film)) as moving:
        art = out.add_stream_from_template(cover.streams.video[0])
        art.disposition = Disposition.attached_pic
        pictures = out.add_stream_from_template(moving.streams.video[0])
        for source, target in ((cover, art), (moving, pictures)):
            for packet in source.demux(video=0):
                if packet.dts is not None:
                    packet.stream = target
                    out.mux(packet)
    seen = [one for one in VideoFile(both, START).samples(100_000, None) if one.image is not None]
    assert len(seen) == 10
    assert seen[0].image.mean() < 40
    with av.open(str(both)) as written:
        covers_last = [one.disposition for one in written.streams.video]
    assert Disposition.attached_pic in covers_last[1]
    streams = [SimpleNamespace(disposition=each) for each in reversed(covers_last)]
    assert _video_stream(SimpleNamespace(streams=SimpleNamespace(video=streams)), both) is streams[1]
    with pytest.raises(InvalidInput, match="only a cover picture"):
        _video_stream(SimpleNamespace(streams=SimpleNamespace(video=streams[:1])), both)


def test_several_recordings_in_one_file_are_not_read_as_one(tmp_path):
    """Transport streams may be joined with `cat`: the second begins anew, and half of the pictures would be lost."""
    parts = [write_video(tmp_path / f"{n}.ts", [(m / 10, grey(100)) for m in range(40)]) for n in (1, 2)]
    joined = tmp_path / "joined.ts"
    joined.write_bytes(b"".join(part.read_bytes() for part in parts))
    read = []
    with pytest.raises(DamagedMedia, match=r"there time jumps back to 0.0 s: several recordings in one") as raised:
        read.extend(VideoFile(joined, START).samples(1_000_000, None))
    assert "\n" not in str(raised.value)
    assert len(read) == 4


@pytest.mark.parametrize(("suffix", "codec"), [(".h264", "libx264"), (".m4v", "mpeg4")])
def test_a_bare_stream_has_no_times(tmp_path, suffix, codec):
    film = write_video(tmp_path / "film.mkv", [(n / 5, grey(20 * n)) for n in range(10)], codec)
    bare = tmp_path / f"bare{suffix}"
    name = "h264" if suffix == ".h264" else "m4v"
    with av.open(str(film)) as source, av.open(str(bare), "w", format=name) as out:
        target = out.add_stream_from_template(source.streams.video[0])
        for packet in source.demux(video=0):
            if packet.dts is not None:
                packet.stream = target
                out.mux(packet)
    with pytest.raises(InvalidInput, match=f"a bare {name} stream carries no times") as raised:
        VideoFile(bare, START)
    assert "\n" not in str(raised.value)
