"""An opened database: its store, who made its views (policy and rules), and the scene that a question is asked of."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pydantic import ValidationError
from sqlalchemy import Connection

from tracker.domain.mistakes import first_mistake
from tracker.domain.policy import Policy
from tracker.domain.rule import Rule
from tracker.errors import (
    InvalidInput,
    StaleViews,
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreReadOnly,
    ViewsDamaged,
    first_line,
)
from tracker.fold.checked import CheckedRule
from tracker.fold.owners import check_owners
from tracker.projection import following
from tracker.projection import replay as replaying
from tracker.projection.following import Recent, follow, refold
from tracker.projection.project import Projector
from tracker.projection.scene import FoldedScene, Scene, StoredScene
from tracker.query.moments import Moment, Viewers, labels, moment
from tracker.store import contents, positions, reader
from tracker.store.engine import Store
from tracker.store.positions import Standing
from tracker.store.ranks import Ranks

# How often a reader brings the views up to a log that others go on writing before it reads the log itself.
_ATTEMPTS = 3


class _Adopted(threading.local):
    """By what one thread projects: another one may read an older state of the database, of an older policy, at the
    same time."""

    def __init__(self, projector: Projector) -> None:
        self.projector = projector
        self.policy = projector.policy.model_dump_json()


class Opened:
    """A store and a projector that agree with what is stored in the database. Threads may share it."""

    def __init__(self, store: Store, projector: Projector) -> None:
        self._store = store
        self._adopted = _Adopted(projector)
        self._recent = Recent()
        self._ranks = Ranks()

    @property
    def policy(self) -> Policy:
        """The policy by which events count and fade."""
        return self._projector.policy

    @property
    def _projector(self) -> Projector:
        return self._adopted.projector

    def _adopt(self, connection: Connection) -> Standing:
        """Go on with the policy that is in the database now: another process may have given a new one."""
        now = positions.standing(connection)
        mine = self._adopted
        if now.policy is not None and now.policy != mine.policy:
            mine.projector = Projector(mine.projector.rules, kept_policy(now.policy))
            mine.policy = now.policy
        return now

    @contextmanager
    def _scene(self, known_at: Moment, viewer: Viewers) -> Iterator[Scene]:
        known, who = moment(known_at, "known_at"), labels(viewer)
        for _ in range(_ATTEMPTS):
            with self._store.read() as connection:
                now = self._adopt(connection)
                if known is not None or (who is not None and reader.any_restricted(connection)):
                    yield FoldedScene(connection, self._projector, known, who, now.projected)
                    return
                check_signed(now.rules, self._projector)
                if now.projected == now.last:
                    yield StoredScene(connection, self._projector)
                    return
            if not self._caught_up():
                break
        with self._store.read() as connection:
            # Where the views cannot be brought up to the log just now, it is read instead.
            now = self._adopt(connection)
            yield FoldedScene(connection, self._projector, known, who, now.projected)

    def _caught_up(self) -> bool:
        """Bring the views up to the log; false where that would mean to wait for a writer, or cannot be."""
        try:
            with self._store.follow() as connection:
                now = self._adopt(connection)
                check_signed(now.rules, self._projector)
                self._follow(connection, now)
        except (StoreBusy, StoreReadOnly, StoreFull):
            return False
        self._recent.forget()
        return True

    def _follow(self, connection: Connection, now: Standing) -> Standing:
        if now.last - now.projected > 2 * following.MOST_BEHIND:  # somebody wrote the log without its tracker
            refold(connection, self._projector, now.last)
        elif now.projected < now.last:
            recent = self._recent.between(now.projected, now.last)
            follow(connection, self._projector, now.projected, now.last, recent)
        return now._replace(projected=now.last)

    def _when(self, value: Moment, name: str) -> int:
        given = moment(value, name)
        return self._store.clock() if given is None else given


def prepare(store: Store, rules: tuple[Rule, ...], policy: Policy | None) -> Projector:
    """The projector for this database: its stored policy unless another is given, for which the views are rebuilt."""
    with store.read() as connection:
        now = positions.standing(connection)
    projector = Projector(rules, kept_policy(now.policy) if policy is None else policy)
    if now.rules is None or (policy is not None and now.policy != policy.model_dump_json()):
        try:
            with store.write() as connection:
                replaying.rebuild(connection, projector)
                sign(connection, projector, store.clock())
        except ViewsDamaged:
            with store.write() as connection:
                contents.renew(connection)
                replaying.rebuild(connection, projector)
                sign(connection, projector, store.clock())
    return projector


def kept_policy(written: str | None) -> Policy:
    """The policy that is kept in the database, as JSON (None: none yet). Raises StoreDamaged."""
    if written is None:
        return Policy()
    try:
        return Policy.model_validate_json(written)
    except ValidationError as error:
        problem = first_mistake(error, "policy", Policy)
        raise StoreDamaged(
            f"the policy kept in the database cannot be read ({problem}); give one: tracker --policy FILE replay"
        ) from None


def sign(connection: Connection, projector: Projector, now: int) -> None:
    """Note under which policy and rules the views were made, of all that is in the log."""
    positions.sign(connection, projector.policy.model_dump_json(), projector.signature, now)
    positions.set_projected(connection, positions.standing(connection).last)


def check_signed(signed: str | None, projector: Projector) -> None:
    """Raise StaleViews unless the views were made by these rules."""
    if signed != projector.signature:
        raise StaleViews(f"the views were made by {signed}, the rules are now {projector.signature}: tracker replay")


def installed_rules() -> tuple[Rule, ...]:
    """The rules of installed packs (entry point `tracker.rules`: a class, or an instance), by name, before those that
    ship. Raises InvalidInput naming a pack that cannot be loaded."""
    from importlib.metadata import entry_points

    from rules import RULES  # a rule pack imports `rules`, which imports `tracker.domain` and so this package, first

    added = []
    for point in sorted(entry_points(group="tracker.rules"), key=lambda point: point.name):
        try:
            loaded = point.load()
            added.append(loaded() if isinstance(loaded, type) or not hasattr(loaded, "fold") else loaded)
        except Exception as error:  # third-party code, which may raise anything
            told = f"{type(error).__name__}: {first_line(error)}"
            raise InvalidInput(f"rule pack {point.name} ({point.value}): cannot be loaded: {told}") from error
    return (*added, *RULES)


def checked(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules, those that do not ship wrapped so that whatever they return is looked at before it is believed. Raises
    InvalidInput when two claim one attribute."""
    from rules import RULES

    wrapped = tuple(rule if rule in RULES else CheckedRule(rule) for rule in rules)
    check_owners(wrapped)
    return wrapped
