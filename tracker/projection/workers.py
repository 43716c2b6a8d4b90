"""Folding ranges in several processes, of which this is one.

This process hands the ranges out in order, to each worker a few in advance, and folds those between itself. A worker
sends each result, in parts, through its own pipe, and results are taken in the order of the ranges. What comes out is
therefore the same for any number of workers, and a pipe that is full holds its worker back."""

from __future__ import annotations

import gc
import pickle
import signal
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess, current_process
from threading import current_thread, main_thread
from typing import Any, NamedTuple

from sqlalchemy.engine import URL

from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.errors import InvalidInput, StoreError, TrackerError
from tracker.projection.delta import Delta
from tracker.projection.project import Projector
from tracker.projection.ranges import RangeFolder
from tracker.store import reader
from tracker.store.contents import Range
from tracker.store.engine import narrow, open_engine

_IN_ADVANCE = 4
"""Ranges that a worker is handed before it has finished the first of them."""

_ROWS_AHEAD = 20_000
"""Rows that this process holds at most because an earlier range is not finished."""


class Share(NamedTuple):
    """How to fold: by which rules and policy, with what `RangeFolder` must know, and how many differences to show."""

    rules: tuple[Rule, ...]
    policy: Policy
    page: int
    show: int


class Workers:
    """Processes that wait for ranges to fold. Starting one takes half a second, in which this one folds alone. With 0
    there are none."""

    def __init__(self, number: int, url: URL) -> None:
        context = get_context("spawn")
        address = url.render_as_string(hide_password=False)
        self._pipes: list[Pipe] = []
        self._processes: list[BaseProcess] = []
        try:
            for _ in range(number):
                ours, theirs = context.Pipe()
                self._pipes.append(ours)
                process = context.Process(target=_work, args=(theirs, address), daemon=True)
                with _ignoring_interrupts():
                    process.start()
                self._processes.append(process)
                theirs.close()
        except BaseException:
            self.close()
            raise

    def fold(self, projector: Projector, here: RangeFolder, share: Share, ranges: Sequence[Range]) -> Iterator[Delta]:
        """The deltas of all ranges, in order; `here` folds for this process. Raises what a worker raised, InvalidInput
        for a rule that cannot be sent to another process (it must be importable, not made in a function), StoreError
        when a worker died."""
        for pipe in self._pipes:
            try:
                _send(pipe, share)
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                raise InvalidInput(f"a rule cannot be sent to another process: {error}") from None
        return _Fold(self._pipes, projector, here, share.show, ranges).deltas()

    def close(self) -> None:
        """Stop them, whatever they are at."""
        for process in self._processes:
            process.terminate()
            process.join()
        for pipe in self._pipes:
            pipe.close()


class _Fold:
    """One fold of all ranges: which of them each worker has been handed, and what was folded here ahead of its turn."""

    def __init__(
        self, pipes: Sequence[Pipe], projector: Projector, here: RangeFolder, show: int, ranges: Sequence[Range]
    ) -> None:
        self._projector, self._here, self._show, self._ranges = projector, here, show, ranges
        self._handed = [(pipe, deque[int]()) for pipe in pipes]
        self._next = 1  # the first is this process's own: a short log has no other
        self._ahead: dict[int, list[Delta]] = {}
        self._rows = 0

    def deltas(self) -> Generator[Delta, None, None]:
        for due, within in enumerate(self._ranges):
            self._hand_out()
            holder = next(((pipe, handed) for pipe, handed in self._handed if handed and handed[0] == due), None)
            if holder is not None:
                pipe, handed = holder
                while not pipe.poll() and self._fold_ahead():
                    self._hand_out()
                yield from self._received(pipe)
                handed.popleft()
            elif due in self._ahead:
                done = self._ahead.pop(due)
                self._rows -= _rows(done)
                yield from done
            else:
                self._next = max(self._next, due + 1)
                yield from self._here.fold(within, self._show)

    def _hand_out(self) -> None:
        for pipe, handed in self._handed:
            while len(handed) < _IN_ADVANCE and self._next < len(self._ranges):
                _send(pipe, self._ranges[self._next])
                handed.append(self._next)
                self._next += 1

    def _fold_ahead(self) -> bool:
        """Fold the next range; False when there is none, or none that can be held until its turn."""
        if self._next == len(self._ranges) or self._ranges[self._next].paged or self._rows > _ROWS_AHEAD:
            return False
        done = self._ahead[self._next] = list(self._here.fold(self._ranges[self._next], self._show))
        self._rows += _rows(done)
        self._next += 1
        return True

    def _received(self, pipe: Pipe) -> Iterator[Delta]:
        """The parts of the first range that the worker at this pipe has not finished."""
        while (part := _receive(pipe)) is not None:
            self._projector.folded += part.events
            yield part


def _rows(deltas: Sequence[Delta]) -> int:
    return sum(len(rows) for delta in deltas for rows in delta.come)


def _send(pipe: Pipe, what: Any) -> None:
    try:
        pipe.send(what)
    except BrokenPipeError:
        raise _died() from None


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """What is started meanwhile ignores Ctrl-C, which goes to all processes of a terminal: this one ends the others.
    Only the main thread may say so."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def end_if_worker() -> None:
    """End this process quietly if it is a worker that, to begin with, runs its parent's script again: that has no
    guard, and the parent says so."""
    if getattr(current_process(), "_inheriting", False):
        raise SystemExit(1)


def _died() -> StoreError:
    return StoreError("a replay worker ended early (a script needs if __name__ == '__main__')")


def _receive(pipe: Pipe) -> Delta | None:
    """The next part of a worker's range; None when the range is done."""
    try:
        done: Delta | BaseException | None = pipe.recv()
    except (EOFError, ConnectionResetError):
        raise _died() from None
    if isinstance(done, BaseException):
        raise done
    return done


def _work(pipe: Pipe, url: str) -> None:
    """Runs in the worker: folds the ranges that it is sent, until the pipe closes."""
    try:
        share: Share = pipe.recv()
        store = open_engine(url)
        with store.read() as connection, narrow(connection):
            projector, known = Projector(share.rules, share.policy), reader.all_entities(connection)
            folder = RangeFolder(connection, projector, known, share.page)
            gc.freeze()  # what was imported stays: not worth looking through again and again
            while True:
                for delta in folder.fold(pipe.recv(), share.show):
                    pipe.send(delta)
                pipe.send(None)
    except (BrokenPipeError, EOFError):
        return
    except TrackerError as error:
        pipe.send(error)
    finally:
        pipe.close()
