"""A log as JSON Lines: out and in again, and files that are not."""

from __future__ import annotations

import io
import tracemalloc
from uuid import uuid4

import pytest

from tracker.errors import InvalidInput
from tracker.store import jsonl, log, reader
from tracker.store.jsonl import LONGEST_LINE, read_lines, write_lines
from tracker.store.schema import open_store


def foldable(store):
    """What folds see, without the positions that a log of its own gives."""
    with store.read() as connection:
        return [one for _, group in reader.by_entity(connection) for one in group]


def test_a_log_goes_out_and_comes_in_again(store, append, seen):
    """Redactions, words, private events and floats included; the copy folds to the same state and adds nothing new."""
    target, words = uuid4(), uuid4()
    append(
        seen(0, event_id=target, evidence=[{"uri": "a.mp4", "region": [0.1, 0.2, 0.3, 0.4]}]),
        seen(1, type="removed", payload={}, caused_by=words, visibility=["ana"]),
        seen(1, entity_id="ana", type="stated", payload={"text": "鑰匙\u2028\n"}, event_id=words),
        seen(2, confidence=1e-7, source_key="k", model={"x": 1e-300}),
    )
    append(seen(9, type="redacted", payload={"event_ids": [str(target), str(words)], "reason": "asked"}))
    lines = b"".join(write_lines(store))
    copy = open_store("sqlite://", clock=store.clock)
    rows = [row for _, row in read_lines(io.BytesIO(lines), "log.jsonl")]
    with copy.write() as connection:
        assert log.append(connection, rows, copy.clock()).appended == 5
    with copy.write() as connection:
        assert log.append(connection, rows, copy.clock()).duplicates == 5
    assert foldable(copy) == foldable(store)
    assert [one.stated for one in foldable(copy) if one.type == "removed"] == [True]

    def without_hash(lines: bytes) -> list[dict]:
        rows = [row for _, row in read_lines(io.BytesIO(lines), "log.jsonl")]
        return [{key: value for key, value in row.items() if key not in ("hash", "recorded_at")} for row in rows]

    assert without_hash(b"".join(write_lines(copy))) == without_hash(lines)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'\xef\xbb\xbf{"a":1}\n', "line 1: begins with a byte order mark"),
        (b'{"a":1}\n{"a":', r"line 2: not JSON: .*\(the last line is cut off\)"),
        (b'{"a":1}\n\n{"a":2\n', "line 3: not JSON"),
        (b"[1]\n", "line 1: not a JSON object"),
        (b'{"a":NaN}\n', "line 1: not JSON"),
        (b'{"a":"\xff"}\n', "line 1: not JSON"),
        (b'{"a":"\\ud800"}\n', "line 1: not JSON"),
        (b'{"a":1}{"b":2}\n', "line 1: not JSON"),
        (b"\x00" * 100, "line 1: not JSON"),
        ('{"a":1}\n'.encode("utf-16"), "line 1: not JSON"),
        (b"[" * 100_000, "line 1: not JSON"),
    ],
)
def test_what_is_not_a_line_of_events_is_refused_by_line(content, says):
    with pytest.raises(InvalidInput, match=f"^f.jsonl: {says}") as caught:
        list(read_lines(io.BytesIO(content), "f.jsonl"))
    assert "\n" not in str(caught.value)


def test_a_line_that_cannot_be_read_can_be_passed_over():
    """As an import with `on_error="skip"` wants: it comes as the error that says why, and the rest as ever."""
    lines = b'{"a":1}\n\nnonsense\n[1]\n' + b"x" * (LONGEST_LINE + 9) + b'\n{"a":2}\n{"a":'
    (_, first), *bad, (_, last), (end, cut) = read_lines(io.BytesIO(lines), "f", "skip")
    assert (first, last) == ({"a": 1}, {"a": 2})
    assert [(number, str(error).split(":")[1].strip()) for number, error in bad] == [
        (3, "not JSON"),
        (4, "not a JSON object"),
        (5, "longer than 16 MiB; this is not a file of events"),
    ]
    assert (end, str(cut).endswith("(the last line is cut off)")) == (7, True)


def test_a_file_with_a_byte_order_mark_is_never_passed_over():
    with pytest.raises(InvalidInput, match=r"^f: line 1: begins with a byte order mark"):
        list(read_lines(io.BytesIO(b'\xef\xbb\xbf{"a":1}\n'), "f", "skip"))


def test_a_last_line_without_a_newline_and_blank_lines_are_fine():
    assert list(read_lines(io.BytesIO(b'{"a":1}\r\n\n{"a":2}'), "f")) == [(1, {"a": 1}), (3, {"a": 2})]


def test_a_line_of_a_gigabyte_is_refused_in_bounded_memory():
    """Only as much of it is read as the longest line may have."""

    class Endless(io.RawIOBase):
        given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer) -> int:
            size = min(len(buffer), (1 << 30) - self.given)
            buffer[:size] = b"x" * size
            self.given += size
            return size

    source = Endless()
    tracemalloc.start()
    with pytest.raises(InvalidInput, match="line 1: longer than 16 MiB"):
        list(read_lines(io.BufferedReader(source), "f"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * LONGEST_LINE
    assert source.given < 2 * LONGEST_LINE
    assert jsonl.LONGEST_LINE == 16 << 20
