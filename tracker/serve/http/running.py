"""Running the server: what it may listen on, one process or several, and an end that cuts nobody off."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from functools import partial
from tempfile import TemporaryDirectory

import uvicorn

from tracker.errors import InvalidInput, TrackerError
from tracker.serve.access.tokens import Tokens
from tracker.serve.http.app import create_app
from tracker.serve.http.metrics import SHARED
from tracker.serve.http.settings import Settings, is_loopback
from tracker.serve.http.workers import keep_running
from tracker.store.engine import open_engine
from tracker.tracker import Tracker

# How long requests that are under way may take when the server is to end.
_GRACE_S = 20


class _Server(uvicorn.Server):
    """Lets go of those who listen to the stream before it waits for the requests that are under way."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.loaded_app.state.desk.let_go()
        await super().shutdown(sockets)


def run(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `tell` hears the address once it is listened on. Raises TrackerError for what it
    may not or cannot do, before it listens."""
    check(settings)
    with Tracker.open(settings.db) as tracker:  # made or brought up to date once, not by each worker
        guarded = Tokens(tracker.store).needed()
    if not guarded and not is_loopback(settings.host):
        raise InvalidInput(f"--host {settings.host}: without tokens only this machine may ask; tracker token add NAME")
    listening = _listen(settings)
    tell(_url(listening))
    if settings.workers > 1:
        with TemporaryDirectory(prefix="tracker-figures-") as folder:
            os.environ[SHARED] = folder
            keep_running(settings.workers, _serve, settings, listening)
    else:
        _serve(settings, listening)


def _serve(settings: Settings, listening: socket.socket) -> None:
    """Serve in this process, until it is told to end."""
    # uvicorn raises the signal again once all is done; to have ended well is no failure.
    signal.signal(signal.SIGTERM, lambda *_: None)
    server_of(settings).run(sockets=[listening])


def server_of(settings: Settings, opening: Callable[[str], Tracker] = Tracker.open) -> uvicorn.Server:
    """The server for these settings; it runs until its `should_exit` is set, or a signal says so. `opening`: as for
    `create_app`."""
    config = uvicorn.Config(
        partial(create_app, settings, opening),
        factory=True,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE_S,
    )
    return _Server(config)


def check(settings: Settings) -> None:
    """InvalidInput for settings that do not go together."""
    store = open_engine(settings.db)
    store.close()
    if settings.workers > 1 and not store.postgres:
        raise InvalidInput("--workers: SQLite has one writer at a time, so one worker; several need PostgreSQL")


def _url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _listen(settings: Settings) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
        listening.set_inheritable(True)
    except OSError as error:
        raise TrackerError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror or error}"
        ) from None
    return listening
