"""A chat as JSON Lines: one object per line with `text`, `time` (ISO 8601 with an offset) and `speaker`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from tracker.domain.times import aware
from tracker.errors import InvalidInput
from tracker.ingest.text.lines import Line
from tracker.ingest.text.message import Message


def chat(lines: Iterable[Line], path: object) -> Iterator[Message]:
    """The messages of a JSON Lines chat; other fields are left alone. InvalidInput naming line and field."""
    for line in lines:
        if not line.text.strip():
            continue
        where = f"{path}:{line.number}"
        if line.cut:
            raise InvalidInput(f"{where}: the line is too long to be a message")
        data = _object(line.text, where)
        text, time, speaker = data.get("text"), data.get("time"), data.get("speaker")
        if not isinstance(text, str):
            raise InvalidInput(f"{where}: text: {'missing' if text is None else 'not a string'}")
        if speaker is not None and not isinstance(speaker, str):
            raise InvalidInput(f"{where}: speaker: not a string")
        try:
            at = None if time is None else aware(time)
        except ValueError as error:
            raise InvalidInput(f"{where}: time: {error}") from None
        yield Message(line.number, str(line.number), at, speaker or None, text)


def _object(text: str, where: str) -> dict[str, Any]:
    try:
        data = orjson.loads(text.encode("utf-8", "surrogatepass"))
    except orjson.JSONDecodeError as error:
        raise InvalidInput(f"{where}: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise InvalidInput(f"{where}: not a JSON object")
    return data
