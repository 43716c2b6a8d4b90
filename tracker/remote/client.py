"""A tracker over HTTP, with the reads and writes of a local one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Self, TypeVar
from uuid import uuid4

import orjson
from pydantic import TypeAdapter

from tracker.domain.answers import (
    Change,
    Conflict,
    Decision,
    Entity,
    Interval,
    LogEnd,
    Receipt,
    Reply,
    Sighting,
    SourceState,
    Whereabouts,
)
from tracker.domain.events import Event, Sent
from tracker.domain.memories import Context, Recalled
from tracker.domain.payloads import LOCATION
from tracker.domain.times import from_us
from tracker.errors import InvalidInput, TrackerError
from tracker.overview import Followed
from tracker.query.counts import Count
from tracker.query.moments import Moment, Viewers, labels, moment, name, step
from tracker.query.moments import name as text
from tracker.recalling import Moments
from tracker.remote.connection import Server
from tracker.remote.listening import follow
from tracker.remote.sending import checked_batch, with_rejected
from tracker.store.receipts import Once
from tracker.tracker import Tracker, read_decision

if TYPE_CHECKING:
    from tracker.query.ask import Plan

_Item = TypeVar("_Item")
_PAGE = "1000"
_INTERVALS = TypeAdapter(list[Interval])
_NAMES = TypeAdapter(list[str])
_RECALLED = TypeAdapter(list[Recalled])
_SIGHTING: TypeAdapter[Sighting | None] = TypeAdapter(Sighting | None)
_OF_A_STORE = frozenset({"_store", "_adopted", "_recent", "_ranks"})


class RemoteTracker(Tracker):
    """A tracker that a server holds. What needs the database itself (`replay`, `verify`, `sweep`, `digest`, ingest)
    raises TrackerError: it is done where the database is."""

    def __init__(self, server: Server) -> None:
        self._server = server

    @classmethod
    def connect(cls, url: str, token: str | None = None) -> Self:
        """The tracker behind this URL. Raises InvalidInput for what is none; that the server is there shows with the
        first call."""
        return cls(Server(url, token))

    def __getattr__(self, attribute: str) -> NoReturn:
        if attribute in _OF_A_STORE:
            raise TrackerError("this is not offered over HTTP: open the database itself")
        raise AttributeError(attribute)

    def close(self) -> None:
        self._server.close()

    def state(
        self,
        entity: str,
        attribute: str,
        at: Moment = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
        tz: str = "UTC",
    ) -> Whereabouts:
        query = {"at": _time(at, "at"), **_seen(known_at, viewer), "tz": name(tz, "tz")}
        asked = name(entity, "entity"), name(attribute, "attribute")
        path = ("where", asked[0]) if attribute == LOCATION else ("state", *asked)
        return Whereabouts.model_validate_json(self._server.get(*path, query=query).body)

    def last_seen(
        self, entity: str, before: Moment = None, known_at: Moment = None, *, viewer: Viewers = None
    ) -> Sighting | None:
        query = {"before": _time(before, "before"), **_seen(known_at, viewer)}
        return _SIGHTING.validate_json(self._server.get("last-seen", name(entity, "entity"), query=query).body)

    def history(
        self,
        entity: str,
        attribute: str = LOCATION,
        start: Moment = None,
        end: Moment = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Interval]:
        query = {"attribute": name(attribute, "attribute"), **_window(start, end), **_seen(known_at, viewer)}
        return _INTERVALS.validate_json(self._server.get("history", name(entity, "entity"), query=query).body)

    def events(
        self,
        entity_id: str | None = None,
        types: Sequence[str] | None = None,
        start: Moment = None,
        end: Moment = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> Iterator[Event]:
        query = {"entity_id": entity_id, "types": _types(types), **_window(start, end), **_seen(known_at, viewer)}
        pages = self._pages("events", query)
        first = next(pages)  # what is wrong with the question is said when it is asked
        return (Event.model_validate(row) for page in _again(first, pages) for row in page)

    def changes(
        self,
        start: Moment,
        end: Moment,
        attribute: str | None = None,
        entity_id: str | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Change]:
        query = {**_window(start, end), "attribute": attribute, "entity_id": entity_id, **_seen(known_at, viewer)}
        return self._listed("changes", query, Change)

    def held(
        self,
        entity: str,
        attribute: str,
        value: str,
        start: Moment,
        end: Moment,
        how: Literal["throughout", "overlaps"] = "throughout",
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> bool:
        query = {**_window(start, end), "how": how, **_seen(known_at, viewer)}
        path = ("held", name(entity, "entity"), name(attribute, "attribute"), name(value, "value"))
        return bool(orjson.loads(self._server.get(*path, query=query).body))

    def inside(
        self,
        container: str,
        at: Moment = None,
        known_at: Moment = None,
        *,
        relation: str | None = None,
        viewer: Viewers = None,
    ) -> list[str]:
        query = {"at": _time(at, "at"), "relation": relation, **_seen(known_at, viewer)}
        return _NAMES.validate_json(self._server.get("inside", name(container, "entity"), query=query).body)

    def count(
        self,
        entity: str,
        types: Sequence[str] | None = None,
        start: Moment = None,
        end: Moment = None,
        every: timedelta | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> Count:
        length = step(every, "every")
        steps = None if length is None else f"{length.total_seconds():.6f}"
        query = {"types": _types(types), **_window(start, end), "every": steps, **_seen(known_at, viewer)}
        return Count.model_validate_json(self._server.get("count", name(entity, "entity"), query=query).body)

    def ask(
        self,
        question: str | Plan | Mapping[str, Any],
        at: Moment = None,
        tz: str = "UTC",
        known_at: Moment = None,
        *,
        after: Reply | None = None,
        viewer: Viewers = None,
        second_opinion: bool = False,
    ) -> Reply:
        words = question if isinstance(question, (str, Mapping)) else question.model_dump(mode="json")
        asked = {
            "question": words,
            "at": _time(at, "at"),
            "tz": name(tz, "tz"),
            "after": None if after is None else after.model_dump(mode="json"),
            "second_opinion": second_opinion,
            **_seen(known_at, viewer),
        }
        return Reply.model_validate_json(self._server.post("ask", body=_json(asked)).body)

    def conflicts(
        self,
        status: Literal["open", "lapsed", "resolved"] | None = "open",
        entity: str | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Conflict]:
        query = {"status": "all" if status is None else status, "entity": entity, **_seen(known_at, viewer)}
        return self._listed("conflicts", query, Conflict)

    def entities(
        self,
        kind: str | None = None,
        within: str | None = None,
        name: str | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Entity]:
        wanted = {"kind": kind, "within": within, "name": name}
        for argument, value in wanted.items():
            if value is not None:
                text(value, argument)
        query = {**wanted, **_seen(known_at, viewer)}
        return self._listed("entities", query, Entity)

    def sources(self, known_at: Moment = None, *, viewer: Viewers = None) -> list[SourceState]:
        return self._listed("sources", _seen(known_at, viewer), SourceState)

    def follow(self, after: int = 0, *, viewer: Viewers = None, idle_s: float | None = None) -> Iterator[Followed]:
        if type(after) is not int or after < 0:
            raise InvalidInput("after: is not a position in the log")
        if idle_s is not None and not (isinstance(idle_s, (int, float)) and idle_s >= 0):
            raise InvalidInput("idle_s: is not a number of seconds")
        end = self.log_end(viewer=viewer).seq
        if after > end:
            raise InvalidInput(f"after: the log has no seq {after} yet")
        return follow(self._server, after, end, _seen(None, viewer), idle_s)

    def log_end(self, *, viewer: Viewers = None) -> LogEnd:
        given = self._server.get("events", query={"limit": "1", **_seen(None, viewer)})
        seq, _, views = given.etag.removeprefix('W/"').removesuffix('"').partition("-")
        return LogEnd(seq=int(seq), views=views)

    def append(
        self,
        events: Iterable[Sent] | Event | Mapping[str, Any],
        on_error: Literal["raise", "skip"] = "raise",
        *,
        expected_seq: int | None = None,
        once: Once | None = None,
    ) -> Receipt:
        batch, refused = checked_batch(events, on_error)
        if expected_seq is not None and not isinstance(expected_seq, int):
            raise InvalidInput("expected_seq: is not a whole number")
        query = {"on_error": on_error, "expected_seq": None if expected_seq is None else str(expected_seq)}
        body = b"[" + b",".join(event.model_dump_json().encode() for _, event in batch) + b"]"
        given = self._server.post("events", body=body, query=query, headers=_key(once)).body
        return with_rejected(Receipt.model_validate_json(given), batch, refused)

    def note(
        self,
        text: str,
        at: Moment = None,
        speaker: str | None = None,
        source: str = "text",
        source_key: str | None = None,
        *,
        tz: str = "UTC",
        viewer: Viewers = None,
        once: Once | None = None,
    ) -> Receipt:
        if viewer is not None:
            raise InvalidInput("viewer: over HTTP one notes as whoever holds the token")
        said = {
            "text": name(text, "text"),
            "at": _time(at, "at"),
            "speaker": speaker,
            "source": name(source, "source"),
            "source_key": source_key,
            "tz": name(tz, "tz"),
        }
        return Receipt.model_validate_json(self._server.post("note", body=_json(said), headers=_key(once)).body)

    def decide(
        self,
        decision: Decision | Mapping[str, Any],
        *,
        viewer: Viewers = None,
        expected_seq: int | None = None,
        once: Once | None = None,
    ) -> Receipt:
        if viewer is not None:
            raise InvalidInput("viewer: over HTTP one decides as whoever holds the token")
        made = read_decision(decision).model_dump_json().encode()
        headers = {**_key(once), **({} if expected_seq is None else {"If-Match": f'"{expected_seq}"'})}
        return Receipt.model_validate_json(self._server.post("decisions", body=made, headers=headers).body)

    def recall(
        self,
        query: str,
        as_of: Moment = None,
        overlaps: Moments = None,
        throughout: Moments = None,
        changed_in: Moments = None,
        before: Moment = None,
        after: Moment = None,
        known_at: Moment = None,
        entity: str | None = None,
        kind: str | None = None,
        source: str | None = None,
        place: str | None = None,
        k: int = 4,
        *,
        viewer: Viewers = None,
    ) -> list[Recalled]:
        windows = {"overlaps": overlaps, "throughout": throughout, "changed_in": changed_in}
        times = {"as_of": as_of, "before": before, "after": after}
        asked = {
            **{"query": text(query, "query"), "entity": entity, "kind": kind, "source": source, "place": place, "k": k},
            **{name: _time(given, name) for name, given in times.items()},
            **{name: None if given is None else [_time(one, name) for one in given] for name, given in windows.items()},
            **_seen(known_at, viewer),
        }
        return _RECALLED.validate_json(self._server.post("recall", body=_json(asked)).body)

    def context(
        self,
        question: str,
        now: Moment = None,
        tz: str | None = None,
        k: int = 6,
        budget: int | None = None,
        *,
        viewer: Viewers = None,
    ) -> Context:
        asked = {
            **{"question": text(question, "question"), "now": _time(now, "now"), "tz": tz, "k": k, "budget": budget},
            "viewer": _seen(None, viewer)["viewer"],
        }
        return Context.model_validate_json(self._server.post("context", body=_json(asked)).body)

    def _pages(self, path: str, query: Mapping[str, Any]) -> Iterator[list[Any]]:
        cursor: str | None = None
        while True:
            page = orjson.loads(self._server.get(path, query={**query, "limit": _PAGE, "cursor": cursor}).body)
            yield page["items"]
            cursor = page["next"]
            if cursor is None:
                return

    def _listed(self, path: str, query: Mapping[str, Any], kind: type[_Item]) -> list[_Item]:
        read: TypeAdapter[_Item] = TypeAdapter(kind)
        return [read.validate_python(row, strict=False) for page in self._pages(path, query) for row in page]


def _again(first: list[Any], rest: Iterator[list[Any]]) -> Iterator[list[Any]]:
    yield first
    yield from rest


def _time(value: Moment, argument: str) -> str | None:
    given = moment(value, argument)
    return None if given is None else from_us(given).isoformat()


def _window(start: Moment, end: Moment) -> dict[str, Any]:
    return {"start": _time(start, "start"), "end": _time(end, "end")}


def _seen(known_at: Moment, viewer: Viewers) -> dict[str, Any]:
    """As known when, and by whom. A reader with no label at all has the empty one, which nothing bears."""
    who = labels(viewer)
    return {"known_at": _time(known_at, "known_at"), "viewer": None if who is None else (sorted(who) or [""])}


def _types(types: Sequence[str] | None) -> list[str] | None:
    if isinstance(types, str):
        raise InvalidInput("types: give a list of event types, like ['seen']")
    return None if types is None else [name(one, "types") for one in types]


def _json(value: Any) -> bytes:
    try:
        return orjson.dumps(value)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"this cannot be sent: {error}") from None


def _key(once: Once | None) -> dict[str, str]:
    """Every write is sent under a key, so that it may be sent again when the connection is lost."""
    return {"Idempotency-Key": once.key if once is not None else str(uuid4())}
