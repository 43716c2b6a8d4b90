"""Answers: what the tracker gives back. All are frozen and serialise with `.model_dump_json()`; times are UTC."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from tracker.domain.evidence import Evidence
from tracker.domain.payloads import LOCATION
from tracker.domain.times import UtcTime

AnswerStatus = Literal["current", "last_seen", "unknown", "conflict", "never_seen"]
Bounds = tuple[datetime, datetime]
Span = tuple[datetime, datetime | None]


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Candidate(Answer):
    """One side of a conflict. `denied`: this side says it is *not* `value`."""

    value: str
    relation: str | None = None
    basis: str
    source: str
    confidence: float
    denied: bool = False
    since: datetime
    event_id: UUID
    evidence: tuple[Evidence, ...] = ()


class Sighting(Answer):
    """The newest observation that put the entity somewhere; `at` is its span's end, or the asked time inside it.
    `basis` says whether it was observed at all, or only told: see `Basis`."""

    entity_id: str
    place: str
    relation: str | None
    at: datetime
    source: str
    basis: str = "observed"
    confidence: float
    event_id: UUID
    evidence: tuple[Evidence, ...] = ()


class Words(Answer):
    """What somebody said at `at`, word for word; `speaker` None: nobody knows who."""

    text: str
    speaker: str | None
    at: datetime
    source: str
    event_id: UUID
    evidence: tuple[Evidence, ...] = ()


class Whereabouts(Answer):
    """Where an entity is, or another attribute's value, at `at` as known at `known_at`.

    `place` is the nearest place, container or holder (for other attributes `value`); `path` is the chain outward from
    it: keys in `bag`, bag in `car`, car at `garage`; `relations` how each is reached: in, in, at. `until` is when a
    value that no longer holds ended; `change_bounds` the span in which that happened. `last_seen` is filled whenever
    there is one. `words`: what was said about it since the newest report, or where there is none at all, that no claim
    was read from; its event and evidence are the last of the answer's."""

    entity_id: str
    attribute: str = LOCATION
    at: datetime
    known_at: datetime | None = None
    status: AnswerStatus
    place: str | None = None
    value: str | None = None
    relation: str | None = None
    path: tuple[str, ...] = ()
    relations: tuple[str | None, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    change_bounds: Bounds | None = None
    confidence: float | None = None
    basis: str | None = None
    last_seen: Sighting | None = None
    candidates: tuple[Candidate, ...] = ()
    conflict_id: UUID | None = None
    words: Words | None = None
    event_ids: tuple[UUID, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    text: str = ""


class Interval(Answer):
    """An attribute's value over `[start, end)`; `end` None means open. `rule` is `name@version`. `faded`: the spans of
    it for which the newest report was too old to say so still; nothing said that it had ended, nor that it had not."""

    entity_id: str
    attribute: str
    value: str | None
    relation: str | None = None
    start: datetime
    end: datetime | None
    status: Literal["known", "unknown", "conflict"]
    basis: str | None = None
    confidence: float | None = None
    change_bounds: Bounds | None = None
    candidates: tuple[Candidate, ...] = ()
    conflict_id: UUID | None = None
    event_ids: tuple[UUID, ...] = ()
    faded: tuple[Span, ...] = ()
    rule: str


class Conflict(Answer):
    """A review item: sides that disagree (`kind` conflict), or an event too weak to project (`kind` candidate), or a
    rule that failed (`kind` rule). `status`: open, lapsed (ended by itself) or resolved (by a decision). A conflict
    that lapsed is `undecided`: it can still be decided for its span, which changes nothing after it."""

    conflict_id: UUID
    kind: Literal["conflict", "candidate", "rule"] = "conflict"
    entity_id: str
    attribute: str
    start: datetime
    end: datetime | None = None
    status: Literal["open", "lapsed", "resolved"]
    undecided: bool = False
    candidates: tuple[Candidate, ...] = ()
    event_ids: tuple[UUID, ...] = ()
    text: str = ""


class Decision(Answer):
    """What a person decided; `Tracker.decide` turns it into one event.

    accept, reject: `event_ids`. resolve: `conflict_id` with `keep` and/or `drop` (event ids of candidates).
    merge: `entity_id` into `into`. split: `event_ids` of `entity_id` to `new_entity`. correct: `entity_id`, `value`
    (and `relation`, `attribute`), from `at` until `until`. accept, reject and resolve also keep a `reason`; a field
    that the action has no place for is refused."""

    model_config = ConfigDict(revalidate_instances="always")

    action: Literal["accept", "reject", "resolve", "merge", "split", "correct"]
    by: str
    reason: str | None = None
    at: UtcTime | None = None
    until: UtcTime | None = None
    entity_id: str | None = None
    event_ids: tuple[UUID, ...] = ()
    conflict_id: UUID | None = None
    keep: tuple[UUID, ...] = ()
    drop: tuple[UUID, ...] = ()
    into: str | None = None
    new_entity: str | None = None
    attribute: str = LOCATION
    value: str | None = None
    relation: str | None = None


class Rejected(Answer):
    """One row that was not appended, and why. `index` counts the rows given, from 0."""

    index: int
    field: str
    problem: str


class Receipt(Answer):
    """What an append did. `last_seq` is the log's position afterwards; `event_ids` are in the order given. `wiped`: of
    what was ever erased nothing is left in the database's files; false while something is in the way, such as another
    process that reads an older state. Then the next append tries again, and `Tracker.sweep` does."""

    appended: int
    duplicates: int
    rejected: tuple[Rejected, ...] = ()
    last_seq: int
    event_ids: tuple[UUID, ...] = ()
    wiped: bool = True


class Change(Answer):
    """One change of one attribute: what held before and what holds from `at`."""

    entity_id: str
    attribute: str
    at: datetime
    change_bounds: Bounds | None = None
    before: str | None
    after: str | None
    status: Literal["known", "unknown", "conflict"]
    event_ids: tuple[UUID, ...] = ()


class LogEnd(Answer):
    """Where the log ends for a reader: `seq` counts the events that the reader may read. `views` marks the policy and
    the rules: as long as neither differs, what is asked for a given time is answered alike."""

    seq: int
    views: str


class Entity(Answer):
    """A thing, place or person of which events tell. `kind`, `names` and `within` are those it was registered with;
    what was merged into another is called as that one is, `merged_into`.

    `events` counts the events that fold as its own, `first` and `last` are when the earliest and the latest of them
    began (UTC); those of what was merged into it are its own too."""

    id: str
    kind: str | None = None
    names: tuple[str, ...] = ()
    within: str | None = None
    merged_into: str | None = None
    first: datetime | None = None
    last: datetime | None = None
    events: int = 0


class SourceState(Answer):
    """A source of events. `first` and `last` are when the earliest and the latest of them began (UTC). `online` is what
    was last reported about it, None when nothing was. `lag`: by how many seconds the newest that was learned of it came
    after the newest that it told of; large where old recordings are read in."""

    source: str
    events: int
    first: datetime
    last: datetime
    online: bool | None = None
    lag: float


class Status(Answer):
    """What is in a tracker: how many events, entities (what was merged into another is not counted) and sources; when
    something was learned last (UTC); how many conflicts are open, how many lapsed before anybody decided, and how many
    possible events and failed rules wait for a person; the versions of the tracker and of the database's schema; and
    how many bytes the database takes (None for a viewer, who may not know of all that is in it)."""

    events: int
    entities: int
    sources: int
    last_heard: datetime | None = None
    open_conflicts: int
    lapsed_undecided: int
    waiting: int
    version: str
    schema_version: str
    size: int | None = None


class BackedUp(Answer):
    """A copy of a database in the new file `output`, whose log ends at `head` (seq, hash); `size` in bytes."""

    output: str
    events: int
    head: tuple[int, str]
    size: int


class Replayed(Answer):
    """What a replay did. `changed` counts the intervals that differ, `changes` are the first of them, old beside new,
    at most as many as were asked for; `queued` counts the conflicts and queue items that differ."""

    events: int
    before: str
    after: str
    changed: int = 0
    changes: tuple[tuple[str, str], ...] = ()
    queued: int = 0
    committed: bool = True


class Swept(Answer):
    """What a sweep did: `expired` events lost their content, which `traces` redaction events tell. `wiped`: as a
    Receipt's."""

    expired: int
    traces: int
    wiped: bool
    last_seq: int


class Verification(Answer):
    """`bad_seq` is the first row of the log that is not what was appended; `evidence` lists media that are missing,
    have other bytes, or are no regular files in the folder. `head` (seq, hash), kept elsewhere, lets a later check
    notice a log that was rewritten whole. `wiped`: as a Receipt's. `views`: what the log was folded anew for and the
    views say otherwise, the first of it; of a long log a sample was."""

    ok: bool
    checked: int
    bad_seq: int | None = None
    problem: str | None = None
    head: tuple[int, str]
    evidence: tuple[str, ...] = ()
    wiped: bool = True
    views: tuple[str, ...] = ()


class Reply(Answer):
    """The answer to a question in words, with the plan that was run. `values` is what a program reads."""

    question: str
    language: str
    understood: bool
    plan: dict[str, Any] | None = None
    status: str
    values: tuple[Any, ...] = ()
    text: str
    answer: Any = None
    event_ids: tuple[UUID, ...] = ()
    evidence: tuple[Evidence, ...] = ()
