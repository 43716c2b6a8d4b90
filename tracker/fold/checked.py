"""What a third-party rule gives back, checked: it may be anything, and must then stop nothing else and reach no view.

The rules that ship go without: they are tested, and the check costs about as much as their folds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from types import NoneType
from typing import Any, get_args

import orjson

from tracker.domain.ids import identifier
from tracker.domain.logged import Logged
from tracker.domain.rule import REST, Around, Folded, Rule, Subject
from tracker.domain.slices import Basis, Held, Problem, Slice, Status
from tracker.errors import InvalidInput
from tracker.fold.owners import owned_by

FAILED = "failed"
"""The key of the tracker's own state of an attribute whose rule failed; no rule's state may have it."""

_Types = frozenset[type]
_TEXT, _TEXT_OR_NOT = _Types({str}), _Types({str, NoneType})
_TIME, _TIME_OR_NOT = _Types({int}), _Types({int, NoneType})
_ROWS, _BOUNDS = _Types({tuple}), _Types({tuple, NoneType})
_NUMBER, _TRUTH = _Types({int, float}), _Types({bool})
_HELD = (
    _TEXT, _TEXT_OR_NOT, _TEXT, _TEXT, _NUMBER, _TEXT, _TIME, _TIME, _TIME, _TIME_OR_NOT, _TRUTH, _TIME_OR_NOT,
)  # fmt: skip
_SLICE = (_TIME, _TIME_OR_NOT, _TEXT, _TIME, _ROWS, _BOUNDS, _TEXT_OR_NOT, _TEXT_OR_NOT, _TEXT_OR_NOT)
_PROBLEM = (_TEXT, _TEXT, _TEXT, _TIME, _TIME_OR_NOT, _TEXT, _ROWS, _TEXT_OR_NOT, _TEXT_OR_NOT)
_IDS = frozenset({"event_id", "ended_by", "conflict_id"})
_SEVERAL_IDS = re.compile("(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})*")
# Times that a database can hold.
_FIRST, _LAST = -(1 << 63), (1 << 63) - 1
_PLAIN = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


class BadOutput(Exception):
    """A rule gave back what no rule may."""


class CheckedRule:
    """A rule that raises BadOutput rather than give back what no rule may."""

    def __init__(self, rule: Rule) -> None:
        """Raises InvalidInput for what is no rule at all."""
        for part in ("name", "version", "attributes", "fold"):
            if not hasattr(rule, part):
                raise InvalidInput(f"rule {type(rule).__module__}.{type(rule).__qualname__}: has no {part}")
        self.name, self.version, self._rule = rule.name, rule.version, rule
        self.owns = owned_by(rule)
        if type(self.owns) is not tuple or not set(map(type, self.owns)) <= _TEXT:
            raise InvalidInput(f"rule {rule.name}: owns is no tuple of texts")

    def attributes(self, event: Logged) -> tuple[str, ...]:
        named = checked_attributes(self._rule.attributes(event))
        others = set(named).difference(self.owns)
        if self.owns and REST not in self.owns and others:
            raise BadOutput(f"attributes() gave {min(others)!r}, which it does not own")
        return named

    def fold(self, subject: Subject, state: Any, events: Sequence[Logged], around: Around) -> Folded:
        return checked_fold(self._rule.fold(subject, state, events, around))


def checked_attributes(attributes: tuple[str, ...]) -> tuple[str, ...]:
    """The attributes that a rule names, if they are a tuple of what may name an attribute; else BadOutput."""
    if type(attributes) is not tuple or not set(map(type, attributes)) <= _TEXT:
        raise BadOutput("attributes() gave no tuple of texts")
    return _named(attributes)


@lru_cache(maxsize=4096)
def _named(attributes: tuple[str, ...]) -> tuple[str, ...]:
    for one in attributes:
        try:
            identifier(one)
        except ValueError as error:
            raise BadOutput(f"attributes() gave {one[:60]!r}: {error}") from None
        if not 0 < len(one) <= 200:
            raise BadOutput("attributes() gave a name that is empty or longer than 200 characters")
    return attributes


def checked_fold(folded: Folded) -> Folded:
    """What a fold gave, if it is of the form that `Folded` tells; else BadOutput."""
    if type(folded) is not Folded:
        raise BadOutput(f"fold() gave {type(folded).__name__}, not Folded")
    if type(folded.state) is dict and FAILED in folded.state:
        raise BadOutput(f"fold() gave a state with the key {FAILED!r}, which is the tracker's own")
    try:
        orjson.dumps(folded.state, option=_PLAIN)
    except TypeError as error:
        raise BadOutput(f"fold() gave a state that is not JSON: {error}") from None
    for field in ("slices", "tail"):
        _check_slices(getattr(folded, field), field)
    for field in ("problems", "pending"):
        _check_problems(getattr(folded, field), field)
    starts = [row.start for row in (*folded.slices, *folded.tail)]
    if any(later <= earlier for earlier, later in pairwise(starts)):
        raise BadOutput("fold() gave Slices that do not start one after the other")
    return folded


def _check_slices(rows: Sequence[Slice], field: str) -> None:
    _check_rows(rows, field, Slice, _SLICE)
    _check_claims(rows, field)
    for row in rows:
        if row.status not in get_args(Status) or (row.status == "known" and not row.claims):
            raise BadOutput(f"fold() gave in {field} a Slice that is no {'/'.join(get_args(Status))} with its claims")
        if row.bounds is not None and tuple(map(type, row.bounds)) != (int, int):
            raise BadOutput(f"fold() gave in {field} a Slice whose bounds are not two times")


def _check_problems(rows: Sequence[Problem], field: str) -> None:
    _check_rows(rows, field, Problem, _PROBLEM)
    _check_claims(rows, field)


def _check_claims(rows: Sequence[Slice] | Sequence[Problem], field: str) -> None:
    claims = [claim for row in rows for claim in row.claims]
    _check_rows(claims, f"the claims of {field}", Held, _HELD)
    if not {claim.basis for claim in claims} <= set(get_args(Basis)):
        raise BadOutput(f"fold() gave in {field} a claim whose basis is none of {', '.join(get_args(Basis))}")


def _check_rows(rows: Sequence[Any], field: str, record: Any, kinds: Sequence[_Types]) -> None:
    """Column by column: that costs a fraction of looking at each value of each row."""
    if type(rows) is not list or not set(map(type, rows)) <= {record}:
        raise BadOutput(f"fold() gave {field} that are no list of {record.__name__}")
    for name, column, allowed in zip(record._fields, zip(*rows, strict=True), kinds, strict=False):
        if not set(map(type, column)) <= allowed:
            raise BadOutput(f"fold() gave in {field} a {record.__name__} with the wrong type of {name}")
        if allowed is _TIME and (min(column) < _FIRST or max(column) > _LAST):
            raise BadOutput(f"fold() gave in {field} a {record.__name__} with {name} beyond all times")
        if name in _IDS and _SEVERAL_IDS.fullmatch("".join(filter(None, column))) is None:
            raise BadOutput(f"fold() gave in {field} a {record.__name__} whose {name} is no id")
