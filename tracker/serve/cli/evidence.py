"""What an answer rests on, as people read it: who said so, when, how surely, and where in which medium."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from tracker.domain.answers import Sighting, Whereabouts
from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.domain.sides import said
from tracker.query.moments import labels
from tracker.query.wording import was_seen
from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.printing import say
from tracker.serve.cli.words import what_it_says
from tracker.store import reader
from tracker.tracker import Tracker

_SHORT = 12


def events_behind(tracker: Tracker, event_ids: Iterable[UUID], viewer: list[str] | None) -> list[Event]:
    """The events with these ids that the viewer may read, in the order of the ids."""
    ids = list(event_ids)
    with tracker.store.read() as connection:
        found = reader.by_ids(connection, ids, viewer=labels(viewer))
    return [found[str(event_id)] for event_id in ids if str(event_id) in found]


def say_events(events: Iterable[Event], clock: Clock) -> None:
    """One indented line an event; with its entity when they are about several."""
    told = list(events)
    several = len({event.entity_id for event in told}) > 1
    for event in told:
        pointed = ", ".join(pointer(piece) for piece in event.evidence)
        when = clock.show_span(event.occurred_at, event.occurred_until)
        about = f" {event.entity_id}" if several else ""
        parts = (
            f"{event.source}{about} {what_it_says(event)}",
            when,
            f"{event.confidence:.2f}",
            pointed,
            quoted(event),
        )
        say("  " + " · ".join(part for part in parts if part))


def in_short(event: Event) -> str:
    """Who said so, how surely, and where that can be looked up."""
    return " ".join([event.source, f"{event.confidence:.2f}", *(pointer(piece) for piece in event.evidence)])


def say_whole_event(event: Event, clock: Clock) -> None:
    """Everything that is kept of an event, on a line and two or more indented ones. Spoken words stand with the second
    of the recording at which each begins."""
    when = clock.show_span(event.occurred_at, event.occurred_until)
    say(f"{when}  {event.entity_id}: {what_it_says(event)}  {event.source}  {event.confidence:.2f}")
    kept = f"event {event.event_id} · learned {clock.show(event.observed_at)}"
    say("    " + (kept if event.model is None else f"{kept} · {model_line(event.model)}"))
    for piece in event.evidence:
        details = ", ".join(
            part for part in (piece.media_type, piece.sha256 and f"sha256 {piece.sha256[:_SHORT]}…") if part
        )
        say(f"    {pointer(piece)}{f' ({details})' if details else ''}")
    if quoted(event):
        say(f"    {quoted(event)}")
    if event.type == "stated" and event.model and event.model.get("words"):
        say("    " + " ".join(f"{word}@{start:g}" for word, start, *_ in event.model["words"]))


def quoted(event: Event) -> str:
    """The words behind an event: its own, or those its evidence quotes."""
    text = getattr(event.payload, "text", None) or next((piece.text for piece in event.evidence if piece.text), None)
    return f"“{text}”" if text else ""


def model_line(model: dict[str, Any]) -> str:
    """Name and digest of a model, shortened."""
    digest = str(model.get("digest") or "").removeprefix("sha256:")
    name = " ".join(str(model[key]) for key in ("name", "pretrained") if model.get(key))
    return f"model {name or '?'}{f' (sha256 {digest[:_SHORT]}…)' if digest else ''}"


def pointer(piece: Evidence) -> str:
    """The evidence as a media fragment (W3C Media Fragments URI 1.0): `hall.mp4#t=120,125&xywh=percent:6,42,26,46`."""
    parts = []
    if piece.start_s is not None:
        parts.append(f"t={piece.start_s:g}" + (f",{piece.end_s:g}" if piece.end_s is not None else ""))
    if piece.region is not None:
        parts.append("xywh=percent:" + ",".join(f"{100 * side:.4g}" for side in piece.region))
    return piece.uri + (f"#{'&'.join(parts)}" if parts else "")


def say_whereabouts(tracker: Tracker, found: Whereabouts, clock: Clock, viewer: list[str] | None) -> None:
    """The answer, then a line for every event it rests on."""
    say(found.text)
    if found.conflict_id is not None:
        say(f"  conflict {found.conflict_id}: `tracker conflicts` lists it, `tracker review resolve` settles it")
    ids = dict.fromkeys(found.event_ids)
    if found.last_seen is not None:
        ids[found.last_seen.event_id] = None
    say_events(events_behind(tracker, ids, viewer), clock)


def say_nearest(tracker: Tracker, asked: str, known_at: datetime | None, viewer: list[str] | None) -> None:
    """What may have been meant by a name that nothing known bears."""
    near = tracker.nearest(asked, known_at, viewer=viewer)
    if near is not None:
        say(f"  did you mean {near}?")


def say_sighting(tracker: Tracker, found: Sighting, clock: Clock, viewer: list[str] | None) -> None:
    where = f"{said(found.relation or 'at')} {found.place}"
    say(f"{found.entity_id}: last {'seen' if was_seen(found) else 'reported'} {where}, {clock.show(found.at)}")
    say_events(events_behind(tracker, [found.event_id], viewer), clock)
