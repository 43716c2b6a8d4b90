"""Telegram Desktop's JSON export: one chat, or all chats of an account. Read whole into memory."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from tracker.errors import InvalidInput
from tracker.ingest.media import readable
from tracker.ingest.text.message import Message, Skipped


def chat(path: Path) -> Iterator[Message | Skipped]:
    """The messages of an export in order, numbered from 1. Service messages and media without words are skipped.

    Raises InvalidInput for a file that is no export, or a message without a time."""
    number = 0
    for conversation in _conversations(path):
        for message in conversation["messages"]:
            number += 1
            if not isinstance(message, dict):
                raise InvalidInput(f"{path}: message {number}: not an object")
            if message.get("type") != "message":
                yield Skipped(number, "system line")
                continue
            text = _text(message.get("text"))
            if not text.strip():
                yield Skipped(number, "media or deleted")
                continue
            key = f"{conversation.get('id', '')}/{message.get('id', number)}"
            who = message.get("from")
            yield Message(number, key, _at(message, path, number), who if isinstance(who, str) else None, text)


def _conversations(path: Path) -> list[dict[str, Any]]:
    with readable(path):
        content = path.read_bytes()
    try:
        data = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise InvalidInput(f"{path}: not JSON: {error}") from None
    found = [data] if isinstance(data, dict) and "messages" in data else None
    if found is None and isinstance(data, dict) and isinstance(data.get("chats"), dict):
        found = data["chats"].get("list")
    if not isinstance(found, list) or not all(
        isinstance(c, dict) and isinstance(c.get("messages"), list) for c in found
    ):
        raise InvalidInput(f"{path}: not a Telegram export: no list of messages in it")
    return found


def _text(value: Any) -> str:
    """Plain text of a message that may be made of pieces: links, bold words, mentions."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return ""
    pieces = (
        piece if isinstance(piece, str) else piece.get("text", "") for piece in value if isinstance(piece, str | dict)
    )
    return "".join(piece for piece in pieces if isinstance(piece, str))


def _at(message: dict[str, Any], path: Path, number: int) -> datetime:
    try:
        return datetime.fromtimestamp(int(message["date_unixtime"]), UTC)
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        raise InvalidInput(
            f"{path}: message {number}: no date_unixtime; export again with a newer Telegram Desktop"
        ) from None
