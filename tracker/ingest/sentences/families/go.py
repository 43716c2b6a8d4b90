"""Going: people move themselves to a place or leave one."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause, Where
from tracker.ingest.sentences.families.pattern import (
    Example,
    Pattern,
    a_place,
    happened,
    known,
    payload,
    place,
    relation_to,
)
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene, kind_of
from tracker.language.acts import ENGLISH
from tracker.language.english import lexicon
from tracker.language.places import PLACES
from tracker.language.words import words

_PARTICLES = ("", "back", "over", "up", "down", "out", "in", "away", "along")
_ARRIVES = frozenset(("arrive", "get"))
_HEADS_NOWHERE = words("sleep lunch dinner breakfast war hell waste bed")


def _went(clause: Clause, scene: Scene) -> list[Found] | None:
    if not happened(clause, scene) or clause.objects or clause.passive or clause.particle not in _PARTICLES:
        return None
    if clause.where("on") and clause.where("to"):
        return None
    target = _target(clause)
    adverb = next(
        (word for word in ("home", "upstairs", "downstairs", "outside", "there") if word in clause.adverbs), None
    )
    source = clause.where("from")
    if target is None and adverb is None:
        return None
    if target and not _goes_there(target, scene):
        return None
    if source and not a_place(source.phrases[0], scene):
        return None
    who = scene.all(clause.subjects, "subject", "person")
    came_from = place(source, scene) if source else None
    where = place(target, scene) if target else scene.there() if adverb == "there" else adverb
    return [_moved(scene, person, came_from, where, relation_to(target) if target else "at") for person in who]


def _target(clause: Clause) -> Where | None:
    target = clause.where("to")
    if target is None and clause.verb in _ARRIVES and clause.particle in ("", "back"):
        target = clause.where("at", "in") if clause.verb == "arrive" else None
    if target is None:
        into = clause.where("in", "on")
        target = into if into and into.preposition in ("into", "onto") else None
    return target


def _goes_there(target: Where, scene: Scene) -> bool:
    if len(target.phrases) != 1 or target.options:
        return False
    phrase = target.phrases[0]
    return (
        a_place(phrase, scene)
        and known(phrase, scene)
        and phrase.head not in _HEADS_NOWHERE
        and kind_of(phrase, "place", None) != "person"
    )


def _moved(scene: Scene, person: str, came_from: str | None, where: str | None, relation: str | None) -> Found:
    scene.put(person, where, relation)
    return Found("moved", person, payload(from_place=came_from, to_place=where, relation=relation))


def _entered(clause: Clause, scene: Scene) -> list[Found] | None:
    if not happened(clause, scene) or clause.passive or len(clause.objects) != 1 or clause.particle:
        return None
    target = clause.objects[0]
    if not _is_room(target, scene) or clause.wheres:
        return None
    who = scene.all(clause.subjects, "subject", "person")
    where = scene.refer(target, "place", "place")[0]
    return [_moved(scene, person, None, where, "in") for person in who]


def _left(clause: Clause, scene: Scene) -> list[Found] | None:
    if not happened(clause, scene) or clause.passive or len(clause.objects) != 1 or clause.particle:
        return None
    if not _is_room(clause.objects[0], scene) or clause.where(*lexicon.PLACING, "to", "from", "with"):
        return None
    who = scene.all(clause.subjects, "subject", "person")
    where = scene.refer(clause.objects[0], "place", "place")[0]
    return [_moved(scene, person, where, None, None) for person in who]


def _is_room(phrase: Phrase, scene: Scene) -> bool:
    bare = not phrase.determiner and phrase.head not in lexicon.BARE_PLACES and not phrase.definite
    return phrase.head in PLACES and phrase.pronoun is None and not (bare and not scene.narration)


PATTERNS = (
    Pattern(
        "go.to",
        ENGLISH["go"],
        0.9,
        _went,
        (
            Example("Lena walked to the station.", ("lena: moved at station",)),
            Example("Tom and Lena came back to the cellar.", ("tom: moved in cellar", "lena: moved in cellar")),
            Example("I went home.", ("ana: moved at home",)),
            Example("Tom ran from the shed into the garage.", ("tom: moved from shed in garage",)),
            Example(
                "Tom went to the attic. Afterwards he hurried to the cellar.",
                ("tom: moved in attic", "tom: moved in cellar"),
            ),
            Example(
                "Tom went to the station. Lena went there too.", ("tom: moved at station", "lena: moved at station")
            ),
            Example("Tom went to sleep. Lena went to see the dentist.", ()),
        ),
    ),
    Pattern(
        "go.enter",
        ENGLISH["enter"],
        0.9,
        _entered,
        (Example("Lena entered the cellar.", ("lena: moved in cellar",)), Example("Lena entered the competition.", ())),
    ),
    Pattern(
        "go.leave",
        ENGLISH["leave"],
        0.85,
        _left,
        (Example("Tom left the house.", ("tom: moved from house",)), Example("Tom left the meeting early.", ())),
    ),
)
