"""How fast the log takes events, as ratios against named peers in the same run.

    make bench                            (of the package as an install has it: compiled)
    .venv/bin/python tests/bench/log.py [--events 20000] [--rounds 5] [--save bench-log.json]

Peers: a bare `sqlite3.executemany` of finished rows into the same table, and the PyPI package `eventsourcing`
(pip install eventsourcing) saving the same events to SQLite. All write files with WAL and `synchronous=FULL`, batches
of 1,000 in one transaction each. Rounds alternate between the contestants, so that a busy machine hits all alike.

Views may wait until somebody asks: what is measured as projected ends with a question, after which none does. Of single
appends both are told: the append alone, and with a question about its entity after each."""

from __future__ import annotations

import argparse
import json
import platform
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from tracker import Tracker
from tracker.store import log
from tracker.store.schema import open_store
from tracker.timeline import line

BATCH = 1000
START = datetime(2026, 3, 2, tzinfo=UTC)


def camera_events(number: int) -> list[dict[str, Any]]:
    """What cameras report: 200 things seen in 20 places, one after the other, with evidence and model."""
    model = {"name": "ViT-B-32", "digest": "c0ffee" * 10, "enter": 0.6, "leave": 0.45}
    return [
        {
            "entity_id": f"thing-{n * 7919 % 200}",
            "type": "seen",
            "occurred_at": START + timedelta(seconds=n),
            "observed_at": START + timedelta(seconds=n, milliseconds=250),
            "confidence": 0.5 + n % 499 / 1000,
            "payload": {"claim": {"value": f"place-{n // 600 * 31 % 20}", "relation": "in"}},
            "source": f"camera:{n % 4}",
            "source_key": f"frame-{n}",
            "model": model,
            "evidence": [
                {"uri": f"2026-03-02/{n // 3600}.mp4", "start_s": n % 3600 + 0.04, "region": [0.1, 0.2, 0.25, 0.5]}
            ],
        }
        for n in range(number)
    ]


def batches(events: list[Any]) -> Iterator[list[Any]]:
    return (events[start : start + BATCH] for start in range(0, len(events), BATCH))


def timed(work: Callable[[Any], Any], parts: Iterable[Any]) -> float:
    """Seconds for the work on all parts."""
    began = time.perf_counter()
    for part in parts:
        work(part)
    return time.perf_counter() - began


def finished_rows(events: list[dict[str, Any]]) -> tuple[list[tuple[Any, ...]], list[str]]:
    """The rows as the tracker stores them, and the statements that make the table and its indexes without triggers."""
    store = open_store("sqlite://")
    with store.write() as connection:
        log.append(connection, events, store.clock())
    with store.read() as connection:
        rows = [tuple(row) for row in connection.exec_driver_sql("SELECT * FROM events ORDER BY seq")]
        made = connection.exec_driver_sql(
            "SELECT sql FROM sqlite_master WHERE tbl_name = 'events' AND type IN ('table', 'index') AND sql IS NOT NULL"
        )
        return rows, [row[0] for row in made]


