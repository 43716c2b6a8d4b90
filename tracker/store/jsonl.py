"""A log as JSON Lines: one event per line, UTF-8, in log order. What one tracker writes another can append, and comes
to the same state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

import orjson

from tracker.errors import InvalidInput
from tracker.store.engine import Store
from tracker.store.reader import Filter, in_log_order

# No event comes near; a line beyond is some other file, and must not be read into memory to find out.
LONGEST_LINE = 16 * 1024 * 1024
_BOM = b"\xef\xbb\xbf"


def write_lines(store: Store, wanted: Filter = Filter()) -> Iterator[bytes]:  # noqa: B008 — a frozen tuple
    """The events as lines, redacted ones with a payload that says `forgotten`."""
    for event in in_log_order(store, wanted):
        yield event.model_dump_json(exclude_none=True).encode() + b"\n"


def read_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and JSON object of each line that is not blank; holds one line in memory.

    Raises InvalidInput naming `name` and the line for anything that is not one JSON object in UTF-8, a byte order
    mark, a line over 16 MiB, and a last line that was cut off."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        where = f"{name}: line {number}"
        if len(line) > LONGEST_LINE:
            raise InvalidInput(f"{where}: longer than 16 MiB; this is not a file of events")
        if number == 1 and line.startswith(_BOM):
            raise InvalidInput(f"{where}: begins with a byte order mark; save the file as UTF-8 without one")
        if not line.strip():
            continue
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            cut = "" if line.endswith(b"\n") else " (the last line is cut off)"
            raise InvalidInput(f"{where}: not JSON: {error}{cut}") from None
        if not isinstance(value, dict):
            raise InvalidInput(f"{where}: not a JSON object")
        yield number, value
