"""A home of plain colours: a red zone shows the keys, a grey one is empty, a blue one has somebody in front."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tracker.ingest.vision.scores import Provenance
from tracker.ingest.vision.watch import read_watch

COLOURS = {"red": (200, 40, 40), "grey": (110, 110, 110), "blue": (40, 40, 200), "green": (40, 160, 40)}
WATCH = """
[model]
name = "local-dir:nowhere"

[cameras.hall]
start = 2026-03-02T14:00:00Z

[cameras.hall.zones.drawer]
box = [0.0, 0.0, 0.5, 1.0]
place = "hall_drawer"
relation = "in"
empty = ["grey"]
occluded = ["blue"]
entities.keys.prompts = ["red"]

[cameras.hall.zones.lamp]
box = [0.5, 0.0, 0.5, 1.0]
[cameras.hall.zones.lamp.states.lamp.power.values]
on = ["green"]
off = ["grey"]
"""


class ColourEncoder:
    """Knows four colours by name: a picture's vector is its mean colour. Counts the pictures it is given."""

    provenance = Provenance("colours", None, "c" * 64)
    scale = 40.0
    batch = 3

    def __init__(self):
        self.encoded = 0

    def encode_images(self, images):
        self.encoded += len(images)
        return _unit(np.array([image.reshape(-1, 3).mean(axis=0) for image in images]).reshape(-1, 3))

    def encode_texts(self, texts):
        return _unit(np.array([COLOURS[text] for text in texts]).reshape(-1, 3))


def _unit(rows):
    return (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)).astype(np.float32)


def picture(drawer: str, lamp: str = "grey") -> np.ndarray:
    """96 × 64 pixels: the drawer's zone on the left, the lamp's on the right."""
    image = np.zeros((64, 96, 3), np.uint8)
    image[:, :48], image[:, 48:] = COLOURS[drawer], COLOURS[lamp]
    return image


def write_video(path: Path, frames: Iterable[tuple[float, np.ndarray]], codec: str = "libx264") -> Path:
    """Frames at their own times in seconds (as fine as a millisecond), a keyframe at least every eight. The same frames
    give the same bytes, so that what a test damages is the same in every run."""
    import av

    with av.open(str(path), "w", options={"fflags": "+bitexact"}) as container:
        stream = container.add_stream(codec, rate=10)
        stream.codec_context.time_base = Fraction(1, 1000)
        stream.codec_context.gop_size = 8
        stream.codec_context.thread_count = 1
        for at, image in frames:
            if not stream.codec_context.is_open:
                stream.height, stream.width = image.shape[:2]
                stream.pix_fmt = "yuv420p"
            frame = av.VideoFrame.from_ndarray(image, format="rgb24")
            frame.pts, frame.time_base = round(at * 1000), Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


@pytest.fixture
def encoder():
    return ColourEncoder()


@pytest.fixture
def hall(tmp_path):
    """The camera of WATCH; `hall(extra)` adds lines to its own table."""

    def make(extra: str = ""):
        path = tmp_path / "home.toml"
        path.write_text(WATCH.replace("start = 2026-03-02T14:00:00Z", f"start = 2026-03-02T14:00:00Z\n{extra}"))
        return read_watch(path).camera("hall")

    return make


@pytest.fixture
def colours():
    """`picture` and `write_video`, for tests that make their own media."""
    return picture, write_video
