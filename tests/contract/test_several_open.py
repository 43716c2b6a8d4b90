"""Several processes have one tracker open: all project alike, whatever one of them changes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rules import RULES
from tracker import Event, Tracker
from tracker.domain.logged import Logged
from tracker.domain.policy import Acceptance, Policy
from tracker.domain.rule import Around, Folded, Rule, Subject
from tracker.errors import StaleViews

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
STRICT = Policy(acceptance=Acceptance(accept=0.9, review=0.2))


def seen(place: str, minute: int, confidence: float = 1.0) -> Event:
    return Event.model_validate(
        {
            "entity_id": "keys", "type": "seen", "occurred_at": NOON.replace(minute=minute), "source": "camera:a",
            "confidence": confidence, "payload": {"claim": {"value": place, "relation": "in"}},
        }
    )  # fmt: skip


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'shared.db'}"


class Newer:
    """A rule as it ships, under another version."""

    def __init__(self, rule: Rule) -> None:
        self._rule, self.name, self.version = rule, rule.name, rule.version + 1
        self.owns = getattr(rule, "owns", ())

    def attributes(self, event: Logged) -> tuple[str, ...]:
        return self._rule.attributes(event)

    def fold(self, subject: Subject, state: Any, events: Sequence[Logged], around: Around) -> Folded:
        return self._rule.fold(subject, state, events, around)


def test_a_policy_given_by_one_holds_for_all_at_once(url: str) -> None:
    """A camera that has been running since before the change must not project by the old policy."""
    with Tracker.open(url) as camera:
        camera.append(seen("hall", 0))
        with Tracker.open(url, policy=STRICT) as desk:
            camera.append(seen("kitchen", 1, confidence=0.6))
            assert desk.where("keys", at=NOON.replace(minute=2)).place == "hall"
            assert camera.where("keys", at=NOON.replace(minute=2)).place == "hall"
            assert [item.kind for item in camera.conflicts()] == ["candidate"]
            assert desk.replay().changed == 0


def test_a_thread_that_reads_an_older_state_changes_no_other_s_policy(url: str) -> None:
    """One began to read before another policy was given, and goes on after a second thread has adopted that."""
    with Tracker.open(url) as tracker, ThreadPoolExecutor(1) as elsewhere:
        reading = tracker.store.read()
        older = elsewhere.submit(reading.__enter__).result()
        older.exec_driver_sql("SELECT seq FROM head").all()
        with Tracker.open(url, policy=STRICT), tracker.store.read() as newer:
            tracker._adopt(newer)
            elsewhere.submit(tracker._adopt, older).result()
            assert tracker._projector.policy == STRICT
            assert elsewhere.submit(lambda: tracker._projector.policy).result() != STRICT
        elsewhere.submit(reading.__exit__, None, None, None).result()


def test_views_of_other_rules_are_not_added_to(url: str) -> None:
    """Neither by a newer program before its replay, nor by an older one after it; nothing is half-written."""
    with Tracker.open(url) as older, Tracker.open(url, rules=[Newer(rule) for rule in RULES]) as newer:
        older.append(seen("hall", 0))
        with pytest.raises(StaleViews, match="tracker replay"):
            newer.append(seen("kitchen", 1))
        newer.replay()
        newer.append(seen("kitchen", 1))
        with pytest.raises(StaleViews, match="tracker replay"):
            older.append(seen("sofa", 2))
        shipped = next(rule.version for rule in RULES if rule.name == "location")
        assert [span.rule for span in newer.history("keys")] == [f"location@{shipped + 1}"] * 2
        assert newer.replay().changed == 0
