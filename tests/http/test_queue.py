"""The review queue over HTTP: what of it one wants, what a decision would change, and taking it back."""

from __future__ import annotations

import pytest

from tests.http.home import ROWS, at, seen, serving
from tests.http.test_access import add_token
from tracker import Tracker


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
def fresh(request, tmp_path):
    db = f"sqlite:///{tmp_path}/home.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Tracker.open(db) as tracker:
        tracker.append(ROWS)
    with serving(db) as server:
        yield server


def queue(server, **query):
    given = server.http.get("/v1/conflicts", params=query)
    assert given.status_code == 200, given.text
    return [(one["kind"], one["entity_id"]) for one in given.json()["items"]]


DISPUTE, WEAK = ("conflict", "keys"), ("candidate", "wallet")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [DISPUTE, WEAK]),
        ({"kind": "candidate"}, [WEAK]),
        ({"attribute": "location"}, [DISPUTE, WEAK]),
        ({"attribute": "openness"}, []),
        ({"source": "camera:lounge"}, [DISPUTE]),
        ({"source": "camera:hall"}, [WEAK]),
        ({"value": "hall_table"}, [WEAK]),
        ({"value": "sofa", "kind": "candidate"}, []),
        ({"start": at(26)}, [WEAK]),
        ({"end": at(26)}, [DISPUTE]),
    ],
)
def test_what_of_it_one_wants(server, query, found):
    assert queue(server, **query) == found


def decisions(server):
    (dispute,) = server.http.get("/v1/conflicts", params={"kind": "conflict"}).json()["items"]
    (weak,) = server.http.get("/v1/conflicts", params={"kind": "candidate"}).json()["items"]
    keep = next(side["event_id"] for side in dispute["candidates"] if side["value"] == "desk")
    return {
        "resolve": {"action": "resolve", "conflict_id": dispute["conflict_id"], "keep": [keep]},
        "accept": {"action": "accept", "event_ids": weak["event_ids"]},
        "correct": {"action": "correct", "entity_id": "keys", "value": "shelf", "relation": "on"},
        "merge": {"action": "merge", "entity_id": "wallet", "into": "keys"},
    }


@pytest.mark.parametrize("action", ["resolve", "accept", "correct", "merge"])
def test_a_preview_says_what_a_decision_changes_and_makes_none(fresh, action):
    decision = decisions(fresh)[action] | {"by": "ana", "at": at(50)}
    with Tracker.open(fresh.db) as tracker:
        before = (tracker.digest(), tracker.log_end())
        told = fresh.http.post("/v1/decisions/preview", json=decision)
        assert told.status_code == 200, told.text
        assert (tracker.digest(), tracker.log_end()) == before
        assert tracker.verify().ok
        done = fresh.http.post("/v1/decisions", json=decision).json()
        (made,) = tracker.follow(done["last_seq"] - 1, idle_s=0)
    ours = {*done["event_ids"]}

    def plain(change):
        return {key: value for key, value in change.items() if key != "event_ids"}

    assert list(map(plain, told.json())) == [plain(one.model_dump(mode="json")) for one in made.changes]
    if action != "merge":
        assert told.json(), f"it changes something, and rests on {ours}"


@pytest.mark.parametrize("action", ["resolve", "accept", "correct", "merge"])
def test_a_decision_is_taken_back_by_rejecting_it(fresh, action):
    with Tracker.open(fresh.db) as tracker:
        before = tracker.digest()
        decision = decisions(fresh)[action] | {"by": "ana", "at": at(50)}
        (made,) = fresh.http.post("/v1/decisions", json=decision).json()["event_ids"]
        assert tracker.digest() != before
        back = {"action": "reject", "event_ids": [made], "by": "ben", "reason": "a slip"}
        assert fresh.http.post("/v1/decisions", json=back).status_code == 200
        assert tracker.where("keys", at(55)).status == "conflict"
        assert queue(fresh) == [DISPUTE, WEAK]


def test_a_preview_of_what_cannot_be_decided_is_refused(fresh):
    unknown = {"action": "reject", "event_ids": ["00000000-0000-0000-0000-000000000000"], "by": "ana"}
    for path in ("/v1/decisions", "/v1/decisions/preview"):
        assert fresh.http.post(path, json=unknown).json()["error"]["code"] == "unknown_reference"


def test_whoever_may_not_see_it_is_not_told_in_what_a_stored_event_differs(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    hidden = seen(1, "diary", "desk", "camera:study", visibility=["ana"])
    with Tracker.open(db) as tracker:
        tracker.append(hidden)
    token = add_token(db, "camera", ["ingest"], [])
    mine = seen(1, "diary", "sofa", "camera:study", confidence=0.6)
    with serving(db) as server:
        headers = {"Authorization": f"Bearer {token}"}
        given = server.http.post("/v1/events", json=mine, headers=headers)
        assert (given.status_code, given.json()["error"]["code"]) == (409, "source_key_conflict")
        skipped = server.http.post("/v1/events", json=[mine], params={"on_error": "skip"}, headers=headers)
        assert len(skipped.json()["rejected"]) == 1
        for text in (given.text, skipped.text):
            assert not any(word in text for word in ("visibility", "payload", "confidence", "differs"))
