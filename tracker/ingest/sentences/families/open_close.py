"""Opening, closing, locking, switching: what state a door or a device is in."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause
from tracker.ingest.sentences.families.pattern import Example, Pattern, actor, happened, holds, told_state
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene
from tracker.language.acts import ENGLISH
from tracker.language.english import lexicon
from tracker.language.places import PLACES
from tracker.language.words import words

_OPPOSITE = {"open": "closed", "closed": "open", "locked": "unlocked", "unlocked": "locked", "on": "off", "off": "on"}


_NO_CONTAINERS = words("door doors gate window windows curtain curtains blind blinds lid lids umbrella shutters")
"""What one opens without taking anything out of it."""
_TAPS = words("tap taps faucet valve")


def _suits(phrase: Phrase, attribute: str, scene: Scene) -> bool:
    if phrase.pronoun:
        return phrase.pronoun in ("it", "they", "them")
    known = lexicon.DEVICES if attribute == "power" else lexicon.OPENABLES
    return phrase.head in known or scene.registered(phrase)


def _acted(clause: Clause, scene: Scene) -> list[Found] | None:
    """'Opened the window', 'turned the heater off', 'the gate was locked', 'the door closed'."""
    if clause.verb in lexicon.STATE_OF:
        attribute, value = lexicon.STATE_OF[clause.verb]
        if clause.objects and clause.objects[0].head in _TAPS:
            # An open tap and a tap that is on are one thing.
            attribute, value = "power", "on" if value == "open" else "off"
    elif clause.particle in ("on", "off"):
        attribute, value = "power", clause.particle
    else:
        return None
    by_itself = (
        not clause.objects and not clause.passive and clause.tense in ("past", "perfect") and bool(clause.subjects)
    )
    acted_on = clause.subjects if clause.passive or by_itself else clause.objects
    if not happened(clause, scene) or not acted_on or not all(_suits(phrase, attribute, scene) for phrase in acted_on):
        return None
    if clause.particle not in ("", "on", "off", "up", "down") or clause.recipients or clause.where("on", "to", "in"):
        return None
    if not by_itself:
        actor(clause, scene)
    entities = scene.all(acted_on, "object", "thing")
    scene.opened = entities[0] if value == "open" and acted_on[0].head not in _NO_CONTAINERS else None
    return [told_state(thing, value, attribute=attribute) for thing in entities]


def _shuts(phrase: Phrase, attribute: str) -> bool:
    """'The pool is closed', 'the library is open'."""
    return attribute == "openness" and phrase.head in PLACES and bool(phrase.determiner)


def _is_so(clause: Clause, scene: Scene) -> list[Found] | None:
    """'The back door is open', 'the lamp is not on'."""
    if clause.state not in lexicon.STATE_OF or clause.wheres or not holds(clause) or not clause.subjects:
        return None
    attribute, value = lexicon.STATE_OF[clause.state]
    if not all(_suits(phrase, attribute, scene) or _shuts(phrase, attribute) for phrase in clause.subjects):
        return None
    if clause.negated or clause.no_longer:
        value = _OPPOSITE[value]
    return [told_state(thing, value, attribute=attribute) for thing in scene.all(clause.subjects, "subject", "thing")]


PATTERNS = (
    Pattern(
        "open_close.act",
        ENGLISH["switch"],
        0.9,
        _acted,
        (
            Example("I closed the cellar window.", ("cellar_window: openness closed",)),
            Example("Tom locked the gate.", ("gate: lock locked",)),
            Example("Lena turned off the heater.", ("heater: power off",)),
            Example("Tom switched the hall light on.", ("hall_light: power on",)),
            Example("The gate was unlocked by Tom.", ("gate: lock unlocked",)),
            Example("The garage door closed.", ("garage_door: openness closed",)),
            Example("Tom opened a bank account. Lena closed the deal.", ()),
        ),
    ),
    Pattern(
        "open_close.be",
        "be",
        0.9,
        _is_so,
        (
            Example("The side door is open.", ("side_door: openness open",)),
            Example("The porch lamp isn't on.", ("porch_lamp: power off",)),
            Example("The question is still open.", ()),
        ),
        meaning="state",
    ),
)
