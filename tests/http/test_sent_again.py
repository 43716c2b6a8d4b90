"""Writes that are sent again, reads that are asked again, decisions that come too late."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from tests.http.home import ROWS, at, seen, serving
from tracker import Tracker


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
def fresh(request, tmp_path):
    db = f"sqlite:///{tmp_path}/home.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Tracker.open(db) as tracker:
        tracker.append(ROWS)
    with serving(db) as server:
        yield server


def count(server) -> int:
    return len(server.http.get("/v1/events", params={"limit": 1000}).json()["items"])


WRITES = {
    "event": ("/v1/events", {k: v for k, v in seen(31, "cup", "desk", "camera:hall").items() if k != "source_key"}),
    "note": ("/v1/note", {"text": "Mary put the cup on the desk.", "at": at(32)}),
    "decision": (
        "/v1/decisions",
        {"action": "correct", "entity_id": "cup", "value": "sink", "at": at(33), "by": "ana"},
    ),
}


def test_under_one_key_a_write_counts_once(fresh):
    for path, body in WRITES.values():
        before = count(fresh)
        headers = {"Idempotency-Key": "a key"}
        with ThreadPoolExecutor(4) as threads:
            sent = list(threads.map(lambda _: fresh.http.post(path, json=body, headers=headers), range(4)))  # noqa: B023
        assert {one.status_code for one in sent} == {200}, sent[0].text
        assert len({one.text for one in sent}) == 1
        assert count(fresh) == before + sent[0].json()["appended"]
        assert sent[0].json()["appended"] >= 1


def test_a_key_belongs_to_one_request(fresh):
    path, body = WRITES["event"]
    headers = {"Idempotency-Key": "k"}
    assert fresh.http.post(path, json=body, headers=headers).status_code == 200
    before = count(fresh)
    other = fresh.http.post(path, json=body | {"confidence": 0.6}, headers=headers)
    assert (other.status_code, other.json()["error"]["code"]) == (409, "source_key_conflict")
    assert count(fresh) == before


def test_what_was_refused_may_be_sent_right(fresh):
    """A key stands for a write that was made, not for one that was not."""
    path, body = WRITES["event"]
    headers = {"Idempotency-Key": "k"}
    assert fresh.http.post(path, json=body | {"type": "flew"}, headers=headers).status_code == 400
    assert fresh.http.post(path, json=body, headers=headers).json()["appended"] == 1


def test_who_has_an_answer_is_told_that_it_holds(fresh):
    for path, query in [
        ("where/keys", {"at": at(40)}),
        ("where/keys", {}),
        ("state/front_door/openness", {}),
        ("last-seen/keys", {}),
        ("history/keys", {}),
        ("inside/desk", {}),
        ("events", {"limit": 3}),
        ("conflicts", {}),
        ("changes", {"start": at(0), "end": at(60)}),
    ]:
        first = fresh.http.get(f"/v1/{path}", params=query)
        again = fresh.http.get(f"/v1/{path}", params=query, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), path
        assert again.headers["etag"] == first.headers["etag"]
        listed = fresh.http.get(f"/v1/{path}", params=query, headers={"If-None-Match": f'"x", {first.headers["etag"]}'})
        assert listed.status_code == 304
    old = fresh.http.get("/v1/where/keys", params={"at": at(40)}).headers["etag"]
    fresh.http.post("/v1/events", json=seen(39, "keys", "sofa", "camera:lounge"))
    newer = fresh.http.get("/v1/where/keys", params={"at": at(40)}, headers={"If-None-Match": old})
    assert newer.status_code == 200
    assert newer.headers["etag"] != old


def test_an_answer_for_now_that_faded_is_a_new_one(tmp_path):
    """Nothing was appended, but what holds is not what held: the tag of an answer for now covers what it says."""
    db = f"sqlite:///{tmp_path}/home.db"
    moment = (datetime.now(UTC) + timedelta(seconds=3)).isoformat()
    with Tracker.open(db) as tracker:
        tracker.append(
            {
                "entity_id": "parcel",
                "type": "seen",
                "occurred_at": at(0),
                "payload": {"claim": {"attribute": "state", "value": "waiting", "until": moment}},
                "source": "user:ana",
            }
        )
    with serving(db) as server:
        first = server.http.get("/v1/state/parcel/state")
        assert first.json()["status"] == "current"
        held = {"If-None-Match": first.headers["etag"]}
        until = time.monotonic() + 20
        while server.http.get("/v1/state/parcel/state", headers=held).status_code == 304:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert server.http.get("/v1/state/parcel/state", headers=held).json()["status"] != "current"


def conflict(server) -> tuple[dict, str]:
    queue = server.http.get("/v1/conflicts")
    (one,) = (each for each in queue.json()["items"] if each["kind"] == "conflict")
    return one, queue.headers["etag"]


def test_of_two_who_decide_at_once_one_is_shown_what_the_other_decided(fresh):
    found, tag = conflict(fresh)
    sides = found["event_ids"]

    def decide(side):
        body = {"action": "resolve", "conflict_id": found["conflict_id"], "keep": [side], "by": f"user-{side[-4:]}"}
        return fresh.http.post("/v1/decisions", json=body, headers={"If-Match": tag})

    with ThreadPoolExecutor(2) as threads:
        done = list(threads.map(decide, sides))
    assert sorted(one.status_code for one in done) == [200, 409]
    late = next(one for one in done if one.status_code == 409).json()
    assert late["error"]["code"] == "outdated"
    assert late["newer"]["conflict_id"] == found["conflict_id"]
    assert late["newer"]["status"] == "resolved"
    assert len(fresh.http.get("/v1/events", params={"types": "resolved"}).json()["items"]) == 1


def test_what_has_nothing_to_do_with_it_stands_in_nobody_s_way(fresh):
    found, tag = conflict(fresh)
    fresh.http.post("/v1/events", json=seen(31, "cup", "desk", "camera:hall"))
    body = {"action": "resolve", "conflict_id": found["conflict_id"], "keep": found["event_ids"][:1], "by": "ana"}
    assert fresh.http.post("/v1/decisions", json=body, headers={"If-Match": tag}).status_code == 200


@pytest.mark.parametrize("given", ["{seq}", '"{seq}"', 'W/"{seq}"', 'W/"{seq}-abc-def"'])
def test_a_position_may_be_given_plainly(fresh, given):
    found, tag = conflict(fresh)
    seq = tag.removeprefix('W/"').partition("-")[0]
    fresh.http.post("/v1/events", json=seen(31, "keys", "shelf", "camera:hall"))
    body = {"action": "resolve", "conflict_id": found["conflict_id"], "keep": found["event_ids"][:1], "by": "ana"}
    late = fresh.http.post("/v1/decisions", json=body, headers={"If-Match": given.format(seq=seq)})
    assert late.status_code == 409
    bad = fresh.http.post("/v1/decisions", json=body, headers={"If-Match": "soon"})
    assert (bad.status_code, json.loads(bad.text)["error"]["code"]) == (400, "invalid_input")
