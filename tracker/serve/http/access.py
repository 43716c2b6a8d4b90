"""Which principal a request comes from, and whether it may do what it wants."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends

from tracker.serve.access.principals import OWNER, Principal, Role
from tracker.serve.http.problems import Refused


async def principal() -> Principal:
    """Who asks."""
    return OWNER


Caller = Annotated[Principal, Depends(principal)]


def _having(role: Role) -> Callable[[Principal], Awaitable[Principal]]:
    async def allowed(caller: Caller) -> Principal:
        if role not in caller.roles:
            raise Refused(403, "forbidden", f"this needs a token with the role {role}")
        return caller

    return allowed


Reader = Annotated[Principal, Depends(_having(Role.read))]
Reviewer = Annotated[Principal, Depends(_having(Role.review))]
Ingester = Annotated[Principal, Depends(_having(Role.ingest))]
Admin = Annotated[Principal, Depends(_having(Role.admin))]
