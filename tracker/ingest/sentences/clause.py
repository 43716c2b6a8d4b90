"""An English clause taken apart: who, does what, to what, where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.tokens import Token
from tracker.ingest.sentences.told import Told
from tracker.language.english import lexicon
from tracker.language.words import words


class NotParsed(Exception):
    """The words do not form a clause the grammar knows; `args[0]` is the reason. Never seen outside the parser."""


@dataclass(slots=True)
class Where:
    """One prepositional phrase. `role` is a relation (in, on, at) or to, from, with, for, by …

    `options` are further 'or' phrases with their own relation: 'in the bag or on the desk'."""

    preposition: str
    role: str
    phrases: list[Phrase]
    options: list[Where] = field(default_factory=list)


@dataclass(slots=True)
class Clause:
    """`tense`: past, present, perfect, progressive, future, modal or base. `doubt` is why it may not be a fact,
    `hedged` that it is told as possible only, `modal` by which verb.
    `verbless`: the 'is' was left out, as in 'keys in the drawer'."""

    subjects: list[Phrase]
    verb: str = ""
    tense: str = ""
    passive: bool = False
    negated: bool = False
    no_longer: bool = False
    existential: bool = False
    verbless: bool = False
    particle: str = ""
    objects: list[Phrase] = field(default_factory=list)
    recipients: list[Phrase] = field(default_factory=list)
    wheres: list[Where] = field(default_factory=list)
    state: str = ""
    adverbs: set[str] = field(default_factory=set)
    doubt: str = ""
    hedged: bool = False
    modal: str = ""
    told: Told | None = None
    start: int = 0
    end: int = 0

    def where(self, *roles: str) -> Where | None:
        """The first prepositional phrase with one of these roles."""
        for found in self.wheres:
            if found.role in roles:
                return found
        return None


_NOT_QUITE = words("almost nearly unlikely hopefully")


class Cursor:
    """A place in a sentence's tokens. `narration`: bare verbs tell what the narrator does ('take knife')."""

    __slots__ = ("i", "narration", "toks")

    def __init__(self, toks: Sequence[Token], *, narration: bool = False) -> None:
        self.toks, self.i, self.narration = toks, 0, narration

    def low(self, ahead: int = 0) -> str:
        """The word `ahead` tokens on, in lower case; '' past the end."""
        at = self.i + ahead
        return self.toks[at].low if at < len(self.toks) else ""

    def form(self, kinds: str, ahead: int = 0) -> bool:
        """Whether that word is a verb in one of these forms (b, s, d, p, g)."""
        form = lexicon.VERB_FORMS.get(self.low(ahead))
        return form is not None and any(kind in form[1] for kind in kinds)

    def adverbs(self, clause: Clause) -> None:
        """Step over adverbs and negations, noting what they say about the clause."""
        while word := self.low():
            if word in _NOT_QUITE:
                clause.doubt = clause.doubt or "unsure"
            elif word in lexicon.HEDGES:
                clause.hedged = True
            elif word in lexicon.HABITS:
                clause.doubt = clause.doubt or ("negated" if word == "never" else "habitual")
            elif word == "no" and self.low(1) == "longer":
                clause.no_longer = True
                self.i += 1
            elif word == "not":
                clause.negated = True
            elif word == "anymore" or (word == "any" and self.low(1) in ("more", "longer")):
                clause.no_longer = clause.negated
                self.i += word == "any"
            elif word == "at" and self.low(1) == "all" and self._clause_ends(2):
                self.i += 1
            elif word in lexicon.ADVERBS or is_manner(word) or (word == "either" and self._clause_ends(1)):
                clause.adverbs.add(word)
            else:
                return
            self.i += 1

    def _clause_ends(self, ahead: int) -> bool:
        word = self.low(ahead)
        return not word[:1].isalnum() or word in lexicon.CONNECTIVES or word in lexicon.SUBORDINATORS


def is_manner(word: str) -> bool:
    """Adverbs like 'carefully', which change nothing about who is where."""
    return word.endswith("ly") and len(word) > 4 and word not in lexicon.VERB_FORMS and word not in lexicon.LY_NOUNS
