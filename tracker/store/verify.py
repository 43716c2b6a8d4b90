"""Whether the log is still what was appended, and the evidence what was pointed at."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import orjson
from sqlalchemy import select

from tracker.errors import InvalidInput
from tracker.store import codec, decisions
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
    """Media that an event points at and that is not there (`missing`) or has other bytes (`changed`)."""

    seq: int
    event_id: str
    uri: str
    problem: str


def verify_log(
    store: Store, anchor: tuple[int, str] | None = None, progress: Callable[[int, int], None] | None = None
) -> Verdict:
    """Recompute every row's digest and hash up to the end of the log, and compare the index of decisions with what the
    decisions say. `anchor`: a seq and hash noted earlier, which the
    log must still contain. `progress` is called with rows done and rows in all."""
    if anchor is not None and not (isinstance(anchor, tuple) and [type(part) for part in anchor] == [int, str]):
        raise InvalidInput("anchor: is not a seq and its hash")
    seq, hash_ = 0, GENESIS
    while True:
        with store.read() as connection:
            head = read_head(connection)
            chosen = select(events).where(events.c.seq > seq).order_by(events.c.seq).limit(_PAGE)
            page = [Row._make(raw) for raw in connection.execute(chosen)]
            erased = [row.event_id for row in page if row.payload is None and row.digest != codec.FORGOTTEN]
            unexplained = decisions.unexplained(connection, erased)
            lacking = decisions.lacking(connection, page)
        for row in page:
            problem = _problem(row, seq, hash_, unexplained, head)
            if problem is None and row.seq in lacking:
                problem = f"decides about event {lacking[row.seq]}, which the index of decisions does not say"
            if problem is None and anchor is not None and row.seq == anchor[0] and row.hash != anchor[1]:
                problem = "is not the row that was noted as the anchor"
            if problem is not None:
                return Verdict(False, seq, head, seq + 1, f"seq {seq + 1} {problem}")
            seq, hash_ = row.seq, row.hash
        if progress is not None:
            progress(seq, head.seq)
        if len(page) < _PAGE:
            break
    verdict = _at_the_end(seq, hash_, head, anchor)
    stray = next(decisions.strays(store, head), None) if verdict.ok else None
    return verdict if stray is None else Verdict(False, seq, head, stray.seq, f"seq {stray.seq}: {stray.problem}")


def _problem(row: Row, seq: int, hash_: str, unexplained: set[str], head: Head) -> str | None:
    if row.seq > head.seq:
        return "was not appended by the tracker"
    if row.seq != seq + 1:
        return "is missing"
    if row.payload is not None or row.model is not None or row.evidence is not None:
        if codec.content_digest(row.salt, row.payload, row.model, row.evidence) != row.digest:
            return f"has other content than was appended (event {row.event_id})"
    elif row.event_id in unexplained:
        return f"lost its content without a redaction (event {row.event_id})"
    if codec.chained(hash_, row[:-1]) != row.hash:
        return f"is not the row that was appended (event {row.event_id})"
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
    """Hash the media files that events point at, each once. Relative uris are looked up in `folder`; uris that are not
    files, and evidence without a digest, cannot be checked and are passed over."""
    seen: dict[Path, str | None] = {}
    seq = 0
    with store.read() as connection:
        head = read_head(connection)
    columns = (events.c.seq, events.c.event_id, events.c.evidence)
    while True:
        chosen = select(*columns).where(events.c.seq > seq, events.c.evidence.is_not(None))
        with store.read() as connection:
            page = connection.execute(chosen.order_by(events.c.seq).limit(_PAGE)).all()
        for seq, event_id, evidence in page:
            for item in orjson.loads(evidence):
                path = _local(item["uri"], folder)
                if path is None or "sha256" not in item:
                    continue
                if path not in seen:
                    seen[path] = _sha256(path)
                if seen[path] != item["sha256"]:
                    problem = "missing" if seen[path] is None else "changed"
                    yield EvidenceProblem(seq, event_id, item["uri"], problem)
        if progress is not None:
            progress(seq, head.seq)
        if len(page) < _PAGE:
            return


def _local(uri: str, folder: Path) -> Path | None:
    parts = urlsplit(uri)
    if parts.scheme == "file":
        return Path(unquote(parts.path))
    return None if parts.scheme else folder / uri


def _sha256(path: Path) -> str | None:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    except OSError:
        return None
    return digest.hexdigest()
