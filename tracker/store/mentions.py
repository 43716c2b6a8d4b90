"""What was said, found by what it mentions; and how much of it nobody has understood.

An index of the log, not a view: rows go in with the events of words and out when those are erased; a replay makes it
anew. A sentence stands under every word that a name could end with, so that it is found for things that are named
or first seen later. Times are microseconds since the epoch (UTC)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import orjson
from sqlalchemy import Connection

from tracker.domain.evidence import Evidence
from tracker.language.spoken import OF_AN_ACTION
from tracker.store import codec
from tracker.store.sql import fetch, insert_rows, marks, parts, run_many, run_sql
from tracker.store.tables import mentions

_PAGE = 50
_AT_A_TIME = 2000
LEAST = 0.5
"""What somebody is less sure of than that, when saying it, is told as possible only: as little understood as news."""
_STATED = (
    "SELECT e.seq, e.occurred_at, e.source_key, e.payload, e.confidence, EXISTS (SELECT 1 FROM events a WHERE"
    f" a.caused_by = e.event_id AND a.type <> 'stated' AND a.confidence < {LEAST}) FROM events e"
    " WHERE e.type = 'stated' AND e.payload IS NOT NULL"
)
_ABOUT = (
    "SELECT m.occurred_at, m.seq, e.event_id, e.entity_id, e.source, e.visibility, e.payload, e.model, e.evidence,"
    " e.salt, e.digest FROM mentions m JOIN events e ON e.seq = m.seq"
    " WHERE m.word = ? AND m.occurred_at <= ? AND m.says = ? AND e.observed_at <= ? AND e.payload IS NOT NULL"
)
_NEWEST_FIRST = f" ORDER BY m.occurred_at DESC, m.seq DESC LIMIT {_PAGE}"
_EVER = 1 << 62


class Said(NamedTuple):
    """Words as somebody said them at `at`, and the place of their event in the log."""

    at: int
    seq: int
    event_id: str
    entity_id: str
    source: str
    text: str
    speaker: str | None
    evidence: tuple[Evidence, ...]


class Asked(NamedTuple):
    """Which words: said by `upto` and known by `known_at`, readable by `viewer`; after an event (`after`: its time and
    id); that say just so much."""

    upto: int
    known_at: int | None = None
    viewer: frozenset[str] | None = None
    after: tuple[int, str] | None = None
    says: int = 0


Spoken = tuple[int, int, str | None, str | None, float, bool]
"""Of a `stated` event its seq, time, source key, payload (JSON) and confidence, and whether an action that answers it
is only possible."""


def index(connection: Connection, spoken: Iterable[Spoken]) -> None:
    """Put words into the index; of those that a claim was read from, nothing is news, unless it is only possible."""
    from tracker.language import news  # their dictionaries take a while to load
    from tracker.language import spoken as language

    rows: list[tuple[str, int, int, int]] = []
    for seq, at, key, written, sure, doubted in spoken:
        payload = orjson.loads(written or "{}")
        if not payload.get("text"):
            continue
        text = str(payload["text"])
        acted = key is not None and key.endswith(f"/{OF_AN_ACTION}")
        if acted or payload.get("claim") is not None:
            says = news.NEWS if (doubted if acted else sure < LEAST) else news.STATED
        else:
            says = news.says(text)
        rows += [(word, says, at, seq) for word in sorted(language.keys_in(language.words_in(text)))]
    insert_rows(connection, mentions, rows)


def forget(connection: Connection, event_ids: Sequence[str]) -> None:
    """Take the words of these events out of the index."""
    for part in parts(event_ids):
        sql = f"SELECT m.seq FROM events e JOIN mentions m ON m.seq = e.seq WHERE e.event_id IN ({marks(part)})"
        there = sorted(set(fetch(connection, sql, part)))
        run_many(connection, "DELETE FROM mentions WHERE says IN (0, 1, 2) AND seq = ?", there)


def rebuild(connection: Connection) -> None:
    """Make the index anew from the log."""
    run_sql(connection, "DELETE FROM mentions")
    last = 0
    while rows := fetch(connection, f"{_STATED} AND e.seq > ? ORDER BY e.seq LIMIT {_AT_A_TIME}", (last,)):
        index(connection, rows)
        last = rows[-1][0]


def any_that_say(connection: Connection, says: int) -> bool:
    """Whether any words say just so much."""
    return bool(run_sql(connection, "SELECT EXISTS (SELECT 1 FROM mentions WHERE says = ?)", (says,)).scalar_one())


def standing_under(connection: Connection, word: str, asked: Asked) -> Iterator[Said]:
    """The words under this key, newest first, of what the reader may know. Raises StoreDamaged for what is not what was
    appended."""
    chosen = _ABOUT
    wanted: list[object] = [word, asked.upto, asked.says, _EVER if asked.known_at is None else asked.known_at]
    if asked.after is not None:
        at, event_id = asked.after
        chosen += (
            " AND (m.occurred_at > ? OR (m.occurred_at = ? AND m.seq > (SELECT seq FROM events WHERE event_id = ?)))"
        )
        wanted += [at, at, event_id]
    sooner = " AND (m.occurred_at, m.seq) < (?, ?)"
    rows = fetch(connection, chosen + _NEWEST_FIRST, wanted)
    while rows:
        for row in rows:
            at, seq, event_id, entity_id, source, visibility, payload, model, evidence, salt, digest = row
            if not codec.readable(visibility, asked.viewer):
                continue
            if codec.content_digest(salt, payload, model, evidence) != digest:
                raise codec.damaged(event_id, seq)
            said = orjson.loads(payload)
            pieces = codec.evidence_of(evidence)
            yield Said(at, seq, event_id, entity_id, source, str(said["text"]), said.get("speaker"), pieces)
        if len(rows) < _PAGE:
            return
        rows = fetch(connection, chosen + sooner + _NEWEST_FIRST, [*wanted, rows[-1][0], rows[-1][1]])
