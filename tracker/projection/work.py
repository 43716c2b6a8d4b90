"""What of the views an append bears on: which entities fold anew, and from where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import Connection

from tracker.domain.logged import Logged
from tracker.domain.policy import Policy
from tracker.projection.streams import Streams
from tracker.store import reader, views
from tracker.store.bearing import AFTER_ALL, BEFORE_ALL, Order

# As `Logged.order`, without running its code.
_order = itemgetter(*map(Logged._fields.index, ("occurred", "observed", "event_id")))


class Bearing(NamedTuple):
    """What new events bear on: from which place in fold order on each entity may differ (`affected`); the entities of
    merges and splits that are new or were decided about (`regrouped`), and those of names and kinds that were decided
    about (`renamed`); and the events whose content is gone (`erased`)."""

    affected: Mapping[str, Order]
    regrouped: Set[str] = frozenset()
    renamed: Set[str] = frozenset()
    erased: Sequence[str] = ()


class Work:
    """What of the views an append bears on: the roots to fold `wholly`, and those to fold `partly`, from a place on. Of
    these some are `looking`: what they looked at differs, which bears on what they said of any time from that place on,
    be it after their last event (what is yet to land, or to end)."""

    def __init__(self, connection: Connection, policy: Policy) -> None:
        self.wholly: set[str] = set()
        self.partly: dict[str, Order] = {}
        self.looking: set[str] = set()
        self._connection = connection
        self._anything_decided = reader.anything_decided(connection)
        nobody = None if self._anything_decided else frozenset[str]()
        self.streams = Streams(connection, policy, usable=self._usable, decided=nobody)

    def _usable(self, root: str) -> Order:
        return BEFORE_ALL if root in self.wholly else self.partly.get(root, AFTER_ALL)

    def plan(self, bearing: Bearing) -> None:
        streams, regrouped = self.streams, bearing.regrouped
        # Names and kinds are not of one place: what was there before takes them from wherever they stand.
        self.wholly |= {streams.root(entity_id) for entity_id in bearing.renamed}
        looked_at: dict[str, int] = {}
        for entity_id, place in bearing.affected.items():
            component = streams.component(entity_id)
            since = place[0]
            if not regrouped.isdisjoint(component):
                self.wholly |= component
                since = BEFORE_ALL[0]
            elif len(component) > 1 and streams.is_split(component):
                self.wholly |= component
            else:
                _sooner(self.partly, streams.root(entity_id), place)
            for consulted in component:
                looked_at[consulted] = min(since, looked_at.get(consulted, since))
        for consulted, dependent in views.consulting(self._connection, looked_at):
            root = streams.root(dependent)
            self.looking.add(root)
            _sooner(self.partly, root, (looked_at[consulted], *BEFORE_ALL[1:]))
        for root in self.wholly:
            self.partly.pop(root, None)

    def simply_new(self, appended: Sequence[Logged]) -> dict[str, list[Logged]]:
        """The new events, in fold order, of the entities of which nothing but these events is new: tied to no other,
        with no decision about any of their events."""
        fresh: dict[str, list[Logged]] = {}
        for event in appended:
            fresh.setdefault(event.entity_id, []).append(event)
        tied = self.streams.tied
        simple = [root for root in self.partly if root in fresh and root not in tied]
        decided = reader.decided_among(self._connection, simple) if self._anything_decided else frozenset()
        found = {}
        for root in simple:
            events = fresh[root]
            # What a `resolved` names is looked up in the log.
            if root not in decided and not any(event.type == "resolved" for event in events):
                found[root] = sorted(events, key=_order) if len(events) > 1 else events
        return found


def _sooner(places: dict[str, Order], entity_id: str, place: Order) -> None:
    known = places.get(entity_id)
    if known is None or place < known:
        places[entity_id] = place
