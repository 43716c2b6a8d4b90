"""A rule pack that is broken stops nothing else: the events are kept, every other attribute is folded, and the queue
says in one line which rule failed on which event."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules import RULES
from tracker import Tracker
from tracker.domain.rule import Folded
from tracker.domain.slices import Held, Problem, Slice
from tracker.errors import InvalidInput
from tracker.projection.folding import SNAPSHOT_EVERY

ID = "0190b4b6-7c1e-7000-8000-000000000000"
NINE = 1_772_442_000_000_000
HELD = Held("on", None, "observed", "camera:a", 1.0, ID, NINE, NINE, NINE)
KNOWN = Slice(NINE, None, "known", NINE, (HELD,))
PROBLEM = Problem(ID, "lamp", "light", NINE, None, "open", ())


def event(attribute: str, value: str, minute: int, entity: str = "lamp") -> dict[str, Any]:
    return {
        "entity_id": entity,
        "type": "seen",
        "occurred_at": f"2026-03-02T09:{minute:02}:00Z",
        "payload": {"claim": {"attribute": attribute, "value": value}},
        "source": "camera:a",
    }


class Pack:
    """A third-party rule on `light`, whose parts a test breaks."""

    name = "lights"
    version = 3

    def __init__(self, attributes: Callable[..., Any] | None = None, fold: Callable[..., Any] | None = None) -> None:
        self._attributes, self._fold = attributes, fold

    def attributes(self, event: Any) -> Any:
        mine = event.type == "seen" and event.payload["claim"]["attribute"] == "light"
        return self._attributes(event) if self._attributes else ("light",) if mine else ()

    def fold(self, subject: Any, state: Any, events: Any, around: Any) -> Any:
        return self._fold(events) if self._fold else Folded((state or 0) + len(events), [], [], [KNOWN], [])


def raising(*_: Any) -> Any:
    raise RuntimeError("no lamp\nTraceback: \x1b[31m\udc80 here")


def folding(**changed: Any) -> Callable[..., Any]:
    return lambda events: Folded(1, [], [], [], [])._replace(**changed)


BROKEN = {
    "raises": Pack(fold=raising),
    "gives nothing": Pack(fold=lambda _: None),
    "gives a plain tuple": Pack(fold=lambda _: (1, [], [], [], [])),
    "state is not JSON": Pack(fold=folding(state={1, 2})),
    "state has no JSON number": Pack(fold=folding(state=1 << 70)),
    "state is taken for the tracker's": Pack(fold=folding(state={"failed": True})),
    "slices are none": Pack(fold=folding(slices=None)),
    "slices are no slices": Pack(fold=folding(slices=[(1, 2)])),
    "a slice begins in words": Pack(fold=folding(tail=[KNOWN._replace(start="nine")])),
    "a slice ends beyond all times": Pack(fold=folding(tail=[KNOWN._replace(since=1 << 70)])),
    "a slice has another status": Pack(fold=folding(slices=[KNOWN._replace(status="perhaps")])),
    "nothing is known": Pack(fold=folding(slices=[KNOWN._replace(claims=())])),
    "a claim is no claim": Pack(fold=folding(slices=[KNOWN._replace(claims=("on",))])),
    "a claim has another basis": Pack(fold=folding(slices=[KNOWN._replace(claims=(HELD._replace(basis="guessed"),))])),
    "a claim has no event": Pack(fold=folding(slices=[KNOWN._replace(claims=(HELD._replace(event_id="e"),))])),
    "it ends by no event": Pack(fold=folding(tail=[KNOWN._replace(ended_by="nothing")])),
    "bounds are one time": Pack(fold=folding(tail=[KNOWN._replace(bounds=(NINE,))])),
    "problems are no problems": Pack(fold=folding(pending=["trouble"])),
    "a problem begins in words": Pack(fold=folding(problems=[PROBLEM._replace(start="nine")])),
    "fails on several, not on one": Pack(
        fold=lambda events: raising() if len(events) > 1 else Folded(1, [], [], [KNOWN], [])
    ),
}
MUTE = {
    "raises": Pack(raising),
    "gives nothing": Pack(lambda _: None),
    "gives numbers": Pack(lambda _: (5,)),
    "gives text": Pack(lambda _: "light"),
    "gives what cannot be hashed": Pack(lambda _: ([],)),
    "gives an empty name": Pack(lambda _: ("",)),
    "gives a name with a NUL": Pack(lambda _: ("li\0ght",)),
}
EVENTS = [
    event("light", "on", 0),
    event("openness", "open", 0),
    event("light", "off", 2),
    event("location", "hall", 3),
]


def one_line(text: str) -> bool:
    return text.isprintable()


@pytest.mark.parametrize("broken", BROKEN)
def test_a_fold_that_fails_leaves_its_attribute_unknown(broken: str) -> None:
    """Whatever way it fails; other attributes of the same entity are folded as ever."""
    with Tracker.open("sqlite://", rules=[BROKEN[broken], *RULES]) as tracker:
        assert tracker.append(EVENTS).appended == len(EVENTS)
        (item,) = tracker.conflicts()
        assert (item.kind, item.entity_id, item.attribute) == ("rule", "lamp", "light")
        assert "lights@3 failed" in item.text
        assert one_line(item.text)
        assert tracker.history("lamp", "light")[-1].status == "unknown"
        assert tracker.state("lamp", "openness", EVENTS[3]["occurred_at"]).value == "open"
        assert tracker.where("lamp", EVENTS[3]["occurred_at"]).place == "hall"


@pytest.mark.parametrize("broken", MUTE)
def test_a_rule_that_cannot_say_what_an_event_bears_on_is_passed_over(broken: str) -> None:
    """The event goes to the next rule, and the queue has one item for the entity, under the rule's own name."""
    with Tracker.open("sqlite://", rules=[MUTE[broken], *RULES]) as tracker:
        assert tracker.append([*EVENTS, event("light", "on", 4, "torch")]).appended == 5
        items = {item.entity_id: item for item in tracker.conflicts()}
        assert set(items) == {"lamp", "torch"}
        assert len(tracker.conflicts()) == 2
        assert (items["lamp"].kind, items["lamp"].attribute) == ("rule", "lights@3")
        assert one_line(items["lamp"].text)
        assert tracker.state("lamp", "light", EVENTS[3]["occurred_at"]).value == "off"


