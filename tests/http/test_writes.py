"""Writing over HTTP: what was sent is what is stored, or nothing is."""

from __future__ import annotations

import json

import pytest

from tests.http.home import at, seen, serving
from tracker import Tracker


@pytest.fixture
def fresh(tmp_path):
    with serving(f"sqlite:///{tmp_path}/fresh.db") as server:
        yield server


def test_one_event_a_list_and_lines(fresh):
    one, *more = [seen(minute, "keys", "desk", "camera:hall") for minute in range(5)]
    sent = [
        {"json": one},
        {"json": more[:2]},
        {"content": "\n".join(map(json.dumps, more[2:])), "headers": {"Content-Type": "application/x-ndjson"}},
    ]
    receipts = [fresh.http.post("/v1/events", **each).json() for each in sent]
    assert [(each["appended"], each["last_seq"]) for each in receipts] == [(1, 1), (2, 3), (2, 5)]
    again = fresh.http.post("/v1/events", json=[one, *more]).json()
    assert (again["appended"], again["duplicates"]) == (0, 5)
    with Tracker.open(fresh.db) as tracker:
        assert [str(event.event_id) for event in tracker.events()] == again["event_ids"]


@pytest.mark.parametrize(
    ("sent", "status", "field"),
    [
        ({"json": [seen(1, "keys", "desk", "c"), seen(2, "keys", "desk", "c", confidence=2)]}, 400, "confidence"),
        ({"json": seen(1, "keys", "desk", "c", colour="red")}, 400, "colour"),
        ({"json": [seen(1, "keys", "desk", "c"), 7]}, 400, "body"),
        ({"json": 7}, 400, "body"),
        ({"content": b"{", "headers": {"Content-Type": "application/json"}}, 400, "body"),
        ({"content": b'{"a": 1}\n{', "headers": {"Content-Type": "application/x-ndjson"}}, 400, "body"),
        ({"content": b"{}", "headers": {"Content-Type": "text/plain"}}, 415, None),
        ({"json": {}, "params": {"on_error": "ignore"}}, 422, "on_error"),
        ({"json": seen(1, "keys", "desk", "c"), "params": {"expected_seq": 7}}, 409, None),
    ],
)
def test_what_is_refused_leaves_nothing(server, sent, status, field):
    before = server.http.get("/v1/events", params={"limit": 1000}).json()
    given = server.http.post("/v1/events", **sent)
    assert (given.status_code, given.json()["error"]["field"]) == (status, field), given.text
    assert server.http.get("/v1/events", params={"limit": 1000}).json() == before


def test_bad_rows_may_be_left_out(fresh):
    rows = [seen(1, "keys", "desk", "c"), seen(2, "keys", "desk", "c", confidence=2), seen(3, "keys", "sofa", "c")]
    receipt = fresh.http.post("/v1/events", params={"on_error": "skip"}, json=rows).json()
    assert receipt["appended"] == 2
    assert [(each["index"], each["field"]) for each in receipt["rejected"]] == [(1, "confidence")]


def test_the_same_key_with_other_content_is_in_the_way(fresh):
    fresh.http.post("/v1/events", json=seen(1, "keys", "desk", "c"))
    given = fresh.http.post("/v1/events", json=seen(1, "keys", "sofa", "c"))
    assert (given.status_code, given.json()["error"]["code"]) == (409, "source_key_conflict")


def test_a_note_and_a_decision(fresh):
    told = fresh.http.post("/v1/note", json={"text": "Mary put the apple on the desk.", "at": at(1), "speaker": "mary"})
    assert told.json()["appended"] >= 1
    assert fresh.http.get("/v1/where/apple", params={"at": at(2)}).json()["place"] == "desk"
    decision = {"action": "correct", "entity_id": "apple", "value": "bowl", "relation": "in", "at": at(3), "by": "ana"}
    done = fresh.http.post("/v1/decisions", json=decision)
    assert (done.status_code, done.json()["appended"]) == (200, 1)
    answer = fresh.http.get("/v1/where/apple", params={"at": at(4)}).json()
    assert (answer["place"], answer["basis"]) == ("bowl", "confirmed")
    unnamed = {"action": "correct", "entity_id": "apple", "value": "box", "at": at(5)}
    fresh.http.post("/v1/decisions", json=unnamed)
    newest = fresh.http.get("/v1/events", params={"types": "corrected", "start": at(5)}).json()["items"]
    assert [event["source"] for event in newest] == ["user:owner"]


def test_pages_do_not_shift_while_the_log_grows(fresh):
    """Events that arrive between two pages, before and after where the reader is, are in none; none is told twice."""
    fresh.http.post("/v1/events", json=[seen(minute, "keys", "desk", "camera:hall") for minute in range(10)])
    found, cursor = [], None
    for late in range(100):
        page = fresh.http.get("/v1/events", params={"limit": 3} | ({"cursor": cursor} if cursor else {})).json()
        found += [event["source_key"] for event in page["items"]]
        grown = [seen(late + 0.5, "late", "desk", "camera:hall"), seen(50 + late, "late", "desk", "camera:hall")]
        fresh.http.post("/v1/events", json=grown)
        cursor = page["next"]
        if cursor is None:
            break
    assert found == [f"keys-{minute}" for minute in range(10)]
