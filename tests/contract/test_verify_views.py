"""`verify` sees what was changed behind the tracker's back in any table that answers rest on."""

from __future__ import annotations

import pytest

from tracker import Tracker
from tracker.domain.policy import Policy
from tracker.errors import StoreDamaged
from tracker.opened import installed_rules, sign
from tracker.projection import checking, replay
from tracker.projection.project import Projector
from tracker.store import policies
from tracker.store.sql import run_sql
from tracker.store.tables import VIEWS


@pytest.fixture
def home(url, seen):
    """Keys with names and a conflict, a weak report, a key with an id of its own."""
    with Tracker.open(url) as tracker:
        named = {"kind": "keys", "names": ["car keys", "spare keys"]}
        own = {"event_id": "00000000-0000-4000-8000-000000000001", "source_key": "frame 7"}
        tracker.append(
            [
                seen(0, type="registered", payload=named, source="user:ana"),
                seen(1),
                seen(2, source="camera:b", payload={"claim": {"value": "sofa"}}),
                seen(2, source="camera:c", payload={"claim": {"value": "desk"}}),
                seen(3, entity_id="purse", confidence=0.3),
                seen(4, entity_id="phone", **own),
                seen(5, entity_id="bag", payload={"claim": {"value": "hall"}}),
                seen(6, entity_id="purse", payload={"claim": {"value": "bag", "relation": "in"}}),
                seen(7, entity_id="purse", payload={"claim": {"value": "attic"}}),
            ]
        )
        tracker.note("Raj shuffled off with the purse.", at=seen(8)["occurred_at"], speaker="ana")
        tracker.where("keys")
        yield tracker


CHANGES = {
    "a value": "UPDATE slices SET body = replace(body, 'hall_drawer', 'attic') WHERE entity_id = 'keys'",
    "a value and what it is found by": "UPDATE slices SET target = 'attic' WHERE target = 'hall_drawer'",
    "a kind": "UPDATE slices SET kind = 'phone' WHERE entity_id = 'keys'",
    "a slice that is gone": "DELETE FROM slices WHERE entity_id = 'phone'",
    "a slice too many": "INSERT INTO slices SELECT 'cat', attribute, start, \"end\", target, rule, kind, body"
    " FROM slices WHERE entity_id = 'phone'",
    "a conflict": "UPDATE problems SET status = 'resolved' WHERE kind = 'conflict'",
    "a possible event": "DELETE FROM problems WHERE kind = 'candidate'",
    "whose a name is": "UPDATE names SET entity_id = 'phone' WHERE name = 'car keys'",
    "how a name is looked up": "UPDATE names SET name_key = 'tram' WHERE name = 'car keys'",
    "a name that is gone": "DELETE FROM names WHERE name = 'spare keys'",
    "where a fold goes on": "UPDATE snapshots SET state = replace(state, 'hall_drawer', 'attic')"
    " WHERE entity_id = 'phone'",
    "what a fold consulted": "DELETE FROM consults WHERE consulted = 'bag'",
    "until when it did": "UPDATE consults SET upto = upto - 1 WHERE consulted = 'bag'",
    "what was said": "DELETE FROM mentions WHERE word = 'purse'",
    "what somebody did not say": "INSERT INTO mentions SELECT 'phone', says, occurred_at, seq FROM mentions"
    " WHERE word = 'purse'",
    "words of another event": "UPDATE mentions SET seq = 1",
    "whether it is news": "UPDATE mentions SET says = 2 - says",
    "no kind of news": "UPDATE mentions SET says = 7 WHERE word = 'purse'",
    "when it was said": "UPDATE mentions SET occurred_at = occurred_at - 1 WHERE word = 'purse'",
    "that it was folded": "DELETE FROM snapshots WHERE entity_id = 'phone'",
}


def change(tracker: Tracker, sql: str) -> None:
    with tracker.store.write() as connection:
        run_sql(connection, sql)


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("views", [False, True])
def test_views_that_do_not_say_what_the_log_says_are_told(home, what, views) -> None:
    assert home.verify(views=views).ok
    change(home, CHANGES[what])
    found = home.verify(views=views)
    assert (found.ok, found.bad_seq) == (False, None)
    assert found.views
    home.replay()
    assert home.verify(views=views).ok


