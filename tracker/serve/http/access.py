"""Which principal a request comes from, and whether it may do what it wants."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request

from tracker.serve.access.principals import OWNER, Principal, Role
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import Refused

SESSION = "tracker_session"
"""The cookie in which a browser keeps its token. No script can read it."""
_ONLY_READING = ("GET", "HEAD")


async def principal(request: Request) -> Principal:
    """Who asks. Raises Refused: 401 without a token that counts, 429 for one who asks too often."""
    return await holder(request, shown(request))


async def holder(request: Request, token: str | None) -> Principal:
    """As `principal`, for a request that shows this token."""
    desk = Desk.of(request)
    caller = await identified(desk, token)
    address = request.client.host if request.client else ""
    if caller is None:
        _slow_down(desk.failures.take(address))
        raise Refused(
            401,
            "unauthorized",
            "give a token: Authorization: Bearer …; `tracker token add NAME` makes one",
            headers={"WWW-Authenticate": "Bearer"},
        )
    _slow_down(desk.requests.take(address if caller is OWNER else caller.name))
    return caller


def shown(request: Request) -> str | None:
    """The token that comes with a request. A browser sends its cookie whoever made it ask, so that one only reads."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return request.cookies.get(SESSION) if request.method in _ONLY_READING else None


async def identified(desk: Desk, token: str | None) -> Principal | None:
    """Who shows this token; None when it does not count."""
    needed = desk.tokens.surely_needed()
    if needed is None:
        needed = await desk.ask(desk.tokens.needed)
    if not needed:
        return OWNER
    if token is None:
        return None
    return desk.tokens.known(token) or await desk.ask(lambda: desk.tokens.principal(token))


def _slow_down(wait_s: float) -> None:
    if wait_s > 0:
        wait = str(int(wait_s) + 1)
        raise Refused(429, "too_many_requests", "too many requests; wait a while", headers={"Retry-After": wait})


def _having(role: Role) -> Callable[[Request], Awaitable[Principal]]:
    # One dependency of a route, not several that rest on each other: each costs as much as a small query.
    async def allowed(request: Request) -> Principal:
        caller = await principal(request)
        if role not in caller.roles:
            raise Refused(403, "forbidden", f"this needs a token with the role {role}")
        return caller

    return allowed


Reader = Annotated[Principal, Depends(_having(Role.read))]
Reviewer = Annotated[Principal, Depends(_having(Role.review))]
Ingester = Annotated[Principal, Depends(_having(Role.ingest))]
Admin = Annotated[Principal, Depends(_having(Role.admin))]

SCHEME = {"bearer": {"type": "http", "scheme": "bearer", "description": "A token that `tracker token add` made."}}
"""How a token is shown, for the OpenAPI document."""
