"""Media files as evidence points at them: where they are, what kind they are, and the digest of their
bytes."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from tracker.domain.evidence import Evidence
from tracker.domain.mistakes import first_mistake
from tracker.errors import InvalidInput

_BLOCK = 1 << 20
# The machine's own tables differ from one system to the next; these suffixes must not.
_TYPES = {
    ".aac": "audio/aac",
    ".flac": "audio/flac",
    ".m4a": "audio/mp4",
    ".mp3": "audio/mpeg",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".opus": "audio/ogg",
    ".wav": "audio/wav",
    ".mkv": "video/x-matroska",
    ".mov": "video/quicktime",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".webp": "image/webp",
}


class Media(NamedTuple):
    """A file that events can point at. `sha256` is the hex digest of its bytes."""

    path: Path
    uri: str
    media_type: str | None
    sha256: str


def read_media(path: Path, root: Path | None = None) -> Media:
    """The media at `path`; its uri is relative to the folder `root`, or `file:///…` when no root is given.

    Raises InvalidInput for a path that is no readable file or that lies outside `root`."""
    digest = file_sha256(path)
    uri = _uri(path, root)
    try:
        Evidence(uri=uri)
    except ValidationError as error:
        problem = first_mistake(error, "evidence").problem
        raise InvalidInput(f"{str(path)!r}: the name cannot be kept as evidence: {problem}") from None
    return Media(path, uri, media_type(path), digest)


def media_type(path: Path) -> str | None:
    """The media type that the suffix promises, the same on every machine; None for an unknown suffix."""
    suffix = path.suffix.lower()
    return _TYPES.get(suffix) or mimetypes.MimeTypes().types_map[True].get(suffix)


def file_sha256(path: Path) -> str:
    """Hex SHA-256 of a file's bytes, read in blocks of a mebibyte; InvalidInput when it cannot be read."""
    digest = hashlib.sha256()
    with readable(path):
        if path.exists() and not path.is_file():
            raise InvalidInput(f"{path}: not a file")
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    return digest.hexdigest()


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Reading `path` within this block raises InvalidInput when there is no such file or the system refuses it."""
    try:
        yield
    except FileNotFoundError:
        raise InvalidInput(f"{path}: no such file") from None
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read: {error.strerror or error}") from None


def nothing_but(path: Path) -> dict[str, Any]:
    """The arguments with which `av.open` reads this file and nothing else: `file:` keeps a colon in its name from being
    read as a protocol, the whitelist keeps a playlist off the network."""
    return {"file": f"file:{path}", "options": {"protocol_whitelist": "file"}}


def _uri(path: Path, root: Path | None) -> str:
    whole = path.resolve()
    if root is None:
        return whole.as_uri()
    try:
        return whole.relative_to(root.resolve()).as_posix()
    except ValueError:
        raise InvalidInput(f"{path}: not inside the media folder {root}") from None
