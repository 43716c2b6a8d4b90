"""Reading one picture file."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tracker.errors import InvalidInput, MissingExtra, first_line
from tracker.ingest.vision.zones import Image

SUFFIXES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp", ".heic", ".heif", ".avif"})
_ORIENTATION, _EXIF = 0x0112, 0x8769
# What Pillow's decoders, and its readers of tags, raise on files that are not what they say.
_DAMAGE = (OSError, ValueError, SyntaxError, EOFError, TypeError, KeyError, IndexError, OverflowError, struct.error)


def read_picture(path: Path) -> Image:
    """The picture upright (by its EXIF orientation), in RGB of eight bits. Raises InvalidInput when it cannot be
    decoded."""
    with _opened(path) as picture:
        return np.asarray(_eight_bits(_upright(picture)).convert("RGB"))


def exif_time(path: Path) -> str | None:
    """`DateTimeOriginal` with its offset, in ISO form, or None. EXIF 2.32 tags 0x9003, 0x9291, 0x9011."""
    try:
        with _opened(path) as picture:
            tags = picture.getexif().get_ifd(_EXIF)
    except InvalidInput:
        return None  # What is wrong with the picture is said when it is read.
    taken, fraction, offset = (str(tags.get(tag, "")).strip() for tag in (0x9003, 0x9291, 0x9011))
    date, _, clock = taken.partition(" ")
    if not clock:
        return None
    part = f".{fraction[:6].ljust(6, '0')}" if fraction.isdigit() else ""
    return f"{date.replace(':', '-')}T{clock}{part}{offset}"


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """The picture as Pillow has it; whatever goes wrong with it is InvalidInput naming the file."""
    try:
        from PIL import Image as Pillow
        from pillow_heif import register_heif_opener
    except ImportError:
        raise MissingExtra("reading pictures", "clip") from None
    register_heif_opener()
    try:
        with Pillow.open(path) as picture:
            yield picture
    except (*_DAMAGE, Pillow.DecompressionBombError) as error:
        raise InvalidInput(f"{path}: not a picture that can be read: {first_line(error)}") from None


def _upright(picture: Any) -> Any:
    """The picture turned as its orientation says (EXIF 2.32, 0x0112). Only the pixels: Pillow's own way writes the tags
    anew, which fails where one cannot be written."""
    from PIL.Image import Transpose

    turns = {
        2: Transpose.FLIP_LEFT_RIGHT, 3: Transpose.ROTATE_180, 4: Transpose.FLIP_TOP_BOTTOM, 5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270, 7: Transpose.TRANSVERSE, 8: Transpose.ROTATE_90,
    }  # fmt: skip
    picture.load()
    turn = turns.get(picture.getexif().get(_ORIENTATION))
    return picture if turn is None else picture.transpose(turn)


def _eight_bits(picture: Any) -> Any:
    """A picture of one number a pixel in eight bits of grey: Pillow would cut off what is brighter."""
    from PIL import Image as Pillow

    if picture.mode == "F":
        raise ValueError("its numbers are real, and nothing says which is white")
    if picture.mode == "I" or picture.mode.startswith("I;16"):
        return Pillow.fromarray((np.clip(np.asarray(picture), 0, 65535) >> 8).astype(np.uint8))
    return picture
