"""Where things are kept, and where the car is parked."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, a_place, concrete, known, payload, told_state
from tracker.ingest.sentences.scene import Scene, is_given_name, kind_of
from tracker.ingest.sentences.wordings.shape import Filled, Wording
from tracker.link.mentions import entity_ids


def _kept(filled: Filled, scene: Scene) -> list[Found] | None:
    about = filled.objects or filled.subjects
    place = filled.place
    if place is None or not (a_place(place, scene) and known(place, scene)):
        return None
    for one in about:
        person = kind_of(one, "subject", None) == "person" or is_given_name(one)
        if person or one.pronoun or not (concrete(one, scene) and known(one, scene) and one.definite):
            return None
    value = scene.refer(place, "place")[0]
    return [told_state(thing, value, filled.relation) for thing in scene.all(about, "object") if thing != value]


def _parked(filled: Filled, scene: Scene) -> list[Found] | None:
    """'Parked on Elm Street': the car, whoever drove it."""
    place = filled.place
    if place is None or not a_place(place, scene) or not known(place, scene):
        return None
    by = scene.actor(filled.subjects)
    value = scene.refer(place, "place")[0]
    cars = entity_ids("car", scene.names)
    if len(cars) != 1 or value == cars[0]:
        return None
    scene.put(cars[0], value, filled.relation)
    return [Found("placed", cars[0], payload(place=value, relation=filled.relation, by=by))]


WORDINGS = (
    Wording(
        "park",
        ("[i|we] [have] parked WHERE", "SUBJ [has|have] parked WHERE"),
        0.8,
        _parked,
        (
            Example("Parked on Elm Street", ("car: placed on elm_street by ana",)),
            Example("Tom parked near the church.", ("car: placed near church by tom",)),
            Example("I parked the idea. Parked in a hurry", ()),
        ),
        meaning="action",
    ),
    Wording(
        "keep",
        ("i|we keep OBJ WHERE", "SUBJ lives|live WHERE", "SUBJ is|are|'s kept|stored WHERE", "have|got OBJ WHERE"),
        0.75,
        _kept,
        (
            Example("I keep the spare batteries in the kitchen drawer.", ("spare_batteries: in kitchen_drawer",)),
            Example("The good scissors live in the sewing box", ("good_scissors: in sewing_box",)),
            Example(
                "Tom lives in the city. I keep my word. We keep cats in the house. I always keep my keys in the bowl.",
                (),
            ),
        ),
    ),
)
