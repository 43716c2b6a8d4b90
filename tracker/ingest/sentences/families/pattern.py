"""What a pattern is, and the small things patterns share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tracker.ingest.sentences.claims import Found, Meaning
from tracker.ingest.sentences.clause import Clause, NotParsed, Where
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene
from tracker.language.english import lexicon
from tracker.language.english.things import THINGS
from tracker.language.places import PLACES, ROOMS
from tracker.language.words import words

Read = Callable[[Clause, Scene], list[Found] | None]
_NOBODY_IN_PARTICULAR = words(
    "it this that these those what which everyone everybody anyone anybody whoever whatever anything everything"
)
HAPPENED = ("past", "perfect")


class Example(NamedTuple):
    """A text, and what it yields: `CandidateClaim.brief()` of each claim, in order. The pattern's test.

    The speaker is ana. Earlier sentences of the text set the scene, and what they yield is listed too."""

    text: str
    yields: tuple[str, ...]
    narration: bool = False


class Pattern(NamedTuple):
    """A meaning that clauses with one of `verbs` may have. `read` gives None when the clause has another shape."""

    name: str
    verbs: str
    confidence: float
    read: Read
    examples: tuple[Example, ...]
    meaning: Meaning = "action"


def happened(clause: Clause, scene: Scene) -> bool:
    """Whether the clause tells something that took place; in a narration the present and bare verbs do too."""
    if not acts(clause):
        return False
    if clause.tense in HAPPENED:
        return True
    return scene.narration and clause.tense in ("present", "base", "progressive")


def holds(clause: Clause) -> bool:
    """Whether the clause tells how things are now, have been since then, or were at an exact time."""
    told = clause.told
    if clause.tense == "present":
        return True
    if told is None or told.ahead:
        return False
    return (clause.tense == "perfect" and told.since) or (clause.tense == "past" and told.exact)


def concrete(phrase: Phrase, scene: Scene) -> bool:
    """Whether a phrase can be a thing that lies somewhere: not 'a break', not a bare noun in ordinary prose."""
    if phrase.pronoun:
        return phrase.pronoun in ("it", "them", "him", "her", "these", "those", "me", "us")
    if scene.registered(phrase):
        return True
    if phrase.head in lexicon.ABSTRACT or phrase.determiner in ("another", "each", "every"):
        return False
    return bool(phrase.determiner) or phrase.definite or phrase.plural or phrase.head in lexicon.MASS or scene.narration


def a_place(phrase: Phrase, scene: Scene) -> bool:
    """Whether a phrase can be a place, a container or a surface: not 'in a hurry', not 'at risk'."""
    if phrase.pronoun:
        return phrase.pronoun in ("it", "them")
    if scene.registered(phrase):
        return True
    if phrase.head in lexicon.BARE_PLACES and not phrase.determiner:
        return True
    if phrase.head in lexicon.ABSTRACT or phrase.determiner in ("its", "another", "each", "every"):
        return False
    bare = not phrase.determiner and not phrase.definite and "'s" not in phrase.words
    return (
        not bare or phrase.head in lexicon.BARE_PLACES or phrase.plural or scene.narration or phrase.words[-1].isdigit()
    )


def known(phrase: Phrase, scene: Scene) -> bool:
    """Whether a phrase certainly names something that has a place: by the word lists, the registry, or because it was
    put somewhere before. A narration is about things throughout."""
    if phrase.pronoun or scene.narration or scene.registered(phrase):
        return True
    head = phrase.head
    if head in lexicon.BARE_PLACES and not phrase.determiner:
        return True
    if head in lexicon.ABSTRACT:
        return False
    listed = head in THINGS or head in PLACES or head in lexicon.PEOPLE or head in lexicon.BARE_PLACES
    return listed or phrase.proper or scene.tracked(phrase)


def acts(clause: Clause) -> bool:
    """Whether somebody, not 'it' or an idea, does what the clause tells: 'it took some work' takes nothing."""
    return clause.passive or not any(
        phrase.pronoun in _NOBODY_IN_PARTICULAR or phrase.head in lexicon.ABSTRACT for phrase in clause.subjects
    )


def things(clause: Clause, scene: Scene) -> list[str] | None:
    """What was acted on: the objects, or the subjects of a passive; None when they are not things."""
    phrases = clause.subjects if clause.passive else clause.objects
    if not phrases or not all(concrete(phrase, scene) for phrase in phrases):
        return None
    return scene.all(phrases, "subject" if clause.passive else "object")


def _is_somebody(phrase: Phrase) -> bool:
    """Not 'by mistake' or 'by the door'."""
    return phrase.proper or phrase.pronoun is not None or phrase.head in lexicon.PEOPLE


def actor(clause: Clause, scene: Scene) -> str | None:
    """Who acted; the 'by' phrase of a passive."""
    if clause.passive:
        by = clause.where("by")
        return scene.actor(by.phrases) if by and all(_is_somebody(phrase) for phrase in by.phrases) else None
    return scene.actor(clause.subjects)


def place(where: Where, scene: Scene) -> str:
    """The one place that a prepositional phrase names; NotParsed when it names none or several."""
    if len(where.phrases) != 1 or where.options or not a_place(where.phrases[0], scene):
        raise NotParsed("no pattern")
    return scene.refer(where.phrases[0], "place", "place" if where.role == "to" else None)[0]


def spot(clause: Clause) -> Where | None:
    """Where the clause says that something is: in, on or at a place, on a side of it, 'by the door', 'over the sink',
    'between the cushions' (near them: no relation says more)."""
    found = clause.where(*lexicon.PLACING)
    if found is not None:
        return found
    if (between := clause.where("between")) is not None:
        return Where(between.preposition, "near", between.phrases[:1])
    loose = None if clause.passive else clause.where("by", "over")
    if loose is None or len(loose.phrases) != 1 or not _is_landmark(loose.phrases[0]):
        return None
    return Where(loose.preposition, "near" if loose.role == "by" else "above", loose.phrases)


def _is_landmark(phrase: Phrase) -> bool:
    """Not 'by bus', 'by Tom', 'over lunch'."""
    listed = phrase.head in THINGS or phrase.head in PLACES or phrase.head in lexicon.OPENABLES
    return listed and bool(phrase.determiner) and phrase.head not in lexicon.PEOPLE and not phrase.pronoun


def relation_to(where: Where) -> str:
    """How something is at the end of a 'to' phrase: in a room, at anywhere else."""
    if where.role in lexicon.PLACING:
        return where.role
    head = where.phrases[0].head
    return "in" if head in ROOMS and head != "home" else "at"


def payload(**fields: Any) -> dict[str, Any]:
    """The fields that are known."""
    return {name: value for name, value in fields.items() if value is not None}


def told_state(entity: str, value: str, relation: str | None = None, attribute: str = "location") -> Found:
    """Somebody says that it is so."""
    claim = payload(attribute=attribute, value=value, relation=relation)
    return Found("stated", entity, {"claim": claim})
