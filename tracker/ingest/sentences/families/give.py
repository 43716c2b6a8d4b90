"""Giving: something passes from one person to another."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause
from tracker.ingest.sentences.families.pattern import Example, Pattern, actor, concrete, happened, known, payload
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene, kind_of
from tracker.language.acts import ENGLISH
from tracker.language.english import lexicon

_PARTICLES = ("", "back", "over", "on", "along")
_NOT_SURELY_GIVEN = frozenset(("send", "bring", "return"))


def _gave(clause: Clause, scene: Scene) -> list[Found] | None:
    to = clause.where("to")
    if not happened(clause, scene) or clause.particle not in _PARTICLES or clause.where(*lexicon.PLACING):
        return None
    receivers = to.phrases if to else clause.recipients
    given = clause.subjects if clause.passive else clause.objects
    if len(receivers) != 1 or not _takes_things(receivers[0], scene) or (to and to.options):
        return None
    if (
        clause.verb in _NOT_SURELY_GIVEN
        and kind_of(receivers[0], "object", None) != "person"
        and not receivers[0].pronoun
    ):
        return None
    if not given or not all(concrete(phrase, scene) for phrase in given):
        return None
    handed = clause.verb in ("hand", "pass", "lend") and all(phrase.definite for phrase in given)
    if not handed and not all(known(phrase, scene) for phrase in given):
        return None
    by = actor(clause, scene)
    entities = scene.all(given, "subject" if clause.passive else "object")
    receiver = scene.refer(receivers[0], "object", "person")[0]
    if receiver in entities or receiver == by:
        return None
    for thing in entities:
        scene.put(thing, None)
    return [Found("placed", thing, payload(place=receiver, relation="with", by=by)) for thing in entities]


def _takes_things(phrase: Phrase, scene: Scene) -> bool:
    if phrase.pronoun:
        return phrase.pronoun in ("me", "him", "her")
    return phrase.proper or kind_of(phrase, "object", None) == "person" or scene.registered(phrase)


PATTERNS = (
    Pattern(
        "give",
        ENGLISH["give"],
        0.9,
        _gave,
        (
            Example("Tom gave the receipt to Lena.", ("receipt: placed with lena by tom",)),
            Example("Lena handed me the remote.", ("remote: placed with ana by lena",)),
            Example("I lent my umbrella to Tom.", ("umbrella: placed with tom by ana",)),
            Example(
                "Tom picked up the ladle. He passed it to Lena.",
                ("ladle: removed by tom", "ladle: placed with lena by tom"),
            ),
            Example("The parcel was handed over to Lena.", ("parcel: placed with lena",)),
            Example("Tom gave Lena a hug and his word.", ()),
        ),
    ),
)
