"""Running an ingest job on the session's tracker, its progress shown."""

from __future__ import annotations

import sys

from tracker.ingest.job import Job
from tracker.ingest.progress import progress_on
from tracker.ingest.runner import Summary, run
from tracker.serve.cli.printing import print_json, say
from tracker.serve.cli.session import Session
from tracker.tracker import Tracker


class LateNames:
    """The names registered in a tracker that is opened, and if need be made, only once the media has proved good.

    Each phrase is looked up once: a job's own events register nothing."""

    def __init__(self) -> None:
        self._tracker: Tracker | None = None
        self._known: dict[str, list[str]] = {}

    def come_from(self, tracker: Tracker) -> None:
        self._tracker = tracker

    def resolve(self, phrase: str) -> list[str]:
        if self._tracker is None:
            return []
        if phrase not in self._known:
            self._known[phrase] = self._tracker.resolve(phrase)
        return self._known[phrase]


def run_job(session: Session, job: Job, label: str, names: LateNames | None = None) -> Summary:
    """Run the job; only its progress is shown."""
    with session.open() as tracker:
        if names is not None:
            names.come_from(tracker)
        try:
            return run(job, tracker, progress_on(label))
        except KeyboardInterrupt:
            print(f"{label}: stopped; {_kept(tracker, job)}; run the same command again to go on", file=sys.stderr)
            raise


def _kept(tracker: Tracker, job: Job) -> str:
    stored = tracker.position(job.name)
    if stored is None:
        return "nothing kept yet"
    total = "" if stored["total"] is None else f" of {stored['total']:.0f}"
    return f"kept up to {stored['done']:.0f}{total} {stored['unit']}"


def show(done: Summary, label: str, as_json: bool) -> None:
    """What the run did, for programs or for people."""
    if as_json:
        print_json(done)
        return
    again = ", going on from before" if done.resumed else ""
    there = f", {done.duplicates} there already" if done.duplicates else ""
    say(f"{label}: {done.appended} events appended{there}; {done.done:g} {done.unit} in {done.seconds:.1f} s{again}")