def test_of_a_long_log_a_sample_is_folded(home, seen, monkeypatch) -> None:
    home.append([seen(number / 100, entity_id=f"thing {number}") for number in range(2_000)])
    monkeypatch.setattr(checking, "SAMPLE", 100)
    assert home.verify().ok
    change(home, "DELETE FROM slices WHERE entity_id LIKE 'thing%'")
    home.verify()
    assert not home.verify(views=True).ok
    assert not home.verify().ok


@pytest.mark.parametrize("which", ["min", "max"])
def test_every_state_from_which_a_fold_may_go_on_is_compared(home, seen, which) -> None:
    """The newest, from which the next event folds on; an older one, from which one does that comes late."""
    home.append([seen(number / 100, entity_id="cat") for number in range(300)])
    home.where("cat")
    assert home.verify(views=True).ok
    ordinal = f"(SELECT {which}(ordinal) FROM snapshots WHERE entity_id = 'cat')"
    with home.store.read() as connection:
        found = "SELECT count(*) FROM snapshots WHERE entity_id = 'cat'"
        assert run_sql(connection, found).scalar_one() > 1
    change(
        home,
        "UPDATE snapshots SET state = replace(state, 'hall_drawer', 'attic')"
        f" WHERE entity_id = 'cat' AND ordinal = {ordinal}",
    )
    assert home.verify(views=True).views == ("snapshots of cat are not what the log says",)


def test_views_of_an_entity_too_large_for_the_memory_are_compared_too(home, seen, monkeypatch) -> None:
    monkeypatch.setattr(checking, "PAGE", 16)
    monkeypatch.setattr(replay, "PAGE", 16)
    home.append([seen(number / 100, entity_id="cat") for number in range(200)])
    home.where("cat")
    assert home.verify().ok
    change(home, "UPDATE slices SET body = replace(body, 'hall_drawer', 'attic') WHERE entity_id = 'cat'")
    assert home.verify().views == ("slices of cat are not what the log says",)
    home.replay()
    assert home.verify().ok
    first = "(SELECT min(ordinal) FROM snapshots WHERE entity_id = 'cat')"
    change(home, f"UPDATE snapshots SET state = 'x' WHERE entity_id = 'cat' AND ordinal = {first}")
    assert home.verify().views == ("snapshots of cat are not what the log says",)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM own_ids",
        "UPDATE own_ids SET event_id = '00000000-0000-4000-8000-000000000002'",
        "UPDATE own_ids SET made_id = 'x'",
        "INSERT INTO own_ids VALUES ('x', '00000000-0000-4000-8000-000000000003')",
    ],
)
def test_the_index_of_own_ids_is_compared_with_the_log(home, sql) -> None:
    """Without its row a key that was sent before would be stored twice."""
    assert home.verify().ok
    drop_guards(home, "own_ids")
    change(home, sql)
    found = home.verify()
    assert not found.ok
    assert "id of" in (found.problem or "")


def test_the_time_at_which_the_log_ends_is_compared_with_its_last_event(home) -> None:
    drop_guards(home, "head")
    change(home, "UPDATE head SET recorded_at = recorded_at + 1")
    found = home.verify()
    assert (found.ok, found.bad_seq) == (False, home.verify().head[0])
    assert "another time" in (found.problem or "")


def drop_guards(tracker: Tracker, table: str) -> None:
    if tracker.store.postgres:
        names = [f"{table}_rows ON {table}", f"{table}_whole ON {table}"]
    else:
        with tracker.store.read() as connection:
            sql = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?"
            names = list(run_sql(connection, sql, (table,)).scalars())
    assert names
    for name in names:
        change(tracker, f"DROP TRIGGER {name}")


POLICIES = {
    "another one": ("UPDATE policies SET policy = replace(policy, '2.0', '9.0') WHERE number = 1", "policy 1 is not"),
    "another time": ("UPDATE policies SET given_at = given_at - 1 WHERE number = 2", "policy 2 is not"),
    "another place": ("UPDATE policies SET seq = 1 WHERE number = 2", "policy 2 is not"),
    "the first is gone": ("DELETE FROM policies WHERE number = 1", "policy 1 is not"),
    "the last is gone": ("DELETE FROM policies WHERE number = 2", "not made under the policy in force"),
    "all are gone": ("DELETE FROM policies", "not made under the policy in force"),
    "one that nobody gave": (
        "INSERT INTO policies SELECT 3, policy, 0, seq, hash FROM policies WHERE number = 1",
        "policy 3 is not",
    ),
    "what the views were made under": ("UPDATE meta SET value = 'x' WHERE key = 'policy'", "not made under the policy"),
    "views made under none": ("DELETE FROM meta WHERE key = 'policy'", "not made under the policy in force"),
}


