"""The log as it grows: nothing missed, nothing told twice, whatever breaks off."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.http.home import seen, serving, started
from tests.http.test_access import add_token, run
from tracker import Tracker
from tracker.serve.http import stream


class Message(dict):
    """`event`, `id` and `data` of one message."""


@contextmanager
def listening(server, *, headers=None, **query) -> Iterator[Iterator[Message]]:
    with (
        httpx.Client(base_url=server.url, timeout=30) as client,
        client.stream("GET", "/v1/stream", params=query, headers=headers) as given,
    ):
        assert given.status_code == 200, given.read()
        assert given.headers["content-type"].startswith("text/event-stream")
        yield messages(given)


def messages(given: httpx.Response) -> Iterator[Message]:
    now = Message()
    for line in given.iter_lines():
        if line.startswith(":"):
            continue
        if line:
            field, _, value = line.partition(": ")
            now[field] = value
        elif "data" in now:
            yield Message(now, data=json.loads(now["data"]))
            now = Message()
        else:
            now = Message()


def events(told: Iterator[Message], count: int) -> list[Message]:
    found = []
    for message in told:
        if message["event"] == "event":
            found.append(message)
            if len(found) == count:
                return found
    raise AssertionError(f"only {len(found)} came")


@pytest.fixture
def db(request, tmp_path):
    return f"sqlite:///{tmp_path}/home.db"


def append(server, *rows) -> None:
    assert server.http.post("/v1/events", json=list(rows)).status_code == 200


def test_what_is_there_comes_first_and_then_what_is_new(db):
    with serving(db) as server:
        append(server, *[seen(minute, "keys", f"place-{minute}", "camera:hall") for minute in range(3)])
        with listening(server) as told:
            assert [one["id"] for one in events(told, 3)] == ["1", "2", "3"]
            append(server, seen(10, "keys", "sofa", "camera:hall"))
            change, event = next(told), next(told)
            assert (change["event"], change["data"]["after"]) == ("change", "sofa")
            assert (event["event"], event["id"], event["data"]["source_key"]) == ("event", "4", "keys-10")
            with Tracker.open(db) as other:  # and what another process appends
                other.append(seen(11, "keys", "desk", "camera:hall"))
            assert events(told, 1)[0]["id"] == "5"


def test_conflicts_are_told(db):
    with serving(db) as server, listening(server) as told:
        append(server, seen(25, "keys", "desk", "camera:study"), seen(25.01, "keys", "sofa", "camera:lounge"))
        found = [next(told) for _ in range(6)]
        conflicts = [one["data"] for one in found if one["event"] == "conflict"]
        assert {one["status"] for one in conflicts} == {"open"}
        decision = {"action": "resolve", "conflict_id": conflicts[0]["conflict_id"], "by": "ana"}
        server.http.post("/v1/decisions", json=decision | {"keep": conflicts[0]["event_ids"][:1]})
        while (message := next(told))["event"] != "event" or message["data"]["type"] != "resolved":
            if message["event"] == "conflict":
                settled = message["data"]
        assert (settled["conflict_id"], settled["status"]) == (conflicts[0]["conflict_id"], "resolved")


def test_one_who_comes_back_goes_on_where_it_was(db):
    with serving(db) as server:
        append(server, *[seen(minute, "keys", f"place-{minute}", "camera:hall") for minute in range(5)])
        with listening(server, after=2) as told:
            assert events(told, 1)[0]["id"] == "3"
        with listening(server, after=1, headers={"Last-Event-ID": "4"}) as told:
            assert events(told, 1)[0]["id"] == "5"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
def test_nothing_is_missed_when_the_server_starts_anew(request, tmp_path, kind, how):
    """Ended in the middle, whether it could say goodbye or not, with events that come while it is away."""
    db = f"sqlite:///{tmp_path}/home.db" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    got = []
    with started(db) as server:
        append(server, *[seen(minute, "keys", f"place-{minute}", "camera:hall") for minute in range(30)])
        with listening(server) as told:
            got += events(told, 12)
            server.process.send_signal(how)
            try:
                got += [one for one in told if one["event"] == "event"]
            except httpx.HTTPError:
                assert how == signal.SIGKILL
        server.http.close()
        server.wait()
    with Tracker.open(db) as away:
        away.append([seen(minute, "keys", f"place-{minute}", "camera:hall") for minute in range(30, 40)])
    with started(db) as server, listening(server, headers={"Last-Event-ID": got[-1]["id"]}) as told:
        append(server, seen(40, "keys", "place-40", "camera:hall"))
        got += events(told, 41 - len(got))
    assert [one["id"] for one in got] == [str(seq) for seq in range(1, 42)]
    assert [one["data"]["source_key"] for one in got] == [f"keys-{minute}" for minute in range(41)]


def test_the_end_of_the_server_is_the_end_of_the_stream(db):
    with started(db) as server, listening(server) as told:
        append(server, seen(1, "keys", "desk", "camera:hall"))
        events(told, 1)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert list(told) == []
        server.http.close()
        assert server.wait() == 0
        assert time.monotonic() - began < 15, "it did not wait for those who listen"


def test_it_tells_of_nothing_hidden(db):
    """Positions follow each other as if there were nothing else."""
    tokens = {name: add_token(db, name, ["read"], labels) for name, labels in (("ana", ["ana"]), ("ben", []))}
    with Tracker.open(db) as tracker:
        for minute in range(6):
            labels = ["ana"] if minute % 2 else []
            tracker.append(seen(minute, f"thing-{minute}", "desk", "camera:hall", visibility=labels))
    with serving(db) as server:
        heard = {}
        for name, token in tokens.items():
            with listening(server, headers={"Authorization": f"Bearer {token}"}) as told:
                heard[name] = events(told, 6 if name == "ana" else 3)
        assert [one["data"]["entity_id"] for one in heard["ben"]] == ["thing-0", "thing-2", "thing-4"]
        assert [one["id"] for one in heard["ben"]] == ["1", "2", "3"]
        assert [one["data"]["seq"] for one in heard["ben"]] == [1, 2, 3]
        assert [one["id"] for one in heard["ana"]] == [str(seq) for seq in range(1, 7)]
        with listening(server, after=2, headers={"Authorization": f"Bearer {tokens['ben']}"}) as told:
            assert events(told, 1)[0]["data"]["entity_id"] == "thing-4"
        beyond = server.http.get(
            "/v1/stream", params={"after": 4}, headers={"Authorization": f"Bearer {tokens['ben']}"}
        )
        assert beyond.status_code == 400


def test_who_is_revoked_hears_no_more(db):
    token = add_token(db, "ana", ["read"], [])
    with serving(db) as server, listening(server, headers={"Authorization": f"Bearer {token}"}) as told:
        with Tracker.open(db) as tracker:
            tracker.append(seen(1, "keys", "desk", "camera:hall"))
        events(told, 1)
        assert run(db, "token", "revoke", "ana").returncode == 0
        time.sleep(1.5)  # as long as a server goes by what it read
        with Tracker.open(db) as tracker:
            tracker.append(seen(2, "keys", "sofa", "camera:hall"))
        heard = list(told)
        assert [one for one in heard if one["event"] == "event" and one["id"] != "2"] == []
        assert len([one for one in heard if one["event"] == "event"]) <= 1


@pytest.mark.parametrize(
    ("query", "headers", "status"),
    [
        ({"after": 99}, {}, 400),
        ({"after": -1}, {}, 422),
        ({"after": "x"}, {}, 422),
        ({}, {"Last-Event-ID": "x"}, 400),
        ({}, {"Last-Event-ID": "99"}, 400),
        ({"aftr": 1}, {}, 422),
    ],
)
def test_a_place_that_is_none_is_refused(server, query, headers, status):
    assert server.http.get("/v1/stream", params=query, headers=headers).status_code == status


def test_it_says_that_it_is_still_there(db, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.1)
    with (
        serving(db) as server,
        httpx.Client(base_url=server.url, timeout=30) as client,
        client.stream("GET", "/v1/stream") as given,
    ):
        lines = given.iter_lines()
        assert [line for line, _ in zip(lines, range(4), strict=False)][2] == ": still here"
