"""Reading one picture file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tracker.errors import InvalidInput, MissingExtra, first_line
from tracker.ingest.vision.zones import Image


def read_picture(path: Path) -> Image:
    """The picture upright (by its EXIF orientation), in RGB. Raises InvalidInput when it cannot be decoded."""
    try:
        from PIL import Image as Pillow
        from PIL import ImageOps
    except ImportError:
        raise MissingExtra("reading pictures", "clip") from None
    try:
        with Pillow.open(path) as picture:
            return np.asarray(ImageOps.exif_transpose(picture).convert("RGB"))
    # Pillow's decoders raise all of these on damaged files.
    except (OSError, ValueError, SyntaxError, EOFError, Pillow.DecompressionBombError) as error:
        raise InvalidInput(f"{path}: not a picture that can be read: {first_line(error)}") from None


def exif_time(path: Path) -> str | None:
    """`DateTimeOriginal` with its offset, in ISO form, or None. EXIF 2.32 tags 0x9003, 0x9291, 0x9011."""
    try:
        from PIL import Image as Pillow
    except ImportError:
        raise MissingExtra("reading pictures", "clip") from None
    try:
        with Pillow.open(path) as picture:
            tags = picture.getexif().get_ifd(0x8769)
    except (OSError, ValueError, SyntaxError, EOFError, Pillow.DecompressionBombError):
        return None  # What is wrong with the picture is said when it is read.
    taken, fraction, offset = (str(tags.get(tag, "")).strip() for tag in (0x9003, 0x9291, 0x9011))
    date, _, clock = taken.partition(" ")
    if not clock:
        return None
    part = f".{fraction[:6].ljust(6, '0')}" if fraction.isdigit() else ""
    return f"{date.replace(':', '-')}T{clock}{part}{offset}"
