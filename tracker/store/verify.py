"""Whether the log is still what was appended, and the evidence what was pointed at."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import unquote, urlsplit

import orjson
from sqlalchemy import select

from tracker.errors import InvalidInput, StoreDamaged
from tracker.store import codec, decisions, own
from tracker.store.codec import GENESIS, Row
from tracker.store.engine import Store
from tracker.store.log import Head, read_head
from tracker.store.tables import events

_PAGE = 2000
_BLOCK = 1 << 20


class Verdict(NamedTuple):
    """`checked` rows were as appended; `bad_seq` is the first that was not, and `problem` says how. `head` is the end
    of the log: kept somewhere else, it lets a later check notice even a log that was rewritten whole."""

    ok: bool
    checked: int
    head: Head
    bad_seq: int | None = None
    problem: str | None = None


class EvidenceProblem(NamedTuple):
    """Media that an event points at and that is not there (`missing`), has other bytes (`changed`) or was not opened:
    `outside the folder`, `not a regular file`, `unreadable`."""

    seq: int
    event_id: str
    uri: str
    problem: str


class _Page(NamedTuple):
    """Rows as they stood at one time, with where the log ended then, the erased ones that nothing explains, what the
    index lacks of the decisions, by seq, and those whose own id the index of such ids lacks."""

    head: Head
    rows: list[Row]
    unexplained: set[str]
    lacking: dict[int, str]
    unkeyed: set[int]


def verify_log(
    store: Store, anchor: tuple[int, str] | None = None, progress: Callable[[int, int], None] | None = None
) -> Verdict:
    """Recompute every row's digest and hash up to the end of the log, and compare the index of decisions with what the
    decisions say. `anchor`: a seq and hash noted earlier, which the log must still contain. `progress` is called with
    rows done and rows in all."""
    if anchor is not None and not (isinstance(anchor, tuple) and [type(part) for part in anchor] == [int, str]):
        raise InvalidInput("anchor: is not a seq and its hash")
    seq, hash_, recorded_at, limit = 0, GENESIS, 0, _PAGE
    while True:
        try:
            page = _page(store, seq, limit)
        except StoreDamaged:  # text that is no text; one by one, the row is found
            if limit == 1:
                return _bad(seq, _head(store), "cannot be read")
            limit = 1
            continue
        for row in page.rows:
            problem = _problem(row, seq, hash_, page)
            if problem is None and anchor is not None and row.seq == anchor[0] and row.hash != anchor[1]:
                problem = "is not the row that was noted as the anchor"
            if problem is not None:
                return _bad(seq, page.head, problem)
            seq, hash_, recorded_at = row.seq, row.hash, row.recorded_at
        if progress is not None:
            progress(seq, page.head.seq)
        if len(page.rows) < limit:
            break
    verdict = _at_the_end(seq, hash_, page.head, anchor)
    if verdict.ok and page.head.recorded_at != recorded_at:
        verdict = Verdict(False, seq - 1, page.head, seq, "the end of the log tells another time than its last event")
    stray = next(decisions.strays(store, page.head), None) or own.stray(store) if verdict.ok else None
    return verdict if stray is None else Verdict(False, seq, page.head, stray.seq, f"seq {stray.seq}: {stray.problem}")


def _head(store: Store) -> Head:
    with store.read() as connection:
        return read_head(connection)


def _page(store: Store, seq: int, limit: int) -> _Page:
    with store.read() as connection:
        head = read_head(connection)
        chosen = select(events).where(events.c.seq > seq).order_by(events.c.seq).limit(limit)
        rows = [Row._make(raw) for raw in connection.execute(chosen)]
        erased = [row.event_id for row in rows if row.payload is None and row.digest != codec.FORGOTTEN]
        return _Page(
            head,
            rows,
            decisions.unexplained(connection, erased),
            decisions.lacking(connection, rows),
            own.lacking(connection, rows),
        )


def _bad(seq: int, head: Head, problem: str) -> Verdict:
    """All is well up to `seq`, and the row that follows is not what it should be."""
    return Verdict(False, seq, head, seq + 1, f"seq {seq + 1} {problem}")


def _problem(row: Row, seq: int, hash_: str, page: _Page) -> str | None:
    if row.seq > page.head.seq:
        return "was not appended by the tracker"
    if row.seq != seq + 1:
        return "is missing"
    if not codec.sound(row):
        return "is not the row that was appended: it holds what the tracker does not write"
    if row.payload is not None or row.model is not None or row.evidence is not None:
        if codec.content_digest(row.salt, row.payload, row.model, row.evidence) != row.digest:
            return f"has other content than was appended (event {row.event_id})"
    elif row.event_id in page.unexplained:
        return f"lost its content without a redaction (event {row.event_id})"
    if codec.chained(hash_, row[:-1]) != row.hash:
        return f"is not the row that was appended (event {row.event_id})"
    if row.seq in page.unkeyed:
        return (
            f"has an id of its own and a source key, which the index of such events does not say (event {row.event_id})"
        )
    if row.seq in page.lacking:
        return f"decides about event {page.lacking[row.seq]}, which the index of decisions does not say"
    return None


def _at_the_end(seq: int, hash_: str, head: Head, anchor: tuple[int, str] | None) -> Verdict:
    if seq < head.seq:
        return Verdict(False, seq, head, seq + 1, f"seq {seq + 1} and what followed it is missing")
    if hash_ != head.hash:
        return Verdict(False, seq - 1, head, seq, f"seq {seq} is not the row that the log ended with")
    if anchor is not None and anchor[0] > seq:
        return Verdict(False, seq, head, seq + 1, f"seq {seq + 1} up to the anchor at {anchor[0]} is missing")
    return Verdict(True, seq, head)


def verify_evidence(
    store: Store, folder: Path, progress: Callable[[int, int], None] | None = None
) -> Iterator[EvidenceProblem]:
    """Hash the media files that events point at, each once. Relative uris are looked up in `folder`; only regular files
    in it are opened. Uris that are not files, and evidence without a digest, cannot be checked and are passed over."""
    inside = folder.resolve()
    seen: dict[Path, _Hashed] = {}
    seq = 0
    with store.read() as connection:
        head = read_head(connection)
    columns = (events.c.seq, events.c.event_id, events.c.evidence)
    while True:
        chosen = select(*columns).where(events.c.seq > seq, events.c.evidence.is_not(None))
        with store.read() as connection:
            page = connection.execute(chosen.order_by(events.c.seq).limit(_PAGE)).all()
        for seq, event_id, evidence in page:
            for item in _pointers(evidence):
                path = _local(item["uri"], folder)
                if path is None or "sha256" not in item:
                    continue
                if path not in seen:
                    seen[path] = _hashed(path, inside)
                digest, problem = seen[path]
                if digest != item["sha256"]:
                    yield EvidenceProblem(seq, event_id, item["uri"], problem or "changed")
        if progress is not None:
            progress(seq, head.seq)
        if len(page) < _PAGE:
            return


def _pointers(evidence: str) -> list[dict[str, str]]:
    """What an event points at; nothing where that is damaged, which is for `verify_log` to say."""
    try:
        return [{"uri": one["uri"], **one} for one in orjson.loads(evidence)]
    except (ValueError, TypeError, KeyError):
        return []


def _local(uri: str, folder: Path) -> Path | None:
    parts = urlsplit(uri)
    if parts.scheme == "file":
        return Path(unquote(parts.path))
    return None if parts.scheme else folder / uri


class _Hashed(NamedTuple):
    """The digest of a file, or why it has none."""

    digest: str | None
    problem: str | None = None


def _hashed(path: Path, inside: Path) -> _Hashed:
    """Read what is a regular file inside the folder, and nothing else: an event may point anywhere, and a device or a
    pipe never ends."""
    try:
        found = path.resolve()
        if not found.is_relative_to(inside):
            return _Hashed(None, "outside the folder")
        handle = os.open(found, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return _Hashed(None, "missing")
    except (OSError, RuntimeError, ValueError):  # no permission; links in a ring; a name that is none
        return _Hashed(None, "unreadable")
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        return _Hashed(None, "not a regular file")
    with open(handle, "rb") as file:
        return _Hashed(_sha256(file))


def _sha256(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while block := file.read(_BLOCK):
        digest.update(block)
    return digest.hexdigest()
