"""Folding ranges in several processes.

Worker `i` of `n` folds the ranges `i`, `i + n`, `i + 2n`, … and sends each result, in parts, through its own pipe; they
are taken in the order of the ranges. What comes out is therefore the same for any number of workers, and a pipe that is
full holds its worker back."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Generator
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess, current_process
from typing import NamedTuple

from sqlalchemy.engine import URL

from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.errors import InvalidInput, StoreError, TrackerError
from tracker.projection.delta import Delta
from tracker.projection.project import Projector
from tracker.projection.ranges import RangeFolder
from tracker.store.contents import Range
from tracker.store.engine import open_engine


class Share(NamedTuple):
    """What is to be folded, by what, with what `RangeFolder` must know."""

    rules: tuple[Rule, ...]
    policy: Policy
    ranges: list[Range]
    known: frozenset[str]
    page: int
    show: int


class Workers:
    """Processes that wait for ranges to fold. Starting one takes half a second, which whoever is to say what they fold
    can use. With 0 there are none."""

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
                process.start()
                self._processes.append(process)
                theirs.close()
        except BaseException:
            self.close()
            raise

    def fold(self, projector: Projector, share: Share) -> Generator[Delta, None, None]:
        """The deltas of all ranges, in order. Raises what a worker raised, InvalidInput for a rule that cannot be sent
        to another process (it must be importable, not made in a function), StoreError when a worker died."""
        number = len(self._pipes)
        for each, pipe in enumerate(self._pipes):
            try:
                pipe.send(share._replace(ranges=share.ranges[each::number]))
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                raise InvalidInput(f"a rule cannot be sent to another process: {error}") from None
            except BrokenPipeError:
                raise _died() from None
        for place in range(len(share.ranges)):
            while (done := _received(self._pipes[place % number])) is not None:
                projector.folded += done.events
                yield done

    def close(self) -> None:
        """Stop them, whatever they are at."""
        for process in self._processes:
            process.terminate()
            process.join()
        for pipe in self._pipes:
            pipe.close()


def end_if_worker() -> None:
    """End this process quietly if it is a worker that, to begin with, runs its parent's script again: that has no
    guard, and the parent says so."""
    if getattr(current_process(), "_inheriting", False):
        raise SystemExit(1)


def _died() -> StoreError:
    return StoreError("a replay worker ended early (a script needs if __name__ == '__main__')")


def _received(pipe: Pipe) -> Delta | None:
    """The next part of a worker's range; None when the range is done."""
    try:
        done: Delta | BaseException | None = pipe.recv()
    except (EOFError, ConnectionResetError):
        raise _died() from None
    if isinstance(done, BaseException):
        raise done
    return done


def _work(pipe: Pipe, url: str) -> None:
    """Runs in the worker: folds the ranges that it is sent, and ends when they are done or the pipe closes."""
    try:
        share: Share = pipe.recv()
        store = open_engine(url)
        with store.read() as connection:
            folder = RangeFolder(connection, Projector(share.rules, share.policy), share.known, share.page)
            gc.freeze()  # what was imported stays: not worth looking through again and again
            for within in share.ranges:
                for delta in folder.fold(within, share.show):
                    pipe.send(delta)
                pipe.send(None)
        store.close()
    except (BrokenPipeError, EOFError):
        return
    except TrackerError as error:
        pipe.send(error)
    finally:
        pipe.close()
