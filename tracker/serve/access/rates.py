"""How often somebody may do something: so many at once, and then so many a second."""

from __future__ import annotations

import time
from collections.abc import Callable

_MOST_KEPT = 10_000


class Rates:
    """A bucket for each caller that fills at `rate` a second up to `burst`. For one thread."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> float:
        """Take one: 0 if there was one, else the seconds until there is."""
        now = self._clock()
        left, at = self._buckets.get(caller, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        if left < 1:
            return (1 - left) / self._rate
        if len(self._buckets) >= _MOST_KEPT and caller not in self._buckets:
            self._forget_full(now)
        self._buckets[caller] = (left - 1, now)
        return 0.0

    def _forget_full(self, now: float) -> None:
        """Those whose bucket is full again start as if they had never come."""
        self._buckets = {
            caller: (left, at)
            for caller, (left, at) in self._buckets.items()
            if left + (now - at) * self._rate < self._burst
        }
