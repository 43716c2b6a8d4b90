"""Redacted words are gone from what a conversation remembers, too: from the file, and from what is said next."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tracker import Tracker
from tracker.domain.ids import event_id_for
from tracker.domain.policy import Policy
from tracker.domain.times import to_us
from tracker.ingest.runner import run
from tracker.ingest.text.job import TextJob
from tracker.ingest.text.source import read_source
from tracker.store import positions

SAID = "Zorblax took the keys."
THEN = "She put them in the drawer."


@pytest.fixture
def tracker(url) -> Iterator[Tracker]:
    with Tracker.open(url) as opened:
        yield opened


def redact(tracker: Tracker, *event_ids) -> None:
    tracker.append(
        {
            "entity_id": "ana",
            "type": "redacted",
            "occurred_at": "2026-03-02T13:00:00Z",
            "source": "user:ana",
            "payload": {"event_ids": [str(each) for each in event_ids], "reason": "asked to"},
        }
    )


def remains(tracker: Tracker) -> bool:
    """Whether the name still stands in any position, or (of a file) anywhere."""
    with tracker.store.read() as connection:
        kept = [positions.checkpoint(connection, job) for job in positions.jobs(connection)]
    if "orblax" in str(kept):
        return True
    file = tracker.store.file
    if file is None:
        return False
    return any(b"orblax" in path.read_bytes() for path in file.parent.glob(f"{file.name}*"))


def speaks_of_it(tracker: Tracker) -> bool:
    return any("orblax" in event.model_dump_json() for event in tracker.events())


def test_what_a_redacted_note_named_is_not_meant_by_the_next_one(tracker):
    said = tracker.note(SAID, at="2026-03-02T12:00:00Z", source="chat")
    assert remains(tracker)
    redact(tracker, *said.event_ids)
    assert not remains(tracker)
    tracker.note(THEN, at="2026-03-02T12:01:00Z", source="chat")
    assert not speaks_of_it(tracker)
    assert not remains(tracker)


def test_other_conversations_go_on(tracker):
    said = tracker.note(SAID, at="2026-03-02T12:00:00Z", source="chat")
    tracker.note("Lena took the cup.", at="2026-03-02T12:00:00Z", source="phone")
    redact(tracker, *said.event_ids)
    (made,) = tracker.note("She put it in the drawer.", at="2026-03-02T12:01:00Z", source="phone").event_ids[1:]
    (event,) = [one for one in tracker.events() if one.event_id == made]
    assert event.payload.by == "lena"


def test_a_note_that_was_redacted_before_it_came_is_not_remembered(tracker):
    """Its events are stored without content, and what it named is not kept beside them."""
    keys = ("n/0/0", "n/0/0/said")
    redact(tracker, *(event_id_for("chat", key) for key in keys))
    tracker.note(SAID, at="2026-03-02T12:00:00Z", source="chat", source_key="n")
    assert not remains(tracker)


def test_nor_by_anybody_once_it_was_swept(url):
    """Retention forgets as redaction does."""
    policy = Policy(retain_s={"chat": 1.0})
    with Tracker.open(url, policy=policy, clock=lambda: to_us(datetime(2026, 3, 3, tzinfo=UTC))) as tracker:
        tracker.note(SAID, at="2026-03-02T12:00:00Z", source="chat")
        assert remains(tracker)
        assert tracker.sweep().expired
        assert not remains(tracker)


def test_nor_by_a_text_that_was_read(tracker, tmp_path):
    path = tmp_path / "story.txt"
    path.write_text(f"{SAID}\n")
    source = read_source(path=path, source="diary", start="2026-03-02T12:00:00Z", speaker="ana")
    run(TextJob(source), tracker)
    assert remains(tracker)
    redact(tracker, *(event.event_id for event in tracker.events()))
    path.unlink()
    assert not remains(tracker)
    path.write_text(f"{SAID}\n")
    assert run(TextJob(source), tracker).appended == 0
