"""LINE's "export chat history" text: a heading a day, then time, name and words between tabs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tracker.errors import InvalidInput
from tracker.ingest.text.dates import Export, Written
from tracker.ingest.text.dial import HALVES, hour_of
from tracker.ingest.text.lines import Line
from tracker.ingest.text.message import Message, Skipped
from tracker.ingest.text.notices import words_of

_HEADER = re.compile(
    r"\ufeff?\[LINE\] ?.*|(?:儲存日期|保存日時|保存日期|Saved on|저장한 날짜)\s?[：:].*", re.IGNORECASE
)
_WEEKDAY = (
    r"[(（]?(?:[一二三四五六日月火水木金土]|週[一二三四五六日]|星期[一二三四五六日]|[月火水木金土日]曜日|mon|tue|wed|thu|fri|sat|sun"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|[월화수목금토일]요일?)[)）]?"
)
_DAY = re.compile(
    rf"(?:{_WEEKDAY},?\s*)?(\d{{1,4}})[/.-]\s?(\d{{1,2}})[/.-]\s?(\d{{1,4}})\.?\s*(?:{_WEEKDAY})?\s*", re.IGNORECASE
)
_SAID = re.compile(rf"({HALVES})?\s*(\d{{1,2}}):(\d{{2}})\s*({HALVES})?\t(.*)", re.DOTALL | re.IGNORECASE)


def looks_like(first_lines: list[str]) -> bool:
    """Whether a text that begins with these lines is LINE's export."""
    begin = [line for line in first_lines if line.strip()]
    return bool(begin) and (
        begin[0].lstrip("\ufeff").startswith("[LINE]")
        or (_DAY.fullmatch(begin[0]) is not None and any(_SAID.fullmatch(line) for line in begin[1:3]))
    )


def day_of(text: str) -> Written | None:
    """The date of a heading, as written; None for any other line."""
    match = _DAY.fullmatch(text)
    return None if match is None else Written.of(match.groups())


def chat(lines: Iterable[Line], export: Export) -> Iterator[Message | Skipped]:
    """The messages of an export. Calls, stickers and who joined come as `Skipped`. Words over several lines stand
    between quotation marks.

    Raises InvalidInput for a date or time that does not exist, and for words above the first day or message."""
    day: Written | None = None
    begun: _Begun | None = None
    body: list[str] = []
    for line in lines:
        said, new_day = _SAID.fullmatch(line.text), day_of(line.text)
        if begun is not None and (said is not None or new_day is not None):
            yield _message(begun, body, export)
            begun, body = None, []
        if new_day is not None:
            day = new_day
            yield Skipped(line.number, "date heading")
        elif said is not None and day is not None:
            begun = _Begun(line, day, said)
        elif begun is not None:
            body.append(line.text)
        elif line.text.strip() and _HEADER.fullmatch(line.text) is None:
            raise InvalidInput(
                f"{export.path}:{line.number}: not a message of a LINE export, and none begins before it"
            )
    if begun is not None:
        yield _message(begun, body, export)


class _Begun(NamedTuple):
    line: Line
    day: Written
    said: re.Match[str]


def _message(begun: _Begun, body: list[str], export: Export) -> Message | Skipped:
    line, day, said = begun
    before, hour, minute, after, rest = said.groups()
    speaker, _, first = rest.partition("\t")
    text = "\n".join((first, *body)).strip()
    if body and text.startswith('"') and text.endswith('"'):
        text = text[1:-1]
    text = words_of(text)
    if not speaker or not text or text.startswith("☎"):
        return Skipped(line.number, "media or deleted")
    on_dial = hour_of(int(hour), before or after)
    if on_dial is None or int(minute) > 59:
        raise InvalidInput(f"{export.path}:{line.number}: {hour}:{minute} is no time of day")
    at = export.moment(day, (on_dial, int(minute), 0), line.number)
    return Message(line.number, str(line.number), at, speaker.strip(), text, line.cut)
