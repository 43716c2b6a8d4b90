"""What a SQLite file still holds where it says that nothing is: the unused parts of its pages.

SQLite zeroes what is deleted (`secure_delete`), but not the copies of cells that it leaves in a page when it moves them
to another. The file's format: https://sqlite.org/fileformat2.html"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

_TABLE_LEAF, _INDEX_LEAF = 0x0D, 0x0A
_TABLE_INNER, _INDEX_INNER = 0x05, 0x02
_FIRST_FREE = slice(32, 36)
_PIECE, _STEP = 8, 4
_LONGEST = _PIECE + _STEP
_AT_ONCE = 1 << 20


def holds(file: Path, roots: Sequence[int], words: Iterable[bytes]) -> bool:
    """Whether the unused parts of the file, or its write-ahead log, hold a piece of one of the words. `roots`: the
    first page of each table and index. The file must not be written meanwhile; about a megabyte of it is held."""
    pieces = {piece for word in words for piece in _pieces(word)}
    log = file.with_name(f"{file.name}-wal")
    with file.open("rb") as opened:
        if _any_in(_together(_Pages(opened).unused(roots)), pieces):
            return True
    if not log.exists():
        return False
    with log.open("rb") as opened:
        return _any_in(_overlapping(opened), pieces)


def _any_in(places: Iterable[bytes], pieces: set[bytes]) -> bool:
    return any(piece in place for place in places for piece in pieces)


def _together(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Many small parts as few large ones, in which nothing of two of them makes a word: one search is dearer than a few
    bytes more. What was zeroed, most of it, is left out."""
    held, size = list[bytes](), 0
    for part in parts:
        some = part.strip(b"\0")
        if some:
            held.append(some)
            size += len(some)
        if size >= _AT_ONCE:
            yield b"\0".join(held)
            held, size = [], 0
    yield b"\0".join(held)


def _overlapping(file: BinaryIO) -> Iterator[bytes]:
    """All of the file, a block at a time, with the end of the block before, in which a piece may begin."""
    before = b""
    while block := file.read(_AT_ONCE):
        yield before + block
        before = block[1 - _LONGEST :]


def _pieces(word: bytes) -> Iterator[bytes]:
    """Short parts of it, so that one of them is in whatever is left of it, unless that is very little."""
    if len(word) <= _LONGEST:
        yield word
    else:
        for start in range(0, len(word) - _PIECE + 1, _STEP):
            yield word[start : start + _PIECE]


class _Pages:
    """The pages of a SQLite file, numbered from 1."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._start = file.read(100)
        size = int.from_bytes(self._start[16:18], "big")
        self._size = 65_536 if size == 1 else size

    def unused(self, roots: Sequence[int]) -> Iterator[bytes]:
        waiting = [1, *roots]
        while waiting:
            number = waiting.pop()
            page, header = self._page(number), 100 if number == 1 else 0
            kind, cells = page[header], int.from_bytes(page[header + 3 : header + 5], "big")
            if kind not in (_TABLE_LEAF, _INDEX_LEAF, _TABLE_INNER, _INDEX_INNER):
                raise ValueError(f"page {number} is no page of a table or an index")
            inner = kind in (_TABLE_INNER, _INDEX_INNER)
            pointers = header + (12 if inner else 8)
            yield page[pointers + 2 * cells : int.from_bytes(page[header + 5 : header + 7], "big") or 65_536]
            yield from self._free_blocks(page, int.from_bytes(page[header + 1 : header + 3], "big"))
            if inner:
                starts = range(pointers, pointers + 2 * cells, 2)
                at = [int.from_bytes(page[start : start + 2], "big") for start in starts]
                waiting += [int.from_bytes(page[start : start + 4], "big") for start in (*at, header + 8)]
        yield from self._free_pages()

    def _page(self, number: int) -> bytes:
        self._file.seek((number - 1) * self._size)
        return self._file.read(self._size)

    def _free_blocks(self, page: bytes, start: int) -> Iterator[bytes]:
        while start:
            size = int.from_bytes(page[start + 2 : start + 4], "big")
            yield page[start + 4 : start + size]
            start = int.from_bytes(page[start : start + 2], "big")

    def _free_pages(self) -> Iterator[bytes]:
        trunk = int.from_bytes(self._start[_FIRST_FREE], "big")
        while trunk:
            page = self._page(trunk)
            leaves = int.from_bytes(page[4:8], "big")
            yield page[8 + 4 * leaves :]
            for place in range(8, 8 + 4 * leaves, 4):
                yield self._page(int.from_bytes(page[place : place + 4], "big"))
            trunk = int.from_bytes(page[:4], "big")
