"""Views can be dropped and made anew from the log at any time, whatever has become of them."""

from __future__ import annotations

import pytest

from tracker import Tracker
from tracker.domain.policy import Policy
from tracker.errors import StaleViews, StoreDamaged, ViewsDamaged
from tracker.store import policies

ANYWHERE = {
    "a body that is none": "UPDATE slices SET body = 'x'",
    "a body of another shape": "UPDATE slices SET body = '{}'",
    "a problem that is none": "UPDATE problems SET body = 'x'",
    "a state that is none": "UPDATE snapshots SET state = 'x'",
    "no slices": "DELETE FROM slices",
    "a table that is gone": "DROP TABLE slices",
    "another one that is gone": "DROP TABLE consults",
    "a table without its columns": "ALTER TABLE names RENAME COLUMN name_key TO other",
    "another policy's rules": "UPDATE meta SET value = 'x' WHERE key = 'rules'",
    "nobody knows how far": (MADE_ANEW_BY_READING := "UPDATE meta SET value = 'x' WHERE key = 'projected'"),
}
ON_SQLITE = {
    "words as a time": "UPDATE OR IGNORE slices SET start = 'x', attribute = x'78'",
    "bytes as an entity": "UPDATE OR IGNORE slices SET entity_id = x'78'",
    "bytes as a problem": "UPDATE OR IGNORE problems SET entity_id = x'ff', conflict_id = x'78'",
    "text that is no text": "UPDATE OR IGNORE slices SET entity_id = CAST(x'ff' AS TEXT)",
    "words as an ordinal": "UPDATE OR IGNORE snapshots SET ordinal = 'x'",
}


@pytest.fixture
def spoil(url, seen):
    """A tracker with a conflict and a snapshot, its views spoiled by this SQL."""
    opened = []

    def do(sql: str) -> tuple[Tracker, str]:
        tracker = Tracker.open(url)
        opened.append(tracker)
        tracker.append([seen(n) for n in range(300)])
        tracker.append([seen(0, entity_id=f"cup-{n}") for n in range(3)])
        tracker.append(seen(300.01, source="camera:b", payload={"claim": {"value": "hall"}}))
        tracker.append(seen(300, source="camera:a"))
        sound = tracker.digest()
        assert tracker.conflicts(None)
        with tracker.store.outside() as connection:
            connection.exec_driver_sql(sql)
        return tracker, sound

    yield do
    for tracker in opened:
        tracker.close()


@pytest.mark.parametrize("sql", (ANYWHERE | ON_SQLITE).values(), ids=ANYWHERE | ON_SQLITE)
def test_a_replay_makes_them_anew(spoil, url, sql):
    """Also from the start of another process; before it, whoever reads hears of damage and no more than that,
    and who verifies that the log is sound and its views are not."""
    if url.startswith("postgresql") and sql in ON_SQLITE.values():
        pytest.skip("PostgreSQL keeps to the types of its columns")
    tracker, sound = spoil(sql)
    for read in (tracker.digest, lambda: tracker.where("keys"), lambda: tracker.conflicts(None)):
        told = "tracker replay"
        try:
            read()
        except (StoreDamaged, StaleViews) as error:
            told = str(error)
        assert "tracker replay" in told or "decode" in told
    found = tracker.verify()
    assert (found.problem, found.bad_seq) == (None, None), "the log itself is sound"
    assert found.ok == (sql == MADE_ANEW_BY_READING)
    assert bool(found.views) != found.ok
    assert tracker.replay(dry_run=True).after == sound
    assert tracker.replay(workers=2).after == sound
    assert tracker.digest() == sound
    assert tracker.verify().ok
    assert tracker.replay(dry_run=True).changed == 0


@pytest.mark.parametrize("value", ["x", "{}", '{"floor": 7}', "[]"])
def test_a_policy_that_cannot_be_read_is_one_line_that_says_what_to_do(url, value):
    """One that another version gave; it cannot be had from the log, somebody must give another."""
    if url == "sqlite://":
        pytest.skip("memory is not opened again")
    with Tracker.open(url) as tracker, tracker.store.write() as connection:
        policies.give(connection, value, 0)
    if value == "{}":
        Tracker.open(url).close()
        return
    with pytest.raises(StoreDamaged, match=r"policy kept in the database .*tracker --policy FILE replay") as told:
        Tracker.open(url)
    assert "\n" not in str(told.value)
    with Tracker.open(url, policy=Policy()) as tracker:
        assert tracker.verify().ok
    Tracker.open(url).close()


def test_another_policy_makes_them_anew_too(spoil, url):
    if url == "sqlite://":
        pytest.skip("memory is not opened again")
    tracker, _ = spoil("UPDATE slices SET body = 'x'")
    with tracker.store.outside() as connection:
        connection.exec_driver_sql("DROP TABLE problems")
    with Tracker.open(url, policy=Policy(window_s=3)) as again:
        assert again.last_seen("keys")
        assert again.replay(dry_run=True).changed == 0


def test_damage_of_the_log_is_not_mended_by_a_replay(spoil):
    tracker, _ = spoil("DELETE FROM slices")
    with tracker.store.outside() as connection:
        guard = "events_rows ON events" if tracker.store.postgres else "events_fix"
        connection.exec_driver_sql(f"DROP TRIGGER {guard}")
        connection.exec_driver_sql("UPDATE events SET payload = 'x' WHERE seq = 7")
    with pytest.raises(StoreDamaged, match="verify") as told:
        tracker.replay()
    assert not isinstance(told.value, ViewsDamaged)
