"""Given back, left with somebody, owed: who has it now."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, concrete, known, payload, told_state
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene, is_given_name, kind_of
from tracker.ingest.sentences.wordings.shape import Filled, Wording


def _is_lent(phrase: Phrase, scene: Scene) -> bool:
    return phrase.definite and concrete(phrase, scene) and known(phrase, scene)


def _given_back(filled: Filled, scene: Scene) -> list[Found] | None:
    """Back with who tells it; what the teller gave back is with nobody who is named."""
    if not all(_is_lent(one, scene) for one in filled.objects):
        return None
    by = scene.actor(filled.subjects)
    if by is None or scene.speaker is None:
        return None
    entities = scene.all(filled.objects, "object")
    if by in entities:
        return None
    for thing in entities:
        scene.put(thing, None)
    if by == scene.speaker:
        return [Found("removed", thing, {}) for thing in entities]
    held = payload(place=scene.speaker, relation="with", by=by)
    return [Found("placed", thing, held) for thing in entities if thing != scene.speaker]


def _owed(filled: Filled, scene: Scene) -> list[Found] | None:
    if len(filled.subjects) != 1 or not all(_is_lent(one, scene) for one in filled.objects):
        return None
    holder = scene.refer(filled.subjects[0], "subject", "person")[0]
    return [told_state(thing, holder, "with") for thing in scene.all(filled.objects, "object") if thing != holder]


def _left_with(filled: Filled, scene: Scene) -> list[Found] | None:
    keeper = filled.place
    if keeper is None or not (kind_of(keeper, "object", None) == "person" or is_given_name(keeper) or keeper.proper):
        return None
    if not all(concrete(one, scene) and known(one, scene) for one in filled.objects):
        return None
    by = scene.actor(filled.subjects)
    entities = scene.all(filled.objects, "object")
    value = scene.refer(keeper, "object", "person")[0]
    if value in entities or value == by:
        return None
    for thing in entities:
        scene.put(thing, None)
    return [Found("placed", thing, payload(place=value, relation="with", by=by)) for thing in entities]


WORDINGS = (
    Wording(
        "give.back",
        (
            "[SUBJ] [has|have] gave|given|brought|handed|sent OBJ back [to] [me|us]",
            "[SUBJ] [has|have] gave|given|brought|handed [me|us] back OBJ",
            "[SUBJ] [has|have] gave|given me|us OBJ back",
            "[SUBJ] [has|have] returned OBJ",
        ),
        0.85,
        _given_back,
        (
            Example("Tom gave the ladder back.", ("ladder: placed with ana by tom",)),
            Example("Lena returned my drill.", ("drill: placed with ana by lena",)),
            Example("I gave the ladder back.", ("ladder: removed",)),
            Example("Tom gave me back my camera", ("camera: placed with ana by tom",)),
            Example("Tom gave the money's worth back. Lena returned a call.", ()),
        ),
        meaning="action",
    ),
    Wording(
        "give.owed",
        ("SUBJ owes|owe me|us OBJ back", "SUBJ owes|owe me|us OBJ"),
        0.8,
        _owed,
        (
            Example("Leo still owes me my book back.", ("book: with leo",)),
            Example("Leo owes me twenty euros. Lena owes me a favour.", ()),
        ),
    ),
    Wording(
        "give.left_with",
        (
            "[SUBJ] [has|have] left|dropped OBJ [off] with PLACE",
            "[SUBJ] [has|have] left|dropped off OBJ with PLACE",
            "[SUBJ] [has|have] handed|passed OBJ on to PLACE",
            "[SUBJ] [has|have] handed|passed on OBJ to PLACE",
        ),
        0.85,
        _left_with,
        (
            Example("I left the keys with Tom.", ("keys: placed with tom by ana",)),
            Example("Passed the camera on to Lena", ("camera: placed with lena by ana",)),
        ),
        meaning="action",
    ),
)
