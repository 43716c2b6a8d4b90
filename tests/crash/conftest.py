"""Writers that can be killed, and what must hold afterwards."""

from __future__ import annotations

import gc
import os
import signal
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from tracker import Tracker
from tracker.store import reader

START = datetime(2026, 3, 2, 8, tzinfo=UTC)
CONTAINERS = ("bag", "car", "garage", "drawer", "desk")


def happening(n: int) -> dict[str, Any]:
    """The n-th event of an endless story with moves, carrying, words, decisions on ids, and late arrivals."""
    late = 3600 if n % 7 == 3 else 0
    event = {
        "entity_id": ("keys", "phone", "bag", "car")[n % 4],
        "type": "seen",
        "occurred_at": (START + timedelta(seconds=10 * n - late)).isoformat(),
        "observed_at": (START + timedelta(seconds=10 * n + 1)).isoformat(),
        "confidence": 0.9,
        "payload": {"claim": {"value": CONTAINERS[(n // 4 + n % 4 + 1) % 5], "relation": "in"}},
        "source": f"camera:{n % 3}",
        "source_key": f"n{n}",
    }
    if event["payload"]["claim"]["value"] == event["entity_id"]:
        event["payload"]["claim"]["value"] = "hall"
    if n % 11 == 5:
        event |= {"type": "removed", "payload": {"by": "ana"}}
    if n % 13 == 6:
        event |= {"type": "stated", "payload": {"text": f"sentence {n}"}, "entity_id": "ana"}
    return event


class Ended(NamedTuple):
    """How a writer ended: the numbers it had been told were stored, and its exit status (-9 when killed)."""

    acknowledged: list[int]
    status: int


class Writer:
    """A forked process that appends and acknowledges; `kill` may come at any moment."""

    def __init__(self, work: Callable[[Callable[[int], None]], None]) -> None:
        read, write = os.pipe()
        # What other tests left may have threads, which the child has not: freeing it there could wait for ever.
        gc.collect()
        gc.freeze()
        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                os.close(read)
                work(lambda number: os.write(write, b"%d\n" % number))  # type: ignore[arg-type, return-value]
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        gc.unfreeze()
        os.close(write)
        self._read, self._heard = read, b""

    def wait(self) -> None:
        """Until the process has acknowledged something, or has ended."""
        self._heard += os.read(self._read, 4096)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def end(self) -> Ended:
        with os.fdopen(self._read, "rb") as pipe:
            lines = (self._heard + pipe.read()).splitlines(keepends=True)
        _, status = os.waitpid(self.pid, 0)
        return Ended([int(line) for line in lines if line.endswith(b"\n")], os.waitstatus_to_exitcode(status))


@pytest.fixture
def fork() -> type[Writer]:
    return Writer


@pytest.fixture
def story() -> Callable[[int], dict[str, Any]]:
    return happening


@pytest.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.pg)])
def url(request: pytest.FixtureRequest, tmp_path) -> Iterator[str]:
    if request.param == "file":
        yield f"sqlite:///{tmp_path / 'log.db'}"
    else:
        yield request.getfixturevalue("postgres_url")


@pytest.fixture
def sound() -> Callable[..., Tracker]:
    """Check a database after a crash: the chain holds, the views follow the log, and what was acknowledged is there
    exactly once."""

    def check(url: str, acknowledged: list[int]) -> None:
        with Tracker.open(url) as tracker:
            verdict = tracker.verify()
            assert verdict.ok, verdict.problem
            keys = [event.source_key for event in reader.in_log_order(tracker.store)]
            assert len(keys) == len(set(keys)) == verdict.checked
            assert {f"n{number}" for number in acknowledged} <= set(keys)
            before = tracker.digest()
            assert tracker.replay().after == before

    return check


@pytest.fixture(scope="session")
def undisturbed() -> Callable[[int], str]:
    """The digest of a tracker that received the first so many events without any trouble."""

    def digest(number: int) -> str:
        with Tracker.open("sqlite://") as tracker:
            tracker.append(happening(n) for n in range(number))
            return tracker.digest()

    return digest
