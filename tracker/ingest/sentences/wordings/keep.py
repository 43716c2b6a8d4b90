"""Where things are kept."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, a_place, concrete, known, told_state
from tracker.ingest.sentences.scene import Scene, is_given_name, kind_of
from tracker.ingest.sentences.wordings.shape import Filled, Wording


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


WORDINGS = (
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
