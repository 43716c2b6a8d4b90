"""Telegram Desktop's JSON export: one chat, or all chats of an account. Read whole into memory."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from tracker.domain.zones import instants
from tracker.errors import InvalidInput
from tracker.ingest.media import readable
from tracker.ingest.text.message import Message, Skipped

_WORDS = ("text", "rich_message", "caption")
"""Fields of what somebody wrote, the newest form last."""
_ABOUT = frozenset({"text", "text_entities", "reactions", "from", "actor", "forwarded_from", "via_bot", "saved_from"})
"""Fields whose words are said elsewhere in the message, or are names."""
_SAYING = frozenset({"text", "question", "caption", "title", "description"})


def chat(path: Path, zone: ZoneInfo) -> Iterator[Message | Skipped]:
    """The messages of an export in order, numbered from 1; what was forwarded is marked so. Service messages and media
    without words are skipped, as are words in a field that is not known, with its name. Where a message has no instant,
    its `date` is a wall time of `zone`.

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
            text = next((found for field in _WORDS if (found := _text(message.get(field)).strip())), "")
            if not text:
                unread = sorted(name for name, value in message.items() if name not in _ABOUT and _says(value))
                yield Skipped(number, f"unread text in {unread[0]}" if unread else "media or deleted")
                continue
            key = f"{conversation.get('id', '')}/{message.get('id', number)}"
            who = message.get("from")
            at = _at(message, zone, f"{path}: message {number}")
            forwarded = message.get("forwarded_from", message.get("forwarded_from_id")) is not None
            yield Message(number, key, at, who if isinstance(who, str) else None, text, forwarded=forwarded)


def _conversations(path: Path) -> list[dict[str, Any]]:
    with readable(path):
        content = path.read_bytes()
    try:
        data = orjson.loads(content.removeprefix(b"\xef\xbb\xbf"))
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
    """Plain text of words that may be made of pieces: links, bold words, mentions, blocks of a rich message."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        between = "\n" if any(isinstance(piece, dict) and piece.get("type") == "paragraph" for piece in value) else ""
        return between.join(_text(piece) for piece in value)
    if isinstance(value, dict):
        if "text" in value:
            return _text(value["text"])
        parts = (_text(value[name]) for name in ("blocks", "items", "content", "children", "caption") if name in value)
        return "\n".join(part for part in parts if part)
    return ""


def _says(value: Any) -> bool:
    """Whether words stand anywhere in the value, as a message's own or as those of a poll."""
    if isinstance(value, dict):
        return any(
            (name in _SAYING and isinstance(each, str) and each.strip()) or _says(each) for name, each in value.items()
        )
    return isinstance(value, list) and any(_says(each) for each in value)


def _at(message: dict[str, Any], zone: ZoneInfo, where: str) -> datetime:
    try:
        if "date_unixtime" in message:
            return datetime.fromtimestamp(int(message["date_unixtime"]), UTC)
        written = datetime.fromisoformat(message["date"])
        found = (written.astimezone(UTC),) if written.tzinfo is not None else instants(written, zone)
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        raise InvalidInput(f"{where}: tells no time that can be read (date_unixtime, date)") from None
    if not found:
        raise InvalidInput(f"{where}: {written} does not exist in {zone.key}")
    return found[0]
