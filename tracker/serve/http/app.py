"""The application: every part of it is put together here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI

from tracker.serve.http import (
    asking,
    docs,
    evidence,
    health,
    lists,
    metrics,
    problems,
    reads,
    recalling,
    stream,
    writing,
)
from tracker.serve.http.access import SCHEME
from tracker.serve.http.desk import Desk
from tracker.serve.http.guard import Guard
from tracker.serve.http.paths import WholeSegments
from tracker.serve.http.settings import Settings
from tracker.serve.web import site
from tracker.tracker import Tracker

ROUTERS = (
    reads.router,
    lists.router,
    stream.router,
    asking.router,
    recalling.router,
    writing.router,
    evidence.router,
    health.router,
    metrics.router,
    docs.router,
)


def create_app(settings: Settings, opening: Callable[[str], Tracker] = Tracker.open) -> FastAPI:
    """The ASGI application; it opens the database when it starts, by `opening` its URL, and closes it when it ends."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        desk = Desk(opening(settings.db), settings)
        app.state.desk = desk
        watching = asyncio.create_task(desk.growth.watch())
        try:
            yield
        finally:
            watching.cancel()
            desk.close()

    app = FastAPI(
        title="Tracker",
        version=version("tracker"),
        summary="Where is it now, where was it last seen, when did that change.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses=problems.RESPONSES,
    )
    problems.install(app)
    telling = app.openapi

    def openapi() -> dict[str, Any]:
        document = telling()
        document["components"]["securitySchemes"] = SCHEME
        document["security"] = [{name: []} for name in SCHEME]
        return document

    app.openapi = openapi  # type: ignore[method-assign]
    for router in (*ROUTERS, *site.ROUTERS):
        app.include_router(router)
    app.add_middleware(WholeSegments)
    app.add_middleware(Guard, settings)
    app.state.figures = metrics.Figures()
    app.add_middleware(metrics.Measured, app.state.figures)
    return app
