"""What things and people can be, in English: each word with the attribute it speaks of and the value it gives.

Telling and asking both read these tables: a state that can be told here can be asked for by the same word."""

from __future__ import annotations

from typing import NamedTuple


class Being(NamedTuple):
    """What a word for a state says: `attribute` is `value`; denied, `otherwise` ('' when nothing is known)."""

    attribute: str
    value: str
    otherwise: str = ""


OF_THINGS = {
    "clean": Being("cleanliness", "clean", "dirty"), "dirty": Being("cleanliness", "dirty", "clean"),
    "full": Being("fullness", "full"), "empty": Being("fullness", "empty"),
    "broken": Being("condition", "broken", "working"), "out of order": Being("condition", "broken", "working"),
    "working": Being("condition", "working", "broken"), "fixed": Being("condition", "working", "broken"),
    "repaired": Being("condition", "working", "broken"), "bust": Being("condition", "broken", "working"),
    "blocked": Being("condition", "blocked"), "clogged": Being("condition", "blocked"),
    "jammed": Being("condition", "jammed"), "stuck": Being("condition", "jammed"),
    "leaking": Being("condition", "leaking"), "wet": Being("wetness", "wet", "dry"),
    "damp": Being("wetness", "wet", "dry"), "dry": Being("wetness", "dry", "wet"),
    "charging": Being("charging", "yes", "no"), "charged": Being("charge", "full"), "dead": Being("charge", "empty"),
    "flat": Being("charge", "empty"), "done": Being("done", "yes", "no"), "ready": Being("ready", "yes", "no"),
    "occupied": Being("occupancy", "occupied", "free"), "free": Being("occupancy", "free", "occupied"),
    "running": Being("power", "on", "off"),
    "armed": Being("alarm", "armed", "disarmed"), "disarmed": Being("alarm", "disarmed", "armed"),
}  # fmt: skip
OF_THE_LIVING = {
    "asleep": Being("sleep", "asleep", "awake"), "awake": Being("sleep", "awake", "asleep"),
    "ill": Being("health", "ill"), "sick": Being("health", "ill"), "unwell": Being("health", "ill"),
}  # fmt: skip
_DONE_TO = {
    "feed fed": Being("fed", "yes", "no"), "water watered": Being("watered", "yes", "no"),
    "pay paid": Being("paid", "yes", "no"), "wash washed": Being("cleanliness", "clean", "dirty"),
    "clean cleaned": Being("cleanliness", "clean", "dirty"), "empty emptied": Being("fullness", "empty"),
    "fill filled": Being("fullness", "full"), "refill refilled": Being("fullness", "full"),
    "charge charged": Being("charge", "full"), "break broke": Being("condition", "broken"),
    "fix fixed": Being("condition", "working", "broken"), "repair repaired": Being("condition", "working", "broken"),
    "unblock unblocked": Being("condition", "working"), "walk walked": Being("walked", "yes", "no"),
    "iron ironed": Being("ironed", "yes", "no"),
}  # fmt: skip
DO_TO = {verb.split()[0]: being for verb, being in _DONE_TO.items()}
"""What is done to things and animals → how they are then."""
DONE_TO = {verb.split()[1]: being for verb, being in _DONE_TO.items()}
"""The same by the past forms."""
