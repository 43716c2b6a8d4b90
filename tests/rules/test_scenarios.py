"""Every scenario in fixtures/scenarios, asked of the tracker and of the reference fold.

What a scenario expects was worked out by hand from the decision table. Nothing here writes expectations: to change one,
edit the file."""

from __future__ import annotations

import re
from datetime import datetime
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.reference.answers import Answer, Reference, Stay
from tests.reference.claims import Quarrel
from tests.rules.folding import FOLDER
from tracker.domain.payloads import LOCATION
from tracker.domain.times import from_us, to_us
from tracker.testing import Scenario, check_scenario, read_scenarios
from tracker.testing.answers import check, expectations, named, told

ALL = read_scenarios(FOLDER)
TABLE = Path(__file__).parents[2] / "rules" / "README.md"
REFERENCE_ANSWERS = ("where", "state", "history", "conflicts", "inside")
REFERENCE_KEYS = (
    "status",
    "place",
    "value",
    "path",
    "confidence",
    "basis",
    "since",
    "candidates",
    "rows",
    "entities",
    "relation",
)


def each_scenario(function):
    return pytest.mark.parametrize("scenario", ALL, ids=[scenario.name for scenario in ALL])(function)


def moment(us: float) -> datetime | None:
    return None if us == inf else from_us(int(us))


class ReferenceAnswers:
    """The reference fold's answers in the same form."""

    def __init__(self, scenario: Scenario) -> None:
        self.events, self.policy, self.now = scenario.events, scenario.policy, to_us(scenario.last_moment)

    def __call__(self, question: dict[str, Any]) -> dict[str, Any]:
        known_at = to_us(question["known_at"]) if "known_at" in question else None
        reference = Reference(self.events, self.policy, known_at=known_at)
        return getattr(self, question["ask"])(reference, question)

    def _answer(self, found: Answer) -> dict[str, Any]:
        since = moment(found.since) if found.since is not None else None
        candidates = {named(side[0], denied=side[1]) for side in found.sides}
        given = {"status": found.status, "place": found.value, "value": found.value, "path": list(found.path)}
        given |= {"relation": found.relation}
        return given | {"confidence": found.confidence, "basis": found.basis, "since": since, "candidates": candidates}

    def where(self, reference: Reference, question) -> dict[str, Any]:
        return self._answer(reference.where(question["entity"], to_us(question["at"])))

    def state(self, reference: Reference, question) -> dict[str, Any]:
        return self._answer(reference.state(question["entity"], question["attribute"], to_us(question["at"])))

    def history(self, reference: Reference, question) -> dict[str, Any]:
        stays = reference.history(question["entity"], question.get("attribute", LOCATION))
        return {"rows": [self._row(stay) for stay in stays]}

    def _row(self, stay: Stay):
        what = stay.value
        if stay.status != "known":
            what = told(stay.status, {named(side[0], denied=side[1]) for side in stay.sides})
        bounds = stay.bounds and tuple(moment(us) for us in stay.bounds)
        return (moment(stay.start), moment(stay.end), what, stay.relation, bounds)

    def conflicts(self, reference: Reference, question) -> dict[str, Any]:
        found = reference.conflicts(question["entity"])
        asked = question.get("status")
        rows = [self._quarrel(one) for one in found if asked in (None, one.status_at(self.now))]
        return {"rows": rows, "status": asked}

    def _quarrel(self, one: Quarrel):
        sides = " | ".join(sorted({named(claim.value, denied=claim.denied) for claim in one.sides_at(self.now)}))
        return (moment(one.start), moment(one.end), sides, None, None)

    def inside(self, reference: Reference, question) -> dict[str, Any]:
        found = reference.inside(question["place"], to_us(question["at"]), question.get("relation", "in"))
        return {"entities": sorted(found)}


@each_scenario
def test_the_tracker_answers_as_told(scenario: Scenario) -> None:
    """Fed in the order of the file, one event at a time; and shuffled, in batches of three (P1)."""
    check_scenario(scenario)


@each_scenario
def test_the_reference_fold_answers_as_told(scenario: Scenario) -> None:
    """The judge is judged by the same expectations, as far as it answers at all."""
    for question in scenario.questions:
        if question["ask"] in REFERENCE_ANSWERS:
            keys = [key for key in expectations(question) if key in REFERENCE_KEYS]
            check(question, ReferenceAnswers(scenario)(question), keys)


def test_every_row_of_the_decision_table_has_a_scenario() -> None:
    """A row nobody has told a story about is a row nobody has checked."""
    rows = set(re.findall(r"^\| ([A-Z]+\d+) \|", TABLE.read_text(encoding="utf-8"), re.MULTILINE))
    covered = {row for scenario in ALL for row in scenario.covers}
    assert rows == covered


def test_no_scenario_expects_nothing() -> None:
    """A question without an expectation would always pass."""
    empty = [(one.name, asked) for one in ALL for asked in one.questions if not expectations(asked)]
    assert empty == []
