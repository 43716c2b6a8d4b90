"""Things and places: now and last seen for all; how one came to be where it is; what is here now."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import orjson
from fastapi import Request
from starlette.responses import Response

from tracker.domain.answers import Entity, Interval
from tracker.domain.payloads import LOCATION
from tracker.errors import InvalidInput
from tracker.serve.http.desk import Desk
from tracker.serve.web.cards import Names, behind
from tracker.serve.web.routes import pages, shown
from tracker.serve.web.visitor import Visitor

router = pages()
PLACES = ("room", "place", "building", "floor", "furniture", "container")
_PAGE = 60
_EVENTS = 30


@router.get("/things")
async def things(request: Request, name: str = "", kind: str = "", page: int = 1) -> Response:
    def look(desk: Desk, who: Visitor) -> dict[str, Any]:
        there = [one for one in desk.tracker.entities(viewer=who.labels) if one.merged_into is None]
        kinds = sorted({one.kind for one in there if one.kind})
        found = [one for one in there if _named(one, name) and kind in ("", one.kind)]
        first = max(0, page - 1) * _PAGE
        rows = [(one, desk.tracker.where(one.id, viewer=who.labels)) for one in found[first : first + _PAGE]]
        return {
            "rows": rows,
            "count": len(found),
            "kinds": kinds,
            "name": name,
            "kind": kind,
            "page": page,
            "more": first + _PAGE < len(found),
            "called": Names.of(desk, who),
        }

    return await shown(request, "things.html", look)


@router.get("/thing")
async def thing(request: Request, id: str, attribute: str = LOCATION, known_at: str = "") -> Response:
    def look(desk: Desk, who: Visitor) -> dict[str, Any]:
        t, viewer, known = desk.tracker, who.labels, local_time(who, known_at, "known_at")
        now = t.state(id, attribute, None, known, viewer=viewer, tz=who.zone)
        entity = now.entity_id
        past = t.history(entity, attribute, known_at=known, viewer=viewer)
        events = list(t.events(entity, known_at=known, viewer=viewer))
        learned = sorted({one.observed_at for one in t.events(entity, viewer=viewer) if one.observed_at})
        called = Names.of(desk, who)
        claims = (getattr(one.payload, "claim", None) for one in events)
        attributes = {LOCATION, attribute, *(claim.attribute for claim in claims if claim is not None)}
        return {
            "now": now,
            "entity": entity,
            "attribute": attribute,
            "attributes": sorted(attributes),
            "known": known,
            "learned": orjson.dumps([_field(who, one) for one in learned]).decode(),
            "steps": len(learned),
            "past": list(reversed(past)),
            "spans": orjson.dumps([_span(one, called) for one in past]).decode(),
            "behind": behind(desk, who, now.event_ids),
            "events": list(reversed(events))[:_EVENTS],
            "all_events": len(events),
            "inside": t.inside(entity, None, known, viewer=viewer),
            "called": called,
        }

    return await shown(request, "thing.html", look)


@router.get("/places")
async def places(request: Request) -> Response:
    def look(desk: Desk, who: Visitor) -> dict[str, Any]:
        t, viewer = desk.tracker, who.labels
        there = [one for one in t.entities(viewer=viewer) if one.merged_into is None]
        within = {one.within for one in there if one.within}
        here = {one.id: t.inside(one.id, viewer=viewer) for one in there if one.kind in PLACES or one.id in within}
        found = [(one, here[one.id]) for one in there if one.id in here]
        top = [row for row in found if row[0].within not in here]
        below: dict[str, list[tuple[Entity, list[str]]]] = {}
        for row in found:
            below.setdefault(row[0].within or "", []).append(row)
        return {"top": top, "below": below, "places": set(here), "called": Names.of(desk, who)}

    return await shown(request, "places.html", look)


@router.get("/sources")
async def sources(request: Request) -> Response:
    def look(desk: Desk, who: Visitor) -> dict[str, Any]:
        return {"sources": desk.tracker.sources(viewer=who.labels)}

    return await shown(request, "sources.html", look)


def local_time(who: Visitor, written: str, field: str) -> datetime | None:
    """A time from a form, which is in the visitor's zone unless it says otherwise; None when nothing is written."""
    if not written:
        return None
    try:
        read = datetime.fromisoformat(written)
    except ValueError:
        raise InvalidInput(f"{field}: {written[:40]!r} is not a time like 2026-03-02T14:40") from None
    return read if read.tzinfo else read.replace(tzinfo=who.clock())


def _named(entity: Entity, wanted: str) -> bool:
    sought = wanted.strip().casefold()
    return any(sought in name.casefold() for name in (entity.id, entity.id.replace("_", " "), *entity.names))


def _field(who: Visitor, moment: datetime) -> str:
    # Rounded up: what was learned within the second is known by then.
    return moment.astimezone(who.clock()).strftime("%Y-%m-%dT%H:%M:%S.%f")


def _span(interval: Interval, called: Names) -> dict[str, Any]:
    """An interval as the timeline draws it."""
    if interval.status == "conflict":
        text = " / ".join(dict.fromkeys(called(side.value) for side in interval.candidates))
    else:
        text = "?" if interval.value is None else called(interval.value)
    bounds = interval.change_bounds
    return {
        "start": interval.start.isoformat(),
        "end": None if interval.end is None else interval.end.isoformat(),
        "text": text,
        "status": interval.status,
        "bounds": None if bounds is None else [one.isoformat() for one in bounds],
        "faded": [[one.isoformat(), None if end is None else end.isoformat()] for one, end in interval.faded],
    }
