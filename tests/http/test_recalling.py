"""Recalling and contexts over HTTP are those of the Python call, for the token's reader."""

from __future__ import annotations

import httpx
import pytest

from tests.http.home import at, row, serving
from tracker import Tracker

WORDS = "The boiler man comes on Friday."


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('api') / 'home.db'}"
    with Tracker.open(url) as tracker:
        tracker.append([row(1, "boiler", "stated", "user:ana", payload={"text": WORDS}),
                        row(2, "boiler", "stated", "user:ana", payload={"text": "Secret boiler."}, visibility=["ana"]),
                        row(3, "boiler", "seen", "camera:hall", payload={"claim": {"value": "cellar"}})])  # fmt: skip
    return url


def test_what_is_recalled_is_what_python_gives(db):
    with serving(db) as server, Tracker.open(db) as here, Tracker.open(server.url) as there:
        with httpx.Client(base_url=server.url) as client:
            asked = {"query": "boiler", "before": at(1.5)}
            (found,) = client.post("/v1/recall", json=asked).json()
            assert (found["text"], found["kind"], found["status"]) == (WORDS, "note", "told")
            again = client.post("/v1/recall", json={"question": "boiler", "before": at(1.5)}).json()
            assert [one["event_id"] for one in again] == [found["event_id"]]
            assert client.post("/v1/recall", json={**asked, "k": 0}).status_code == 422
            bad = client.post("/v1/recall", json={**asked, "as_of": "soon"})
            assert (bad.status_code, bad.json()["error"]["message"][:6]) == (400, "as_of:")
        ids = [one.event_id for one in here.recall("boiler", overlaps=(at(0), at(9)))]
        assert [one.event_id for one in there.recall("boiler", overlaps=(at(0), at(9)))] == ids
        assert len(ids) == 2
        assert [one.text for one in there.recall("boiler", viewer="guest")] == [WORDS]
        now = at(5)
        assert there.context("boiler?", now=now, tz="Asia/Taipei") == here.context("boiler?", now=now, tz="Asia/Taipei")
        assert "Secret" not in there.context("boiler?", now=now, viewer=[]).text
