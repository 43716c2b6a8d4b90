"""Whether a source that an answer rests on is silent: absence of news is not news of absence (row D5)."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.projection.scene import Scene

ONLINE = "online"
OFFLINE = "offline"


def offline_since(scene: Scene, sources: Iterable[str], at: int) -> int | None:
    """Since when the first of these sources that is offline at `at` has been so (both in microseconds since the epoch,
    UTC); None: none of them is."""
    for source in dict.fromkeys(sources):
        view = scene.slice_at(scene.root(source), ONLINE, at)
        if view is not None and view.slice.status == "known" and view.slice.claims[0].value == OFFLINE:
            return view.slice.since
    return None
