"""A tracker in use: reports, late ones, decisions from its own queue, replays – always what the reference says."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime, timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from tests.property.agreement import assert_agrees
from tests.property.opening import NOW, Database, InMemory, OnPostgres, fewer, tracker_of
from tests.property.streams import QUARRELSOME, delays, instants, plain_events, referring_events
from tests.property.test_promises import assert_nothing_lost, assert_supported
from tests.reference.world import fold_order
from tracker import Decision, Event
from tracker.domain.times import from_us

ON_POSTGRES = settings(fewer(), stateful_step_count=15)
IN_MEMORY = settings(ON_POSTGRES, max_examples=settings().max_examples // 3)


class TrackerInUse(RuleBasedStateMachine):
    """The model is the list of all events that the log must hold, those made by decisions included."""

    database: Database = InMemory()

    def __init__(self) -> None:
        super().__init__()
        self.closing = ExitStack()
        self.tracker = self.closing.enter_context(self.database.tracker_of([], batch=1))
        self.events: list[Event] = []
        self.made = 0

    def _number(self) -> int:
        self.made += 1
        return self.made

    def _append(self, *events: Event) -> None:
        receipt = self.tracker.append(events)
        assert (receipt.appended, receipt.duplicates) == (len(events), 0)
        self.events.extend(events)

    @rule(data=st.data(), count=st.integers(1, 4))
    def report(self, data: st.DataObject, count: int) -> None:
        """Reports come in no order at all: most are late."""
        kinds = (QUARRELSOME, data.draw(st.sampled_from(["keys", "phone"])))
        self._append(*(data.draw(plain_events(self._number(), *kinds)) for _ in range(count)))

    @rule(data=st.data())
    def report_anything(self, data: st.DataObject) -> None:
        self._append(data.draw(plain_events(self._number())))

    @precondition(lambda self: self.events)
    @rule(data=st.data())
    def refer(self, data: st.DataObject) -> None:
        """Merges, splits, acceptance, rejection, redaction, settlement."""
        event = data.draw(referring_events(self._number(), sorted(self.events, key=fold_order)))
        if event is not None:
            self._append(event)

    @precondition(lambda self: self.events)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        kept = self._unredacted()
        if kept:
            receipt = self.tracker.append(data.draw(st.sampled_from(kept)))
            assert (receipt.appended, receipt.duplicates) == (0, 1)

    def _unredacted(self) -> list[Event]:
        gone = {one for event in self.events if event.type == "redacted" for one in event.payload.event_ids}
        return [event for event in self.events if event.event_id not in gone]

    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        """A person takes an item of the queue and settles it for one of its sides."""
        queue = [item for item in self.tracker.conflicts() if item.kind == "conflict"]
        if queue:
            item = data.draw(st.sampled_from(queue))
            keep = data.draw(st.sampled_from(item.candidates)).event_id
            at = data.draw(st.sampled_from([item.start, item.start + timedelta(hours=1)]))
            decision = Decision(action="resolve", by="ana", conflict_id=item.conflict_id, keep=(keep,), at=at)
            made = set(self.tracker.decide(decision).event_ids)
            self.events.extend(event for event in self.tracker.events() if event.event_id in made)

    @rule()
    def replay(self) -> None:
        """P2: nothing changes."""
        before = self.tracker.digest()
        self.tracker.replay()
        assert self.tracker.digest() == before

    @rule(data=st.data(), batch=st.integers(1, 5))
    def tell_another(self, data: st.DataObject, batch: int) -> None:
        """P1: a tracker in memory that hears the same in another order comes to the same digest."""
        with tracker_of(data.draw(st.permutations(self.events)), batch=batch) as another:
            assert another.digest() == self.tracker.digest()

    @rule(known_at=st.builds(lambda at, delay: at + delay, instants, delays))
    def compare_as_known(self, known_at: datetime) -> None:
        """P3, against the reference."""
        assert_agrees(self.tracker, sorted(self.events, key=fold_order), from_us(NOW), known_at)

    @rule()
    def read_everything(self) -> None:
        """P4 and P5."""
        assert_supported(self.tracker)
        assert_nothing_lost(self.tracker, sorted(self.events, key=fold_order))

    @rule()
    def compare(self) -> None:
        assert_agrees(self.tracker, sorted(self.events, key=fold_order), from_us(NOW))

    def teardown(self) -> None:
        try:
            self.compare()
        finally:
            self.closing.close()


def test_a_tracker_in_use_says_what_the_reference_fold_says(database) -> None:
    given_database = database

    class InUse(TrackerInUse):
        database = given_database

    run_state_machine_as_test(InUse, settings=ON_POSTGRES if isinstance(database, OnPostgres) else IN_MEMORY)
