"""Running a job: step by step into the log, from where the last run stopped, with honest progress."""

import io
from datetime import UTC, datetime

import pytest

from tracker.domain.events import Event
from tracker.ingest.job import Step
from tracker.ingest.progress import Lines, Pace, Progress, Terminal, progress_on
from tracker.ingest.runner import run


class Kept:
    """A log in memory that does what the store promises: events and position together, keys once."""

    def __init__(self, dies_after=None):
        self.events, self.positions, self.steps, self.dies_after = {}, {}, 0, dies_after

    def append_step(self, job, step):
        if self.steps == self.dies_after:
            raise KeyboardInterrupt
        new = [event for event in step.events if (event.source, event.source_key) not in self.events]
        self.events |= {(event.source, event.source_key): event for event in new}
        self.positions[job] = step.position
        self.steps += 1
        return len(new), len(step.events) - len(new)

    def position(self, job):
        return self.positions.get(job)


class Counting:
    """Five steps of ten seconds, one event each."""

    name = "counting"

    def steps(self, resume):
        for number in range(resume["next"] if resume else 0, 5):
            event = Event(
                entity_id="lamp",
                type="stated",
                occurred_at=datetime(2026, 3, 2, tzinfo=UTC),
                payload={"text": str(number)},
                source="test",
                source_key=str(number),
            )
            yield Step((event,), {"next": number + 1}, (number + 1) * 10.0, 50.0, "s")


class Watch(Progress):
    def __init__(self):
        self.seen = []

    def begin(self, done, total, unit):
        self.seen.append(("begin", done, total, unit))

    def reached(self, done, total, unit):
        self.seen.append((done, total, unit))


def test_a_job_runs_to_its_end_and_the_summary_says_so():
    log, watch = Kept(), Watch()
    summary = run(Counting(), log, watch, clock=iter([100.0, 104.5]).__next__)
    assert (summary.appended, summary.duplicates, summary.done, summary.total) == (5, 0, 50.0, 50.0)
    assert (summary.job, summary.unit, summary.seconds, summary.resumed) == ("counting", "s", 4.5, False)
    assert watch.seen == [("begin", 0.0, None, ""), *((n * 10.0, 50.0, "s") for n in range(1, 6))]


@pytest.mark.parametrize("stored", range(5))
def test_an_interrupted_job_goes_on_after_the_last_stored_step(stored):
    log = Kept(dies_after=stored)
    with pytest.raises(KeyboardInterrupt):
        run(Counting(), log)
    log.dies_after = None
    watch = Watch()
    summary = run(Counting(), log, watch)
    assert (summary.appended, summary.duplicates, summary.resumed) == (5 - stored, 0, stored > 0)
    assert watch.seen[0] == ("begin", stored * 10.0, 50.0 if stored else None, "s" if stored else "")
    assert [event.payload.text for event in log.events.values()] == list("01234")


def test_a_finished_job_does_nothing_and_still_says_how_far_it_is():
    log = Kept()
    run(Counting(), log)
    again = run(Counting(), log)
    assert (again.appended, again.duplicates, again.done, again.total) == (0, 0, 50.0, 50.0)
    assert log.steps == 5


def test_a_lost_position_appends_nothing_twice():
    log = Kept()
    run(Counting(), log)
    log.positions.clear()
    assert run(Counting(), log).duplicates == 5


def test_pace_counts_only_this_run():
    """A job resumed at 90 s has not been fast; it has been long."""
    pace = Pace(90.0, now=1000.0)
    assert pace.describe(90, 200, "s", 1000.0) == "90/200 s, 45%"
    assert pace.describe(100, 200, "s", 1005.0) == "100/200 s, 50%, 2 s/s, 50 s left"
    assert pace.describe(100, None, "lines", 1005.0) == "100 lines, 2 lines/s"
    assert pace.describe(91, 100_000, "frames", 1001.0).endswith("27 h 45 min left")


def test_lines_speak_every_few_seconds_and_once_at_the_end():
    out, now = io.StringIO(), [0.0]
    with Lines("ana.flac", out, every=5.0, clock=lambda: now[0]) as lines:
        lines.begin(0, 100, "s")
        for done in range(10, 110, 10):
            now[0] += 2.0
            lines.reached(done, 100, "s")
    assert out.getvalue().splitlines() == [
        "ana.flac: 30/100 s, 30%, 5 s/s, 14 s left",
        "ana.flac: 60/100 s, 60%, 5 s/s, 8 s left",
        "ana.flac: 90/100 s, 90%, 5 s/s, 2 s left",
        "ana.flac: 100/100 s, 100%, 5 s/s, 0 s left",
    ]


def test_a_terminal_gets_a_bar_with_rate_and_time_left():
    class Tty(io.StringIO):
        def isatty(self):
            return True

    out, now = Tty(), [0.0]
    shown = progress_on("hall [1].mp4", out)
    assert isinstance(shown, Terminal)
    with Terminal("hall [1].mp4", out, clock=lambda: now[0]) as bar:
        bar.begin(0, 100, "frames")
        now[0] = 2.0
        bar.reached(50, 100, "frames")
    assert "hall [1].mp4" in out.getvalue()
    assert "50/100 frames, 50%, 25 frames/s, 2 s left" in out.getvalue()
    assert isinstance(progress_on("hall", io.StringIO()), Lines)
