"""The packages can be imported in any order: a rule pack starts with `rules`, a program with `tracker`."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("first", ["rules", "rules.location", "tracker", "tracker.domain.rule", "migrations"])
def test_each_package_can_be_imported_first(first):
    done = subprocess.run([sys.executable, "-c", f"import {first}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_tracker_exports_exactly_the_public_names():
    import tracker

    promised = (
        "Tracker Event Evidence Whereabouts Sighting Interval Conflict Decision Reply Receipt Recalled Context Entity"
        " SourceState TrackerError"
    )
    assert " ".join(sorted(tracker.__all__)) == " ".join(sorted(promised.split()))
