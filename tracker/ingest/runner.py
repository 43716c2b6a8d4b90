"""Running a job over a log: every step in one transaction, from where the last run stopped, with progress
shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from tracker.ingest.job import Job, Log
from tracker.ingest.progress import Progress


class Summary(BaseModel):
    """What one run of a job did. `done` of `total` units are behind it altogether, earlier runs included;
    `total` is None when nobody knows. `seconds` is this run's own time. `resumed`: an earlier run had begun
    the job."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    job: str
    appended: int
    duplicates: int
    done: float
    total: float | None
    unit: str
    seconds: float
    resumed: bool

    def and_then(self, more: Summary) -> Summary:
        """What both runs over one medium did."""
        both = {"appended": self.appended + more.appended, "seconds": round(self.seconds + more.seconds, 3)}
        return more.model_copy(update=both)


class _Reached(NamedTuple):
    """What is stored with each step: the job's own position, and how far along that is."""

    position: dict[str, Any] | None = None
    done: float = 0.0
    total: float | None = None
    unit: str = ""


def run(job: Job, log: Log, progress: Progress | None = None, clock: Callable[[], float] = time.monotonic) -> Summary:
    """Append what is missing of `job` to `log` → what was done. A finished job appends nothing.

    Whatever the job or the log raises ends the run; the steps before it stay, and the next run goes on after
    them."""
    began = clock()
    stored = log.position(job.name)
    reached = _Reached(**stored) if stored is not None else _Reached()
    appended = duplicates = 0
    show = progress or Progress()
    with show:
        show.begin(reached.done, reached.total, reached.unit)
        for step in job.steps(reached.position):
            reached = _Reached(step.position, step.done, step.total, step.unit)
            new, old = log.append_step(job.name, step._replace(position=reached._asdict()))
            appended, duplicates = appended + new, duplicates + old
            show.reached(reached.done, reached.total, reached.unit)
    return Summary(
        job=job.name,
        appended=appended,
        duplicates=duplicates,
        done=reached.done,
        total=reached.total,
        unit=reached.unit,
        seconds=round(clock() - began, 3),
        resumed=stored is not None,
    )
