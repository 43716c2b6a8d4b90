"""Showing how a long job gets on: a bar on a terminal, a plain line every few seconds elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

EVERY_S = 5.0


class Pace:
    """The rate of a job since this run began; what earlier runs did counts as done, not as speed."""

    def __init__(self, done: float, now: float) -> None:
        self._from, self._began = done, now

    def describe(self, done: float, total: float | None, unit: str, now: float) -> str:
        """For example `120/600 s, 20%, 14.2 s/s, 34 s left`, as far as it is known."""
        parts = [f"{done:.0f}{f'/{total:.0f}' if total else ''} {unit}".rstrip()]
        if total:
            parts.append(f"{100 * min(1.0, done / total):.0f}%")
        elapsed, gained = now - self._began, done - self._from
        if elapsed > 0 and gained > 0:
            rate = gained / elapsed
            parts.append(f"{rate:{',.0f' if rate >= 100 else '.3g'}} {unit}/s")
            if total:
                parts.append(f"{_duration(max(0.0, total - done) / rate)} left")
        return ", ".join(parts)


class Progress:
    """Shows nothing: for callers who want no progress, and the shape of those that do."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def begin(self, done: float, total: float | None, unit: str) -> None:
        """The job starts, with `done` units behind it from earlier runs."""

    def reached(self, done: float, total: float | None, unit: str) -> None:
        """Another step is stored."""


class Lines(Progress):
    """A line on `stream` every `every` seconds and one at the end, unless it went wrong: for logs and pipes."""

    def __init__(
        self, label: str, stream: TextIO, every: float = EVERY_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._label, self._stream, self._every, self._clock = label, stream, every, clock
        self._pace = Pace(0.0, clock())
        self._said = clock()
        self._unsaid: str | None = None

    def begin(self, done: float, total: float | None, unit: str) -> None:
        self._pace = Pace(done, self._clock())
        if done:
            self._say(f"going on from {self._pace.describe(done, total, unit, self._clock())}")

    def reached(self, done: float, total: float | None, unit: str) -> None:
        self._unsaid = self._pace.describe(done, total, unit, self._clock())
        if self._clock() - self._said >= self._every:
            self._say(self._unsaid)

    def __exit__(self, *raised: Any) -> None:
        # Whoever stops a job is told how far it came; what went wrong is told in one line, and not here.
        if self._unsaid is not None and not isinstance(raised[1], Exception):
            self._say(self._unsaid)

    def _say(self, text: str) -> None:
        print(f"{self._label}: {text}", file=self._stream, flush=True)
        self._said, self._unsaid = self._clock(), None


class Terminal(Progress):
    """A Rich bar with rate and time left."""

    def __init__(self, label: str, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._label, self._stream, self._clock = label, stream, clock
        self._pace = Pace(0.0, clock())
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def begin(self, done: float, total: float | None, unit: str) -> None:
        from rich.console import Console
        from rich.markup import escape
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bar

        self._pace = Pace(done, self._clock())
        columns = (TextColumn(escape(self._label)), BarColumn(), TextColumn("{task.fields[pace]}"))
        self._bar = Bar(*columns, console=Console(file=self._stream), refresh_per_second=4)
        self._bar.start()
        self._task = self._bar.add_task("", pace="")
        self.reached(done, total, unit)

    def reached(self, done: float, total: float | None, unit: str) -> None:
        if self._bar is not None and self._task is not None:
            pace = self._pace.describe(done, total, unit, self._clock())
            self._bar.update(self._task, completed=done, total=total, pace=pace)

    def __exit__(self, *raised: Any) -> None:
        if self._bar is not None:
            self._bar.stop()


def progress_on(label: str, stream: TextIO | None = None) -> Progress:
    """The progress display that suits `stream` (standard error when none is given)."""
    chosen = stream or sys.stderr
    return Terminal(label, chosen) if chosen.isatty() else Lines(label, chosen)


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
