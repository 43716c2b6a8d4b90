"""Texts without times: notes, one or more sentences per line, and dialogues of 'Name: text' lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tracker.ingest.text.lines import Line
from tracker.ingest.text.message import Message

NAMED_LINE = re.compile(r"\s{0,8}([^\W\d_][\w .'’\-]{0,38}[\w.]|[^\W\d_])\s?[:：](?!//)\s*(\S.*)", re.DOTALL)
"""`Ana: text`; a name is at most 40 characters and no web address."""


def notes(lines: Iterable[Line]) -> Iterator[Message]:
    """Each line that says something is a message of nobody in particular."""
    for line in lines:
        if line.text.strip():
            yield Message(line.number, str(line.number), None, None, line.text, line.cut)


def dialogue(lines: Iterable[Line]) -> Iterator[Message]:
    """Each 'Name: text' line is a message; a line without a name goes on with the speaker before it."""
    speaker: str | None = None
    for line in lines:
        if not line.text.strip():
            continue
        named = NAMED_LINE.fullmatch(line.text)
        if named:
            speaker = named[1].strip()
        text = named[2] if named else line.text
        yield Message(line.number, str(line.number), None, speaker, text, line.cut)
