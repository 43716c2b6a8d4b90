"""Answers in plain English, hedged exactly as far as the evidence goes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal, NamedTuple

from tracker.domain.answers import Candidate, Sighting, Whereabouts, Words
from tracker.domain.payloads import LOCATION
from tracker.domain.sides import said
from tracker.query.apart import times_apart
from tracker.store.reader import Ground

Ending = Literal["resolved", "lapsed"]

_PEOPLE = ("text", "user", "mic", "chat")
"""Sources that are people's words, whatever type of event they give."""
_BASIS = {"stated": "said by", "confirmed": "confirmed by", "registered": "registered by", "system": "reported by"}


class Found(NamedTuple):
    """An answer without its words yet, and what they need besides. `waiting`: how many reports of it are too weak to
    count until a person has reviewed them. `after_dispute`: how the dispute ended of which its value is left, and
    when the report was made that it rests on. `undecided`: that dispute ended by itself, and nobody decided it.
    `left`: what it was told by, and is not any more, in words."""

    answer: Whereabouts
    ended_by: Ground | None = None
    reason: str | None = None
    silent_since: datetime | None = None
    waiting: int = 0
    after_dispute: tuple[Ending, datetime] | None = None
    undecided: bool = False
    left: tuple[str, ...] = ()


def describe(found: Found, zone: tzinfo = UTC) -> str:
    """One or two sentences that say the answer, since when, on what grounds, and what is not known; times in the
    zone."""
    return _Words(found, zone).text()


def waits(count: int) -> str:
    """That so many reports wait for review."""
    return (
        "one possible report waits for a person to review it"
        if count == 1
        else (f"{count} possible reports wait for a person to review them")
    )


def _name(answer: Whereabouts) -> str:
    return answer.entity_id if answer.attribute == LOCATION else f"{answer.attribute} of {answer.entity_id}"


