"""How a page comes about: what goes wrong is answered with a page too."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from tracker.errors import TrackerError
from tracker.serve.access.principals import Role
from tracker.serve.http import problems
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import Refused
from tracker.serve.web import visitor as visiting
from tracker.serve.web.rendering import link, page
from tracker.serve.web.visitor import SignIn, Visitor

_KNOWN = (400, 403, 404, 409, 413, 422, 429, 503)


class _Page(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answering = super().get_route_handler()

        async def handler(request: Request) -> Response:
            try:
                return await answering(request)
            except SignIn:
                come_back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
                return RedirectResponse(link("/login", to=come_back if request.method == "GET" else "/"), 303)
            except Refused as refused:
                return _problem(request, refused)
            except TrackerError as error:
                return _problem(request, problems.refusal(error))
            except RequestValidationError:
                return _problem(request, Refused(422, "invalid_request", ""))
            except HTTPException as error:
                return _problem(request, Refused(error.status_code, "http_error", error.detail))

        return handler


def pages() -> APIRouter:
    """A router whose routes are pages."""
    return APIRouter(include_in_schema=False, route_class=_Page)


async def shown(
    request: Request, template: str, look: Callable[[Desk, Visitor], dict[str, Any]], role: Role = Role.read
) -> Response:
    """The page of what `look` finds, for a visitor who has the role; it is looked for in a thread."""
    who, desk = await visiting.visitor(request, role), Desk.of(request)
    return await desk.ask(lambda: page(request, who, template, look(desk, who)))


def _problem(request: Request, refused: Refused) -> Response:
    status, told = refused.status, refused.problem.error
    context = {"status": status if status in _KNOWN else 500, "message": told.message}
    answer = page(request, visiting.anybody(request), "problem.html", context, status)
    for name, value in (refused.headers or {}).items():
        answer.headers[name] = value
    return answer
