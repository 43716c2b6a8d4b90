"""Every attribute that has no rule of its own: the last claim holds (rows G1-G2 of `rules/README.md`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from tracker.domain.claims import claim_of, held_of
from tracker.domain.logged import Logged
from tracker.domain.payloads import PERSON_TYPES
from tracker.domain.rule import REST, Around, Folded, Subject
from tracker.domain.slices import Held
from tracker.timeline import Timeline


@mypyc_attr(allow_interpreted_subclasses=True)
class AttributeRule:
    name = "attribute"
    version = 3
    owns = (REST,)

    def attributes(self, event: Logged) -> tuple[str, ...]:
        if event.type == "redacted":
            attribute = event.payload.get("attribute")
            return (attribute,) if attribute else ()
        claim = claim_of(event)
        return () if claim is None else (claim["attribute"],)

    def fold(self, subject: Subject, state: Any, events: Sequence[Logged], around: Around) -> Folded:
        return Timeline.load(subject, state, around).fold(events, _read)


def _read(line: Timeline, event: Logged) -> None:
    if event.type == "resolved":
        line.resolve(event)
    elif event.type == "redacted":
        line.expire(event)
    elif event.type == "seen":
        line.observe(event)
    elif event.type == "denied":
        line.deny(held_of(event)._replace(denied=True))
    elif event.type == "not_seen":
        if event.payload.get("view") != "occluded":
            value: str = event.payload["claim"]["value"]

            def is_ruled_out(held: Held) -> bool:
                return held.value == value

            line.absent(event, is_ruled_out)
    else:
        corrects = event.type == "corrected"
        beside = line.said_with(event) if event.type in PERSON_TYPES else frozenset[str]()
        line.claim(held_of(event), corrects=corrects, beside=beside)
        if corrects:
            line.rule_over(event)
