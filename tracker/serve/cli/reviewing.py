"""Reviewing: the queue, and the decisions that settle it. Each decision is one event."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

import typer

from tracker.domain.answers import Conflict, Receipt
from tracker.domain.payloads import DECISION_TYPES, LOCATION
from tracker.errors import InvalidInput, UnknownReference
from tracker.review.queue import QueueStatus
from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.evidence import events_behind, say_events
from tracker.serve.cli.options import (
    REVIEWING,
    Attribute,
    By,
    Entity,
    EventIds,
    Json,
    KnownAt,
    OnlyEntity,
    Reason,
    RelatedBy,
    Tz,
    Viewer,
)
from tracker.serve.cli.printing import print_json, say
from tracker.serve.cli.session import Session
from tracker.tracker import Tracker

DECISIONS = DECISION_TYPES | {"merged", "split", "corrected"}
_BEGINNING = re.compile(r"[0-9a-fA-F][0-9a-fA-F-]{3,35}")
"""Four characters at least: fewer are a slip rather than an id."""

review = typer.Typer(help="Settle what the queue holds; every decision is an event.", no_args_is_help=True)


class Status(StrEnum):
    open = "open"
    lapsed = "lapsed"
    resolved = "resolved"
    all = "all"

    @property
    def wanted(self) -> QueueStatus | None:
        """As the API takes it: None for all."""
        match self:
            case Status.open:
                return "open"
            case Status.lapsed:
                return "lapsed"
            case Status.resolved:
                return "resolved"
        return None


def register(app: typer.Typer) -> None:
    app.command("conflicts", rich_help_panel=REVIEWING)(conflicts)
    for name, command in (
        ("accept", accept), ("reject", reject), ("resolve", resolve), ("merge", merge), ("split", split),
        ("correct", correct), ("undo", undo),
    ):  # fmt: skip
        review.command(name)(command)
    app.add_typer(review, name="review", rich_help_panel=REVIEWING)


def conflicts(
    context: typer.Context,
    status: Annotated[Status, typer.Option("--status", help="Which items.")] = Status.open,
    entity: OnlyEntity = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """The review queue: sources that disagree, and events too weak to count."""
    clock = Clock(tz)
    known = clock.read(known_at, "--known-at")
    with Session.of(context).open_existing() as tracker:
        found = tracker.conflicts(status.wanted, entity, known, viewer=viewer)
        if as_json:
            print_json(found)
            return
        for item in found:
            _say_item(tracker, item, clock, viewer)
        if not found:
            say("nothing to review" if status is Status.open else "nothing")
        if status is Status.open:
            _say_lapsed(sum(one.undecided for one in tracker.conflicts("lapsed", entity, known, viewer=viewer)))


def _say_lapsed(count: int) -> None:
    """That so many conflicts went by undecided, and how to see them."""
    if count:
        which = "one conflict" if count == 1 else f"{count} conflicts"
        say(f"{which} lapsed before anybody decided: tracker conflicts --status lapsed")


def _say_item(tracker: Tracker, item: Conflict, clock: Clock, viewer: list[str] | None) -> None:
    say(f"{item.conflict_id}  {item.kind}, {item.status}, {clock.show(item.start)} – {clock.show(item.end)}")
    say(f"  {item.text}")
    for event in events_behind(tracker, item.event_ids, viewer):
        say(f"  event {event.event_id}")
        say_events([event], clock)


def accept(context: typer.Context, events: EventIds, by: By, reason: Reason = None, as_json: Json = False) -> None:
    """Let events count that were too weak to."""
    with Session.of(context).open_existing() as tracker:
        ids = tuple(_event_id(tracker, text) for text in events)
        _say_decided(
            tracker, tracker.decide({"action": "accept", "event_ids": ids, "by": by, "reason": reason}), as_json
        )


def reject(context: typer.Context, events: EventIds, by: By, reason: Reason = None, as_json: Json = False) -> None:
    """Let events count no longer; they stay in the log."""
    with Session.of(context).open_existing() as tracker:
        ids = tuple(_event_id(tracker, text) for text in events)
        _say_decided(
            tracker, tracker.decide({"action": "reject", "event_ids": ids, "by": by, "reason": reason}), as_json
        )


def resolve(
    context: typer.Context,
    conflict: Annotated[str, typer.Argument(help="The conflict's id, or its unmistakable beginning.")],
    by: By,
    keep: Annotated[
        list[str] | None,
        typer.Option("--keep", metavar="SIDE", help="What is right: a value or an event id; repeatable."),
    ] = None,
    drop: Annotated[
        list[str] | None,
        typer.Option("--drop", metavar="SIDE", help="What is wrong: a value or an event id; repeatable."),
    ] = None,
    reason: Reason = None,
    as_json: Json = False,
) -> None:
    """Settle a conflict. With --keep all other sides are dropped, with --drop alone the others stay."""
    with Session.of(context).open_existing() as tracker:
        item = _one_item(tracker.conflicts(None), conflict)
        decision = {
            "action": "resolve", "by": by, "reason": reason, "conflict_id": item.conflict_id,
            "keep": _sides(tracker, item, keep, "--keep"), "drop": _sides(tracker, item, drop, "--drop"),
        }  # fmt: skip
        _say_decided(tracker, tracker.decide(decision), as_json)


def merge(
    context: typer.Context,
    entity: Entity,
    into: Annotated[str, typer.Argument(help="The entity it turned out to be.", show_default=False)],
    by: By,
    as_json: Json = False,
) -> None:
    """Say that two entities are one."""
    _decide(context, as_json, action="merge", entity_id=entity, into=into, by=by)


def split(
    context: typer.Context,
    entity: Entity,
    new_entity: Annotated[str, typer.Argument(help="Id of the other entity.", show_default=False)],
    events: EventIds,
    by: By,
    as_json: Json = False,
) -> None:
    """Say that some events are about another entity."""
    with Session.of(context).open_existing() as tracker:
        ids = _ids(events, {event.event_id for event in tracker.events(entity)})
        decision = {"action": "split", "entity_id": entity, "new_entity": new_entity, "event_ids": ids, "by": by}
        _say_decided(tracker, tracker.decide(decision), as_json)


def correct(
    context: typer.Context,
    entity: Entity,
    value: Annotated[str, typer.Argument(help="What is right.", show_default=False)],
    by: By,
    attribute: Attribute = LOCATION,
    relation: RelatedBy = None,
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="From when on. Default: now.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="TIME", help="Until when it was so.")] = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """Say what is or was right. Outranks every earlier claim that was not a person's."""
    clock = Clock(tz)
    _decide(
        context, as_json, action="correct", entity_id=entity, value=value, by=by, attribute=attribute,
        relation=relation.value if relation else None, at=clock.read(at, "--at"), until=clock.read(until, "--until"),
    )  # fmt: skip


