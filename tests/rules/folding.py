"""Folding the scenarios' events through each rule by itself, without a tracker around it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from typing import NamedTuple

from rules import RULES
from tests.reference.answers import without_erased
from tests.reference.world import World
from tests.rules.scenario import scenarios
from tracker.domain.events import Event
from tracker.domain.logged import Logged
from tracker.domain.policy import AttributePolicy, Policy
from tracker.domain.rule import Rule, Subject
from tracker.domain.times import to_us


def all_rules() -> list[Rule]:
    """Those that ship, and those that other installed packages add under the entry point `tracker.rules`."""
    return [*RULES, *(point.load()() for point in entry_points(group="tracker.rules"))]


class Surroundings:
    """What a fold may ask about the world, answered by the reference's plain tracks."""

    def __init__(self, world: World, policy: AttributePolicy) -> None:
        self._world, self.policy = world, policy
        self.root, self.inside = world.root, world.inside
        self.place_of, self.closed = world.place_of, world.closed


class Stream(NamedTuple):
    """The events of one scenario that bear on one attribute of one entity, in fold order."""

    scenario: str
    subject: Subject
    events: list[Logged]
    around: Surroundings


def logged(world: World, event: Event) -> Logged:
    return Logged(
        event_id=str(event.event_id),
        entity_id=event.entity_id,
        type=event.type,
        occurred=to_us(event.occurred_at),
        until=None if event.occurred_until is None else to_us(event.occurred_until),
        observed=to_us(event.observed_at),
        confidence=world.confidence(event),
        payload=event.payload.model_dump(mode="json", exclude_none=True),
        source=event.source,
        stated=world.in_words(event),
    )


@cache
def _worlds() -> dict[str, World]:
    return {scenario.name: World(without_erased(scenario.events), Policy()) for scenario in scenarios()}


def streams(rule: Rule) -> Iterator[Stream]:
    """All that the scenarios have for this rule. A `resolved` reaches every attribute of its entity."""
    for name, world in _worlds().items():
        for entity, events in list(world.of.items()):
            found = [logged(world, event) for event in events]
            attributes = sorted({attribute for event in found for attribute in rule.attributes(event)})
            for attribute in attributes:
                mine = [e for e in found if attribute in rule.attributes(e) or e.type == "resolved"]
                policy = world.policy.of(world.kind(entity), attribute)
                yield Stream(name, Subject(entity, attribute), mine, Surroundings(world, policy))


def everything_folded() -> str:
    """Every rule over every stream, as one text."""
    results = []
    for rule in all_rules():
        for stream in streams(rule):
            folded = rule.fold(stream.subject, None, stream.events, stream.around)
            results.append([rule.name, stream.scenario, *stream.subject, folded])
    return json.dumps(results)


if __name__ == "__main__":
    print(everything_folded())
