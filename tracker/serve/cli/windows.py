"""Asking about a span of time: history, changes, events, held, inside, count."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import chain, islice
from typing import Annotated

import typer

from tracker.domain.answers import Change, Interval
from tracker.domain.payloads import LOCATION, PAYLOADS
from tracker.domain.sides import said
from tracker.errors import InvalidInput
from tracker.query.counts import Count
from tracker.serve.cli.clocks import Clock, lasting, read_span
from tracker.serve.cli.evidence import events_behind, in_short, say_events, say_nearest, say_whole_event
from tracker.serve.cli.options import (
    ASKING,
    At,
    Attribute,
    AttributeName,
    End,
    Entity,
    Json,
    KnownAt,
    OnlyEntity,
    RelatedBy,
    Start,
    Types,
    Tz,
    Viewer,
)
from tracker.serve.cli.printing import print_json, print_json_array, print_table, say
from tracker.serve.cli.session import Session
from tracker.serve.cli.words import interval_value
from tracker.tracker import Tracker

NO = 1
_DAY = timedelta(days=1)


class How(StrEnum):
    throughout = "throughout"
    overlaps = "overlaps"


def register(app: typer.Typer) -> None:
    for name, command in (
        ("history", history), ("changes", changes), ("events", events), ("inside", inside), ("held", held),
        ("count", count),
    ):  # fmt: skip
        app.command(name, rich_help_panel=ASKING)(command)


def history(
    context: typer.Context,
    entity: Entity,
    attribute: Attribute = LOCATION,
    start: Start = None,
    end: End = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """How it came to be: every value with its span, its grounds and what it rests on."""
    clock = Clock(tz)
    window = clock.read(start, "--start"), clock.read(end, "--end"), clock.read(known_at, "--known-at")
    with Session.of(context).open_existing() as tracker:
        found = tracker.history(entity, attribute, *window, viewer=viewer)
        if as_json:
            print_json(found)
        elif not found:
            say(f"{entity}: no {attribute} known")
            say_nearest(tracker, entity, window[2], viewer)
        _say_intervals(tracker, [] if as_json else found, window[1], clock, viewer)


def _say_intervals(
    tracker: Tracker, found: list[Interval], end: datetime | None, clock: Clock, viewer: list[str] | None
) -> None:
    """Up to now, or to a later `end`: what would come after that if nothing more were reported is no history."""
    now = datetime.now(UTC)
    upto = now if end is None else max(now, end)
    for one in found:
        if one.start <= upto:
            _say_interval(tracker, one, upto, clock, viewer)


def _say_interval(tracker: Tracker, one: Interval, upto: datetime, clock: Clock, viewer: list[str] | None) -> None:
    grounds = f"  {one.basis} {one.confidence:.2f}" if one.basis and one.confidence is not None else ""
    over = one.end if one.end is not None and one.end <= upto else None
    say(f"{clock.show(one.start)} – {clock.show(over)}  {interval_value(one)}{grounds}  [{one.rule}]")
    if one.end is not None and over is None:
        say(f"  until {clock.show(one.end)} if nothing new is reported")
    if one.change_bounds is not None:
        say(f"  ended between {' and '.join(clock.show(bound) for bound in one.change_bounds)}")
    for start, end in one.faded:
        if start < upto:
            say(f"  not certain {clock.show(start)} – {clock.show(end)}: the last report was too old by then")
    say_events(events_behind(tracker, one.event_ids, viewer), clock)


def changes(
    context: typer.Context,
    start: Start = None,
    end: End = None,
    attribute: Annotated[str | None, typer.Option("--attribute", help="Only this attribute.")] = None,
    entity: OnlyEntity = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """What changed. Without --start, in the day before --end; without --end, until now."""
    clock = Clock(tz)
    until = clock.read(end, "--end") or datetime.now(UTC)
    since = clock.read(start, "--start") or until - _DAY
    known = clock.read(known_at, "--known-at")
    with Session.of(context).open_existing() as tracker:
        found = tracker.changes(since, until, attribute, entity, known, viewer=viewer)
        if as_json:
            print_json(found)
        else:
            print_table(
                ("when", "what", "before", "after", "because"),
                [_change_row(tracker, one, clock, viewer) for one in found],
            )
            if not found:
                say(f"nothing changed between {clock.show(since)} and {clock.show(until)}")


def _change_row(tracker: Tracker, one: Change, clock: Clock, viewer: list[str] | None) -> tuple[str, ...]:
    when = f"{clock.show(one.change_bounds[0])} … {clock.show(one.change_bounds[1])}" if one.change_bounds else None
    what = one.entity_id if one.attribute == LOCATION else f"{one.entity_id} {one.attribute}"
    because = ", ".join(in_short(event) for event in events_behind(tracker, one.event_ids, viewer))
    return (when or clock.show(one.at), what, one.before or "unknown", one.after or one.status, because)


def events(
    context: typer.Context,
    entity: Annotated[str | None, typer.Argument(help="Only this entity: id or registered name.")] = None,
    types: Types = None,
    start: Start = None,
    end: End = None,
    known_at: KnownAt = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, max=sys.maxsize, help="At most so many.")] = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """The events themselves, in order of the time they tell of, with model and evidence."""
    clock = Clock(tz)
    window = clock.read(start, "--start"), clock.read(end, "--end"), clock.read(known_at, "--known-at")
    with Session.of(context).open_existing() as tracker:
        found = islice(tracker.events(entity, _known(types), *window, viewer=viewer), limit)
        if as_json:
            print_json_array(found)
            return
        for event in found:
            say_whole_event(event, clock)


def _known(types: list[str] | None) -> list[str] | None:
    """The types, all of which exist: a misspelt one would look like no events."""
    for name in types or ():
        if name not in PAYLOADS:
            raise InvalidInput(f"--type: unknown type {name[:60]!r}; known: {', '.join(PAYLOADS)}")
    return types


def inside(
    context: typer.Context,
    container: Annotated[str, typer.Argument(help="A place, container or holder: id or registered name.")],
    relation: RelatedBy = None,
    at: At = None,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """What is in a place, a container or somebody's hands, directly or within something else; or, with --relation, what
    is under it, behind it, beside it."""
    clock = Clock(tz)
    moments = clock.read(at, "--at"), clock.read(known_at, "--known-at")
    with Session.of(context).open_existing() as tracker:
        asked = "in" if relation is None else relation.value
        found = tracker.inside(container, *moments, relation=asked, viewer=viewer)
        if as_json:
            print_json(found)
            return
        place = container if relation is None else f"{said(asked)} {container}"
        say(f"{place}: {', '.join(found) if found else 'nothing that is known'}")
        if not found:
            say_nearest(tracker, container, moments[1], viewer)
        behind = [tracker.where(entity, *moments, viewer=viewer).event_ids for entity in found]
        say_events(events_behind(tracker, dict.fromkeys(chain.from_iterable(behind)), viewer), clock)


def held(
    context: typer.Context,
    entity: Entity,
    attribute: AttributeName,
    value: Annotated[str, typer.Argument(help="The value it may have had.")],
    start: Start = None,
    end: End = None,
    how: Annotated[How, typer.Option("--how", help="All of the time, or some of it.")] = How.throughout,
    known_at: KnownAt = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """Whether a value was known to hold from --start to --end (default: now). The exit code is 1 for no."""
    clock = Clock(tz)
    window = clock.read(start, "--start"), clock.read(end, "--end") or datetime.now(UTC)
    known = clock.read(known_at, "--known-at")
    if window[0] is None:
        raise InvalidInput("--start: is missing: from when on may it have held?")
    with Session.of(context).open_existing() as tracker:
        yes = tracker.held(entity, attribute, value, *window, how.value, known, viewer=viewer)
        if as_json:
            print_json(yes)
        else:
            say("yes" if yes else "no: not known to have held")
            found = tracker.history(entity, attribute, *window, known, viewer=viewer)
            _say_intervals(tracker, found, window[1], clock, viewer)
    if not yes:
        raise typer.Exit(NO)


def count(
    context: typer.Context,
    entity: Entity,
    types: Types = None,
    start: Start = None,
    end: End = None,
    every: Annotated[
        str | None, typer.Option("--every", metavar="SPAN", help="Also a count for each 30s, 15m, 2h, 1d, 1w.")
    ] = None,
    viewer: Viewer = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """How often: the number of events, how far apart, how many a day, and bursts."""
    clock = Clock(tz)
    window = clock.read(start, "--start"), clock.read(end, "--end")
    span = read_span(every, "--every")
    with Session.of(context).open_existing() as tracker:
        found = tracker.count(entity, _known(types), *window, span, viewer=viewer)
        if as_json:
            print_json(found)
            return
        _say_count(found, clock)
        if not found.count:
            say_nearest(tracker, entity, None, viewer)


def _say_count(found: Count, clock: Clock) -> None:
    say(f"{found.entity_id}: {found.count} event{'' if found.count == 1 else 's'}")
    if found.first is not None and found.last is not None:
        say(f"  first {clock.show(found.first)}, last {clock.show(found.last)}")
    if found.usual_gap_s is not None:
        gaps = ((found.usual_gap_s, "usual"), (found.shortest_gap_s, "shortest"), (found.longest_gap_s, "longest"))
        told = ", ".join(f"{lasting(gap)} {which}" for gap, which in gaps if gap is not None)
        # What happened within hours says nothing about how it is by the day.
        by_day = found.last is not None and found.first is not None and found.last - found.first >= _DAY
        say(f"  apart: {told}" + (f"; {found.per_day:.2g} a day" if found.per_day is not None and by_day else ""))
    for burst in found.bursts:
        say(f"  burst of {burst.count}: {clock.show_span(burst.start, burst.end)}")
    for bucket in found.buckets:
        say(f"  {clock.show(bucket.start)}  {bucket.count}")
