"""What every rule keeps to, checked on the events of scenarios. Failures are AssertionErrors that name the scenario."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import NamedTuple

from rules import RULES
from tracker.domain.logged import Logged
from tracker.domain.rule import Around, Folded, Rule, Subject
from tracker.fold.checked import CheckedRule, checked_fold
from tracker.fold.entity import PolicyAround, kind_of
from tracker.fold.owners import check_owners
from tracker.projection.streams import Streams
from tracker.testing.scenario import Scenario
from tracker.tracker import Tracker


class Stream(NamedTuple):
    """The events of one scenario that bear on one attribute of one entity, in fold order, as a rule is given them."""

    scenario: str
    subject: Subject
    events: list[Logged]
    around: Around


def check_rule(rule: Rule, scenarios: Sequence[Scenario]) -> None:
    """Check that the rule gets on with those that ship, has scenarios, gives what a rule may, changes nothing that it
    is given, says the same twice, and goes on from a state anywhere as if it had folded everything at once."""
    check_owners([rule, *(one for one in RULES if one.name != rule.name)])
    found = 0
    for stream in streams(rule, scenarios):
        found += 1
        check_output(rule, stream)
        check_input_untouched(rule, stream)
        check_goes_on(rule, stream)
    assert found, f"rule {rule.name}: no scenario has an event that bears on it"


def streams(rule: Rule, scenarios: Sequence[Scenario]) -> Iterator[Stream]:
    """All that the scenarios have for this rule; the surroundings of each can be asked until the next is taken. A
    `resolved` reaches every attribute of its entity."""
    for scenario in scenarios:
        with Tracker.open("sqlite://", rules=RULES, clock=scenario.clock) as tracker:
            tracker.append(scenario.events)
            with tracker.store.read() as connection:
                read = Streams(connection, scenario.policy)
                for entity in read.everyone():
                    if read.root(entity) == entity:
                        events = read.stream(entity).projecting
                        for attribute, mine in _by_attribute(rule, events).items():
                            around = PolicyAround(scenario.policy.of(kind_of(events), attribute), read.surroundings())
                            yield Stream(scenario.name, Subject(entity, attribute), mine, around)


def _by_attribute(rule: Rule, events: Sequence[Logged]) -> dict[str, list[Logged]]:
    named = {event.event_id: CheckedRule(rule).attributes(event) for event in events}
    attributes = sorted({attribute for several in named.values() for attribute in several})
    return {
        attribute: [event for event in events if attribute in named[event.event_id] or event.type == "resolved"]
        for attribute in attributes
    }


def check_output(rule: Rule, stream: Stream) -> None:
    """What the fold gives is of the form that `Folded` tells."""
    checked_fold(_fold(rule, stream))


def check_input_untouched(rule: Rule, stream: Stream) -> None:
    """Neither events nor state: both are needed again for the next fold."""
    half = len(stream.events) // 2
    before = deepcopy(stream.events)
    state = rule.fold(stream.subject, None, stream.events[:half], stream.around).state
    kept = deepcopy(state)
    rule.fold(stream.subject, state, stream.events[half:], stream.around)
    assert stream.events == before, f"{_about(rule, stream)}: fold() changed an event that it was given"
    assert state == kept, f"{_about(rule, stream)}: fold() changed the state that it was given"


def check_goes_on(rule: Rule, stream: Stream) -> None:
    """Folding on from a state that went through JSON gives what folding everything at once gives, cut anywhere; and so
    does folding everything once more."""
    whole = _fold(rule, stream)
    for cut in range(len(stream.events) + 1):
        first = rule.fold(stream.subject, None, stream.events[:cut], stream.around)
        state = json.loads(json.dumps(first.state))
        rest = rule.fold(stream.subject, state, stream.events[cut:], stream.around)
        about = f"{_about(rule, stream)}: cut after {cut} of {len(stream.events)} events"
        assert [*first.slices, *rest.slices, *rest.tail] == [*whole.slices, *whole.tail], f"{about}, other slices"
        told = [*first.problems, *rest.problems, *rest.pending]
        assert told == [*whole.problems, *whole.pending], f"{about}, other problems"
        assert json.dumps(rest.state) == json.dumps(whole.state), f"{about}, another state"


def _fold(rule: Rule, stream: Stream) -> Folded:
    return rule.fold(stream.subject, None, stream.events, stream.around)


def _about(rule: Rule, stream: Stream) -> str:
    return f"rule {rule.name}, scenario {stream.scenario}, {stream.subject.attribute} of {stream.subject.entity_id}"
