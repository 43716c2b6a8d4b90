"""Asking a tracker what a scenario asks, and comparing the answers with what it expects."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import datetime
from math import isclose
from typing import Any, cast

from tracker.domain.answers import Conflict, Interval, Whereabouts
from tracker.domain.payloads import LOCATION
from tracker.domain.rule import Rule
from tracker.testing.scenario import Row, Scenario
from tracker.tracker import Tracker

ABOUT = ("ask", "entity", "attribute", "at", "known_at", "start", "end", "how", "types", "before")
Told = tuple[datetime, datetime | None, str | None, str | None, tuple[datetime, datetime] | None]
"""A row of an answer: start, end (None: open), what, relation, change bounds."""


def check_scenario(scenario: Scenario, rules: Sequence[Rule] | None = None) -> None:
    """Feed the scenario's events to a tracker with these rules (default: all that are installed), one at a time and
    then shuffled in batches, and compare each answer with what is expected. Raises AssertionError that tells both."""
    shuffled = random.Random(scenario.name).sample(scenario.events, len(scenario.events))
    for events, batch in ((scenario.events, 1), (shuffled, 3)):
        with Tracker.open("sqlite://", rules=rules, policy=scenario.policy, clock=scenario.clock) as tracker:
            for first in range(0, len(events), batch):
                tracker.append(events[first : first + batch])
            for question in scenario.questions:
                check(question, TrackerAnswers(tracker)(question), expectations(question), scenario.name)


class TrackerAnswers:
    """The tracker's answer to a question, as `{key: value}` for the keys that a scenario may expect."""

    def __init__(self, tracker: Tracker) -> None:
        self.tracker = tracker

    def __call__(self, question: dict[str, Any]) -> dict[str, Any]:
        about = {key: value for key, value in question.items() if key in ABOUT[3:]}
        return cast("dict[str, Any]", getattr(self, question["ask"])(question, about))

    def _whereabouts(self, found: Whereabouts) -> dict[str, Any]:
        seen = found.last_seen
        return found.model_dump() | {
            "path": list(found.path),
            "candidates": {named(one.value, denied=one.denied) for one in found.candidates},
            "seen_in": seen and seen.place,
            "text": found.text.lower(),
        }

    def where(self, question: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
        return self._whereabouts(self.tracker.where(question["entity"], **about))

    def state(self, question: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
        return self._whereabouts(self.tracker.state(question["entity"], question["attribute"], **about))

    def last_seen(self, question: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
        found = self.tracker.last_seen(question["entity"], **about)
        return {"nothing": found is None} | ({} if found is None else {"place": found.place, "seen_at": found.at})

    def history(self, question: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
        stays = self.tracker.history(question["entity"], question.get("attribute", LOCATION), **about)
        return {"rows": [_stay(one) for one in stays], "faded": [span for one in stays for span in one.faded]}

    def conflicts(self, question: dict[str, Any], _: dict[str, Any]) -> dict[str, Any]:
        found = self.tracker.conflicts(status=question.get("status"), entity=question["entity"])
        mine = sorted((one for one in found if one.kind == "conflict"), key=lambda one: one.start)
        return {"rows": [_dispute(one) for one in mine], "status": question.get("status")}

    def queue(self, question: dict[str, Any], _: dict[str, Any]) -> dict[str, Any]:
        waiting = self.tracker.conflicts(status="open", entity=question["entity"])
        return {"candidates": {side.value for one in waiting if one.kind == "candidate" for side in one.candidates}}

    def inside(self, question: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
        found = self.tracker.inside(question["place"], relation=question.get("relation"), **about)
        return {"entities": sorted(found)}

    def changes(self, question: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
        about |= {key: question[key] for key in ("attribute",) if key in question}
        found = self.tracker.changes(about.pop("start"), about.pop("end"), entity_id=question.get("entity"), **about)
        lines = [(one.at, f"{one.entity_id} {one.attribute} {one.before} -> {one.after}") for one in found]
        return {"rows": [(at, None, line, None, None) for at, line in sorted(lines)]}

    def held(self, question: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
        entity, attribute, value = (question[key] for key in ("entity", "attribute", "value"))
        return {"answer": self.tracker.held(entity, attribute, value, **about)}

    def count(self, question: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
        return {"count": self.tracker.count(question["entity"], **about).count}


def _stay(one: Interval) -> Told:
    what = one.value
    if one.status != "known":
        what = told(one.status, {named(side.value, denied=side.denied) for side in one.candidates})
    return (one.start, one.end, what, one.relation, one.change_bounds)


def _dispute(one: Conflict) -> Told:
    sides = " | ".join(sorted({named(side.value, denied=side.denied) for side in one.candidates}))
    return (one.start, one.end, sides, None, None)


def named(value: str, *, denied: bool) -> str:
    """A side of a conflict, as scenarios write it."""
    return f"not {value}" if denied else value


def told(status: str, sides: set[str]) -> str:
    """What stands in a row where nothing is known, or sources disagree."""
    return f"{status} {' | '.join(sorted(sides))}".strip()


def _in_order(what: str) -> str:
    """A row's words with the sides of a conflict in alphabetical order."""
    conflict, word, sides = what.rpartition("conflict ")
    if "|" in sides:
        sides = " | ".join(sorted(side.strip() for side in sides.split("|")))
    return conflict + word + sides


def _said(found: Told, expected: Row, *, exact_end: bool) -> tuple[Any, ...]:
    """What was found, in the words of the expected row: a relation, or a conflict's end, counts only if told there."""
    start, end, what, relation, bounds = found
    if relation is not None and expected.what == f"{relation} {what}":
        what = expected.what
    if not exact_end and expected.end is None:
        end = None
    return (start, end, _in_order(str(what)), bounds)


def check(question: dict[str, Any], answer: dict[str, Any], keys: Iterable[str], about: str = "") -> None:
    """Every expected key, compared."""
    asked = {key: str(value) for key, value in question.items() if key in ABOUT}
    for key in keys:
        expected: Any = question[key]
        found: Any = answer["text"] if key in ("text_has", "text_lacks") else answer[key]
        if key == "text_has":
            right = all(word.lower() in found for word in expected)
        elif key == "text_lacks":
            right = not any(word.lower() in found for word in expected)
        elif key == "rows":
            exact = question["ask"] == "history"
            padded = expected + [Row(datetime.max, None, "", None)] * len(found)
            found = [_said(one, row, exact_end=exact) for one, row in zip(found, padded, strict=False)]
            expected = [(row.start, row.end, _in_order(row.what), row.bounds) for row in expected]
            right = found == expected
        elif key == "confidence":
            right = isclose(found, expected, abs_tol=0.005)
        elif key == "candidates":
            right = set(found) == set(expected)
        else:
            right = found == expected
        assert right, f"{about} {asked}: {key}: expected {expected!r}, found {found!r}"


def expectations(question: dict[str, Any]) -> list[str]:
    """The keys of a question that are expected of its answer."""
    about = set(ABOUT)
    about |= {"held": {"value"}, "inside": {"place", "relation"}, "conflicts": {"status"}}.get(question["ask"], set())
    return [key for key in question if key not in about]
