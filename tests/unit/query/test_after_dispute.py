"""What was disputed: a decision is told as one, not as something that just happened to the thing; and "last seen" does
not hide that another source saw it elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tracker import Tracker
from tracker.domain.times import to_us
from tracker.errors import InvalidInput

SEEN = datetime(2026, 3, 1, 14, 4, tzinfo=UTC)
SETTLED = datetime(2026, 3, 2, 12, 6, tzinfo=UTC)
NOW = datetime(2026, 3, 2, 12, 35, tzinfo=UTC)


@pytest.fixture
def tracker() -> Iterator[Tracker]:
    """A wallet on the sofa and on the desk, a door open and closed."""
    sides = (("wallet", "location", ("sofa", "desk")), ("door", "openness", ("open", "closed")))
    with Tracker.open("sqlite://", clock=lambda: to_us(NOW)) as opened:
        opened.append(
            {"entity_id": entity, "type": "seen", "occurred_at": SEEN, "observed_at": SEEN, "source": source,
             "payload": {"claim": {"attribute": attribute, "value": value}}}
            for entity, attribute, values in sides
            for source, value in zip(("camera:a", "camera:b"), values, strict=True)
        )  # fmt: skip
        yield opened


def settle(tracker: Tracker) -> None:
    for conflict in tracker.conflicts():
        kept = [side.event_id for side in conflict.candidates if side.value in ("desk", "closed")]
        tracker.decide(
            {"action": "resolve", "conflict_id": conflict.conflict_id, "keep": kept, "by": "ana", "at": SETTLED}
        )


def test_a_decision_is_told_with_its_time_and_the_reports_time(tracker: Tracker) -> None:
    """Not 'on the desk since 12:06': it was seen there the day before, and only decided about then."""
    settle(tracker)
    assert tracker.where("wallet").text == (
        "wallet: at desk, settled at 12:06 UTC; reported at 2026-03-01 14:04 UTC, 22 hours ago."
    )
    assert tracker.state("door", "openness").text == (
        "openness of door: closed, settled at 12:06 UTC; reported at 2026-03-01 14:04 UTC, 22 hours ago."
    )


TOLD = [
    ("where is the wallet?", "settled at 12:06, 29 minutes ago; reported yesterday at 14:04"),
    ("is the wallet on the desk?", "settled at 12:06, 29 minutes ago; reported yesterday at 14:04"),
    ("is the door closed?", "settled at 12:06, 29 minutes ago; reported yesterday at 14:04"),
    ("wallet在哪裡？", "裁定；消息是昨天14:04"),
]


@pytest.mark.parametrize(("question", "told"), TOLD)
def test_asked_in_words_too(tracker: Tracker, question: str, told: str) -> None:
    """And never 'just now' of the thing itself."""
    settle(tracker)
    text = tracker.ask(question).text
    assert told in text, text


def test_what_is_seen_again_after_the_decision_is_told_as_seen(tracker: Tracker) -> None:
    """Then it rests on the new report."""
    settle(tracker)
    at = NOW - timedelta(minutes=5)
    claim = {"claim": {"value": "desk"}}
    tracker.append({"entity_id": "wallet", "type": "seen", "occurred_at": at, "source": "camera:a", "payload": claim})
    assert "settled" not in tracker.where("wallet").text


def test_last_seen_names_the_other_sides_of_a_dispute(tracker: Tracker) -> None:
    """As a value where places are asked for, in words always."""
    where = tracker.ask("where was the wallet last seen?")
    assert set(where.values) == {"desk", "sofa"}
    for reply in (where, tracker.ask("when was the wallet last seen?"), tracker.ask("最後一次看到wallet是什麼時候？")):
        assert "desk" in reply.text, reply.text
        assert "sofa" in reply.text, reply.text


def test_the_text_tells_times_of_the_zone_that_was_asked_for(tracker: Tracker) -> None:
    """Every time of it, with the day as it is there; the times for programs stay UTC."""
    found = tracker.where("wallet", tz="Asia/Taipei")
    assert found.text.startswith("wallet: sources disagree since 2026-03-01 22:04 CST: ")
    assert found.since == SEEN
    settle(tracker)
    assert tracker.state("door", "openness", tz="Asia/Taipei").text == (
        "openness of door: closed, settled at 20:06 CST; reported at 2026-03-01 22:04 CST, 22 hours ago."
    )


def test_an_unknown_zone_is_named(tracker: Tracker) -> None:
    """One clear line, as from `ask`."""
    with pytest.raises(InvalidInput, match="tz: unknown time zone 'Mars/Base'"):
        tracker.where("wallet", tz="Mars/Base")
