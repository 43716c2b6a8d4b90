"""What is looked at before a request reaches any route: by which name it calls, from which page, how large it is.

Without the first, a page of some other site whose name leads to this machine could read everything; without the second,
it could write."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tracker.serve.http import problems
from tracker.serve.http.problems import Refused
from tracker.serve.http.settings import Settings, is_loopback

_SAFE = ("GET", "HEAD", "OPTIONS")
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_POLICY = "default-src 'none'; frame-ancestors 'none'"
_LARGE = "/v1/events"


class Guard:
    """Answers what must not come in, and bounds what does."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._only_here = is_loopback(settings.host)
        self._names = frozenset(_names(settings))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", _POLICY)
            await send(message)

        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            if scope["method"] not in _SAFE:
                _check_origin(headers)
            largest = self._settings.largest_batch if scope["path"] == _LARGE else self._settings.largest_body
            if int(headers.get("content-length") or 0) > largest:
                raise _too_large(largest)
        except Refused as refused:
            await problems.response(refused)(scope, receive, sealed)
            return
        await self._app(scope, _bounded(receive, largest), sealed)

    def _check_host(self, headers: Headers) -> None:
        host = _host(headers.get("host", ""))
        if host in self._names or _is_address(host, loopback=self._only_here):
            return
        raise Refused(400, "unknown_host", "this server is not called so; see --allow-host", "host")


def _check_origin(headers: Headers) -> None:
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    own = origin is None or origin.partition("://")[2] == headers.get("host", "")
    if not own or site not in ("none", "same-origin"):
        raise Refused(403, "foreign_page", "a page of another site may not write here", "origin")


def _names(settings: Settings) -> Iterable[str]:
    yield "localhost"
    yield from (name.lower() for name in settings.hosts)
    if not is_loopback(settings.host):
        yield from (settings.host.lower(), socket.gethostname().lower())


def _host(header: str) -> str:
    """The name or address in a Host header, without the port."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].lower()


def _is_address(host: str, *, loopback: bool) -> bool:
    """An address in figures leads where it says, whatever a name server may claim."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or not loopback


def _bounded(receive: Receive, largest: int) -> Receive:
    read = 0

    async def counted() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > largest:
            raise HTTPException(413, _too_large(largest).problem.error.message)
        return message

    return counted


def _too_large(largest: int) -> Refused:
    return Refused(413, "too_large", f"the body is larger than {largest} bytes")
