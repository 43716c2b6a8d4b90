"""What was said, found by what it mentions; and how much of it nobody has understood.

An index of the log, not a view: rows go in with the events of words and out when those are erased; a replay makes it
anew. A sentence stands under every word that a name could end with, so that it is found for things that are named
or first seen later. Times are microseconds since the epoch (UTC)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import orjson
from sqlalchemy import Connection

from tracker.domain.evidence import Evidence
from tracker.language.spoken import OF_AN_ACTION, UNREAD
from tracker.store import codec
from tracker.store.sql import fetch, insert_rows, marks, parts, run_many, run_sql
from tracker.store.tables import mentions

_PAGE = 50
_AT_A_TIME = 2000
LEAST = 0.5
"""What somebody is less sure of than that, when saying it, is told as possible only: as little understood as news."""
_STATED = (
    "SELECT e.seq, e.occurred_at, e.source_key, e.payload, e.confidence, EXISTS (SELECT 1 FROM events a WHERE"
    f" a.caused_by = e.event_id AND a.type <> 'stated' AND a.confidence < {LEAST}), e.entity_id FROM events e"
    " WHERE e.type = 'stated' AND e.payload IS NOT NULL"
)
_STRAY = (
    "SELECT EXISTS (SELECT 1 FROM mentions m LEFT JOIN events e ON e.seq = m.seq AND e.type = 'stated'"
    " AND e.payload IS NOT NULL WHERE e.seq IS NULL OR m.says NOT IN (0, 1, 2))"
)
_STANDING_AT = "SELECT word, says, occurred_at, seq FROM mentions WHERE says IN (0, 1, 2) AND seq >= ? AND seq <= ?"
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


Spoken = tuple[int, int, str | None, str | None, float, bool, str]
"""Of a `stated` event its seq, time, source key, payload (JSON) and confidence, whether an action that answers it is
only possible, and its entity."""


def meaning(entity_id: str) -> str:
    """The key under which words stand that mean this entity by a pronoun."""
    return f"@{entity_id}"


def hear(connection: Connection, said: Sequence[str], doubted: Sequence[str]) -> None:
    """Put the words of these events into the index, and those of which an action turned out to be only possible in
    anew."""
    forget(connection, doubted)
    for part in parts([*said, *doubted]):
        _index(connection, fetch(connection, f"{_STATED} AND e.event_id IN ({marks(part)})", part))


def _index(connection: Connection, spoken: Iterable[Spoken]) -> None:
    insert_rows(connection, mentions, list(_rows_of(spoken)))


def _rows_of(spoken: Iterable[Spoken]) -> Iterator[tuple[str, int, int, int]]:
    """What the index says of words; of those that a claim was read from, nothing is news, unless it is only
    possible."""
    from tracker.language import (
        news,  # their dictionaries take a while to load
        pronouns,
    )
    from tracker.language import spoken as language

    for seq, at, key, written, sure, doubted, entity_id in spoken:
        payload = orjson.loads(written or "{}")
        if not payload.get("text"):
            continue
        text = str(payload["text"])
        acted = key is not None and key.endswith(f"/{OF_AN_ACTION}")
        if acted or payload.get("claim") is not None:
            says = news.NEWS if (doubted if acted else sure < LEAST) else news.STATED
        else:
            says = news.says(text)
            points_back = key is not None and f"/{UNREAD}/" in key
            itself = payload.get("speaker") == entity_id
            if says == news.NEWS and (pronouns.says_where_the_speaker_is(text) if itself else points_back):
                yield meaning(entity_id), says, at, seq
        yield from ((word, says, at, seq) for word in sorted(language.keys_in(language.words_in(text))))


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
        _index(connection, rows)
        last = rows[-1][0]


def differing(connection: Connection, most: int | None = None) -> Iterator[str]:
    """A line for each event of which the index does not say what was said, of about `most` that stand together
    somewhere, if there are more."""
    if run_sql(connection, _STRAY).scalar_one():
        yield "the index of what was said has words that nobody said"
    known = run_sql(
        connection, "SELECT count(*) FROM events WHERE type = 'stated' AND payload IS NOT NULL"
    ).scalar_one()
    looked_at = known if most is None else min(known, most)
    some = f"{_STATED} AND e.seq > ? ORDER BY e.seq LIMIT ? OFFSET ?"
    last, passed = 0, random.randint(0, known - looked_at)
    while looked_at > 0 and (rows := fetch(connection, some, (last, min(looked_at, _AT_A_TIME), passed))):
        wanted = {seq: set[tuple[str, int, int]]() for seq, *_ in rows}
        for word, says, at, seq in _rows_of(rows):
            wanted[seq].add((word, says, at))
        for word, says, at, seq in fetch(connection, _STANDING_AT, (rows[0][0], rows[-1][0])):
            wanted.get(seq, set()).symmetric_difference_update({(word, says, at)})
        yield from (f"the index of what was said does not say what seq {seq} does" for seq in wanted if wanted[seq])
        last, passed, looked_at = rows[-1][0], 0, looked_at - len(rows)


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
