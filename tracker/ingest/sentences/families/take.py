"""Taking: something leaves where it was and is with whoever took it; losing and throwing away: nobody knows where."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause, Where
from tracker.ingest.sentences.families.pattern import (
    Example,
    Pattern,
    a_place,
    actor,
    concrete,
    happened,
    known,
    payload,
    things,
)
from tracker.ingest.sentences.scene import Scene
from tracker.language.acts import ENGLISH
from tracker.language.english import lexicon

_NEEDS_PARTICLE = {"pick": ("up", "out"), "lift": ("up", "out"), "pull": ("out",)}
_PARTICLES = ("", "up", "out", "away", "back", "down", "off", "along")
_WITHOUT = ("", "out", "away", "back", "down", "off", "along")
_ELSEWHERE = ("to", "toward", "over", "through", "on")


def _took(clause: Clause, scene: Scene) -> list[Found] | None:
    if not happened(clause, scene) or clause.recipients or clause.particle not in _PARTICLES:
        return None
    source = clause.where("from")
    if any(clause.where(role) for role in _ELSEWHERE) or "home" in clause.adverbs:
        return None
    if source is None and not _plainly_taken(clause, scene):
        return None
    objects = clause.subjects if clause.passive else clause.objects
    if not all(known(phrase, scene) for phrase in (source.phrases if source else objects)):
        return None
    by = actor(clause, scene)
    taken = things(clause, scene)
    if taken is None:
        return None
    came_from = _origin(source, scene) if source else None
    return [_removed(clause, scene, thing, came_from, by) for thing in taken]


def _plainly_taken(clause: Clause, scene: Scene) -> bool:
    """'Took the keys', not 'picked a colour', 'got a cold' or 'took Tom'."""
    needed = _NEEDS_PARTICLE.get(clause.verb)
    if clause.particle not in (needed or _WITHOUT):
        return False
    if clause.verb in ("take", "get") and clause.where(*lexicon.PLACING) and not scene.narration:
        return False
    objects = clause.subjects if clause.passive else clause.objects
    if clause.verb in ("take", "get") and any(phrase.head in lexicon.NOT_TAKEN_IN_HAND for phrase in objects):
        return False
    if clause.verb == "get" and not (clause.particle == "out" or scene.narration):
        named = all(phrase.definite and phrase.pronoun != "it" for phrase in objects)
        return named and clause.particle in ("", "back")
    return not (clause.verb in ("take", "remove") and clause.particle in ("down", "back"))


def _origin(source: Where, scene: Scene) -> str | None:
    """The place it was taken from; a person it was taken from is its holder until then."""
    if len(source.phrases) != 1 or not a_place(source.phrases[0], scene):
        return None
    return scene.refer(source.phrases[0], "place")[0]


def _removed(clause: Clause, scene: Scene, thing: str, came_from: str | None, by: str | None) -> Found:
    old = clause.objects and (clause.objects[0].pronoun or clause.objects[0].determiner in lexicon.DEFINITE)
    if came_from is None and clause.particle == "out":
        came_from = scene.opened or (scene.container_of(thing) if old else None)
    if came_from == by:
        came_from = None
    scene.put(thing, None)
    return Found("removed", thing, payload(place=came_from, by=by))


def _gone_for_good(clause: Clause, scene: Scene) -> list[Found] | None:
    """'Threw the peel away', 'lost my keys': not where it was, and nobody says where it is."""
    if not happened(clause, scene) or clause.recipients or clause.where(*lexicon.PLACING, "to"):
        return None
    if clause.verb in ("throw", "put") and clause.particle not in ("away", "out"):
        return None
    if clause.verb == "put" and clause.particle != "away":
        return None
    if clause.particle not in ("", "away", "out") or (clause.verb == "lose" and clause.particle):
        return None
    objects = clause.subjects if clause.passive else clause.objects
    if not all(known(phrase, scene) for phrase in objects):
        return None
    if not all(concrete(phrase, scene) and (phrase.definite or scene.narration) for phrase in objects):
        return None
    by = None if clause.verb == "lose" else actor(clause, scene)
    lost = things(clause, scene)
    if lost is None:
        return None
    for thing in lost:
        scene.put(thing, None)
    if clause.verb == "lose":
        return [Found("removed", thing, {}) for thing in lost]
    return [Found("moved", thing, payload(by=by)) for thing in lost]


PATTERNS = (
    Pattern(
        "take",
        ENGLISH["take"],
        0.9,
        _took,
        (
            Example("I took the charger.", ("charger: removed by ana",)),
            Example("Tom picked up the scissors and the tape.", ("scissors: removed by tom", "tape: removed by tom")),
            Example("Lena grabbed her coat from the hook.", ("coat: removed from hook by lena",)),
            Example("I took the passport out of the safe.", ("passport: removed from safe by ana",)),
            Example(
                "I put the tickets in the desk. I took them out.",
                ("tickets: placed in desk by ana", "tickets: removed from desk by ana"),
            ),
            Example(
                "Tom opened the toolbox and took out the pliers.",
                ("toolbox: openness open", "pliers: removed from toolbox by tom"),
            ),
            Example("The ladder has been taken by Tom.", ("ladder: removed by tom",)),
            Example("I borrowed the drill from Tom.", ("drill: removed from tom by ana",)),
            Example("The drill was taken by mistake.", ("drill: removed",)),
            Example("pick up ladle", ("ladle: removed by ana",), narration=True),
            Example("Tom took a nap and got a cold.", ()),
            Example("Lena took the tram. Tom took a picture. I took my pills.", ()),
        ),
    ),
    Pattern(
        "take.gone",
        ENGLISH["lose"],
        0.8,
        _gone_for_good,
        (
            Example("Tom threw the old receipt away.", ("old_receipt: moved by tom",)),
            Example("Lena put the dishes away.", ("dishes: moved by lena",)),
            Example("I lost my wallet.", ("wallet: removed",)),
            Example("Tom lost his temper. Lena threw a party.", ()),
        ),
    ),
)
