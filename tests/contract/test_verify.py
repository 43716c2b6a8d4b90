"""Tamper evidence: with the triggers out of the way, every change is found and the first bad `seq` named."""

from __future__ import annotations

import pytest

from tracker.store.log import read_head
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


@pytest.fixture
def unguarded(store, append, seen):
    """Run SQL behind the tracker's back, with the triggers dropped, over a log of six events."""
    append(*[seen(n) for n in range(4)], seen(4, visibility=["ana"]), seen(5))

    def do(*statements: str) -> None:
        with store.outside() as connection:
            triggers = (
                ["events_rows ON events", "events_whole ON events", "head_rows ON head", "head_whole ON head"]
                if store.postgres
                else ["events_keep", "events_fix", "head_keep", "head_forward"]
            )
            for name in triggers:
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
            for statement in statements:
                connection.exec_driver_sql(statement)

    return do


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
    append(*[seen(n) for n in range(4_500)])
    reached = []
    verdict = verify_log(store, progress=lambda done, total: reached.append((done, total)))
    assert (verdict.ok, verdict.checked) == (True, 4_500)
    assert reached == [(2_000, 4_500), (4_000, 4_500), (4_500, 4_500)]
    with store.read() as connection:
        assert read_head(connection) == verdict.head


def test_evidence_that_is_missing_or_changed_is_listed(store, append, seen, tmp_path):
    """Media are hashed again; streams and evidence without a digest cannot be checked."""
    import hashlib

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
