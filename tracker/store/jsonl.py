"""A log as JSON Lines: one event per line, UTF-8, in log order. What one tracker writes another can append, and comes
to the same state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, Literal

import orjson

from tracker.errors import InvalidEvent, InvalidInput
from tracker.store.engine import Store
from tracker.store.reader import Filter, in_log_order

# No event comes near; a line beyond is some other file, and must not be read into memory to find out.
LONGEST_LINE = 16 * 1024 * 1024
_BOM = b"\xef\xbb\xbf"


def write_lines(store: Store, wanted: Filter = Filter()) -> Iterator[bytes]:  # noqa: B008 — a frozen tuple
    """The events as lines, redacted ones with a payload that says `forgotten`."""
    for event in in_log_order(store, wanted):
        yield event.model_dump_json(exclude_none=True).encode() + b"\n"


def read_lines(
    file: BinaryIO, name: str, on_error: Literal["raise", "skip"] = "raise"
) -> Iterator[tuple[int, dict[str, Any] | InvalidEvent]]:
    """Line number and JSON object of each line that is not blank; holds one line in memory.

    Raises InvalidInput naming `name` and the line for anything that is not one JSON object in UTF-8, a line over
    16 MiB, a last line that was cut off, and a byte order mark. With `on_error="skip"` a line that cannot be read comes
    as the InvalidEvent that says why, for `append` to report with the others; a byte order mark is raised all the
    same, for it is the file that is not as it should be."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if number == 1 and line.startswith(_BOM):
            raise InvalidInput(f"{name}: line 1: begins with a byte order mark; save the file as UTF-8 without one")
        if not line.strip():
            continue
        row = _row(line)
        if isinstance(row, InvalidEvent) and on_error == "raise":
            raise InvalidInput(f"{name}: line {number}: {row.problem}")
        yield number, row
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)


def _row(line: bytes) -> dict[str, Any] | InvalidEvent:
    if len(line) > LONGEST_LINE:
        return InvalidEvent("event", "longer than 16 MiB; this is not a file of events")
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        cut = "" if line.endswith(b"\n") else " (the last line is cut off)"
        return InvalidEvent("event", f"not JSON: {error}{cut}")
    return value if isinstance(value, dict) else InvalidEvent("event", "not a JSON object")