def undo(
    context: typer.Context,
    decision: Annotated[
        str, typer.Argument(help="The event id of the decision, or its unmistakable beginning.", show_default=False)
    ],
    by: By,
    reason: Reason = None,
    as_json: Json = False,
) -> None:
    """Take a decision back; undoing that decision makes it count again."""
    with Session.of(context).open_existing() as tracker:
        taken_back = _event_id(tracker, decision)
        for event in events_behind(tracker, [taken_back], None):
            if event.type not in DECISIONS:
                raise InvalidInput(f"event {taken_back} is no decision but {event.type}: `tracker review reject` it")
        _say_decided(
            tracker,
            tracker.decide({"action": "reject", "event_ids": (taken_back,), "by": by, "reason": reason}),
            as_json,
        )


def _decide(context: typer.Context, as_json: bool, **decision: Any) -> None:
    with Session.of(context).open_existing() as tracker:
        _say_decided(tracker, tracker.decide(decision), as_json)


def _say_decided(tracker: Tracker, receipt: Receipt, as_json: bool) -> None:
    if as_json:
        print_json(receipt)
        return
    say(f"decided; the log is at {receipt.last_seq}")
    for event in events_behind(tracker, receipt.event_ids, None):
        say(f"  event {event.event_id}: {event.type}, by {event.source}, about {event.entity_id}")
        say(f"  to take it back: tracker review undo {event.event_id}")


def _event_id(tracker: Tracker, text: str) -> UUID:
    """The whole id, or the one in the queue that begins so; where none there does, the one in the log."""
    queued = {event_id for item in tracker.conflicts(None) for event_id in item.event_ids}
    begins_so = _BEGINNING.fullmatch(text) and not any(str(one).startswith(text.lower()) for one in queued)
    return _id(text, "event", set(tracker.ids_beginning(text)) if begins_so else queued)


def _ids(given: list[str], among: set[UUID]) -> tuple[UUID, ...]:
    return tuple(_id(text, "event", among) for text in given)


def _id(text: str, what: str, among: set[UUID]) -> UUID:
    """The whole id, or the one of `among` that begins so."""
    try:
        return UUID(text)
    except ValueError:
        pass
    if not _BEGINNING.fullmatch(text):
        raise InvalidInput(f"{what}: {text[:60]!r} is not an id like 0190b4b6-7c1e-7000-8000-000000000000")
    found = sorted(str(one) for one in among if str(one).startswith(text.lower()))
    if not found:
        raise UnknownReference(
            f"{what} {text!r} does not exist here; `tracker conflicts` and `tracker events` list ids"
        )
    if len(found) > 1:
        raise InvalidInput(f"{what} {text!r} may be any of: {', '.join(found)}")
    return UUID(found[0])


def _one_item(items: list[Conflict], name: str) -> Conflict:
    found = [item for item in items if str(item.conflict_id).startswith(name.lower())]
    if not found:
        raise UnknownReference(f"conflict {name[:60]!r} does not exist; `tracker conflicts` lists them")
    if len(found) > 1:
        raise InvalidInput(f"conflict {name!r} may be any of: {', '.join(str(item.conflict_id) for item in found)}")
    return found[0]


def _sides(tracker: Tracker, item: Conflict, given: list[str] | None, option: str) -> tuple[UUID, ...]:
    """The event ids of the candidates that have these values, by id or by a registered name, or the ids that are
    given."""
    ids: list[UUID] = []
    for text in given or ():
        meant = {text, *tracker.resolve(text)}
        named = [side.event_id for side in item.candidates if side.value in meant and not side.denied]
        if not named and not any(character == "-" for character in text):
            values = ", ".join(side.value for side in item.candidates)
            raise InvalidInput(f"{option}: {text[:60]!r} is none of its sides ({values}) and no event id")
        ids += named or [_id(text, option, {side.event_id for side in item.candidates})]
    return tuple(ids)
