"""The lines of a text file, whatever their length: memory stays small, a wrong byte is named with its line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

from tracker.errors import InvalidInput
from tracker.ingest.media import readable

LONGEST = 64_000
"""Characters of a line that are read; the rest of a longer one is left out."""
_BLOCK = 1 << 20
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class Line(NamedTuple):
    """A line without its end; `number` counts from 1. `cut`: its rest was left out."""

    number: int
    text: str
    cut: bool


def lines(path: Path, encoding: str) -> Iterator[Line]:
    """The lines of a file. A byte order mark decides the encoding and is not part of the first line.

    Raises InvalidInput for a file that cannot be read or is not in that encoding, naming the line."""
    encoding = _marked(path, encoding)
    number = 0
    try:
        with readable(path), path.open(encoding=encoding, newline=None) as file:
            while piece := file.readline(LONGEST):
                number += 1
                whole = piece.endswith("\n")
                text = piece.removesuffix("\n")
                cut = not whole and _skip_rest(file)
                yield Line(number, text, cut)
    except UnicodeDecodeError:
        raise InvalidInput(_wrong_byte(path, encoding, number)) from None


def _skip_rest(file: TextIO) -> bool:
    """Read on to the end of an overlong line, in blocks. True when there was more of it."""
    skipped = False
    while piece := file.readline(_BLOCK):
        skipped = skipped or piece != "\n"
        if piece.endswith("\n"):
            break
    return skipped


def _marked(path: Path, encoding: str) -> str:
    with readable(path), path.open("rb") as file:
        head = file.read(4)
    return next((name for mark, name in _BOMS if head.startswith(mark)), encoding)


def _wrong_byte(path: Path, encoding: str, reached: int) -> str:
    """Which line is not in the encoding; the decoder reads ahead, so the file is read again line by line."""
    hint = "give its encoding (--encoding), like utf-16, big5 or latin-1"
    if "16" in encoding or "32" in encoding:
        return f"{path}: after line {reached}: not {encoding}; {hint}"
    with path.open("rb") as file:
        number = 1
        while piece := file.readline(_BLOCK):
            try:
                piece.decode(encoding)
            except UnicodeDecodeError as error:
                if error.end < len(piece):
                    return f"{path}:{number}: byte {error.start + 1} is not {encoding.removesuffix('-sig')}; {hint}"
            number += piece.endswith(b"\n")
    return f"{path}: after line {reached}: not {encoding}; {hint}"
