"""Putting: something ends up in, on or at a place, or is put down where its holder is."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause, NotParsed, Where
from tracker.ingest.sentences.families.pattern import (
    Example,
    Pattern,
    actor,
    happened,
    known,
    payload,
    place,
    relation_to,
    spot,
    things,
)
from tracker.ingest.sentences.scene import Scene
from tracker.language.acts import ENGLISH
from tracker.language.english import lexicon
from tracker.language.places import PLACES

_PARTICLES = ("", "down", "back", "away", "up", "out", "over", "off", "in", "on", "aside")


def _put_somewhere(clause: Clause, scene: Scene) -> list[Found] | None:
    target = _target(clause)
    home = "home" in clause.adverbs
    if not happened(clause, scene) or not (target or home) or clause.recipients or clause.particle not in _PARTICLES:
        return None
    if clause.verb == "add" and not scene.narration:
        return None
    objects = clause.subjects if clause.passive else clause.objects
    if not (target and known(target.phrases[0], scene)) and not all(known(phrase, scene) for phrase in objects):
        return None
    by = actor(clause, scene)
    moved = things(clause, scene)
    if moved is None:
        return None
    where = place(target, scene) if target else "home"
    relation = "in" if clause.verb == "add" else relation_to(target) if target else "at"
    return [_placed(scene, thing, where, relation, by) for thing in moved]


def _target(clause: Clause) -> Where | None:
    """Where it went: 'dumped the peel on the board into the bin' went into the bin."""
    for where in clause.wheres:
        if where.preposition in ("into", "onto"):
            return where
    if clause.verb in ("return", "add"):
        return clause.where("to") or clause.where("in", "on")
    return spot(clause)


def _put_down(clause: Clause, scene: Scene) -> list[Found] | None:
    down = clause.particle == "down" or clause.verb in ("drop", "discard", "leave")
    down = down or (scene.narration and clause.verb in ("put", "place") and not clause.particle)
    if not happened(clause, scene) or not down or clause.particle not in ("", "down") or clause.passive:
        return None
    if clause.where(*lexicon.PLACING, "to", "from", "over", "for") or clause.recipients:
        return None
    if clause.verb == "leave" and not _leaves_a_thing(clause):
        return None
    if not all(known(phrase, scene) for phrase in clause.objects):
        return None
    by = actor(clause, scene)
    moved = things(clause, scene)
    if moved is None:
        return None
    if by is None:
        raise NotParsed("unresolved pronoun")
    return [_placed(scene, thing, None, None, by) for thing in moved]


def _leaves_a_thing(clause: Clause) -> bool:
    """'Left the parcel' puts it down; 'left the kitchen' and 'left the party' go away, 'left Tom' may be either."""
    if len(clause.objects) != 1 or clause.objects[0].pronoun:
        return False
    left = clause.objects[0]
    elsewhere = left.head in PLACES or left.head in lexicon.ABSTRACT
    return not elsewhere and left.head not in lexicon.PEOPLE and not left.proper


def _placed(scene: Scene, thing: str, where: str | None, relation: str | None, by: str | None) -> Found:
    scene.put(thing, where, relation)
    return Found("placed", thing, payload(place=where, relation=relation, by=by))


PATTERNS = (
    Pattern(
        "put.somewhere",
        ENGLISH["put"],
        0.9,
        _put_somewhere,
        (
            Example("I put the passport in the blue folder.", ("passport: placed in blue_folder by ana",)),
            Example("Tom hung his coat on the hook behind the door.", ("coat: placed on hook by tom",)),
            Example("I put the lamp behind the sofa.", ("lamp: placed behind sofa by ana",)),
            Example("We left the stroller at the station.", ("stroller: placed at station",)),
            Example("The umbrella was put in the stand by Lena.", ("umbrella: placed in stand by lena",)),
            Example(
                "Lena put the lamp and the clock on the shelf.",
                ("lamp: placed on shelf by lena", "clock: placed on shelf by lena"),
            ),
            Example(
                "Tom forgot his scarf on the tram. He forgot to put the lamp in the van.",
                ("scarf: placed on tram by tom",),
            ),
            Example("Tom returned the ladder to the shed.", ("ladder: placed in shed by tom",)),
            Example("Lena adds raisins to the dough.", ("raisins: placed in dough by lena",), narration=True),
            Example("Lena opened the box and put the lid on it.", ("box: openness open", "lid: placed on box by lena")),
            Example("Lena added Tom to the list.", ()),
            Example("put spoon in drawer", ("spoon: placed in drawer by ana",), narration=True),
            Example("put the spoon in the drawer", ()),
            Example("She takes the ladle. Tom put pressure on the lid.", ()),
        ),
    ),
    Pattern(
        "put.down",
        ENGLISH["put_down"],
        0.9,
        _put_down,
        (
            Example("Tom dropped the parcel.", ("parcel: placed by tom",)),
            Example("Lena put the tray down.", ("tray: placed by lena",)),
            Example("Tom left the ladder there.", ("ladder: placed by tom",)),
            Example("put plate", ("plate: placed by ana",), narration=True),
            Example("Tom left the party. I put the plate.", ()),
        ),
    ),
)
