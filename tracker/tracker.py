"""The tracker: opens the store, wires rules to it, and offers the API of DESIGN section 5."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any, Literal, Self

from sqlalchemy import Connection
from uuid_utils.compat import uuid7

from tracker.asking import one_entity
from tracker.domain.answers import (
    Change,
    Decision,
    Receipt,
    Replayed,
    Swept,
    Verification,
)
from tracker.domain.events import Event, Sent
from tracker.domain.mistakes import first_mistake
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy, given_policy
from tracker.domain.rule import Rule
from tracker.domain.times import from_us, to_us
from tracker.errors import InvalidInput, Outdated, StaleViews, StoreDamaged
from tracker.ingest.job import Step
from tracker.opened import check_signed, checked, installed_rules, prepare, sign
from tracker.overview import Overview
from tracker.projection import following
from tracker.projection import replay as replaying
from tracker.projection.checking import differing
from tracker.projection.following import follow, refold
from tracker.projection.scene import FoldedScene, Scene, SceneNames, StoredScene
from tracker.projection.streams import Streams
from tracker.projection.workers import end_if_worker
from tracker.query.moments import Moment, Viewers, labels, name
from tracker.query.news import brought
from tracker.review import queue
from tracker.review.decide import bears_on, check_merge, check_sides, check_split, decision_event
from tracker.store import contents, forget, log, policies, positions, reader, receipts, verify
from tracker.store.engine import Clock, Store, system_clock
from tracker.store.positions import Standing
from tracker.store.receipts import Once
from tracker.store.schema import open_store
from tracker.store.sql import undone

# How long who erases waits for readers that keep copies of it alive.
_FOR_READERS_MS = 500
_MOST_TOLD = 20


class Tracker(Overview):
    """One open tracker. Times may be aware datetimes or ISO 8601 strings with an offset; answers are in UTC.

    Every read takes `viewer`, a label or several: it then rests only on events those labels may read. Without it, the
    reader is whoever opened the tracker, who may read everything."""

    @classmethod
    def open(
        cls,
        url: str = "sqlite:///tracker.db",
        *,
        token: str | None = None,
        policy: Policy | None = None,
        rules: Sequence[Rule] | None = None,
        clock: Clock = system_clock,
    ) -> Self:
        """Open the database, creating or migrating it; or a tracker that `tracker serve` serves, by its http:// or
        https:// URL and a `token` for it, which answers by its own policy, rules and clock.

        `policy` is kept in the database: leave it out to go on with the one there; another one rebuilds the views.
        `rules` defaults to those that ship, and those installed under the entry point `tracker.rules`. `clock` gives
        microseconds since the epoch (UTC). Raises SchemaMismatch, StoreError, InvalidInput for the URL."""
        if url.startswith(("http://", "https://")):
            if policy is not None or rules is not None or clock is not system_clock:
                raise InvalidInput("policy, rules and clock are the server's, for a tracker over HTTP")
            # By name: what it gives is a Tracker too, and so stands above this module.
            opened: Self = import_module("tracker.remote.client").RemoteTracker.connect(url, token)
            return opened
        if token is not None:
            raise InvalidInput("token: is for a tracker over HTTP, and this is a database")
        wanted = None if policy is None else given_policy(policy)
        chosen = checked(installed_rules() if rules is None else _listed(rules))
        _check_called("clock", clock)
        store = open_store(url, clock=clock)
        try:
            projector = prepare(store, chosen, wanted)
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

    def append(
        self,
        events: Iterable[Sent] | Event | Mapping[str, Any],
        on_error: Literal["raise", "skip"] = "raise",
        *,
        expected_seq: int | None = None,
        once: Once | None = None,
    ) -> Receipt:
        """Append events in one transaction: all or none, or with `on_error="skip"` all valid ones. An InvalidEvent
        among them stands for one that the caller could not read. Whoever asks next sees them. What came `once` already
        is not appended again, and answered as it was then.

        Raises InvalidEvent naming the field, SourceKeyConflict, SequenceMoved when the log does not end at
        `expected_seq`, StoreError."""
        given = [events] if isinstance(events, (Event, Mapping)) else events
        if not isinstance(given, Iterable):
            raise InvalidInput(f"events: is {type(given).__name__}, not an iterable of events")
        if on_error not in ("raise", "skip"):
            raise InvalidInput("on_error: is neither 'raise' nor 'skip'")
        if expected_seq is not None and not isinstance(expected_seq, int):
            raise InvalidInput("expected_seq: is not a whole number")
        batch = list(given)  # an iterator may take its time, append itself or fail: not while others wait to write
        with self._writing() as (connection, before):
            if (kept := receipts.kept(connection, once)) is not None:
                return kept
            done = self._append(connection, before, batch, on_error, expected_seq)
            receipt = _receipt(done)
            receipts.keep(connection, once, receipt, self._store.clock())
        return self._committed(before, done, receipt)

    def note(
        self,
        text: str,
        at: Moment = None,
        speaker: str | None = None,
        source: str = "text",
        source_key: str | None = None,
        *,
        tz: str = "UTC",
        viewer: Viewers = None,
        once: Once | None = None,
    ) -> Receipt:
        """Append what sentences tell, said at `at` (default now) by `speaker` in zone `tz`; the words are always kept.
        Names mean what the viewer knows by them; `once` as in `append`.

        Notes of one source continue each other: 'she' means whom the note before named. A note whose `source_key` is
        known already is a duplicate. Raises InvalidInput, SourceKeyConflict for a known key with other words."""
        from tracker.ingest import note as noting

        name(text, "text"), name(tz, "tz")
        with self._writing(current=True) as (connection, before):
            if (kept := receipts.kept(connection, once)) is not None:
                return kept
            key = source_key if source_key is not None else str(uuid7())
            name(key, "source_key")
            said = noting.Utterance(name(source, "source"), key, from_us(self._when(at, "at")), speaker=speaker)
            known = noting.known(connection, said) if source_key is not None else []
            if known:
                noting.check_repeat(text, said, known)
                ids = tuple(event.event_id for event in known)
                return Receipt(
                    appended=0,
                    duplicates=len(known),
                    last_seq=before.last,
                    event_ids=ids,
                    wiped=before.unwiped is None,
                )
            stored = positions.checkpoint(connection, noting.job_of(source))
            heard = noting.Heard.from_json(stored) if stored else noting.Heard()
            names = SceneNames(self._present(connection, before, labels(viewer)))
            events, heard = noting.note_events(text, said, tz, heard, names)
            done = self._append(connection, before, events)
            positions.set_checkpoint(connection, noting.job_of(source), _position(heard.to_json(), done))
            receipt = _receipt(done)
            receipts.keep(connection, once, receipt, self._store.clock())
        return self._committed(before, done, receipt)

    def append_step(self, job: str, step: Step) -> tuple[int, int]:
        """Append an ingest step's events and store its position in one transaction → (appended, duplicates)."""
        with self._writing() as (connection, before):
            known = reader.keyed(connection, [(one.events[0].source, one.keys) for one in step.once if one.events])
            told = [one.events for one in step.once if not known.intersection(one.keys)]
            events = [*step.events, *(event for each in told for event in each)]
            done = self._append(connection, before, events)
            positions.set_checkpoint(connection, job, _position(step.position, done))
        self._committed(before, done, _receipt(done))
        offered = len(step.events) + sum(len(one.events) for one in step.once)
        return done.appended, done.duplicates + offered - len(events)

    def position(self, job: str) -> dict[str, Any] | None:
        """Where an ingest job stopped; None before its first step."""
        with self._store.read() as connection:
            return positions.checkpoint(connection, name(job, "job"))

    def decide(
        self,
        decision: Decision | Mapping[str, Any],
        *,
        viewer: Viewers = None,
        expected_seq: int | None = None,
        once: Once | None = None,
    ) -> Receipt:
        """Append a person's decision as one event. For a viewer there is only what the viewer may read; `once` as in
        `append`.

        Raises UnknownReference, InvalidInput naming what is missing, Outdated when what is decided about has changed
        past `expected_seq`, a position in the log as the viewer counts."""
        wanted, who = read_decision(decision), labels(viewer)
        with self._writing(current=True) as (connection, before):
            if (kept := receipts.kept(connection, once)) is not None:
                return kept
            event = self._decision_event(connection, before, wanted, who, expected_seq)
            done = self._append(connection, before, [event])
            receipt = _receipt(done)
            receipts.keep(connection, once, receipt, self._store.clock())
        return self._committed(before, done, receipt)

    def preview(self, decision: Decision | Mapping[str, Any], *, viewer: Viewers = None) -> list[Change]:
        """What the decision would change, in order of time; it is not made. Raises as `decide` does."""
        wanted, who = read_decision(decision), labels(viewer)
        with self._writing(current=True) as (connection, before):
            event = self._decision_event(connection, before, wanted, who, None)
            with undone(connection):
                self._append(connection, before, [event])
                now = self._follow(connection, positions.standing(connection))
                return list(brought(self._present(connection, now, who), event))

    def _decision_event(
        self,
        connection: Connection,
        before: Standing,
        decision: Decision,
        viewer: frozenset[str] | None,
        expected_seq: int | None,
    ) -> Event:
        """The event that the decision is, where the views follow the log to its end."""
        now = self._store.clock()
        scene = self._present(connection, before, viewer)
        streams = Streams(connection, self._projector.policy, None, viewer)
        wanted = decision.model_copy(update=_named(scene, decision))
        named = scene.events(str(i) for i in (*wanted.event_ids, *wanted.keep, *wanted.drop))
        decided = now if wanted.at is None else to_us(wanted.at)
        disputes = queue.queue(scene, decided, None) if wanted.conflict_id is not None else []
        conflict = next((one for one in disputes if one.conflict_id == wanted.conflict_id), None)
        if expected_seq is not None:
            seen = self._ranks.hidden(connection, before.last, viewer).seq(expected_seq)
            about = sorted(set[str]().union(*map(streams.component, bears_on(wanted, named, conflict))))
            gone = wanted.conflict_id is not None and conflict is None and before.last > seen
            if gone or reader.touched_since(connection, about, seen, viewer):
                raise Outdated
        if wanted.action == "resolve" and conflict is not None:
            check_sides(wanted, conflict, streams.owners((*wanted.keep, *wanted.drop)))
        if wanted.action == "split" and wanted.entity_id is not None:
            check_split(wanted, named, streams.component(wanted.entity_id))
        if wanted.action == "merge" and wanted.entity_id:
            check_merge(wanted.entity_id, reader.mentioned(connection, wanted.entity_id, viewer))
        return decision_event(wanted, named, conflict, from_us(now).isoformat())

    def sweep(self, tell: replaying.Tell | None = None) -> Swept:
        """Redact what was kept long enough: events whose `retain_until` has passed, or that are older than the policy's
        `retain_s` for their source. `tell` hears how many so far."""
        _check_called("tell", tell)
        count, traces = 0, 0
        while True:
            with self._writing() as (connection, before):
                now = self._store.clock()
                due = forget.expired(connection, now, self._projector.policy.kept_for)
                last_seq = self._append(connection, before, due).last_seq
            if not due:
                break
            traces += len(due)
            count += sum(len(getattr(one.payload, "event_ids", ())) for one in due)
            (tell or replaying.silent)(count)
        with self._store.read() as connection:
            unwiped = positions.standing(connection).unwiped
        wiped = unwiped is None or forget.wipe(self._store, unwiped, wait_ms=_FOR_READERS_MS)
        return Swept(expired=count, traces=traces, wiped=wiped, last_seq=last_seq)

    def replay(
        self, *, dry_run: bool = False, show: int = 20, tell: replaying.Tell | None = None, workers: int = 1
    ) -> Replayed:
        """Fold the whole log anew and make the views say that. `dry_run`: say what would change, and change nothing.

        Views that cannot be read count as empty. So many `workers` fold: this process, and others beside it (not for
        a database in memory)."""
        if type(show) is not int or show < 0:
            raise InvalidInput("show: is not a number of lines")
        if type(workers) is not int or workers < 1:
            raise InvalidInput("workers: is not a number of processes")
        _check_called("tell", tell)
        if workers > 1:
            end_if_worker()
        hear = tell or replaying.silent
        try:
            done = self._rebuilt(hear, dry_run=dry_run, show=show, workers=workers)
        except StoreDamaged:
            done = self._made_anew(hear, dry_run=dry_run, show=show)
        return Replayed(
            events=done.events,
            before=done.before,
            after=done.after,
            changed=done.changed,
            changes=tuple(done.shown),
            queued=done.queued,
            committed=not dry_run,
        )

    def _rebuilt(self, tell: replaying.Tell, *, dry_run: bool, show: int, workers: int) -> replaying.Rebuilt:
        with self._store.read() as connection:
            now = self._adopt(connection)
        waiting = now.last - now.projected
        if 0 < waiting <= following.MOST_BEHIND and now.rules == self._projector.signature:
            with self._writing(current=True):
                pass  # or what only waited to be folded would count as changed
        with self._store.write() as connection:
            self._adopt(connection)
            done = replaying.rebuild(connection, self._projector, tell, show=show, dry_run=dry_run, workers=workers)
            if not dry_run:
                sign(connection, self._projector, self._store.clock())
        return done

    def _made_anew(self, tell: replaying.Tell, *, dry_run: bool, show: int) -> replaying.Rebuilt:
        """The views made anew in new tables: by this process, as others do not see those. Raises StoreDamaged when it
        was not the views that could not be read."""
        with self._store.write() as connection:
            self._adopt(connection)
            with undone(connection) if dry_run else nullcontext():
                contents.renew(connection)
                done = replaying.rebuild(connection, self._projector, tell, show=show)
                sign(connection, self._projector, self._store.clock())
        return done

    def digest(self) -> str:
        """SHA-256 (hex) of the projected state: equal digests, equal answers."""
        with self._store.read() as connection:
            now = self._adopt(connection)
            if now.projected == now.last:
                return contents.digest(connection)
        with self._writing(current=True) as (connection, _):
            return contents.digest(connection)

    def verify(
        self,
        *,
        evidence: Path | str | None = None,
        views: bool = False,
        anchor: tuple[int, str] | None = None,
        tell: Callable[[int, int], None] | None = None,
    ) -> Verification:
        """Check the log's hash chain and what indexes it, and that the views say what the log says: of a long log for
        a sample of the entities, with `views` for all. With `evidence`, the folder of the media, also re-hash what
        events point at.

        `anchor`: the head (seq, hash) of an earlier verification. `tell` hears events checked and events in all, once
        more from the beginning for the media."""
        if evidence is not None and not isinstance(evidence, (str, Path)):
            raise InvalidInput("evidence: is not the path of a folder")
        _check_called("tell", tell)
        verdict = verify.verify_log(self._store, anchor, tell)
        with self._store.read() as connection:
            unwiped = positions.standing(connection).unwiped
        unlike = self._unlike_the_log(everything=views) if verdict.ok else ()
        problems = () if evidence is None else tuple(verify.verify_evidence(self._store, Path(evidence), tell))
        return Verification(
            ok=verdict.ok and not problems and not unlike,
            checked=verdict.checked,
            bad_seq=verdict.bad_seq,
            problem=verdict.problem,
            head=(verdict.head.seq, verdict.head.hash),
            evidence=tuple(f"seq {one.seq} ({one.event_id}): {one.uri} is {one.problem}" for one in problems),
            wiped=unwiped is None,
            views=unlike,
        )

    def _unlike_the_log(self, *, everything: bool) -> tuple[str, ...]:
        """What of the views is not what the log says, the first of it; why, where they cannot even be read."""
        try:
            self._caught_up()
            with self._store.read() as connection:
                now = self._adopt(connection)
                if now.projected != now.last or now.rules != self._projector.signature:
                    return ("the views do not follow the log; tracker replay makes them anew",)
                unlike = differing(connection, self._projector, everything=everything)
                return tuple(islice(chain(policies.problems(connection), unlike), _MOST_TOLD))
        except (StoreDamaged, StaleViews) as error:
            return (str(error),)

    @property
    def store(self) -> Store:
        """The store beneath, for export and for jobs that read the log itself."""
        return self._store

    def _append(
        self,
        connection: Connection,
        before: Standing,
        given: Iterable[Sent],
        on_error: Literal["raise", "skip"] = "raise",
        expected_seq: int | None = None,
    ) -> log.Appended:
        """Append, and fold what may not wait: what bears on more than its own entities' folds, or too much."""
        now, ending = self._store.clock(), before.ending
        done = log.append(connection, given, now, on_error=on_error, expected_seq=expected_seq, ending=ending)
        if done.erased:
            from tracker.ingest.forgetting import forget_words  # knows the sentences, which take a while to load

            forget_words(connection, done.erased)
            positions.set_unwiped(connection)
        if done.erased and reader.of_types(connection, done.erased, reader.IDENTITY_CHANGES):
            refold(connection, self._projector, done.last_seq)
        elif not done.plain or done.last_seq - before.projected >= following.MOST_BEHIND:
            # What is remembered of earlier batches still holds what a batch that is not plain may have erased.
            remembered = done.plain or before.projected == before.last
            earlier = self._recent.between(before.projected, before.last) if remembered else None
            rows = None if earlier is None else [*earlier, *done.rows]
            follow(connection, self._projector, before.projected, done.last_seq, rows, done)
        return done

    def _committed(self, before: Standing, done: log.Appended, receipt: Receipt) -> Receipt:
        """After the commit of what was appended: what is left to do, and to tell."""
        if done.plain and done.appended:
            self._recent.add(done.last_seq, done.appended, done.rows, before.projected)
        elif done.appended:
            self._recent.forget()
        return receipt if self._wiped(before, done) else receipt.model_copy(update={"wiped": False})

    def _wiped(self, before: Standing, done: log.Appended) -> bool:
        """Whether nothing is left of what this batch erased, or of what could not be wiped before."""
        if not done.erased and before.unwiped is None:
            return True
        with self._store.read() as connection:
            unwiped = positions.standing(connection).unwiped
        if unwiped is None:
            return True
        # What was erased earlier is not known any more.
        words = done.words if done.erased and before.unwiped is None else None
        return forget.wipe(self._store, unwiped, words, _FOR_READERS_MS if done.erased else 0)

    def _present(self, connection: Connection, now: Standing, viewer: frozenset[str] | None) -> Scene:
        """What is so now for the viewer, where the views follow the log to its end."""
        if viewer is None:
            return StoredScene(connection, self._projector)
        return FoldedScene(connection, self._projector, None, viewer, now.projected)

    @contextmanager
    def _writing(self, *, current: bool = False) -> Iterator[tuple[Connection, Standing]]:
        """A write transaction whose events project as everybody else's do, and how the views stand to the log, which
        they follow to its end if they are to be `current`. Raises StaleViews."""
        with self._store.write() as connection:
            now = self._adopt(connection)
            check_signed(now.rules, self._projector)
            yield connection, self._follow(connection, now) if current else now


