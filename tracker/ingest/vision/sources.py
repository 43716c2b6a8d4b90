"""Opening what a camera recorded, with the settings its watch file gives it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from tracker.errors import InvalidInput
from tracker.ingest.vision.stills import Pace, Stills
from tracker.ingest.vision.video import VideoFile
from tracker.ingest.vision.watch import Camera


def open_video(path: Path, camera: Camera, start: datetime | None = None, root: Path | None = None) -> VideoFile:
    """The camera's video; `start` (aware) overrides the watch file's. Raises InvalidInput."""
    return VideoFile(path, start or camera.start, root, camera.keyframes_only)


def open_stills(
    paths: Path | Sequence[Path],
    camera: Camera,
    start: datetime | None = None,
    interval_s: float | None = None,
    root: Path | None = None,
    on_damaged: Literal["stop", "skip"] = "stop",
) -> Stills:
    """The camera's stills, a folder or files. `start` and `interval_s` override their own times, and come together.
    Raises InvalidInput."""
    if (start is None) != (interval_s is None):
        raise InvalidInput("stills: start and interval are given together or not at all")
    pace = Pace(start, interval_s) if start is not None and interval_s is not None else None
    return Stills(paths, camera.tz, pace, root, on_damaged)
