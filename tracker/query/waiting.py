"""What was reported too weakly to count, and waits for a person: no answer, but not nothing either."""

from __future__ import annotations

from tracker.projection.scene import Scene


def waiting(scene: Scene, entity_id: str, attribute: str, at: int) -> int:
    """How many events of the scene about the attribute wait for review, of those that began by `at` (microseconds
    since the epoch, UTC)."""
    return sum(
        item.kind == "candidate" and item.problem.attribute == attribute and item.problem.start <= at
        for item in scene.problems(scene.root(entity_id))
    )
