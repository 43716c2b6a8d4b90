"""An opened database: its store, who made its views (policy and rules), and the scene that a question is asked of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import orjson
from sqlalchemy import Connection

from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.errors import InvalidInput, StaleViews, first_line
from tracker.fold.checked import CheckedRule
from tracker.fold.entity import rule_id
from tracker.projection import replay as replaying
from tracker.projection.project import Projector
from tracker.projection.scene import FoldedScene, Scene, StoredScene
from tracker.query.moments import Moment, Viewers, labels, moment
from tracker.store import positions, reader
from tracker.store.engine import Store

_POLICY, _RULES = "policy", "rules"


class Opened:
    """A store and a projector that agree with what is stored in the database."""

    def __init__(self, store: Store, projector: Projector) -> None:
        self._store, self._projector = store, projector
        self._policy = projector.policy.model_dump_json()

    def _adopt(self, connection: Connection) -> str | None:
        """Go on with the policy that is in the database now: another process may have given a new one. Returns what
        signed the views."""
        policy, signed = positions.two_settings(connection, _POLICY, _RULES)
        if policy is not None and policy != self._policy:
            self._projector = Projector(self._projector.rules, Policy.model_validate_json(policy))
            self._policy = policy
        return signed

    @contextmanager
    def _scene(self, known_at: Moment, viewer: Viewers) -> Iterator[Scene]:
        known, who = moment(known_at, "known_at"), labels(viewer)
        with self._store.read() as connection:
            signed = self._adopt(connection)
            if known is None and (who is None or not reader.any_restricted(connection)):
                check_signed(signed, self._projector)
                yield StoredScene(connection, self._projector)
            else:
                yield FoldedScene(connection, self._projector, known, who)

    def _when(self, value: Moment, name: str) -> int:
        given = moment(value, name)
        return self._store.clock() if given is None else given


def prepare(store: Store, rules: tuple[Rule, ...], policy: Policy | None) -> Projector:
    """The projector for this database: its stored policy unless another is given, for which the views are rebuilt."""
    with store.read() as connection:
        stored, signed = positions.setting(connection, _POLICY), positions.setting(connection, _RULES)
    kept = Policy.model_validate_json(stored) if stored is not None else Policy()
    projector = Projector(rules, policy or kept)
    if signed is None or (policy is not None and policy != kept):
        with store.write() as connection:
            replaying.rebuild(connection, projector)
            sign(connection, projector)
    return projector


def sign(connection: Connection, projector: Projector) -> None:
    """Note under which policy and rules the views were made."""
    positions.set_setting(connection, _POLICY, projector.policy.model_dump_json())
    positions.set_setting(connection, _RULES, _signature(projector))


def _signature(projector: Projector) -> str:
    return orjson.dumps([rule_id(rule) for rule in projector.rules]).decode()


def check_signed(signed: str | None, projector: Projector) -> None:
    """Raise StaleViews unless the views were made by these rules."""
    if signed != _signature(projector):
        raise StaleViews(f"the views were made by {signed}, the rules are now {_signature(projector)}: tracker replay")


def installed_rules() -> tuple[Rule, ...]:
    """The rules of installed packs (entry point `tracker.rules`), by name, before those that ship. Raises InvalidInput
    naming a pack that cannot be loaded."""
    from importlib.metadata import entry_points

    from rules import RULES  # a rule pack imports `rules`, which imports `tracker.domain` and so this package, first

    added = []
    for point in sorted(entry_points(group="tracker.rules"), key=lambda point: point.name):
        try:
            added.append(point.load()())
        except Exception as error:  # third-party code, which may raise anything
            told = f"{type(error).__name__}: {first_line(error)}"
            raise InvalidInput(f"rule pack {point.name} ({point.value}): cannot be loaded: {told}") from error
    return (*added, *RULES)


def checked(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules, those that do not ship wrapped so that whatever they return is looked at before it is believed."""
    from rules import RULES

    return tuple(rule if rule in RULES else CheckedRule(rule) for rule in rules)