def bare(file: Path, rows: list[tuple[Any, ...]], schema: list[str]) -> float:
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "cache_size=-16000"):
        connection.execute(f"PRAGMA {pragma}")
    for statement in schema:
        connection.execute(statement)
    sql = f"INSERT INTO events VALUES ({', '.join('?' * len(rows[0]))})"

    def write(batch: list[tuple[Any, ...]]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(sql, batch)
        connection.execute("COMMIT")

    taken = timed(write, batches(rows))
    connection.close()
    return taken


def log_only(file: Path, events: list[dict[str, Any]]) -> float:
    store = open_store(f"sqlite:///{file}")

    def write(batch: list[dict[str, Any]]) -> None:
        with store.write() as connection:
            log.append(connection, batch, store.clock())

    taken = timed(write, batches(events))
    store.close()
    return taken


def projected(file: Path, events: list[dict[str, Any]]) -> float:
    with Tracker.open(f"sqlite:///{file}") as tracker:
        return timed(tracker.append, batches(events)) + timed(tracker.where, ["thing-0"])


def singly(file: Path, events: list[dict[str, Any]]) -> float:
    with Tracker.open(f"sqlite:///{file}") as tracker:
        return timed(tracker.append, events)


def singly_and_asked(file: Path, events: list[dict[str, Any]]) -> float:
    with Tracker.open(f"sqlite:///{file}") as tracker:

        def append_and_ask(event: dict[str, Any]) -> None:
            tracker.append(event)
            tracker.where(event["entity_id"])

        return timed(append_and_ask, events)


class Thing(Aggregate):
    """An entity as the peer keeps it: it records what was reported and derives nothing."""

    @event("Reported")
    def report(self, data: dict[str, Any]) -> None:
        pass


class EventSourcing:
    """The peer: one aggregate per entity, one domain event per event, saved in batches or singly."""

    def __init__(self, file: Path) -> None:
        self.application = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file), "SQLITE_LOCK_TIMEOUT": "10"}
        )
        self._things: dict[str, Any] = {}

    def save(self, batch: list[dict[str, Any]]) -> None:
        touched = {}
        for one in batch:
            name = one["entity_id"]
            thing = self._things.get(name)
            if thing is None:
                thing = self._things[name] = Thing()
            thing.report(one)
            touched[name] = thing
        self.application.save(*touched.values())


def event_sourcing(file: Path, events: list[dict[str, Any]], singly: bool) -> float:
    peer = EventSourcing(file)
    taken = timed(peer.save, ([one] for one in events) if singly else batches(events))
    peer.application.close()
    return taken


def run(number: int, rounds: int) -> dict[str, Any]:
    events = camera_events(number)
    few = events[: min(1000, number)]
    rows, schema = finished_rows(events)
    contestants: dict[str, tuple[int, Callable[[Path], float]]] = {
        "bare executemany": (number, lambda file: bare(file, rows, schema)),
        "append, log only": (number, lambda file: log_only(file, events)),
        "append, projected": (number, lambda file: projected(file, events)),
        "eventsourcing": (number, lambda file: event_sourcing(file, events, singly=False)),
        "single append": (len(few), lambda file: singly(file, few)),
        "single append, then where": (len(few), lambda file: singly_and_asked(file, few)),
        "single save, eventsourcing": (len(few), lambda file: event_sourcing(file, few, singly=True)),
    }
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(rounds):
            for name, (count, contest) in contestants.items():
                file = Path(folder) / f"{turn}-{name.replace(' ', '-')}.db"
                taken[name].append(contest(file) / count * 1e6)
                for left in Path(folder).glob(f"{file.name}*"):
                    left.unlink()
    median = {name: statistics.median(each) for name, each in taken.items()}
    ratios = {
        "log only / bare executemany (≥ 0.3)": median["bare executemany"] / median["append, log only"],
        "projected / eventsourcing (≥ 1)": median["eventsourcing"] / median["append, projected"],
        "single / eventsourcing single (≥ 1)": median["single save, eventsourcing"] / median["single append"],
        "single and where / eventsourcing single": median["single save, eventsourcing"]
        / median["single append, then where"],
    }
    return {
        "machine": f"{platform.processor() or platform.machine()}, Python {platform.python_version()}",
        "code": "interpreted" if str(line.__file__).endswith(".py") else "compiled",
        "events": number,
        "rounds": rounds,
        "median_us_per_event": median,
        "ratios": ratios,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--save", type=Path, default=Path("bench-log.json"))
    given = parser.parse_args()
    result = run(given.events, given.rounds)
    print(f"{result['code']} code, {result['machine']}")
    for name, each in result["median_us_per_event"].items():
        print(f"{name:32} {each:9.1f} µs/event")
    for name, ratio in result["ratios"].items():
        print(f"{name:40} {ratio:6.2f}")
    given.save.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
