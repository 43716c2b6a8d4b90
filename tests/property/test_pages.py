"""An entity too large to be held in memory is replayed page by page, which changes nothing of what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from rules import RULES
from rules.attribute import AttributeRule
from rules.location import LocationRule
from tests.property.opening import on_both_databases, snapshots_every
from tests.property.streams import ANYTHING, POLICY, plain_events, streams
from tracker import Event, Tracker
from tracker.projection import replay
from tracker.projection.project import Projector
from tracker.store import contents
from tracker.store.sql import run_sql

# What may have happened to the views: rows missing, changed, under another entity or attribute, or never there before.
SPOILED = (
    "SELECT 1",
    "DELETE FROM slices",
    "DELETE FROM slices WHERE start % 1000000 = 0",
    "DELETE FROM slices WHERE start % 1000000 <> 0",
    "UPDATE slices SET target = 'attic'",
    "UPDATE slices SET start = start + 123457",
    "UPDATE slices SET attribute = 'openness ' || attribute",
    "INSERT INTO slices SELECT 'attic', attribute, start, \"end\", target, rule, kind, body FROM slices"
    " WHERE entity_id = 'keys'",
    *(
        f"INSERT INTO slices SELECT '{name}', attribute, start, \"end\", target, rule, kind, body FROM slices"
        " WHERE entity_id IN ('keys', 'phone') ON CONFLICT DO NOTHING"
        for name in ("keys", "phone", "spare")
    ),
    'INSERT INTO slices SELECT entity_id, attribute, start - 123457, "end", target, rule, kind, body FROM slices',
    "DELETE FROM problems",
    "UPDATE problems SET status = 'lapsed'",
    "DELETE FROM names",
    "DELETE FROM consults",
    "DELETE FROM snapshots",
    "DELETE FROM snapshots WHERE ordinal % 4 = 0",
    "UPDATE snapshots SET state = '{}'",
    "UPDATE snapshots SET ordinal = ordinal + 1000",
)
WHOLE = 1000


class NewerLocation(LocationRule):
    version = 99


class FailingAttribute(AttributeRule):
    """Fails on every second door."""

    version = 99

    def fold(self, subject, state, events, around):
        if any(event.payload.get("claim", {}).get("value") == "closed" for event in events):
            raise ValueError("closed")
        return super().fold(subject, state, events, around)


@pytest.fixture(autouse=True, scope="module")
def snapshots_close_together() -> Iterator[None]:
    """Pages are cut where snapshots are: the streams here are short."""
    with snapshots_every(2):
        yield


@contextmanager
def paged(page: int) -> Iterator[None]:
    with patch.object(replay, "PAGE", page):
        yield


def rows(tracker: Tracker) -> dict[str, contents.Content]:
    with tracker.store.read() as connection:
        return contents.contents(connection, contents.Range("", None))


def spoil(tracker: Tracker, how: str) -> None:
    with tracker.store.write() as connection:
        run_sql(connection, how)


def trial(tracker: Tracker, page: int, rules, show: int) -> replay.Rebuilt:
    with paged(page), tracker.store.write() as connection:
        return replay.rebuild(connection, Projector(rules, POLICY), show=show, dry_run=True)


def pages_make_no_difference(tracker: Tracker, how: str, page: int, show: int) -> None:
    with paged(WHOLE):
        tracker.replay()
    sound, digest = rows(tracker), tracker.digest()
    for rules in (RULES, (NewerLocation(), FailingAttribute(), *RULES[2:])):
        whole = trial(tracker, WHOLE, rules, show)
        assert trial(tracker, page, rules, show) == whole
        assert whole.changed == 0 or rules is not RULES
    spoil(tracker, how)
    assert trial(tracker, page, RULES, show) == trial(tracker, WHOLE, RULES, show)
    with tracker.store.read() as connection:
        assert contents.digest(connection, page) == contents.digest(connection, WHOLE)
    with paged(page):
        done = tracker.replay()
    assert done.after == digest == tracker.digest()
    assert rows(tracker) == sound


@st.composite
def told(draw: DrawFn) -> list[Event]:
    """Streams about few entities, so that most have several pages; often one is registered, some decisions stand under
    another entity than what they are about, and some events wait for a person."""
    events = draw(streams(max_size=20, referring=6, merging=ANYTHING))
    for number, entity in enumerate(draw(st.lists(st.sampled_from(["keys", "phone"]), max_size=2))):
        events.append(draw(plain_events(1000 + number, ("registered",), entity)))
    return [
        one.model_copy(update={"entity_id": draw(st.sampled_from(["keys", "phone", "bag", "spare"]))})
        if one.type in ("accepted", "rejected") and draw(st.booleans())
        else one
        for one in events
    ]


@on_both_databases(
    events=told(),
    how=st.sampled_from(SPOILED),
    page=st.integers(1, 4),
    show=st.sampled_from([0, 1, 2, 1000]),
    data=st.data(),
)
def test_a_paged_replay_is_a_replay(database, events, how, page, show, data) -> None:
    """The same rows in every view, the same digests, and the same differences, told in the same order; whatever was
    merged, split, decided or waits for a decision, and whatever the views held before."""
    with database.tracker_of(data.draw(st.permutations(events)), batch=4) as tracker:
        pages_make_no_difference(tracker, how, page, show)
