"""Texts without times but for headings that are dates: notes, one or more sentences per line, and dialogues of
'Name: text' lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from tracker.ingest.text.clocks import Day, clocked
from tracker.ingest.text.lines import Line
from tracker.ingest.text.message import Message, Skipped

_NAMED_LINE = re.compile(r"\s{0,8}([^\W\d_][\w .'’\-]{0,38}[\w.]|[^\W\d_])\s?[:：](?!//)\s*(\S.*)", re.DOTALL)
_NO_NAMES = """
note notes nb ps p.s p.s. fyi btw todo reminder remember warning caution attention important update edit edited re fw
fwd subject date time location where when who what why how result answer question example today tomorrow yesterday
tonight now later morning afternoon evening 注意 備註 备注 註 注 附註 附注 提醒 提示 更新 重要 警告 今天 明天 昨天
時間 时间 地點 地点 日期 主旨 主題 主题 例如 比如
"""
_NO_NAME = frozenset(_NO_NAMES.split())
"""What stands before a colon and speaks of what follows, not of who says it."""
Begins = Callable[[str], Day | None]
"""The day of the lines under this one, if this is a heading that is a date (see `headings`)."""
_SECOND = timedelta(seconds=1)


class Said(NamedTuple):
    speaker: str
    text: str


def named(text: str) -> Said | None:
    """Who says what in a line `Ana: text`; a name is at most 40 characters, no web address and no heading like
    `Note:`."""
    match = _NAMED_LINE.fullmatch(text)
    if match is None or match[1].strip().lower() in _NO_NAME:
        return None
    return Said(match[1].strip(), match[2])


def notes(lines: Iterable[Line], begins: Begins) -> Iterator[Message | Skipped]:
    """Each line that says something is a message of nobody in particular."""
    for part in _dated(lines, begins):
        yield part if isinstance(part, Skipped) else _message(part, None, part.text)


def dialogue(lines: Iterable[Line], begins: Begins) -> Iterator[Message | Skipped]:
    """Each 'Name: text' line is a message; a line without a name goes on with the speaker before it."""
    speaker: str | None = None
    for part in _dated(lines, begins):
        if isinstance(part, Skipped):
            yield part
            continue
        said = named(part.text)
        if said is not None:
            speaker = said.speaker
        yield _message(part, speaker, part.text if said is None else said.text)


class _Dated(NamedTuple):
    line: Line
    at: datetime | None
    text: str


def _dated(lines: Iterable[Line], begins: Begins) -> Iterator[_Dated | Skipped]:
    """The lines that say something: under a heading at the time of day that they begin with, or a second after the one
    before; above all headings without a time."""
    day: Day | None = None
    at: datetime | None = None
    before: datetime | None = None
    for line in lines:
        if not line.text.strip():
            continue
        begun = begins(line.text)
        if begun is not None:
            day, at, before = begun, begun.begins, None
            yield Skipped(line.number, "date heading")
            continue
        told = clocked(line.text) if day is not None else None
        if told is not None and day is not None:
            at = before = day.at(told.time, before)
        yield _Dated(line, at, line.text if told is None else told.text)
        at = None if at is None else at + _SECOND


def _message(dated: _Dated, speaker: str | None, text: str) -> Message:
    line = dated.line
    return Message(line.number, str(line.number), dated.at, speaker, text, line.cut)