def _listed(rules: Sequence[Rule]) -> Sequence[Rule]:
    if not isinstance(rules, Sequence) or isinstance(rules, str):
        raise InvalidInput(f"rules: is {type(rules).__name__}, not a list of rules")
    return rules


def _check_called(argument: str, given: object) -> None:
    if given is not None and not callable(given):
        raise InvalidInput(f"{argument}: is {type(given).__name__}, not a function")


def _receipt(done: log.Appended) -> Receipt:
    return Receipt(
        appended=done.appended,
        duplicates=done.duplicates,
        rejected=done.rejected,
        last_seq=done.last_seq,
        event_ids=done.event_ids,
    )


def _position(position: dict[str, Any], done: log.Appended) -> dict[str, Any]:
    """A job's position after what it appended, some of which may have been redacted before it came."""
    if len(done.rows) == done.appended:
        return position
    from tracker.ingest.forgetting import without_words

    found: dict[str, Any] = without_words(position)
    return found


def _named(scene: Scene, decision: Decision) -> dict[str, str]:
    """The decision's fields that name an entity which is there already, with its id."""
    fields = ["entity_id", "into", *(["value"] if decision.attribute == LOCATION else [])]
    given = {field: getattr(decision, field) for field in fields}
    return {field: one_entity(scene, value) for field, value in given.items() if value}


def read_decision(given: Decision | Mapping[str, Any]) -> Decision:
    """The decision that a mapping describes. InvalidInput naming the first wrong field."""
    from pydantic import ValidationError

    try:
        return Decision.model_validate(given)
    except ValidationError as error:
        raise InvalidInput(f"decision: {first_mistake(error, 'all of it')}") from None
