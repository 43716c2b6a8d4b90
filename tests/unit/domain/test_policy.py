"""A policy that validates can be used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tracker import Tracker
from tracker.domain.policy import LONGEST_S, Policy, read_policy
from tracker.errors import InvalidInput

SPANS = ("window_s", "default_half_life_s", "half_life_s.cup", "attribute_half_life_s.lamp", "retain_s.camera")


def toml(key: str, seconds: float) -> str:
    table, _, name = key.partition(".")
    return f"[{table}]\n{name} = {seconds!r}\n" if name else f"{key} = {seconds!r}\n"


@pytest.mark.parametrize("key", SPANS)
@pytest.mark.parametrize("seconds", [1e308, 1e301, float("inf"), float("nan")])
def test_a_span_that_no_clock_counts_is_refused_with_its_key(tmp_path: Path, key: str, seconds: float) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(toml(key, seconds))
    with pytest.raises(InvalidInput, match=f"policy.toml: {key.replace('.', '[.]')}: "):
        read_policy(path)


def claim(entity: str, minute: int, source: str, **said: Any) -> dict[str, Any]:
    return {
        "entity_id": entity,
        "type": "seen",
        "occurred_at": f"2026-03-02T12:{minute:02}:00Z",
        "source": source,
        "payload": {"claim": said},
    }


@pytest.mark.parametrize("key", SPANS)
@pytest.mark.parametrize("seconds", [1e-9, 1.0, 1e15, LONGEST_S])
def test_every_span_that_is_allowed_can_be_lived_with(tmp_path: Path, key: str, seconds: float) -> None:
    """Appending, asking, sweeping and replaying, with a conflict and a container in the log."""
    path = tmp_path / "policy.toml"
    path.write_text(toml(key, seconds))
    with Tracker.open("sqlite://", policy=read_policy(path)) as tracker:
        tracker.append([claim("cup", 0, "camera:a", value="desk"), claim("cup", 1, "camera:b", value="hall")])
        tracker.append([claim("desk", 2, "camera:a", value="hall"), claim("cup", 3, "camera:b", value="desk")])
        tracker.append(claim("cup", 2, "camera:a", attribute="lamp", value="on"))
        tracker.append({**claim("cup", 0, "user:ana"), "type": "registered", "payload": {"kind": "cup"}})
        assert tracker.where("cup").text
        assert tracker.state("cup", "lamp").text
        tracker.conflicts(None), tracker.inside("hall")
        tracker.sweep()
        assert tracker.replay(dry_run=True).changed == 0


def test_a_policy_that_nobody_validated_is_refused() -> None:
    """`model_copy` validates nothing."""
    for change in ({"floor": 7}, {"window_s": float("nan")}, {"retain_s": {"camera": -1}}):
        with pytest.raises(InvalidInput, match=f"^policy: {next(iter(change))}"):
            Tracker.open("sqlite://", policy=Policy().model_copy(update=change))
