"""Places in the log as a reader counts them: as they would be if the log held only what the reader may read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tracker import Tracker
from tracker.store.ranks import Hidden

LABELS = st.lists(st.sampled_from(["ana", "ben", "cy"]), max_size=2, unique=True)


def event(number, visibility):
    return {
        "entity_id": "keys",
        "type": "seen",
        "occurred_at": f"2026-03-02T{number // 60:02}:{number % 60:02}:00Z",
        "observed_at": "2026-03-03T00:00:00Z",
        "payload": {"claim": {"value": f"place-{number}"}},
        "source": "camera:hall",
        "source_key": str(number),
        "visibility": visibility,
    }


@given(batches=st.lists(st.lists(LABELS, min_size=1, max_size=6), min_size=1, max_size=5), viewer=LABELS)
def test_what_is_hidden_leaves_no_gap(batches, viewer):
    """Also while the log grows: what was counted before is gone on with."""
    with Tracker.open("sqlite://") as whole, Tracker.open("sqlite://") as visible:
        number = 0
        for batch in batches:
            rows = [event(number + place, labels) for place, labels in enumerate(batch)]
            number += len(rows)
            whole.append(rows)
            visible.append([row for row in rows if not row["visibility"] or set(row["visibility"]) & set(viewer)])
            shown = [(one.source_key, one.seq) for one in whole.events(viewer=viewer)]
            assert shown == [(one.source_key, one.seq) for one in visible.events()]
            assert whole.log_end(viewer=viewer).seq == visible.log_end().seq
            assert whole.log_end().seq == number
            assert {one.hash for one in whole.events(viewer=viewer)} <= {None}
            for limit in (1, 3):
                assert pages(whole, limit, viewer=viewer) == shown


def pages(tracker, limit, **options):
    found, after = [], None
    while True:
        page, after = tracker.page(limit=limit, after=after, **options)
        found += [(one.source_key, one.seq) for one in page]
        if after is None:
            return found


@given(hidden=st.sets(st.integers(1, 30)))
def test_a_rank_leads_back_to_its_event(hidden):
    counted = Hidden(sorted(hidden))
    for seq in range(1, 40):
        if seq not in hidden:
            assert counted.seq(counted.rank(seq)) == seq
        assert counted.rank(seq) == sum(place not in hidden for place in range(1, seq + 1))
