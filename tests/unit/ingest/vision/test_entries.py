"""Events keep their keys as long as nothing changes that decides them, and only so long."""

from __future__ import annotations

import pytest

from tracker.ingest.vision.entries import entries_of
from tracker.ingest.vision.scores import Provenance

MODEL = Provenance("colours", None, "c" * 64)


def digests(camera, model=MODEL):
    return [entry.digest(camera, model) for entry in entries_of(camera)]


@pytest.mark.parametrize(
    "setting",
    [
        'source = "camera:other"',
        'visibility = ["parents"]',
        "every_s = 2",
        "min_change = 9",
        "keyframes_only = true",
        "note_empty_at_start = false",
        "thresholds.enter = 0.9",
        "thresholds.leave = 0.1",
        "thresholds.min_samples = 3",
        "thresholds.refresh_s = 10",
    ],
)
def test_a_setting_that_decides_events_is_in_every_key(hall, setting):
    assert not set(digests(hall())) & set(digests(hall(setting)))


def test_other_weights_are_another_key(hall):
    assert not set(digests(hall())) & set(digests(hall(), MODEL._replace(digest="d" * 64)))


def test_what_decides_no_event_is_in_no_key(hall):
    """The zone of times in names is already in the times themselves."""
    assert digests(hall()) == digests(hall('tz = "Europe/Berlin"'))
