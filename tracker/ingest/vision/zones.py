"""Parts of a picture: cutting a zone out, and telling cheaply whether anything in it changed."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tracker.domain.evidence import Region
from tracker.errors import MissingExtra

Image = NDArray[np.uint8]
"""Height × width × 3, RGB."""

_PATCHES = 32


def crop(image: Image, box: Region) -> Image:
    """The zone's pixels, copied so that the whole picture can be freed; at least one pixel."""
    height, width = image.shape[:2]
    left, top = min(round(box.x * width), width - 1), min(round(box.y * height), height - 1)
    right = max(left + 1, round((box.x + box.w) * width))
    bottom = max(top + 1, round((box.y + box.h) * height))
    return np.ascontiguousarray(image[top:bottom, left:right])


def patches(zone: Image) -> Image:
    """The mean colours of at most 32 × 32 patches. Colour, since a lamp may turn from red to green as bright."""
    try:
        from PIL import Image as Pillow
    except ImportError:
        raise MissingExtra("reading pictures", "clip") from None
    height, width = zone.shape[:2]
    size = (min(width, _PATCHES), min(height, _PATCHES))
    return np.asarray(Pillow.fromarray(zone).resize(size, Pillow.Resampling.BOX))


def change(before: Image | None, after: Image) -> int:
    """The largest change of any patch, in levels of 255; 255 when there is nothing to compare with.

    The largest, not the mean: keys are a small part of a zone."""
    if before is None or before.shape != after.shape:
        return 255
    return int(np.abs(before.astype(np.int16) - after.astype(np.int16)).max())


def patches_to_json(given: Image) -> dict[str, Any]:
    return {"shape": list(given.shape), "rgb": base64.b64encode(given.tobytes()).decode("ascii")}


def patches_from_json(data: dict[str, Any]) -> Image:
    return np.frombuffer(base64.b64decode(data["rgb"]), dtype=np.uint8).reshape(data["shape"])
