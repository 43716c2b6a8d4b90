"""Several server processes on one socket, started anew when one dies, and ended together."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

from tracker.errors import TrackerError

# One that ends sooner will not do better next time.
_TOO_SOON_S = 5.0


def keep_running(count: int, work: Callable[..., None], *given: Any) -> None:
    """Run `work(*given)` in so many processes until SIGINT or SIGTERM, which they are told by SIGTERM. Raises
    TrackerError when one fails as it starts."""
    ending = threading.Event()
    before = {each: signal.signal(each, lambda *_: ending.set()) for each in (signal.SIGINT, signal.SIGTERM)}
    started: dict[SpawnProcess, float] = {}
    try:
        while not ending.is_set():
            while len(started) < count:
                started[_start(work, given)] = time.monotonic()
            wait([process.sentinel for process in started], timeout=0.2)
            for process in [one for one in started if not one.is_alive()]:
                if not ending.is_set() and time.monotonic() - started[process] < _TOO_SOON_S:
                    raise TrackerError("a worker ended as it started; what it said is above")
                del started[process]
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.join()
        for each, handler in before.items():
            signal.signal(each, handler)


def _start(work: Callable[..., None], given: tuple[Any, ...]) -> SpawnProcess:
    process = multiprocessing.get_context("spawn").Process(target=_worker, args=(work, given))
    process.start()
    return process


def _worker(work: Callable[..., None], given: tuple[Any, ...]) -> None:
    # Ctrl-C reaches all processes of a terminal: until the server listens for it, the parent alone does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(*given)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