class _Words(NamedTuple):
    found: Found
    zone: tzinfo

    def text(self) -> str:
        answer, waiting = self.found.answer, self.found.waiting
        text = self._sentence(_name(answer))
        if waiting:
            when = "yet" if answer.status == "never_seen" else "by then"
            text = f"{_name(answer)}: nothing accepted {when}; {waits(waiting)}."
        if answer.words is not None:
            text = self._beside(answer.words, text)
        if self.found.undecided:
            text += " The dispute before it ended by itself; nobody has decided it."
        if self.found.silent_since is not None:
            text += f" The source has been offline since {self._clock(self.found.silent_since)}."
        return text

    def _beside(self, words: Words, text: str) -> str:
        """The answer with the newer words quoted; nothing but them where nothing else is known."""
        answer = self.found.answer
        who = words.speaker or "somebody"
        quoted = f"{who} said at {self._clock(words.at)}: {words.text!r}"
        if answer.event_ids == (words.event_id,) and answer.last_seen is None:
            waiting = f"; {waits(self.found.waiting)}" if self.found.waiting else ""
            return f"{_name(answer)}: nothing certain{waiting}. {quoted}"
        return f"{text} Since then, {quoted}"

    def _sentence(self, name: str) -> str:
        answer, reason = self.found.answer, self.found.reason
        if answer.status == "never_seen":
            if answer.known_at is not None:
                return f"{name}: nothing was known by {self._clock(answer.known_at)}."
            return f"{name}: never reported."
        if answer.status == "current":
            return self._current(name)
        if answer.status == "conflict" and answer.candidates:
            sides = "; ".join(_side(side) for side in answer.candidates)
            since = self._clock(answer.since) if answer.since else "then"
            return f"{name}: sources disagree since {since}: {sides}."
        if answer.status == "conflict":
            return f"{name}: the reports form a ring ({' → '.join((answer.entity_id, *answer.path))} → …)."
        seen = self._last(answer.last_seen)
        if answer.status == "last_seen":
            recent = "not certain now" if answer.words is not None else "no recent report"
            if reason is not None and answer.since is not None:
                later = f"{reason} since {self._clock(answer.since)}, {ago(answer.at - answer.since)}"
                return f"{name}: {recent}; last reported {later}{';' + seen if seen else ''}."
            return f"{name}: {recent};{seen or ' nothing else is known'}."
        if self.found.ended_by is None and answer.last_seen is None:
            return f"{name}: not known at that time; nothing reported by then says so."
        return f"{name}: not known now; {self._ending()}{';' + seen if seen else ''}."

    def _current(self, name: str) -> str:
        answer = self.found.answer
        value = answer.value or ""
        where = f"{said(answer.relation or 'at')} {value}" if answer.attribute == LOCATION else value
        steps = zip(answer.path[1:], answer.relations[1:], strict=True)
        beyond = " → ".join(f"{said(how or 'at')} {place}" for place, how in steps)
        path = f" ({beyond})" if beyond else ""
        since = f" since {self._clock(answer.since)}" if answer.since else ""
        grounds = "" if answer.basis in (None, "observed") else f" ({answer.basis})"
        seen, left = answer.last_seen, "".join(f"; {one}" for one in self.found.left)
        if answer.since and self.found.after_dispute is not None:
            ending, reported = self.found.after_dispute
            how = "settled at" if ending == "resolved" else "undisputed since"
            last = f"reported at {self._clock(reported)}, {ago(answer.at - reported)}"
            return f"{name}: {where}{path}, {how} {self._clock(answer.since)}{grounds}; {last}{left}."
        if answer.relation == "with" and seen is not None and seen.place != value:
            return f"{name}: with {value}{path}{since}{grounds};{self._last(seen)}{left}."
        return f"{name}: {where}{path}{since}{grounds}{left}."

    def _ending(self) -> str:
        answer, ended_by, reason = self.found.answer, self.found.ended_by, self.found.reason
        if answer.change_bounds is not None:
            start, end = answer.change_bounds
            when = f"between {self._clocks(start, end)}"
        else:
            when = f"at {self._clock(answer.until)}" if answer.until is not None else "before"
        if ended_by is None:
            return f"{reason or 'it ended'} {when}"
        what = {"absent": "it was no longer there", "removed": "it was taken away", "in_transit": "it was being moved"}
        if reason == "expired":
            return "what was reported last has expired"
        return f"{what.get(reason or '', reason or 'it ended')} {when} (reported by {ended_by.source})"

    def _last(self, seen: Sighting | None) -> str:
        if seen is None:
            return ""
        verb, answer = "seen" if was_seen(seen) else "reported", self.found.answer
        how = said(seen.relation or "at") if answer.attribute == LOCATION else "as"
        return f" last {verb} {how} {seen.place} at {self._clock(seen.at)}, {ago(answer.at - seen.at)}"

    def _clocks(self, start: datetime, end: datetime) -> str:
        """Two moments, finer than `_clock` tells one where that would tell them alike."""
        first, last = self._clock(start), self._clock(end)
        if first != last or start == end:
            return f"{first} and {last}"
        one, other = times_apart(start.astimezone(self.zone), end.astimezone(self.zone))
        return f"{self._clock(start, one)} and {self._clock(end, other)}"

    def _clock(self, moment: datetime, time: str = "") -> str:
        """The time of day in the zone (told as `time`), with the date when it is not the day of the time asked
        about."""
        form = time or ("%H:%M:%S" if moment.second else "%H:%M")
        try:
            there, here = moment.astimezone(self.zone), self.found.answer.at.astimezone(self.zone)
        except OverflowError:  # the zone's own time is outside the years 1 to 9999
            there, here = moment, self.found.answer.at
        return there.strftime(form if there.date() == here.date() else f"%Y-%m-%d {form}") + f" {there.tzname()}"


def was_seen(seen: Sighting) -> bool:
    """Whether something saw it. Somebody's words and a person's corrections are reports, not sightings."""
    return seen.basis in ("observed", "system") and not seen.source.startswith(_PEOPLE)


def _side(side: Candidate) -> str:
    grounds = _BASIS.get(side.basis, "seen by")
    where = f"{said(side.relation)} {side.value}" if side.relation else side.value
    return f"{'not ' if side.denied else ''}{where} ({grounds} {side.source}, {side.confidence:.2f})"


def ago(span: timedelta) -> str:
    """A span of time before now, in its largest sensible unit."""
    seconds = int(span.total_seconds())
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= size * (2 if unit == "hour" else 1):
            count = seconds // size
            return f"{count} {unit}{'s' if count != 1 else ''} ago"
    return "just then"
