"""Media files inside one folder, and nothing else: regular files of a known kind, reached through no link that leads
out, and never the database itself."""

from __future__ import annotations

import hashlib
import os
import stat
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple
from urllib.parse import unquote, urlsplit

from tracker.errors import TrackerError
from tracker.ingest.media import media_type

_BLOCK = 1 << 20
_MOST_KNOWN = 10_000
_TEXTS = {
    ".txt": "text/plain; charset=utf-8",
    ".vtt": "text/vtt; charset=utf-8",
    ".srt": "text/plain; charset=utf-8",
}
_SHOWN = ("image/", "audio/", "video/")
# A drawing may hold a program.
_NOT_SHOWN = ("image/svg+xml",)


class NoMedia(TrackerError):
    """The media that the event points at is not here."""


class Opened(NamedTuple):
    """An open file of this size, and what its bytes are. `mark` changes when the file does."""

    file: BinaryIO
    size: int
    media_type: str
    mark: str


class MediaFolder:
    """The folder that media is served from. `never`: files that are not opened whatever points at them. Threads may
    share it."""

    def __init__(self, folder: Path, never: Iterable[Path] = ()) -> None:
        self._folder = Path(os.path.realpath(folder))
        self._never = tuple(never)
        self._digests: dict[str, str] = {}
        self._lock = threading.Lock()

    def open(self, uri: str, sha256: str | None = None) -> Opened:
        """The file at this uri, relative to the folder or `file:///…`. Raises NoMedia when there is none that may be
        served, or its bytes are not those of the digest."""
        path = self._inside(uri)
        kind = _kind(path)
        if kind is None:
            raise NoMedia("files of this kind are not served")
        try:
            descriptor = self._open(path)
        except (OSError, ValueError):
            raise NoMedia from None
        file = os.fdopen(descriptor, "rb")
        told = os.fstat(descriptor)
        mark = f"{told.st_dev:x}-{told.st_ino:x}-{told.st_size:x}-{told.st_mtime_ns:x}"
        if sha256 is not None and self._digest(file, mark) != sha256:
            file.close()
            raise NoMedia("the file is not the one that the event points at: its bytes are others")
        return Opened(file, told.st_size, kind, hashlib.sha256(mark.encode()).hexdigest()[:24])

    def _inside(self, uri: str) -> Path:
        parts = urlsplit(uri)
        if parts.scheme not in ("", "file") or (parts.scheme == "file" and parts.netloc not in ("", "localhost")):
            raise NoMedia("the media is somewhere else")
        try:
            real = Path(os.path.realpath(unquote(parts.path) if parts.scheme else self._folder / uri))
            return real.relative_to(self._folder)
        except (OSError, ValueError):
            raise NoMedia from None

    def _open(self, inside: Path) -> int:
        """A descriptor of the file. The path holds no link any more: one that is met was put there meanwhile."""
        folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for part in inside.parts[:-1]:
                deeper = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
                os.close(folder)
                folder = deeper
            told = os.stat(inside.name, dir_fd=folder, follow_symlinks=False)
            # Looked at before it is opened: opening a FIFO waits, and closing a database lets go of its locks.
            if not stat.S_ISREG(told.st_mode) or self._is_never(told):
                raise NoMedia
            return os.open(inside.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        finally:
            os.close(folder)

    def _is_never(self, told: os.stat_result) -> bool:
        for path in self._never:
            try:
                other = path.stat()
            except OSError:
                continue
            if (other.st_dev, other.st_ino) == (told.st_dev, told.st_ino):
                return True
        return False

    def _digest(self, file: BinaryIO, mark: str) -> str:
        """SHA-256 of the file, counted once as long as it does not change."""
        found = self._digests.get(mark)
        if found is None:
            digest = hashlib.sha256()
            while block := file.read(_BLOCK):
                digest.update(block)
            file.seek(0)
            found = digest.hexdigest()
            with self._lock:
                if len(self._digests) >= _MOST_KNOWN:
                    self._digests.clear()
                self._digests[mark] = found
        return found


def database_files(file: Path | None) -> list[Path]:
    """A SQLite database and what lies beside it."""
    return [] if file is None else [file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))]


def _kind(path: Path) -> str | None:
    text = _TEXTS.get(path.suffix.lower())
    kind = text or media_type(path)
    shown = kind is not None and (text is not None or kind.startswith(_SHOWN)) and kind not in _NOT_SHOWN
    return kind if shown else None
