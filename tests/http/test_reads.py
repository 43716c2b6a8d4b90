"""What a route gives is what the Python call of that name gives."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.parse import quote

import pytest
from pydantic import TypeAdapter

from tests.http.home import at, row, serving
from tracker import Tracker

NOON = {"at": at(40)}
READS = {
    "where": ("where/keys", {"at": at(10)}, lambda t: t.where("keys", at(10))),
    "where, by name": ("where/車鑰匙", {"at": at(10)}, lambda t: t.where("車鑰匙", at(10))),
    "where, as known": (
        "where/keys",
        {"at": at(26), "known_at": at(20)},
        lambda t: t.where("keys", at(26), at(20)),
    ),
    "where, for a viewer": ("where/diary", NOON | {"viewer": "ben"}, lambda t: t.where("diary", at(40), viewer="ben")),
    "where, for two labels": (
        "where/diary",
        NOON | {"viewer": ["ben", "ana"]},
        lambda t: t.where("diary", at(40), viewer=["ben", "ana"]),
    ),
    "where, in a zone": (
        "where/keys",
        {"at": at(10), "tz": "Asia/Taipei"},
        lambda t: t.where("keys", at(10), tz="Asia/Taipei"),
    ),
    "where, a slash in the id": (f"where/{quote('box 2/3', safe='')}", NOON, lambda t: t.where("box 2/3", at(40))),
    "inside, a slash in the id": ("inside/attic%2Fleft", NOON, lambda t: t.inside("attic/left", at(40))),
    "last seen": ("last-seen/keys", {"before": at(20)}, lambda t: t.last_seen("keys", at(20))),
    "never seen": ("last-seen/unicorn", {}, lambda t: t.last_seen("unicorn")),
    "state": ("state/front_door/openness", {"at": at(30)}, lambda t: t.state("front_door", "openness", at(30))),
    "history": ("history/keys", {}, lambda t: t.history("keys")),
    "history, a window": (
        "history/front_door",
        {"attribute": "openness", "start": at(0), "end": at(60)},
        lambda t: t.history("front_door", "openness", at(0), at(60)),
    ),
    "inside": ("inside/hall_drawer", {"at": at(5)}, lambda t: t.inside("hall_drawer", at(5))),
    "held": (
        "held/keys/location/hall_drawer",
        {"start": at(3), "end": at(9)},
        lambda t: t.held("keys", "location", "hall_drawer", at(3), at(9)),
    ),
    "held, at some time": (
        "held/keys/location/hall_drawer",
        {"start": at(3), "end": at(19), "how": "overlaps"},
        lambda t: t.held("keys", "location", "hall_drawer", at(3), at(19), "overlaps"),
    ),
    "held, a slash": (
        "held/box%202%2F3/location/attic%2Fleft",
        {"start": at(29), "end": at(30)},
        lambda t: t.held("box 2/3", "location", "attic/left", at(29), at(30)),
    ),
    "count": (
        "count/keys",
        {"types": ["seen"], "every": "600"},
        lambda t: t.count("keys", ["seen"], every=timedelta(minutes=10)),
    ),
    "count, an ISO length": (
        "count/keys",
        {"every": "PT10M"},
        lambda t: t.count("keys", every=timedelta(minutes=10)),
    ),
}
LISTS = {
    "events": ("events", {}, lambda t: list(t.events())),
    "events, of a type": (
        "events",
        {"entity_id": "車鑰匙", "types": ["seen", "removed"], "end": at(25.005)},
        lambda t: list(t.events("keys", ["seen", "removed"], end=at(25.005))),
    ),
    "events, for a viewer": ("events", {"viewer": "ben"}, lambda t: list(t.events(viewer="ben"))),
    "changes": (
        "changes",
        {"start": at(0), "end": at(30), "attribute": "location", "entity_id": "keys"},
        lambda t: t.changes(at(0), at(30), "location", "keys"),
    ),
    "entities": ("entities", {}, lambda t: t.entities()),
    "entities, some": (
        "entities",
        {"kind": "keys", "name": "car keys", "known_at": at(20)},
        lambda t: t.entities("keys", None, "car keys", at(20)),
    ),
    "sources": ("sources", {}, lambda t: t.sources()),
    "sources, for a viewer": ("sources", {"viewer": "ben"}, lambda t: t.sources(viewer="ben")),
    "conflicts": ("conflicts", {}, lambda t: t.conflicts()),
    "conflicts, all": (
        "conflicts",
        {"status": "all", "entity": "wallet"},
        lambda t: t.conflicts(None, "wallet"),
    ),
}


def plain(answer):
    return json.loads(TypeAdapter(object).dump_json(answer, serialize_as_any=True))


@pytest.mark.parametrize("case", READS)
def test_a_route_gives_what_the_call_gives(server, home_db, case):
    path, query, call = READS[case]
    given = server.http.get(f"/v1/{path}", params=query)
    with Tracker.open(home_db) as tracker:
        assert (given.status_code, given.json()) == (200, plain(call(tracker)))


@pytest.mark.parametrize("limit", [1, 2, 100])
@pytest.mark.parametrize("case", LISTS)
def test_the_pages_of_a_list_are_the_whole_of_it(server, home_db, case, limit):
    path, query, call = LISTS[case]
    found, cursor = [], None
    while True:
        page = server.http.get(f"/v1/{path}", params=query | {"limit": limit} | ({"cursor": cursor} if cursor else {}))
        assert page.status_code == 200, page.text
        found += page.json()["items"]
        assert len(page.json()["items"]) <= limit
        cursor = page.json()["next"]
        if cursor is None:
            break
    with Tracker.open(home_db) as tracker:
        assert found == plain(call(tracker))


def test_the_cases_above_mean_something(home_db):
    """A comparison of two empty answers would prove nothing."""
    with Tracker.open(home_db) as tracker:
        answers = {case: call(tracker) for case, (*_, call) in (READS | LISTS).items()}
    assert answers["where"].place == answers["where, by name"].place == "hall_drawer"
    assert answers["where, as known"].place == "ana"
    assert answers["where, for a viewer"].status == "never_seen"
    assert answers["where, for two labels"].place == "desk"
    assert answers["where, a slash in the id"].place == "attic/left"
    assert answers["held"] is answers["held, at some time"] is answers["held, a slash"] is True
    assert len(answers["conflicts"]) >= 2
    assert [case for case, answer in answers.items() if answer in (None, [])] == ["never seen"]


def test_a_question_in_words(server, home_db):
    asked = {"question": "where are my car keys?", "at": at(10), "tz": "Asia/Taipei"}
    given = server.http.post("/v1/ask", json=asked)
    with Tracker.open(home_db) as tracker:
        reply = tracker.ask(asked["question"], at(10), "Asia/Taipei")
    assert (given.status_code, given.json()) == (200, plain(reply))
    again = server.http.post("/v1/ask", json={"question": given.json()["plan"]})
    assert again.json()["answer"] == given.json()["answer"]
    follows = server.http.post("/v1/ask", json={"question": "and now?", "at": at(20), "after": given.json()})
    assert follows.json()["understood"]
    assert follows.json()["plan"]["entities"] == ["keys"]


REFUSED = [
    ("GET", "/v1/where/keys?att=now", None, 422, "att", "att: no such parameter"),
    ("GET", "/v1/where/keys?at=yesterday", None, 400, "at", "at: not an ISO 8601 time"),
    ("GET", "/v1/where/keys?at=2026-03-02T14:00:00", None, 400, "at", "the time has no zone"),
    ("GET", "/v1/where/keys?tz=Mars", None, 400, "tz", "unknown time zone"),
    ("GET", "/v1/history/keys?start=2026-03-02T14:00:00Z&end=2026-03-02T14:00:00Z", None, 400, "end", "not after"),
    ("GET", "/v1/held/keys/location/desk", None, 422, "start", "start: is missing"),
    (
        "GET",
        "/v1/held/keys/location/desk?start=2026-03-02T14:00:00Z&end=2026-03-03T14:00:00Z&how=x",
        None,
        422,
        "how",
        "",
    ),
    ("GET", "/v1/count/keys?every=0", None, 400, "every", "above zero"),
    ("GET", "/v1/count/keys?every=often", None, 422, "every", ""),
    ("GET", "/v1/events?types=flew", None, 400, "types", "unknown type 'flew'"),
    ("GET", "/v1/events?limit=0", None, 422, "limit", ""),
    ("GET", "/v1/events?limit=1001", None, 422, "limit", ""),
    ("GET", "/v1/events?cursor=abc", None, 400, "cursor", "none that this server gave"),
    ("GET", "/v1/events?cursor=W10", None, 400, "cursor", "none that this server gave"),
    ("GET", "/v1/conflicts?status=shut", None, 422, "status", ""),
    ("GET", "/v1/nowhere", None, 404, None, ""),
    ("DELETE", "/v1/events", None, 405, None, ""),
    ("POST", "/v1/ask", {}, 422, "question", "question: is missing"),
    ("POST", "/v1/ask", {"question": "where?", "now": 1}, 422, "now", "now: no such parameter"),
    ("POST", "/v1/ask", {"question": {"intent": "dance"}}, 400, None, ""),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "field", "says"), REFUSED)
def test_what_is_wrong_is_told_in_one_shape(server, method, path, body, status, field, says):
    given = server.http.request(method, path, json=body)
    assert given.status_code == status, given.text
    (error,) = given.json().values()
    assert set(error) == {"code", "message", "field"}
    assert says in error["message"]
    assert "\n" not in error["message"]
    if field is not None:
        assert error["field"] == field


def test_a_name_that_several_bear_is_refused_with_the_candidates(tmp_path):
    db = f"sqlite:///{tmp_path}/two.db"
    with Tracker.open(db) as tracker:
        for entity in ("cup-1", "cup-2"):
            tracker.append(row(1, entity, "registered", "user:ana", payload={"kind": "cup", "names": ["cup"]}))
    with serving(db) as server:
        given = server.http.get("/v1/where/cup")
    assert given.status_code == 400
    assert given.json()["error"]["code"] == "ambiguous_name"
    assert "cup-1, cup-2" in given.json()["error"]["message"]


def test_a_cursor_goes_with_its_own_query_only(server):
    page = server.http.get("/v1/events", params={"limit": 1, "entity_id": "keys"}).json()
    other = server.http.get("/v1/events", params={"limit": 1, "entity_id": "wallet", "cursor": page["next"]})
    assert (other.status_code, other.json()["error"]["field"]) == (400, "cursor")
    wider = server.http.get("/v1/events", params={"limit": 5, "entity_id": "keys", "cursor": page["next"]})
    assert wider.status_code == 200, "a page may be longer than the one before"


def test_the_docs_page_needs_no_other_host(server):
    page = server.http.get("/docs")
    assert page.status_code == 200
    assert "/v1/where/{entity}" in page.text
    assert "http" not in page.text.replace("<!doctype html>", ""), "no address of any host"
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_every_route_is_told_with_an_example_of_what_it_takes(server):
    document = server.http.get("/openapi.json").json()
    told = {(method, path) for path, methods in document["paths"].items() for method in methods}
    assert ("get", "/v1/where/{entity}") in told
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            for kind, content in route.get("requestBody", {}).get("content", {}).items():
                schema = content.get("schema", {})
                named = document["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], {})
                assert {"example", "examples"} & ({*content} | {*named}), (method, path, kind)
