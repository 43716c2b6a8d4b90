"""What the server tells of itself."""

from __future__ import annotations

import re

import pytest

from tests.http.home import started
from tests.http.test_access import add_token


def figure(text: str, name: str, **labels: str) -> float:
    found = 0.0
    for line in text.splitlines():
        told = re.fullmatch(rf"{name}(?:{{(.*)}})? (\S+)", line)
        if told and all(f'{key}="{value}"' in (told[1] or "") for key, value in labels.items()):
            found += float(told[2])
    return found


def test_requests_are_counted_by_route(server):
    def counted() -> float:
        text = server.http.get("/metrics").text
        return figure(text, "tracker_http_requests_total", route="/v1/where/{entity}", status="200", method="GET")

    before = counted()
    for entity in ("keys", "wallet", "secret-thing"):
        server.http.get(f"/v1/where/{entity}")
    text = server.http.get("/metrics").text
    assert counted() == before + 3
    assert "secret-thing" not in text
    assert figure(text, "tracker_http_seconds_count", route="/v1/where/{entity}") >= 3


def test_only_an_admin_reads_them_once_there_are_tokens(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    held = {role: add_token(db, role, [role], []) for role in ("read", "admin")}
    with started(db) as server:
        codes = {
            role: server.http.get("/metrics", headers={"Authorization": f"Bearer {token}"}).status_code
            for role, token in held.items()
        }
        assert codes == {"read": 403, "admin": 200}
        assert server.http.get("/metrics").status_code == 401


@pytest.mark.pg
def test_any_of_several_workers_tells_all(postgres_url):
    with started(postgres_url, "--workers", "2") as server:
        for _ in range(30):
            assert server.http.get("/v1/where/keys", headers={"Connection": "close"}).status_code == 200
        for _ in range(5):
            text = server.http.get("/metrics", headers={"Connection": "close"}).text
            assert figure(text, "tracker_http_requests_total", route="/v1/where/{entity}") == 30
