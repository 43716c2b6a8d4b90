"""Every family's examples: an example beside a pattern is a promise about the plan it becomes."""

from __future__ import annotations

import json

import pytest

from tracker import Tracker
from tracker.errors import InvalidInput
from tracker.query.ask.families import FAMILIES, Example, Family

EXAMPLES = [(family, example) for family in FAMILIES for example in family.examples]
NOW = "2026-03-04T14:30:00+00:00"


@pytest.mark.parametrize(("family", "example"), EXAMPLES, ids=[example.question for _, example in EXAMPLES])
def test_an_example_becomes_the_plan_beside_it(empty: Tracker, family: Family, example: Example):
    """The fields that the example names are those of the plan; without any, it is not understood."""
    reply = empty.ask(example.question, at=NOW)
    assert reply.understood == bool(example.plan), reply.text
    assert {name: (reply.plan or {})[name] for name in example.plan} == dict(example.plan)


@pytest.mark.parametrize(("family", "example"), EXAMPLES, ids=[example.question for _, example in EXAMPLES])
def test_a_plan_kept_as_json_gives_the_same_answer(home: Tracker, family: Family, example: Example):
    """The plan in a reply is an API call: through JSON and back it answers the same, word for word."""
    first = home.ask(example.question, at="2026-03-02T15:00:00+00:00", tz="Asia/Taipei")
    if first.understood:
        again = home.ask(json.loads(first.model_dump_json())["plan"])
        left_out = {"question"}
        assert again.model_dump(mode="json", exclude=left_out) == first.model_dump(mode="json", exclude=left_out)


@pytest.mark.parametrize("family", FAMILIES, ids=[family.name for family in FAMILIES])
def test_a_family_has_examples_in_both_languages_for_each_intent(family: Family):
    """No kind of question ships without having been shown at work in English and in Chinese."""
    shown = {(example.plan["intent"], example.question.isascii()) for example in family.examples if example.plan}
    assert {(pattern.intent, not pattern.chinese) for pattern in family.patterns} - shown == set()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"tz": "Nowhere/Land"}, "tz"),
        ({"intent": "guess"}, "intent"),
        ({"at": "now"}, "at"),
        ({"viewer": "ana"}, "viewer"),
    ],
)
def test_a_bad_plan_is_refused_with_its_field(home: Tracker, change: dict[str, str], named: str):
    """One line naming the field; a plan cannot carry who may see what."""
    plan = home.ask("where are my keys?", at=NOW).plan
    assert plan is not None
    with pytest.raises(InvalidInput, match=named):
        home.ask({**plan, **change})
