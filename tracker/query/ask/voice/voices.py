"""The two voices behind one protocol. A family gives its sentence in both languages; a voice fills in what differs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from tracker.domain.times import zone_of
from tracker.query.ask.plan import Plan
from tracker.query.ask.voice import chinese, english
from tracker.query.ask.voice.naming import NamesOf, Naming


class Voice(Protocol):
    """Ids become names, instants become words in the asker's zone; instants in microseconds since the epoch (UTC)."""

    english: bool

    def __call__(self, en: str, zh: str, **parts: object) -> str:
        """The sentence of this language (English begins with a capital), its `{parts}` filled in."""
        ...

    def bit(self, en: str, zh: str, **parts: object) -> str:
        """As a call, for part of a sentence."""
        ...

    def name(self, entity_id: str) -> str: ...
    def person(self, entity_id: str) -> str: ...
    def place(self, place: str, relation: str | None) -> str:
        """'in the hall drawer', 在玄關抽屜裡."""
        ...

    def be(self, entity_id: str, *, past: bool) -> str:
        """is, are, was or were; nothing in Chinese."""
        ...

    def they(self, entity_id: str, *, past: bool) -> str:
        """'it is', 'they were'; nothing in Chinese."""
        ...

    def clock(self, at: int) -> str:
        """'at 14:17', 'yesterday at 14:17', 'on Mon 2 March at 14:17'."""
        ...

    def moment(self, at: int) -> str:
        """As `clock`, without its preposition: '14:17', 'Mon 2 March at 14:17'."""
        ...

    def day(self, at: int) -> str: ...
    def since(self, at: int) -> str: ...
    def ago(self, at: int, *, whole_days: bool = False) -> str:
        """'43 minutes ago', 'in 5 days'."""
        ...

    def span(self, start: int, end: int) -> str:
        """'between 14:02 and 14:17', 'from … to …'."""
        ...

    def lasting(self, us: int) -> str: ...
    def all_of(self, names: Iterable[str]) -> str: ...
    def either(self, names: Iterable[str]) -> str: ...
    def state(self, attribute: str, value: str) -> str: ...
    def attribute(self, attribute: str) -> str: ...


def voice_for(plan: Plan, names_of: NamesOf) -> Voice:
    """The voice in which a plan is answered."""
    naming = Naming(plan.said, names_of)
    zone = zone_of(plan.tz)
    if plan.language == "en":
        return english.English(naming, plan.now_us, zone)
    return chinese.Chinese(naming, plan.now_us, zone, simplify=plan.language == "zh-Hans")
