"""Every scenario in fixtures/scenarios, asked of the tracker and of the reference fold.

What a scenario expects was worked out by hand from the decision table. Nothing here writes expectations: to change one,
edit the file."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.reference.answers import Answer, Reference, Stay
from tests.reference.claims import Quarrel
from tests.rules.scenario import Row, Scenario, scenarios
from tracker import Tracker
from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION
from tracker.domain.times import from_us, to_us

ALL = scenarios()
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
ABOUT = ("ask", "entity", "attribute", "at", "known_at", "start", "end", "how", "types", "before")


def each_scenario(function):
    return pytest.mark.parametrize("scenario", ALL, ids=[scenario.name for scenario in ALL])(function)


def moment(us: float) -> datetime | None:
    return None if us == inf else from_us(int(us))


@contextmanager
def tracker_with(scenario: Scenario, events: Iterable[Event], *, batch: int) -> Iterator[Tracker]:
    """An in-memory tracker that was fed the events in the given order, `batch` at a time."""
    now = to_us(scenario.last_moment)
    with Tracker.open("sqlite://", clock=lambda: now) as tracker:
        waiting = list(events)
        for first in range(0, len(waiting), batch):
            tracker.append(waiting[first : first + batch])
        yield tracker


class TrackerAnswers:
    """The tracker's answer to a question, as `{key: value}` for the keys a scenario may expect."""

    def __init__(self, tracker: Tracker) -> None:
        self.tracker = tracker

    def __call__(self, question: dict[str, Any]) -> dict[str, Any]:
        about = {key: value for key, value in question.items() if key in ABOUT[3:]}
        return getattr(self, question["ask"])(question, about)

    def _whereabouts(self, found) -> dict[str, Any]:
        seen = found.last_seen
        return found.model_dump() | {
            "path": list(found.path),
            "candidates": {named(one.value, one.denied) for one in found.candidates},
            "seen_in": seen and seen.place,
            "text": found.text.lower(),
        }

    def where(self, question, about) -> dict[str, Any]:
        return self._whereabouts(self.tracker.where(question["entity"], **about))

    def state(self, question, about) -> dict[str, Any]:
        return self._whereabouts(self.tracker.state(question["entity"], question["attribute"], **about))

    def last_seen(self, question, about) -> dict[str, Any]:
        found = self.tracker.last_seen(question["entity"], **about)
        return {"nothing": found is None} | ({} if found is None else {"place": found.place, "seen_at": found.at})

    def history(self, question, about) -> dict[str, Any]:
        stays = self.tracker.history(question["entity"], question.get("attribute", LOCATION), **about)
        rows = []
        for stay in stays:
            what = stay.value
            if stay.status != "known":
                what = told(stay.status, {named(one.value, one.denied) for one in stay.candidates})
            rows.append((stay.start, stay.end, what, stay.relation, stay.change_bounds))
        return {"rows": rows, "faded": [span for stay in stays for span in stay.faded]}

    def conflicts(self, question, about) -> dict[str, Any]:
        found = self.tracker.conflicts(status=question.get("status"), entity=question["entity"])
        mine = [one for one in found if one.kind == "conflict"]
        rows = []
        for one in sorted(mine, key=lambda one: one.start):
            sides = " | ".join(sorted({named(side.value, side.denied) for side in one.candidates}))
            rows.append((one.start, one.end, sides, None, None))
        return {"rows": rows, "status": question.get("status")}

    def queue(self, question, about) -> dict[str, Any]:
        waiting = self.tracker.conflicts(status="open", entity=question["entity"])
        return {"candidates": {side.value for one in waiting if one.kind == "candidate" for side in one.candidates}}

    def inside(self, question, about) -> dict[str, Any]:
        return {"entities": sorted(self.tracker.inside(question["place"], relation=question.get("relation"), **about))}

    def changes(self, question, about) -> dict[str, Any]:
        about |= {key: question[key] for key in ("attribute", "entity") if key in question}
        if "entity" in about:
            about["entity_id"] = about.pop("entity")
        found = self.tracker.changes(about.pop("start"), about.pop("end"), **about)
        lines = [(one.at, f"{one.entity_id} {one.attribute} {one.before} -> {one.after}") for one in found]
        return {"rows": [(at, None, line, None, None) for at, line in sorted(lines)]}

    def held(self, question, about) -> dict[str, Any]:
        entity, attribute, value = (question[key] for key in ("entity", "attribute", "value"))
        return {"answer": self.tracker.held(entity, attribute, value, **about)}

    def count(self, question, about) -> dict[str, Any]:
        return {"count": self.tracker.count(question["entity"], **about).count}