def only_off(given: Any) -> bool:
    return any(one.payload["claim"]["value"] == "off" for one in given if one.type == "seen")


@pytest.mark.parametrize(
    "pack",
    [
        Pack(fold=raising),
        Pack(fold=lambda events: None if only_off(events) else Folded(1, [], [], [KNOWN], [])),
        Pack(raising),
        Pack(lambda event: (5,) if only_off([event]) else ()),
    ],
    ids=["fold raises", "fold gives nothing on the second", "attributes raise", "attributes are none of the second"],
)
def test_one_by_one_or_together_or_late_it_fails_at_the_same_event(pack: Pack) -> None:
    digests = set()
    for order in ([[0, 1, 2, 3]], [[0], [1], [2], [3]], [[3], [2], [1], [0]], [[1, 3], [0, 2]]):
        with Tracker.open("sqlite://", rules=[pack, *RULES]) as tracker:
            for batch in order:
                tracker.append([{**EVENTS[i], "event_id": _id(i), "observed_at": NOON} for i in batch])
            digests.add(tracker.digest())
            assert tracker.replay().changed == 0
    assert len(digests) == 1


def test_a_fold_that_fails_on_no_events_stops_nothing() -> None:
    """A late event asks every attribute how it stands; a rule that looks at `events[-1]` then finds none."""
    pack = Pack(fold=lambda events: Folded(len(events), [], [], [KNOWN._replace(start=events[-1].occurred)], []))
    later = [event("openness", "open", 1 + number // 10) for number in range(SNAPSHOT_EVERY + 20)]
    with Tracker.open("sqlite://", rules=[pack, *RULES]) as tracker:
        tracker.append([event("light", "on", 0), *later])
        assert tracker.conflicts() == []
        tracker.append([event("openness", "shut", 14)])
        (item,) = tracker.conflicts()
        assert (item.kind, item.attribute) == ("rule", "light")
        assert "IndexError" in item.text


def test_a_pack_that_cannot_be_loaded_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line naming the pack, which is what must be mended or uninstalled."""
    (tmp_path / "lights-1.dist-info").mkdir()
    (tmp_path / "lights-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: lights\nVersion: 1\n")
    (tmp_path / "lights-1.dist-info" / "entry_points.txt").write_text("[tracker.rules]\nlights = no_such_lights:Rule\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InvalidInput, match=r"^rule pack lights \(no_such_lights:Rule\): cannot be loaded: Module.*$"):
        Tracker.open("sqlite://")


def test_what_is_no_rule_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"^rule builtins.object: has no name$"):
        Tracker.open("sqlite://", rules=[object()])


def test_a_rule_that_is_sound_raises_nothing() -> None:
    with Tracker.open("sqlite://", rules=[Pack(), *RULES]) as tracker:
        tracker.append(EVENTS)
        assert tracker.conflicts() == []
        assert tracker.state("lamp", "light", EVENTS[3]["occurred_at"]).value == "on"


NOON = "2026-03-02T12:00:00Z"


def _id(number: int) -> str:
    return f"0190b4b6-7c1e-7000-8000-{number:012}"
