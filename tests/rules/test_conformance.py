"""What every rule keeps to: those that ship, those added by other packages, and those added later."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from tests.rules.folding import all_rules, everything_folded, streams

ROOT = Path(__file__).parents[2]
RULE_IDS = [rule.name for rule in all_rules()]


def each_rule(function):
    return pytest.mark.parametrize("rule", all_rules(), ids=RULE_IDS)(function)


@each_rule
def test_a_rule_has_scenarios(rule) -> None:
    """A rule without a story has not been thought through."""
    assert next(streams(rule), None) is not None


@each_rule
def test_a_rule_is_documented(rule) -> None:
    """Its module says what it is about; one of ours names the rows of the decision table that it carries out."""
    name = type(rule).__module__
    # A compiled module has no docstring; the source beside it has.
    written = Path(sys.modules[name].__file__).parent / f"{name.rpartition('.')[2]}.py"
    told = ast.get_docstring(ast.parse(written.read_text(encoding="utf-8")))
    assert told
    if name.startswith("rules."):
        table = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
        rows = re.findall(r"\b[A-Z]\d+\b", told)
        assert rows
        assert all(f"| {row} |" in table for row in rows)


@each_rule
def test_a_rule_changes_nothing_it_is_given(rule) -> None:
    """Neither events nor state: both are needed again for the next fold."""
    for stream in streams(rule):
        half = len(stream.events) // 2
        before = deepcopy(stream.events)
        state = rule.fold(stream.subject, None, stream.events[:half], stream.around).state
        kept = deepcopy(state)
        rule.fold(stream.subject, state, stream.events[half:], stream.around)
        assert (stream.events, state) == (before, kept)


@each_rule
def test_a_snapshot_and_the_tail_give_the_full_fold(rule) -> None:
    """Folding on from a state that went through JSON gives what folding everything at once gives, cut anywhere."""
    for stream in streams(rule):
        whole = rule.fold(stream.subject, None, stream.events, stream.around)
        for cut in range(len(stream.events) + 1):
            first = rule.fold(stream.subject, None, stream.events[:cut], stream.around)
            state = json.loads(json.dumps(first.state))
            rest = rule.fold(stream.subject, state, stream.events[cut:], stream.around)
            assert [*first.slices, *rest.slices, *rest.tail] == [*whole.slices, *whole.tail], (stream.scenario, cut)
            problems = [*first.problems, *rest.problems, *rest.pending]
            assert problems == [*whole.problems, *whole.pending], (stream.scenario, cut)
            assert json.dumps(rest.state) == json.dumps(whole.state), (stream.scenario, cut)


def test_the_same_input_gives_the_same_output_in_every_process() -> None:
    """Whatever the order of sets and dicts of strings: two processes with different hash seeds agree to the byte."""
    outputs = [
        subprocess.run(
            [sys.executable, "-m", "tests.rules.folding"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1] == everything_folded() + "\n"
