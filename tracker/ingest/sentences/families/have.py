"""Having: somebody has something with them, or says they no longer do."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause
from tracker.ingest.sentences.families.pattern import Example, Pattern, concrete, holds, known, told_state
from tracker.ingest.sentences.scene import Scene, kind_of
from tracker.language.acts import ENGLISH, verbs
from tracker.language.english import lexicon

_HELD = verbs("have") - {"have"}


def _has(clause: Clause, scene: Scene) -> list[Found] | None:
    has = clause.tense == "progressive" if clause.verb in _HELD else holds(clause)
    if not has or clause.passive or clause.recipients or clause.particle:
        return None
    company = clause.where("with", "on")
    with_them = company is not None and company.phrases[0].pronoun is not None
    if clause.where(*lexicon.PLACING, "from", "to") and not with_them:
        return None
    if not clause.objects or len(clause.subjects) != 1 or _is_thing(clause, scene):
        return None
    if not all(concrete(phrase, scene) and (phrase.definite or with_them) for phrase in clause.objects):
        return None
    if not all(known(phrase, scene) for phrase in clause.objects):
        return None
    holder = scene.refer(clause.subjects[0], "subject", "person")[0]
    entities = scene.all(clause.objects, "object")
    if holder in entities:
        return None
    if clause.negated or clause.no_longer:
        absent = {"claim": {"value": holder, "relation": "with"}, "view": "clear"}
        return [Found("not_seen", thing, absent) for thing in entities]
    for thing in entities:
        scene.put(thing, None)
    return [told_state(thing, holder, "with") for thing in entities]


def _is_thing(clause: Clause, scene: Scene) -> bool:
    """'The house has its charm': only people, and what the registry knows, have things with them."""
    subject = clause.subjects[0]
    if subject.pronoun:
        return subject.pronoun not in ("i", "we", "he", "she", "someone")
    return not (subject.proper or kind_of(subject, "subject", None) == "person" or scene.registered(subject))


PATTERNS = (
    Pattern(
        "have",
        ENGLISH["have"],
        0.85,
        _has,
        (
            Example("Tom has the torch.", ("torch: with tom",)),
            Example("Lena is holding the ladder.", ("ladder: with lena",)),
            Example("I've got a spare key on me.", ("spare_key: with ana",)),
            Example("Tom no longer has the torch.", ("torch: not with tom",)),
            Example("I don't have the receipt.", ("receipt: not with ana",)),
            Example("Tom has a cold. The cellar has its charm. Lena has to go.", ()),
        ),
        meaning="state",
    ),
)
