"""Recalling on the command line: what was said, planned and written, and a context for a language model."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from tracker.domain.memories import Recalled
from tracker.errors import InvalidInput
from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.options import ASKING, Json, KnownAt, OnlyEntity, Tz, Viewer
from tracker.serve.cli.printing import print_json, say
from tracker.serve.cli.session import Session


class Kind(StrEnum):
    utterance = "utterance"
    note = "note"
    plan = "plan"
    document = "document"


_WINDOW = "START/END"
Window = tuple[datetime | None, datetime | None]


def register(app: typer.Typer) -> None:
    app.command("recall", rich_help_panel=ASKING)(recall)
    app.command("context", rich_help_panel=ASKING)(context_)


def recall(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What to recall, in quotes.", show_default=False)],
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="TIME", help="Only what holds then.")] = None,
    overlaps: Annotated[
        str | None, typer.Option("--overlaps", metavar=_WINDOW, help="Only what holds at some time in it.")
    ] = None,
    throughout: Annotated[
        str | None, typer.Option("--throughout", metavar=_WINDOW, help="Only what holds throughout it.")
    ] = None,
    changed_in: Annotated[
        str | None, typer.Option("--changed-in", metavar=_WINDOW, help="Only what began, ended or was decided in it.")
    ] = None,
    before: Annotated[str | None, typer.Option("--before", metavar="TIME", help="Only what began before.")] = None,
    after: Annotated[str | None, typer.Option("--after", metavar="TIME", help="Only what began then or after.")] = None,
    known_at: KnownAt = None,
    entity: OnlyEntity = None,
    kind: Annotated[Kind | None, typer.Option("--kind", help="Only memories of this kind.")] = None,
    source: Annotated[
        str | None, typer.Option("--source", metavar="NAME", help="Only what it reported; `camera`: any camera.")
    ] = None,
    place: Annotated[
        str | None, typer.Option("--place", metavar="ENTITY", help="Only what tells of this place, or one within it.")
    ] = None,
    k: Annotated[int, typer.Option("--k", metavar="N", min=1, help="How many.")] = 4,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """What was said, planned or written: by exact time first, then by likeness to the query."""
    clock = Clock(tz)
    with Session.of(context).open_existing() as tracker:
        found = tracker.recall(
            query,
            as_of=clock.read(as_of, "--as-of"),
            overlaps=_window(clock, overlaps, "--overlaps"),
            throughout=_window(clock, throughout, "--throughout"),
            changed_in=_window(clock, changed_in, "--changed-in"),
            before=clock.read(before, "--before"),
            after=clock.read(after, "--after"),
            known_at=clock.read(known_at, "--known-at"),
            entity=entity,
            kind=None if kind is None else kind.value,
            source=source,
            place=place,
            k=k,
            viewer=viewer,
        )
    if as_json:
        print_json(found)
        return
    for one in found:
        _say_recalled(one, clock)
    if not found:
        say("nothing is remembered of that time and kind")


def context_(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="What is to be answered, in quotes.", show_default=False)],
    now: Annotated[str | None, typer.Option("--now", metavar="TIME", help="The time it is. Default: now.")] = None,
    k: Annotated[int, typer.Option("--k", metavar="N", min=1, help="How many memories at most.")] = 6,
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="TOKENS", min=1, help="About how long it may be.")
    ] = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """A block for the prompt of a language model: the time, what is known now, and dated memories."""
    with Session.of(context).open_existing() as tracker:
        found = tracker.context(question, Clock(tz).read(now, "--now"), tz, k, budget, viewer=viewer)
    if as_json:
        print_json(found)
        return
    for line in found.text.splitlines():
        say(line)


def _window(clock: Clock, given: str | None, option: str) -> Window | None:
    if given is None:
        return None
    start, slash, end = given.partition("/")
    if not slash:
        raise InvalidInput(f"{option}: {given[:60]!r} is not START/END")
    return clock.read(start, option), clock.read(end, option)


def _say_recalled(one: Recalled, clock: Clock) -> None:
    due = "" if one.due is None else f" for {clock.show(one.due[0])}"
    say(f"{one.score:.2f}  {one.kind}, {one.status}{due}: {one.text}")
    span = f"since {clock.show(one.start)}" if one.end is None else clock.show_span(one.start, one.end)
    parts = (
        *(one.entity_id, f"{one.basis}, {one.speaker or one.source}", span),
        f"likeness {one.likeness:.2f} × decay {one.decay:.2f} × confidence {one.confidence:.2f}",
        str(one.event_id),
    )
    say("  " + " · ".join(parts))
