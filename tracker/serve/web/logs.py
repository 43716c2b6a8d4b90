"""The log as it stands: filtered, one event with all its fields, and whether the chain of hashes holds."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import orjson
from fastapi import Request
from starlette.responses import Response

from tracker.asking import Page
from tracker.domain.payloads import PAYLOADS
from tracker.serve.access.principals import Role
from tracker.serve.http import cursors
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import not_found
from tracker.serve.web import visitor as visiting
from tracker.serve.web.cards import Names
from tracker.serve.web.cards import shown as with_evidence
from tracker.serve.web.outcome import outcome
from tracker.serve.web.rendering import page
from tracker.serve.web.reviewing import DECISIONS
from tracker.serve.web.routes import pages, shown
from tracker.serve.web.things import local_time
from tracker.serve.web.visitor import Visitor

router = pages()
_PAGE = 50


@router.get("/log")
async def log(
    request: Request, entity: str = "", type: str = "", start: str = "", end: str = "", cursor: str = ""
) -> Response:
    def look(desk: Desk, who: Visitor) -> dict[str, Any]:
        kinds = [type] if type in PAYLOADS else None
        labels = None if who.labels is None else sorted(who.labels)
        mark = f"log {entity} {kinds} {start} {end} {labels}"
        after = None
        if cursor:
            upto, *last = cursors.read(cursor, mark, (int, int, int, str))
            after = Page(upto, (last[0], last[1], last[2]))
        times = (local_time(who, start, "start"), local_time(who, end, "end"))
        found, more = desk.tracker.page(entity or None, kinds, *times, limit=_PAGE, after=after, viewer=who.labels)
        return {
            "events": found,
            "following": None if more is None else cursors.written(mark, [more.upto, *more.last]),
            "wanted": {"entity": entity, "type": type, "start": start, "end": end},
            "types": sorted(PAYLOADS),
            "end": desk.tracker.log_end(viewer=who.labels).seq,
            "called": Names.of(desk, who),
            "checked": None,
        }

    return await shown(request, "log.html", look)


@router.get("/event")
async def event(request: Request, id: UUID) -> Response:
    def look(desk: Desk, who: Visitor) -> dict[str, Any]:
        found = desk.tracker.event(id, viewer=who.labels)
        if found is None:
            raise not_found()
        plain = orjson.loads(found.model_dump_json())
        fields = {name: _written(value) for name, value in plain.items() if value not in (None, [], {})}
        return {
            "behind": with_evidence(desk, found),
            "fields": fields,
            "outcome": outcome(desk, who, id) if found.type in DECISIONS else None,
            "called": Names.of(desk, who),
        }

    return await shown(request, "event.html", look)


@router.post("/log/verify")
async def verify(request: Request) -> Response:
    """Count the chain of hashes through. It tells of the whole log, so it is for who may read all of it."""
    who, desk = await visiting.visitor(request, Role.admin), Desk.of(request)
    await visiting.form(request, who)
    context = {"checked": None if who.labels is not None else await desk.ask(desk.tracker.verify)}
    return page(request, who, "verified.html", context)


def _written(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
