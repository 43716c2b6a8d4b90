"""Captions: SubRip (.srt) and WebVTT (.vtt). A cue is a message at the start of the text plus the cue's own time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from html import unescape
from typing import NamedTuple

from tracker.errors import InvalidInput
from tracker.ingest.text import subrip, webvtt
from tracker.ingest.text.cue import TIMES, Cue
from tracker.ingest.text.lines import Line
from tracker.ingest.text.message import Message, Skipped
from tracker.ingest.text.plain import named

SUFFIXES = (".srt", ".vtt")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]{1,60})>")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,80}>|<[\d:.]{1,20}>|\{\\[^{}]{1,40}\}")
_DASH = re.compile(r"^\s*(?:[-–—]|>>+)\s*(?=\S)")
_ROLLING = timedelta(seconds=1)
"""How soon after a cue the next must begin for its first lines to be the last ones of that cue, still shown."""


def looks_like(first_lines: list[str]) -> bool:
    """Whether a text that begins with these lines is captions."""
    begin = [line for line in first_lines if line.strip()][:2]
    return bool(begin) and (webvtt.is_header(begin[0]) or any(TIMES.fullmatch(line) for line in begin))


def cues(lines: Iterable[Line], path: object, start: datetime | None) -> Iterator[Message | Skipped]:
    """What is said in the cues, in file order; the lines of one are joined. `start` is when the recording began (UTC).

    A speaker is named by `<v Ana>` or `Ana: `; each voice of a cue is a message, and so is each line that begins with
    a dash or names who says it. Lines that a cue shows again from the one before (rolling captions) are told once.
    Raises InvalidInput naming the line of a cue that cannot be read or ends before it begins, and of words under no
    cue."""
    told = list(lines)
    first = next((line for line in told if line.text.strip()), None)
    reader = webvtt if first is not None and webvtt.is_header(first.text) else subrip
    before: Cue | None = None
    for cue in reader.cues(told, path):
        if cue.end < cue.start:
            raise InvalidInput(f"{path}:{cue.number}: the caption ends before it begins")
        new = _new_lines(cue, before)
        before = cue
        if any(line.strip() for line in cue.lines) and not new:
            yield Skipped(cue.number, "caption shown again")
        yield from _messages(cue, new, start)


def _new_lines(cue: Cue, before: Cue | None) -> list[str]:
    if before is None or not before.start <= cue.start <= before.end + _ROLLING:
        return list(cue.lines)
    shown, here = [_bare(line) for line in before.lines], [_bare(line) for line in cue.lines]
    for count in range(min(len(shown), len(here)), 0, -1):
        if here[:count] == shown[-count:]:
            return list(cue.lines[count:])
    return list(cue.lines)


class _Part(NamedTuple):
    speaker: str | None
    text: str


def _messages(cue: Cue, lines: list[str], start: datetime | None) -> Iterator[Message]:
    at = None if start is None else start + cue.start
    parts = [part for part in _parts(lines) if part.text]
    for place, part in enumerate(parts):
        key = str(cue.number) if place == 0 else f"{cue.number}.{place + 1}"
        yield Message(cue.number, key, at, part.speaker, part.text)


def _parts(lines: list[str]) -> Iterator[_Part]:
    bare = [_bare(line) for line in lines]
    dashed = sum(1 for line in bare if _DASH.match(line)) > 1
    joined: list[str] = []
    for line, words in zip(lines, bare, strict=True):
        if joined and ((dashed and _DASH.match(words)) or named(words) is not None):
            yield from _voices(" ".join(joined))
            joined = []
        joined.append(line)
    yield from _voices(" ".join(joined))


def _voices(text: str) -> Iterator[_Part]:
    """The pieces of `<v Ana>…<v Ben>…` by speaker; without such marks one piece, of whom it names first."""
    before, *voices = _VOICE.split(text)
    bare = _DASH.sub("", _bare(before), count=1)
    said = named(bare)
    yield _Part(said.speaker, said.text) if said is not None else _Part(None, bare)
    for speaker, words in zip(voices[::2], voices[1::2], strict=True):
        yield _Part(unescape(speaker).strip(), _bare(words))


def _bare(text: str) -> str:
    """Without marks, with the characters that entities stand for, and white space folded."""
    return " ".join(unescape(_TAG.sub("", text)).replace("\u200b", "").split())
