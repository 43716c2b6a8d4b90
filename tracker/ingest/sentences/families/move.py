"""Moving: somebody brings something from one place to another."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause
from tracker.ingest.sentences.families.pattern import (
    Example,
    Pattern,
    a_place,
    actor,
    happened,
    known,
    payload,
    place,
    relation_to,
    things,
)
from tracker.ingest.sentences.scene import Scene, kind_of
from tracker.language.acts import ENGLISH
from tracker.language.english import lexicon
from tracker.language.words import words

_TO_WITH_IN = words("throw toss chuck slide push drop pull roll drag shift move slip")


def _moved(clause: Clause, scene: Scene) -> list[Found] | None:
    if not happened(clause, scene) or clause.recipients or not (clause.objects or clause.passive):
        return None
    target = clause.where("to")
    inside = clause.where(*lexicon.PLACING)
    if target is None and inside and (clause.verb in _TO_WITH_IN or inside.preposition in ("into", "onto")):
        target = inside
    home = "home" in clause.adverbs
    source = clause.where("from")
    if target is None and not home and not (source and clause.verb == "move"):
        return None
    if target and len(target.phrases) == 1 and kind_of(target.phrases[0], "place", None) == "person":
        return None
    if source and (len(source.phrases) != 1 or not a_place(source.phrases[0], scene)):
        return None
    objects = clause.subjects if clause.passive else clause.objects
    if not all(known(phrase, scene) for phrase in (*objects, *(target.phrases if target else ()))):
        return None
    by = actor(clause, scene)
    carried = things(clause, scene)
    if carried is None:
        return None
    came_from = scene.refer(source.phrases[0], "place")[0] if source else None
    where = place(target, scene) if target else "home" if home else None
    relation = relation_to(target) if target else "at" if home else None
    for thing in carried:
        scene.put(thing, where, relation)
    fields = payload(from_place=came_from, to_place=where, relation=relation, by=by)
    return [Found("moved", thing, fields) for thing in carried]


PATTERNS = (
    Pattern(
        "move",
        ENGLISH["move"],
        0.9,
        _moved,
        (
            Example("Tom carried the crate from the van to the cellar.", ("crate: moved from van in cellar by tom",)),
            Example("Lena brought the plants into the kitchen.", ("plants: moved in kitchen by lena",)),
            Example("I took the bike to the station.", ("bike: moved at station by ana",)),
            Example("Tom threw the rag in the bucket.", ("rag: moved in bucket by tom",)),
            Example("The sofa was moved to the attic.", ("sofa: moved in attic",)),
            Example("Lena took the stapler home.", ("stapler: moved at home by lena",)),
            Example("Lena took Tom's advice to heart.", ()),
        ),
    ),
)
