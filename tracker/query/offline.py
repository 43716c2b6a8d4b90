"""Whether the source an answer rests on is silent: absence of news is not news of absence (row D5)."""

from __future__ import annotations

from tracker.projection.scene import Scene

ONLINE = "online"
OFFLINE = "offline"


def offline_since(scene: Scene, source: str, at: int) -> int | None:
    """Since when the source has been offline at `at` (both in microseconds since the epoch, UTC); None: it is not."""
    view = scene.slice_at(source, ONLINE, at)
    if view is None or view.slice.status != "known" or view.slice.claims[0].value != OFFLINE:
        return None
    return view.slice.since
