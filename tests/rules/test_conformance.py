"""What every rule keeps to: those that ship, those added by other packages, and those added later."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.folding import FOLDER, all_rules, everything_folded
from tracker.testing import check_rule, read_scenarios

ROOT = Path(__file__).parents[2]
RULE_IDS = [rule.name for rule in all_rules()]


def each_rule(function):
    return pytest.mark.parametrize("rule", all_rules(), ids=RULE_IDS)(function)


@each_rule
def test_a_rule_has_scenarios(rule) -> None:
    """A rule without a story has not been thought through."""
    with pytest.raises(AssertionError, match="no scenario"):
        check_rule(rule, [])


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
def test_a_rule_keeps_to_what_every_rule_keeps_to(rule) -> None:
    """It changes nothing that it is given, says the same twice, and goes on from a state cut anywhere."""
    check_rule(rule, read_scenarios(FOLDER))


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
