"""啊不对, 说错了: words that take back the clause before, and what stands in its place."""

from __future__ import annotations

import re

from tracker.ingest.sentences.chinese.nouns import is_known_place, place_id, relation_of, spot
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.reading import ClauseReading
from tracker.ingest.sentences.scene import Scene
from tracker.language.normalise import Normalised

_TAKES_BACK = re.compile(
    "(?:啊|喔|哦|呃|欸|诶|嗯|等等|抱歉|我)*(?:不对|不是|错了|说错|打错|写错|记错|讲错|搞错|更正)了?"
)
_INSTEAD = re.compile("(?:应该)?(?:是)?(?:放|停|摆|收|掉|忘)?在?(?P<P>[^，,]{1,18})")


def takes_back(text: str) -> bool:
    """Whether a clause (Simplified, without particles) says that the one before was wrong."""
    return _TAKES_BACK.fullmatch(text) is not None


def instead(text: str, offset: int, source: Normalised, scene: Scene, wrong: ClauseReading) -> list[Found] | None:
    """What the clause taken back tells with the place that this one names; None when it names none for certain.
    `offset` is where `text` begins in `source`."""
    match = _INSTEAD.fullmatch(text)
    if match is None or not all(_is_placing(found) for found in wrong.found):
        return None
    begin, end = match.span("P")
    where = spot(source, offset + begin, offset + end)
    if not is_known_place(where, scene):
        return None
    place, relation = place_id(where, scene), relation_of(where)
    if any(found.entity == place for found in wrong.found):
        return None
    for found in wrong.found:
        scene.put(found.entity, place, relation)
    return [found._replace(payload=_moved(found, place, relation)) for found in wrong.found]


def _is_placing(found: Found) -> bool:
    claim = found.payload.get("claim")
    if claim is not None:
        return found.type == "stated" and claim["attribute"] == "location"
    return bool(found.payload.get("place") if found.type == "placed" else found.payload.get("to_place"))


def _moved(found: Found, place: str, relation: str) -> dict[str, object]:
    payload = dict(found.payload)
    if "claim" in payload:
        return payload | {"claim": payload["claim"] | {"value": place, "relation": relation}}
    return payload | {"place" if found.type == "placed" else "to_place": place, "relation": relation}
