"""What a Chinese pattern is: a template with slots, and a function from what filled them to findings.

Slots: {S} who, {O} what, {P} where, {Q} another place, {R} to whom; {D} is the 去 or 来 after a place gone to.
A template matches a whole clause, without its time words and with the particles at its end taken off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tracker.ingest.sentences.chinese.nouns import (
    Noun,
    Spot,
    goes_there,
    is_known_place,
    is_known_thing,
    is_place,
    is_thing,
    noun,
    place_id,
    refer,
    refer_all,
    refuse_times,
    spot,
)
from tracker.ingest.sentences.claims import Found, Meaning
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.discourse import Kind
from tracker.ingest.sentences.families.pattern import Example
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.told import Told
from tracker.language.chinese.people import could_be_person, is_person
from tracker.language.normalise import Normalised

ADVERBS = (
    "(?:已经|已|刚刚|刚才|刚|先|暂时|又|也|就|还是|还|都|先|再|最后|终于|便|不小心|随手|顺手|仍然|仍|依然|一直|全部|全|自己|赶紧|赶快|立刻|马上|悄悄|"
    "轻轻|接着|然后|其实|本来|原来|重新|一起|好好|放心|安全|匆匆|慢慢)*"
)
_SLOTS = {
    "{S}": f"(?P<S>[^，,]{{0,12}}?){ADVERBS}",
    "{O}": "(?P<O>[^，,]{1,18}?)",
    "{P}": "(?P<P>[^，,]{1,18}?)",
    "{Q}": "(?P<Q>[^，,]{1,18}?)",
    "{R}": "(?P<R>[^，,]{1,8}?)",
    "{A}": ADVERBS,
    "{D}": "[去来]?",
}
_AND = re.compile("和|跟|与|、|以及|/")


class Compiled(NamedTuple):
    """A pattern ready to match."""

    name: str
    trigger: re.Pattern[str]
    templates: tuple[re.Pattern[str], ...]
    confidence: float
    read: Callable[[Filled], list[Found] | None]
    meaning: Meaning


class Before(NamedTuple):
    """What the clause before lends to one that leaves it out: who it was about, and what it said is not somewhere."""

    subject: Noun | None = None
    denied: Noun | None = None


class Part(NamedTuple):
    """One clause: its words without particles, where they begin in `source`, and what is known around it."""

    text: str
    offset: int
    source: Normalised
    scene: Scene
    before: Before
    told: Told | None

    def filled(self, pattern: Compiled) -> Iterator[Filled]:
        """Every way a template of the pattern matches the clause, a closing 了 taken off first."""
        variants = (self.text[:-1], self.text) if self.text.endswith("了") else (self.text,)
        for template in pattern.templates:
            for variant in variants:
                match = template.match(variant)
                if match:
                    yield Filled(match, self)


class Filled:
    """A clause that a template matched, its slots turned into entities on demand."""

    __slots__ = ("denied", "finished", "match", "offset", "scene", "source", "subject", "told")

    def __init__(self, match: re.Match[str], part: Part) -> None:
        self.match, self.offset, self.source, self.scene = match, part.offset, part.source, part.scene
        (self.subject, self.denied), self.told = part.before, part.told
        self.finished = "了" in part.text or "过" in part.text or part.scene.narration

    def lends(self, found: list[Found]) -> Before:
        """What the next clause may leave out, after this one told `found`."""
        denied = self._denied() if found[0].type == "not_seen" else None
        if denied is not None and is_person(denied.text):
            return Before(denied, denied)
        if not self.text("S"):
            return Before(self.subject, denied)
        people = self.nouns("S")
        return Before(people[0] if len(people) == 1 else None, denied)

    def _denied(self) -> Noun | None:
        """What a denial of this shape says is not somewhere; None when it says what somebody lacks."""
        groups = self.match.re.groupindex
        if "S" in groups or "O" not in groups:
            return None if "S" in groups else self.denied
        about = self.nouns("O")
        return about[0] if len(about) == 1 else None

    def text(self, slot: str) -> str:
        """The Simplified words in a slot; '' when it is empty."""
        return (self.match.group(slot) or "") if slot in self.match.re.groupindex else ""

    def written(self, slot: str) -> str:
        """The words in a slot as they were written; '' when it is empty."""
        if not self.text(slot):
            return ""
        begin, end = self.match.span(slot)
        return self.source.quote(self.offset + begin, self.offset + end)

    def nouns(self, slot: str) -> list[Noun]:
        """The nouns in a slot, taken apart at 和 unless a word of that name is registered."""
        begin, end = self.match.span(slot)
        parts, start = [], begin
        for joint in _AND.finditer(self.match.string, begin, end):
            parts.append((start, joint.start()))
            start = joint.end()
        parts.append((start, end))
        if any(first >= last for first, last in parts):
            raise NotParsed("no pattern")
        return [noun(self.source, self.offset + first, self.offset + last) for first, last in parts]

    def things(self, slot: str = "O") -> list[str]:
        """The entities acted on, or what was denied before where the template leaves them out.

        NotParsed when they cannot be things."""
        if slot in self.match.re.groupindex:
            found = self.nouns(slot)
        elif self.denied is not None:
            found = [self.denied]
        else:
            raise NotParsed("no pattern")
        self._say_no_time(found)
        if not all(is_thing(each, self.scene) for each in found):
            raise NotParsed("no pattern")
        kind: Kind = "person" if all(is_person(each.text) for each in found) else "thing"
        return refer_all(found, self.scene, "object", kind)

    def known_things(self, slot: str = "O") -> list[str]:
        """The things, where nothing but the word lists or the registry tells that the slot holds whole nouns."""
        found = self.nouns(slot)
        if not all(is_known_thing(each, self.scene) for each in found):
            raise NotParsed("no pattern")
        return refer_all(found, self.scene, "object", "thing")

    def known_spot(self, slot: str = "P") -> Spot:
        """The place, where nothing but the word lists or the registry tells that the slot holds one."""
        where = self.spot(slot)
        if not is_known_place(where, self.scene):
            raise NotParsed("no pattern")
        return where

    def persons(self, slot: str = "S") -> list[str]:
        """The people who move or hold; the clause before lends its subject when this one has none."""
        if not self.text(slot):
            if self.subject is not None:
                return [refer(self.subject, self.scene, "subject", "person")]
            if self.denied is not None:
                # 牛奶不在冰箱了，去了超市: whether the milk or the speaker went is not said.
                raise NotParsed("unresolved pronoun")
            if self.scene.speaker is None or not self.finished:
                raise NotParsed("unresolved pronoun" if self.finished else "instruction")
            return [self.scene.speaker]
        found = self.nouns(slot)
        self._say_no_time(found)
        if not all(could_be_person(each.text) or self.scene.names.resolve(each.written) for each in found):
            raise NotParsed("no pattern")
        return refer_all(found, self.scene, "subject", "person")

    def _say_no_time(self, found: list[Noun]) -> None:
        for each in found:
            refuse_times(each, self.scene)

    def actor(self, slot: str = "S") -> str | None:
        """Who acted: None when nobody knows. An order ('把门关上') has no actor and is no fact."""
        written = self.text(slot)
        if not written and self.subject is None:
            if not self.finished:
                raise NotParsed("instruction")
            return self.scene.speaker
        if written == "我" and self.scene.speaker is None:
            return None
        if written in ("我们", "咱们", "大家", "有人", "你", "您", "你们"):
            return None
        people = self.persons(slot)
        return people[0] if len(people) == 1 else None

    def spot(self, slot: str = "P", *, entered: bool = False) -> Spot:
        """The place in a slot. NotParsed when it cannot be one; what something is put into (`entered`) always can."""
        begin, end = self.match.span(slot)
        where = spot(self.source, self.offset + begin, self.offset + end)
        refuse_times(where.noun, self.scene)
        if not (is_place(where, self.scene) or (entered and is_thing(where.noun, self.scene))):
            raise NotParsed("no pattern")
        return where

    def destination(self, slot: str = "P") -> Spot:
        """Where somebody went: any short noun that is not an errand."""
        begin, end = self.match.span(slot)
        where = spot(self.source, self.offset + begin, self.offset + end)
        if not (is_place(where, self.scene) or goes_there(where)):
            raise NotParsed("no pattern")
        return where

    def place(self, slot: str = "P") -> str:
        """The entity of the place in a slot."""
        return place_id(self.spot(slot), self.scene)


class ChinesePattern(NamedTuple):
    """`trigger`: characters one of which the clause must hold, to pass quickly. The rest is as in English patterns."""

    name: str
    trigger: str
    templates: tuple[str, ...]
    confidence: float
    read: Callable[[Filled], list[Found] | None]
    examples: tuple[Example, ...]
    meaning: Meaning = "action"


def compiled(pattern: ChinesePattern) -> Compiled:
    """The pattern with its templates compiled."""
    templates = []
    for template in pattern.templates:
        for slot, expression in _SLOTS.items():
            template = template.replace(slot, expression)
        templates.append(re.compile(template + "$"))
    trigger = re.compile("|".join(pattern.trigger.split()))
    return Compiled(pattern.name, trigger, tuple(templates), pattern.confidence, pattern.read, pattern.meaning)
