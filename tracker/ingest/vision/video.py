"""Pictures from a video file, by the times its frames carry (never by counting frames)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from tracker.domain.evidence import Evidence, Region
from tracker.domain.times import to_us
from tracker.errors import InvalidInput, MissingExtra
from tracker.ingest.job import check_span
from tracker.ingest.media import nothing_but, read_media
from tracker.ingest.vision.samples import DamagedMedia, Sample
from tracker.ingest.vision.zones import Image

_FRAMES_BETWEEN_SIGNS_OF_LIFE = 500
_TOLERATED_GAP_AT_END = 2_000_000
_BACKWARDS = 1_000_000
"""Frames may stand out of order by less than this (µs); by more, another recording begins."""
_WITHOUT_TIMES = frozenset(
    {
        "av1", "cavsvideo", "dirac", "dnxhd", "evc", "h261", "h263", "h264", "hevc", "m4v", "mjpeg", "mpegvideo", "obu",
        "rawvideo", "vc1", "vvc",
    }
)  # fmt: skip
"""Formats of bare pictures: FFmpeg would take them for 25 a second."""


class VideoFile:
    """A video whose first frame shows the moment `start` (aware).

    `root`: the media folder that evidence names the file relative to. `keyframes_only` reads only keyframes: less
    decoding, coarser times. Frames are turned upright by the file's rotation. Raises InvalidInput when the file is
    no video that can be opened."""

    unit = "s"

    def __init__(
        self, path: Path, start: datetime | None, root: Path | None = None, keyframes_only: bool = False
    ) -> None:
        if start is None:
            raise InvalidInput(f"{path}: no start time: give the camera a `start` in the watch file, or pass one")
        if start.utcoffset() is None:
            raise InvalidInput(f"{path}: the start time {start.isoformat()} has no zone")
        self._media = read_media(path, root)
        self._start = to_us(start)
        self._keyframes_only = keyframes_only
        with _open(path) as container:
            if container.format.name in _WITHOUT_TIMES:
                raise InvalidInput(
                    f"{path}: a bare {container.format.name} stream carries no times; put it into a container with its"
                    " rate, like ffmpeg -framerate 15 -i IN -c copy OUT.mp4"
                )
            stream = _video_stream(container, path)
            self._length = _length(container, stream)
        self.total = self._length / 1_000_000 if self._length is not None else None
        self.identity = hashlib.sha256(f"{self._media.sha256} {self._start}".encode()).hexdigest()
        check_span(start, self.total or 0, f"{path}: start {start.isoformat()}")

    def samples(self, every: int, after: int | None) -> Iterator[Sample]:
        """The first frame in each `every` microseconds of the video; damage ends them with DamagedMedia."""
        last = after - self._start if after is not None else None
        due = 0 if last is None else (last // every + 1) * every
        unsampled, newest, end = 0, 0, 0
        for at, frame in self._frames(last):
            newest, end = at, at + _lasts(frame)
            if last is not None and at <= last:
                continue
            if at >= due:
                unsampled, due = 0, (at // every + 1) * every
                yield Sample(self._start + at, _upright(frame))
            elif (unsampled := unsampled + 1) % _FRAMES_BETWEEN_SIGNS_OF_LIFE == 0:
                yield Sample(self._start + at, None)
        # Between keyframes nothing was read, so nothing is known about the end.
        if not self._keyframes_only and (self._length or 0) - end > _TOLERATED_GAP_AT_END:
            raise self._damage(newest, "the rest of the file is missing")

    def mark(self, after: int) -> str:  # noqa: ARG002  # one file either is the same or is another job
        return self._media.sha256

    def done(self, at: int) -> float:
        return (at - self._start) / 1_000_000

    def evidence(self, first: int, last: int, region: Region) -> tuple[Evidence, ...]:
        media = self._media
        return (
            Evidence(
                uri=media.uri, media_type=media.media_type, sha256=media.sha256, region=region,
                start_s=self.done(first), end_s=self.done(last),
            ),
        )  # fmt: skip

    def _damage(self, at: int, reason: str) -> DamagedMedia:
        whole = f" of {self.total:.1f} s" if self.total is not None else ""
        return DamagedMedia(
            f"{self._media.path}: damaged after {at / 1e6:.1f} s{whole} ({reason}); events up to there are kept"
        )

    def _frames(self, after: int | None) -> Iterator[tuple[int, Any]]:
        """(microseconds since the first frame, frame), in order of time, beginning at or before `after`."""
        import av

        newest = -1
        try:
            for at, frame in self._decoded(after):
                if at is None:
                    raise self._damage(max(newest, after or 0), "a frame carries no time")
                if at < newest - _BACKWARDS:
                    raise self._damage(newest, f"there time jumps back to {at / 1e6:.1f} s: several recordings in one")
                if at > newest and not frame.is_corrupt:
                    newest = at
                    yield at, frame
        except (av.FFmpegError, OSError) as error:
            raise self._damage(max(newest, after or 0), error.strerror or str(error)) from None

    def _decoded(self, after: int | None) -> Iterator[tuple[int | None, Any]]:
        """Frames from the keyframe at or before `after`, or from the first when the file's index leads past that."""
        with _open(self._media.path) as container:
            stream = _video_stream(container, self._media.path)
            if self._keyframes_only:
                stream.codec_context.skip_frame = "NONKEY"
            zero = stream.start_time or 0
            sought = after is not None
            if after is not None:
                container.seek(zero + int(after / 1_000_000 / stream.time_base), stream=stream)
            for frame in container.decode(stream):
                at = None if frame.pts is None else round((frame.pts - zero) * frame.time_base * 1_000_000)
                if sought and (at is None or after is None or at > after):
                    break
                sought = False
                yield at, frame
        if sought:
            yield from self._decoded(None)


def _open(path: Path) -> Any:
    try:
        import av
    except ImportError:
        raise MissingExtra("reading video", "clip") from None
    try:
        return av.open(**nothing_but(path))
    except (av.FFmpegError, OSError) as error:
        raise InvalidInput(f"{path}: cannot be opened as video: {error.strerror or error}") from None


def _video_stream(container: Any, path: Path) -> Any:
    from av.stream import Disposition

    if not container.streams.video:
        raise InvalidInput(f"{path}: there is no video in this file")
    moving = [one for one in container.streams.video if not one.disposition & Disposition.attached_pic]
    if not moving:
        raise InvalidInput(f"{path}: there is no video in this file, only a cover picture")
    return moving[0]


def _length(container: Any, stream: Any) -> int | None:
    """Microseconds the pictures say they last, or None. The container's own figure may be that of a longer sound
    track, so it counts only where there is nothing but pictures."""
    if stream.duration:
        length: int = round(stream.duration * stream.time_base * 1_000_000)
        return length
    alone = len(container.streams) == 1
    return int(container.duration) if alone and container.duration else None


def _lasts(frame: Any) -> int:
    """Microseconds until the next frame, as far as the file says."""
    return round(frame.duration * frame.time_base * 1_000_000) if frame.duration else 0


def _upright(frame: Any) -> Image:
    """The frame in RGB as a player shows it: turned counter-clockwise by its display rotation."""
    pixels = frame.to_ndarray(format="rgb24")
    turns = round(frame.rotation / 90) % 4
    return np.ascontiguousarray(np.rot90(pixels, turns)) if turns else pixels
