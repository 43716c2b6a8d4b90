"""All pages."""

from __future__ import annotations

from fastapi import APIRouter

from tracker.serve.web import asking, entering, logs, reviewing, things

ROUTERS: tuple[APIRouter, ...] = (
    asking.router,
    things.router,
    reviewing.router,
    logs.router,
    entering.router,
)
