"""Arriving: what is awaited has come, or has not yet; somebody is away, or on the way."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, known, told_state
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene, is_given_name, kind_of
from tracker.ingest.sentences.wordings.shape import Filled, Wording
from tracker.language.english import lexicon
from tracker.language.words import words

_AWAITED = words(
    "package packages parcel parcels letter letters delivery order orders mail post postcard pizza takeaway "
    "groceries shipment courier taxi cab sofa mattress bill invoice passport visa results"
)


def _is_person(phrase: Phrase) -> bool:
    if phrase.pronoun:
        return phrase.pronoun in ("i", "we", "he", "she")
    return kind_of(phrase, "subject", None) == "person" or is_given_name(phrase)


def _arrived(filled: Filled, scene: Scene) -> list[Found] | None:
    plain = all(said not in ("came", "come", "here") for said in filled.said)
    for one in filled.subjects:
        awaited = one.head in _AWAITED or (plain and (_is_person(one) or known(one, scene)) and not one.pronoun)
        if not (awaited and (one.definite or not one.determiner)):
            return None
    value = "no" if "not" in filled.said else "yes"
    return [told_state(entity, value, attribute="arrived") for entity in scene.all(filled.subjects, "subject")]


def _gone_out(filled: Filled, scene: Scene) -> list[Found] | None:
    if not filled.subjects or not all(_is_person(one) or one.head in lexicon.PEOPLE for one in filled.subjects):
        return None
    gone = scene.all(filled.subjects, "subject", "person")
    for person in gone:
        scene.put(person, None)
    if "working" in filled.said:
        return [told_state(person, "home", "at") for person in gone]
    if "away" in filled.said:
        return [told_state(person, "away", "at") for person in gone]
    absent = {"claim": {"value": "home", "relation": "at"}, "view": "clear"}
    return [Found("not_seen", person, absent) for person in gone]


def _left(filled: Filled, scene: Scene) -> list[Found] | None:
    if not filled.subjects or not all(_is_person(one) for one in filled.subjects):
        return None
    gone = scene.all(filled.subjects, "subject", "person")
    for person in gone:
        scene.put(person, None)
    return [Found("moved", person, {}) for person in gone]


WORDINGS = (
    Wording(
        "arrive",
        (
            "SUBJ has|have [not] arrived|come",
            "SUBJ did not arrive|come",
            "SUBJ arrived|came",
            "SUBJ is|are|'s [not] here",
            "SUBJ has|have [not] been delivered",
            "SUBJ was|were delivered",
        ),
        0.85,
        _arrived,
        (
            Example("The package hasn't arrived yet.", ("package: arrived no",)),
            Example("The parcel has already arrived", ("parcel: arrived yes",)),
            Example("The post is here", ("post: arrived yes",)),
            Example("Tom hasn't arrived yet", ("tom: arrived no",)),
            Example("The idea came. The moment has arrived. Tom is here. Lena came.", ()),
        ),
        meaning="action",
    ),
    Wording(
        "away",
        ("SUBJ is|are|am|'s away|out", "SUBJ is|are|am|'s out with PLACE", "SUBJ is|are|am|'s working from home"),
        0.8,
        _gone_out,
        (
            Example("Tom is away.", ("tom: at away",)),
            Example("Tom is working from home", ("tom: at home",)),
            Example("Dad is out with the dog", ("dad: not at home",)),
            Example("The secret is out. The danger is away.", ()),
        ),
    ),
    Wording(
        "leave.for",
        ("SUBJ [has|have] left for PLACE", "SUBJ has|have left", "SUBJ is|are|'s on his|her|their way to PLACE"),
        0.8,
        _left,
        (
            Example("Tom just left for work.", ("tom: moved",)),
            Example("The train has left.", ()),
        ),
        meaning="action",
    ),
)
