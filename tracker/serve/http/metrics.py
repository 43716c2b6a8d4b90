"""What the server counts of itself, in Prometheus form: requests and their times, by route. Nothing of what is in the
log: not every reader of figures may read that."""

from __future__ import annotations

import os
import time
from typing import Any

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tracker.serve.http.access import Admin

router = APIRouter(tags=["server"])
SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Where several worker processes keep their figures, so that any of them can tell all."""
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_UNROUTED = "none"


class Figures:
    """The figures of one server process."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        self.requests = Counter("tracker_http_requests", "Requests.", ("method", "route", "status"), registry=own)
        self.seconds = Histogram(
            "tracker_http_seconds", "Seconds to the first byte.", ("method", "route"), registry=own, buckets=_SECONDS
        )
        self.open = Gauge("tracker_http_open", "Requests under way.", registry=own, multiprocess_mode="livesum")

    def told(self) -> bytes:
        """All of it, of all workers."""
        registry = self.registry
        if folder := os.environ.get(SHARED):
            registry = CollectorRegistry()
            MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


class Measured:
    """Counts requests and times them."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self._app, self._figures = app, figures
        self._cells: dict[tuple[str, str, int], tuple[Any, Any]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._note(scope, message["status"], time.perf_counter() - began)
            await send(message)

        self._figures.open.inc()
        try:
            await self._app(scope, receive, noted)
        finally:
            self._figures.open.dec()

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in ("GET", "POST") else "other"
        # Never the path itself: it names things, and there is no end of them.
        route = getattr(scope.get("route"), "path", _UNROUTED)
        cells = self._cells.get((method, route, status))
        if cells is None:
            cells = self._cells[method, route, status] = (
                self._figures.requests.labels(method, route, str(status)),
                self._figures.seconds.labels(method, route),
            )
        cells[0].inc()
        cells[1].observe(seconds)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    summary="Requests and their times, for Prometheus",
)
async def metrics(request: Request, caller: Admin) -> Response:  # noqa: ARG001 — only an admin may
    figures: Figures = request.app.state.figures
    return Response(figures.told(), headers={"Cache-Control": "no-store", "Content-Type": CONTENT_TYPE_LATEST})
