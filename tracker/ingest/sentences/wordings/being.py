"""How things and people are: clean, full, broken, asleep; and what was done to them: fed, watered, emptied."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, a_place, concrete, known, told_state
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene, is_given_name, kind_of
from tracker.ingest.sentences.wordings.shape import Filled, Wording
from tracker.language.english import lexicon
from tracker.language.places import PLACES
from tracker.language.states import DONE_TO, OF_THE_LIVING, OF_THINGS, Being
from tracker.language.words import words

_IS = "is|are|am|'s|looks|look"
_ANIMALS = words("cat cats dog dogs puppy kitten rabbit hamster horse pony parrot budgie chickens baby")


def _either(alternatives: Iterable[str]) -> str:
    return "|".join(word.replace(" ", "_") for word in alternatives)


def _lives(phrase: Phrase) -> bool:
    if phrase.pronoun:
        return phrase.pronoun in ("i", "we", "he", "she", "they")
    person = kind_of(phrase, "subject", None) == "person"
    return person or is_given_name(phrase) or phrase.head in lexicon.PEOPLE or phrase.head in _ANIMALS


def _is_thing(phrase: Phrase, scene: Scene) -> bool:
    if phrase.pronoun:
        return phrase.pronoun in ("it", "they", "them")
    if _lives(phrase) or phrase.determiner in ("a", "an", "some", "every", "each", "any"):
        return False
    place = phrase.head in PLACES and phrase.head not in lexicon.ABSTRACT and a_place(phrase, scene)
    return place or ((concrete(phrase, scene) or bool(phrase.words)) and _named(phrase, scene))


def _named(phrase: Phrase, scene: Scene) -> bool:
    return known(phrase, scene) or phrase.head in lexicon.DEVICES or phrase.head in lexicon.OPENABLES


def _being(filled: Filled) -> tuple[Being | None, bool, str]:
    denied = "not" in filled.said
    if filled.said[-1:] == ("order",):
        return OF_THINGS["out of order"], denied, "out of order"
    word = next((said for said in reversed(filled.said) if said in OF_THINGS or said in OF_THE_LIVING), "")
    return OF_THINGS.get(word) or OF_THE_LIVING.get(word), denied, word


def _told(about: tuple[Phrase, ...], being: Being, scene: Scene, *, denied: bool) -> list[Found] | None:
    value = being.otherwise if denied else being.value
    if not value:
        return None
    return [told_state(entity, value, attribute=being.attribute) for entity in scene.all(about, "subject")]


def _is(filled: Filled, scene: Scene) -> list[Found] | None:
    being, denied, word = _being(filled)
    living = word in OF_THE_LIVING
    if being is None or not all(_lives(one) if living else _is_thing(one, scene) for one in filled.subjects):
        return None
    return _told(filled.subjects, being, scene, denied=denied)


def _is_there(filled: Filled, scene: Scene) -> list[Found] | None:
    """'The dishes in the dishwasher are clean' tells where they are too."""
    if filled.place is None or not (a_place(filled.place, scene) and known(filled.place, scene)):
        return None
    told = _is(filled, scene)
    if told is None:
        return None
    place = scene.refer(filled.place, "place")[0]
    return [told_state(one.entity, place, filled.relation) for one in told if one.entity != place] + told


def _works(filled: Filled, scene: Scene) -> list[Found] | None:
    if not all(_is_thing(one, scene) for one in filled.subjects):
        return None
    broken = not {"not", "stopped", "quit"}.isdisjoint(filled.said)
    return _told(filled.subjects, OF_THINGS["broken" if broken else "working"], scene, denied=False)


def _died(filled: Filled, scene: Scene) -> list[Found] | None:
    if not all(one.head in lexicon.DEVICES or one.head in ("battery", "batteries") for one in filled.subjects):
        return None
    return _told(filled.subjects, OF_THINGS["dead"], scene, denied=False)


def _done(filled: Filled, scene: Scene) -> list[Found] | None:
    being = next((DONE_TO[said] for said in reversed(filled.said) if said in DONE_TO), None)
    about = filled.objects or filled.subjects
    if being is None or not about:
        return None
    if not all(one.definite and (_is_thing(one, scene) or _fed_or_walked(one, being)) for one in about):
        return None
    return _told(about, being, scene, denied="not" in filled.said)


def _fed_or_walked(phrase: Phrase, being: Being) -> bool:
    return being.attribute in ("fed", "walked", "cleanliness") and _lives(phrase)


_THINGS = _either(OF_THINGS)
_PAST = _either(DONE_TO)

WORDINGS = (
    Wording(
        "be",
        (
            f"SUBJ {_IS} [not] {_THINGS}",
            f"SUBJ {_IS} [not] {_either(OF_THE_LIVING)}",
            f"SUBJ {_IS} out_of order",
            f"SUBJ {_either(word for word in OF_THINGS if word not in ('free', 'done', 'ready', 'flat'))}",
        ),
        0.85,
        _is,
        (
            Example("The bin is empty.", ("bin: fullness empty",)),
            Example("The dishwasher isn't clean.", ("dishwasher: cleanliness dirty",)),
            Example("Printer broken", ("printer: condition broken",)),
            Example("Lena is still asleep.", ("lena: sleep asleep",)),
            Example("My phone is charging", ("phone: charging yes",)),
            Example("The lift is out of order", ("lift: condition broken",)),
            Example("Tom is clean. The promise is empty. A cup is dirty. The bus is full of people.", ()),
        ),
    ),
    Wording(
        "be.there",
        (f"SUBJ WHERE {_IS} [not] {_THINGS}", f"SUBJ {_IS} charging|asleep|ready WHERE"),
        0.85,
        _is_there,
        (
            Example("The dishes in the dishwasher are clean.", ("dishes: in dishwasher", "dishes: cleanliness clean")),
            Example("My phone is charging on the desk", ("phone: on desk", "phone: charging yes")),
            Example("The cat is asleep on the sofa.", ("cat: on sofa", "cat: sleep asleep")),
            Example("Tom is ready for the party.", ()),
        ),
    ),
    Wording(
        "be.works",
        (
            "SUBJ works|work again|now|fine",
            "SUBJ do|does not work",
            "SUBJ has|have stopped|quit working",
            "SUBJ stopped|quit working",
        ),
        0.85,
        _works,
        (
            Example("The washing machine works again", ("washing_machine: condition working",)),
            Example("The printer doesn't work.", ("printer: condition broken",)),
            Example("Tom works again. The trick doesn't work. The printer works on paper.", ()),
        ),
    ),
    Wording(
        "be.died",
        ("SUBJ [has|have] died",),
        0.8,
        _died,
        (Example("My phone died.", ("phone: charge empty",)), Example("Tom's uncle died.", ())),
        meaning="action",
    ),
    Wording(
        "done_to",
        (
            f"[i|we] [have] [not] {_PAST} OBJ",
            f"SUBJ [has|have] [not] {_PAST} OBJ",
            f"SUBJ has|have [not] been {_PAST}",
            f"SUBJ {_IS} [not] {_PAST}",
        ),
        0.85,
        _done,
        (
            Example("I've fed the cat.", ("cat: fed yes",)),
            Example("Watered the plants", ("plants: watered yes",)),
            Example("The dog hasn't been fed yet.", ("dog: fed no",)),
            Example("Tom emptied the dishwasher.", ("dishwasher: fullness empty",)),
            Example("Lena fixed the printer.", ("printer: condition working",)),
            Example("I paid a visit. Tom broke the record. Tom walked the line.", ()),
        ),
        meaning="action",
    ),
)
