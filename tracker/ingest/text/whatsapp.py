"""WhatsApp's "export chat" text: the line formats of phones in several countries, messages over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tracker.errors import InvalidInput
from tracker.ingest.text.dates import Order, Written, moment
from tracker.ingest.text.lines import Line
from tracker.ingest.text.message import Message, Skipped

HEADER = re.compile(
    r"[\u200e\u200f\ufeff]*\[?(\d{1,4})[./-](\d{1,2})[./-](\d{2,4})\.?,?\s+"
    r"(?P<zh>上午|下午|凌晨|清晨|早上|中午|傍晚|晚上|午夜)?\s*(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?"
    r"(?:[\s\u202f\u00a0]*(?P<half>[AaPp])\.?[\s\u202f\u00a0]?[Mm]\.?)?"
    r"(?:\](?:\s|$)|\s*[-–](?:\s|$))[\u200e\u200f]*(?P<rest>.*)",
    re.DOTALL,
)
_SPEAKER = re.compile(r"([^:：\n]{1,60}?)[:：](?:\s|$)(.*)", re.DOTALL)
_NOT_SAID = re.compile(
    r"[\u200e\u200f]*(?:<[^<>]{3,40}(?:omitted|weggelassen|omitido|omis|omesso|overgeslagen|出|略)[^<>]{0,10}>"
    r"|(?:image|video|audio|sticker|gif|document|contact card)\s+omitted|(?:this message was|you) deleted.*"
    r"|.{0,40}\(file attached\)|<attached: .*>|(?:圖片|图片|影片|视频|語音訊息|贴图|貼圖)(?:已略過|已忽略|省略)"
    r"|null)\s*",
    re.IGNORECASE | re.DOTALL,
)


class Headed(NamedTuple):
    """A line that begins a message: the date as written, the time, and what follows."""

    date: Written
    time: tuple[int, int, int]
    rest: str


def headed(text: str) -> Headed | None:
    """The header of a message, when the line has one."""
    match = HEADER.fullmatch(text)
    if match is None:
        return None
    first, second, third, _, hour, minute, seconds = match.groups()[:7]
    on_dial = _hour(int(hour), match["zh"], match["half"])
    if on_dial is None or int(minute) > 59:
        return None
    date = Written(int(first), int(second), int(third))
    return Headed(date, (on_dial, int(minute), int(seconds or 0)), match["rest"])


def chat(lines: Iterable[Line], path: object, order: Order, zone: ZoneInfo) -> Iterator[Message | Skipped]:
    """The messages of an export. Lines nobody said (somebody joined, a picture) come as `Skipped`.

    Raises InvalidInput for a date that does not exist, or text before the first message."""
    export = _Export(path, order, zone)
    begun: tuple[Line, Headed] | None = None
    body: list[str] = []
    before: datetime | None = None
    for line in lines:
        head = headed(line.text)
        if head is not None:
            if begun is not None:
                made = _message(*begun, body, export, before)
                before = made.at if isinstance(made, Message) else before
                yield made
            begun, body = (line, head), []
        elif begun is not None:
            body.append(line.text)
        elif line.text.strip():
            raise InvalidInput(f"{path}:{line.number}: not a WhatsApp message, and none begins before it")
    if begun is not None:
        yield _message(*begun, body, export, before)


class _Export(NamedTuple):
    """What is known of the whole file."""

    path: object
    order: Order
    zone: ZoneInfo


def _message(line: Line, head: Headed, body: list[str], export: _Export, before: datetime | None) -> Message | Skipped:
    said = _SPEAKER.fullmatch(head.rest)
    if said is None:
        return Skipped(line.number, "system line")
    text = "\n".join((said[2], *body)).strip()
    if not text or _NOT_SAID.fullmatch(text):
        return Skipped(line.number, "media or deleted")
    at = moment(head.date, export.order, head.time, export.zone, f"{export.path}:{line.number}", before)
    speaker = said[1].strip("\u200e\u200f\u202a\u202c ~")
    return Message(line.number, str(line.number), at, speaker, text, line.cut)


def _hour(hour: int, chinese: str | None, half: str | None) -> int | None:
    """The hour of the day, 0 to 23; None when the dial has no such hour."""
    if chinese is None and half is None:
        return hour if hour < 24 else None
    if not 0 <= hour <= 12:
        return hour if chinese and hour < 24 else None
    afternoon = (half or "").lower() == "p" or chinese in ("下午", "傍晚", "晚上") or (chinese == "中午" and hour < 6)
    if chinese == "中午" and hour >= 6:
        return hour
    return hour % 12 + (12 if afternoon else 0)
