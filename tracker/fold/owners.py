"""Which rule an attribute belongs to: every rule sees every event, and no two have a say about one attribute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tracker.domain.logged import Logged
from tracker.domain.payloads import LOCATION, PAYLOADS
from tracker.domain.rule import REST, Rule
from tracker.errors import InvalidInput

_ID = "00000000-0000-0000-0000-000000000001"
_TIME = "2026-03-02T12:00:00+00:00"


def owned_by(rule: Rule) -> tuple[str, ...]:
    """What the rule declares as its own. A rule that declares nothing owns what it names, event by event, as far as no
    other rule declared it."""
    owned: tuple[str, ...] = getattr(rule, "owns", ())
    return owned


def declared(rules: Sequence[Rule]) -> dict[str, Rule]:
    """The declared attributes, each with its rule; under `REST` the rule that takes what no other does."""
    return {attribute: rule for rule in rules for attribute in owned_by(rule)}


def check_owners(rules: Sequence[Rule]) -> None:
    """Raises InvalidInput when two rules claim one attribute, or have one name: by what they declare, and by what they
    say of one event of each type."""
    by_name: dict[str, Rule] = {}
    claimed: dict[str, Rule] = {}
    attributes = [LOCATION, *(one for rule in rules for one in owned_by(rule) if one != REST)]
    samples = list(_samples(attributes))
    for rule in rules:
        if by_name.setdefault(rule.name, rule) is not rule:
            raise InvalidInput(f"two rules are called {rule.name!r}: {_told(by_name[rule.name])} and {_told(rule)}")
        names = dict.fromkeys(owned_by(rule))
        if REST not in names:
            names |= dict.fromkeys(one for event in samples for one in _named(rule, event))
        for attribute in names:
            other = claimed.setdefault(attribute, rule)
            if other is not rule:
                what = "whatever no other rule owns" if attribute == REST else f"the attribute {attribute!r}"
                raise InvalidInput(f"{_told(other)} and {_told(rule)} both claim {what}")


def _told(rule: Rule) -> str:
    return f"rule {rule.name}@{rule.version}"


def _named(rule: Rule, event: Logged) -> tuple[str, ...]:
    try:
        return rule.attributes(event)
    except Exception:  # third-party code; where it fails on a real event, the queue says so
        return ()


def _samples(attributes: Sequence[str]) -> Iterator[Logged]:
    for attribute in attributes:
        claim = {"claim": {"attribute": attribute, "value": "here"}}
        told: dict[str, dict[str, Any]] = {
            "placed": {"place": "here"},
            "removed": {"by": "somebody"},
            "moved": {"to_place": "here"},
            "registered": {"kind": "thing", "within": "here"},
            "planned": {"what": "something", "due_at": _TIME},
            "redacted": {"event_ids": [_ID], "reason": "expired", "attribute": attribute},
            "stated": {"text": "here", **claim},
            "system_action": {"action": "report", **claim},
        }
        for kind in ("seen", "not_seen", "confirmed", "denied", "corrected"):
            told[kind] = claim
        for kind in ("completed", "cancelled"):
            told[kind] = {}
        for kind in PAYLOADS:
            if kind in told:
                yield Logged(_ID, "thing", kind, 0, None, 0, 1.0, told[kind], "camera:somewhere")
