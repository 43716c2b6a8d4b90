"""One sentence being read: who speaks, what its phrases refer to, and what it adds to the discourse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.discourse import UNKNOWN, Ambiguous, Discourse, Kind, Mention, Plan, Role
from tracker.ingest.sentences.phrases import Phrase
from tracker.language.english import lexicon
from tracker.language.places import PLACES, ROOMS
from tracker.language.words import words
from tracker.link.mentions import Names, entity_ids

_FIRST = words("i me myself")
_MALE = words("he him himself")
_FEMALE = words("she her herself")
_GROUP = words("they them themselves these those")
_FAMILY_NAMES_FOLLOW = 2


class Scene:
    """Turns the phrases of one sentence into entity ids, remembering what was named."""

    __slots__ = ("clause", "context", "mentions", "moved", "names", "narration", "opened", "plans", "speaker")

    def __init__(self, context: Discourse, names: Names, speaker: str | None, *, narration: bool) -> None:
        self.context, self.names, self.speaker, self.narration = context, names, speaker, narration
        self.clause = 0
        self.mentions: list[Mention] = []
        self.moved: list[tuple[str, str | None]] = []
        self.plans: list[Plan] = []
        self.opened: str | None = None

    def mark(self) -> tuple[int, int, int]:
        """A point to `reset` to when a pattern turns out not to fit."""
        return len(self.mentions), len(self.moved), len(self.plans)

    def reset(self, mark: tuple[int, int, int]) -> None:
        """Forget what was noted since `mark`."""
        del self.mentions[mark[0] :], self.moved[mark[1] :], self.plans[mark[2] :]

    def refer(self, phrase: Phrase, role: Role, kind: Kind | None = None) -> tuple[str, ...]:
        """The entities a phrase means, noted as named in `role`. NotParsed when that is not clear."""
        if phrase.pronoun:
            return self._pronoun(phrase.pronoun, role, kind)
        entity = self.named(phrase)
        kind = kind_of(phrase, role, kind)
        self.mentions.append(Mention((entity,), kind, gender_of(phrase), phrase.plural, role, self.clause))
        return (entity,)

    def named(self, phrase: Phrase) -> str:
        """The entity that a noun phrase names: the registered one, else the one its slug stands for."""
        asked = phrase.text
        if phrase.determiner == "my" and self.speaker:
            own = self.names.resolve(f"{self.speaker}'s {phrase.text}")
            if len(own) == 1:
                return own[0]
        found = entity_ids(asked, self.names)
        if len(found) > 1:
            raise NotParsed("ambiguous name")
        if not found:
            raise NotParsed("no pattern")
        return found[0]

    def registered(self, phrase: Phrase) -> bool:
        """Whether the registry knows a thing by this name, so that no word list needs to vouch for it."""
        return bool(self.names.resolve(phrase.text))

    def tracked(self, phrase: Phrase) -> bool:
        """Whether this discourse has put or moved a thing of this name."""
        entity = self.named(phrase)
        return any(known == entity for known, _ in self.moved) or self.context.tracks(entity)

    def all(self, phrases: Iterable[Phrase], role: Role, kind: Kind | None = None) -> list[str]:
        """The entities of phrases joined by 'and'; two or more are also a group that 'they' can mean."""
        before = len(self.mentions)
        entities = [entity for phrase in phrases for entity in self.refer(phrase, role, kind)]
        if len(entities) > 1 and len(self.mentions) > before:
            named = self.mentions[before:]
            self.mentions.append(Mention(tuple(entities), named[0].kind, "", True, role, self.clause))
        return entities

    def actor(self, phrases: Sequence[Phrase]) -> str | None:
        """Who did it, when that is one known person; None when several did, or when it is not clear who."""
        if not phrases or (len(phrases) == 1 and phrases[0].pronoun in ("i", "we", "you", "someone", "somebody")):
            return self.speaker if not phrases or phrases[0].pronoun == "i" else None
        try:
            entities = self.all(phrases, "subject", "person")
        except NotParsed:
            return None
        return entities[0] if len(entities) == 1 else None

    def put(self, entity: str, place: str | None, relation: str | None = None) -> None:
        """Note what the entity is now inside of; on a table or with somebody it is inside of nothing."""
        self.moved.append((entity, place if relation == "in" else None))

    def container_of(self, entity: str) -> str | None:
        """What 'took it out' takes it out of: where this sentence or an earlier one put it in."""
        for known, place in reversed(self.moved):
            if known == entity:
                return place
        return self.context.container_of(entity)

    def notice(self, phrases: Iterable[Phrase], role: Role) -> None:
        """Note things named by words that were not understood: a later 'it' or 'them' may mean them."""
        before = len(self.mentions)
        for phrase in phrases:
            if not phrase.pronoun and phrase.head:
                entity = entity_ids(phrase.text, self.names)
                kind = kind_of(phrase, role, None)
                if kind == "thing" and phrase.proper and role == "subject":
                    kind = "person"  # whoever acts under a name of their own is not what 'it' means
                named = (entity[0],) if len(entity) == 1 else UNKNOWN
                self.mentions.append(Mention(named, kind, gender_of(phrase), phrase.plural, role, self.clause))
        fresh = self.mentions[before:]
        if len(fresh) > 1 and role != "place":
            entities = tuple(entity for mention in fresh for entity in mention.entities)
            group = UNKNOWN if "" in entities else entities
            self.mentions.append(Mention(group, fresh[0].kind, "", True, role, self.clause))

    def notice_something(self) -> None:
        """Note that words which were not understood may have named a thing."""
        for plural in (False, True):
            self.mentions.append(Mention(UNKNOWN, "thing", "", plural, "object", self.clause))

    def plan(self, entity: str, event: str) -> None:
        """Note a plan, so that 'the exam is over' later ends this one."""
        self.plans.append(Plan(entity, event))

    def planned(self, event: str) -> str | None:
        """The newest plan of this kind of event."""
        known = (*reversed(self.plans), *self.context.plans)
        return next((plan.entity for plan in known if plan.event == event), None)

    def there(self) -> str:
        """The place that 'there' means: the one named last."""
        found = self._newest().there()
        if found is None:
            raise NotParsed("unresolved pronoun")
        self.mentions.append(found._replace(clause=self.clause, back=found.sentence))
        return found.entities[0]

    def _pronoun(self, word: str, role: Role, kind: Kind | None) -> tuple[str, ...]:
        if word in _FIRST or word == "we":
            if self.speaker is None:
                raise NotParsed("unresolved pronoun")
            self.mentions.append(Mention((self.speaker,), "person", "", False, role, self.clause))
            return (self.speaker,)
        try:
            found, kind, gender = self._antecedent(word, kind)
        except Ambiguous:
            raise NotParsed("unresolved pronoun") from None
        if not found:
            raise NotParsed("unresolved pronoun")
        back = next((m.sentence for m in self._newest().mentions if m.entities == found), 0)
        self.mentions.append(Mention(found, kind, gender, word in _GROUP, role, self.clause, back=back))
        return found

    def _antecedent(self, word: str, kind: Kind | None) -> tuple[tuple[str, ...], Kind, str]:
        context = self._newest()
        if word in _MALE or word in _FEMALE:
            gender = "m" if word in _MALE else "f"
            person = context.one("person", gender, excluding=self.speaker)
            return ((person,) if person else ()), "person", gender
        if word in _GROUP:
            return context.several(kind), kind or "thing", ""
        if word == "it":
            thing = context.one("thing")
            return ((thing,) if thing else ()), "thing", ""
        return (), "thing", ""

    def _newest(self) -> Discourse:
        """The discourse up to the clause being read: a pronoun never means what its own clause names."""
        before = [mention for mention in self.mentions if mention.clause < self.clause]
        return self.context.after_sentence(before, ()) if before else self.context


def kind_of(phrase: Phrase, role: Role, kind: Kind | None) -> Kind:
    """Whether a phrase names a person, a place or a thing, as far as its words and its role tell."""
    head = phrase.head
    if head in lexicon.PEOPLE or is_given_name(phrase):
        return "person"
    if head in PLACES and (role == "place" or head in ROOMS):
        return "place"
    return kind or "thing"


def gender_of(phrase: Phrase) -> str:
    """m, f, or '' when the words do not tell."""
    if phrase.gender:
        return phrase.gender
    word = phrase.words[0] if phrase.proper else phrase.head
    if word in lexicon.MALE_NAMES or word in lexicon.MALE_NOUNS:
        return "m"
    return "f" if word in lexicon.FEMALE_NAMES or word in lexicon.FEMALE_NOUNS else ""


def is_given_name(phrase: Phrase) -> bool:
    """A known given name, alone or before a family name: 'Ana', 'Ana Silva', but not "Ana's bag"."""
    first = phrase.words[0]
    known = first in lexicon.MALE_NAMES or first in lexicon.FEMALE_NAMES or first in lexicon.NAMES_OF_ANYBODY
    return known and not phrase.determiner and len(phrase.words) <= _FAMILY_NAMES_FOLLOW and "'s" not in phrase.words
