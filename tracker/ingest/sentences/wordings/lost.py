"""Lost and found: nobody knows where it is; somebody has it again; it turned up somewhere."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, a_place, concrete, known, payload, told_state
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene, kind_of
from tracker.ingest.sentences.wordings.shape import Filled, Wording


def _is_missed(phrase: Phrase, scene: Scene) -> bool:
    return (phrase.definite or scene.registered(phrase) or not phrase.determiner) and (
        concrete(phrase, scene) and known(phrase, scene)
    )


def _lost(filled: Filled, scene: Scene) -> list[Found] | None:
    about = filled.objects or filled.subjects
    if not all(_is_missed(one, scene) and kind_of(one, "object", None) != "person" for one in about):
        return None
    source = scene.refer(filled.place, "place")[0] if filled.place and a_place(filled.place, scene) else None
    lost = scene.all(about, "object")
    for thing in lost:
        scene.put(thing, None)
    return [Found("removed", thing, payload(place=source)) for thing in lost if thing != source]


def _found(filled: Filled, scene: Scene) -> list[Found] | None:
    """'Found my glasses, they were in the car': whoever found them has them."""
    if not all(_is_missed(one, scene) for one in filled.objects):
        return None
    if filled.place and not a_place(filled.place, scene):
        return None
    by = scene.actor(filled.subjects)
    if by is None:
        return None
    entities = scene.all(filled.objects, "object")
    source = scene.refer(filled.place, "place")[0] if filled.place else None
    if by in entities or source == by:
        return None
    for thing in entities:
        scene.put(thing, None)
    return [Found("removed", thing, payload(place=source, by=by)) for thing in entities]


def _turned_up(filled: Filled, scene: Scene) -> list[Found] | None:
    about = filled.objects or filled.subjects
    if filled.place is None or not a_place(filled.place, scene) or not known(filled.place, scene):
        return None
    if not all(_is_missed(one, scene) and kind_of(one, "subject", None) != "person" for one in about):
        return None
    entities = scene.all(about, "subject")
    place = scene.refer(filled.place, "place")[0]
    made = [told_state(thing, place, filled.relation) for thing in entities if thing != place]
    for thing in entities:
        scene.put(thing, place, filled.relation)
    return made


WORDINGS = (
    Wording(
        "lost",
        (
            "[i|we] can|could not find OBJ",
            "[i|we] have|has not found OBJ",
            "[i|we] [have] no|any idea where OBJ is|are|'s|went|has [gone|got_to]",
            "[i|we] do not know where OBJ is|are|'s|went",
            "[i|we] [have] misplaced OBJ",
            "SUBJ is|are|'s|has|have missing|lost",
            "SUBJ has|have|'s gone missing|walkabout",
            "SUBJ went missing|walkabout",
            "SUBJ [has|have] disappeared|vanished",
            "SUBJ is|are|'s nowhere to be found",
            "SUBJ is|are|'s gone|missing from PLACE",
        ),
        0.8,
        _lost,
        (
            Example("Can't find the remote", ("remote: removed",)),
            Example("I can't find my car keys anywhere.", ("car_keys: removed",)),
            Example("No idea where the scissors are", ("scissors: removed",)),
            Example("My earphones have gone missing", ("earphones: removed",)),
            Example("The tools are gone from the van.", ("tools: removed from van",)),
            Example("I can't find the time. I can't find words. The moment is gone from my memory.", ()),
            Example("I don't know where Tom is. I don't know where you live.", ()),
        ),
        meaning="action",
        despite=True,
    ),
    Wording(
        "found.there",
        (
            "SUBJ [has|have] turned|showed|shown|popped up WHERE",
            "SUBJ [has|have] reappeared|resurfaced WHERE",
            "SUBJ was|were WHERE all along",
            "SUBJ was|were WHERE the whole|entire time",
            "you will|can find OBJ WHERE",
        ),
        0.85,
        _turned_up,
        (
            Example("My wallet turned up in the laundry basket.", ("wallet: in laundry_basket",)),
            Example("The hammer was in the toolbox all along", ("hammer: in toolbox",)),
            Example("You'll find the stapler in the second drawer.", ("stapler: in second_drawer",)),
            Example("Tom turned up at the party. You will find happiness in the drawer.", ()),
        ),
        meaning="action",
    ),
    Wording(
        "found",
        (
            "[i|we] [have] found OBJ ,|-|! it|they was|were WHERE",
            "[i|we] [have] found OBJ ,|- was|were WHERE",
            "SUBJ [has|have] found OBJ ,|-|! it|they was|were WHERE",
            "[i|we] [have] found OBJ",
            "SUBJ [has|have] found OBJ",
        ),
        0.8,
        _found,
        (
            Example("Found my glasses, they were in the car", ("glasses: removed from car by ana",)),
            Example("Tom found his phone.", ("phone: removed by tom",)),
            Example("I found the answer. We found a solution. Lena found her voice. I found the book boring.", ()),
        ),
        meaning="action",
    ),
)
