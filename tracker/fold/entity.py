"""Folding one entity: its projecting events go to the rules that own their attributes, from a snapshot if there is one.

A rule that raises, or gives back what no rule may, stops its own attribute only: from the failing event on the
attribute is unknown, with the reason, and a review item says so. A rule that cannot say which attributes an event bears
on is passed over from that event on, as if it were not there; the item then stands under `name@version`. Both an
incremental and a full fold stop at the same event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from tracker.domain.ids import conflict_id_for
from tracker.domain.logged import Logged
from tracker.domain.policy import AttributePolicy, Policy
from tracker.domain.rule import REST, Around, Folded, Rule, Subject
from tracker.domain.slices import AS_TUPLE, Problem, Slice
from tracker.errors import first_line
from tracker.fold.checked import FAILED, BadOutput
from tracker.fold.owners import declared
from tracker.fold.tracks import Surroundings

BEGINNING = -(1 << 62)
"""Before all times."""


class Line(NamedTuple):
    """Where one attribute's fold stands: rule (`name@version`), its state, from which start on its slices may still
    change (µs since the epoch, UTC), where those that may change start, and how many problems may."""

    rule: str
    state: Any
    upto: int = BEGINNING
    loose: tuple[int, ...] = ()
    pending: int = 0


class Attribute(NamedTuple):
    """What a fold call adds to one attribute: final rows, then the tail that may change."""

    line: Line
    slices: list[Slice]
    problems: list[Problem]
    tail: list[Slice]
    pending: list[Problem]


class Failed(NamedTuple):
    """The state of an attribute whose rule failed, at the time (µs since the epoch, UTC) of the failing event."""

    at: int
    reason: str
    event_id: str


_NOTHING = Folded(None, [], [], [], [])


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
    """Fold `events` on from `lines` (empty: from the beginning) → what they add, by attribute. Attributes that no event
    bears on are left out."""
    by_attribute, owners, broken = _sort_by_attribute(events, lines, rules)
    folded = {attribute: _failed(entity_id, attribute, failed) for attribute, failed in broken.items()}
    for attribute, own in by_attribute.items():
        subject, limited = Subject(entity_id, attribute), PolicyAround(limits[attribute], around)
        folded[attribute] = _fold_attribute(subject, lines.get(attribute), own, owners[attribute], limited)
    return folded


def tails(
    entity_id: str,
    lines: Mapping[str, Line],
    rules: Sequence[Rule],
    around: Surroundings,
    limits: Limits,
    stand: tuple[int, int, str],
) -> dict[str, Attribute]:
    """How each of `lines` stands at `stand`, the place in fold order of the last event that was folded into them."""
    by_id = {rule_id(rule): rule for rule in rules}
    found: dict[str, Attribute] = {}
    for attribute, line in lines.items():
        subject, limited = Subject(entity_id, attribute), PolicyAround(limits[attribute], around)
        try:
            found[attribute] = _fold_attribute(subject, line, [], by_id[line.rule], limited)
        except _FailsOnNothing as failure:
            failed = Failed(stand[0], failure.reason, stand[2])
            found[attribute] = _added(line.rule, line.upto, _failure(subject, _NOTHING, failed))
    return found


def _sort_by_attribute(
    events: Sequence[Logged], lines: Mapping[str, Line], rules: Sequence[Rule]
) -> tuple[dict[str, list[Logged]], dict[str, Rule], dict[str, Failed]]:
    """The events by the attribute they bear on, the rule of each attribute, and the rules that failed to say, by id."""
    by_attribute: dict[str, list[Logged]] = {}
    owners: dict[str, Rule] = {}
    broken: dict[str, Failed] = {}
    sound, owned = rules, declared(rules)
    if lines:
        by_id = {rule_id(rule): rule for rule in rules}
        owners = {attribute: by_id[line.rule] for attribute, line in lines.items()}
        sound = [rule for id_, rule in by_id.items() if id_ not in lines or not _has_failed(lines[id_].state)]
    for event in events:
        if event.type == "resolved":
            # A decision names a conflict, not an attribute: it reaches all that began before it.
            for attribute in owners:
                by_attribute.setdefault(attribute, []).append(event)
            continue
        named: dict[str, Rule] = {}
        for rule in sound:
            try:
                _claim(rule, rule.attributes(event), named, owned)
            except Exception as error:  # a rule is third-party code: it may raise anything, and must stop nothing else
                broken[rule_id(rule)] = Failed(event.occurred, _reason(rule, error), event.event_id)
                sound = [each for each in sound if each is not rule]
        for attribute, rule in named.items():
            if attribute not in owners:
                owners[attribute] = rule
            if attribute not in by_attribute:
                by_attribute[attribute] = []
            by_attribute[attribute].append(event)
    return by_attribute, owners, broken


def _claim(rule: Rule, attributes: tuple[str, ...], named: dict[str, Rule], owned: Mapping[str, Rule]) -> None:
    """Note that the event bears on these attributes of the rule. What is another's goes past the rule that takes the
    rest, and is a mistake of any other."""
    rest = owned.get(REST) is rule
    for attribute in attributes:
        other = owned.get(attribute) or named.get(attribute)
        if other is None or other is rule or (not rest and owned.get(REST) is other):
            named[attribute] = rule
        elif not rest:
            raise BadOutput(f"attributes() gave {attribute!r}, which is {rule_id(other)}'s")


class _FailsOnNothing(Exception):
    """A rule failed, and on no event that could be blamed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def _fold_attribute(subject: Subject, line: Line | None, events: list[Logged], rule: Rule, around: Around) -> Attribute:
    state, upto = (line.state, line.upto) if line is not None else (None, BEGINNING)
    if _has_failed(state):
        folded = _failure(subject, _NOTHING, Failed(*state[FAILED]))
    else:
        try:
            folded = _folded(subject, state, events, rule, around, upto)
        except Exception as error:  # as above
            folded = _fold_until_it_fails(subject, line, events, rule, around, error)
    return _added(rule_id(rule), upto, folded)


