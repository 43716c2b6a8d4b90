"""The tracker: opens the store, wires rules to it, and offers the API of DESIGN section 5."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import orjson
from sqlalchemy import Connection
from uuid_utils.compat import uuid7

from tracker.domain.answers import (
    Change,
    Conflict,
    Decision,
    Interval,
    Receipt,
    Replayed,
    Reply,
    Sighting,
    Swept,
    Verification,
    Whereabouts,
)
from tracker.domain.events import Event, Sent
from tracker.domain.mistakes import first_mistake
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.domain.times import from_us, to_us
from tracker.errors import AmbiguousName, InvalidInput, StaleViews, first_line
from tracker.fold.checked import CheckedRule
from tracker.fold.entity import rule_id
from tracker.ingest.job import Step
from tracker.projection import replay as replaying
from tracker.projection.project import Projector
from tracker.projection.scene import FoldedScene, Scene, SceneNames, StoredScene, resolve
from tracker.projection.streams import Streams
from tracker.query import counts, windows
from tracker.query.history import history
from tracker.query.moments import Moment, Viewers, kinds, labels, moment, name, step, stretch, window
from tracker.query.where import last_seen, where
from tracker.review import queue
from tracker.review.decide import check_merge, check_split, decision_event
from tracker.store import contents, forget, log, positions, reader, verify
from tracker.store.engine import Clock, Store, system_clock
from tracker.store.reader import Filter
from tracker.store.schema import open_store

if TYPE_CHECKING:
    from tracker.query.ask import Plan

_POLICY, _RULES = "policy", "rules"


class Tracker:
    """One open tracker. Times may be aware datetimes or ISO 8601 strings with an offset; answers are in UTC.

    Every read takes `viewer`, a label or several: it then rests only on events those labels may read. Without it, the
    reader is whoever opened the tracker, who may read everything."""

    def __init__(self, store: Store, projector: Projector) -> None:
        self._store, self._projector = store, projector
        self._policy = projector.policy.model_dump_json()

    @classmethod
    def open(
        cls,
        url: str = "sqlite:///tracker.db",
        *,
        policy: Policy | None = None,
        rules: Sequence[Rule] | None = None,
        clock: Clock = system_clock,
    ) -> Self:
        """Open the database, creating or migrating it.

        `policy` is kept in the database: leave it out to go on with the one there; another one rebuilds the views.
        `rules` defaults to those that ship, and those installed under the entry point `tracker.rules`. `clock` gives
        microseconds since the epoch (UTC). Raises SchemaMismatch, StoreError, InvalidInput for the URL."""
        store = open_store(url, clock=clock)
        try:
            projector = _prepare(store, _checked(_installed_rules() if rules is None else rules), policy)
        except BaseException:
            store.close()
            raise
        return cls(store, projector)

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing

    def append(
        self,
        events: Iterable[Sent] | Event | Mapping[str, Any],
        on_error: Literal["raise", "skip"] = "raise",
        *,
        expected_seq: int | None = None,
    ) -> Receipt:
        """Append events and project them, in one transaction: all or none, or with `on_error="skip"` all valid ones.
        An InvalidEvent among them stands for one that the caller could not read.

        Raises InvalidEvent naming the field, SourceKeyConflict, SequenceMoved when the log does not end at
        `expected_seq`, StoreError."""
        given = [events] if isinstance(events, (Event, Mapping)) else events
        if not isinstance(given, Iterable):
            raise InvalidInput(f"events: is {type(given).__name__}, not an iterable of events")
        with self._writing() as connection:
            done = self._append(connection, given, on_error, expected_seq)
        if done.erased:
            forget.scrub(self._store)
        return Receipt(
            appended=done.appended,
            duplicates=done.duplicates,
            rejected=done.rejected,
            last_seq=done.last_seq,
            event_ids=done.event_ids,
        )

    def note(
        self,
        text: str,
        at: Moment = None,
        speaker: str | None = None,
        source: str = "text",
        source_key: str | None = None,
        *,
        tz: str = "UTC",
    ) -> Receipt:
        """Append what sentences tell, said at `at` (default now) by `speaker` in zone `tz`; the words are always kept.

        Notes of one source continue each other: 'she' means whom the note before named. A note whose `source_key` is
        known already is a duplicate. Raises InvalidInput, SourceKeyConflict for a known key with other words."""
        from tracker.ingest import note as noting

        name(text, "text"), name(tz, "tz")
        with self._writing() as connection:
            key = source_key if source_key is not None else str(uuid7())
            name(key, "source_key")
            said = noting.Utterance(name(source, "source"), key, from_us(self._when(at, "at")), speaker=speaker)
            known = reader.under_key(connection, source, key) if source_key is not None else []
            if known:
                noting.check_repeat(text, said, known)
                last, ids = log.read_head(connection).seq, tuple(event.event_id for event in known)
                return Receipt(appended=0, duplicates=len(known), last_seq=last, event_ids=ids)
            stored = positions.checkpoint(connection, noting.job_of(source))
            heard = noting.Heard.from_json(stored) if stored else noting.Heard()
            names = SceneNames(StoredScene(connection, self._projector))
            events, heard = noting.note_events(text, said, tz, heard, names)
            done = self._append(connection, events)
            positions.set_checkpoint(connection, noting.job_of(source), heard.to_json())
        return Receipt(
            appended=done.appended, duplicates=done.duplicates, last_seq=done.last_seq, event_ids=done.event_ids
        )

    def append_step(self, job: str, step: Step) -> tuple[int, int]:
        """Append an ingest step's events and store its position in one transaction → (appended, duplicates)."""
        with self._writing() as connection:
            done = self._append(connection, step.events)
            positions.set_checkpoint(connection, job, step.position)
        return done.appended, done.duplicates

    def position(self, job: str) -> dict[str, Any] | None:
        """Where an ingest job stopped; None before its first step."""
        with self._store.read() as connection:
            return positions.checkpoint(connection, name(job, "job"))

    def decide(self, decision: Decision | Mapping[str, Any]) -> Receipt:
        """Append a person's decision as one event. Raises UnknownReference, InvalidInput naming what is missing."""
        wanted = decision if isinstance(decision, Decision) else _read_decision(decision)
        now = self._store.clock()
        with self._writing() as connection:
            scene = StoredScene(connection, self._projector)
            wanted = wanted.model_copy(update=_named(scene, wanted))
            named = scene.events(str(i) for i in (*wanted.event_ids, *wanted.keep, *wanted.drop))
            decided = now if wanted.at is None else to_us(wanted.at)
            disputes = queue.queue(scene, decided, None) if wanted.conflict_id is not None else []
            conflict = next((one for one in disputes if one.conflict_id == wanted.conflict_id), None)
            if wanted.action == "split" and wanted.entity_id is not None:
                tied = Streams(connection, self._projector.policy).component(wanted.entity_id)
                check_split(wanted, named, tied)
            if wanted.action == "merge" and wanted.entity_id:
                check_merge(wanted.entity_id, reader.mentioned(connection, wanted.entity_id))
            event = decision_event(wanted, named, conflict, from_us(now).isoformat())
            done = self._append(connection, [event])
        return Receipt(appended=1, duplicates=0, last_seq=done.last_seq, event_ids=done.event_ids)

    # Asking

    def where(self, entity: str, at: Moment = None, known_at: Moment = None, *, viewer: Viewers = None) -> Whereabouts:
        """Where the entity is at `at` (default now), as known at `known_at` (default now)."""
        return self.state(entity, LOCATION, at, known_at, viewer=viewer)

    def state(
        self, entity: str, attribute: str, at: Moment = None, known_at: Moment = None, *, viewer: Viewers = None
    ) -> Whereabouts:
        """The value of any attribute at `at`, with the same statuses as `where`."""
        with self._scene(known_at, viewer) as scene:
            asked = name(attribute, "attribute")
            return where(scene, self._projector.policy, _one(scene, entity), asked, self._when(at, "at"))

    def last_seen(
        self, entity: str, before: Moment = None, known_at: Moment = None, *, viewer: Viewers = None
    ) -> Sighting | None:
        """The newest sighting at or before `before` (default now), whatever happened since."""
        with self._scene(known_at, viewer) as scene:
            return last_seen(scene, _one(scene, entity), self._when(before, "before"))

    def history(
        self,
        entity: str,
        attribute: str = LOCATION,
        start: Moment = None,
        end: Moment = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Interval]:
        """The attribute's intervals that overlap `[start, end)`, in order of time."""
        with self._scene(known_at, viewer) as scene:
            return history(scene, _one(scene, entity), name(attribute, "attribute"), *stretch(start, end))

    def events(
        self,
        entity_id: str | None = None,
        types: Sequence[str] | None = None,
        start: Moment = None,
        end: Moment = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> Iterator[Event]:
        """The events in fold order that began in `[start, end)`; of an entity with those of what was merged into it."""
        ids: tuple[str, ...] | None = None
        if entity_id is not None:
            with self._scene(known_at, viewer) as scene:
                ids = scene.members(_one(scene, entity_id))
        wanted = Filter(ids, kinds(types), *stretch(start, end), moment(known_at, "known_at"), labels(viewer))
        return reader.read(self._store, wanted)

    def changes(
        self,
        start: Moment,
        end: Moment,
        attribute: str | None = None,
        entity_id: str | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Change]:
        """What changed in `[start, end)`, in order of time."""
        span, only = window(start, end), None if attribute is None else name(attribute, "attribute")
        with self._scene(known_at, viewer) as scene:
            entity = None if entity_id is None else _one(scene, entity_id)
            return list(windows.changes(scene, span, only, entity))

    def held(
        self,
        entity: str,
        attribute: str,
        value: str,
        start: Moment,
        end: Moment,
        how: windows.How = "throughout",
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> bool:
        """Whether the attribute was known to be `value` throughout `[start, end)`, or (`overlaps`) at some time."""
        if how not in ("throughout", "overlaps"):
            raise InvalidInput("how: is neither 'throughout' nor 'overlaps'")
        asked, wanted, span = name(attribute, "attribute"), name(value, "value"), window(start, end)
        with self._scene(known_at, viewer) as scene:
            meant = _one(scene, wanted) if asked == LOCATION else wanted
            return windows.held(scene, _one(scene, entity), asked, meant, span, how)

    def inside(
        self, container: str, at: Moment = None, known_at: Moment = None, *, viewer: Viewers = None
    ) -> list[str]:
        """The ids of the entities whose chain passes through the container at `at`."""
        with self._scene(known_at, viewer) as scene:
            return windows.inside(scene, self._projector.policy, _one(scene, container), self._when(at, "at"))

    def count(
        self,
        entity: str,
        types: Sequence[str] | None = None,
        start: Moment = None,
        end: Moment = None,
        every: timedelta | None = None,
        *,
        viewer: Viewers = None,
    ) -> counts.Count:
        """How many events (of these types) the entity had in `[start, end)`, with gaps, rate and bursts."""
        with self._scene(None, viewer) as scene:
            counted = _one(scene, entity)
        found = self.events(counted, types, start, end, viewer=viewer)
        return counts.count(counted, found, stretch(start, end), step(every, "every"))

    def ask(
        self,
        question: str | Plan | Mapping[str, Any],
        at: Moment = None,
        tz: str = "UTC",
        known_at: Moment = None,
        *,
        after: Reply | None = None,
        viewer: Viewers = None,
        second_opinion: bool = False,
    ) -> Reply:
        """Answer a question in English or Chinese, asked at `at` (default now) by somebody in zone `tz`.

        `after` is the Reply before this one, for "and yesterday?". Instead of words, the `plan` of a Reply runs again
        as it is, `at`, `tz` and `known_at` included. With `second_opinion` a library reads the times too, and the reply
        says how a time was taken that it reads otherwise. What is not understood is answered so, never guessed. Raises
        InvalidInput for a bad time, zone or plan, MissingExtra for an opinion that is not installed."""
        from tracker.language.when.second_opinion import recognizers
        from tracker.query import ask  # its patterns take a while to load

        if not isinstance(question, str):
            plan = ask.read_plan(question)
            with self._scene(plan.known_at, viewer) as scene:
                return ask.run(plan, ask.World(scene, self._projector.policy))
        known = moment(known_at, "known_at")
        asker = ask.Asker(from_us(self._when(at, "at")), tz, None if known is None else from_us(known))
        name(tz, "tz")
        before = ask.context(after)
        read = ask.understand(question, asker, before, recognizers() if second_opinion else None)
        if isinstance(read, Reply):
            return read
        with self._scene(ask.known_by(read, asker), viewer) as scene:
            return ask.answer(read, asker, ask.World(scene, self._projector.policy), before)

    def conflicts(
        self,
        status: queue.QueueStatus | None = "open",
        entity: str | None = None,
        known_at: Moment = None,
        *,
        viewer: Viewers = None,
    ) -> list[Conflict]:
        """The review queue: conflicts, possible events, failed rules; with that status, None for all."""
        with self._scene(known_at, viewer) as scene:
            known = moment(known_at, "known_at")
            now = self._store.clock() if known is None else known
            return queue.queue(scene, now, status, None if entity is None else _one(scene, entity))

    def resolve(self, phrase: str) -> list[str]:
        """The registered entities that a phrase may mean, by id; none when nobody registered it."""
        with self._scene(None, None) as scene:
            return SceneNames(scene).resolve(name(phrase, "phrase"))

    # Keeping

    def sweep(self, tell: replaying.Tell | None = None) -> Swept:
        """Redact what was kept long enough: events whose `retain_until` has passed, or that are older than the policy's
        `retain_s` for their source. `tell` hears how many so far."""
        count, traces = 0, 0
        while True:
            with self._writing() as connection:
                now = self._store.clock()
                due = forget.expired(connection, now, self._projector.policy.kept_for)
                last_seq = self._append(connection, due).last_seq
            if not due:
                break
            traces += len(due)
            count += sum(len(getattr(one.payload, "event_ids", ())) for one in due)
            (tell or replaying.silent)(count)
        wiped = forget.scrub(self._store) if count else True
        return Swept(expired=count, traces=traces, wiped=wiped, last_seq=last_seq)

    def replay(
        self, *, dry_run: bool = False, show: int = 20, tell: replaying.Tell | None = None, workers: int = 1
    ) -> Replayed:
        """Fold the whole log anew and make the views say that. `dry_run`: say what would change, and change nothing.

        `workers` above 1 folds in so many processes of its own (not for a database in memory)."""
        with self._store.write() as connection:
            self._adopt(connection)
            done = replaying.rebuild(
                connection, self._projector, tell or replaying.silent, show=show, dry_run=dry_run, workers=workers
            )
            if not dry_run:
                _sign(connection, self._projector)
        return Replayed(
            events=done.events,
            before=done.before,
            after=done.after,
            changed=done.changed,
            changes=tuple(done.shown),
            committed=not dry_run,
        )

    def digest(self) -> str:
        """SHA-256 (hex) of the projected state: equal digests, equal answers."""
        with self._store.read() as connection:
            return contents.digest(connection)

    def verify(
        self,
        *,
        evidence: Path | str | None = None,
        anchor: tuple[int, str] | None = None,
        tell: Callable[[int, int], None] | None = None,
    ) -> Verification:
        """Check the log's hash chain; with `evidence`, the folder of the media, also re-hash what events point at.

        `anchor`: the head (seq, hash) of an earlier verification. `tell` hears events checked and events in all, once
        more from the beginning for the media."""
        if evidence is not None and not isinstance(evidence, (str, Path)):
            raise InvalidInput("evidence: is not the path of a folder")
        verdict = verify.verify_log(self._store, anchor, tell)
        problems = () if evidence is None else tuple(verify.verify_evidence(self._store, Path(evidence), tell))
        return Verification(
            ok=verdict.ok and not problems,
            checked=verdict.checked,
            bad_seq=verdict.bad_seq,
            problem=verdict.problem,
            head=(verdict.head.seq, verdict.head.hash),
            evidence=tuple(f"seq {one.seq} ({one.event_id}): {one.uri} is {one.problem}" for one in problems),
        )

    @property
    def store(self) -> Store:
        """The store beneath, for export and for jobs that read the log itself."""
        return self._store

    def _append(
        self,
        connection: Connection,
        given: Iterable[Sent],
        on_error: Literal["raise", "skip"] = "raise",
        expected_seq: int | None = None,
    ) -> log.Appended:
        done = log.append(connection, given, self._store.clock(), on_error=on_error, expected_seq=expected_seq)
        if reader.any_identity(connection, done.erased):
            replaying.rebuild(connection, self._projector)
        elif done.affected:
            self._projector.project(connection, done.affected, reader.regrouped(connection, done.rows))
        return done

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A write transaction whose events project as everybody else's do. Raises StaleViews."""
        with self._store.write() as connection:
            _check_signed(self._adopt(connection), self._projector)
            yield connection

    def _adopt(self, connection: Connection) -> str | None:
        """Go on with the policy that is in the database now: another process may have given a new one. Returns what
        signed the views."""
        policy, signed = positions.two_settings(connection, _POLICY, _RULES)
        if policy is not None and policy != self._policy:
            self._projector = Projector(self._projector.rules, Policy.model_validate_json(policy))
            self._policy = policy
        return signed

    @contextmanager
    def _scene(self, known_at: Moment, viewer: Viewers) -> Iterator[Scene]:
        known, who = moment(known_at, "known_at"), labels(viewer)
        with self._store.read() as connection:
            signed = self._adopt(connection)
            if known is None and (who is None or not reader.any_restricted(connection)):
                _check_signed(signed, self._projector)
                yield StoredScene(connection, self._projector)
            else:
                yield FoldedScene(connection, self._projector, known, who)

    def _when(self, value: Moment, name: str) -> int:
        given = moment(value, name)
        return self._store.clock() if given is None else given


def _prepare(store: Store, rules: tuple[Rule, ...], policy: Policy | None) -> Projector:
    """The projector for this database: its stored policy unless another is given, for which the views are rebuilt."""
    with store.read() as connection:
        stored, signed = positions.setting(connection, _POLICY), positions.setting(connection, _RULES)
    kept = Policy.model_validate_json(stored) if stored is not None else Policy()
    projector = Projector(rules, policy or kept)
    if signed is None or (policy is not None and policy != kept):
        with store.write() as connection:
            replaying.rebuild(connection, projector)
            _sign(connection, projector)
    return projector


def _sign(connection: Connection, projector: Projector) -> None:
    positions.set_setting(connection, _POLICY, projector.policy.model_dump_json())
    positions.set_setting(connection, _RULES, _signature(projector))


def _signature(projector: Projector) -> str:
    return orjson.dumps([rule_id(rule) for rule in projector.rules]).decode()


def _check_signed(signed: str | None, projector: Projector) -> None:
    if signed != _signature(projector):
        raise StaleViews(f"the views were made by {signed}, the rules are now {_signature(projector)}: tracker replay")


def _installed_rules() -> tuple[Rule, ...]:
    from importlib.metadata import entry_points

    from rules import RULES  # a rule pack imports `rules`, which imports `tracker.domain` and so this package, first

    added = []
    for point in sorted(entry_points(group="tracker.rules"), key=lambda point: point.name):
        try:
            added.append(point.load()())
        except Exception as error:  # third-party code, which may raise anything
            told = f"{type(error).__name__}: {first_line(error)}"
            raise InvalidInput(f"rule pack {point.name} ({point.value}): cannot be loaded: {told}") from error
    return (*added, *RULES)


def _checked(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    from rules import RULES

    return tuple(rule if rule in RULES else CheckedRule(rule) for rule in rules)


def _one(scene: Scene, given: str) -> str:
    """The entity that a name or id means; AmbiguousName listing the candidates when there are several."""
    found = resolve(scene, name(given, "entity"))
    if len(found) > 1:
        raise AmbiguousName(f"{given!r} may be any of: {', '.join(found)}")
    return found[0]


def _named(scene: Scene, decision: Decision) -> dict[str, str]:
    """The decision's fields that name an entity which is there already, with its id."""
    fields = ["entity_id", "into", *(["value"] if decision.attribute == LOCATION else [])]
    given = {field: getattr(decision, field) for field in fields}
    return {field: _one(scene, value) for field, value in given.items() if value}


def _read_decision(given: Mapping[str, Any]) -> Decision:
    from pydantic import ValidationError

    try:
        return Decision.model_validate(given)
    except ValidationError as error:
        raise InvalidInput(f"decision: {first_mistake(error, 'all of it')}") from None
