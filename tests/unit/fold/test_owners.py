"""A rule adds to what the others say and hides nothing: each sees every event, and no two own one attribute."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from rules import RULES
from rules.attribute import AttributeRule
from tracker import Tracker
from tracker.domain.claims import held_of
from tracker.domain.payloads import LOCATION
from tracker.domain.rule import Folded
from tracker.domain.slices import Slice
from tracker.errors import InvalidInput
from tracker.opened import installed_rules

TEN, ELEVEN = "2026-03-02T10:00:00Z", "2026-03-02T11:00:00Z"


class LastReader:
    """Who reported last, of whatever it reads: nothing but an attribute of its own."""

    version = 1

    def __init__(self, name: str = "readers", named: str = "reader", types: tuple[str, ...] = (), owns: Any = None):
        self.name, self._named, self._types = name, named, types
        if owns is not None:
            self.owns = owns

    def attributes(self, event: Any) -> tuple[str, ...]:
        return (self._named,) if not self._types or event.type in self._types else ()

    def fold(self, subject: Any, state: Any, events: Any, around: Any) -> Folded:
        told = [held_of(event, value=event.source) for event in events if event.type != "resolved"]
        last = Slice(told[-1].at, None, "known", told[-1].at, (told[-1],)) if told else None
        return Folded(state, [], [], [last] if last else [], [])


def event(kind: str, payload: dict[str, Any], at: str = TEN, entity: str = "keys") -> dict[str, Any]:
    return {"entity_id": entity, "type": kind, "occurred_at": at, "source": "camera:a", "payload": payload}


def claim(value: str, attribute: str = LOCATION) -> dict[str, Any]:
    return {"claim": {"attribute": attribute, "value": value}}


@pytest.mark.parametrize("order", [0, len(RULES)], ids=["before those that ship", "after them"])
@pytest.mark.parametrize("owns", [None, ("reader",)], ids=["declares nothing", "declares"])
def test_a_pack_that_reads_location_events_too_takes_nothing_away(order: int, owns: Any) -> None:
    rules = [*RULES[:order], LastReader(owns=owns), *RULES[order:]]
    with Tracker.open("sqlite://", rules=rules) as tracker:
        tracker.append(
            [
                event("seen", claim("hall")),
                event("seen", claim("open", "openness")),
                event("placed", {"place": "desk"}, ELEVEN),
            ]
        )
        assert tracker.where("keys", ELEVEN).place == "desk"
        assert tracker.state("keys", "openness", TEN).value == "open"
        assert tracker.state("keys", "reader", ELEVEN).value == "camera:a"
        assert tracker.conflicts() == []
        assert tracker.replay(dry_run=True).changed == 0


@pytest.mark.parametrize(
    ("rules", "both"),
    [
        ([LastReader(owns=("soil",)), LastReader("others", owns=("soil",))], ("readers@1", "others@1", "'soil'")),
        ([LastReader(named=LOCATION), *RULES], ("readers@1", "location@", "'location'")),
        ([LastReader(named=LOCATION, types=("removed",)), *RULES], ("readers@1", "location@", "'location'")),
        ([*RULES, LastReader(named="plan", types=("cancelled",))], ("readers@1", "plan@", "'plan'")),
        ([LastReader(owns=("*",)), *RULES], ("readers@1", "attribute@", "whatever no other rule owns")),
        ([LastReader(), LastReader("others")], ("readers@1", "others@1", "'reader'")),
        ([LastReader(), LastReader(named="writer")], ("readers@1", "called 'readers'")),
    ],
    ids=["declared twice", "location", "for one type only", "plans", "the rest", "neither declared", "one name"],
)
def test_two_rules_that_claim_one_attribute_are_refused_at_open(
    rules: list[Any], both: tuple[str, ...], tmp_path
) -> None:
    """In one line that names both; nothing is written."""
    file = tmp_path / "home.db"
    with pytest.raises(InvalidInput) as refused:
        Tracker.open(f"sqlite:///{file}", rules=rules)
    assert all(one in str(refused.value) for one in both), str(refused.value)
    assert str(refused.value).isprintable()


def test_what_a_rule_declares_is_its_alone_whatever_the_event() -> None:
    """The generic rule leaves it, also where the rule passes an event over."""
    pack = LastReader(named="soil", types=("seen",), owns=("soil",))
    with Tracker.open("sqlite://", rules=[*RULES, pack]) as tracker:
        tracker.append(
            [event("stated", {"text": "dry", **claim("dry", "soil")}), event("seen", claim("wet", "soil"), ELEVEN)]
        )
        assert [stay.rule for stay in tracker.history("keys", "soil")] == ["readers@1"]
        assert tracker.state("keys", "soil", TEN).status == "unknown"


class Late(LastReader):
    """Claims the location of some things only: no event that is tried at open shows it."""

    def attributes(self, event: Any) -> tuple[str, ...]:
        return (LOCATION,) if event.entity_id == "keys" else ()


def test_a_rule_that_takes_what_is_anothers_is_passed_over_and_the_queue_says_so() -> None:
    with Tracker.open("sqlite://", rules=[Late(), *RULES]) as tracker:
        tracker.append([event("seen", claim("hall")), event("seen", claim("hall"), entity="cup")])
        assert tracker.where("keys", TEN).place == tracker.where("cup", TEN).place == "hall"
        (item,) = tracker.conflicts()
        assert (item.kind, item.entity_id) == ("rule", "keys")
        assert "location@" in item.text


def test_what_a_rule_does_not_own_by_its_own_word_it_may_not_name() -> None:
    with Tracker.open("sqlite://", rules=[LastReader(owns=("reader",)), *RULES]) as sound:
        sound.append([event("seen", claim("hall"))])
        assert sound.conflicts() == []
    with Tracker.open("sqlite://", rules=[LastReader(named="mood", owns=("reader",)), *RULES]) as tracker:
        tracker.append([event("seen", claim("hall"))])
        assert "'mood', which it does not own" in tracker.conflicts()[0].text


def test_the_generic_rule_knows_no_other_rules_attributes() -> None:
    """What it leaves alone, it is told; alone, it takes everything."""
    with Tracker.open("sqlite://", rules=[AttributeRule()]) as tracker:
        tracker.append([event("seen", claim("hall"))])
        assert tracker.history("keys")[0].rule.startswith("attribute@")


@pytest.mark.parametrize("target", ["Pack", "pack", "made"])
def test_an_entry_point_names_a_class_or_an_instance(target: str, tmp_path, monkeypatch) -> None:
    """Or a function that makes one."""
    (tmp_path / "moods.py").write_text(
        "class Pack:\n name, version, owns = 'moods', 1, ('mood',)\n def attributes(self, event): return ()\n"
        " def fold(self, *_): raise AssertionError\npack = Pack()\ndef made(): return Pack()\n"
    )
    (tmp_path / "moods-1.dist-info").mkdir()
    (tmp_path / "moods-1.dist-info" / "entry_points.txt").write_text(f"[tracker.rules]\nmoods = moods:{target}\n")
    (tmp_path / "moods-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: moods\nVersion: 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("moods", None)
    assert [rule.name for rule in installed_rules()][:1] == ["moods"]
    assert not isinstance(installed_rules()[0], type)