class ReferenceAnswers:
    """The reference fold's answers in the same form."""

    def __init__(self, scenario: Scenario) -> None:
        self.events, self.now = scenario.events, to_us(scenario.last_moment)

    def __call__(self, question: dict[str, Any]) -> dict[str, Any]:
        known_at = to_us(question["known_at"]) if "known_at" in question else None
        reference = Reference(self.events, known_at=known_at)
        return getattr(self, question["ask"])(reference, question)

    def _answer(self, found: Answer) -> dict[str, Any]:
        since = moment(found.since) if found.since is not None else None
        candidates = {named(*side) for side in found.sides}
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
            what = told(stay.status, {named(*side) for side in stay.sides})
        bounds = stay.bounds and tuple(moment(us) for us in stay.bounds)
        return (moment(stay.start), moment(stay.end), what, stay.relation, bounds)

    def conflicts(self, reference: Reference, question) -> dict[str, Any]:
        found = reference.conflicts(question["entity"])
        asked = question.get("status")
        rows = [self._quarrel(one) for one in found if asked in (None, one.status_at(self.now))]
        return {"rows": rows, "status": asked}

    def _quarrel(self, one: Quarrel):
        sides = " | ".join(sorted({named(claim.value, claim.denied) for claim in one.sides_at(self.now)}))
        return (moment(one.start), moment(one.end), sides, None, None)

    def inside(self, reference: Reference, question) -> dict[str, Any]:
        found = reference.inside(question["place"], to_us(question["at"]), question.get("relation", "in"))
        return {"entities": sorted(found)}


def named(value: str, denied: bool) -> str:
    return f"not {value}" if denied else value


def told(status: str, sides: set[str]) -> str:
    return f"{status} {' | '.join(sorted(sides))}".strip()


def in_order(what: str) -> str:
    """A row's words with the sides of a conflict in alphabetical order."""
    conflict, word, sides = what.rpartition("conflict ")
    if "|" in sides:
        sides = " | ".join(sorted(side.strip() for side in sides.split("|")))
    return conflict + word + sides


def said(found, expected: Row, *, exact_end: bool):
    """What was found, in the words of the expected row: a relation, or a conflict's end, counts only if told there."""
    start, end, what, relation, bounds = found
    if relation is not None and expected.what == f"{relation} {what}":
        what = expected.what
    if not exact_end and expected.end is None:
        end = None
    return (start, end, in_order(str(what)), bounds)


def check(question: dict[str, Any], answer: dict[str, Any], keys: Iterable[str]) -> None:
    """Every expected key, compared."""
    asked = {key: str(value) for key, value in question.items() if key in ABOUT}
    for key in keys:
        expected = question[key]
        if key == "text_has":
            assert all(word.lower() in answer["text"] for word in expected), (asked, answer["text"])
        elif key == "text_lacks":
            assert not any(word.lower() in answer["text"] for word in expected), (asked, answer["text"])
        elif key == "rows":
            exact = question["ask"] == "history"
            rows = [(row.start, row.end, in_order(row.what), row.bounds) for row in expected]
            padded = expected + [Row(datetime.max, None, "", None)] * len(answer["rows"])
            found = [said(one, row, exact_end=exact) for one, row in zip(answer["rows"], padded, strict=False)]
            assert found == rows, asked
        elif key == "confidence":
            assert answer[key] == pytest.approx(expected, abs=0.005), asked
        elif key == "candidates":
            assert set(answer[key]) == set(expected), asked
        else:
            assert answer[key] == expected, (key, asked)


def expectations(question: dict[str, Any]) -> list[str]:
    about = set(ABOUT) - ({"value"} if question["ask"] != "held" else set())
    if question["ask"] == "conflicts":
        about.add("status")
    if question["ask"] == "held":
        about.add("value")
    if question["ask"] == "inside":
        about |= {"place", "relation"}
    return [key for key in question if key not in about]


@each_scenario
def test_the_tracker_answers_as_told(scenario: Scenario) -> None:
    """Fed in the order of the file, one event at a time."""
    with tracker_with(scenario, scenario.events, batch=1) as tracker:
        for question in scenario.questions:
            check(question, TrackerAnswers(tracker)(question), expectations(question))


@each_scenario
def test_the_tracker_answers_as_told_in_any_order(scenario: Scenario) -> None:
    """Fed shuffled, in batches of three: the answers are the same (P1)."""
    shuffled = random.Random(scenario.name).sample(scenario.events, len(scenario.events))
    with tracker_with(scenario, shuffled, batch=3) as tracker:
        for question in scenario.questions:
            check(question, TrackerAnswers(tracker)(question), expectations(question))


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
