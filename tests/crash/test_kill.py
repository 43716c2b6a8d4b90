"""`kill -9` at every point of append and of projection, and at random moments."""

from __future__ import annotations

import os
import random
import re
import signal
import time

import pytest
from sqlalchemy import event as hooks

from rules import RULES
from rules.location import LocationRule
from tracker import Tracker
from tracker.store import sql as statements

# Where the process dies: the statement, whether before or after it, and which time it is run.
POINTS = {
    "before the transaction": ("BEGIN", "before"),
    "holding the writer's turn": ("SELECT .* FROM head", "after"),
    "before the events are inserted": ("(INSERT INTO|COPY) events", "before"),
    "after the events are inserted": ("(INSERT INTO|COPY) events", "after"),
    "before the head moves": ("UPDATE head", "before"),
    "after the head moved": ("UPDATE head", "after"),
    "before the old slices go": ("(UPDATE|DELETE FROM) slices", "before"),
    "between old and new slices": ("(UPDATE|DELETE FROM) slices", "after"),
    "after the new slices": ("(INSERT INTO|COPY) slices", "after"),
    "after the snapshots": ("(UPDATE|INSERT INTO|COPY) snapshots", "after"),
    "before the commit": ("COMMIT", "before"),
    "after the commit, before the acknowledgement": ("COMMIT", "after"),
}


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def set_trap(tracker_engine, pattern: str, when: str) -> None:
    """Kill this process at a point from now on. All SQL text of the store goes through one function."""
    run = statements._run

    def trapped(connection, sql, *arguments, **options):
        if when == "before" and re.match(pattern, sql):
            die()
        found = run(connection, sql, *arguments, **options)
        if when == "after" and re.match(pattern, sql):
            die()
        return found

    if tracker_engine.dialect.name == "sqlite" or pattern not in ("BEGIN", "COMMIT"):
        statements._run = trapped
    elif pattern == "BEGIN":
        hooks.listen(tracker_engine, "begin", lambda connection: die())
    elif when == "before":
        hooks.listen(tracker_engine, "commit", lambda connection: die())


@pytest.mark.parametrize("point", POINTS)
def test_killed_at_a_named_point(url, fork, story, sound, undisturbed, point):
    """Nothing acknowledged is lost, nothing is half there, and sending everything again completes it."""
    pattern, when = POINTS[point]

    def work(acknowledge) -> None:
        with Tracker.open(url) as tracker:
            for n in range(0, 40, 10):
                tracker.append(story(k) for k in range(n, n + 10))
                acknowledge(n)
            tracker.digest()
            set_trap(tracker.store.engine, pattern, when)
            tracker.append(story(k) for k in range(40, 60))
            if pattern == "COMMIT":
                die()
            acknowledge(40)
            tracker.digest()  # folds what waits to be

    ended = fork(work).end()
    assert ended.status == -signal.SIGKILL, "the point was reached"
    folding = any(view in pattern for view in ("slices", "snapshots"))
    assert ended.acknowledged == [0, 10, 20, 30, *([40] if folding else [])]
    stored = 60 if folding or point.startswith("after the commit") else 40
    sound(url, range(60 if folding else 40))
    with Tracker.open(url) as tracker:
        assert len(list(tracker.events())) == stored
        assert tracker.append(story(n) for n in range(60)).duplicates == stored
        assert tracker.digest() == undisturbed(60)


def test_killed_while_the_schema_is_made(url, fork):
    """A half-made database is none: the next start makes it whole."""
    from tracker.store import schema
    from tracker.store.engine import open_engine

    def on_version(connection, cursor, statement, *rest) -> None:
        if statement.startswith("INSERT INTO tracker_version"):
            die()

    def work(acknowledge) -> None:
        store = open_engine(url)
        hooks.listen(store.engine, "before_cursor_execute", on_version)
        with store.write() as connection:
            schema.create(connection)

    assert fork(work).end().status == -signal.SIGKILL
    with Tracker.open(url) as tracker:
        assert tracker.verify().ok


def test_killed_while_replaying(url, fork, story, sound, undisturbed):
    """Until the rebuilt views are complete, the old ones stand."""

    class NewerRule(LocationRule):
        version = 99  # every row is to be written again

    def work(acknowledge) -> None:
        with Tracker.open(url) as tracker:
            tracker.append(story(n) for n in range(60))
            acknowledge(59)
        with Tracker.open(url, rules=[NewerRule(), *RULES[1:]]) as tracker:
            set_trap(tracker.store.engine, "(INSERT INTO|COPY) slices", "after")
            tracker.replay()

    ended = fork(work).end()
    assert (ended.status, ended.acknowledged) == (-signal.SIGKILL, [59])
    with Tracker.open(url) as tracker:
        assert tracker.digest() == undisturbed(60)
    sound(url, list(range(60)))


def test_killed_at_random_moments(url, fork, story, sound, undisturbed, thorough):
    """A writer that is killed again and again, and each time goes on, ends where an undisturbed one does. (200 times
    on a file; `--thorough` does as many on PostgreSQL.)"""
    rounds = 200 if thorough or url.startswith("sqlite") else 25
    chance = random.Random(20260302)
    acknowledged: list[int] = []

    def work(acknowledge) -> None:
        with Tracker.open(url) as tracker:
            acknowledge(-1)
            n = begin
            while True:
                size = 1 + n % 5
                tracker.append(story(k) for k in range(n, n + size))
                for k in range(n, n + size):
                    acknowledge(k)
                n += size

    killed = 0
    for turn in range(rounds):
        begin = len(acknowledged)
        writer = fork(work)
        if turn % 10:
            writer.wait()  # until it has opened the database; else it may die while opening
        time.sleep(chance.uniform(0.0, 0.1))
        writer.kill()
        ended = writer.end()
        killed += ended.status == -signal.SIGKILL
        numbers = [number for number in ended.acknowledged if number >= 0]
        assert numbers == list(range(begin, begin + len(numbers)))
        acknowledged += numbers
        if turn % 40 == 0:
            sound(url, acknowledged)
    assert killed == rounds
    assert len(acknowledged) > rounds / 10, "some rounds got something done"
    sound(url, acknowledged)
    with Tracker.open(url) as tracker:
        tracker.append(story(n) for n in range(len(acknowledged) + 10))
        number = len(list(tracker.events()))
        assert tracker.digest() == undisturbed(number)
