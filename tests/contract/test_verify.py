"""Tamper evidence: with the triggers out of the way, every change is found and the first bad `seq` named."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker import Tracker
from tracker.errors import AppendOnly, StoreDamaged
from tracker.store import log, reader
from tracker.store.log import read_head
from tracker.store.schema import open_store
from tracker.store.verify import EvidenceProblem, verify_evidence, verify_log

DAMAGE = {
    "content changed": (["UPDATE events SET payload = replace(payload, 'hall', 'attic') WHERE seq = 3"], 3),
    "field changed": (["UPDATE events SET confidence = 0.779 WHERE seq = 3"], 3),
    "time changed": (["UPDATE events SET recorded_at = recorded_at + 1 WHERE seq = 3"], 3),
    "readers changed": (["UPDATE events SET visibility = NULL WHERE seq = 5"], 5),
    "salt changed": (["UPDATE events SET salt = 'x' WHERE seq = 4"], 4),
    "content removed without a decision": (
        ["UPDATE events SET payload = NULL, model = NULL, evidence = NULL, salt = NULL WHERE seq = 4"],
        4,
    ),
    "content removed under a decision that is in the index only": (
        [
            "INSERT INTO decision_targets SELECT event_id, 'forged', 'redacted', 'x', 'keys' FROM events WHERE seq = 4",
            "UPDATE events SET payload = NULL, model = NULL, evidence = NULL, salt = NULL WHERE seq = 4",
        ],
        4,
    ),
    "part of the content removed": (["UPDATE events SET payload = NULL WHERE seq = 4"], 4),
    "hash changed": (["UPDATE events SET hash = digest WHERE seq = 2"], 2),
    "last hash changed": (["UPDATE events SET hash = digest WHERE seq = 6"], 6),
    "deleted": (["DELETE FROM events WHERE seq = 3"], 3),
    "first deleted": (["DELETE FROM events WHERE seq = 1"], 1),
    "cut off": (["DELETE FROM events WHERE seq > 4"], 5),
    "emptied": (["DELETE FROM events"], 1),
    "closed over a gap": (
        ["DELETE FROM events WHERE seq = 3", *[f"UPDATE events SET seq = {n - 1} WHERE seq = {n}" for n in (4, 5, 6)]],
        3,
    ),
    "swapped": ([f"UPDATE events SET seq = {new} WHERE seq = {old}" for old, new in ((3, 99), (4, 3), (99, 4))], 3),
    "head moved back": (["DELETE FROM events WHERE seq = 6", "UPDATE head SET seq = 5"], 5),
    "head moved before the rows": (["UPDATE head SET seq = 5"], 6),
}


GUARDED = ("events", "head", "decision_targets")
INDEX_GUARDS = ("events_after", "decisions_add", "decisions_keep", "decisions_meet")


@pytest.fixture
def unguarded(store, append, seen):
    """Run SQL behind the tracker's back, with the triggers dropped, over a log of six events."""
    append(*[seen(n) for n in range(4)], seen(4, visibility=["ana"]), seen(5))

    def do(*statements: str) -> None:
        drop_guards(store)
        with store.outside() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)

    return do


def drop_guards(store) -> None:
    triggers = (
        [f"{name}_{what} ON {name}" for name in GUARDED for what in ("rows", "whole")]
        if store.postgres
        else ["events_keep", "events_fix", "head_keep", "head_forward", *INDEX_GUARDS]
    )
    with store.outside() as connection:
        for name in triggers:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")


@pytest.mark.parametrize(("statements", "bad"), DAMAGE.values(), ids=DAMAGE)
def test_the_first_bad_row_is_named(store, unguarded, statements, bad):
    assert verify_log(store).ok
    unguarded(*statements)
    verdict = verify_log(store)
    assert (verdict.ok, verdict.bad_seq) == (False, bad)
    assert f"seq {bad}" in verdict.problem
    assert verdict.checked == bad - 1


def test_rows_inserted_behind_the_back_are_named(store, unguarded):
    columns = ", ".join(
        ("entity_id", "type", "occurred_at", "observed_at", "recorded_at", "confidence", "source", "digest", "hash")
    )
    unguarded(f"INSERT INTO events (seq, event_id, {columns}) SELECT 7, 'forged', {columns} FROM events WHERE seq = 6")
    assert verify_log(store).bad_seq == 7


