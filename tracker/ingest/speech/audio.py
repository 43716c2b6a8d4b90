"""Sound from a media file, as 16 kHz samples on the file's own clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracker.errors import InvalidInput, MissingExtra
from tracker.ingest.media import nothing_but, readable

RATE = 16_000  # samples per second; what Whisper was trained on
Samples = NDArray[np.float32]

# Packet times are rounded to the container's clock; only a hole longer than this is one.
_HOLE_S = 0.05
_LONGEST_HOLE_S = 86_400.0
# These carry no count of their samples: a declared length is the demuxer's guess from the bit rate.
_NO_DECLARED_LENGTH = frozenset({"mp3", "aac"})
_SHORT_BY_S = 0.5


class Sound(NamedTuple):
    """What a recording holds: how many channels, and samples per channel at `RATE`."""

    channels: int
    samples: int

    @property
    def seconds(self) -> float:
        return self.samples / RATE


def measure(path: Path) -> Sound:
    """Decode the whole recording once, so that a damaged file is refused before anything is stored.

    Raises InvalidInput for a file that holds no sound, is damaged, or ends before the length it declares."""
    channels = samples = 0
    for block in decode(path):
        channels, samples = block.shape[0], samples + block.shape[1]
    if not samples:
        raise InvalidInput(f"{path}: the recording is empty")
    return Sound(channels, samples)


def decode(path: Path, start: int = 0) -> Iterator[Samples]:
    """Blocks of shape (channels, n), float32 in -1..1 at `RATE`, from sample `start` on.

    Sample k is the sound k / RATE seconds into the file: holes (before the first packet, where a recorder
    lost some, where the demuxer skips damage) are silence. Resuming decodes from the beginning again, because
    seeking inside compressed sound is not exact. Raises InvalidInput as `measure` does."""
    position = 0
    for block in _decoded(path):
        begin = max(0, start - position)
        position += block.shape[1]
        if begin < block.shape[1]:
            yield block[:, begin:]


def _decoded(path: Path) -> Iterator[Samples]:
    try:
        import av
    except ImportError:
        raise MissingExtra("reading sound", "whisper") from None
    _refuse_cut_wave(path)
    try:
        with av.open(**nothing_but(path), metadata_errors="ignore") as container:
            if not container.streams.audio:
                raise InvalidInput(f"{path}: holds no sound")
            yield from _resampled(path, container)
    except av.error.InvalidDataError:
        raise InvalidInput(
            f"{path}: not a recording that can be read: the data is damaged, cut off or no sound"
        ) from None
    except (av.error.FFmpegError, OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidInput(f"{path}: cannot be read as sound: {reason}") from None


def _resampled(path: Path, container: Any) -> Iterator[Samples]:
    import av

    stream = container.streams.audio[0]
    origin = (container.start_time or 0) / av.time_base
    given = 0  # samples handed out
    heard = 0.0  # seconds of the file's clock decoded so far
    resampler = None
    for frame in container.decode(stream):
        at = heard if frame.pts is None else float(frame.pts * frame.time_base) - origin
        if at - heard > _HOLE_S:
            if at - heard > _LONGEST_HOLE_S:
                raise InvalidInput(f"{path}: the times jump from {heard:.1f} s to {at:.1f} s")
            for block in _blocks(resampler, None):
                given += block.shape[1]
                yield block
            resampler = None
            hole = round(at * RATE) - given
            for begin in range(0, hole, RATE):
                yield np.zeros((frame.layout.nb_channels, min(RATE, hole - begin)), np.float32)
            given, heard = given + max(hole, 0), at
        if resampler is None:
            resampler = av.AudioResampler(format="fltp", layout=frame.layout, rate=RATE)
        for block in _blocks(resampler, frame):
            given += block.shape[1]
            yield block
        heard += frame.samples / frame.sample_rate
    for block in _blocks(resampler, None):
        yield block
    _refuse_shortened(path, container, stream, heard)


def _blocks(resampler: Any, frame: Any) -> Iterator[Samples]:
    if resampler is None:
        return
    for resampled in resampler.resample(frame):
        block: Samples = resampled.to_ndarray()
        if block.shape[1]:
            yield block


def _refuse_shortened(path: Path, container: Any, stream: Any, heard: float) -> None:
    if container.format.name in _NO_DECLARED_LENGTH:
        return
    declared = 0.0
    if stream.duration is not None:
        declared = float(stream.duration * stream.time_base)
    elif container.duration is not None and len(container.streams) == 1:
        declared = container.duration / 1_000_000
    if declared - heard > _SHORT_BY_S:
        raise InvalidInput(f"{path}: cut off: declares {declared:.1f} s of sound, holds {heard:.1f} s")


def _refuse_cut_wave(path: Path) -> None:
    """FFmpeg reads a shortened WAVE file as if it were whole; its RIFF header tells how long it was meant to
    be."""
    with readable(path), path.open("rb") as file:
        header = file.read(12)
        size = path.stat().st_size
    if not size:
        raise InvalidInput(f"{path}: the file is empty")
    if header[:4] != b"RIFF" or header[8:] != b"WAVE":
        return
    declared = int.from_bytes(header[4:8], "little") + 8
    # Recorders that write to a pipe leave the size 0 or all ones.
    if declared not in (8, 0xFFFFFFFF + 8) and size < declared - 1:
        raise InvalidInput(f"{path}: cut off: declares {declared} bytes, holds {size}")
