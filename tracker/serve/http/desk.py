"""Where requests meet the tracker: its calls block, so they run in a few threads of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from fastapi import Request

from tracker.serve.access.rates import Rates
from tracker.serve.access.tokens import Tokens
from tracker.serve.http.growth import Growth
from tracker.serve.http.problems import Refused
from tracker.serve.http.settings import Settings
from tracker.serve.media.files import MediaFolder, database_files
from tracker.tracker import Tracker

_Answer = TypeVar("_Answer")
# Fewer than the database's pool has connections: a call never waits for one in vain.
_THREADS = 10
_CUTTERS, _MOST_WAITING = 2, 16
# Wrong tokens from one address: so many at once, and so many a second.
_FAILURES, _FAILURES_S = 60, 1.0


class Desk:
    """The open tracker of one server process, shared by its threads."""

    def __init__(self, tracker: Tracker, settings: Settings) -> None:
        self.tracker, self.settings = tracker, settings
        self.tokens = Tokens(tracker.store)
        self.requests = Rates(settings.rate, 2 * settings.rate)
        self.failures = Rates(_FAILURES_S, _FAILURES)
        self.media = MediaFolder(settings.media or Path.cwd(), database_files(tracker.store.file))
        self.closing = asyncio.Event()
        self.growth = Growth(lambda: self.ask(lambda: self.tracker.log_end().seq))
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._cutters = ThreadPoolExecutor(_CUTTERS, thread_name_prefix="cutter")
        self._cutting = 0
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="tracker")

    @classmethod
    def of(cls, request: Request) -> Desk:
        found = request.app.state.desk
        assert isinstance(found, cls)
        return found

    async def ask(self, call: Callable[[], _Answer]) -> _Answer:
        """What the call returns; it runs in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def write(self, call: Callable[[], _Answer]) -> _Answer:
        """As `ask`, for what writes: one after the other, as the database would have it anyway. Threads that wait for
        each other there take turns at asking whether it is theirs, which costs as much as the writing."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, call)

    async def cut(self, make: Callable[[], _Answer]) -> _Answer:
        """As `ask`, for what takes long and much: few at a time, and when many wait already, not now (503)."""
        if self._cutting >= _MOST_WAITING:
            raise Refused(503, "busy", "too many pictures and clips are being made", headers={"Retry-After": "2"})
        self._cutting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._cutters, make)
        finally:
            self._cutting -= 1

    def let_go(self) -> None:
        """Let those who listen go, as the server is about to end."""
        self.closing.set()
        self.growth.tell()

    def close(self) -> None:
        """Wait for the calls that are under way, and close the tracker."""
        self._threads.shutdown()
        self._writer.shutdown()
        self._cutters.shutdown()
        self.tracker.close()