@pytest.mark.parametrize("what", POLICIES)
def test_which_policies_were_given_is_a_fact_that_nobody_changes_unnoticed(home, what) -> None:
    sql, told = POLICIES[what]
    another = Projector(installed_rules(), Policy(window_s=3))
    with home.store.write() as connection:
        replay.rebuild(connection, another)
        sign(connection, another, 7)
    assert home.verify(views=True).ok
    drop_guards(home, "policies")
    change(home, sql)
    found = home.verify()
    assert not found.ok
    assert told in found.views[0]


def test_a_policy_is_kept_once_for_as_long_as_it_is_in_force(home) -> None:
    def kept() -> list[int]:
        with home.store.read() as connection:
            return list(run_sql(connection, "SELECT number FROM policies ORDER BY number").scalars())

    assert kept() == [1]
    home.replay()
    assert kept() == [1]
    for window, numbers in ((3.0, [1, 2]), (3.0, [1, 2]), (2.0, [1, 2, 3])):
        with home.store.write() as connection:
            policies.give(connection, Policy(window_s=window).model_dump_json(), 7)
        assert kept() == numbers


@pytest.mark.parametrize(
    ("table", "sql"),
    [
        ("events", "DELETE FROM events WHERE seq = (SELECT seq FROM head)"),
        ("events", "UPDATE events SET hash = 'x' WHERE seq = (SELECT seq FROM head)"),
        ("head", "UPDATE head SET seq = 4"),
        ("head", "UPDATE head SET seq = 4, hash = (SELECT hash FROM events WHERE seq = 4)"),
    ],
)
def test_a_log_that_is_damaged_says_so_to_who_appends(home, seen, table, sql) -> None:
    """And does not blame the batch."""
    drop_guards(home, table)
    change(home, sql)
    with pytest.raises(StoreDamaged, match="run tracker verify"):
        home.append(seen(9))
    assert not home.verify().ok


def test_consulting_too_much_is_no_harm(home, seen) -> None:
    """An append only adds to it: the purse folds anew for what happens to things that it was never in."""
    change(home, "INSERT INTO consults SELECT entity_id, 'phone', upto FROM consults WHERE consulted = 'bag'")
    change(home, "UPDATE consults SET upto = upto + 1")
    assert home.verify(views=True).ok
    before = home.digest()
    home.append(seen(3, entity_id="phone", payload={"claim": {"value": "desk"}}))
    after = home.digest()
    assert after != before
    home.replay()
    assert home.digest() == after
    assert home.verify(views=True).ok


@pytest.mark.parametrize("order", [[0, 1], [1, 0]], ids=["words first", "action first"])
def test_what_was_said_in_doubt_is_indexed_alike_whenever_it_turns_out(url, seen, order) -> None:
    """An action that is only possible may come before the words that it answers, or after: both are as a replay."""
    ids = [f"00000000-0000-4000-8000-00000000000{n}" for n in (1, 2)]
    words = {"type": "stated", "source": "text", "source_key": "1/said", "payload": {"text": "Ana took the keys."}}
    events = [seen(1, event_id=ids[0], **words), seen(1, event_id=ids[1], caused_by=ids[0], confidence=0.3)]
    with Tracker.open(url) as tracker:
        for place in order:
            tracker.append(events[place])
        assert tracker.verify(views=True).ok
        before = mentioned(tracker)
        tracker.replay()
        assert mentioned(tracker) == before
        assert before


def mentioned(tracker: Tracker) -> list[tuple[object, ...]]:
    with tracker.store.read() as connection:
        return sorted(tuple(row) for row in run_sql(connection, "SELECT * FROM mentions"))


def test_every_view_is_looked_at() -> None:
    """Whoever adds a view says how it is checked."""
    assert [view.name for view in VIEWS] == ["slices", "problems", "names", "consults", "snapshots"]
