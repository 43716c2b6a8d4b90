"""The present is read from the stored views, a known time folds for the question: both know the same entities."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.unit.projection.folding_between import about, at, told
from tracker import Tracker
from tracker.domain.times import from_us, iso_us

NOW = iso_us("2026-03-02T23:00:00+00:00")
LATER = from_us(NOW) + timedelta(days=1)

SPARE = told(1, "spare", "seen", "12:00:00", at("hall"))
MERGED = told(2, "spare", "merged", "13:00:00", {"into": "sofa"})
LOGS = {
    "a merge into what has no events": [SPARE, MERGED],
    "a merge of what has no events": [told(1, "lamp", "seen", "12:00:00", at("hall")), MERGED],
    "a merge of a guess": [SPARE | {"confidence": 0.3}, MERGED],
    "a merge undone": [SPARE, MERGED, told(3, "spare", "rejected", "14:00:00", about(2, reason="a slip"))],
    "only a guess": [told(1, "sofa", "seen", "12:00:00", at("hall"), confidence=0.3)],
    "only a name": [told(1, "sofa", "alias_added", "12:00:00", {"name": "the couch"})],
    "nothing that was not forgotten": [
        told(1, "sofa", "seen", "12:00:00", at("hall")),
        told(2, "nobody", "redacted", "14:00:00", about(1, reason="privacy")),
    ],
    "a split to a new entity": [
        told(1, "spare", "seen", "12:00:00", at("hall")),
        told(2, "spare", "split", "13:00:00", about(1) | {"new_entity": "sofa"}),
    ],
}


@pytest.mark.parametrize("log", LOGS)
@pytest.mark.parametrize("asked", ["sofa", "sofas", "spare", "spares", "hal", "lamps", "nobod"])
def test_the_nearest_name_is_the_same_in_both_and_never_the_one_asked(log, asked) -> None:
    with Tracker.open("sqlite://", clock=lambda: NOW) as tracker:
        tracker.append(LOGS[log])
        near = tracker.nearest(asked)
        assert near == tracker.nearest(asked, known_at=LATER) == tracker.nearest(asked, viewer="ana")
        assert near != asked


@pytest.mark.parametrize("log", LOGS)
def test_what_was_never_reported_is_the_same_in_both(log) -> None:
    with Tracker.open("sqlite://", clock=lambda: NOW) as tracker:
        tracker.append(LOGS[log])
        for name in ("sofa", "spare", "lamp"):
            assert tracker.where(name, viewer="ana") == tracker.where(name)
