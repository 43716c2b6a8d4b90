"""Decoding: any recording becomes 16 kHz samples on the file's own clock, or one line saying why not."""

import numpy as np
import pytest

from tracker.errors import InvalidInput
from tracker.ingest.speech.audio import RATE, decode, measure

av = pytest.importorskip("av")


def whole(path, start=0):
    return np.concatenate(list(decode(path, start)), axis=1)


def encode(path, codec, seconds=3, rate=48_000, starts_at=0, hole_after=None, hole_s=0.0):
    """A mono tone in a real container, its packets optionally starting late or with a hole between them."""
    samples = (0.3 * np.sin(2 * np.pi * 220 * np.arange(seconds * rate) / rate)).astype(np.float32)
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=rate)
        stream.layout = "mono"
        size = 960
        for index in range(len(samples) // size):
            block = samples[index * size : (index + 1) * size].reshape(1, -1)
            if stream.format.name != "fltp":
                kind = np.int16 if stream.format.name.startswith("s16") else np.int32
                block = (block * np.iinfo(kind).max * 0.99).astype(kind)
            frame = av.AudioFrame.from_ndarray(block, format=stream.format.name, layout="mono")
            frame.sample_rate = rate
            later = starts_at + (hole_s if hole_after is not None and index * size >= hole_after * rate else 0.0)
            frame.pts = index * size + round(later * rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def test_channels_stay_apart_and_keep_their_samples(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "two.wav", sounds.tone(2), sounds.silence(2))
    heard = whole(path)
    assert heard.shape == (2, 2 * RATE)
    assert heard.dtype == np.float32
    assert np.abs(heard[0] - sounds.tone(2)).max() < 1e-3
    assert not heard[1].any()


def test_other_rates_are_brought_to_16_khz(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "fast.wav", np.repeat(sounds.tone(2), 3), rate=48_000)
    assert measure(path).samples == pytest.approx(2 * RATE, abs=32)
    assert measure(path).seconds == pytest.approx(2, abs=0.01)


def test_starting_later_gives_the_same_samples(sounds, tmp_path):
    """Resuming must hear what the first run would have heard."""
    path = encode(tmp_path / "tone.webm", "libopus")
    assert np.array_equal(whole(path, 20_001), whole(path)[:, 20_001:])
    assert list(decode(path, 10**9)) == []


@pytest.mark.parametrize(
    ("name", "codec"), [("a.flac", "flac"), ("a.webm", "libopus"), ("a.mp3", "libmp3lame"), ("a.m4a", "aac")]
)
def test_common_formats_decode_to_their_length(tmp_path, name, codec):
    assert measure(encode(tmp_path / name, codec)).seconds == pytest.approx(3, abs=0.06)


def test_a_hole_between_packets_is_silence_so_later_sound_keeps_its_time(tmp_path):
    """A recorder that lost two seconds must not shift everything after them."""
    heard = whole(encode(tmp_path / "hole.mkv", "pcm_s16le", hole_after=1.0, hole_s=2.0))
    assert heard.shape[1] == pytest.approx(5 * RATE, abs=400)
    level = np.abs(heard[0])
    assert level[: RATE // 2].max() > 0.2
    assert level[round(1.2 * RATE) : round(2.8 * RATE)].max() == 0
    assert level[round(3.2 * RATE) :].max() > 0.2


def test_a_file_that_is_no_sound_is_one_line_naming_it(tmp_path, sounds):
    text, empty, none = tmp_path / "notes.wav", tmp_path / "empty.wav", tmp_path / "none.wav"
    text.write_text("not a recording\n" * 50)
    empty.write_bytes(b"")
    sounds.write_wave(none, sounds.silence(0))
    for path, problem in [
        (text, "damaged, cut off or no sound"),
        (empty, "the file is empty"),
        (none, "the recording is empty"),
        (tmp_path / "missing.wav", "no such file"),
        (tmp_path, "cannot be read"),
    ]:
        with pytest.raises(InvalidInput) as refused:
            measure(path)
        assert str(path) in str(refused.value)
        assert problem in str(refused.value)
        assert "\n" not in str(refused.value)


def test_a_video_without_sound_is_refused(tmp_path):
    path = tmp_path / "silent.mkv"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        for _ in range(3):
            container.mux(stream.encode(av.VideoFrame(64, 64, "yuv420p")))
        container.mux(stream.encode(None))
    with pytest.raises(InvalidInput, match="holds no sound"):
        measure(path)


@pytest.mark.parametrize(
    ("name", "codec"),
    [("a.flac", "flac"), ("a.wav", "pcm_s16le"), ("a.webm", "libopus"), ("a.m4a", "aac")],
)
def test_a_file_cut_off_half_way_is_refused(tmp_path, name, codec):
    """Half a recording must not pass for a whole one."""
    path = encode(tmp_path / name, codec)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(InvalidInput, match="cut off") as refused:
        measure(path)
    assert str(path) in str(refused.value)


def test_a_damaged_frame_is_silence_and_what_follows_keeps_its_time(tmp_path):
    path = encode(tmp_path / "a.flac", "flac")
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 400] = bytes(400)
    path.write_bytes(data)
    heard = whole(path)[0]
    assert len(heard) == pytest.approx(3 * RATE, abs=32)
    assert np.abs(heard[-RATE:] - whole(encode(tmp_path / "b.flac", "flac"))[0, -RATE:]).max() < 1e-3


def test_damage_that_stops_the_decoder_is_refused(tmp_path):
    path = encode(tmp_path / "a.m4a", "aac")
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 2000] = b"\xff" * 2000
    path.write_bytes(data)
    with pytest.raises(InvalidInput, match="damaged"):
        measure(path)


def test_a_colon_in_the_name_is_not_a_protocol(sounds, tmp_path, monkeypatch):
    sounds.write_wave(tmp_path / "14:30 hall.wav", sounds.tone(1))
    monkeypatch.chdir(tmp_path)
    from pathlib import Path

    assert measure(Path("14:30 hall.wav")).samples == RATE
