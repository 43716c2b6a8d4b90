"""Appending to the log.

One call is one batch inside the caller's write transaction: positions without gaps, recording times that never step
back, resends recognised, decisions indexed by what they decide about, redacted content erased."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import Connection

from tracker.domain.answers import Rejected
from tracker.domain.events import Sent
from tracker.errors import InvalidInput, SequenceMoved, StoreDamaged
from tracker.store import codec, memories, mentions
from tracker.store.batch import Given, read_batch, without_repeats, without_stored
from tracker.store.bearing import Order, decide, decided_before, meet, spoken
from tracker.store.codec import OwnRow, Row
from tracker.store.collector import uncollected
from tracker.store.sql import insert_rows, insert_until_taken, run_sql
from tracker.store.tables import events, own_ids

_HEAD = "SELECT seq, hash, recorded_at FROM head"
ENDING = (
    "seq, hash, recorded_at, EXISTS (SELECT 1 FROM decision_targets WHERE target_entity IS NULL),"
    " EXISTS (SELECT 1 FROM own_ids),"
    " head.seq = 0 OR EXISTS (SELECT 1 FROM events WHERE events.seq = head.seq AND events.hash = head.hash)"
)
"""What an `Ending` is selected by, from `head`."""
# Makes them at a fifth of what the class itself takes.
_UUIDS = TypeAdapter(tuple[UUID, ...])


class Head(NamedTuple):
    """Where the log ends: the last row's position, hash and recording time (microseconds since the epoch)."""

    seq: int
    hash: str
    recorded_at: int


class Ending(NamedTuple):
    """Where the log ends, as `Head`, and what the next append must look for: decisions that await the event that they
    are about (`awaited`), and keyed events whose id was not made from the key (`own_ids`). `sound`: the last row is the
    one that the head tells of."""

    seq: int
    hash: str
    recorded_at: int
    awaited: bool
    own_ids: bool
    sound: bool = True


class Appended(NamedTuple):
    """What a batch did. `rows` are the appended events in log order, as `reader.unchecked` reads them, without those
    that were redacted before they came; `event_ids` are those of all accepted events, resent ones included, in the
    order given; `erased` the events whose content this batch redacted and `words` the text of it, `decided` all
    events that its decisions bear on.

    `affected` says for each entity from which place in fold order on its fold may differ: its own events, events that
    the batch's decisions are about, and events that answer utterances of the batch. `plain`: it bears on nothing but
    the folds of its own events."""

    rows: tuple[OwnRow, ...]
    appended: int
    event_ids: tuple[UUID, ...]
    duplicates: int
    rejected: tuple[Rejected, ...]
    last_seq: int
    recorded_at: int
    affected: dict[str, Order]
    erased: tuple[str, ...]
    words: frozenset[str]
    decided: tuple[str, ...]
    plain: bool


def ending_of(row: Sequence[Any]) -> Ending:
    """The ending that a row selected by `ENDING` tells."""
    seq, hash_, recorded_at, awaited, own_ids, sound = row
    return Ending(seq, hash_, recorded_at, bool(awaited), bool(own_ids), bool(sound))


def read_head(connection: Connection) -> Head:
    """The end of the log; seq 0 when it is empty."""
    return Head._make(run_sql(connection, _HEAD).one())


def append(
    connection: Connection,
    given: Iterable[Sent],
    now: int,
    *,
    on_error: Literal["raise", "skip"] = "raise",
    expected_seq: int | None = None,
    ending: Ending | None = None,
) -> Appended:
    """Append the events inside the caller's write transaction. `now` is the clock in microseconds since the epoch;
    `ending` the end of the log, if the caller has looked in this transaction.

    Raises SequenceMoved when the log does not end at `expected_seq`; InvalidEvent, or SourceKeyConflict for a key or id
    that already has other content. With `on_error="skip"` such rows are reported as rejected and the rest appended."""
    before = ending_of(run_sql(connection, f"SELECT {ENDING} FROM head").one()) if ending is None else ending
    if expected_seq is not None and before.seq != expected_seq:
        raise SequenceMoved(f"the log is at seq {before.seq}, not at the expected {expected_seq}; read it and retry")
    if not before.sound:
        raise StoreDamaged(f"the log does not end with the event that it says (seq {before.seq}); run tracker verify")
    batch = list(given)  # a generator may run whatever it likes, and make garbage that is to be collected
    with uncollected():
        return _append(connection, batch, before, max(now, before.recorded_at), on_error)