def test_an_anchor_kept_elsewhere_finds_a_log_that_was_rewritten_whole(store, append, seen):
    """Whoever can rewrite rows, hashes and head leaves a log that holds together; a noted head tells it apart."""
    append(*[seen(n) for n in range(3)])
    anchor = verify_log(store).head
    assert verify_log(store, (anchor.seq, anchor.hash)).ok
    assert verify_log(store, (2, anchor.hash)).bad_seq == 2
    assert verify_log(store, (5, anchor.hash)).bad_seq == 4
    append(seen(9))
    assert verify_log(store, (anchor.seq, anchor.hash)).ok


def test_an_empty_log_verifies(store):
    verdict = verify_log(store)
    assert (verdict.ok, verdict.checked) == (True, 0)


def test_a_long_log_verifies_page_by_page_and_says_how_far_it_is(store, append, seen):
    append(*[seen(n / 100) for n in range(4_500)])
    reached = []
    verdict = verify_log(store, progress=lambda done, total: reached.append((done, total)))
    assert (verdict.ok, verdict.checked) == (True, 4_500)
    assert reached == [(2_000, 4_500), (4_000, 4_500), (4_500, 4_500)]
    with store.read() as connection:
        assert read_head(connection) == verdict.head


def test_evidence_that_is_missing_or_changed_is_listed(store, append, seen, tmp_path):
    """Media are hashed again; streams and evidence without a digest cannot be checked."""
    media = tmp_path / "media"
    media.mkdir()
    (media / "same.mp4").write_bytes(b"same")
    (media / "other.mp4").write_bytes(b"edited")
    sha = hashlib.sha256(b"same").hexdigest()
    absolute = (media / "other.mp4").as_uri()
    uris = ["same.mp4", "other.mp4", "gone.mp4", absolute, "rtsp://hall/stream"]
    append(
        *[seen(n, evidence=[{"uri": uri, "sha256": sha}]) for n, uri in enumerate(uris)],
        seen(9, evidence=[{"uri": "gone.mp4"}]),
    )
    found = list(verify_evidence(store, media))
    assert [(one.seq, one.uri, one.problem) for one in found] == [
        (2, "other.mp4", "changed"),
        (3, "gone.mp4", "missing"),
        (4, absolute, "changed"),
    ]
    assert isinstance(found[0], EvidenceProblem)


@pytest.mark.timeout(20)
def test_only_regular_files_in_the_folder_are_opened(store, append, seen, tmp_path):
    """An event may point anywhere: at a device or a pipe, which never end, at what is none of its business, at links
    that lead there. All of it is told, nothing is waited for."""
    media, secret = tmp_path / "media", tmp_path / "secret.txt"
    media.mkdir()
    secret.write_bytes(b"secret")
    sha = hashlib.sha256(b"secret").hexdigest()
    (media / "own.txt").write_bytes(b"secret")
    (media / "folder").mkdir()
    for name, target in {
        "out": secret, "device": Path("/dev/zero"), "ring": media / "ring", "up": tmp_path, "in": media / "own.txt",
    }.items():  # fmt: skip
        (media / name).symlink_to(target)
    os.mkfifo(media / "pipe")
    expected = {
        "out": "outside the folder",
        "up/secret.txt": "outside the folder",
        secret.as_uri(): "outside the folder",
        "file:///etc/passwd": "outside the folder",
        "device": "outside the folder",
        "file:///dev/zero": "outside the folder",
        "pipe": "not a regular file",
        "folder": "not a regular file",
        "ring": "unreadable",
        "own.txt/more": "missing",
        "x" * 300: "unreadable",
    }
    append(
        *[seen(n, evidence=[{"uri": uri, "sha256": sha}]) for n, uri in enumerate([*expected, "own.txt", "in"])],
    )
    assert {one.uri: one.problem for one in verify_evidence(store, media)} == expected


def deciding(seen, kind, *targets, minute=9, **changed):
    payload = {"event_ids": [str(each) for each in targets], "reason": "asked to"}
    return seen(minute, type=kind, payload=payload, source="user:ana") | changed


INDEX = "INSERT INTO decision_targets (target, decision, type, entity_id, target_entity) VALUES"
ERASE = "UPDATE events SET payload = NULL, model = NULL, evidence = NULL, salt = NULL WHERE seq = 2"


