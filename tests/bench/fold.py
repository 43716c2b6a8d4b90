"""How fast the log folds and answers, as ratios against named peers in the same run.

    make bench                            (of the package as an install has it: compiled)
    .venv/bin/python tests/bench/fold.py [--events 1000000] [--entities 100000] [--rounds 3] [--keep FOLDER]

Peers: an ordered read of the same rows by bare `sqlite3` with `json.loads` of each payload; the PyPI package
`eventsourcing` (pip install eventsourcing) rebuilding the same events as aggregates, saved in the order in which they
came; one bare indexed as-of `SELECT`. All by CPU time, as the machine is shared, in alternating rounds;
for several processes also by the clock, and by the CPU time of the longest of them, which is what a quiet machine
would take. `--keep` makes the databases once and uses them again."""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from uuid_utils.compat import uuid7

from tracker import Tracker
from tracker.domain.times import to_us
from tracker.projection.replay import rebuild
from tracker.store import log
from tracker.store.tables import VIEWS
from tracker.timeline import line

START = datetime(2026, 1, 1, tzinfo=UTC)
ORDERED = "SELECT * FROM events ORDER BY entity_id, occurred_at, observed_at, event_id"
AS_OF = (
    'SELECT rule, kind, target, "start", "end", body FROM slices'
    " WHERE entity_id = ? AND attribute = ? AND start <= ? ORDER BY start DESC LIMIT 1"
)


def events(number: int, entities: int, cameras: int = 20) -> Iterator[dict[str, Any]]:
    """Things seen, placed, taken and missed in 300 places by 20 cameras, one a second; a tenth about lamps."""
    chance = random.Random(1)
    for n in range(number):
        kind = chance.random()
        place = f"place-{chance.randrange(300)}"
        if kind < 0.6:
            type_, payload = "seen", {"claim": {"value": place, "relation": "on"}}
        elif kind < 0.75:
            type_, payload = "placed", {"place": place, "relation": "in"}
        elif kind < 0.85:
            type_, payload = "removed", {"by": f"person-{chance.randrange(50)}"}
        elif kind < 0.95:
            type_, payload = "not_seen", {"claim": {"value": place}}
        else:
            type_, payload = "seen", {"claim": {"attribute": "power", "value": chance.choice(["on", "off"])}}
        yield {
            "entity_id": f"thing-{chance.randrange(entities):06}",
            "type": type_,
            "occurred_at": START + timedelta(seconds=n),
            "confidence": round(0.5 + chance.random() / 2, 3),
            "payload": payload,
            "source": f"camera:{chance.randrange(cameras)}",
        }


