"""Many readers and writers at once: no error, and nothing that was acknowledged is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from tests.http.home import ROWS, at, seen, started
from tracker import Tracker


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
def test_no_error_and_no_lost_decision(request, tmp_path, kind, thorough):
    db = f"sqlite:///{tmp_path}/home.db" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    readers, writers, seconds = (50, 10, 120) if thorough else (8, 4, 3)
    with Tracker.open(db) as tracker:
        tracker.append(ROWS)
    failed: list[BaseException] = []
    appended: list[str] = []
    decided: list[str] = []

    def read(t: Tracker, turn: int) -> None:
        entity = ("keys", "wallet", "cup-0", "front_door")[turn % 4]
        (t.where, t.history, t.last_seen)[turn % 3](entity)
        if turn % 10 == 0:
            t.ask(f"where is the {entity}?")
            t.conflicts()
            next(t.events(), None)

    def write(t: Tracker, turn: int) -> None:
        who = threading.get_ident()
        weak = seen(turn % 50, f"cup-{turn % 7}", "sink", "camera:hall", confidence=0.3, source_key=f"{who}-{turn}")
        (event_id,) = t.append(weak).event_ids
        appended.append(str(event_id))
        t.decide({"action": "accept", "event_ids": [event_id], "by": "ana", "at": at(55)})
        decided.append(str(event_id))

    def go_on(url: str, act: Callable[[Tracker, int], None]) -> None:
        turn = 0
        try:
            with Tracker.open(url) as t:
                until = time.monotonic() + seconds
                while not failed and (turn == 0 or time.monotonic() < until):
                    act(t, turn)
                    turn += 1
        except BaseException as error:
            failed.append(error)

    workers = () if kind == "sqlite" else ("--workers", "2")
    with started(db, *workers) as server:
        acts = [read] * readers + [write] * writers
        threads = [threading.Thread(target=go_on, args=(server.url, act)) for act in acts]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert server.stop() == 0
    assert failed == []
    assert len(decided) >= writers
    with Tracker.open(db) as tracker:
        assert set(appended) <= {str(event.event_id) for event in tracker.events()}
        accepted = [str(event.payload.event_ids[0]) for event in tracker.events(types=["accepted"])]
        assert sorted(accepted) == sorted(decided)
        assert tracker.verify().ok
        before = tracker.digest()
        assert tracker.replay().after == before
