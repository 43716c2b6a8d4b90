"""Who looks at a page: which principal, in which language and zone, and the proof that a form came from a page here."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote
from zoneinfo import ZoneInfo

from fastapi import Request
from starlette.responses import Response

from tracker.errors import InvalidInput
from tracker.query.moments import zone
from tracker.serve.access.principals import OWNER, Principal, Role
from tracker.serve.http import access
from tracker.serve.http.access import SESSION
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import Refused
from tracker.serve.http.settings import is_loopback
from tracker.serve.web import words

VISIT, LANGUAGE, ZONE = "tracker_visit", "tracker_language", "tracker_zone"
_YEAR_S = 365 * 24 * 3600
_MOST_FIELDS = 1_000


class SignIn(Exception):
    """Nobody is signed in, and somebody has to be."""


class Visitor(NamedTuple):
    """`caller` None: nobody is signed in yet. `visit` tells one browser from another; `fresh`: it is to keep that."""

    caller: Principal | None
    language: str
    zone: str
    visit: str
    fresh: bool
    csrf: str

    @property
    def labels(self) -> frozenset[str] | None:
        return frozenset() if self.caller is None else self.caller.labels

    @property
    def signed_in(self) -> bool:
        return self.caller is not None and self.caller is not OWNER

    def may(self, role: str) -> bool:
        return self.caller is not None and Role(role) in self.caller.roles

    def clock(self) -> ZoneInfo:
        return ZoneInfo(self.zone)


async def visitor(request: Request, role: Role = Role.read) -> Visitor:
    """Who looks. Raises SignIn, and Refused (403) for one who may not."""
    try:
        caller = await access.holder(request, request.cookies.get(SESSION) or access.shown(request))
    except Refused as refused:
        if refused.status == 401:
            raise SignIn from None
        raise
    if role not in caller.roles:
        raise Refused(403, "forbidden", f"this needs a token with the role {role}")
    return anybody(request, caller)


def anybody(request: Request, caller: Principal | None = None) -> Visitor:
    """The visitor, whether signed in or not."""
    visit = request.cookies.get(VISIT)
    fresh = not visit
    kept = visit or secrets.token_urlsafe(24)
    language = words.chosen(request.cookies.get(LANGUAGE), request.headers.get("accept-language", ""))
    proof = hmac.new(kept.encode(), (request.cookies.get(SESSION) or "").encode(), hashlib.sha256).hexdigest()
    return Visitor(caller, language, _zone(request.cookies.get(ZONE)), kept, fresh, proof)


async def form(request: Request, who: Visitor) -> dict[str, list[str]]:
    """The fields of a form that a page here gave this visitor. Raises Refused (403) for any other."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        given = parse_qsl(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise Refused(400, "invalid_request", "too many fields") from None
    fields: dict[str, list[str]] = {}
    for name, value in given:
        fields.setdefault(name, []).append(value.strip())
    if who.fresh or not hmac.compare_digest(first(fields, "csrf").encode(), who.csrf.encode()):
        raise Refused(403, "stale_form", "the form is from an earlier visit; go back, load the page anew, try again")
    return fields


def first(fields: dict[str, list[str]], name: str) -> str:
    """The field's value; empty when it was not given."""
    return fields.get(name, [""])[0]


def keep(response: Response, request: Request, name: str, value: str | None, *, lasting: bool = False) -> None:
    """Let the browser keep the cookie, or with None forget it. Off loopback it travels encrypted only."""
    if value is None:
        response.delete_cookie(name, path="/")
        return
    secure = not is_loopback(Desk.of(request).settings.host)
    kept = quote(value, safe="")
    age = _YEAR_S if lasting else None
    response.set_cookie(name, kept, max_age=age, path="/", httponly=True, secure=secure, samesite="strict")


def own_path(path: str) -> str:
    """A path of this server to go on to; the first page for what leads elsewhere."""
    safe = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if safe else "/"


def _zone(cookie: str | None) -> str:
    wanted = unquote(cookie or "UTC")
    try:
        zone(wanted)
    except InvalidInput:
        return "UTC"
    return wanted
