"""Requests to a server, and its problems as the tracker's own errors."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from tracker import errors
from tracker.errors import InvalidEvent, InvalidInput, StoreGone, TrackerError

Query = Mapping[str, str | Sequence[str] | None]
_TIMEOUT_S = 120.0
# A server closes a connection that was idle for long, and one sees that only when the next request fails.
_ATTEMPTS = 3
_LOST = (ConnectionError, http.client.RemoteDisconnected, http.client.BadStatusLine, http.client.CannotSendRequest)


class Answer(NamedTuple):
    """What came back: the body, and the ETag that came with it."""

    body: bytes
    etag: str


class Server:
    """One server, by its URL. Each thread has a connection of its own, kept from one request to the next."""

    def __init__(self, url: str, token: str | None, timeout_s: float = _TIMEOUT_S) -> None:
        """Raises InvalidInput for what is no URL of a server."""
        parts = urlsplit(url)
        try:
            self._host, self._port = parts.hostname or "", parts.port
        except ValueError:
            raise InvalidInput(f"not a server's URL: {url!r}; its port is no number") from None
        if not self._host or parts.query or parts.fragment:
            raise InvalidInput(f"not a server's URL: {url!r}; give one like http://127.0.0.1:8360")
        self.name = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}"
        self._secure, self._prefix, self._timeout_s = parts.scheme == "https", parts.path.rstrip("/"), timeout_s
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._mine = threading.local()
        self._all: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def get(self, *path: str, query: Query | None = None) -> Answer:
        """The answer of a read. Raises TrackerError as the call itself would, StoreGone when there is no server."""
        return self._request("GET", self._target(path, query), None, {})

    def post(self, *path: str, body: bytes, query: Query | None = None, headers: Mapping[str, str] = {}) -> Answer:
        """As `get`, for what is sent. It may be sent twice: whoever writes sends an Idempotency-Key with it."""
        told = {"Content-Type": "application/json", **headers}
        return self._request("POST", self._target(path, query), body, told)

    @contextmanager
    def listening(self, *path: str, query: Query, timeout_s: float) -> Iterator[http.client.HTTPResponse]:
        """A response that goes on, over a connection of its own."""
        connection = self._connect(timeout_s)
        try:
            connection.request("GET", self._target(path, query), headers=self._headers)
            given = connection.getresponse()
            if given.status != http.client.OK:
                raise _error(given.status, given.read())
            yield given
        finally:
            connection.close()

    def close(self) -> None:
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()

    def _target(self, path: Sequence[str], query: Query | None) -> str:
        given = [(key, value) for key, value in (query or {}).items() if value is not None]
        told = f"?{urlencode(given, doseq=True)}" if given else ""
        return f"{self._prefix}/v1/{'/'.join(quote(part, safe='') for part in path)}{told}"

    def _request(self, method: str, target: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        problem: Exception | None = None
        for _ in range(_ATTEMPTS):
            connection = self._connection()
            try:
                connection.request(method, target, body, {**self._headers, **headers})
                given = connection.getresponse()
                answer = Answer(given.read(), given.headers.get("ETag", ""))
            except _LOST as error:
                connection.close()
                problem = error
                continue
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                problem = error
                break
            if given.status >= http.client.BAD_REQUEST:
                raise _error(given.status, answer.body)
            return answer
        raise StoreGone(f"{self.name}: cannot be reached: {getattr(problem, 'strerror', None) or problem}")

    def _connection(self) -> http.client.HTTPConnection:
        found: http.client.HTTPConnection | None = getattr(self._mine, "connection", None)
        if found is None:
            found = self._mine.connection = self._connect(self._timeout_s)
            with self._lock:
                self._all.append(found)
        return found

    def _connect(self, timeout_s: float) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=timeout_s)


def _error(status: int, body: bytes) -> TrackerError:
    """The error that a problem tells of; TrackerError where it is none of the tracker's own."""
    try:
        told = json.loads(body)["error"]
        code, message, field = str(told["code"]), str(told["message"]), told["field"]
    except (ValueError, KeyError, TypeError):
        return TrackerError(f"the server answered {status}, and not as a tracker does")
    if code == "invalid_event" and isinstance(field, str):
        where, _, problem = message.partition(f"{field}: ")
        return InvalidEvent(field, problem, where.removesuffix(": "))
    kind = _KINDS.get(code)
    if kind is not None:
        return kind(message)
    return InvalidInput(message) if code == "invalid_request" else TrackerError(message)


def _kinds() -> dict[str, type[TrackerError]]:
    found = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, TrackerError)]
    special = (errors.InvalidEvent, errors.MissingExtra)
    return {errors.code_of(kind): kind for kind in found if kind not in special}


_KINDS: dict[str, type[TrackerError]] = _kinds()
