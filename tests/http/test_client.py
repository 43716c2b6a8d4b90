"""The client: what only shows when a tracker is somewhere else."""

from __future__ import annotations

import inspect
import socket
import threading

import pytest

from tests.http.home import at, seen, serving, started
from tests.http.test_access import add_token
from tracker import Tracker
from tracker.errors import Forbidden, InvalidInput, StoreGone, TrackerError, Unauthorized
from tracker.remote.client import RemoteTracker

PROMISED = [
    "append", "where", "last_seen", "state", "history", "events", "changes", "held", "inside", "count", "note", "ask",
    "entities", "sources", "follow", "conflicts", "decide", "close", "open",
]  # fmt: skip


def test_it_has_the_reads_and_writes_of_a_local_one():
    for name in PROMISED:
        local, remote = (inspect.signature(getattr(kind, name)) for kind in (Tracker, RemoteTracker))
        assert [*local.parameters] == [*remote.parameters], name
        assert [one.default for one in local.parameters.values()] == [one.default for one in remote.parameters.values()]


@pytest.mark.parametrize(
    "call",
    [
        lambda t: t.replay(),
        lambda t: t.digest(),
        lambda t: t.verify(),
        lambda t: t.sweep(),
        lambda t: t.store,
        lambda t: t.resolve("keys"),
        lambda t: t.nearest("keys"),
    ],
)
def test_what_needs_the_database_says_so(server, call):
    with Tracker.open(server.url) as remote, pytest.raises(TrackerError, match="not offered over HTTP"):
        call(remote)


@pytest.mark.parametrize(
    ("url", "options", "says"),
    [
        ("http://", {}, "not a server's URL"),
        ("http://127.0.0.1:port", {}, "its port is no number"),
        ("http://127.0.0.1/?x=1", {}, "not a server's URL"),
        ("http://127.0.0.1", {"clock": lambda: 0}, "the server's"),
        ("http://127.0.0.1", {"rules": []}, "the server's"),
        ("sqlite://", {"token": "trk_x"}, "token: is for a tracker over HTTP"),
    ],
)
def test_what_cannot_be_opened_is_said(url, options, says):
    with pytest.raises(InvalidInput, match=says):
        Tracker.open(url, **options)


def test_nobody_there_is_said_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with Tracker.open(f"http://127.0.0.1:{port}") as remote, pytest.raises(StoreGone, match="cannot be reached"):
        remote.where("keys")


def test_tokens(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    token = add_token(db, "ann", ["read"], [])
    with serving(db) as server:
        with Tracker.open(server.url) as nobody, pytest.raises(Unauthorized, match="give a token"):
            nobody.where("keys")
        with Tracker.open(server.url, token=token) as ann:
            assert ann.where("keys").status == "never_seen"
            with pytest.raises(Forbidden, match="ingest"):
                ann.append(seen(1, "keys", "desk", "camera:hall"))


def test_many_threads_share_one(server):
    with Tracker.open(server.url) as remote:
        found: list[str] = []
        threads = [threading.Thread(target=lambda: found.append(remote.where("front_door").status)) for _ in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert len(found) == 8


class Broken:
    """A way to the server on which the answer to the first request is lost, when the server has done it already."""

    def __init__(self, url: str) -> None:
        host, port = url.removeprefix("http://").split(":")
        self._server = (host, int(port))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.requests = 0
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            self.requests += 1
            with client, socket.create_connection(self._server) as server:
                client.settimeout(5)
                told = b""
                while b"\r\n\r\n" not in told:
                    told += client.recv(65_536)
                head, _, body = told.partition(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
                while len(body) < length:
                    body += client.recv(65_536)
                server.sendall(head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1) + b"\r\n\r\n" + body)
                answer = b"".join(iter(lambda: server.recv(65_536), b""))
                if self.requests > 1:
                    client.sendall(answer)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)  # closing alone would leave its thread waiting
        self._listening.close()


@pytest.mark.parametrize(
    "write",
    [
        lambda t: t.append({k: v for k, v in seen(1, "cup", "desk", "camera:hall").items() if k != "source_key"}),
        lambda t: t.note("Mary put the cup on the desk.", at=at(1)),
        lambda t: t.decide({"action": "correct", "entity_id": "cup", "value": "desk", "by": "ana", "at": at(1)}),
    ],
)
def test_a_write_whose_answer_was_lost_counts_once(tmp_path, write):
    with serving(f"sqlite:///{tmp_path}/home.db") as server:
        way = Broken(server.url)
        with Tracker.open(way.url) as remote:
            receipt = write(remote)
        way.close()
        assert way.requests == 2
        assert len(server.http.get("/v1/events").json()["items"]) == receipt.appended >= 1


def test_following_goes_on_where_it_was_when_the_server_is_back(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    with Tracker.open(db) as tracker:
        tracker.append([seen(minute, "keys", f"place-{minute}", "camera:hall") for minute in range(10)])
    with started(db) as first:
        port = first.url.rpartition(":")[2]
        with Tracker.open(first.url) as remote:
            following = remote.follow()
            told = [next(following).seq for _ in range(5)]
            first.stop()
            with Tracker.open(db) as tracker:
                tracker.append([seen(minute, "keys", f"place-{minute}", "camera:hall") for minute in range(10, 15)])
            with started(db, "--port", port):
                told += [next(following).seq for _ in range(10)]
    assert told == list(range(1, 16))


def test_a_server_that_is_none_is_told_apart(tmp_path):
    def answer(listening: socket.socket) -> None:
        client, _ = listening.accept()
        with client:
            client.recv(65_536)
            client.sendall(b"HTTP/1.1 500 Oops\r\nContent-Length: 5\r\n\r\n<html")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer, args=(listening,))
        thread.start()
        remote = Tracker.open(f"http://127.0.0.1:{listening.getsockname()[1]}")
        with remote, pytest.raises(TrackerError, match="answered 500, and not as a tracker does"):
            remote.where("keys")
        thread.join()
