"""Captions: SubRip (.srt) and WebVTT (.vtt). A cue is a message at the start of the text plus the cue's own time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from tracker.errors import InvalidInput
from tracker.ingest.text.lines import Line
from tracker.ingest.text.message import Message
from tracker.ingest.text.plain import NAMED_LINE

_MARK = r"(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})"
CUE = re.compile(rf"\s*{_MARK}\s+-->\s+{_MARK}(?:\s.*)?")
HEADER = "WEBVTT"
_VOICE = re.compile(r"\s*<v(?:\.[^\s>]*)?\s+([^>]{1,40})>")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,80}>|<[\d:.]{1,20}>|\{\\an?\d\}")


def cues(lines: Iterable[Line], path: object, start: datetime | None) -> Iterator[Message]:
    """The cues in file order; the lines of one are joined. `start` is when the recording began (UTC).

    A speaker is named by `<v Ana>` or `Ana: `. Raises InvalidInput naming the line of a cue that ends before it
    begins, and of words under no cue."""
    opened: tuple[int, timedelta] | None = None
    words: list[str] = []
    any_cue = False
    for line in lines:
        found = CUE.fullmatch(line.text)
        if found is not None:
            begins, ends = _offset(found.groups()[:4]), _offset(found.groups()[4:])
            if ends < begins:
                raise InvalidInput(f"{path}:{line.number}: the caption ends before it begins")
            if opened is not None and words:
                yield _message(opened, words, start)
            opened, words, any_cue = (line.number, begins), [], True
        elif not line.text.strip():
            if opened is not None and words:
                yield _message(opened, words, start)
            opened, words = None, []
        elif opened is not None:
            words.append(line.text)
        elif not any_cue and not line.text.lstrip("\ufeff").strip().isdigit() and not _is_header(line.text):
            raise InvalidInput(f"{path}:{line.number}: words under no caption time")
    if opened is not None and words:
        yield _message(opened, words, start)


def _is_header(text: str) -> bool:
    first = text.lstrip("\ufeff").strip()
    return first.startswith((HEADER, "NOTE", "STYLE", "REGION", "X-", "Kind:", "Language:"))


def _offset(parts: tuple[str | None, ...]) -> timedelta:
    hours, minutes, seconds, thousandths = (int(part or 0) for part in parts)
    return timedelta(hours=hours, minutes=minutes, seconds=seconds, milliseconds=thousandths)


def _message(opened: tuple[int, timedelta], words: list[str], start: datetime | None) -> Message:
    number, offset = opened
    text = " ".join(words)
    voice = _VOICE.match(text)
    speaker = voice[1].strip() if voice else None
    text = _TAG.sub("", text).strip()
    named = NAMED_LINE.fullmatch(text) if speaker is None else None
    if named:
        speaker, text = named[1].strip(), named[2]
    return Message(number, str(number), None if start is None else start + offset, speaker, text)
