"""Folding the scenarios' events through each rule by itself, without a tracker around it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.reference.world import World
from tracker.domain.policy import AttributePolicy
from tracker.domain.rule import Rule
from tracker.opened import installed_rules
from tracker.testing import read_scenarios
from tracker.testing.conformance import streams

FOLDER = Path(__file__).parents[2] / "fixtures" / "scenarios"


def all_rules() -> list[Rule]:
    """Those that ship, and those that other installed packages add under the entry point `tracker.rules`."""
    return list(installed_rules())


class Surroundings:
    """What a fold may ask about the world, answered by the reference's plain tracks."""

    def __init__(self, world: World, policy: AttributePolicy) -> None:
        self._world, self.policy = world, policy
        self.root, self.inside = world.root, world.inside
        self.place_of, self.closed = world.place_of, world.closed


def everything_folded() -> str:
    """Every rule over every stream, as one text."""
    results = []
    for rule in all_rules():
        for stream in streams(rule, read_scenarios(FOLDER)):
            folded = rule.fold(stream.subject, None, stream.events, stream.around)
            results.append([rule.name, stream.scenario, *stream.subject, folded])
    return json.dumps(results)


if __name__ == "__main__":
    print(everything_folded())
