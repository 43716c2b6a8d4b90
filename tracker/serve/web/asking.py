"""The first page: ask, and see the answer beside what it rests on."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from tracker.serve.access.principals import Role
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import Refused
from tracker.serve.web import visitor as visiting
from tracker.serve.web.cards import Names, behind, whereabouts
from tracker.serve.web.rendering import link
from tracker.serve.web.routes import pages, shown
from tracker.serve.web.visitor import Visitor

router = pages()
_MOST_ASKED = 500
_OFFERED = 3


@router.get("/")
async def ask(request: Request, q: str = "") -> Response:
    question = " ".join(q.split())
    if len(question) > _MOST_ASKED:
        raise Refused(400, "invalid_input", f"more than {_MOST_ASKED} characters")

    def look(desk: Desk, who: Visitor) -> dict[str, Any]:
        names = Names.of(desk, who)
        found: dict[str, Any] = {
            "question": question,
            "empty": desk.tracker.log_end(viewer=who.labels).seq == 0,
            "called": names,
            "reply": None,
            "offered": [] if question else _offered(desk, who),
        }
        if question:
            reply = desk.tracker.ask(question, tz=who.zone, viewer=who.labels)
            found |= {
                "reply": reply,
                "answers": whereabouts(reply.answer),
                "behind": behind(desk, who, reply.event_ids),
                "all_events": len(set(reply.event_ids)),
            }
        return found

    return await shown(request, "ask.html", look)


@router.post("/note")
async def note(request: Request) -> Response:
    """What somebody tells in the browser, as `Tracker.note` takes it."""
    who, desk = await visiting.visitor(request, Role.ingest), Desk.of(request)
    told = visiting.first(await visiting.form(request, who), "text")
    name = "me" if who.caller is None else who.caller.name
    if told:
        await desk.ask(
            lambda: desk.tracker.note(told, speaker=name, source=f"web:{name}", tz=who.zone, viewer=who.labels)
        )
    return RedirectResponse(link("/log"), 303)


def _offered(desk: Desk, who: Visitor) -> list[str]:
    """Things that may be asked about: those that events told of last."""
    kinds = ("room", "place", "person")
    there = [one for one in desk.tracker.entities(viewer=who.labels) if one.last is not None and one.kind not in kinds]
    there.sort(key=lambda one: (one.last, one.id), reverse=True)
    return [one.id for one in there if one.merged_into is None][:_OFFERED]
