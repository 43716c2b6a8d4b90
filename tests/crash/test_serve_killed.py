"""A server that is killed in the middle of decisions: each is stored whole or not at all, none twice, and what was
acknowledged is there."""

from __future__ import annotations

import random
import threading
import time

import httpx
import pytest

from tests.http.home import at, seen, started
from tracker import Tracker


def decisions(url: str, ids: list[str], acknowledged: dict[str, str]) -> None:
    """Accept one event after another, each under a key of its own, until the server is gone."""
    with httpx.Client(base_url=url, timeout=30) as client:
        for event_id in ids:
            if event_id in acknowledged:
                continue
            body = {"action": "accept", "event_ids": [event_id], "by": "ana", "at": at(50)}
            try:
                given = client.post("/v1/decisions", json=body, headers={"Idempotency-Key": event_id})
            except httpx.HTTPError:
                return
            assert given.status_code == 200, given.text
            acknowledged[event_id] = given.json()["event_ids"][0]


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
def test_a_decision_is_there_whole_or_not_at_all(request, tmp_path, kind, thorough):
    db = f"sqlite:///{tmp_path}/home.db" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    weak = [seen(n / 10, f"thing-{n}", "hall", "camera:hall", confidence=0.3) for n in range(300)]
    with Tracker.open(db) as tracker:
        ids = [str(one) for one in tracker.append(weak).event_ids]
    acknowledged: dict[str, str] = {}
    for _ in range(12 if thorough else 3):
        with started(db) as server:
            client = threading.Thread(target=decisions, args=(server.url, ids, acknowledged))
            client.start()
            time.sleep(random.uniform(0.1, 0.6))
            server.process.kill()
            client.join()
            server.http.close()
            server.wait()
        with Tracker.open(db) as tracker:
            assert tracker.verify().ok
            stored = {
                str(event.payload.event_ids[0]): str(event.event_id) for event in tracker.events(types=["accepted"])
            }
            assert acknowledged.items() <= stored.items()
            assert len(stored) <= len(acknowledged) + 12, "beyond those at most one each time whose answer was lost"
            before = tracker.digest()
            assert tracker.replay().after == before
    assert acknowledged, "none was in time"
    with started(db) as server:  # those whose answer was lost are sent again, and count once
        decisions(server.url, ids, acknowledged)
    with Tracker.open(db) as tracker:
        named = [str(event.payload.event_ids[0]) for event in tracker.events(types=["accepted"])]
        assert sorted(named) == sorted(ids)