def _has_failed(state: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(state, dict) and FAILED in state


def _added(rule: str, upto: int, folded: Folded) -> Attribute:
    state, slices, problems, tail, pending = folded
    upto = slices[-1].start + 1 if slices else upto
    line = AS_TUPLE(Line, (rule, state, upto, tuple([row.start for row in tail]), len(pending)))
    return AS_TUPLE(Attribute, (line, slices, problems, tail, pending))


def _folded(subject: Subject, state: Any, events: Sequence[Logged], rule: Rule, around: Around, upto: int) -> Folded:
    """What the rule gives, if it goes on from what was final before."""
    folded = rule.fold(subject, state, events, around)
    rows = folded.slices or folded.tail
    if rows and rows[0].start < upto:
        raise BadOutput("fold() gave a Slice that starts before the last final one")
    return folded


def _fold_until_it_fails(
    subject: Subject, line: Line | None, events: list[Logged], rule: Rule, around: Around, error: Exception
) -> Folded:
    state, upto = (line.state, line.upto) if line is not None else (None, BEGINNING)
    slices: list[Slice] = []
    problems: list[Problem] = []
    tail = _tail_of(subject, state, rule, around)
    for event in events:
        try:
            step = _folded(subject, state, [event], rule, around, slices[-1].start + 1 if slices else upto)
        except Exception as raised:
            failed = Failed(event.occurred, _reason(rule, raised), event.event_id)
            return _failure(subject, Folded(state, slices, problems, tail, []), failed)
        state, tail = step.state, step.tail
        slices += step.slices
        problems += step.problems
    if not events:
        raise _FailsOnNothing(_reason(rule, error))
    # The rule fails on the whole and on none of its parts: not a pure fold, and nothing of it can be believed.
    return _failure(subject, _NOTHING, Failed(events[0].occurred, _reason(rule, error), events[0].event_id))


def _tail_of(subject: Subject, state: Any, rule: Rule, around: Around) -> list[Slice]:
    """How things stood before the events that fail: what came of it stays, up to the failing event."""
    if state is None:
        return []
    try:
        return rule.fold(subject, state, [], around).tail
    except Exception:  # as above; the caller tells why the rule fails
        return []


def _reason(rule: Rule, error: Exception) -> str:
    text = f"{rule_id(rule)} failed: {type(error).__name__}: {first_line(error)}"
    return text if text.isprintable() else repr(text)[1:-1]


def _failed(entity_id: str, rule: str, failed: Failed) -> Attribute:
    """What stands under the id of a rule that could not say which attributes an event bears on."""
    return _added(rule, BEGINNING, _failure(Subject(entity_id, rule), _NOTHING, failed))


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
    return Folded({FAILED: list(failed)}, [*before.slices, *kept], before.problems, [unknown], [item])
