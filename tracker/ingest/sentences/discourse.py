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
_WHEREABOUTS = 48
_PLANS = 16
REMEMBERED_SENTENCES = 8
"""A pronoun reaches back over at most this many sentences."""
REMEMBERED_US = 3_600_000_000
"""… and over at most an hour between two utterances (microseconds)."""


class Mention(NamedTuple):
    """One thing, or a group of things, that a sentence named. `gender` is m, f or '' when unknown."""

    entities: tuple[str, ...]
    kind: Kind
    gender: str
    plural: bool
    role: Role
    sentence: int


class Plan(NamedTuple):
    """A plan that was told: its entity and the kind of event it is (exam, meeting …)."""

    entity: str
    event: str


class Ambiguous(Exception):  # noqa: N818 - answered inside the extractor, never seen outside it
    """Two mentions fit a pronoun equally well."""


@dataclass(frozen=True, slots=True)
class Discourse:
    """`at` is the last utterance's time (microseconds); `base` and `ticks` order what was told for one same span."""

    mentions: tuple[Mention, ...] = ()
    whereabouts: tuple[tuple[str, str], ...] = ()
    plans: tuple[Plan, ...] = ()
    sentence: int = 0
    at: int | None = None
    base: int | None = None
    base_end: int | None = None
    told: bool = False
    ticks: int = 0

    def heard(self, at: int) -> Discourse:
        """The discourse for an utterance at `at`: after a long silence nobody means the old 'it'."""
        if self.at is not None and abs(at - self.at) > REMEMBERED_US and self.mentions:
            return replace(self, mentions=(), at=at)
        return replace(self, at=at)

    def after_sentence(
        self,
        mentions: Iterable[Mention],
        moved: Iterable[tuple[str, str | None]],
        plans: Sequence[Plan] = (),
    ) -> Discourse:
        """The discourse once a sentence has named `mentions` and put things in places (None: no longer known)."""
        number = self.sentence + 1
        oldest = number - REMEMBERED_SENTENCES
        kept = [mention for mention in self.mentions if mention.sentence > oldest]
        fresh = [mention._replace(sentence=number) for mention in mentions]
        where = dict(self.whereabouts)
        for entity, place in moved:
            where.pop(entity, None)
            if place is not None:
                where[entity] = place
        return replace(
            self,
            mentions=(*fresh, *kept)[:_MENTIONS],
            whereabouts=tuple(where.items())[-_WHEREABOUTS:],
            plans=(*plans[::-1], *self.plans)[:_PLANS] if plans else self.plans,
            sentence=number,
        )

    def where(self, entity: str) -> str | None:
        """Where this discourse last put an entity: a place, a container or a holder."""
        return next((place for known, place in self.whereabouts if known == entity), None)

    def one(self, kind: Kind, gender: str = "", excluding: str | None = None) -> str | None:
        """The person, thing or place that a singular pronoun means; Ambiguous when two fit equally well."""
        fitting = [
            m for m in self.mentions if self._fits(m, kind, gender) and not m.plural and m.entities[0] != excluding
        ]
        best = self._best(fitting)
        return best.entities[0] if best else None

    def several(self, kind: Kind | None) -> tuple[str, ...]:
        """The group or plural thing that 'they' or 'them' means; () when there is none."""
        best = self._best(
            [m for m in self.mentions if m.plural and (kind is None or m.kind == kind) and m.kind != "place"]
        )
        return best.entities if best else ()

    def _fits(self, mention: Mention, kind: Kind, gender: str) -> bool:
        return mention.kind == kind and (not gender or mention.gender in ("", gender))

    def _best(self, fitting: list[Mention]) -> Mention | None:
        if not fitting:
            return None
        newest = max(mention.sentence for mention in fitting)
        latest = [mention for mention in fitting if mention.sentence == newest]
        top = min(_RANK[mention.role] for mention in latest)
        equals = [mention for mention in latest if _RANK[mention.role] == top]
        if len({mention.entities for mention in equals}) > 1:
            raise Ambiguous
        return equals[0]

    def to_json(self) -> list[Any]:
        """The discourse as plain JSON data."""
        return [
            [[list(m.entities), *m[1:]] for m in self.mentions],
            [list(pair) for pair in self.whereabouts],
            [list(plan) for plan in self.plans],
            self.sentence,
            self.at,
            self.base,
            self.base_end,
            self.told,
            self.ticks,
        ]

    @classmethod
    def from_json(cls, data: list[Any]) -> Discourse:
        """The discourse that `to_json` described."""
        mentions, whereabouts, plans, *rest = data
        return cls(
            tuple(Mention(tuple(entities), *others) for entities, *others in mentions),
            tuple((entity, place) for entity, place in whereabouts),
            tuple(Plan(*plan) for plan in plans),
            *rest,
        )