@pytest.fixture
def redacted_twice(append, seen):
    """The ids of two events and of a redaction of the first, which was then redacted itself."""
    first, second = append(seen(1), seen(2)).event_ids
    (redaction,) = append(deciding(seen, "redacted", first)).event_ids
    append(deciding(seen, "redacted", redaction))
    return str(first), str(second), str(redaction)


def test_a_redaction_that_was_redacted_still_explains_what_it_erased(store, redacted_twice):
    verdict = verify_log(store)
    assert (verdict.ok, verdict.problem) == (True, None)


def test_what_an_erased_redaction_was_about_cannot_be_made_up(store, redacted_twice):
    """Nothing in the log says any more what it named; so nobody may add to the index, with plain SQL."""
    _, second, redaction = redacted_twice
    with pytest.raises(AppendOnly), store.write() as connection:
        connection.exec_driver_sql(f"{INDEX} ('{second}', '{redaction}', 'redacted', 'keys', 'keys')")
    with pytest.raises(AppendOnly), store.write() as connection:
        connection.exec_driver_sql(ERASE)
    assert verify_log(store).ok


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM decision_targets",
        "UPDATE decision_targets SET target_entity = 'cup'",
        "UPDATE decision_targets SET type = 'accepted'",
        f"{INDEX} ('x', 'y', 'redacted', 'keys', NULL)",
    ],
)
def test_the_index_of_decisions_is_guarded_like_the_log(store, append, seen, statement):
    (target,) = append(seen(1)).event_ids
    append(deciding(seen, "rejected", target))
    with pytest.raises(AppendOnly), store.write() as connection:
        connection.exec_driver_sql(statement)
    assert verify_log(store).ok


def test_an_event_erased_under_a_redaction_of_another_is_found(store, append, seen):
    """The redaction names another event; that its reason mentions this one is not enough."""
    first, second = append(seen(1), seen(2)).event_ids
    redaction = deciding(seen, "redacted", first)
    redaction["payload"]["reason"] = f"not {second}"
    (decision,) = append(redaction).event_ids
    with store.write() as connection:
        connection.exec_driver_sql(f"{INDEX} ('{second}', '{decision}', 'redacted', 'keys', 'keys')")
        connection.exec_driver_sql(ERASE)
    verdict = verify_log(store)
    assert (verdict.ok, verdict.bad_seq) == (False, 2)


FORGERIES = {
    "all gone": ("DELETE FROM decision_targets", 3, "which the index of decisions does not say"),
    "one gone": ("DELETE FROM decision_targets WHERE target = '{1}'", 3, "about event {1}"),
    "awaited gone": ("DELETE FROM decision_targets WHERE target = '{3}'", 4, "about event {3}"),
    "about another event": (INDEX + " ('{1}', '{4}', 'rejected', 'keys', 'keys')", 4, "is not about event {1}"),
    "about an event that never came": (INDEX + " ('x', '{4}', 'rejected', 'keys', NULL)", 4, "is not about event x"),
    "a decision that is none": (INDEX + " ('{0}', '{1}', 'rejected', 'keys', 'keys')", 2, "is not the decision"),
    "a decision that does not exist": (INDEX + " ('{0}', 'x', 'rejected', 'keys', 'keys')", 1, "not in the log"),
    "a decision about nothing": (INDEX + " ('y', 'x', 'rejected', 'keys', 'keys')", 4, "not in the log"),
    "another type": ("UPDATE decision_targets SET type = 'accepted' WHERE target = '{0}'", 3, "is not the decision"),
    "another entity": ("UPDATE decision_targets SET target_entity = 'cup' WHERE target = '{0}'", 3, "'cup'"),
    "of another entity": (
        "UPDATE decision_targets SET entity_id = 'cup' WHERE target = '{0}'",
        3,
        "is not the decision",
    ),
}


