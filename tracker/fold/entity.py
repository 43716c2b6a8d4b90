"""Folding one entity: its projecting events go to the rules that own their attributes, from a snapshot if there is one.

A rule that raises stops its own attribute only: from the failing event on the attribute is unknown, with the reason,
and a review item says so. Both an incremental and a full fold stop at the same event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tracker.domain.events import Logged
from tracker.domain.ids import conflict_id_for
from tracker.domain.policy import AttributePolicy, Policy
from tracker.domain.rule import Around, Folded, Rule, Subject
from tracker.domain.slices import Problem, Slice
from tracker.fold.tracks import Surroundings


class Line(NamedTuple):
    """Where one attribute's fold stands: rule (`name@version`), its state, and how many final slices came before."""

    rule: str
    state: Any
    emitted: int


class Attribute(NamedTuple):
    """What a fold call adds to one attribute: final rows, then the tail that may change."""

    line: Line
    slices: list[Slice]
    problems: list[Problem]
    tail: list[Slice]
    pending: list[Problem]


class Failed(NamedTuple):
    """The state of an attribute whose rule raised, at the time (µs since the epoch, UTC) of the failing event."""

    at: int
    reason: str
    event_id: str


class Limits(dict[str, AttributePolicy]):
    """The policy of each attribute of one kind of entity (None: not registered), looked up once."""

    def __init__(self, policy: Policy, kind: str | None) -> None:
        self._policy, self._kind = policy, kind

    def __missing__(self, attribute: str) -> AttributePolicy:
        found = self[attribute] = self._policy.of(self._kind, attribute)
        return found


class PolicyAround:
    """The surroundings of an entity, seen with the policy of one attribute."""

    __slots__ = ("closed", "inside", "place_of", "policy", "root")

    def __init__(self, policy: AttributePolicy, world: Surroundings) -> None:
        self.policy = policy
        self.inside, self.root = world.inside, world.root
        self.place_of, self.closed = world.place_of, world.closed


def kind_of(events: Sequence[Logged]) -> str | None:
    """The entity's kind: that of its last registration in fold order."""
    for event in reversed(events):
        if event.type == "registered":
            return str(event.payload["kind"])
    return None


def rule_id(rule: Rule) -> str:
    return f"{rule.name}@{rule.version}"


def fold_entity(
    entity_id: str,
    events: Sequence[Logged],
    lines: Mapping[str, Line],
    rules: Sequence[Rule],
    around: Surroundings,
    limits: Limits,
) -> dict[str, Attribute]:
    """Fold `events` on from `lines` (empty: from the beginning) → what they add, by attribute. No events: every line
    with its tail. Attributes that no event bears on are left out."""
    by_attribute, owners = _sort_by_attribute(events, lines, rules)
    return {
        attribute: _fold_attribute(
            Subject(entity_id, attribute),
            lines.get(attribute),
            own,
            owners[attribute],
            PolicyAround(limits[attribute], around),
        )
        for attribute, own in by_attribute.items()
    }


def _sort_by_attribute(
    events: Sequence[Logged], lines: Mapping[str, Line], rules: Sequence[Rule]
) -> tuple[dict[str, list[Logged]], dict[str, Rule]]:
    by_attribute: dict[str, list[Logged]] = {} if events else {attribute: [] for attribute in lines}
    owners: dict[str, Rule] = {}
    if lines:
        by_id = {rule_id(rule): rule for rule in rules}
        owners = {attribute: by_id[line.rule] for attribute, line in lines.items()}
    for event in events:
        if event.type == "resolved":
            # A decision names a conflict, not an attribute: it reaches all that began before it.
            for attribute in owners:
                by_attribute.setdefault(attribute, []).append(event)
            continue
        for rule in rules:
            attributes = rule.attributes(event)
            for attribute in attributes:
                if attribute not in owners:
                    owners[attribute] = rule
                if attribute not in by_attribute:
                    by_attribute[attribute] = []
                by_attribute[attribute].append(event)
            if attributes:
                break
    return by_attribute, owners


def _fold_attribute(subject: Subject, line: Line | None, events: list[Logged], rule: Rule, around: Around) -> Attribute:
    state, emitted = (line.state, line.emitted) if line is not None else (None, 0)
    if isinstance(state, dict) and "failed" in state:
        failed = Failed(*state["failed"])
        folded = _failure(subject, Folded(None, [], [], [], []), failed)
    else:
        try:
            folded = rule.fold(subject, state, events, around)
        except Exception as error:  # a rule is third-party code: it may raise anything, and must stop nothing else
            folded = _fold_until_it_fails(subject, state, events, rule, around, error)
    after = Line(rule_id(rule), folded.state, emitted + len(folded.slices))
    return Attribute(after, folded.slices, folded.problems, folded.tail, folded.pending)


def _fold_until_it_fails(
    subject: Subject, state: Any, events: list[Logged], rule: Rule, around: Around, error: Exception
) -> Folded:
    slices: list[Slice] = []
    problems: list[Problem] = []
    tail: list[Slice] = []
    for event in events:
        try:
            step = rule.fold(subject, state, [event], around)
        except Exception as raised:
            reason = f"{rule_id(rule)} failed: {type(raised).__name__}: {raised}"
            failed = Failed(event.occurred, reason, event.event_id)
            return _failure(subject, Folded(state, slices, problems, tail, []), failed)
        state, tail = step.state, step.tail
        slices += step.slices
        problems += step.problems
    raise error  # the rule fails on the whole and on none of its parts: not a pure fold, and nothing can be said


def _failure(subject: Subject, before: Folded, failed: Failed) -> Folded:
    """Everything up to the failing event as it stood, then unknown."""
    kept = [
        row if row.end is not None and row.end <= failed.at else row._replace(end=failed.at)
        for row in before.tail
        if row.start < failed.at
    ]
    unknown = Slice(failed.at, None, "unknown", failed.at, ended_by=failed.event_id, reason=failed.reason)
    item = Problem(
        str(conflict_id_for(*subject, [failed.event_id])),
        *subject,
        failed.at,
        None,
        "open",
        (),
        failed.event_id,
        failed.reason,
    )
    return Folded({"failed": list(failed)}, [*before.slices, *kept], before.problems, [unknown], [item])
