"""How things and people are otherwise: is it clean, broken, asleep; was it fed, watered, paid."""

from __future__ import annotations

from tracker.query.ask.families import state
from tracker.query.ask.pattern import Example, Family, english

_SO_FAR = "(?: (?:yet|already|now|again|today|right now))*"

FAMILY = Family(
    "being",
    ("is_so",),
    (
        *english("is_so", f"(?:has|have|had) ANYONE (?:already )?TREATED <x>{_SO_FAR}", asks="whether"),
        *english("is_so", f"did ANYONE (?:already )?TREAT <x>{_SO_FAR}", asks="whether"),
        *english(
            "is_so",
            f"(?:has|have|had) <x> (?:already )?been (?:TREATED|BEING){_SO_FAR}",
            f"BE STILL<x> (?:(?:currently|now|already|still) )*(?:TREATED|BEING){_SO_FAR}",
        ),
        *english("is_so", f"(?:does|do) <x> (?:still )?work{_SO_FAR}", attribute="condition", value="working"),
    ),
    (
        Example("is the printer broken?", {"intent": "is_so", "entities": ["printer"], "value": "broken"}),
        Example("has anyone fed the cat yet?", {"intent": "is_so", "entities": ["cat"], "attribute": "fed"}),
        Example("did you water the plants?", {"intent": "is_so", "entities": ["plants"], "attribute": "watered"}),
        Example("have the plants been watered?", {"intent": "is_so", "entities": ["plants"], "attribute": "watered"}),
        Example("is Tom still asleep?", {"intent": "is_so", "entities": ["tom"], "value": "asleep"}),
        Example("does the lift work?", {"intent": "is_so", "entities": ["lift"], "value": "working"}),
    ),
    state.FAMILY.answer,
)
