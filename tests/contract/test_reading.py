"""Reading the log in fold order, as known at a time, and as a viewer."""

from __future__ import annotations

from datetime import timedelta
from itertools import chain, islice
from uuid import uuid4

import pytest

from tracker.domain.times import to_us
from tracker.errors import StoreDamaged
from tracker.store import reader
from tracker.store.reader import Filter


def minutes(events, noon):
    return [(event.occurred_at - noon) // timedelta(minutes=1) for event in events]


def test_fold_order_is_not_arrival_order(store, append, seen):
    """`(occurred_at, observed_at, event_id)`: ties fall to the observation time, then to the id."""
    noon = seen()["occurred_at"]
    low, high = sorted((uuid4(), uuid4()), key=str)
    done = append(
        seen(2, event_id=high, observed_at=noon),
        seen(2, event_id=low, observed_at=noon),
        seen(2, observed_at=noon - timedelta(minutes=1)),
        seen(1),
    )
    with store.read() as connection:
        folded = reader.of_entities(connection, ["keys"])
    assert [one.event_id for one in folded] == [str(one) for one in reversed(done.event_ids)]
    assert [event.seq for event in reader.read(store)] == [4, 3, 2, 1]
    assert [event.seq for event in reader.in_log_order(store)] == [1, 2, 3, 4]


def test_reading_on_from_a_place(store, append, seen):
    """A fold goes on from its snapshot: only what comes after that event in fold order."""
    append(*[seen(minute) for minute in range(5)])
    with store.read() as connection:
        whole = reader.of_entities(connection, ["keys"])
        assert reader.of_entities(connection, ["keys"], after=whole[2].order) == whole[3:]


def test_as_known_at_a_time(store, append, seen):
    """What was observed later is not there, and neither is the knowledge that an action answered somebody's words."""
    noon = seen()["occurred_at"]
    words = uuid4()
    done = append(
        seen(0, observed_at=noon, caused_by=words),
        seen(1, observed_at=noon + timedelta(minutes=30)),
        seen(
            0,
            entity_id="ana",
            type="stated",
            payload={"text": "hi"},
            event_id=words,
            observed_at=noon + timedelta(hours=1),
        ),
    )
    early = to_us(noon + timedelta(minutes=10))
    with store.read() as connection:
        (known,) = reader.of_entities(connection, ["keys"], known_at=early)
        assert (known.event_id, known.stated) == (str(done.event_ids[0]), False)
        assert [one.stated for one in reader.of_entities(connection, ["keys"])] == [True, False]
    assert [event.seq for event in reader.read(store, Filter(known_at=early))] == [1]


def test_a_viewer_reads_what_is_for_everyone_and_what_bears_one_of_its_labels(store, append, seen):
    """Nothing else leaves the store, not even the fact that an action answered private words."""
    words = uuid4()
    done = append(
        seen(0),
        seen(1, visibility=["ana", "ben"]),
        seen(2, visibility=["ben"]),
        seen(3, caused_by=words),
        seen(3, entity_id="ben", type="stated", payload={"text": "psst"}, event_id=words, visibility=["ben"]),
    )
    ana = frozenset({"ana"})
    with store.read() as connection:
        hers = reader.of_entities(connection, ["keys"], viewer=ana)
        assert [one.event_id for one in hers] == [str(done.event_ids[place]) for place in (0, 1, 3)]
        assert [one.stated for one in reader.of_entities(connection, ["keys"], viewer=ana)] == [False] * 3
        assert [one.stated for one in reader.of_entities(connection, ["keys"])] == [False, False, False, True]
        strangers = reader.of_entities(connection, ["keys"], viewer=frozenset())
        assert [one.event_id for one in strangers] == [str(done.event_ids[place]) for place in (0, 3)]
        assert reader.by_ids(connection, [words], viewer=ana) == {}
        assert set(reader.by_ids(connection, [words])) == {str(words)}
        assert reader.restricted(connection, "keys")
        assert not reader.restricted(connection, "phone")
        assert reader.restricted_entities(connection) == {"keys", "ben"}
    assert [event.seq for event in reader.read(store, Filter(viewer=ana))] == [1, 2, 4]


@pytest.mark.parametrize(
    ("wanted", "seqs"),
    [
        ({"entity_ids": ["keys"]}, [1, 2, 4]),
        ({"entity_ids": []}, []),
        ({"types": ["removed"]}, [4]),
        ({"start": 1}, [2, 3, 4]),
        ({"end": 2}, [1, 2]),
        ({"start": 1, "end": 3, "entity_ids": ["keys"]}, [2]),
    ],
)
def test_filters(store, append, seen, wanted, seqs):
    """By entity, by type, by when it began: `start` is inside, `end` is not."""
    append(seen(0), seen(1), seen(2, entity_id="phone"), seen(3, type="removed", payload={}))
    noon = seen()["occurred_at"]
    for end in wanted.keys() & {"start", "end"}:
        wanted = wanted | {end: to_us(noon + timedelta(minutes=wanted[end]))}
    assert [event.seq for event in reader.read(store, Filter(**wanted))] == seqs


def test_long_logs_come_in_pages_without_loss_or_repeat(store, append, seen):
    """More rows than a page, many of them at one instant, come exactly once each."""
    number = 4_500
    append(*[seen(n // 1000, entity_id=f"thing-{n % 3}") for n in range(number)])
    assert sorted(event.seq for event in reader.read(store)) == list(range(1, number + 1))
    with store.read() as connection:
        streamed = [one for _, group in reader.by_entity(connection) for one in group]
        whole = [one for n in range(3) for one in reader.of_entities(connection, [f"thing-{n}"])]
        assert streamed == whole
        assert reader.entity_ids(connection) == ["thing-0", "thing-1", "thing-2"]
        assert reader.entity_ids(connection, after="thing-1", limit=1) == ["thing-2"]


def test_appending_while_reading(store, append, seen):
    """A reader sees the log as it was when reading began, and does not hold up a writer."""
    append(seen(0), seen(1))
    seqs = []
    for event in reader.read(store):
        seqs.append(event.seq)
        append(seen(5 + event.seq))
    assert seqs == [1, 2]


def test_content_that_is_not_what_was_appended_is_refused_not_served(store, append, seen):
    append(seen(0), seen(1))
    with store.outside() as connection:
        behind = "DROP TRIGGER events_rows ON events" if store.postgres else "DROP TRIGGER events_fix"
        connection.exec_driver_sql(behind)
        connection.exec_driver_sql("UPDATE events SET payload = replace(payload, 'hall', 'attic') WHERE seq = 2")
    with pytest.raises(StoreDamaged, match="seq 2"), store.read() as connection:
        reader.of_entities(connection, ["keys"])
    with pytest.raises(StoreDamaged, match="seq 2"):
        list(reader.read(store))


def test_the_newest_are_those_the_viewer_may_read(store, append, seen):
    """However many that he may not read are newer: they must not change what a stranger is told."""
    noon = seen()["occurred_at"]
    append(*[seen(minute) for minute in range(5)], *[seen(5 + number, visibility=["ana"]) for number in range(9)])
    upto = to_us(noon + timedelta(hours=1))
    with store.read() as connection:

        def newest(viewer, count):
            pages = reader.newest_first(connection, ["keys"], ["seen"], upto, viewer=viewer, page=3)
            return minutes(islice(chain.from_iterable(pages), count), noon)

        assert newest(frozenset(), 3) == [4, 3, 2]
        assert newest(frozenset(), 50) == [4, 3, 2, 1, 0]
        assert newest(frozenset({"ana"}), 4) == [13, 12, 11, 10]
        assert newest(None, 10) == [13, 12, 11, 10, 9, 8, 7, 6, 5, 4]
