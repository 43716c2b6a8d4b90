"""What the pages show of an answer: its status, its place, and the evidence behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from tracker.domain.answers import Entity, Whereabouts
from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.domain.payloads import Claim
from tracker.serve.http.desk import Desk
from tracker.serve.media.files import NoMedia
from tracker.serve.web import words
from tracker.serve.web.visitor import Visitor

MOST_SHOWN = 8


class Names:
    """What the visitor calls things: by registered names in the visitor's language, where there are any."""

    def __init__(self, entities: Iterable[Entity], language: str) -> None:
        self._known = {one.id: one for one in entities}
        self._language = language

    @classmethod
    def of(cls, desk: Desk, who: Visitor) -> Names:
        return cls(desk.tracker.entities(viewer=who.labels), who.language)

    def __call__(self, entity_id: str | None) -> str:
        if entity_id is None:
            return "–"
        found = self._known.get(entity_id)
        return words.best_name(self._language, found.names if found else (), entity_id.replace("_", " "))


class Piece(NamedTuple):
    """One piece of an event's evidence. `shape`: how it can be shown (picture, film, sound, text, away)."""

    n: int
    evidence: Evidence
    shape: str


class Behind(NamedTuple):
    """An event behind an answer, and its pieces of evidence. `quote`: the words it was read from."""

    event: Event
    pieces: tuple[Piece, ...]
    quote: str | None
    model: str | None
    claim: Claim | None


def behind(desk: Desk, who: Visitor, event_ids: Sequence[UUID], most: int = MOST_SHOWN) -> list[Behind]:
    """The events of these ids, as far as the visitor may see them."""
    found = (desk.tracker.event(one, viewer=who.labels) for one in tuple(dict.fromkeys(event_ids))[:most])
    return [shown(desk, event) for event in found if event is not None]


def shown(desk: Desk, event: Event) -> Behind:
    """The event with its evidence, as a page shows it."""
    pieces = tuple(Piece(n, one, _shape(desk, one)) for n, one in enumerate(event.evidence))
    said = getattr(event.payload, "text", None) or next((one.text for one in event.evidence if one.text), None)
    name = None if event.model is None else str(event.model.get("name") or event.model.get("model") or "") or None
    claim = getattr(event.payload, "claim", None)
    return Behind(event, pieces, said, name, claim)


def whereabouts(answer: Any) -> list[Whereabouts]:
    """The answers in an answer that say where something is, or what an attribute of it is."""
    if isinstance(answer, Whereabouts):
        return [answer]
    return [one for each in answer for one in whereabouts(each)] if isinstance(answer, (list, tuple)) else []


def _shape(desk: Desk, piece: Evidence) -> str:
    """How the media can be shown: it is looked whether it is here, so that no page shows a broken picture."""
    try:
        opened = desk.media.open(piece.uri, piece.sha256)
    except NoMedia:
        return "away"
    opened.file.close()
    shapes = {"image": "picture", "video": "film", "audio": "sound"}
    return shapes.get(opened.media_type.partition("/")[0], "text")
