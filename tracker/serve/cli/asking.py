"""Asking for one fact: where, last-seen, state, and any question in words."""

from __future__ import annotations

from typing import Annotated

import typer

from tracker.domain.payloads import LOCATION
from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.evidence import events_behind, say_events, say_sighting, say_whereabouts
from tracker.serve.cli.options import ASKING, At, Entity, Json, KnownAt, Tz, Viewer
from tracker.serve.cli.printing import print_json, say
from tracker.serve.cli.session import Session

NO = 1
NO_IN_WORDS = "no"


def register(app: typer.Typer) -> None:
    app.command("where", rich_help_panel=ASKING)(where)
    app.command("last-seen", rich_help_panel=ASKING)(last_seen)
    app.command("state", rich_help_panel=ASKING)(state)
    app.command("ask", rich_help_panel=ASKING)(ask)


def where(
    context: typer.Context,
    entity: Entity,
    at: At = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """Where something is, or was: its place, and what that place is in."""
    state(context, entity, LOCATION, at, known_at, viewer, tz, as_json)


def state(
    context: typer.Context,
    entity: Entity,
    attribute: str = typer.Argument(help="For example openness, power, content.", show_default=False),
    at: At = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """The value of any attribute: is the door open, is the lamp on."""
    clock = Clock(tz)
    moments = clock.read(at, "--at"), clock.read(known_at, "--known-at")
    with Session.of(context).open_existing() as tracker:
        found = tracker.state(entity, attribute, *moments, viewer=viewer)
        if as_json:
            print_json(found)
        else:
            say_whereabouts(tracker, found, clock, viewer)


def last_seen(
    context: typer.Context,
    entity: Entity,
    before: At = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """The newest sighting of something, whatever happened since."""
    clock = Clock(tz)
    moments = clock.read(before, "--at"), clock.read(known_at, "--known-at")
    with Session.of(context).open_existing() as tracker:
        found = tracker.last_seen(entity, *moments, viewer=viewer)
        if as_json:
            print_json(found)
        elif found is None:
            say(f"{entity}: never seen")
        else:
            say_sighting(tracker, found, clock, viewer)


def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="In English or Chinese, in quotes.", show_default=False)],
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it is asked. Default: now.")] = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    second_opinion: Annotated[
        bool, typer.Option("--second-opinion", help="Say how a time was taken that a library reads otherwise.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Any question about where, when, what changed, how often. The exit code is 1 for no, and for not understood."""
    clock = Clock(tz)
    moments = clock.read(at, "--at"), tz or "UTC", clock.read(known_at, "--known-at")
    with Session.of(context).open_existing() as tracker:
        reply = tracker.ask(question, *moments, viewer=viewer, second_opinion=second_opinion)
        if as_json:
            print_json(reply)
        else:
            say(reply.text)
            say_events(events_behind(tracker, reply.event_ids, viewer), clock)
    if not reply.understood or reply.values == (NO_IN_WORDS,):
        raise typer.Exit(NO)