def batched(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch


def make(file: Path, number: int, entities: int, cameras: int = 20) -> None:
    """A database with these events and its views, and keys in a bag in a car."""
    if file.exists():
        return
    print(f"making {file.name}: {number:,} events …", flush=True)
    half_made = file.with_suffix(".part")
    half_made.unlink(missing_ok=True)
    later = {"occurred_at": START + timedelta(seconds=number), "source": "camera:0"}
    with Tracker.open(f"sqlite:///{half_made}") as tracker:
        for batch in batched(events(number, entities, cameras), 20_000):
            with tracker.store.write() as connection:
                log.append(connection, batch, tracker.store.clock())
        tracker.replay()
        tracker.append(later | {"entity_id": "keys", "type": "placed", "payload": {"place": "bag", "relation": "in"}})
        tracker.append(later | {"entity_id": "bag", "type": "placed", "payload": {"place": "car", "relation": "in"}})
    half_made.rename(file)


def cpu() -> tuple[float, float]:
    """CPU seconds of this process so far, and of the children that ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    own, children = (used.ru_utime + used.ru_stime for used in both)
    return own, children


def bare_read(file: Path) -> float:
    """CPU seconds to read and parse every row in fold order."""
    connection = sqlite3.connect(file)
    began = time.process_time()
    for row in connection.execute(ORDERED):
        json.loads(row[14])
    taken = time.process_time() - began
    connection.close()
    return taken


def replayed(file: Path, workers: int, *, emptied: bool = False) -> dict[str, float]:
    """One replay: CPU seconds in all, of the busiest process, and by the clock. `emptied`: all views are gone before;
    otherwise they stand and are found to be right."""
    assert file.exists(), file
    with Tracker.open(f"sqlite:///{file}") as tracker:
        if emptied:
            with tracker.store.write() as connection:
                for view in VIEWS:
                    connection.execute(view.delete())
        with tracker.store.write() as connection:
            (own, children), clock = cpu(), time.perf_counter()
            rebuild(connection, tracker._projector, workers=workers)
            (own_after, children_after), clock_after = cpu(), time.perf_counter()
    own, children = own_after - own, children_after - children
    busiest = own if workers < 2 else max(own, children / (workers - 1))
    return {"cpu": own + children, "busiest": busiest, "clock": clock_after - clock}


class Thing(Aggregate):
    """An entity as the peer keeps it: where it was put last."""

    def __init__(self) -> None:
        self.place: str | None = None
        self.since: datetime | None = None

    @event("Reported")
    def report(self, data: dict[str, Any]) -> None:
        self.place = data["payload"].get("place") or data["payload"].get("claim", {}).get("value")
        self.since = data["occurred_at"]


class EventSourcing:
    """The peer: one aggregate per entity in SQLite, whose events lie as scattered in the file as they do here."""

    def __init__(self, file: Path, number: int, entities: int) -> None:
        self.number = number
        self._application = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file), "SQLITE_LOCK_TIMEOUT": "10"}
        )
        things: dict[str, Thing] = {}
        for batch in batched(events(number, entities), 1000):
            touched = {}
            for one in batch:
                name = one["entity_id"]
                touched[name] = thing = things.get(name) or things.setdefault(name, Thing())
                # With the id and the observation time that our log gives it.
                thing.report(one | {"event_id": uuid7(), "observed_at": one["occurred_at"]})
            self._application.save(*touched.values())
        self._ids = [thing.id for thing in things.values()]

    def rebuild(self) -> float:
        """CPU seconds to rebuild every aggregate."""
        began = time.process_time()
        for one in self._ids:
            self._application.repository.get(one)
        return time.process_time() - began


def where_costs(file: Path, number: int, times: int) -> tuple[float, float]:
    """CPU seconds of one `where` over a chain of two, and of one bare as-of SELECT of the same row."""
    at = START + timedelta(seconds=number + 60)
    connection = sqlite3.connect(file)
    with Tracker.open(f"sqlite:///{file}") as tracker:
        assert tracker.where("keys", at=at).path == ("bag", "car")
        asked = _each(times, lambda: tracker.where("keys", at=at))
    bare = _each(times, lambda: connection.execute(AS_OF, ("keys", "location", to_us(at))).fetchone())
    connection.close()
    return asked, bare


def _each(times: int, work: Callable[[], Any]) -> float:
    work()
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def late_event(number: int, tail: int) -> int:
    """How many events are folded when one arrives that occurred before the last `tail` of an entity's `number`."""
    seen = {"entity_id": "keys", "type": "seen", "source": "camera:0"}
    with Tracker.open("sqlite://") as tracker:
        tracker.append(
            seen | {"occurred_at": START + timedelta(minutes=n), "payload": {"claim": {"value": f"place-{n % 7}"}}}
            for n in range(number)
        )
        tracker.where("keys")
        before = tracker._projector.folded
        late = START + timedelta(minutes=number - tail - 0.5)
        tracker.append(seen | {"occurred_at": late, "payload": {"claim": {"value": "attic"}}})
        tracker.where("keys")
        return tracker._projector.folded - before


def peak_memory(file: Path) -> float:
    """MB that a fresh process needs at most to replay the file (Linux)."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_replay_and_weigh, (file,))


def _replay_and_weigh(file: Path) -> float:
    replayed(file, 1)
    # Not ru_maxrss: a new process inherits that from the one that started it.
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


def run(folder: Path, number: int, entities: int, rounds: int) -> dict[str, Any]:
    full, small, long = folder / f"{number}.db", folder / "10000.db", folder / "one.db"
    make(full, number, entities)
    make(small, 10_000, max(1, entities * 10_000 // number))
    make(long, 300_000, 1, cameras=1)
    with tempfile.TemporaryDirectory() as scratch:
        peer = EventSourcing(Path(scratch) / "peer.db", number, entities)
        rounds_of: dict[str, list[float]] = {}

        def note(name: str, value: float) -> None:
            rounds_of.setdefault(name, []).append(value)
            print(f"  {name:36} {value:10.3f}", flush=True)

        for turn in range(rounds):
            print(f"round {turn + 1} (load {os.getloadavg()[0]:.1f})")
            note("bare read, µs/event", bare_read(full) / number * 1e6)
            for workers in (1, 2):
                for name, value in replayed(full, workers).items():
                    note(f"replay with {workers}, {name}, µs/event", value / number * 1e6)
            note("eventsourcing, µs/event", peer.rebuild() / number * 1e6)
            for file, size in ((small, 10_000), (full, number)):
                asked, bare = where_costs(file, size, 300)
                note(f"where at {size}, µs", asked * 1e6)
                note(f"bare as-of select at {size}, µs", bare * 1e6)
        note("replay into empty views, µs/event", replayed(full, 1, emptied=True)["cpu"] / number * 1e6)
    median = {name: statistics.median(values) for name, values in rounds_of.items()}
    one, two = median["replay with 1, cpu, µs/event"], median["replay with 2, busiest, µs/event"]
    clocks = median["replay with 1, clock, µs/event"] / median["replay with 2, clock, µs/event"]
    tail = 500
    ratios = {
        "replay with 1 / bare read (≥ 0.5)": median["bare read, µs/event"] / one,
        "replay with 2, busiest process / bare read": median["bare read, µs/event"] / two,
        "replay with 2, by the clock / bare read": median["bare read, µs/event"]
        / median["replay with 2, clock, µs/event"],
        "replay with 1 / eventsourcing (≥ 5)": median["eventsourcing, µs/event"] / one,
        "replay with 2, busiest process / eventsourcing": median["eventsourcing, µs/event"] / two,
        "replay with 2, by the clock / eventsourcing": median["eventsourcing, µs/event"]
        / median["replay with 2, clock, µs/event"],
        "two workers / one, busiest process (≥ 1.6)": one / two,
        "two workers / one, by the clock": clocks,
        f"where at {number} / at 10,000 (≤ 1.5)": median[f"where at {number}, µs"] / median["where at 10000, µs"],
        "where / bare as-of select (≤ 25)": median[f"where at {number}, µs"]
        / median[f"bare as-of select at {number}, µs"],
    }
    counts = {
        f"events folded for a late one, {tail} from the end of 10,000": late_event(10_000, tail),
        "peak memory of replay at 10,000 events, MB": peak_memory(small),
        f"peak memory of replay at {number} events, MB": peak_memory(full),
        "peak memory of replay at 300,000 events of one entity and camera, MB": peak_memory(long),
    }
    return {
        "machine": f"{platform.processor() or platform.machine()}, Python {platform.python_version()}",
        "code": "interpreted" if str(line.__file__).endswith(".py") else "compiled",
        "load": os.getloadavg(),
        "events": number,
        "entities": entities,
        "rounds": rounds,
        "median": median,
        "ratios": ratios,
        "counts": counts,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--entities", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="folder for the databases (1.2 GB at 1,000,000 events)")
    parser.add_argument("--save", type=Path, default=Path("bench-fold.json"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        result = run(folder, given.events, given.entities, given.rounds)
    print(f"{result['code']} code, {result['machine']}")
    for name, value in {**result["ratios"], **result["counts"]}.items():
        print(f"{name:64} {value:8.2f}")
    given.save.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
