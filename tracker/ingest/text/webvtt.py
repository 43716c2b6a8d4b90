"""WebVTT, read by `webvtt-py`, which knows notes, styles, regions and cue ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from tracker.errors import InvalidInput
from tracker.ingest.text.cue import ARROW, Cue, times
from tracker.ingest.text.lines import Line

HEADER = "WEBVTT"
_NO_WORDS = (HEADER, "NOTE", "STYLE", "REGION")


def is_header(text: str) -> bool:
    return text.lstrip("\ufeff \t").startswith(HEADER)


def cues(lines: Sequence[Line], path: object) -> Iterator[Cue]:
    """The cues in file order. The library passes over cues whose times lack a fraction and words after a blank line
    without a word: their times are written out for it, and the words put where they belong. Raises InvalidInput naming
    a line that cannot be read as what it should be."""
    from webvtt import vtt

    made, numbers = _readable(lines, path)
    captions = vtt.parse(made).captions
    if len(captions) != len(numbers):
        raise InvalidInput(f"{path}: {len(numbers)} captions begin, {len(captions)} can be read")
    for number, caption in zip(numbers, captions, strict=True):
        start, end = (timedelta(milliseconds=one.in_milliseconds()) for one in (caption.start_time, caption.end_time))
        yield Cue(number, start, end, tuple(line for line in caption.lines if line.strip()))


def _readable(lines: Sequence[Line], path: object) -> tuple[list[str], list[int]]:
    """The text as the library reads all of it, and the lines on which its cues begin."""
    made: list[str] = []
    numbers: list[int] = []
    for block in _blocks(lines):
        begin = [line.number for line in block if ARROW in line.text]
        if begin or block[0].text.lstrip("\ufeff \t").split(maxsplit=1)[0] in _NO_WORDS:
            made.append("")
        elif not numbers:
            raise InvalidInput(f"{path}:{block[0].number}: words under no caption time")
        # Otherwise a blank line stands among the words of a cue: they go on.
        made += [_whole_times(line, path) if ARROW in line.text else line.text for line in block]
        numbers += begin
    first = made[1].lstrip("\ufeff \t")
    return [first, *made[2:]], numbers


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    block: list[Line] = []
    for line in lines:
        if line.text.strip("\ufeff \t"):
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _whole_times(line: Line, path: object) -> str:
    span = times(line.text)
    if span is None:
        raise InvalidInput(
            f"{path}:{line.number}: the times of the caption cannot be read; they are written like "
            "00:00:20.000 --> 00:00:24.500"
        )
    return " --> ".join(_written(one) for one in span)


def _written(offset: timedelta) -> str:
    thousandths = offset // timedelta(milliseconds=1)
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}"
