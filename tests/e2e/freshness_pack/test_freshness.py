"""What an author of a pack writes: every scenario, what every rule keeps to, and the promises on random events."""

from pathlib import Path

import pytest
from freshness import FreshnessRule

from rules import RULES
from tracker.testing import check_rule, check_scenario, read_scenarios
from tracker.testing.promises import promises

SCENARIOS = read_scenarios(Path(__file__).parent / "scenarios")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.name)
def test_scenario(scenario):
    check_scenario(scenario, rules=[FreshnessRule(), *RULES])


def test_the_rule_keeps_to_what_every_rule_keeps_to():
    check_rule(FreshnessRule(), SCENARIOS)


test_the_promises_hold = promises(FreshnessRule(), {"location": ["fridge", "table"]})
