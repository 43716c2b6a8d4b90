"""Signing in and out, the language, and the files that pages are made of."""

from __future__ import annotations

from importlib.resources import files
from pathlib import PurePosixPath

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from tracker.serve.access.principals import OWNER
from tracker.serve.http import access
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import Refused
from tracker.serve.web import visitor as visiting
from tracker.serve.web import words
from tracker.serve.web.rendering import page
from tracker.serve.web.routes import pages

router = pages()
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_STATIC = files("tracker.serve.web") / "static"


@router.get("/login")
async def login(request: Request, to: str = "/") -> Response:
    who, desk = visiting.anybody(request), Desk.of(request)
    if await access.identified(desk, None) is OWNER:
        return RedirectResponse(visiting.own_path(to), 303)
    return page(request, who, "login.html", {"to": visiting.own_path(to), "wrong": False})


@router.post("/login")
async def sign_in(request: Request) -> Response:
    who = visiting.anybody(request)
    fields = await visiting.form(request, who)
    token, to = visiting.first(fields, "token"), visiting.own_path(visiting.first(fields, "to"))
    try:
        await access.holder(request, token or None)
    except Refused as refused:
        if refused.status != 401:
            raise
        return page(request, who, "login.html", {"to": to, "wrong": True}, 401)
    answer = RedirectResponse(to, 303)
    visiting.keep(answer, request, access.SESSION, token)
    visiting.keep(answer, request, visiting.VISIT, None)  # what was proved before signing in proves nothing after
    return answer


@router.post("/logout")
async def sign_out(request: Request) -> Response:
    await visiting.form(request, visiting.anybody(request))
    answer = RedirectResponse("/login", 303)
    for name in (access.SESSION, visiting.VISIT):
        visiting.keep(answer, request, name, None)
    return answer


@router.get("/language/{language}")
async def language(request: Request, language: str, to: str = "/") -> Response:
    answer = RedirectResponse(visiting.own_path(to), 303)
    if language in words.LANGUAGES:
        visiting.keep(answer, request, visiting.LANGUAGE, language, lasting=True)
    return answer


@router.get("/static/{name:path}")
async def static(name: str) -> Response:
    inside = PurePosixPath(name)
    file = _STATIC.joinpath(*inside.parts)
    kind = _KINDS.get(inside.suffix)
    if kind is None or ".." in inside.parts or inside.is_absolute() or not file.is_file():
        raise Refused(404, "not_found", "there is no such file")
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(file.read_bytes(), headers=headers, media_type=kind)
