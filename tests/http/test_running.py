"""Starting and ending the server."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from tests.http.home import ROOT, Server, started


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--host", "0.0.0.0"), "--host 0.0.0.0: without tokens only this machine may ask"),
        (("--host", "::"), "--host ::: without tokens only this machine may ask"),
        (("--workers", "2"), "--workers: SQLite has one writer at a time, so one worker; several need PostgreSQL"),
        (("--media-root", "nowhere"), "--media-root: nowhere is not a folder"),
    ],
)
def test_what_it_will_not_do_is_said_in_one_line(tmp_path, options, says):
    server = Server(f"sqlite:///{tmp_path}/home.db", *options, check=False)
    assert server.process.returncode == 2
    assert server.errors.startswith(f"tracker: {says}")
    assert server.errors.count("\n") == 1


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = Server(f"sqlite:///{tmp_path}/home.db", "--port", str(port), check=False)
    assert server.process.returncode == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in server.errors
    assert server.errors.count("\n") == 1


def test_a_missing_extra_is_said_in_one_line(tmp_path):
    hidden = "import sys; sys.modules['fastapi'] = None; from tracker.serve.cli import main; main()"
    command = [sys.executable, "-c", hidden, "--db", f"sqlite:///{tmp_path}/home.db", "serve"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "pip install 'tracker[serve]'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_other_commands_load_nothing_of_the_server(tmp_path):
    check = (
        "import sys; from tracker.serve.cli.entry import run; run(['--db', sys.argv[1], 'init']);"
        " sys.exit(bool({'fastapi', 'uvicorn', 'starlette'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", check, f"sqlite:///{tmp_path}/h.db"], cwd=ROOT, check=False, timeout=60
    )
    assert done.returncode == 0


def test_it_lives_and_can_answer(server):
    assert server.http.get("/healthz").json() == server.http.get("/readyz").json() == {"status": "ok"}


def test_it_ends_well_when_told_to(tmp_path):
    with started(f"sqlite:///{tmp_path}/home.db") as server:
        assert server.http.get("/healthz").status_code == 200
        assert server.stop() == 0
        assert server.errors == ""


@pytest.mark.pg
def test_several_workers_on_postgresql(postgres_url):
    with started(postgres_url, "--workers", "2") as server:
        for minute in range(20):
            row = {
                "entity_id": "keys",
                "type": "seen",
                "occurred_at": f"2026-03-02T14:{minute:02}:00Z",
                "payload": {"claim": {"value": f"place-{minute}"}},
                "source": "camera:hall",
            }
            assert server.http.post("/v1/events", json=row, headers={"Connection": "close"}).status_code == 200
            answer = server.http.get("/v1/where/keys", params={"at": "2026-03-02T15:00:00Z"})
            assert answer.json()["place"] == f"place-{minute}"
        assert server.stop() == 0
