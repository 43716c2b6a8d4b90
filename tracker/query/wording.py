"""Answers in plain English, hedged exactly as far as the evidence goes."""

from __future__ import annotations

from datetime import datetime, timedelta

from tracker.domain.answers import Candidate, Sighting, Whereabouts
from tracker.domain.payloads import LOCATION
from tracker.store.reader import Ground

_PEOPLE = ("text", "user", "mic", "chat")
"""Sources that are people's words, whatever type of event they give."""
_BASIS = {"stated": "said by", "confirmed": "confirmed by", "registered": "registered by", "system": "reported by"}


def describe(
    answer: Whereabouts,
    ended_by: Ground | None = None,
    reason: str | None = None,
    silent_since: datetime | None = None,
    waiting: int = 0,
) -> str:
    """One or two sentences that say the answer, since when, on what grounds, and what is not known. `waiting`: how many
    reports of it are too weak to count until a person has reviewed them."""
    text = _sentence(answer, ended_by, reason)
    if waiting:
        when = "yet" if answer.status == "never_seen" else "by then"
        text = f"{_name(answer)}: nothing accepted {when}; {waits(waiting)}."
    if silent_since is not None:
        text += f" The source has been offline since {clock(silent_since, answer.at)}."
    return text


def waits(count: int) -> str:
    """That so many reports wait for review."""
    return (
        "one possible report waits for a person to review it"
        if count == 1
        else (f"{count} possible reports wait for a person to review them")
    )


def _name(answer: Whereabouts) -> str:
    return answer.entity_id if answer.attribute == LOCATION else f"{answer.attribute} of {answer.entity_id}"


def _sentence(answer: Whereabouts, ended_by: Ground | None, reason: str | None) -> str:
    name = _name(answer)
    if answer.status == "never_seen":
        if answer.known_at is not None:
            return f"{name}: nothing was known by {clock(answer.known_at, answer.at)}."
        return f"{name}: never reported."
    if answer.status == "current":
        return _current(answer, name)
    if answer.status == "conflict" and answer.candidates:
        sides = "; ".join(_side(side) for side in answer.candidates)
        since = clock(answer.since, answer.at) if answer.since else "then"
        return f"{name}: sources disagree since {since}: {sides}."
    if answer.status == "conflict":
        return f"{name}: the reports form a ring ({' → '.join((answer.entity_id, *answer.path))} → …)."
    seen = _last(answer.last_seen, answer.at)
    if answer.status == "last_seen":
        if reason is not None and answer.since is not None:
            later = f"{reason} since {clock(answer.since, answer.at)}, {ago(answer.at - answer.since)}"
            return f"{name}: no recent report; last reported {later}{';' + seen if seen else ''}."
        return f"{name}: no recent report;{seen or ' nothing else is known'}."
    if ended_by is None and answer.last_seen is None:
        return f"{name}: not known at that time; nothing reported by then says so."
    return f"{name}: not known now; {_ending(answer, ended_by, reason)}{';' + seen if seen else ''}."


def _current(answer: Whereabouts, name: str) -> str:
    value = answer.value or ""
    where = f"{answer.relation or 'at'} {value}" if answer.attribute == LOCATION else value
    beyond = " → ".join(answer.path[1:])
    path = f" ({beyond})" if beyond else ""
    since = f" since {clock(answer.since, answer.at)}" if answer.since else ""
    grounds = "" if answer.basis in (None, "observed") else f" ({answer.basis})"
    seen = answer.last_seen
    if answer.relation == "with" and seen is not None and seen.place != value:
        return f"{name}: with {value}{path}{since}{grounds};{_last(seen, answer.at)}."
    return f"{name}: {where}{path}{since}{grounds}."


def _ending(answer: Whereabouts, ended_by: Ground | None, reason: str | None) -> str:
    if answer.change_bounds is not None:
        start, end = answer.change_bounds
        when = f"between {clock(start, answer.at)} and {clock(end, answer.at)}"
    else:
        when = f"at {clock(answer.until, answer.at)}" if answer.until is not None else "before"
    if ended_by is None:
        return f"{reason or 'it ended'} {when}"
    what = {"absent": "it was no longer there", "removed": "it was taken away", "in_transit": "it was being moved"}
    if reason == "expired":
        return "what was reported last has expired"
    return f"{what.get(reason or '', reason or 'it ended')} {when} (reported by {ended_by.source})"


def was_seen(seen: Sighting) -> bool:
    """Whether something saw it. Somebody's words and a person's corrections are reports, not sightings."""
    return seen.basis in ("observed", "system") and not seen.source.startswith(_PEOPLE)


def _last(seen: Sighting | None, now: datetime) -> str:
    if seen is None:
        return ""
    verb = "seen" if was_seen(seen) else "reported"
    return f" last {verb} {seen.relation or 'at'} {seen.place} at {clock(seen.at, now)}, {ago(now - seen.at)}"


def _side(side: Candidate) -> str:
    grounds = _BASIS.get(side.basis, "seen by")
    where = f"not {side.value}" if side.denied else f"{side.relation + ' ' if side.relation else ''}{side.value}"
    return f"{where} ({grounds} {side.source}, {side.confidence:.2f})"


def clock(moment: datetime, now: datetime) -> str:
    """The time of day in UTC, with the date when it is not the day of `now`."""
    form = "%H:%M:%S" if moment.second else "%H:%M"
    return moment.strftime(form if moment.date() == now.date() else f"%Y-%m-%d {form}") + " UTC"


def ago(span: timedelta) -> str:
    """A span of time before now, in its largest sensible unit."""
    seconds = int(span.total_seconds())
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= size * (2 if unit == "hour" else 1):
            count = seconds // size
            return f"{count} {unit}{'s' if count != 1 else ''} ago"
    return "just then"
