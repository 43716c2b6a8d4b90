"""What the author of a rule pack tests it with: scenarios from TOML files, what every rule keeps to, and the promises.

The promises (`tracker.testing.promises`) need hypothesis: pip install 'tracker[testing]'."""

from tracker.testing.answers import check_scenario
from tracker.testing.conformance import check_rule
from tracker.testing.scenario import Scenario, read_scenarios

__all__ = ["Scenario", "check_rule", "check_scenario", "read_scenarios"]
