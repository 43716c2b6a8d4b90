"""What has been talked about: who 'she', 'them' and 'there' mean in the next sentence.

A discourse is immutable: reading a text takes one and gives back the next, and it is plain data, so that an ingest job
can store it with its position and go on exactly where it stopped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

Kind = Literal["person", "thing", "place"]
Role = Literal["subject", "object", "place"]
_RANK = {"subject": 0, "object": 1, "place": 2}
_MENTIONS = 16
_CONTAINERS = 48
_PLANS = 16
_INSTANTS = 8
_SENTENCES_BETWEEN = 2
REMEMBERED_SENTENCES = 8
"""A pronoun reaches back over at most this many sentences."""
REMEMBERED_US = 3_600_000_000
"""… and over at most an hour between two utterances (microseconds)."""


class Mention(NamedTuple):
    """One thing, or a group of things, that a sentence named. `gender` is m, f or '' when unknown.

    An entity '' stands for something a sentence named without being understood: a pronoun may well mean that. `back` is
    set for a pronoun: the number of the sentence that named what it means."""

    entities: tuple[str, ...]
    kind: Kind
    gender: str
    plural: bool
    role: Role
    clause: int
    sentence: int = 0
    back: int = 0


class Plan(NamedTuple):
    """A plan that was told: its entity and the kind of event it is (exam, meeting …)."""

    entity: str
    event: str


UNKNOWN = ("",)


class Ambiguous(Exception):
    """Two mentions fit a pronoun equally well. Never seen outside the extractor."""


@dataclass(frozen=True, slots=True)
class Discourse:
    """`at` is the last utterance's time (microseconds); `base` to `told` the time of what was told last. `instants`
    counts what was told for one and the same instant, so that each gets a microsecond of its own."""

    mentions: tuple[Mention, ...] = ()
    containers: tuple[tuple[str, str], ...] = ()
    plans: tuple[Plan, ...] = ()
    sentence: int = 0
    at: int | None = None
    base: int | None = None
    base_end: int | None = None
    told: bool = False
    instants: tuple[tuple[int, int], ...] = ()

    def heard(self, at: int) -> Discourse:
        """The discourse for an utterance at `at`: after a long silence nobody means the old 'it'."""
        if self.at is not None and abs(at - self.at) > REMEMBERED_US and self.mentions:
            return replace(self, mentions=(), at=at)
        return replace(self, at=at)

    def without_words(self) -> Discourse:
        """The discourse as far as it only counts and tells the time."""
        return replace(self, mentions=(), containers=(), plans=())

    def after_sentence(
        self,
        mentions: Iterable[Mention],
        moved: Iterable[tuple[str, str | None]],
        plans: Sequence[Plan] = (),
    ) -> Discourse:
        """The discourse once a sentence has named `mentions` and put things into containers (None: out of any)."""
        number = self.sentence + 1
        oldest = number - REMEMBERED_SENTENCES
        kept = [mention for mention in self.mentions if mention.sentence > oldest]
        fresh = [mention._replace(sentence=number) for mention in mentions]
        inside = dict(self.containers)
        for entity, container in moved:
            inside.pop(entity, None)
            inside[entity] = container or ""
        return replace(
            self,
            mentions=(*fresh, *kept)[:_MENTIONS],
            containers=tuple(inside.items())[-_CONTAINERS:],
            plans=(*plans[::-1], *self.plans)[:_PLANS] if plans else self.plans,
            sentence=number,
        )

    def telling(self, base: int, end: int | None, *, told: bool) -> tuple[Discourse, int]:
        """The discourse once something was told for `base`, and how many things were told for that instant before."""
        count = dict(self.instants).get(base, 0)
        others = tuple(pair for pair in self.instants if pair[0] != base)
        instants = ((base, count + 1), *others)[:_INSTANTS]
        return replace(self, base=base, base_end=end, told=told, instants=instants), count

    def container_of(self, entity: str) -> str | None:
        """What this discourse last put an entity into, if nothing has moved it since."""
        return next((place for known, place in self.containers if known == entity), None) or None

    def tracks(self, entity: str) -> bool:
        """Whether this discourse has put or moved an entity."""
        return any(known == entity for known, _ in self.containers)

    def one(self, kind: Kind, gender: str = "", excluding: str | None = None) -> str | None:
        """The person, thing or place that a singular pronoun means; Ambiguous when two fit equally well."""
        other = {entity for m in self.mentions if gender and m.gender not in ("", gender) for entity in m.entities}
        other.add(excluding or "")
        other.discard("")
        fitting = [m for m in self.mentions if m.kind == kind and not m.plural and m.entities[0] not in other]
        best = self._best(fitting)
        if best is None:
            return None
        recent = best.sentence - _SENTENCES_BETWEEN
        rivals = (m for m in fitting if m.role != "place" and m.sentence >= recent and m.entities != best.entities)
        if best.role == "place" and kind == "thing" and any(rivals):
            # 'The lamp is on. The coat is in the closet. Tom took it.' may mean the lamp or the closet.
            raise Ambiguous
        return best.entities[0]

    def there(self) -> Mention | None:
        """What was last named as a place: what 'there' means."""
        named = [m for m in self.mentions if m.role == "place" and m.entities != UNKNOWN]
        return max(named, key=lambda m: (m.sentence, m.clause), default=None)

    def several(self, kind: Kind | None) -> tuple[str, ...]:
        """The group or plural thing that 'they' or 'them' means; () when there is none."""
        best = self._best(
            [m for m in self.mentions if m.plural and (kind is None or m.kind == kind) and m.kind != "place"]
        )
        return best.entities if best else ()

    def newest(self, person: bool, several: bool) -> tuple[str, ...]:
        """All that a pronoun can go back to: the people, or the things, that the newest sentence named which named any;
        what was only a place where no other was. `several`: more than one, or what is called in the plural."""
        fitting = [
            m for m in self.mentions if (m.kind == "person") == person and m.kind != "place" and m.entities != UNKNOWN
        ]
        if several:
            fitting = [m for m in fitting if m.plural] or fitting
        elif any(not m.plural for m in fitting):
            fitting = [m for m in fitting if not m.plural]
        newest = [m for m in fitting if m.sentence == max(one.sentence for one in fitting)]
        named = [m for m in newest if m.role != "place"] or newest
        return tuple(dict.fromkeys(entity for m in named for entity in m.entities if entity))

    def _best(self, fitting: list[Mention]) -> Mention | None:
        if not fitting:
            return None
        best = min((-m.sentence, _RANK[m.role], -m.clause) for m in fitting)
        equals = [m for m in fitting if (-m.sentence, _RANK[m.role], -m.clause) == best]
        if len({mention.entities for mention in equals}) > 1 or equals[0].entities == UNKNOWN:
            raise Ambiguous
        return equals[0]

    def to_json(self) -> list[Any]:
        """The discourse as plain JSON data."""
        return [
            [[list(m.entities), *m[1:]] for m in self.mentions],
            [list(pair) for pair in self.containers],
            [list(plan) for plan in self.plans],
            self.sentence,
            self.at,
            self.base,
            self.base_end,
            self.told,
            [list(pair) for pair in self.instants],
        ]

    @classmethod
    def from_json(cls, data: list[Any]) -> Discourse:
        """The discourse that `to_json` described."""
        mentions, containers, plans, sentence, at, base, base_end, told, instants = data
        return cls(
            mentions=tuple(Mention(tuple(entities), *others) for entities, *others in mentions),
            containers=tuple((entity, place) for entity, place in containers),
            plans=tuple(Plan(*plan) for plan in plans),
            sentence=sentence,
            at=at,
            base=base,
            base_end=base_end,
            told=told,
            instants=tuple((instant, count) for instant, count in instants),
        )
