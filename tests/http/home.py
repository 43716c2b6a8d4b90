"""A real server on a port of its own, over a small home, for every test here."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from tracker import Tracker
from tracker.serve.http.running import server_of
from tracker.serve.http.settings import Settings

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from tracker.serve.cli import main; main()"]
# An hour ago, so that what is claimed since still counts.
T0 = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)


def at(minutes: float) -> str:
    return (T0 + timedelta(minutes=minutes)).isoformat()


def row(minutes: float, entity: str, kind: str, source: str, **more: Any) -> dict[str, Any]:
    when = {"occurred_at": at(minutes), "observed_at": at(minutes + 0.5)}
    return {"entity_id": entity, "type": kind, "source": source, "source_key": f"{entity}-{minutes}", **when, **more}


def seen(minutes: float, entity: str, place: str, source: str, **more: Any) -> dict[str, Any]:
    return row(minutes, entity, "seen", source, payload={"claim": {"value": place, "relation": "in"}}, **more)


ROWS = [
    row(0, "keys", "registered", "user:ana", payload={"kind": "keys", "names": ["car keys", "車鑰匙"]}),
    seen(2, "keys", "hall_drawer", "camera:hall", confidence=0.78),
    row(17, "keys", "removed", "camera:hall", payload={"place": "hall_drawer", "by": "ana"}),
    row(20, "front_door", "seen", "sensor:door", payload={"claim": {"attribute": "openness", "value": "open"}}),
    seen(25, "keys", "desk", "camera:study", confidence=0.9),
    seen(25.01, "keys", "sofa", "camera:lounge", confidence=0.8),
    seen(26, "wallet", "hall_table", "camera:hall", confidence=0.3),
    seen(27, "diary", "desk", "camera:study", visibility=["ana"]),
    seen(28, "box 2/3", "attic/left", "camera:attic"),
]


class Server:
    """A `tracker serve` that was started here."""

    def __init__(self, db: str, *options: str, check: bool = True) -> None:
        self.db = db
        self.errors = ""
        command = [*PROGRAM, "--db", db, "serve", "--port", "0", "--json"]
        self.process = subprocess.Popen(
            [*command, *options],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.wait()
            if check:
                raise AssertionError(self.errors)
            return
        self.url = json.loads(line)["url"]
        self.http = httpx.Client(base_url=self.url, timeout=30)

    def wait(self) -> int:
        _, self.errors = self.process.communicate(timeout=60)
        return self.process.returncode

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.http.close()
        self.process.send_signal(how)
        return self.wait()


class Thread:
    """The same server in a thread of this process: it is there at once."""

    def __init__(self, db: str, opening: Callable[[str], Tracker] = Tracker.open, **settings: Any) -> None:
        self.db = db
        listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self._server = server_of(Settings(db=db, **settings), opening)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listening]})
        self._thread.start()
        until = time.monotonic() + 60
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < until
            time.sleep(0.01)
        self.http = httpx.Client(base_url=self.url, timeout=30)

    def stop(self) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()


@contextmanager
def serving(db: str, opening: Callable[[str], Tracker] = Tracker.open, **settings: Any) -> Iterator[Thread]:
    """A server in this process; `settings` are those of `Settings`."""
    server = Thread(db, opening, **settings)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def started(db: str, *options: str) -> Iterator[Server]:
    """A server in a process of its own, as `tracker serve` starts it."""
    server = Server(db, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
