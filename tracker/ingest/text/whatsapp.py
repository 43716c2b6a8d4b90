"""WhatsApp's "export chat" text: the line formats of phones in several countries, messages over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from tracker.errors import InvalidInput
from tracker.ingest.text.dates import Export, Written
from tracker.ingest.text.dial import HALVES, hour_of
from tracker.ingest.text.lines import Line
from tracker.ingest.text.message import Message, Skipped
from tracker.ingest.text.notices import MARK, words_of

_BEGIN = "[\u200e\u200f\ufeff\u202a\u202b]*"
_SPACE = "[\\s\u202f\u00a0\u200e\u200f]"
_DATE = rf"(\d{{1,4}})([./-]|년|年){_SPACE}?(\d{{1,2}})(?:[./-]|월|月){_SPACE}?(\d{{1,4}})(?:일|日)?\.?"
_BETWEEN = rf"[,،、]?{_SPACE}+(?:(?:à|um|às|as|alle|at|om|kl\.?|klo|в|o|a las?){_SPACE}+)?"
_TIME = (
    rf"({HALVES})?{_SPACE}*(\d{{1,2}})[:.٫](\d{{2}})(?:[:.٫](\d{{2}}))?(?:{_SPACE}*({HALVES}))?(?:{_SPACE}*(?:uhr|h))?"
)
_WHEN = rf"{_DATE}{_BETWEEN}{_TIME}"
HEADER = re.compile(
    rf"{_BEGIN}(?:\[{_BEGIN}{_WHEN}{_SPACE}*\]{_SPACE}?|{_WHEN}(?:{_SPACE}+[-–—](?:\s|$)|:\s))(?P<rest>.*)",
    re.DOTALL | re.IGNORECASE,
)
_DATED = r"[^\]\n]{0,12}\d[^\]\n]{2,24}?\d{1,2}[:.]\d{2}[^\]\n]{0,16}"
_ALMOST = re.compile(rf"{_BEGIN}(?:\[{_DATED}\]|{_DATED}\s[-–—]\s)\s?[^:\n]{{1,60}}:")
_SPEAKER = re.compile(r"([^:：\n]{1,60}?)[:：](?!//)\s?(.*)", re.DOTALL)


class Headed(NamedTuple):
    """A line that begins a message: the date as written, the time, and what follows."""

    date: Written
    time: tuple[int, int, int]
    rest: str

    @property
    def said(self) -> bool:
        """Whether somebody is named who says it."""
        return _SPEAKER.fullmatch(self.rest) is not None


def headed(text: str) -> Headed | None:
    """The header of a message, when the line has one."""
    match = HEADER.fullmatch(text)
    if match is None:
        return None
    in_brackets, bare = match.groups()[:9], match.groups()[9:18]
    first, dot, second, third, before, hour, minute, seconds, after = bare if in_brackets[0] is None else in_brackets
    on_dial = hour_of(int(hour), before or after)
    if on_dial is None or int(minute) > 59 or int(seconds or 0) > 59:
        return None
    date = Written.of((first, second, third), dotted=dot == ".")
    return Headed(date, (on_dial, int(minute), int(seconds or 0)), match["rest"])


def almost(text: str) -> bool:
    """Whether the line begins like a message, with a date and a name, in a way that is not known."""
    return _ALMOST.match(text) is not None and headed(text) is None


def chat(lines: Iterable[Line], export: Export) -> Iterator[Message | Skipped]:
    """The messages of an export. Lines nobody said (somebody joined, a picture) come as `Skipped`.

    Raises InvalidInput for a date that does not exist, a line that begins like a message and cannot be read, or text
    before the first message."""
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
        elif almost(line.text):
            raise InvalidInput(
                f"{export.path}:{line.number}: begins like a message, but its date and time cannot be read"
            )
        elif begun is not None:
            body.append(line.text)
        elif line.text.strip():
            raise InvalidInput(f"{export.path}:{line.number}: not a WhatsApp message, and none begins before it")
    if begun is not None:
        yield _message(*begun, body, export, before)


def _message(line: Line, head: Headed, body: list[str], export: Export, before: datetime | None) -> Message | Skipped:
    said = _SPEAKER.fullmatch(head.rest)
    if said is None or head.rest.startswith(MARK):
        return Skipped(line.number, "system line")
    text = words_of("\n".join((said[2], *body)))
    if not text:
        return Skipped(line.number, "media or deleted")
    at = export.moment(head.date, head.time, line.number, before)
    speaker = said[1].strip("\u200e\u200f\u202a\u202c\u2068\u2069 ~")
    return Message(line.number, str(line.number), at, speaker, text, line.cut)
