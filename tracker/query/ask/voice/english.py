"""Answers in English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from tracker.domain.sides import said
from tracker.language.words import words
from tracker.query.apart import times_apart
from tracker.query.ask.voice.clock import Distance, distance, is_midnight, local, parts
from tracker.query.ask.voice.naming import Naming, has_han

_MINE = re.compile(r"^(?:my|our)\b", re.IGNORECASE)
_YOURS = re.compile(r"^your\b", re.IGNORECASE)
_DETERMINED = re.compile(r"^(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those)\b", re.IGNORECASE)
_SINGULAR_S = ("ss", "us", "is", "james", "charles", "news")
_PLURAL = ("people", "children", "men", "women", "scissors", "glasses")
_BARE = words("away upstairs downstairs outside inside")
_CODE = re.compile(r"[a-z]{1,2}\d{1,4}")
"""Levels and rooms: 'b2' was told as B2."""
_WITHOUT_THE = _BARE | words("home work storage")
_STATES = {
    ("power", "on"): "on", ("power", "off"): "off", ("arrived", "yes"): "there", ("arrived", "no"): "not there yet",
    ("charge", "full"): "charged", ("charge", "empty"): "out of charge",
    ("stock", "none"): "none left", ("stock", "low"): "nearly none left", ("stock", "plenty"): "plenty left",
}  # fmt: skip


class English:
    """`now` is the asker's moment (microseconds since the epoch, UTC), `zone` the zone in which times are told."""

    english = True

    def __init__(self, naming: Naming, now: int, zone: ZoneInfo) -> None:
        self._naming, self._now, self._zone = naming, now, zone

    def __call__(self, en: str, zh: str, **said: object) -> str:  # noqa: ARG002 - the other voice's words
        text = en.format(**said)
        return text[:1].upper() + text[1:]

    def bit(self, en: str, zh: str, **said: object) -> str:  # noqa: ARG002
        return en.format(**said)

    def name(self, entity_id: str) -> str:
        said = self._naming.said.get(entity_id)
        if said:
            return _MINE.sub("your", _YOURS.sub("my", said)) if not _MINE.match(said) else _MINE.sub("your", said)
        registered, kind = self._naming.registered(entity_id, han=False)
        if kind == "person":
            return registered or self.person(entity_id)
        if registered:
            plain = registered[:1].islower() and not has_han(registered)
            return f"the {registered}" if plain else registered
        if _CODE.fullmatch(entity_id):
            return entity_id.upper()
        if entity_id in _WITHOUT_THE or not self._naming.is_word(entity_id):
            return entity_id
        return f"the {entity_id.replace('_', ' ')}"

    def person(self, entity_id: str) -> str:
        said = self._naming.said.get(entity_id)
        registered, _ = self._naming.registered(entity_id, han=False)
        if said and (_DETERMINED.match(said) or not said.islower()):
            return self.name(entity_id)
        if registered or not self._naming.is_word(entity_id):
            return registered or entity_id
        return entity_id.replace("_", " ").title()

    def place(self, place: str, relation: str | None) -> str:
        if relation == "with":
            return f"with {self.person(place)}"
        if place in _WITHOUT_THE and relation in (None, "at", "in"):
            return place if place in _BARE else f"at {place}"
        return f"{said(relation or 'at')} {self.name(place)}"

    def be(self, entity_id: str, *, past: bool) -> str:
        name = self.name(entity_id)
        person = not _DETERMINED.match(name) and not name.islower()
        if not person and is_plural(name):
            return "were" if past else "are"
        return "was" if past else "is"

    def they(self, entity_id: str, *, past: bool) -> str:
        """'it is', 'they were': the entity as a pronoun, where several things are one entity."""
        be = self.be(entity_id, past=past)
        return f"{'they' if be in ('are', 'were') else self._pronoun(entity_id)} {be}"

    def _pronoun(self, entity_id: str) -> str:
        return self.name(entity_id) if self._naming.registered(entity_id, han=False)[1] == "person" else "it"

    def clock(self, at: int) -> str:
        day = self._day(at)
        time = local(at, self._zone).strftime("%H:%M")
        return f"{day} at {time}" if day else f"at {time}"

    def moment(self, at: int) -> str:
        return self.clock(at).removeprefix("at ").removeprefix("on ")

    def day(self, at: int) -> str:
        return self._day(at) or "today"

    def _day(self, at: int) -> str:
        there, here = local(at, self._zone), local(self._now, self._zone)
        days = (there.date() - here.date()).days
        near = {0: "", -1: "yesterday", 1: "tomorrow"}.get(days)
        if near is not None:
            return near
        if there.year == here.year:
            return f"on {there:%a} {there.day} {there:%B}"
        return f"on {there.day} {there:%B %Y}"

    def since(self, at: int) -> str:
        return f"since {self._without_at(at)}"

    def _without_at(self, at: int) -> str:
        day = self._day(at).removeprefix("on ")
        time = local(at, self._zone).strftime("%H:%M")
        return f"{day} {time}" if day else time

    def ago(self, at: int, *, whole_days: bool = False) -> str:
        return said_distance(distance(at, self._now, self._zone, whole_days=whole_days), whole_days)

    def span(self, start: int, end: int) -> str:
        if local(start, self._zone).date() == local(end, self._zone).date():
            day = self._day(start)
            first, last = times_apart(local(start, self._zone), local(end, self._zone))
            return f"{day + ' ' if day else ''}between {first} and {last}"
        if is_midnight(start, self._zone) and is_midnight(end, self._zone):
            last = self.day(end - 1).removeprefix("on ")
            first = self.day(start).removeprefix("on ")
            return self.day(start) if first == last else f"from {first} to {last}"
        return f"between {self._without_at(start)} and {self._without_at(end)}"

    def lasting(self, us: int) -> str:
        days, hours, minutes = parts(us)
        told = [_counted(n, unit) for n, unit in ((days, "day"), (hours, "hour"), (minutes, "minute")) if n]
        return " ".join(told[:2]) or "less than a minute"

    def all_of(self, names: Iterable[str]) -> str:
        return _joined(list(names), "and")

    def either(self, names: Iterable[str]) -> str:
        return _joined(list(names), "or")

    def state(self, attribute: str, value: str) -> str:
        plain = {"yes": attribute, "no": f"not {attribute}"}.get(value, value).replace("_", " ")
        return _STATES.get((attribute, value), plain)

    def attribute(self, attribute: str) -> str:
        return attribute.replace("_", " ")


def is_plural(name: str) -> bool:
    """Whether a name speaks of several things, by its last word: keys, glasses, people."""
    head = name.lower().split(" ")[-1]
    return head in _PLURAL or (len(head) > 3 and head.endswith("s") and not head.endswith(_SINGULAR_S))


def said_distance(far: Distance, whole_days: bool) -> str:
    if far.unit == "now":
        if whole_days:
            return "today"
        return "in less than a minute" if far.ahead else "just now"
    if whole_days and far.unit in ("minute", "hour"):
        return "today"
    if whole_days and far.unit == "day" and far.amount == 1:
        return "tomorrow" if far.ahead else "yesterday"
    amount = _counted(far.amount, far.unit)
    return f"in {amount}" if far.ahead else f"{amount} ago"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _joined(names: list[str], word: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
