"""Refused data is one line that names the field, whoever reads the data and whatever the field is called."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from tracker import Tracker
from tracker.domain.events import read_event
from tracker.domain.policy import read_policy
from tracker.errors import InvalidInput
from tracker.ingest.speech.recording import read_recording
from tracker.ingest.text.source import read_source
from tracker.ingest.vision.watch import read_watch
from tracker.query.ask import read_plan

STRANGE = "no\nsuch\tfield" + "d" * 80
AT = datetime(2026, 3, 2, 14, tzinfo=UTC)


def event(given, _folder):
    exam = {"entity_id": "exam", "type": "completed", "occurred_at": AT, "source": "user:ana", "payload": {}}
    read_event(exam | given)


def decision(given, folder):
    with Tracker.open(f"sqlite:///{folder / 'home.db'}") as tracker:
        tracker.decide({"action": "merge", "by": "ana"} | given)


def recording(given, folder):
    read_recording(**{"path": folder / "a.wav", "start": AT, "source": "mic:hall"} | given)


def text(given, folder):
    read_source(**{"path": folder / "a.txt", "source": "user:ana"} | given)


def plan(given, _folder):
    read_plan({"intent": "where", "at": AT, "now": AT} | given)


def policy(given, folder):
    read_policy(_file(_toml(given), folder))


def watch(given, folder):
    read_watch(_file(_toml(given) + "[cameras.hall.zones.door]\nbox = [0, 0, 1, 1]\n", folder))


def _toml(given):
    return "".join(f"{json.dumps(key)} = {_value(value)}\n" for key, value in given.items())


def _value(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_value(one)}" for key, one in value.items()) + "}"
    return json.dumps(value)


def _file(content, folder):
    path = folder / "given.toml"
    path.write_text(content)
    return path


@pytest.mark.parametrize("read", [event, decision, recording, text, plan, policy, watch])
def test_an_unknown_field_is_named_in_one_line(tmp_path, read):
    with pytest.raises(InvalidInput, match=r"no.*such.*field.*: no such key$") as refused:
        read({STRANGE: 1}, tmp_path)
    line = str(refused.value)
    assert line.isprintable()
    assert len(line.removeprefix(str(tmp_path))) < 150


@pytest.mark.parametrize(
    ("read", "given", "said"),
    [
        (event, {"occurred_at": "yesterday"}, "occurred_at: not an ISO 8601 time with an offset"),
        (decision, {"at": "yesterday"}, "decision: at: not an ISO 8601 time with an offset"),
        (recording, {"tz": "Mars/Base"}, "tz: unknown time zone 'Mars/Base'; give one like Europe/Lisbon"),
        (plan, {"tz": "Mars/Base"}, "plan: tz: unknown time zone 'Mars/Base'; give one like Europe/Lisbon"),
        (text, {"tz": "Mars/Base"}, "tz: unknown time zone 'Mars/Base'; give one like Europe/Lisbon"),
    ],
)
def test_what_is_wrong_is_said_without_the_validators_own_words(tmp_path, read, given, said):
    with pytest.raises(InvalidInput) as refused:
        read(given, tmp_path)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("read", "given", "said"),
    [
        (policy, {"default_halflife_s": 3}, "default_halflife_s: no such key; did you mean default_half_life_s?"),
        (policy, {"acceptance": {"accpt": 0.3}}, "acceptance.accpt: no such key; did you mean accept?"),
        (policy, {"sources": {"camera": {"reviw": 0.3}}}, "sources.camera.reviw: no such key; did you mean review?"),
        (policy, {"zzz": 3}, "zzz: no such key"),
        (event, {"confidense": 1}, "confidense: no such key; did you mean confidence?"),
        (event, {"type": "placed", "payload": {"plac": "desk"}}, "payload.plac: no such key; did you mean place?"),
        (event, {"type": "seen", "payload": {"claim": "garage"}},
         'payload.claim: not an object; one is like {"value": "hall_drawer", "relation": "in"}'),
        (event, {"type": "seen", "payload": {"place": "garage"}},
         'payload.claim: missing; one is like {"value": "hall_drawer", "relation": "in"}'),
        (event, {"type": "seen", "payload": {"claim": {"place": "garage"}}},
         'payload.claim.value: missing; one is like {"value": "hall_drawer", "relation": "in"}'),
        (plan, {"entites": ["keys"]}, "plan: entites: no such key; did you mean entities?"),
    ],
)  # fmt: skip
def test_a_slip_is_answered_with_what_was_meant(tmp_path, read, given, said):
    """The nearest key, or an example of the shape."""
    with pytest.raises(InvalidInput) as refused:
        read(given, tmp_path)
    assert str(refused.value).removeprefix(f"{tmp_path / 'given.toml'}: ") == said


def test_a_missing_policy_file_is_told_like_any_other_missing_file(tmp_path):
    for path, said in ((tmp_path / "no.toml", "no such file"), (tmp_path, "cannot be read: Is a directory")):
        with pytest.raises(InvalidInput) as refused:
            read_policy(path)
        assert str(refused.value) == f"{path}: {said}"