def _append(
    connection: Connection,
    batch: list[Sent],
    before: Ending,
    now: int,
    on_error: Literal["raise", "skip"],
) -> Appended:
    """As `append`, after a log that ends at `before`."""
    rejected: list[Rejected] = []

    def refuse(index: int, error: InvalidInput, field: str, problem: str) -> None:
        if on_error == "raise":
            raise error
        rejected.append(Rejected(index=index, field=field, problem=problem))

    read = read_batch(batch, now, refuse)
    fresh, repeats, some_own_ids = without_repeats(read, refuse)
    unmet = decided_before(connection, fresh, before.awaited)
    # The database itself refuses an id that is taken, but not a key that is taken under another kind of id.
    appended = [] if some_own_ids or before.own_ids else _insert(connection, fresh, before, now, unmet)
    if len(appended) < len(fresh):
        left = without_stored(connection, fresh[len(appended) :], refuse)
        fresh = fresh[: len(appended)] + left
        appended += _insert(connection, left, appended[-1] if appended else before, now, unmet)
        if len(appended) < len(fresh):
            raise _refused(connection, (appended[-1] if appended else before).seq)
    if some_own_ids:
        named = [(one.made_id, one.draft.event_id) for one in fresh if one.made_id is not None]
        insert_rows(connection, own_ids, named)
    if appended:
        last = appended[-1]
        run_sql(connection, "UPDATE head SET seq = ?, hash = ?, recorded_at = ?", (last.seq, last.hash, now))
    else:
        last = None
    affected: dict[str, Order] = {}
    for row in appended:
        order = (row.occurred_at, row.observed_at, row.event_id)
        if order < affected.setdefault(row.entity_id, order):
            affected[row.entity_id] = order
    own = dict(affected)
    meet(connection, appended, unmet, affected)
    borne = decide(connection, fresh, affected)
    stated = spoken(connection, appended, affected)
    _hear(connection, appended)
    memories.index(connection, appended)
    if borne.erased:
        mentions.forget(connection, borne.erased)
        memories.forget(connection, borne.erased)
    refused = {each.index: each for each in rejected}
    for later, earlier in repeats:
        if earlier.place in refused and later.place not in refused:
            refused[later.place] = refused[earlier.place].model_copy(update={"index": later.place})
    return Appended(
        rows=tuple([codec.own_row(row, row.event_id in stated) for row in appended if row.payload is not None]),
        appended=len(appended),
        event_ids=_UUIDS.validate_python(tuple(each.draft.event_id for each in read if each.place not in refused)),
        duplicates=len(read) - len(appended) - sum(each.place in refused for each in read),
        rejected=tuple(refused[index] for index in sorted(refused)),
        last_seq=last.seq if last else before.seq,
        recorded_at=now,
        affected=affected,
        erased=borne.erased,
        words=borne.words,
        decided=borne.events,
        plain=affected == own and not unmet and not any(each.targets or each.draft.type == "merged" for each in fresh),
    )


def _refused(connection: Connection, seq: int) -> Exception:
    """Why the database takes no event past this place in the log, though none of the batch is stored already."""
    if run_sql(connection, "SELECT EXISTS (SELECT 1 FROM events WHERE seq > ?)", (seq,)).scalar():
        return StoreDamaged(f"the log goes on past its end (seq {seq}); run tracker verify")
    return InvalidInput("events of one batch claim the same id or source key")


def _hear(connection: Connection, appended: list[Row]) -> None:
    """Index what was said among the appended events, and what some of them, said to be only possible, answer."""
    said = [row.event_id for row in appended if row.type == "stated"]
    possible = [row for row in appended if row.confidence < mentions.LEAST and row.type != "stated"]
    earlier = sorted({row.caused_by for row in possible if row.caused_by is not None}.difference(said))
    if said or earlier:
        mentions.hear(connection, said, earlier)


def _insert(
    connection: Connection, fresh: list[Given], before: Ending | Row, now: int, unmet: dict[str, list[str]]
) -> list[Row]:
    """Insert the events after what is `before` them; when one is stored already, only some that come before it."""
    if not fresh:
        return []
    erased = frozenset(target for target, types in unmet.items() if "redacted" in types)
    made = list(codec.rows([each.draft for each in fresh], before.seq, before.hash, now, erased))
    if insert_until_taken(connection, events, made):
        return made
    there = run_sql(connection, "SELECT hash FROM events WHERE seq > ? ORDER BY seq", (before.seq,)).scalars()
    return [row for row, hash_ in zip(made, there, strict=False) if row.hash == hash_]
