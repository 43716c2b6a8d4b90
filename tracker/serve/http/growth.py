"""Noticing that the log grew, once for all who listen to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tracker.errors import TrackerError

_EVERY_S = 0.2


class Growth:
    """Looks how far the log goes as long as anybody listens. `look` gives its last position."""

    def __init__(self, look: Callable[[], Awaitable[int]]) -> None:
        self._look = look
        self._grown = asyncio.Event()
        self.listeners = 0

    async def watch(self) -> None:
        """Look again and again, until cancelled."""
        seen = -1
        while True:
            await asyncio.sleep(_EVERY_S)
            if not self.listeners:
                continue
            try:
                now = await self._look()
            except TrackerError:
                now = -1  # those who listen find out themselves, and are told
            if now != seen:
                seen = now
                self.tell()

    def tell(self) -> None:
        """Wake everybody who waits."""
        grown, self._grown = self._grown, asyncio.Event()
        grown.set()

    def ticket(self) -> asyncio.Event:
        """What is set when the log next grows; to be taken before one looks what is there."""
        return self._grown
