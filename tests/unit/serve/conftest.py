"""A small home in a database file, and the command line run on it in this process."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from tracker import Tracker
from tracker.serve.cli.entry import run


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Home:
    """`t0` is an hour ago, so that what is claimed since still counts. The keys lay in the drawer, Ana took them, and
    two cameras disagree since; the wallet was seen, but hardly."""

    def __init__(self, folder) -> None:
        self.file = folder / "home.db"
        self.url = f"sqlite:///{self.file}"
        self.t0 = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)

    def at(self, minutes: float) -> str:
        return (self.t0 + timedelta(minutes=minutes)).isoformat()

    def rows(self) -> list[dict[str, Any]]:
        def row(minutes, entity, kind, source, **more):
            when = {"occurred_at": self.at(minutes), "observed_at": self.at(minutes + 0.5)}
            return {"entity_id": entity, "type": kind, "source": source, "source_key": f"{minutes}", **when, **more}

        def seen(minutes, entity, place, source, **more):
            return row(minutes, entity, "seen", source, payload={"claim": {"value": place, "relation": "in"}}, **more)

        hall = [
            {"uri": "media/hall.mp4", "start_s": 2.0, "end_s": 5.5, "region": [0.1, 0.2, 0.3, 0.4], "sha256": "0" * 64}
        ]
        door = {"claim": {"attribute": "openness", "value": "open"}}
        return [
            row(0, "keys", "registered", "user:ana", payload={"kind": "keys", "names": ["car keys", "車鑰匙"]}),
            seen(2, "keys", "hall_drawer", "camera:hall", confidence=0.78, evidence=hall),
            row(17, "keys", "removed", "camera:hall", payload={"place": "hall_drawer", "by": "ana"}),
            row(20, "front_door", "seen", "sensor:door", payload=door),
            seen(25, "keys", "desk", "camera:study", confidence=0.9),
            seen(25.01, "keys", "sofa", "camera:lounge", confidence=0.8),
            seen(26, "wallet", "hall_table", "camera:hall", confidence=0.3),
            seen(27, "diary", "desk", "camera:study", visibility=["ana"]),
        ]

    def open(self) -> Tracker:
        return Tracker.open(self.url)


@pytest.fixture
def home(tmp_path) -> Home:
    made = Home(tmp_path)
    with made.open() as tracker:
        tracker.append(made.rows())
    return made


@pytest.fixture
def cli(capsys, monkeypatch):
    """Run a command line; `on` is the home whose database it works on."""
    monkeypatch.delenv("TRACKER_DB", raising=False)
    monkeypatch.delenv("TRACKER_BY", raising=False)

    def call(*words: object, on: Home | None = None) -> Done:
        capsys.readouterr()
        before = ("--db", on.url) if on else ()
        code = run([*before, *map(str, words)])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return call