@pytest.mark.parametrize(("statement", "bad", "says"), FORGERIES.values(), ids=FORGERIES)
def test_an_index_that_does_not_say_what_the_decisions_say_is_found(store, append, seen, statement, bad, says):
    """Both ways: what is missing of what a decision is about, and what no decision is about."""
    ids = [*append(seen(1), seen(2)).event_ids, None, uuid4()]
    ids[2] = append(deciding(seen, "rejected", *ids[:2])).event_ids[0]
    ids += append(deciding(seen, "rejected", ids[3])).event_ids
    assert verify_log(store).ok
    drop_guards(store)
    with store.write() as connection:
        connection.exec_driver_sql(statement.format(*ids))
    verdict = verify_log(store)
    assert (verdict.ok, verdict.bad_seq) == (False, bad)
    assert says.format(*ids) in verdict.problem


@settings(max_examples=40)
@given(st.lists(st.lists(st.integers(0, 7), max_size=3), min_size=1, max_size=8), st.data())
def test_whatever_redacts_whatever_in_any_order_verifies(redactions, data):
    """Redactions of redactions, of themselves, in rings, before or after what they are about, in any batches."""
    ids = [str(uuid4()) for _ in range(8)]
    events = [
        {
            "event_id": ids[n],
            "entity_id": "keys",
            "occurred_at": datetime(2026, 3, 2, 12, n, tzinfo=UTC),
            "source": "user:ana",
            "type": "redacted" if about else "seen",
            "payload": {"event_ids": [ids[each] for each in about], "reason": "asked to"}
            if about
            else {"claim": {"value": "hall"}},
        }
        for n, about in enumerate(redactions)
    ]
    store = open_store("sqlite://")
    try:
        for event in data.draw(st.permutations(events)):
            with store.write() as connection:
                log.append(connection, [event], store.clock())
            verdict = verify_log(store)
            assert verdict.ok, verdict.problem
    finally:
        store.close()


MISTYPED = {
    "bytes as source": "source = x'78'",
    "words as confidence": "confidence = 'x'",
    "no number as confidence": "confidence = 9e999",
    "bytes as payload": "payload = x'ff'",
    "bytes as model": "model = x'7b7d'",
    "bytes as id": "event_id = x'78'",
    "words as time": "occurred_at = 'noon'",
    "text that is no text": "source = CAST(x'ff' AS TEXT)",
    "no list of readers": "visibility = 'x'",
    "readers that are a number": "visibility = '5'",
    "an unknown type": "type = 'teleported'",
    "bytes as type": "type = x'78'",
    "a time that no calendar has": "observed_at = 9223372036854775807",
    "bytes as hash": "hash = x'78'",
    "a payload that is no object": "payload = '5'",
    "evidence that is none": "evidence = 'x'",
    "an entity that is none": "entity_id = x'78'",
}


@pytest.mark.parametrize("change", MISTYPED.values(), ids=MISTYPED)
def test_what_no_event_can_be_is_named_and_never_a_traceback(tmp_path, seen, change):
    """SQLite puts whatever it is given into any column. The check names the row; whoever reads it hears of damage."""
    with Tracker.open(f"sqlite:///{tmp_path / 'log.db'}") as tracker:
        hall = {"payload": {"claim": {"value": "hall"}}}
        tracker.append([seen(0), seen(1, source="camera:b", **hall), seen(2, visibility=["ana"])])
        tracker.digest()
        with tracker.store.outside() as connection:
            connection.exec_driver_sql("DROP TRIGGER events_fix")
            connection.exec_driver_sql(f"UPDATE events SET {change} WHERE seq = 2")
        found = tracker.verify(evidence=tmp_path)
        assert (found.ok, found.bad_seq, found.checked) == (False, 2, 1)
        assert found.problem.isprintable()
        reads = {
            "events": lambda: list(tracker.events()),
            "viewer": lambda: tracker.where("keys", "2026-03-02T13:00:00Z", viewer="ana"),
            "conflicts": lambda: tracker.conflicts(None),
            "known_at": lambda: tracker.history("keys", known_at="2026-03-02T13:00:00Z"),
            "replay": lambda: tracker.replay(dry_run=True),
            "workers": lambda: tracker.replay(dry_run=True, workers=2),
            "export": lambda: list(reader.in_log_order(tracker.store)),
            "append": lambda: tracker.append(seen(3)) and tracker.digest(),
            "resent": lambda: tracker.append(seen(1, source="camera:b", **hall)),
        }
        for name, read in reads.items():
            told = None
            try:
                read()
            except StoreDamaged as error:
                told = str(error)
            assert told is not None or name not in ("events", "export"), name
            assert told is None or told.isprintable(), name
