"""`tracker history` and `tracker held` print what was, not what would come of silence."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tracker import Tracker

NOW = datetime.now(UTC)


@pytest.fixture
def old_home(tmp_path: Path) -> tuple[str, str]:
    """A wallet that two cameras dispute today, and keys last reported months ago."""
    common = {"type": "seen", "confidence": 0.9}
    with Tracker.open(f"sqlite:///{tmp_path}/home.db") as tracker:
        tracker.append([
            {**common, "entity_id": "wallet", "source": source, "occurred_at": NOW - timedelta(hours=1),
             "payload": {"claim": {"value": place}}}
            for source, place in (("camera:a", "sofa"), ("camera:b", "desk"))
        ] + [{**common, "entity_id": "keys", "source": "camera:a", "occurred_at": NOW - timedelta(days=200),
              "payload": {"claim": {"value": "drawer"}}}])  # fmt: skip
    return "--db", f"sqlite:///{tmp_path}/home.db"


def test_what_would_come_of_silence_is_no_row(old_home, cli):
    """The conflict will lapse in some days if nothing new is reported: said so, and nothing after it."""
    printed = cli(*old_home, "history", "wallet").out
    assert "conflict" in printed
    assert "if nothing new is reported" in printed
    assert "unknown" not in printed


def test_a_span_without_a_fresh_report_is_named(old_home, cli):
    """The row is open, and says from when on it is not certain."""
    printed = cli(*old_home, "history", "keys").out
    assert "not certain" in printed
    assert "the last report was too old by then" in printed


def test_held_is_no_where_the_report_had_faded(old_home, cli):
    """Exit code 1, and the reason."""
    start = (NOW - timedelta(days=20)).isoformat()
    result = cli(*old_home, "held", "keys", "location", "drawer", "--start", start)
    assert (result.code, result.out.splitlines()[0]) == (1, "no: not known to have held")
    assert "the last report was too old by then" in result.out


def test_a_missing_start_is_named(old_home, cli):
    """`--end` defaults to now, so only `--start` is missing."""
    result = cli(*old_home, "held", "keys", "location", "drawer")
    assert result.code == 2
    assert "--start: is missing" in result.err
    assert "end" not in result.err


def test_last_seen_says_that_it_is_disputed(old_home, cli):
    """One side alone would hide the other."""
    printed = cli(*old_home, "last-seen", "wallet").out
    assert "sources disagree" in printed
    assert "sofa" in printed
    assert "desk" in printed


def test_where_tells_one_zone(old_home, cli):
    """The answer in the zone of the evidence below it."""
    printed = cli(*old_home, "where", "keys", "--tz", "Asia/Taipei").out
    assert "CST" in printed.splitlines()[0]
    assert "UTC" not in printed
