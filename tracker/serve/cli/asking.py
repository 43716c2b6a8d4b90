"""Asking for one fact: where, last-seen, state, and any question in words."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated

import typer

from tracker.domain.answers import Reply
from tracker.domain.payloads import LOCATION
from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.evidence import events_behind, say_events, say_nearest, say_sighting, say_whereabouts
from tracker.serve.cli.options import ASKING, At, AttributeName, Entity, Json, KnownAt, Tz, Viewer
from tracker.serve.cli.printing import print_json, print_json_array, say
from tracker.serve.cli.questions import UNDERSTOOD
from tracker.serve.cli.session import Session
from tracker.tracker import Tracker

NO = 1
NO_IN_WORDS = "no"
_MOST_EVIDENCE = 12
Moments = tuple[datetime | None, str, datetime | None]
"""When it is asked, in which zone, and as known when."""


def register(app: typer.Typer) -> None:
    app.command("where", rich_help_panel=ASKING)(where)
    app.command("last-seen", rich_help_panel=ASKING)(last_seen)
    app.command("state", rich_help_panel=ASKING)(state)
    app.command("ask", help=UNDERSTOOD, rich_help_panel=ASKING)(ask)


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
    attribute: AttributeName,
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
        found = tracker.state(entity, attribute, *moments, viewer=viewer, tz=tz or "UTC")
        if as_json:
            print_json(found)
        else:
            say_whereabouts(tracker, found, clock, viewer)
            if found.status == "never_seen":
                say_nearest(tracker, entity, moments[1], viewer)


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
            say_nearest(tracker, entity, moments[1], viewer)
        else:
            say_sighting(tracker, found, clock, viewer)
            then = tracker.where(entity, *moments, viewer=viewer, tz=tz or "UTC")
            if then.status == "conflict":
                say(f"  {then.text}")


def ask(
    context: typer.Context,
    questions: Annotated[
        list[str],
        typer.Argument(
            metavar="QUESTION...", help="Each in quotes; - reads lines from standard input.", show_default=False
        ),
    ],
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it is asked. Default: now.")] = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    second_opinion: Annotated[
        bool, typer.Option("--second-opinion", help="Say how a time was taken that a library reads otherwise.")
    ] = False,
    as_json: Json = False,
) -> None:
    clock = Clock(tz)
    moments = clock.read(at, "--at"), tz or "UTC", clock.read(known_at, "--known-at")
    asked = _as_asked(questions)
    with Session.of(context).open_existing() as tracker:
        talk = Talk(tracker, moments, viewer, second_opinion=second_opinion)
        if asked is None or len(asked) > 1:
            lines = map(str.strip, sys.stdin) if asked is None else iter(asked)
            replies = talk.replies(line for line in lines if line)
            if as_json:
                print_json_array(replies)
            for reply in () if as_json else replies:
                say(f"> {reply.question}")
                _say_reply(tracker, reply, clock, viewer)
        elif as_json:
            print_json(next(talk.replies(asked)))
        else:
            _say_reply(tracker, next(talk.replies(asked)), clock, viewer)
    if talk.last is not None and (not talk.last.understood or talk.last.values == (NO_IN_WORDS,)):
        raise typer.Exit(NO)


def _as_asked(questions: list[str]) -> list[str] | None:
    """The questions; None for those of standard input. Bare words are one question that the shell took apart."""
    if questions == ["-"]:
        return None
    words = [one for one in questions if one.isascii() and " " not in one.strip()]
    return [" ".join(questions)] if len(questions) > 1 and len(words) == len(questions) else questions


class Talk:
    """Questions one after another, each asked in the context of the last one that was understood."""

    def __init__(self, tracker: Tracker, moments: Moments, viewer: list[str] | None, *, second_opinion: bool) -> None:
        self._tracker, self._moments, self._viewer = tracker, moments, viewer
        self._second_opinion = second_opinion
        self.last: Reply | None = None

    def replies(self, questions: Iterable[str]) -> Iterator[Reply]:
        before: Reply | None = None
        for question in questions:
            self.last = reply = self._tracker.ask(
                question, *self._moments, after=before, viewer=self._viewer, second_opinion=self._second_opinion
            )
            before = reply if reply.understood else before
            yield reply


def _say_reply(tracker: Tracker, reply: Reply, clock: Clock, viewer: list[str] | None) -> None:
    say(reply.text if reply.understood else f"{reply.text} (`tracker ask --help` lists all forms.)")
    behind = events_behind(tracker, reply.event_ids, viewer)
    say_events(behind[:_MOST_EVIDENCE], clock)
    if len(behind) > _MOST_EVIDENCE:
        say(f"  … and {len(behind) - _MOST_EVIDENCE} more: --json shows all")
