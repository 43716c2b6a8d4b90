"""The review queue: one item with its evidence side by side, decisions, what they changed, and taking them back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from tracker.domain.answers import Conflict, Receipt
from tracker.domain.payloads import DECISION_TYPES, LOCATION
from tracker.errors import InvalidInput, Outdated
from tracker.review.queue import QueueStatus
from tracker.serve.access.principals import Role
from tracker.serve.http.desk import Desk
from tracker.serve.http.problems import not_found
from tracker.serve.web import visitor as visiting
from tracker.serve.web.cards import Behind, Names, behind
from tracker.serve.web.outcome import outcome
from tracker.serve.web.rendering import link, page
from tracker.serve.web.routes import pages, shown
from tracker.serve.web.visitor import Visitor

router = pages()
DECISIONS = tuple(sorted((DECISION_TYPES - {"redacted"}) | {"merged", "split", "corrected"}))
"""Those that can be taken back: what was erased is gone."""
STATUSES: dict[str, QueueStatus | None] = {"open": "open", "lapsed": "lapsed", "resolved": "resolved", "all": None}
KINDS = ("conflict", "candidate", "rule")
_LISTED, _REMEMBERED = 50, 8
_WRITTEN = ("value", "relation", "into", "new_entity", "reason")
Fields = dict[str, list[str]]


@router.get("/review")
async def review(
    request: Request,
    item: UUID | None = None,
    status: str = "open",
    entity: str = "",
    kind: str = "",
    source: str = "",
    decided: UUID | None = None,
) -> Response:
    wanted = {"status": status if status in STATUSES else "open", "entity": entity, "kind": kind, "source": source}
    return await shown(request, "review.html", lambda desk, who: _desk(desk, who, wanted, item, decided))


@router.post("/review")
async def decide(request: Request) -> Response:
    who, desk = await visiting.visitor(request, Role.review), Desk.of(request)
    fields = await visiting.form(request, who)
    made = _decision(fields) | {"by": "owner" if who.caller is None else who.caller.name}
    seen = visiting.first(fields, "seen")
    made_about, attribute = visiting.first(fields, "entity"), visiting.first(fields, "attribute") or LOCATION

    def write() -> Response:
        try:
            receipt = desk.tracker.decide(made, viewer=who.labels, expected_seq=int(seen) if seen.isdigit() else None)
        except Outdated:
            wanted = {"status": "all", "entity": "", "kind": "", "source": ""}
            newer = _desk(desk, who, wanted, _uuid(visiting.first(fields, "conflict")), None)
            about = desk.tracker.state(made_about, attribute, viewer=who.labels, tz=who.zone)
            return page(request, who, "review.html", newer | {"outdated": about}, 409)
        return _on(receipt)

    return await desk.ask(write)


@router.post("/review/undo")
async def undo(request: Request) -> Response:
    """Take a decision back, by another one."""
    who, desk = await visiting.visitor(request, Role.review), Desk.of(request)
    taken = _uuid(visiting.first(await visiting.form(request, who), "decision"))

    def write() -> Response:
        event = desk.tracker.event(taken, viewer=who.labels)
        if event is None or event.type not in DECISIONS:
            raise not_found()
        by = "owner" if who.caller is None else who.caller.name
        return _on(desk.tracker.decide({"action": "reject", "event_ids": (taken,), "by": by}, viewer=who.labels))

    return await desk.ask(write)


def _desk(desk: Desk, who: Visitor, wanted: dict[str, str], item: UUID | None, decided: UUID | None) -> dict[str, Any]:
    """What lies on the desk of who reviews."""
    t, viewer = desk.tracker, who.labels
    seen = t.log_end(viewer=viewer).seq  # before what is shown: what comes meanwhile makes a decision outdated
    found = t.conflicts(STATUSES[wanted["status"]], wanted["entity"] or None, viewer=viewer)
    queue = _by_cost(desk, who, [one for one in found if _fits(one, wanted)])
    if item is None:
        chosen = queue[0] if queue else None
    else:
        chosen = next((one for one in t.conflicts(None, viewer=viewer) if one.conflict_id == item), None)
    events = {} if chosen is None else {one.event.event_id: one for one in behind(desk, who, chosen.event_ids, 24)}
    place = next((n for n, one in enumerate(queue) if chosen and one.conflict_id == chosen.conflict_id), -1)
    past = list(t.events(types=DECISIONS, viewer=viewer))[-_REMEMBERED:]
    return {
        "item": chosen,
        "missing": item is not None and chosen is None,
        "sides": [] if chosen is None else _sides(chosen, events),
        "events": events,
        "queue": queue[:_LISTED],
        "count": len(queue),
        "following": queue[place + 1] if place + 1 < len(queue) else None,
        "lapsed": len(t.conflicts("lapsed", viewer=viewer)),
        "wanted": wanted,
        "statuses": tuple(STATUSES),
        "kinds": KINDS,
        "seen": seen,
        "outcome": None if decided is None else outcome(desk, who, decided),
        "past": list(reversed(past)),
        "called": Names.of(desk, who),
        "outdated": None,
    }


def _sides(item: Conflict, events: dict[UUID, Behind]) -> list[tuple[Any, Behind | None]]:
    return [(side, events.get(side.event_id)) for side in item.candidates]


def _by_cost(desk: Desk, who: Visitor, items: list[Conflict]) -> list[Conflict]:
    """First what is so now and what holds most other things; then the oldest."""

    def cost(item: Conflict) -> tuple[Any, ...]:
        held = len(desk.tracker.inside(item.entity_id, viewer=who.labels)) if item.kind == "conflict" else 0
        return item.status != "open", item.kind != "conflict", item.end is not None, -held, item.start, item.conflict_id

    return sorted(items, key=cost)


def _fits(item: Conflict, wanted: dict[str, str]) -> bool:
    sources = {side.source for side in item.candidates}
    return wanted["kind"] in ("", item.kind) and (not wanted["source"] or wanted["source"] in sources)


def _decision(fields: Fields) -> dict[str, Any]:
    """The decision that a form asks for."""
    what, _, side = visiting.first(fields, "do").partition(":")
    about, conflict = visiting.first(fields, "entity"), visiting.first(fields, "conflict")
    given = {name: visiting.first(fields, name) or None for name in _WRITTEN}
    settled = {"action": "resolve", "conflict_id": conflict, "reason": given["reason"]}
    match what:
        case "keep" | "drop":
            return settled | {what: (side,)}
        case "neither":
            return settled | {"drop": fields.get("side", ())}
        case "accept" | "reject":
            return {"action": what, "event_ids": fields.get("event", ()), "reason": given["reason"]}
        case "correct":
            attribute = visiting.first(fields, "attribute")
            return {"action": what, "entity_id": about, "attribute": attribute} | _of(given, "value", "relation")
        case "split":
            return {"action": what, "entity_id": about, "event_ids": fields.get("part", ())} | _of(given, "new_entity")
        case "merge":
            return {"action": what, "entity_id": about} | _of(given, "into")
    raise InvalidInput("do: is no decision")


def _of(given: dict[str, str | None], *names: str) -> dict[str, str | None]:
    return {name: given[name] for name in names}


def _on(receipt: Receipt) -> Response:
    return RedirectResponse(link("/review", decided=receipt.event_ids[0]), 303)


def _uuid(written: str) -> UUID:
    try:
        return UUID(written)
    except ValueError:
        raise not_found() from None
