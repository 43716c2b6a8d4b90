"""What is inside is found by going inward once, however deep things are nested."""

from __future__ import annotations

from typing import Any

import pytest

from tracker import Tracker
from tracker.projection.scene import StoredScene

NINE, TEN = "2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z"
DEPTH = 40


def nested(number: int, place: int) -> dict[str, Any]:
    claim = {"value": f"box_{place}", "relation": "in"}
    return {
        "entity_id": f"box_{number}",
        "type": "seen",
        "occurred_at": NINE,
        "source": "camera:a",
        "payload": {"claim": claim},
    }


@pytest.mark.parametrize("around", [DEPTH + 1, DEPTH], ids=["chain", "ring"])
def test_the_way_outward_is_not_walked_for_each_thing(around: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """`around`: the number of boxes; with as many boxes as claims the last is in the first."""
    walked = []
    slice_at = StoredScene.slice_at

    def counted(scene: StoredScene, *asked: Any) -> Any:
        walked.append(asked)
        return slice_at(scene, *asked)

    monkeypatch.setattr(StoredScene, "slice_at", counted)
    with Tracker.open("sqlite://") as tracker:
        tracker.append([nested(number, (number + 1) % around) for number in range(DEPTH)])
        found = tracker.inside(f"box_{around - 1}", TEN)
    assert len(found) == around - 1
    assert len(walked) <= 2 * DEPTH
