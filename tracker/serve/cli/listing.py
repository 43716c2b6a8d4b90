"""What there is: entities, sources, and the log as it grows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from tracker.domain.answers import Entity
from tracker.errors import AmbiguousName
from tracker.overview import Followed
from tracker.serve.cli.clocks import Clock, lasting
from tracker.serve.cli.evidence import in_short, say_nearest
from tracker.serve.cli.options import ASKING, Json, KnownAt, Tz, Viewer
from tracker.serve.cli.options import Entity as EntityName
from tracker.serve.cli.printing import print_json, print_json_array, print_table, say
from tracker.serve.cli.session import Session
from tracker.serve.cli.words import what_it_says
from tracker.tracker import Tracker

NO, INTERRUPTED = 1, 130

entity = typer.Typer(no_args_is_help=True, help="What there is: things, places and people.")


def register(app: typer.Typer) -> None:
    entity.command("list")(list_entities)
    entity.command("show")(show_entity)
    app.add_typer(entity, name="entity", rich_help_panel=ASKING)
    app.command("sources", rich_help_panel=ASKING)(sources)
    app.command("tail", rich_help_panel=ASKING)(tail)


def list_entities(
    context: typer.Context,
    kind: Annotated[str | None, typer.Option("--kind", help="Only what was registered as this kind.")] = None,
    within: Annotated[
        str | None, typer.Option("--within", metavar="PLACE", help="Only what was registered within this place.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Only what this name or id may mean.")] = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """Everything that events tell of, by id: kind, names, and when it was first and last told of."""
    clock = Clock(tz)
    with Session.of(context).open_existing() as tracker:
        found = tracker.entities(kind, within, name, clock.read(known_at, "--known-at"), viewer=viewer)
    if as_json:
        print_json(found)
        return
    print_table(
        ("id", "kind", "names", "within", "first", "last", "events"),
        [
            (one.id, one.kind or "", _called(one), one.within or "", clock.show(one.first), clock.show(one.last),
             str(one.events))
            for one in found
        ],
    )  # fmt: skip
    if not found:
        say("nothing that is known")


def _called(one: Entity) -> str:
    merged = [f"now {one.merged_into}"] if one.merged_into is not None else []
    return ", ".join([*merged, *one.names])


def show_entity(
    context: typer.Context,
    entity: EntityName,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """One of them. The exit code is 1 when no event tells of it."""
    clock = Clock(tz)
    known = clock.read(known_at, "--known-at")
    with Session.of(context).open_existing() as tracker:
        found = _the_one(tracker.entities(name=entity, known_at=known, viewer=viewer), entity)
        if as_json:
            print_json(found)
        elif found is not None:
            _say_entity(found, clock)
        else:
            say(f"{entity}: never reported")
            say_nearest(tracker, entity, known, viewer)
    if found is None:
        raise typer.Exit(NO)


def _the_one(found: list[Entity], named: str) -> Entity | None:
    """That with just this id, else the only one that the name may mean."""
    exact = [one for one in found if one.id == named] or [one for one in found if one.merged_into is None]
    if len(exact) > 1:
        raise AmbiguousName(f"{named!r} may be any of: {', '.join(one.id for one in exact)}")
    return exact[0] if exact else None


def _say_entity(one: Entity, clock: Clock) -> None:
    say(one.id + (f": {one.kind}" if one.kind else ""))
    for label, told in (
        ("names", ", ".join(one.names)),
        ("within", one.within),
        ("merged into", one.merged_into),
        ("events", f"{one.events}, from {clock.show(one.first)} to {clock.show(one.last)}"),
    ):
        if told:
            say(f"  {label}: {told}")


def sources(
    context: typer.Context,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """Who reported: how many events, from when to when, whether it is online, how far behind it told of them."""
    clock = Clock(tz)
    with Session.of(context).open_existing() as tracker:
        found = tracker.sources(clock.read(known_at, "--known-at"), viewer=viewer)
    if as_json:
        print_json(found)
        return
    states = {None: "", True: "online", False: "offline"}
    print_table(
        ("source", "events", "first", "last", "state", "behind"),
        [
            (one.source, str(one.events), clock.show(one.first), clock.show(one.last), states[one.online],
             lasting(max(one.lag, 0.0)))
            for one in found
        ],
    )  # fmt: skip
    if not found:
        say("nobody has reported anything")


def tail(
    context: typer.Context,
    after: Annotated[
        int | None, typer.Option("--after", metavar="SEQ", min=0, help="From this position in the log on.")
    ] = None,
    lines: Annotated[
        int, typer.Option("--lines", "-n", min=0, help="Without --after: begin so many events back.")
    ] = 10,
    once: Annotated[bool, typer.Option("--once", help="Stop at the end of the log.")] = False,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """Each event as it comes into the log, with what it changed; ends with Ctrl-C."""
    clock = Clock(tz)
    with Session.of(context).open_existing() as tracker:
        start = max(0, tracker.log_end(viewer=viewer).seq - lines) if after is None else after
        coming = _Coming(tracker, start, viewer, once=once)
        if as_json:
            print_json_array(_plain(one) for one in coming)
        else:
            for one in coming:
                _say_followed(one, clock)
    if coming.interrupted:
        raise typer.Exit(INTERRUPTED)


class _Coming:
    """What comes, each shown before the next is waited for; an interrupt ends it, so that a JSON document does too."""

    def __init__(self, tracker: Tracker, after: int, viewer: list[str] | None, *, once: bool) -> None:
        self._found = tracker.follow(after, viewer=viewer, idle_s=0 if once else None)
        self.interrupted = False

    def __iter__(self) -> Iterator[Followed]:
        try:
            for one in self._found:
                yield one
                sys.stdout.flush()
        except KeyboardInterrupt:
            self.interrupted = True


def _plain(one: Followed) -> dict[str, Any]:
    return {
        "seq": one.seq,
        "event": one.event.model_dump(mode="json"),
        "changes": [change.model_dump(mode="json") for change in one.changes],
    }


def _say_followed(one: Followed, clock: Clock) -> None:
    event = one.event
    when = clock.show_span(event.occurred_at, event.occurred_until)
    say(f"{one.seq}  {when}  {event.entity_id}: {what_it_says(event)}  {in_short(event)}")
    for change in one.changes:
        about = change.entity_id if change.attribute == "location" else f"{change.entity_id} {change.attribute}"
        say(f"  {about}: {change.before or 'unknown'} → {change.after or change.status}")
