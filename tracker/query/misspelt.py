"""The nearest name that is known, for one that nothing bears."""

from __future__ import annotations

from difflib import get_close_matches

from tracker.link.mentions import fold
from tracker.projection.scene import Scene

_NEAR = 0.75
"""Letters in common, as `difflib` counts: pasport and passport, not umbrella and camera."""
_EVER = 1 << 61


def nearest_name(scene: Scene, asked: str) -> str | None:
    """The entity or place of the scene whose id is written almost like `asked`; None when that one is known itself, or
    nothing is near. What the reader may not see is not in the scene, and so not there to be guessed."""
    if scene.reported(scene.root(asked)) or next(scene.targeting(asked, _EVER), None) is not None:
        return None
    names = {fold(one): one for one in (*scene.entities(), *scene.targets())}
    near = get_close_matches(fold(asked), names, n=1, cutoff=_NEAR)
    return names[near[0]] if near else None
