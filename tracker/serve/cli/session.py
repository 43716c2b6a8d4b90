"""Which tracker a command works on, and opening it: to read only what is there, or making it when it is not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from tracker.errors import StoreError

if TYPE_CHECKING:
    from tracker.domain.policy import Policy
    from tracker.tracker import Tracker


class Session(NamedTuple):
    """What stands before the command: the database's URL, and a policy file or None."""

    db: str
    policy: Path | None

    @classmethod
    def of(cls, context: typer.Context) -> Session:
        found = context.find_object(cls)
        assert found is not None, "the app's callback sets the session"
        return found

    def open(self) -> Tracker:
        """The tracker, made when there is none. Raises TrackerError."""
        from tracker.tracker import Tracker

        return Tracker.open(self.db, policy=self._policy())

    def open_existing(self) -> Tracker:
        """The tracker; StoreError when there is none, and none is made."""
        from tracker.tracker import Tracker

        policy = self._policy()
        if not self.exists():
            raise StoreError(f"there is no tracker in {self.name}; `tracker init` or `tracker add` makes one")
        return Tracker.open(self.db, policy=policy)

    def exists(self) -> bool:
        """Whether the database holds a tracker, looked up without touching it."""
        from tracker.store.engine import open_engine
        from tracker.store.schema import schema_version

        store = open_engine(self.db)
        try:
            if not store.postgres and (store.file is None or not store.file.exists()):
                return False
            with store.read() as connection:
                return schema_version(connection) is not None
        finally:
            store.close()

    @property
    def name(self) -> str:
        """The URL without its password."""
        from tracker.store.engine import open_engine

        store = open_engine(self.db)
        store.close()
        return store.name

    def _policy(self) -> Policy | None:
        from tracker.domain.policy import read_policy

        return read_policy(self.policy) if self.policy is not None else None
