"""What the HTTP API costs: requests a second and their times, beside the same calls in process, and the server's CPU.

    python tests/bench/serve.py [--db URL] [--workers N] [--clients 20] [--seconds 5] [--save FILE]

The clients run in this process over plain sockets, so that they cost little of the machine's time beside the server."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tracker import Tracker

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from tracker.serve.cli import main; main()"]
THINGS, REPORTS = 1_000, 10
ASKED = "2026-03-02T14:00:00Z"


def rows() -> Iterator[dict[str, Any]]:
    for report in range(REPORTS):
        for thing in range(THINGS):
            yield {
                "entity_id": f"thing-{thing}",
                "type": "seen",
                "source": f"camera:{thing % 10}",
                "source_key": f"{thing}-{report}",
                "occurred_at": f"2026-03-02T12:{report:02}:{thing % 60:02}Z",
                "payload": {"claim": {"value": f"shelf-{(thing + report) % 50}", "relation": "on"}},
            }


def get(path: str) -> Callable[[int], bytes]:
    return lambda number: f"GET {path.format(number % THINGS)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def post(path: str, body: Callable[[int], dict[str, Any]]) -> Callable[[int], bytes]:
    def request(number: int) -> bytes:
        sent = json.dumps(body(number)).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(sent)}"
        )
        return head.encode() + b"\r\n\r\n" + sent

    return request


def event(number: int) -> dict[str, Any]:
    at = f"2026-03-02T13:{number // 60 % 60:02}:{number % 60:02}Z"
    payload = {"claim": {"value": "desk", "relation": "on"}}
    return {"entity_id": f"new-{number % 97}", "type": "seen", "source": "bench", "occurred_at": at, "payload": payload}


QUESTION = "where is thing-{0}?"
CASES: dict[str, tuple[Callable[[int], bytes], Callable[[Tracker, int], Any]]] = {
    "where": (
        get(f"/v1/where/thing-{{0}}?at={ASKED}"),
        lambda t, n: t.where(f"thing-{n % THINGS}", ASKED),
    ),
    "history": (get("/v1/history/thing-{0}"), lambda t, n: t.history(f"thing-{n % THINGS}")),
    "ask": (
        post("/v1/ask", lambda n: {"question": QUESTION.format(n % THINGS), "at": ASKED}),
        lambda t, n: t.ask(QUESTION.format(n % THINGS), ASKED),
    ),
    "append": (post("/v1/events", event), lambda t, n: t.append(event(n))),
}


class Client:
    """One connection that sends one request after another."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self.times: list[float] = []

    async def run(self, request: Callable[[int], bytes], numbers: Iterator[int], until: float) -> None:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        while time.perf_counter() < until:
            began = time.perf_counter()
            writer.write(request(next(numbers)))
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 200"):
                raise SystemExit(head.decode())
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            await reader.readexactly(length)
            self.times.append(time.perf_counter() - began)
        writer.close()


async def load(port: int, request: Callable[[int], bytes], clients: int, seconds: float) -> tuple[list[float], float]:
    numbers = iter(range(1 << 40))
    crowd = [Client("127.0.0.1", port) for _ in range(clients)]
    began = time.perf_counter()
    await asyncio.gather(*(one.run(request, numbers, began + seconds) for one in crowd))
    return [each for one in crowd for each in one.times], time.perf_counter() - began


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process and its children that live have taken."""
    pids = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        pids += map(int, (task / "children").read_text().split())
    ticks = 0
    for one in pids:
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def in_process(url: str, call: Callable[[Tracker, int], Any], seconds: float) -> tuple[list[float], float]:
    """Times of the calls themselves, and CPU seconds per call."""
    with Tracker.open(url) as tracker:
        call(tracker, 0)
        times, began, cpu = [], time.perf_counter(), time.process_time()
        while time.perf_counter() - began < seconds:
            start = time.perf_counter()
            call(tracker, len(times) + 1_000_000)
            times.append(time.perf_counter() - start)
        return times, (time.process_time() - cpu) / len(times)


def quantiles(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return "/".join(f"{cuts[at - 1] * 1000:.2f}" for at in (50, 95, 99))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--save", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = options.db or f"sqlite:///{folder}/bench.db"
        with Tracker.open(url) as tracker:
            tracker.append(rows())
            tracker.where("thing-0")
        command = [*PROGRAM, "--db", url, "serve", "--json", "--port", "0", "--workers", str(options.workers)]
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        port = int(json.loads(server.stdout.readline())["url"].rpartition(":")[2])
        figures: dict[str, Any] = {}
        print(f"{options.clients} clients, {options.workers} worker(s); times are p50/p95/p99 in ms")
        try:
            for name, (request, call) in CASES.items():
                asyncio.run(load(port, request, options.clients, 1))
                cpu = cpu_of(server.pid)
                times, took = asyncio.run(load(port, request, options.clients, options.seconds))
                spent = (cpu_of(server.pid) - cpu) / len(times)
                own, own_cpu = in_process(url, call, options.seconds / 2)
                figures[name] = {
                    "per_second": len(times) / took,
                    "ms": quantiles(times),
                    "in_process_ms": quantiles(own),
                    "cpu_ms": spent * 1000,
                    "added_cpu_ms": (spent - own_cpu) * 1000,
                }
                print(
                    f"{name:8} {len(times) / took:7.0f}/s {quantiles(times):>18}   in process {quantiles(own):>16}"
                    f"   CPU {spent * 1000:.2f} ms, of it added by HTTP {(spent - own_cpu) * 1000:.2f} ms"
                )
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
    if options.save:
        options.save.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
