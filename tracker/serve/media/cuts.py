"""Cutting media to what an event points at: the region as a picture, the seconds as a file that plays anywhere."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from tracker.domain.evidence import Region
from tracker.errors import InvalidInput, MissingExtra

LONGEST_S = 120.0
# What a clip shows when the event says only where it begins.
_UNTOLD_S = 5.0
_MOST_PIXELS = 100_000_000
_WIDEST = 1280
_TICKS = 1000
_RATE = 48_000


class Cut(NamedTuple):
    """A file in memory."""

    content: bytes
    media_type: str


def crop(file: BinaryIO, media_type: str, at: float | None, region: Region | None) -> Cut:
    """The region (None: all of it) of a picture, or of a video's frame at `at` seconds, as WebP. Raises InvalidInput
    for media without pictures, and for what cannot be read."""
    if media_type.startswith("image/"):
        image = _picture(file)
    elif media_type.startswith("video/"):
        image = _frame(file, at or 0.0)
    else:
        raise InvalidInput("there is no picture in this media")
    if region is not None:
        left, top = int(region.x * image.width), int(region.y * image.height)
        right = max(left + 1, min(image.width, round((region.x + region.w) * image.width)))
        bottom = max(top + 1, min(image.height, round((region.y + region.h) * image.height)))
        image = image.crop((min(left, image.width - 1), min(top, image.height - 1), right, bottom))
    made = io.BytesIO()
    image.convert("RGB").save(made, "WEBP", quality=85)
    return Cut(made.getvalue(), "image/webp")


def clip(file: BinaryIO, media_type: str, start: float | None, end: float | None) -> Cut:
    """The seconds from `start` to `end`: of a video as MP4, of a recording as WAV. Raises InvalidInput for media that
    does not play, for what cannot be read, and for more than two minutes."""
    if not media_type.startswith(("video/", "audio/")):
        raise InvalidInput("this media does not play")
    since = start or 0.0
    until = end if end is not None else since + _UNTOLD_S
    if until <= since:
        until = since + _UNTOLD_S
    if until - since > LONGEST_S:
        raise InvalidInput(f"the span is longer than {LONGEST_S:g} s; ask for the media itself")
    with _opened(file) as source:
        pictures = [one for one in source.streams.video if not one.disposition & _COVER]
        if pictures:
            return Cut(_film(source, pictures[0], since, until), "video/mp4")
        if not source.streams.audio:
            raise InvalidInput("there is nothing in this media that plays")
        return Cut(_sound(source, since, until), "audio/wav")


# AV_DISPOSITION_ATTACHED_PIC: the cover of a record.
_COVER = 0x0400


def _picture(file: BinaryIO) -> Any:
    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise MissingExtra("cutting pictures", "serve") from None
    try:
        image = Image.open(file)
        if image.width * image.height > _MOST_PIXELS:
            raise InvalidInput(f"the picture has more than {_MOST_PIXELS} pixels")
        return ImageOps.exif_transpose(image)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise InvalidInput(f"the picture cannot be read: {error}") from None


def _frame(file: BinaryIO, at: float) -> Any:
    """The frame that shows at this second, upright."""
    from PIL import Image

    with _opened(file) as source:
        if not source.streams.video:
            raise InvalidInput("there is no picture in this media")
        stream = source.streams.video[0]
        shown = None
        for moment, frame in _from(source, stream, at):
            if shown is not None and moment > at + 1e-6:
                break
            shown = frame
        if shown is None:
            raise InvalidInput(f"there is no picture at {at:g} s")
        pixels = shown.to_ndarray(format="rgb24")
        return Image.fromarray(np.ascontiguousarray(np.rot90(pixels, round(shown.rotation / 90) % 4)))


def _film(source: Any, stream: Any, since: float, until: float) -> bytes:
    import av

    made = io.BytesIO()
    width, height = _even(stream.codec_context.width, stream.codec_context.height)
    with av.open(made, "w", format="mp4") as target:
        codec = "libx264" if "libx264" in av.codecs_available else "mpeg4"
        shown = target.add_stream(codec, rate=Fraction(min(30, max(1, round(float(stream.average_rate or 25))))))
        shown.width, shown.height, shown.pix_fmt = width, height, "yuv420p"
        shown.codec_context.time_base = Fraction(1, _TICKS)
        heard = target.add_stream("aac", rate=_RATE, layout="stereo") if source.streams.audio else None
        last = -1
        for moment, frame in _from(source, stream, since):
            if moment >= until:
                break
            # The frame that is on when the span begins shows from its beginning on.
            tick = max(0, round((moment - since) * _TICKS))
            if tick <= last:
                continue
            last = tick
            plain = frame.reformat(width=width, height=height, format="yuv420p")
            plain.pts, plain.time_base = tick, Fraction(1, _TICKS)
            plain.pict_type = 0
            target.mux(shown.encode(plain))
        target.mux(shown.encode(None))
        if heard is not None:
            for frame in _samples(source, since, until, "fltp", "stereo", _RATE):
                target.mux(heard.encode(frame))
            target.mux(heard.encode(None))
    if last < 0:
        raise InvalidInput(f"there is no picture from {since:g} s on")
    return made.getvalue()


def _sound(source: Any, since: float, until: float) -> bytes:
    stream = source.streams.audio[0]
    rate = min(_RATE, stream.rate or _RATE)
    layout = "mono" if stream.channels == 1 else "stereo"
    made = io.BytesIO()
    with wave.open(made, "wb") as out:
        out.setnchannels(1 if layout == "mono" else 2)
        out.setsampwidth(2)
        out.setframerate(rate)
        for frame in _samples(source, since, until, "s16", layout, rate):
            out.writeframes(frame.to_ndarray().tobytes())
        if not out.getnframes():
            raise InvalidInput(f"there is no sound from {since:g} s on")
    return made.getvalue()


def _samples(source: Any, since: float, until: float, form: str, layout: str, rate: int) -> Iterator[Any]:
    """The sound from `since` to `until` in frames that follow each other from 0 on, cut to the sample."""
    import av

    stream = source.streams.audio[0]
    resampler = av.AudioResampler(format=form, layout=layout, rate=rate)
    written = 0
    for moment, frame in _from(source, stream, since):
        if moment >= until:
            break
        frame.pts = None
        for plain in resampler.resample(frame):
            skipped = max(0, round((since - moment) * rate)) if not written else 0
            kept = min(plain.samples, round((until - moment) * rate))
            if kept <= skipped:
                continue
            values = plain.to_ndarray()
            packed = values.shape[0] == 1 and plain.layout.nb_channels > 1
            wide = plain.layout.nb_channels if packed else 1
            part = av.AudioFrame.from_ndarray(
                np.ascontiguousarray(values[:, skipped * wide : kept * wide]), format=form, layout=layout
            )
            part.sample_rate, part.pts, part.time_base = rate, written, Fraction(1, rate)
            written += kept - skipped
            yield part


def _from(source: Any, stream: Any, since: float) -> Iterator[tuple[float, Any]]:
    """The stream's frames from the one that is on at `since`, or somewhat before, each with its second from the
    stream's first."""
    import av

    zero = stream.start_time or 0
    try:
        source.seek(zero + int(since / stream.time_base), stream=stream)
        before = None
        for frame in source.decode(stream):
            if frame.pts is None:
                continue
            moment = float((frame.pts - zero) * stream.time_base)
            if moment <= since:
                before = (moment, frame)
                continue
            if before is not None:
                yield before
                before = None
            yield moment, frame
        if before is not None:
            yield before
    except (av.FFmpegError, OSError) as error:
        raise InvalidInput(f"the media cannot be read: {error.strerror or error}") from None


@contextmanager
def _opened(file: BinaryIO) -> Iterator[Any]:
    try:
        import av
    except ImportError:
        raise MissingExtra("cutting films and recordings", "serve") from None
    try:
        # Nothing else may be opened, whatever a playlist in it names.
        source = av.open(file, options={"protocol_whitelist": "none"})
    except (av.FFmpegError, OSError, ValueError) as error:
        raise InvalidInput(f"the media cannot be read: {getattr(error, 'strerror', None) or error}") from None
    with source:
        yield source


def _even(width: int, height: int) -> tuple[int, int]:
    """The size of a film that is not too wide; H.264 wants even numbers."""
    scale = min(1.0, _WIDEST / max(width, 1))
    return max(2, round(width * scale / 2) * 2), max(2, round(height * scale / 2) * 2)
