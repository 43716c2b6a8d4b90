"""Being somewhere: a thing or a person is in, on, at or with something; is not; or is in one of two places."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause
from tracker.ingest.sentences.families.pattern import Example, Pattern, a_place, holds, known, spot, told_state
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene, kind_of
from tracker.language.acts import ENGLISH, verbs
from tracker.language.english import lexicon
from tracker.language.english.things import THINGS

_POSTURES = verbs("lie")
_LEFT_LYING = verbs("left_lying")


def _is_somewhere(clause: Clause, scene: Scene) -> list[Found] | None:
    target = spot(clause)
    if not _lies(clause) or target is None or len(clause.wheres) > 2 or clause.state or clause.particle:
        return None
    about = clause.objects if clause.existential else clause.subjects
    if not about or not all(_can_be_somewhere(phrase, scene) for phrase in about):
        return None
    options = [target, *target.options]
    if not all(len(option.phrases) == 1 and _is_place_of(option.phrases[0], scene) for option in options):
        return None
    if clause.verb == "wait" and any(o.role == "on" and _is_person(o.phrases[0]) for o in options):
        return None
    if not all(_has_a_place(about, option.phrases[0], scene) for option in options):
        return None
    if clause.existential and clause.negated and len(options) > 1:
        return None
    entities = scene.all(about, "subject", None)
    places = list(dict.fromkeys((scene.refer(o.phrases[0], "place", None)[0], o.role) for o in options))
    if any(entity == value for entity in entities for value, _ in places):
        return None
    if clause.negated or clause.no_longer:
        return [_absent(scene, entity, value, relation) for entity in entities for value, relation in places]
    if len(options) == 1:
        return [_present(scene, entity, *places[0]) for entity in entities]
    return [_either(scene, entity, option, places) for entity in entities for option in places]


def _lies(clause: Clause) -> bool:
    if clause.verb == "be":
        return holds(clause) and (clause.existential or not clause.objects)
    if clause.passive:
        return clause.verb in _LEFT_LYING and clause.tense == "present" and not clause.where("by")
    return clause.verb in _POSTURES and clause.tense == "progressive" and not clause.objects


def _can_be_somewhere(phrase: Phrase, scene: Scene) -> bool:
    if phrase.pronoun:
        return phrase.pronoun in ("i", "we", "he", "she", "it", "they")
    return phrase.head not in lexicon.ABSTRACT or scene.registered(phrase)


def _is_person(phrase: Phrase) -> bool:
    """'Waiting on the plumber' is waiting for him."""
    return kind_of(phrase, "object", None) == "person"


def _is_place_of(phrase: Phrase, scene: Scene) -> bool:
    if phrase.pronoun or phrase.head in ("rush", "fix", "jam", "coma"):
        return False
    return a_place(phrase, scene)


def _has_a_place(about: list[Phrase], place: Phrase, scene: Scene) -> bool:
    """'In the drawer' is a place whatever is there; 'in the gizmo' only for a thing that is known to be one."""
    if known(place, scene):
        return True
    return place.definite and all(phrase.head in THINGS or scene.registered(phrase) for phrase in about)


def _present(scene: Scene, entity: str, value: str, relation: str) -> Found:
    scene.put(entity, value, relation)
    return told_state(entity, value, relation)


def _absent(scene: Scene, entity: str, value: str, relation: str) -> Found:
    if scene.container_of(entity) == value:
        scene.put(entity, None)
    return Found("not_seen", entity, {"claim": {"value": value, "relation": relation}, "view": "clear"})


def _either(scene: Scene, entity: str, option: tuple[str, str], places: list[tuple[str, str]]) -> Found:
    scene.put(entity, None)
    # 'Either in the van or in the van' names no other place, and still is no certainty.
    others = tuple(value for value, _ in places if value != option[0]) or (option[0],)
    return told_state(entity, *option)._replace(alternatives=others)


def _is_with(clause: Clause, scene: Scene) -> list[Found] | None:
    """'The keys are with Tom': only somebody holds things."""
    target = clause.where("with")
    if not holds(clause) or target is None or len(clause.wheres) != 1 or clause.state or clause.existential:
        return None
    holder = target.phrases[0]
    if len(target.phrases) != 1 or not (kind_of(holder, "object", None) == "person" or holder.proper or holder.pronoun):
        return None
    if any(
        kind_of(phrase, "subject", None) == "person" or phrase.head in lexicon.ABSTRACT for phrase in clause.subjects
    ):
        return None
    if holder.pronoun and holder.pronoun not in ("me", "him", "her"):
        return None
    if any(phrase.pronoun and phrase.pronoun not in ("it", "they") for phrase in clause.subjects):
        return None
    entities = scene.all(clause.subjects, "subject")
    value = scene.refer(holder, "object", "person")[0]
    if value in entities:
        return None
    make = _absent if clause.negated or clause.no_longer else _present
    return [make(scene, entity, value, "with") for entity in entities]


def _is_adverb(clause: Clause, scene: Scene) -> list[Found] | None:
    """'Ana is home', 'the ladder is there'."""
    if clause.state not in ("home", "there", "upstairs", "downstairs", "outside") or clause.wheres or clause.objects:
        return None
    if not holds(clause) or not all(_can_be_somewhere(phrase, scene) for phrase in clause.subjects):
        return None
    value = scene.there() if clause.state == "there" else clause.state
    entities = scene.all(clause.subjects, "subject")
    if value in entities:
        return None
    make = _absent if clause.negated or clause.no_longer else _present
    return [make(scene, entity, value, "at") for entity in entities]


def _was_seen(clause: Clause, scene: Scene) -> list[Found] | None:
    """'I saw the keys on the shelf': as good as saying that they were there then."""
    target = spot(clause)
    if clause.tense not in ("past", "perfect") or target is None or target.options or clause.passive or clause.particle:
        return None
    if not clause.objects or not all(phrase.definite and _can_be_somewhere(phrase, scene) for phrase in clause.objects):
        return None
    if any(phrase.pronoun for phrase in clause.objects) or len(target.phrases) != 1:
        return None
    if not _is_place_of(target.phrases[0], scene) or not known(target.phrases[0], scene):
        return None
    scene.all(clause.subjects, "subject", "person") if clause.subjects and clause.subjects[0].pronoun != "i" else None
    entities = scene.all(clause.objects, "object")
    value = scene.refer(target.phrases[0], "place")[0]
    if value in entities:
        return None
    return [_present(scene, entity, value, target.role) for entity in entities]


PATTERNS = (
    Pattern(
        "be_at",
        "be " + ENGLISH["lie"] + " " + ENGLISH["left_lying"],
        0.9,
        _is_somewhere,
        (
            Example("The stapler is in the top drawer.", ("stapler: in top_drawer",)),
            Example("My gloves are still on the radiator.", ("gloves: on radiator",)),
            Example("The ladder is lying behind the shed.", ("ladder: behind shed",)),
            Example("The van is parked behind the station.", ("van: behind station",)),
            Example("There is a torch in the glovebox.", ("torch: in glovebox",)),
            Example("The bin is next to the fridge.", ("bin: beside fridge",)),
            Example("The stroller is by the front door. Tom is by himself.", ("stroller: near front_door",)),
            Example("The remote is between the cushions.", ("remote: near cushions",)),
            Example("Mochi is sleeping on the sofa.", ("mochi: on sofa",)),
            Example("The cat was sleeping on the sofa. Tom sleeps in the attic.", ()),
            Example(
                "Tom is sleeping on the problem. Tom is waiting on the plumber. The idea is sleeping in the drawer.", ()
            ),
            Example("I'm at the station.", ("ana: at station",)),
            Example("We are at home.", ("ana: at home",)),
            Example("The torch is no longer in the glovebox.", ("torch: not in glovebox",)),
            Example("Lena isn't in the cellar.", ("lena: not in cellar",)),
            Example(
                "Tom is either in the cellar or the attic.",
                ("tom: in cellar (or attic)", "tom: in attic (or cellar)"),
            ),
            Example(
                "The tickets are in the wallet or on the desk.",
                ("tickets: in wallet (or desk)", "tickets: on desk (or wallet)"),
            ),
            Example("At 2pm the crate was in the van.", ("crate: in van",)),
            Example("The crate has been in the van since yesterday.", ("crate: in van",)),
            Example("Tom is in a hurry. The answer is in the book. Lena was in the attic.", ()),
        ),
        meaning="state",
    ),
    Pattern(
        "be_at.with",
        "be",
        0.85,
        _is_with,
        (
            Example("The torch is with Tom.", ("torch: with tom",)),
            Example("Lena is with Tom.", ()),
        ),
        meaning="state",
    ),
    Pattern(
        "be_at.adverb",
        "be",
        0.85,
        _is_adverb,
        (
            Example("Tom is home.", ("tom: at home",)),
            Example("The torch is in the van. The lamp is there too.", ("torch: in van", "lamp: at van")),
            Example("Tom is here.", ()),
        ),
        meaning="state",
    ),
    Pattern(
        "be_at.seen",
        ENGLISH["find"],
        0.8,
        _was_seen,
        (
            Example("I saw the torch on the workbench.", ("torch: on workbench",)),
            Example("Lena found her glasses under the sofa.", ("glasses: under sofa",)),
            Example("I saw a man in the mirror.", ()),
        ),
    ),
)
